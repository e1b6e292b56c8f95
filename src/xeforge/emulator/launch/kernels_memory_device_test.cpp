// The test kernels of memory, work-groups, barriers and launches as machine code: every element is compared.
#include "xeforge/emulator/launch/device_run_for_test.hpp"

#include "xeforge/base/half.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace xeforge::emulator {
namespace {

using base::half;

std::string test_kernels(const char* name) {
  return std::string("src/xeforge/toolchain/test_kernels/") + name + ".cpp";
}

// 0, 1, 2, ... up to a period: small enough that sums and halves of them are exact.
template <class T>
std::vector<T> pattern(std::size_t n, int period = 1000, int step = 1) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = static_cast<T>(static_cast<float>(static_cast<int>(i) * step % period));
  return values;
}

class MemoryKernels : public DeviceRun {
protected:
  template <class From, class To>
  void allocate_both(std::vector<From>& from, std::vector<To>& to) {
    allocate("from", from, Writable::no);
    allocate("to", to);
  }
};

// ---- two-dimensional blocks -----------------------------------------------------------------------------------------
enum class Order { plain, transposed, transformed };

// A surface of elements, aligned as the messages want it.
template <class T>
struct Picture {
  int columns, rows, pitch; // elements
  std::vector<T> room;
  T* base;

  Picture(int columns_, int rows_, int pitch_, int step)
      : columns(columns_), rows(rows_), pitch(pitch_),
        room(pattern<T>(static_cast<std::size_t>(rows * pitch) + 64 / sizeof(T), 251, step)) {
    base = reinterpret_cast<T*>((reinterpret_cast<std::uintptr_t>(room.data()) + 63) / 64 * 64);
  }
  T& element(int x, int y) { return base[static_cast<std::ptrdiff_t>(y) * pitch + x]; }
  T read(int x, int y) { return x < 0 || y < 0 || x >= columns || y >= rows ? T(0) : element(x, y); }
  unsigned width() const { return static_cast<unsigned>(columns * static_cast<int>(sizeof(T)) - 1); }
  unsigned height() const { return static_cast<unsigned>(rows - 1); }
  unsigned pitch_bytes() const { return static_cast<unsigned>(pitch * static_cast<int>(sizeof(T)) - 1); }
};

class BlockKernels : public MemoryKernels {
protected:
  // One item for each block of the surface's first rows, and some beyond it.
  template <class T>
  void load(const char* kernel, int width, int height, int count, Order order, std::uint32_t item_count) {
    Picture<T> picture(96, 27, 104, 7);
    const int elements = width * height * count;
    std::vector<T> to(item_count * static_cast<std::size_t>(elements), T(77.0f));
    forget_allocations();
    allocate("from", picture.room, Writable::no);
    allocate("to", to);
    run(test_kernels("blocks_2d"), kernel, items(item_count),
        KernelObject(picture.base, picture.width(), picture.height(), picture.pitch_bytes(), to.data()));
    const int pack = order == Order::transformed ? 4 / static_cast<int>(sizeof(T)) : 1;
    for (int item = 0; item < static_cast<int>(item_count); ++item)
      for (int block = 0; block < count; ++block)
        for (int y = 0; y < height; ++y)
          for (int x = 0; x < width; ++x) {
            const int place =
                order == Order::transposed ? x * height + y : y / pack * width * pack + x * pack + y % pack;
            EXPECT_EQ(to[static_cast<std::size_t>(item * elements + block * width * height + place)],
                      picture.read((item + block) * width + x, y))
                << kernel << ", item " << item << ", block " << block << ", " << x << ", " << y;
          }
  }
};

TEST_F(BlockKernels, loads_of_every_order_give_the_elements_of_the_surface_and_zeros_from_outside) {
  load<half>("Plain", 16, 16, 1, Order::plain, 8);
  load<half>("TwoBlocks", 16, 16, 2, Order::plain, 8);
  load<half>("Transformed", 16, 16, 2, Order::transformed, 8);
  load<std::uint8_t>("TransformedBytes", 16, 32, 1, Order::transformed, 8);
  load<std::uint32_t>("Transposed", 8, 16, 1, Order::transposed, 14);
  load<double>("TransposedDoubles", 4, 8, 1, Order::transposed, 26);
  load<half>("OddRows", 5, 3, 1, Order::plain, 1); // the next one would begin at an odd element
}

TEST_F(BlockKernels, a_descriptor_walks_over_a_surface) {
  Picture<half> picture(96, 70, 104, 3);
  constexpr int steps = 7; // the last ones outside
  constexpr std::uint32_t item_count = 6;
  std::vector<half> to(item_count * 256);
  allocate("from", picture.room, Writable::no);
  allocate("to", to);
  run(test_kernels("blocks_2d"), "Walk", items(item_count),
      KernelObject(picture.base, picture.width(), picture.height(), picture.pitch_bytes(), steps, to.data()));
  for (int item = 0; item < static_cast<int>(item_count); ++item)
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x) {
        float sum = 0;
        for (int step = 0; step < steps; ++step)
          sum += picture.read(16 * step + x, 16 * item + y);
        EXPECT_EQ(static_cast<float>(to[static_cast<std::size_t>(item * 256 + y / 2 * 32 + 2 * x + y % 2)]), sum);
      }
}

TEST_F(BlockKernels, stores_leave_alone_what_is_outside) {
  Picture<half> picture(40, 29, 48, 0);
  Picture<half> from(40, 29, 48, 1);
  allocate("from", from.room, Writable::no);
  allocate("to", picture.room);
  run(test_kernels("blocks_2d"), "Store", items(5),
      KernelObject(from.base, picture.width(), picture.height(), picture.pitch_bytes(), picture.base));
  for (int y = 0; y < 29; ++y)
    for (int x = 0; x < 48; ++x) {
      const bool is_written = x < 16 || (x >= 32 && x < 40);
      EXPECT_EQ(static_cast<float>(picture.element(x, y)),
                is_written ? static_cast<float>(from.base[y / 8 * 128 + y % 8 * 16 + x % 16]) : 0.0f)
          << x << " " << y;
    }
}

// ---- what a group shares --------------------------------------------------------------------------------------------
TEST_F(MemoryKernels, items_pass_rows_to_their_neighbours) {
  std::vector<float> from = pattern<float>(1024 * 64, 10007), to(1024 * 64);
  allocate_both(from, to);
  const LaunchCounts counts =
      run(test_kernels("group"), "RotateRows", in_groups(64, 16), KernelObject(from.data(), to.data()));
  EXPECT_EQ(counts.threads, 1024u);
  for (std::size_t row = 0; row < 1024; ++row)
    for (std::size_t i = 0; i < 64; ++i)
      EXPECT_EQ(to[row * 64 + i], from[(row / 16 * 16 + (row + 1) % 16) * 64 + i]);
}

TEST_F(MemoryKernels, lanes_go_through_local_memory_and_come_back) {
  std::vector<int> from = pattern<int>(1024), to(1024);
  allocate_both(from, to);
  run(test_kernels("group"), "ScatterInGroup", in_groups(64, 1), KernelObject(from.data(), to.data()));
  for (std::size_t i = 0; i < to.size(); ++i)
    EXPECT_EQ(to[i], 2 * from[i]);
}

TEST_F(MemoryKernels, producers_and_consumers_meet_at_a_named_barrier) {
  std::vector<float> from = pattern<float>(4 * 64), to(1024 * 64, -1.0f);
  allocate_both(from, to);
  run(test_kernels("meetings"), "NamedBarrier", in_groups(64, 16), KernelObject(from.data(), to.data()));
  for (std::size_t row = 0; row < 1024; ++row)
    for (std::size_t i = 0; i < 64; ++i)
      EXPECT_EQ(to[row * 64 + i], row % 16 < 4 ? -1.0f : from[row % 4 * 64 + i]);
}

TEST_F(MemoryKernels, barriers_under_their_other_names_let_everybody_through) {
  for (const char* kernel : {"Arrive", "SplitBarrier"}) {
    std::vector<float> from = pattern<float>(1024 * 64), to(1024 * 64);
    forget_allocations();
    allocate_both(from, to);
    run(test_kernels("meetings"), kernel, in_groups(64, 16), KernelObject(from.data(), to.data()));
    EXPECT_EQ(from, to) << kernel;
  }
}

TEST_F(MemoryKernels, fences_are_passed) {
  std::vector<float> memory(64);
  allocate("memory", memory);
  run(test_kernels("meetings"), "Fences", in_groups(1, 16), KernelObject(memory.data()));
  EXPECT_EQ(memory, std::vector<float>(64, 2.0f));
}

TEST_F(MemoryKernels, pieces_of_local_memory_are_apart) {
  std::vector<float> from = pattern<float>(64 * 16, 97), to(64);
  allocate_both(from, to);
  run(test_kernels("meetings"), "Pieces", in_groups(64, 1), KernelObject(from.data(), to.data()));
  const float first = std::accumulate(from.begin(), from.begin() + 16, 0.0f);
  for (std::size_t i = 0; i < to.size(); ++i)
    EXPECT_EQ(to[i], first + std::accumulate(from.begin() + static_cast<std::ptrdiff_t>(i) * 16,
                                             from.begin() + static_cast<std::ptrdiff_t>(i) * 16 + 16, 0.0f));
}

// ---- messages -------------------------------------------------------------------------------------------------------
TEST_F(MemoryKernels, vectors_of_each_lane_are_doubled) {
  const std::vector<float> before(1024, -1.0f);
  std::vector<float> from = pattern<float>(1024), to = before;
  allocate_both(from, to);
  run(test_kernels("memory"), "VectorsOfFour", items(16), KernelObject(std::uint32_t{1000}, to.data(), from.data()));
  for (std::size_t i = 0; i < 1024; ++i) // lanes whose vectors begin before byte 1000
    EXPECT_EQ(to[i], i / 4 * 16 < 1000 ? 2 * from[i] : -1.0f) << i;
  to = before;
  run(test_kernels("memory"), "VectorsOfEight", items(16), KernelObject(from.data(), to.data()));
  for (std::size_t i = 0; i < 1024; ++i)
    EXPECT_EQ(to[i], 2 * from[i]) << i;
}

TEST_F(MemoryKernels, a_block_under_a_predicate_is_moved_or_not) {
  std::vector<float> from = pattern<float>(1024), to(1024, -1.0f);
  allocate_both(from, to);
  run(test_kernels("memory"), "PredicatedBlocks", items(16), KernelObject(5, from.data(), to.data()));
  for (std::size_t i = 0; i < 1024; ++i)
    EXPECT_EQ(to[i], i < 5 * 64 ? 2 * from[i] : -1.0f) << i;
}

TEST_F(MemoryKernels, narrow_elements_are_read_and_written_alone) {
  std::vector<std::uint32_t> from(32), to(32, 0xeeeeeeeeu);
  for (std::uint32_t i = 0; i < 32; ++i)
    from[i] = 0x01020300u + 8 * i;
  allocate_both(from, to);
  run(test_kernels("memory"), "NarrowElements", items(1), KernelObject(from.data(), to.data()));
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(to[i], i % 2 == 0 ? 0xeeee0000u + 8 * i % 256 + 1 : 0xeeeeeeeeu) << i;
}

TEST_F(MemoryKernels, atomics_of_several_items_add_up_whatever_the_number_of_host_threads) {
  std::vector<std::uint32_t> words(2048, 100);
  std::vector<std::uint64_t> longs(64, 7);
  std::vector<std::uint16_t> shorts(64, 1);
  std::vector<float> floats(64, 0.25f);
  allocate("words", words);
  allocate("longs", longs);
  allocate("shorts", shorts);
  allocate("floats", floats);
  run(test_kernels("memory"), "GlobalAtomics", items(16),
      KernelObject(words.data(), longs.data(), shorts.data(), floats.data()));
  // Of 16 items those whose number is above 4 * lane: 15 for lane 0, 11 for lane 1, 7 and 3.
  for (std::uint32_t lane = 0; lane < 16; ++lane) {
    const std::uint32_t counted = lane < 4 ? 15 - 4 * lane : 0;
    EXPECT_EQ(words[lane], 100 + counted - 16) << lane;
    EXPECT_EQ(longs[lane], 7 + 3 * counted) << lane;
    EXPECT_EQ(floats[lane], 0.25f + 0.5f * static_cast<float>(counted)) << lane;
    // Shorts lie at offsets of four bytes.
    EXPECT_EQ(shorts[2 * lane], counted > 0 ? 4 : 1) << lane;
  }
}

TEST_F(MemoryKernels, exchanges_compare_with_the_expected_value_under_both_names) {
  for (const char* kernel : {"UnifiedExchange", "LscExchange"}) {
    std::vector<std::uint32_t> words(16, 0x11);
    words[3] = 5, words[9] = 0x77;
    std::vector<std::uint32_t> expected(16, 0x77);
    expected[3] = 5;
    forget_allocations();
    allocate("words", words);
    run(test_kernels("memory"), kernel, items(1), KernelObject(words.data()));
    EXPECT_EQ(words, expected) << kernel;
  }
}

TEST_F(MemoryKernels, messages_of_local_memory_move_vectors_and_count) {
  std::vector<std::uint32_t> from = pattern<std::uint32_t>(64 * 64, 100000), to(64 * 32);
  allocate_both(from, to);
  run(test_kernels("memory"), "GroupMessages", in_groups(64, 1), KernelObject(from.data(), to.data()));
  for (std::uint32_t group = 0; group < 64; ++group)
    for (std::uint32_t element = 0; element < 2; ++element)
      for (std::uint32_t lane = 0; lane < 16; ++lane)
        EXPECT_EQ(to[group * 32 + element * 16 + lane],
                  from[group * 64 + element * 16 + lane] + (element == 0 && 32 * lane < group ? 1 : 0))
            << group << " " << element << " " << lane;
}

TEST_F(MemoryKernels, messages_that_a_program_writes_itself_do_what_they_say) {
  Picture<std::uint32_t> picture(64, 40, 64, 3);
  const std::vector<std::uint32_t> before(picture.base, picture.base + 2000);
  allocate("words", picture.room);
  run(test_kernels("memory"), "RawMessages", items(1),
      KernelObject(picture.base, picture.width() + 1, picture.height() + 1));
  for (std::size_t i = 0; i < 16; ++i) {
    const std::uint32_t value = before[(i / 8 + 1) * 64 + i % 8];
    EXPECT_EQ(picture.base[i], before[i] + 2 * value) << i;
    EXPECT_EQ(picture.base[1024 + i], before[i] + value) << i;
  }
}

// ---- lanes and registers --------------------------------------------------------------------------------------------
TEST_F(MemoryKernels, lanes_are_gathered_and_scattered_under_a_mask) {
  std::vector<float> from = pattern<float>(256), to(256, -1.0f);
  allocate_both(from, to);
  run(test_kernels("lanes"), "GatherScatter", items(16), KernelObject(444, to.data(), from.data()));
  for (std::size_t i = 0; i < 256; ++i)
    EXPECT_EQ(to[i], 4 * i < 444 ? 2 * from[i] : -1.0f) << i;
}

TEST_F(MemoryKernels, branches_are_taken_where_any_lane_says_so) {
  for (const int last : {3, 4}) {
    std::vector<int> from(32, 3), to(16);
    from[31] = last;
    forget_allocations();
    allocate_both(from, to);
    run(test_kernels("lanes"), "StoreIfAny", items(16), KernelObject(from.data(), to.data()));
    EXPECT_EQ(to, std::vector<int>(16, last > 3));
  }
  for (const std::size_t lane : {0, 12, 13}) {
    std::vector<int> from(32), to(16);
    from[lane] = 1;
    forget_allocations();
    allocate_both(from, to);
    run(test_kernels("lanes"), "StoreIfAnyOf13", items(16), KernelObject(from.data(), to.data()));
    EXPECT_EQ(to, std::vector<int>(16, lane < 13)) << lane;
  }
}

TEST_F(MemoryKernels, registers_are_found_by_a_number_that_is_computed) {
  for (const int count : {0, 1, 33, 63}) {
    std::vector<float> from = pattern<float>(1024, 211, 5), to(1024);
    forget_allocations();
    allocate_both(from, to);
    run(test_kernels("lanes"), "IndexedRegisters", items(16), KernelObject(from.data(), count, to.data()));
    for (std::size_t item = 0; item < 16; ++item) {
      std::vector<float> values(from.begin() + static_cast<std::ptrdiff_t>(item) * 64,
                                from.begin() + static_cast<std::ptrdiff_t>(item) * 64 + 64);
      for (int i = 0; i < count; ++i)
        values[static_cast<std::size_t>(i)] = values[static_cast<std::size_t>(count - i)] + 1.0f;
      EXPECT_TRUE(std::equal(values.begin(), values.end(), to.begin() + static_cast<std::ptrdiff_t>(item) * 64));
    }
  }
}

TEST_F(MemoryKernels, halves_become_floats_where_a_computed_number_says) {
  for (const int first : {0, 1, 3}) {
    std::vector<half> from(256);
    for (std::size_t i = 0; i < from.size(); ++i)
      from[i] = half(static_cast<float>(i) - 100.5f);
    std::vector<float> to(16 * 320, -1.0f);
    forget_allocations();
    allocate_both(from, to);
    run(test_kernels("lanes"), "IndexedHalves", items(16), KernelObject(from.data(), first, to.data()));
    for (std::size_t item = 0; item < 16; ++item) {
      std::vector<float> expected(320);
      for (int i = 0; i < 16; ++i) {
        const float value = static_cast<float>(item * 16) + static_cast<float>(i) - 100.5f;
        const auto put = [&](int part, int place, float number) {
          expected[static_cast<std::size_t>(64 * part + place)] = number;
        };
        put(0, first + i, value);
        put(1, first + 2 * i, -value);
        if (i < 7)
          put(2, first + i, std::abs(value));
        put(3, (first + i / 4) * 8 + i % 4, value);
        if (i < 4)
          put(4, (first + i) * 8 + 3, value);
      }
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), to.begin() + static_cast<std::ptrdiff_t>(item) * 320))
          << first << " " << item;
    }
  }
}

TEST_F(MemoryKernels, items_go_five_ways) {
  std::vector<float> from{-1, 2, -3, 4, 9, 16, 25, 0, -0.0f, 1, 49, 64, 81, 100, 121, 144}, to(256);
  allocate_both(from, to);
  run(test_kernels("lanes"), "StoreByRemainder", items(16), KernelObject(from.data(), to.data()));
  for (std::size_t item = 0; item < 16; ++item)
    for (std::size_t i = 0; i < 16; ++i) {
      const float value = from[i], found = to[item * 16 + i];
      if (item % 5 == 3) { // the device's square root is not rounded correctly
        if (value >= 0)
          EXPECT_NEAR(found, std::sqrt(value), 2e-6 * std::sqrt(value));
        else
          EXPECT_TRUE(std::isnan(found)) << i;
        continue;
      }
      EXPECT_EQ(found, item % 5 == 0 ? value + 1 : item % 5 == 1 ? value * 2 : item % 5 == 2 ? std::abs(value) : value);
    }
}

// ---- launches -------------------------------------------------------------------------------------------------------
TEST_F(MemoryKernels, items_of_one_two_and_three_dimensions_know_where_they_are) {
  const auto result = [&](const char* kernel, const LaunchShape& shape) {
    std::vector<unsigned> to(128, 99);
    forget_allocations();
    allocate("to", to);
    run(test_kernels("ranges"), kernel, shape, KernelObject(to.data()));
    return to;
  };
  const auto expected = [](std::size_t count, auto value) {
    std::vector<unsigned> values(128, 99);
    for (std::size_t i = 0; i < count; ++i)
      values[i] = static_cast<unsigned>(value(i));
    return values;
  };
  EXPECT_EQ(result("Range1", items(7)), expected(7, [](std::size_t) { return 1; }));
  // x is the last dimension of SYCL.
  EXPECT_EQ(result("Range2", {.groups = {7, 5, 1}, .group_size = {1, 1, 1}}),
            expected(35, [](std::size_t) { return 2; }));
  EXPECT_EQ(result("Range2", {.groups = {1, 5, 1}, .group_size = {7, 1, 1}}),
            expected(35, [](std::size_t) { return 2; }));
  EXPECT_EQ(result("Range3", {.groups = {7, 1, 3}, .group_size = {1, 5, 1}}),
            expected(105, [](std::size_t i) { return i % 7; }));
  EXPECT_EQ(result("Groups2", {.groups = {4, 4, 1}, .group_size = {4, 2, 1}}),
            expected(128, [](std::size_t i) { return i % 16 % 4 * 3 + i / 16 / 2; }));
  EXPECT_EQ(result("Groups3", {.groups = {2, 2, 2}, .group_size = {4, 2, 1}}),
            expected(64, [](std::size_t i) { return i / 32 * 4 + i / 8 % 4 / 2 * 2 + i % 8 / 4; }));
  EXPECT_EQ(result("Once", items(1)), expected(1, [](std::size_t) { return 3; }));
  EXPECT_EQ(result("kernel_unsigned_short", items(1)), expected(1, [](std::size_t) { return 4; }));
}

TEST_F(MemoryKernels, variables_of_an_item_are_its_own) {
  std::vector<float> floats = pattern<float>(64);
  std::vector<int> integers{5, 2, 3, 4, 0, 0, 0, 0};
  allocate("floats", floats);
  allocate("integers", integers);
  const std::string source = test_kernels("private_variables");
  const std::vector<float> before = floats;
  run(source, "Anywhere", items(4), KernelObject(floats.data()));
  for (std::size_t i = 0; i < 64; ++i)
    EXPECT_EQ(floats[i], 2 * before[i]);
  run(source, "Bound", items(4), KernelObject(floats.data(), integers.data()));
  for (std::size_t i = 0; i < 64; ++i)
    EXPECT_EQ(floats[i], 2 * before[i] + 0.5f * static_cast<float>(3 + integers[i / 16]));
  run(source, "Calls", items(4), KernelObject(integers.data()));
  EXPECT_EQ(integers, (std::vector<int>{5, 2, 3, 4, 15, 16, 17, 18}));
  run(source, "Rows", items(4), KernelObject(integers.data()));
  EXPECT_EQ(integers, (std::vector<int>{5, 2, 3, 4, 3, 3, 3, 3}));
}

// Of OwnStructs ten groups of 32 threads: what a thread writes before the barrier is what it finds behind it.
TEST_F(MemoryKernels, arrays_in_private_memory_are_each_threads_own) {
  const std::string source = test_kernels("private_arrays");
  std::vector<int> values(1024), numbers(128);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = 1 + static_cast<int>((i * i + 70) % 599);
  std::vector<float> sums(320), rows(48 * 16);
  allocate("values", values, Writable::no);
  allocate("numbers", numbers);
  allocate("sums", sums);
  allocate("rows", rows);
  const auto last_with = [&](int value) {
    const auto count = static_cast<std::size_t>(values[0]);
    return count - 1 -
           static_cast<std::size_t>(std::find(values.rend() - values[0], values.rend(), value) -
                                    (values.rend() - values[0]));
  };
  const auto sum_of = [&](std::size_t me) {
    float sum = 0;
    for (std::size_t k = 0; k < 16; ++k) {
      const auto place = static_cast<std::size_t>(values[k + me] % 600);
      sum += 0.5f * static_cast<float>(place) + static_cast<float>(values[place] % 7 + static_cast<int>(me));
    }
    return sum;
  };
  for (const auto registers : {toolchain::RegisterFile::normal, toolchain::RegisterFile::large}) {
    for (auto* results : {&sums, &rows})
      std::ranges::fill(*results, -1.0f);
    run(source, "OwnArray", items(128), KernelObject(values.data(), numbers.data()), "bmg", registers);
    run(source, "OwnStructs", in_groups(10, 32), KernelObject(values.data(), sums.data()), "bmg", registers);
    run(source, "OwnVectors", items(48), KernelObject(values.data(), rows.data()), "bmg", registers);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      ASSERT_EQ(numbers[i], static_cast<int>(last_with(values[i % static_cast<std::size_t>(values[0])]) + i * 1000));
    for (std::size_t i = 0; i < sums.size(); ++i)
      ASSERT_EQ(sums[i], sum_of(i)) << i;
    for (std::size_t i = 0; i < rows.size(); ++i)
      ASSERT_EQ(rows[i], static_cast<float>(i % 16 * (127 * 64) + i / 16 * 128)) << i;
  }
}

} // namespace
} // namespace xeforge::emulator
