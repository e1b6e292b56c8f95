// T26, T28, T29: what an item does to meet others, in groups that the runtime runs.
#include "xeforge/base/error.hpp"
#include "xeforge/esimd/core/testing.hpp"
#include "xeforge/runtime/group_runner.hpp"

#include <set>
#include <thread>

namespace xeforge::esimd {
namespace {

using namespace testing;
using Extents = runtime::Extents;

// kernel(number of the item in its group)
template <class Kernel>
void run_group(std::size_t items, const Kernel& kernel, std::size_t groups = 1) {
  runtime::GroupRunner runner;
  const auto run_item = [](const void* object, const machine::HardwareThread& thread) {
    (*static_cast<const Kernel*>(object))(static_cast<std::uint32_t>(thread.local_id[0]));
  };
  runner.run({&kernel, run_item, Extents{groups, 1, 1}, Extents{items, 1, 1}}, 0, groups);
}

// A tile goes from four items, which each load a row, to twelve, which each add one column: LX's and XE's commonest
// use.
template <class Signal, class Wait>
void expect_tile_to_pass(Signal signal, Wait wait) {
  std::array<float, 12> sums{};
  std::array<float, 64> source;
  for (std::size_t i = 0; i < 64; ++i)
    source[i] = static_cast<float>(i * i % 37);
  run_group(16, [&](std::uint32_t me) {
    slm_init<256>();
    named_barrier_init<4>();
    for (int round = 0; round < 3; ++round) {
      if (me >= 12) {
        slm_block_store<float, 16>((me - 12) * 64, simd<float, 16>(source.data() + (me - 12) * 16) + 1.0f);
        signal(1, 1, 4, 12);
        signal(2, 2, 12, 4); // the readers have read
        wait(2);
        slm_block_store<float, 16>((me - 12) * 64, simd<float, 16>(-1e9f));
      } else {
        signal(1, 2, 4, 12);
        wait(1);
        const simd<std::uint32_t, 4> column(me * 4, 64);
        sums[me] += detail::sum<float, float, 4>(slm_gather<float, 4>(column));
        signal(2, 1, 12, 4);
      }
    }
  });
  for (std::size_t column = 0; column < 12; ++column) {
    float expected = 0;
    for (std::size_t row = 0; row < 4; ++row)
      expected += source[row * 16 + column] + 1.0f;
    EXPECT_EQ(sums[column], 3 * expected);
  }
}

TEST(NamedBarrier, T29_all_spellings_pass_a_tile_from_producers_to_consumers) {
  expect_tile_to_pass([](std::uint8_t barrier, std::uint8_t mode, std::uint32_t producers,
                         std::uint32_t consumers) { named_barrier_signal(barrier, mode, producers, consumers); },
                      [](std::uint8_t barrier) { named_barrier_wait(barrier); });
  expect_tile_to_pass(
      [](std::uint8_t barrier, std::uint8_t mode, std::uint32_t producers, std::uint32_t consumers) {
        __esimd_nbarrier_arrive(barrier, mode, static_cast<std::uint8_t>(producers),
                                static_cast<std::uint8_t>(consumers));
      },
      [](std::uint8_t barrier) { __esimd_nbarrier(0, barrier, 16); });
}

TEST(NamedBarrier, T29_rows_follow_the_barriers_of_named_barrier_init_for_every_item) {
  std::array<int, 8> sums{};
  std::array<int, 8> value{};
  run_group(
      8,
      [&](std::uint32_t me) {
        named_barrier_init<2>();
        const std::uint8_t first = named_barrier_allocate<3>(), next = named_barrier_allocate<2>();
        value[me] = first * 10 + next;
        const std::uint8_t mine = static_cast<std::uint8_t>(next + me / 4); // one for each half of the group
        named_barrier_signal(mine, 0, 4, 4);
        named_barrier_wait(mine);
        for (std::uint32_t other = me / 4 * 4; other < me / 4 * 4 + 4; ++other)
          sums[me] += value[other];
      },
      2);
  EXPECT_EQ(sums, (std::array<int, 8>{2 * 4 * 25, 2 * 4 * 25, 2 * 4 * 25, 2 * 4 * 25, 2 * 4 * 25, 2 * 4 * 25,
                                      2 * 4 * 25, 2 * 4 * 25}));
  EXPECT_THROW(run_group(1, [](std::uint32_t) { (void)(named_barrier_allocate<32>() + named_barrier_allocate<1>()); }),
               Error);
}

TEST(NamedBarrier, T29_barrier_0_works_twice_in_each_round_as_the_group_barrier_does) {
  int wrong = 0;
  std::array<int, 32> value{};
  run_group(32, [&](std::uint32_t me) {
    __esimd_nbarrier_init(1);
    for (int round = 1; round <= 10; ++round) {
      value[me] = round;
      __esimd_nbarrier_arrive(0, 0, 32, 32);
      __esimd_nbarrier(0, 0, 32);
      for (const int other : value)
        wrong += other != round;
      __esimd_nbarrier_arrive(0, 0, 32, 32);
      __esimd_nbarrier(0, 0, 32);
    }
  });
  EXPECT_EQ(wrong, 0);
}

TEST(NamedBarrier, T29_a_hanging_group_is_an_error_that_names_the_barrier) {
  try {
    run_group(3, [](std::uint32_t) {
      named_barrier_init<8>();
      named_barrier_signal(6, 0, 4, 4);
      named_barrier_wait(6);
    });
    ADD_FAILURE() << "the group did not hang";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("items 0-2 wait for named barrier 6 (3 of 4 producers"), std::string::npos)
        << error.what();
  }
  EXPECT_THROW(run_group(1, [](std::uint32_t) { __esimd_nbarrier_init(33); }), Error);
}

TEST(NamedBarrier, needs_a_group) {
  EXPECT_THROW(named_barrier_init<1>(), Error);
  EXPECT_THROW(named_barrier_signal(0, 0, 1, 1), Error);
  EXPECT_THROW(named_barrier_wait(0), Error);
  EXPECT_THROW(split_barrier(split_barrier_action::signal), Error);
}

TEST(SplitBarrier, T28_both_spellings_are_the_halves_of_the_barrier) {
  std::array<int, 8> value{};
  int wrong = 0, unfinished = 0;
  run_group(8, [&](std::uint32_t me) {
    for (int round = 1; round <= 6; ++round) {
      value[me] = round;
      split_barrier<split_barrier_action::signal>();
      for (const int other : value)
        unfinished += other < round; // some have not signalled yet: this one went on without them
      split_barrier<split_barrier_action::wait>();
      for (const int other : value)
        wrong += other < round;
      split_barrier(split_barrier_action::signal);
      split_barrier(split_barrier_action::wait);
    }
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(unfinished, 0);
}

TEST(Barrier, T28_the_names_of_its_instructions_can_be_called) {
  std::array<int, 8> value{};
  int wrong = 0;
  const auto check = [&](int round) {
    for (const int other : value)
      wrong += other < round;
  };
  run_group(8, [&](std::uint32_t me) {
    value[me] = 1;
    __esimd_barrier();
    check(1);
    __esimd_sbarrier(split_barrier_action::signal);
    __esimd_sbarrier(split_barrier_action::wait);
    value[me] = 2;
    __esimd_sbarrier(split_barrier_action::signal);
    __esimd_sbarrier(split_barrier_action::wait);
    check(2);
  });
  EXPECT_EQ(wrong, 0);
}

TEST(Barrier, T28_is_callable_from_any_depth_and_may_be_left_out_by_a_whole_group) {
  struct Deep {
    static void step(int depth) {
      simd<float, 64> registers(static_cast<float>(depth));
      if (depth > 0)
        step(depth - 1);
      else
        barrier();
      EXPECT_EQ(elements(registers)[63], static_cast<float>(depth));
    }
  };
  int through = 0;
  run_group(
      20,
      [&](std::uint32_t me) {
        if (machine::this_thread()->group_id[0] % 2 == 1)
          return;
        Deep::step(static_cast<int>(me));
        ++through;
      },
      4);
  EXPECT_EQ(through, 2 * 20);
}

// ---- fences ---------------------------------------------------------------------------------------------------------
TEST(Fence, T26_every_form_compiles_and_lets_memory_be_written_before_it_be_read_after) {
  int value = 0;
  int* volatile hidden = &value;
  const auto expect_written = [&](auto fence_under_test) {
    const int before = value;
    *hidden = before + 1;
    fence_under_test();
    EXPECT_EQ(value, before + 1);
  };
  expect_written([] { fence(); });
  expect_written([] { fence<memory_kind::global>(); });
  expect_written([] { fence<memory_kind::global, fence_flush_op::evict, fence_scope::gpu>(); });
  expect_written([] { fence<memory_kind::image, fence_flush_op::invalidate, fence_scope::system_acquire>(); });
  expect_written([] { fence<memory_kind::local, fence_flush_op::none, fence_scope::group>(); });
  expect_written([] { fence<fence_mask::global_coherent_fence>(); });
  expect_written([] { fence<fence_mask::sw_barrier>(); });
  expect_written([] { __esimd_fence(fence_mask::global_coherent_fence); });
  expect_written([] { fence<fence_mask::local_barrier>(); });
  expect_written([] { fence<l2_flush_rw_data | l1_flush_ro_data>(); });
  expect_written([] { fence(fence_mask::global_coherent_fence); });
  expect_written([] { lsc_fence(); });
  expect_written([] { lsc_fence<lsc_memory_kind::shared_local>(); });
  expect_written([] { lsc_fence<lsc_memory_kind::untyped_global, lsc_fence_op::flushl3, lsc_scope::gpus>(); });
  expect_written([] { lsc_fence<lsc_memory_kind::untyped_global, lsc_fence_op::none, lsc_scope::group, 8>(0); });
  EXPECT_EQ(value, 15);
}

TEST(Fence, T26_the_word_for_the_compilers_alone_is_taken_as_assembly) {
  int value = 1;
  __asm__ volatile("fence_sw" : : :);
  __asm__ volatile("fence_sw" : "+r"(value));
  EXPECT_EQ(value, 1);
}

TEST(Fence, T26_a_value_that_another_thread_publishes_is_seen_behind_its_flag) {
  // The writer's fence orders the value before the flag, the reader's the flag before the value.
  for (int round = 0; round < 50; ++round) {
    std::uint32_t memory[2] = {0, 0};
    std::thread writer([&] {
      block_store<std::uint32_t, 1>(&memory[0], simd<std::uint32_t, 1>(77u));
      fence<memory_kind::global, fence_flush_op::none, fence_scope::gpu>();
      atomic_update<atomic_op::store, std::uint32_t, 1>(&memory[1], simd<std::uint32_t, 1>(0u),
                                                        simd<std::uint32_t, 1>(1u));
    });
    while (atomic_update<atomic_op::load, std::uint32_t, 1>(&memory[1], simd<std::uint32_t, 1>(0u))[0] == 0)
      std::this_thread::yield();
    fence<memory_kind::global, fence_flush_op::none, fence_scope::gpu>();
    EXPECT_EQ((block_load<std::uint32_t, 1>(&memory[0])[0]), 77u);
    writer.join();
  }
}

TEST(HardwareThreadId, tells_the_items_of_a_group_apart_and_stays) {
  std::set<int> taken;
  run_group(12, [&](std::uint32_t) {
    const int id = get_hw_thread_id();
    EXPECT_GE(id, 0);
    EXPECT_TRUE(taken.insert(id).second) << id;
    barrier();
    EXPECT_EQ(get_hw_thread_id(), id);
    EXPECT_EQ(get_subdevice_id(), 0);
  });
  EXPECT_EQ(get_hw_thread_id(), 0);
}

TEST(Timestamp, rises_from_one_reading_to_the_next) {
  std::array<std::uint64_t, 3> readings{};
  run_group(1, [&](std::uint32_t) {
    for (std::uint64_t& reading : readings) {
      reading = rdtsc();
      std::this_thread::yield();
    }
  });
  EXPECT_LT(readings[0], readings[1]);
  EXPECT_LT(readings[1], readings[2]);
}

TEST(Wait, is_for_registers_and_changes_nothing) {
  simd<int, 8> values(3);
  wait(values);
  wait(values.select<4, 2>(0));
  EXPECT_EQ(elements(values)[7], 3);
}

// ---- pieces of shared local memory ----------------------------------------------------------------------------------
// A function that needs 128 bytes of its own.
std::uint32_t scratch_offset(int depth) {
  slm_allocator<128> scratch;
  return depth == 0 ? static_cast<std::uint32_t>(scratch.get_offset()) : scratch_offset(depth - 1);
}

// As on hardware, where a fence takes longer than what the others have to do.
TEST(Fence, T26_yields_also_before_an_item_has_met_a_barrier) {
  std::array<int, 4> values{};
  run_group(
      4,
      [&](std::uint32_t me) {
        slm_init<64>();
        fence();
        slm_scalar_store<int>(me * 4, static_cast<int>(me) + 1);
        fence();
        barrier();
        values[me] = slm_scalar_load<int>((me + 1) % 4 * 4);
      },
      3);
  EXPECT_EQ(values, (std::array<int, 4>{2, 3, 4, 1}));
}

TEST(Fence, T26_lets_the_others_of_the_group_go_on) {
  std::array<int, 4> seen{};
  run_group(
      4,
      [&](std::uint32_t me) {
        slm_init<64>();
        slm_scalar_store<int>(me * 4, 0);
        barrier();
        if (me != 0)
          slm_scalar_store<int>(me * 4, static_cast<int>(me));
        if (me == 0) // waits for the last one without a barrier
          while (slm_scalar_load<int>(12) == 0)
            fence();
        if (me == 2)
          fence();
        seen[me] = slm_scalar_load<int>(12);
        fence();
        fence<memory_kind::local>();
      },
      4);
  EXPECT_EQ(seen, (std::array<int, 4>{3, 0, 3, 3}));
}

TEST(SlmAllocator, T25_pieces_lie_behind_slm_init_and_are_given_back) {
  run_group(
      4,
      [&](std::uint32_t me) {
        slm_init<1001>();
        const std::uint32_t first = scratch_offset(0);
        EXPECT_EQ(first, 1001u); // programs that count on it address what they allocated by number
        EXPECT_EQ(scratch_offset(0), first);
        EXPECT_EQ(scratch_offset(1), first + 128);
        EXPECT_EQ(scratch_offset(3), first + 3 * 128);
        slm_allocator<64> mine;
        const auto place = static_cast<std::uint32_t>(mine.get_offset());
        barrier(); // while this one holds its piece, the others get the same place
        EXPECT_EQ(place, first);
        slm_block_store<std::uint32_t, 4>(place + me * 16, simd<std::uint32_t, 4>(me));
        barrier();
        EXPECT_EQ((slm_scalar_load<std::uint32_t>(place + (me + 1) % 4 * 16)), (me + 1) % 4);
      },
      3);
  EXPECT_THROW(run_group(1,
                         [](std::uint32_t) {
                           slm_init<131072>();
                           slm_allocator<4> too_much;
                         }),
               Error);
}

TEST(Slm, T22_block_sizes_count_elements_and_offsets_bytes) {
  run_group(1, [](std::uint32_t) {
    slm_init(1024);
    for (std::uint32_t i = 0; i < 4; ++i)
      slm_block_store<std::uint32_t, 64>(i * 256, simd<std::uint32_t, 64>(i * 64, 1u));
    const auto second = elements(slm_block_load<std::uint32_t, 64>(256));
    const auto across = elements(slm_block_load<std::uint32_t, 64>(256 + 128));
    const auto odd = elements(slm_block_load<std::uint32_t, 13>(512));
    for (std::uint32_t i = 0; i < 64; ++i) {
      EXPECT_EQ(second[i], 64 + i);
      EXPECT_EQ(across[i], 96 + i);
    }
    EXPECT_EQ(odd[12], 140u);
  });
}

TEST(Slm, T25_a_pointer_cast_to_32_bits_is_an_offset) {
  run_group(2, [](std::uint32_t me) {
    slm_init(512);
    std::byte* const pointer = machine::this_thread()->slm + 128 * me;
    slm_block_store<int, 4>(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pointer)),
                            simd<int, 4>(static_cast<int>(me) + 5));
    barrier();
    EXPECT_EQ((slm_scalar_load<int>(128 * (1 - me) + 12)), static_cast<int>(1 - me) + 5);
  });
}

} // namespace
} // namespace xeforge::esimd
