// Messages as compiled kernels send them: descriptors are those of real code, what they do is written down by hand.
#include "xeforge/emulator/memory/messages_for_test.hpp"

#include "xeforge/base/half.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <numeric>

namespace xeforge::emulator {
namespace {

template <class T>
std::vector<T> counting(std::size_t n, T first = 1) {
  std::vector<T> values(n);
  std::iota(values.begin(), values.end(), first);
  return values;
}
template <class T>
std::uint64_t address_of(const std::vector<T>& values, std::size_t element = 0) {
  return reinterpret_cast<std::uint64_t>(values.data() + element);
}

// ---- blocks ---------------------------------------------------------------------------------------------------------
TEST(messages, a_block_is_read_into_registers_one_element_after_another) {
  std::vector<std::uint64_t> values = counting<std::uint64_t>(40, 1000);
  SendingThread thread({.descriptor = 0x0240E780, .results = 4}); // load.ugm.d64x32t.a64
  thread.allocate("values", values);
  thread.set(address_register, 0, address_of(values, 5));
  EXPECT_EQ(thread.send(), Step::go_on);
  for (int i = 0; i < 32; ++i)
    EXPECT_EQ(thread.get<std::uint64_t>(result_register, i), 1005u + static_cast<unsigned>(i));
  EXPECT_EQ(thread.get<std::uint64_t>(result_register, 32), 0u);
  EXPECT_EQ(thread.counts[0].bytes_read, 256u);
}

TEST(messages, a_block_is_written_from_registers) {
  std::vector<std::uint32_t> values(16);
  SendingThread thread({.descriptor = 0x0200B584, .data = 1}); // store.ugm.d32x4t.a64
  thread.allocate("values", values);
  thread.set(address_register, 0, address_of(values, 3));
  for (int i = 0; i < 16; ++i)
    thread.set<std::uint32_t>(data_register, i, 70 + static_cast<unsigned>(i));
  thread.send();
  EXPECT_EQ(values, (std::vector<std::uint32_t>{0, 0, 0, 70, 71, 72, 73, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(thread.counts[0].bytes_written, 16u);
}

TEST(messages, a_number_in_the_instruction_is_added_to_the_address) {
  std::vector<std::uint32_t> values = counting<std::uint32_t>(64);
  SendingThread thread({.descriptor = 0x02109580, .extended = 0xffff8000, .results = 1}); // load.ugm.d32x2t.a64
  thread.allocate("values", values);
  thread.set(address_register, 0, address_of(values, 10));
  thread.send();
  EXPECT_EQ(thread.get<std::uint32_t>(result_register, 0), 9u);
  EXPECT_EQ(thread.get<std::uint32_t>(result_register, 1), 10u);
}

TEST(messages, a_message_that_is_off_touches_nothing) {
  SendingThread thread({.descriptor = 0x0240E780, .results = 4});
  EXPECT_EQ(thread.fault(0), "");
  EXPECT_EQ(thread.counts[0].executions, 0u);
}

// ---- lanes ----------------------------------------------------------------------------------------------------------
MessageForTest gather(std::uint32_t descriptor, int results, int lanes = 16) {
  return {.descriptor = descriptor | static_cast<std::uint32_t>(results) << 20,
          .lanes = lanes,
          .results = results,
          .addresses = lanes / 8};
}

TEST(messages, lanes_read_elements_into_registers_of_their_own_for_each_element) {
  std::vector<std::uint32_t> values = counting<std::uint32_t>(64);
  SendingThread thread(gather(0x04001580, 2)); // load.ugm.d32x2.a64
  thread.allocate("values", values);
  for (int lane = 0; lane < 16; ++lane) {
    thread.set(address_register, lane, address_of(values, static_cast<std::size_t>(3 * lane)));
    thread.set<std::uint32_t>(result_register, lane, 555);
  }
  thread.send(0xff0f);
  for (int lane = 0; lane < 16; ++lane) {
    const bool is_on = lane < 4 || lane >= 8;
    EXPECT_EQ(thread.get<std::uint32_t>(result_register, lane), is_on ? 1u + 3u * static_cast<unsigned>(lane) : 555u);
    EXPECT_EQ(thread.get<std::uint32_t>(result_register + 1, lane), is_on ? 2u + 3u * static_cast<unsigned>(lane) : 0u);
  }
  EXPECT_EQ(thread.counts[0].bytes_read, 96u);
}

TEST(messages, narrow_elements_are_widened_with_zeros_and_narrowed_again) {
  std::vector<std::uint8_t> bytes = counting<std::uint8_t>(64, 190);
  SendingThread load(gather(0x04000980, 1)); // load.ugm.d8u32.a64
  load.allocate("bytes", bytes);
  SendingThread store({.descriptor = 0x04000b84, .lanes = 16, .addresses = 2, .data = 1}); // store.ugm.d16u32.a64
  std::vector<std::uint16_t> words(64);
  store.allocate("words", words);
  for (int lane = 0; lane < 16; ++lane) {
    load.set(address_register, lane, address_of(bytes, static_cast<std::size_t>(lane)));
    load.set(result_register, lane, ~std::uint32_t{0});
    store.set(address_register, lane, address_of(words, static_cast<std::size_t>(2 * lane)));
    store.set(data_register, lane, 0xabcd0000u + static_cast<unsigned>(lane));
  }
  load.send();
  store.send();
  for (int lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(load.get<std::uint32_t>(result_register, lane), 190u + static_cast<unsigned>(lane));
    EXPECT_EQ(words[static_cast<std::size_t>(2 * lane)], lane);
    EXPECT_EQ(words[static_cast<std::size_t>(2 * lane + 1)], 0);
  }
}

TEST(messages, elements_may_go_to_the_upper_half) {
  std::vector<std::uint16_t> words = counting<std::uint16_t>(16);
  SendingThread thread(gather(0x04000d80, 1)); // load.ugm.d16u32h.a64
  thread.allocate("words", words);
  for (int lane = 0; lane < 16; ++lane)
    thread.set(address_register, lane, address_of(words, static_cast<std::size_t>(lane)));
  thread.send();
  EXPECT_EQ(thread.get<std::uint32_t>(result_register, 3), 4u << 16);
}

TEST(messages, components_of_four_are_chosen) {
  std::vector<std::uint32_t> values = counting<std::uint32_t>(80);
  SendingThread thread(gather(0x0400d582, 3)); // load_quad.ugm.d32.xzw.a64
  thread.allocate("values", values);
  for (int lane = 0; lane < 16; ++lane)
    thread.set(address_register, lane, address_of(values, static_cast<std::size_t>(4 * lane)));
  thread.send();
  for (int lane = 0; lane < 16; ++lane)
    for (const int component : {0, 2, 3})
      EXPECT_EQ(thread.get<std::uint32_t>(result_register + (component + 1) / 2, lane),
                static_cast<unsigned>(4 * lane + component + 1));
}

TEST(messages, messages_of_few_lanes_have_registers_for_sixteen) {
  std::vector<std::uint64_t> values = counting<std::uint64_t>(64);
  MessageForTest message = gather(0x04001780, 4, 8); // load.ugm.d64x2.a64
  SendingThread thread(message);
  thread.allocate("values", values);
  for (int lane = 0; lane < 8; ++lane)
    thread.set(address_register, lane, address_of(values, static_cast<std::size_t>(2 * lane)));
  thread.send();
  for (int lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(thread.get<std::uint64_t>(result_register, lane), 1u + 2u * static_cast<unsigned>(lane));
    EXPECT_EQ(thread.get<std::uint64_t>(result_register + 2, lane), 2u + 2u * static_cast<unsigned>(lane));
  }
}

// ---- memory that is not global --------------------------------------------------------------------------------------
TEST(messages, shared_local_memory_ends_where_the_kernel_says) {
  const MessageForTest store{
      .function = SharedFunction::slm, .descriptor = 0x02000504, .lanes = 16, .data = 1}; // store.slm.d32.a32
  SendingThread thread(store, 64);
  for (int lane = 0; lane < 16; ++lane)
    thread.set<std::uint32_t>(address_register, lane, 4 * static_cast<unsigned>(lane));
  EXPECT_EQ(thread.fault(), "");
  thread.set<std::uint32_t>(address_register, 9, 64);
  EXPECT_EQ(thread.fault(), "4 bytes at 0x40 are outside of the group's shared local memory, 64 bytes");
  EXPECT_EQ(thread.fault(0x1ff), "");
}

TEST(messages, scratch_memory_is_a_surface_of_the_thread) {
  MessageForTest message{.descriptor = 0x4240F500, .results = 4}; // load.ugm.d32x64t.a32.ss[a0.2]
  Program program = program_for_test(message);
  program.sends[0].extended.address_word = 2;
  program.instructions[0].sources[0].offset = -0x10000;
  const MessageFields fields = read_fields(program, program.sends[0], message.descriptor);
  EXPECT_EQ(fields.space, AddressSpace::scratch);
  EXPECT_EQ(fields.offset, -0x10000);
  EXPECT_EQ(fields.kind, toolchain::MessageKind::fill);
  EXPECT_EQ(fields.elements, 64);
  EXPECT_TRUE(fields.is_block);
}

// ---- faults ---------------------------------------------------------------------------------------------------------
TEST(messages, what_is_in_no_allocation_is_a_fault_that_names_the_nearest) {
  std::vector<std::uint64_t> values(32);
  SendingThread thread({.descriptor = 0x0240E780, .results = 4});
  thread.allocate("q.npy", values);
  thread.set(address_register, 0, address_of(values, 1));
  const std::string fault = thread.fault();
  EXPECT_NE(fault.find("256 bytes at 0x"), std::string::npos) << fault;
  EXPECT_NE(fault.find("are in no allocation: the nearest, q.npy (256 bytes), ends 248 bytes behind"),
            std::string::npos)
      << fault;
}

TEST(messages, global_messages_to_pointers_into_shared_local_memory_are_faults_that_say_so) {
  std::vector<std::uint64_t> values(32);
  SendingThread thread({.descriptor = 0x0240E780, .results = 4});
  thread.allocate("q.npy", values);
  thread.set(address_register, 0, std::uint64_t{0x4000'0000'0000'0040});
  const std::string fault = thread.fault();
  EXPECT_NE(fault.find("256 bytes at 0x4000000000000040: got a pointer into shared local memory"), std::string::npos)
      << fault;
}

TEST(messages, odd_addresses_and_writes_to_what_may_only_be_read_are_faults) {
  std::vector<std::uint32_t> values(32);
  SendingThread thread({.descriptor = 0x0200B584, .data = 1});
  thread.allocate("values", values, Writable::no);
  thread.set(address_register, 0, address_of(values) + 2);
  EXPECT_NE(thread.fault().find("is no multiple of the element's 4 bytes: align it, promise less"), std::string::npos);
  thread.set(address_register, 0, address_of(values));
  EXPECT_EQ(thread.fault(), "a write to values, which may only be read");
}

TEST(messages, what_is_not_known_is_refused) {
  const auto refusal = [](const MessageForTest& message) {
    const Program program = program_for_test(message);
    try {
      read_fields(program, program.sends[0], message.descriptor);
      return std::string();
    } catch (const Fault& fault) {
      return std::string(fault.what());
    }
  };
  for (const std::uint32_t operation : {0x01u, 0x05u, 0x1bu, 0x1cu, 0x1du, 0x1eu, 0x20u, 0x28u, 0x31u, 0x3fu})
    EXPECT_NE(refusal({.descriptor = 0x02101500 | operation, .results = 1}), "") << operation;
  EXPECT_NE(refusal({.descriptor = 0x0240EF80, .results = 4}).find("size of elements"), std::string::npos);
  EXPECT_NE(refusal({.descriptor = 0x0240E600, .results = 4}).find("unknown size"), std::string::npos);
  EXPECT_NE(refusal({.descriptor = 0x0240E680, .results = 4}).find("16 bits"), std::string::npos);
  EXPECT_NE(refusal({.descriptor = 0x2240E780, .results = 4}).find("bindless"), std::string::npos);
  EXPECT_NE(refusal({.descriptor = 0x6240E780, .extended = 0x03000000, .results = 4}).find("binding table"),
            std::string::npos);
  EXPECT_NE(refusal({.function = SharedFunction::tgm, .descriptor = 0x0240E780}).find("another unit"),
            std::string::npos);
  EXPECT_NE(refusal({.function = SharedFunction::gateway, .descriptor = 0x02000006}).find("gateway"),
            std::string::npos);
  EXPECT_NE(refusal({.descriptor = 0x0220E780, .results = 2}).find("4 are needed"), std::string::npos);
  EXPECT_NE(refusal({.descriptor = 0x02407580, .results = 4}).find("64 elements for each lane"), std::string::npos);
}

// ---- atomic operations ----------------------------------------------------------------------------------------------
struct AtomicCase {
  AtomicOperation operation;
  std::uint32_t before, first, second, after;
};
constexpr std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
constexpr std::uint32_t not_a_number = 0x7fc00000;

TEST(messages, atomic_operations_replace_what_was_there_and_give_it_back) {
  using enum AtomicOperation;
  for (const AtomicCase& each : {AtomicCase{increment, ~0u, 0, 0, 0},
                                 AtomicCase{decrement, 0, 0, 0, ~0u},
                                 AtomicCase{AtomicOperation::load, 7, 0, 0, 7},
                                 AtomicCase{store, 7, 9, 0, 9},
                                 AtomicCase{add, 7, ~0u, 0, 6},
                                 AtomicCase{subtract, 7, 9, 0, ~1u},
                                 AtomicCase{signed_minimum, 7, ~0u, 0, ~0u},
                                 AtomicCase{signed_maximum, 7, ~0u, 0, 7},
                                 AtomicCase{minimum, 7, ~0u, 0, 7},
                                 AtomicCase{maximum, 7, ~0u, 0, ~0u},
                                 AtomicCase{compare_exchange, 7, 7, 3, 3},
                                 AtomicCase{compare_exchange, 7, 3, 7, 7},
                                 AtomicCase{float_add, bits(1.5f), bits(0.25f), 0, bits(1.75f)},
                                 AtomicCase{float_subtract, bits(1.5f), bits(0.25f), 0, bits(1.25f)},
                                 AtomicCase{float_minimum, bits(-1.5f), bits(0.25f), 0, bits(-1.5f)},
                                 AtomicCase{float_minimum, not_a_number, bits(0.25f), 0, bits(0.25f)},
                                 AtomicCase{float_maximum, bits(-1.5f), bits(0.25f), 0, bits(0.25f)},
                                 AtomicCase{float_compare_exchange, bits(0.0f), bits(-0.0f), 5, 5},
                                 AtomicCase{float_compare_exchange, not_a_number, not_a_number, 5, not_a_number},
                                 AtomicCase{bit_and, 0b1100, 0b1010, 0, 0b1000},
                                 AtomicCase{bit_or, 0b1100, 0b1010, 0, 0b1110},
                                 AtomicCase{bit_xor, 0b1100, 0b1010, 0, 0b0110}}) {
    std::vector<std::uint32_t> values{1, each.before, 1};
    const auto number = 8 + static_cast<std::uint32_t>(each.operation);
    SendingThread thread({.descriptor = 0x04100580 | number, .lanes = 16, .results = 1, .addresses = 2, .data = 2});
    thread.allocate("values", values);
    thread.set(address_register, 5, address_of(values, 1));
    thread.set(data_register, 5, each.first);
    thread.set(data_register + 1, 5, each.second);
    EXPECT_EQ(thread.fault(1u << 5), "");
    EXPECT_EQ(values, (std::vector<std::uint32_t>{1, each.after, 1})) << number;
    EXPECT_EQ(thread.get<std::uint32_t>(result_register, 5), each.before) << number;
  }
}

TEST(messages, lanes_on_one_address_take_effect_one_after_another) {
  std::vector<std::uint64_t> values{100};
  SendingThread thread({.descriptor = 0x0420078c, .lanes = 16, .results = 2, .addresses = 2, .data = 2}); // iadd, d64
  thread.allocate("values", values);
  for (int lane = 0; lane < 16; ++lane) {
    thread.set(address_register, lane, address_of(values));
    thread.set<std::uint64_t>(data_register, lane, 2);
  }
  thread.send(0x0ff0);
  EXPECT_EQ(values[0], 116u);
  EXPECT_EQ(thread.get<std::uint64_t>(result_register, 4), 100u);
  EXPECT_EQ(thread.get<std::uint64_t>(result_register, 11), 114u);
}

TEST(messages, atomic_operations_on_halves_round_once) {
  std::vector<base::half> values{base::half(1.0f), base::half(2048.0f)};
  SendingThread thread(
      {.descriptor = 0x04100b93, .lanes = 16, .results = 1, .addresses = 2, .data = 1}); // fadd, d16u32
  thread.allocate("values", values);
  thread.set(address_register, 0, address_of(values, 1));
  thread.set<std::uint32_t>(data_register, 0, base::half(3.0f).bits());
  thread.send(1);
  EXPECT_EQ(static_cast<float>(values[1]), 2052.0f); // 2051 is between 2050 and 2052
  EXPECT_EQ(static_cast<float>(values[0]), 1.0f);
  EXPECT_EQ(thread.get<std::uint32_t>(result_register, 0), base::half(2048.0f).bits());
}

// ---- two-dimensional blocks -----------------------------------------------------------------------------------------
// A surface of words whose value tells where they are.
struct Surface {
  int columns, rows, pitch; // elements
  alignas(64) std::vector<std::uint32_t> room;
  std::uint64_t base;

  Surface(int columns_, int rows_, int pitch_)
      : columns(columns_), rows(rows_), pitch(pitch_), room(static_cast<std::size_t>(pitch_ * rows_ + 32)) {
    base = (address_of(room) + 63) / 64 * 64;
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < pitch; ++x)
        element(x, y) = static_cast<std::uint32_t>(1000 * (y + 1) + x);
  }
  std::uint32_t& element(int x, int y) {
    return reinterpret_cast<std::uint32_t*>(base)[static_cast<std::ptrdiff_t>(y) * pitch + x];
  }
  std::uint32_t read(int x, int y) { return x < 0 || y < 0 || x >= columns || y >= rows ? 0 : element(x, y); }
};

void point_to(SendingThread& thread, const Surface& surface, int element_bytes, int x, int y, int width, int height,
              int count = 1) {
  thread.set(address_register, 0, surface.base);
  const int unit = 4 / element_bytes; // surfaces hold words
  const std::uint32_t words[] = {static_cast<std::uint32_t>(surface.columns * 4 - 1),
                                 static_cast<std::uint32_t>(surface.rows - 1),
                                 static_cast<std::uint32_t>(surface.pitch * 4 - 1),
                                 static_cast<std::uint32_t>(x * unit),
                                 static_cast<std::uint32_t>(y),
                                 static_cast<std::uint32_t>((width - 1) | (height - 1) << 8 | (count - 1) << 16)};
  for (int i = 0; i < 6; ++i)
    thread.set(address_register, 2 + i, words[i]);
}

struct BlockCoordinates {
  int x, y;
};
constexpr BlockCoordinates coordinates[] = {{0, 0}, {8, 3}, {-4, -2}, {20, 5}, {12, -1}, {16, 8}, {100, 0}, {0, 100}};

TEST(messages, two_blocks_of_words_come_row_by_row_and_zeros_from_outside) {
  Surface surface(24, 10, 32);
  for (const BlockCoordinates block_at : coordinates) {
    SendingThread thread({.descriptor = 0x02800403, .results = 8}); // load_block2d.ugm.d32.a64, 2 x 8x8
    thread.allocate("surface", surface.room);
    point_to(thread, surface, 4, block_at.x, block_at.y, 8, 8, 2);
    thread.set<std::uint32_t>(result_register, 5, 77);
    EXPECT_EQ(thread.fault(), "");
    for (int block = 0; block < 2; ++block)
      for (int y = 0; y < 8; ++y)
        for (int x = 0; x < 8; ++x)
          EXPECT_EQ(thread.get<std::uint32_t>(result_register, block * 64 + y * 8 + x),
                    surface.read(block_at.x + 8 * block + x, block_at.y + y))
              << block_at.x << " " << block_at.y;
  }
}

TEST(messages, a_transposed_block_comes_column_by_column) {
  Surface surface(24, 10, 32);
  for (const BlockCoordinates block_at : coordinates) {
    SendingThread thread({.descriptor = 0x02808403, .results = 8}); // load_block2d.ugm.d32t.a64
    thread.allocate("surface", surface.room);
    point_to(thread, surface, 4, block_at.x, block_at.y, 8, 16);
    EXPECT_EQ(thread.fault(), "");
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 8; ++x)
        EXPECT_EQ(thread.get<std::uint32_t>(result_register, x * 16 + y), surface.read(block_at.x + x, block_at.y + y));
  }
}

TEST(messages, a_transformed_block_packs_two_rows_of_halves) {
  Surface surface(24, 10, 32);
  const auto half_of = [&](int x, int y) {
    return static_cast<std::uint16_t>(surface.read(x >> 1, y) >> (x & 1 ? 16 : 0));
  };
  for (const BlockCoordinates block_at : coordinates) {
    SendingThread thread({.descriptor = 0x02800283, .results = 8}); // load_block2d.ugm.d16v.a64, 16x16
    thread.allocate("surface", surface.room);
    point_to(thread, surface, 2, block_at.x, block_at.y, 16, 16);
    EXPECT_EQ(thread.fault(), "");
    for (int y = 0; y < 16; ++y)
      for (int x = 0; x < 16; ++x)
        EXPECT_EQ(thread.get<std::uint16_t>(result_register, y / 2 * 32 + 2 * x + y % 2),
                  half_of(2 * block_at.x + x, block_at.y + y));
  }
}

TEST(messages, rows_of_odd_lengths_are_a_power_of_two_apart) {
  Surface surface(24, 10, 32);
  SendingThread thread({.descriptor = 0x02400403, .results = 4}); // 3 rows of 5 words
  thread.allocate("surface", surface.room);
  for (int i = 0; i < 64; ++i)
    thread.set<std::uint32_t>(result_register, i, 9);
  point_to(thread, surface, 4, 2, 1, 5, 3);
  EXPECT_EQ(thread.fault(), "");
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x)
      EXPECT_EQ(thread.get<std::uint32_t>(result_register, y * 8 + x),
                x < 5 && y < 3 ? surface.read(2 + x, 1 + y) : 0u);
  EXPECT_EQ(thread.get<std::uint32_t>(result_register, 32), 9u); // two registers, no more
}

TEST(messages, the_place_of_a_block_is_moved_by_numbers_in_the_instruction) {
  Surface surface(24, 10, 32);
  SendingThread thread({.descriptor = 0x02400403, .extended = 0xff408000, .results = 4}); // [A+(8,-3)]
  thread.allocate("surface", surface.room);
  point_to(thread, surface, 4, 2, 4, 8, 8);
  EXPECT_EQ(thread.fault(), "");
  EXPECT_EQ(thread.get<std::uint32_t>(result_register, 0), surface.read(10, 1));
}

TEST(messages, what_a_store_puts_outside_of_the_surface_is_dropped) {
  for (const BlockCoordinates block_at : coordinates) {
    Surface surface(24, 10, 32), untouched(24, 10, 32);
    SendingThread thread({.descriptor = 0x02000407, .data = 4}); // store_block2d.ugm.d32.a64, 8x8
    thread.allocate("surface", surface.room);
    point_to(thread, surface, 4, block_at.x, block_at.y, 8, 8);
    for (int i = 0; i < 64; ++i)
      thread.set<std::uint32_t>(data_register, i, 100000 + static_cast<unsigned>(i));
    EXPECT_EQ(thread.fault(), "");
    for (int y = 0; y < 10; ++y)
      for (int x = 0; x < 32; ++x) {
        const int column = x - block_at.x, row = y - block_at.y;
        const bool is_written = x < 24 && column >= 0 && column < 8 && row >= 0 && row < 8;
        EXPECT_EQ(surface.element(x, y),
                  is_written ? 100000u + static_cast<unsigned>(8 * row + column) : untouched.element(x, y));
      }
  }
}

TEST(messages, surfaces_and_blocks_that_the_hardware_does_not_take_are_faults) {
  Surface surface(24, 10, 32);
  const auto fault_with = [&](const std::function<void(SendingThread&)>& spoil, std::uint32_t descriptor = 0x02400403) {
    SendingThread thread({.descriptor = descriptor, .results = 4});
    thread.allocate("surface", surface.room);
    point_to(thread, surface, 4, 0, 0, 8, 8);
    spoil(thread);
    return thread.fault();
  };
  EXPECT_EQ(fault_with([](SendingThread&) {}), "");
  const auto word = [](int index, std::uint32_t value) {
    return [=](SendingThread& thread) { thread.set(address_register, index, value); };
  };
  EXPECT_NE(fault_with(word(0, static_cast<std::uint32_t>(surface.base) + 4)).find("modulo 64"), std::string::npos);
  EXPECT_NE(fault_with(word(2, 31)).find("width of the surface"), std::string::npos);
  EXPECT_NE(fault_with(word(4, 71)).find("pitch of the surface"), std::string::npos);
  EXPECT_NE(fault_with(word(7, 31)).find("at most 64 bytes"), std::string::npos);
  EXPECT_NE(fault_with(word(7, 7 | 40 << 8)).find("at most 32 rows"), std::string::npos);
  EXPECT_NE(fault_with(word(7, 7 | 31 << 8)).find("in a message for 4 registers"), std::string::npos);
  EXPECT_NE(fault_with(word(7, 7 | 7 << 8 | 2 << 16)).find("1, 2 or 4 blocks"), std::string::npos);
  // Larger than the allocation: only what is touched counts.
  EXPECT_EQ(fault_with(word(3, 1000)), "");
  EXPECT_NE(fault_with([&](SendingThread& thread) {
              word(3, 1000)(thread);
              word(6, 500)(thread);
            }).find("in no allocation"),
            std::string::npos);
}

} // namespace
} // namespace xeforge::emulator
