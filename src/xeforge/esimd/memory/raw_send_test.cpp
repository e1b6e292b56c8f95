// T35: raw messages give what the functions give that stand for the same message.
#include "xeforge/esimd/memory/memory_testing.hpp"
#include "xeforge/esimd/memory/raw_send.hpp"

#include "xeforge/base/error.hpp"

namespace xeforge::esimd {
namespace {

using namespace testing;

constexpr std::uint8_t one_lane = 0, sixteen_lanes = 4, global = 0xf, slm = 0xe, gateway = 3;

// The fields of a descriptor that matter here.
struct Descriptor {
  std::uint32_t opcode, size = 2, count = 0, transposed = 0, wide_addresses = 1, transformed = 0;
  std::uint32_t word() const {
    const std::uint32_t addresses = opcode == 3 || opcode == 7 ? transformed << 7 : wide_addresses ? 3u << 7 : 2u << 7;
    return opcode | addresses | size << 9 | count << 12 | transposed << 15;
  }
};

simd<std::uint64_t, 16> addresses_of(const void* base, std::uint64_t step) {
  return simd<std::uint64_t, 16>(reinterpret_cast<std::uint64_t>(base), step);
}

// A matrix of rows of 64 bytes, and the payload for a block of it.
struct Surface {
  std::array<std::uint16_t, 16 * 32> elements;
  Surface() {
    for (std::size_t i = 0; i < elements.size(); ++i)
      elements[i] = static_cast<std::uint16_t>(i + 1);
  }
  simd<std::uint32_t, 16> payload(int x, int y, std::uint32_t width, std::uint32_t height, std::uint32_t count) const {
    simd<std::uint32_t, 16> words(0u);
    words.select<2, 1>(0).bit_cast_view<std::uint64_t>() = reinterpret_cast<std::uint64_t>(elements.data());
    words[2] = 63;
    words[3] = 15;
    words[4] = 63;
    words[5] = static_cast<std::uint32_t>(x);
    words[6] = static_cast<std::uint32_t>(y);
    words[7] = (width - 1) | (height - 1) << 8 | (count - 1) << 16;
    return words;
  }
  std::uint16_t at(int row, int column) const {
    return row < 0 || row >= 16 || column < 0 || column >= 32 ? 0
                                                              : elements[static_cast<std::size_t>(row * 32 + column)];
  }
};

TEST(RawSend, T23_T35_a_two_dimensional_load_fills_registers_and_no_more_than_the_destination) {
  const Surface surface;
  const auto payload = surface.payload(28, -2, 8, 4, 1);
  const Descriptor plain{.opcode = 3, .size = 1};
  // 4 rows of 8 elements are one register; the destination has two.
  const simd<std::uint16_t, 64> old(7);
  const auto got = elements(raw_send(old, payload, 0, plain.word(), one_lane, global, 1, 1));
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 8; ++column)
      EXPECT_EQ(got[static_cast<std::size_t>(row * 8 + column)], surface.at(row - 2, column + 28));
  for (std::size_t i = 32; i < 64; ++i)
    EXPECT_EQ(got[i], 7);
  // The descriptor may promise more registers than the program has.
  const auto half_of_it = elements(
      raw_send(simd<std::uint16_t, 16>(9), surface.payload(0, 0, 8, 4, 1), 0, plain.word(), one_lane, global, 1, 31));
  EXPECT_EQ(half_of_it[15], surface.at(1, 7));
}

TEST(RawSend, T23_two_dimensional_loads_pad_transpose_and_transform) {
  const Surface surface;
  const Descriptor plain{.opcode = 3, .size = 1}, transformed{.opcode = 3, .size = 1, .transformed = 1};
  const Descriptor transposed{.opcode = 3, .size = 2, .transposed = 1};
  // Two blocks of 3 rows of 6 elements: rows are padded to 8 elements, blocks to 64 bytes.
  const auto two = elements(
      raw_send(simd<std::uint16_t, 64>(0), surface.payload(1, 2, 6, 3, 2), 0, plain.word(), one_lane, global, 1, 2));
  for (int block = 0; block < 2; ++block)
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 6; ++column)
        EXPECT_EQ(two[static_cast<std::size_t>(block * 32 + row * 8 + column)],
                  surface.at(row + 2, column + 1 + block * 6));
  const auto pairs = elements(raw_send(simd<std::uint16_t, 32>(0), surface.payload(4, 1, 8, 4, 1), 0,
                                       transformed.word(), one_lane, global, 1, 1));
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 8; ++column)
      EXPECT_EQ(pairs[static_cast<std::size_t>(row / 2 * 16 + column * 2 + row % 2)], surface.at(row + 1, column + 4));
  const auto columns = elements(raw_send(simd<std::uint32_t, 16>(0), surface.payload(3, 5, 4, 4, 1), 0,
                                         transposed.word(), one_lane, global, 1, 1));
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column)
      EXPECT_EQ(columns[static_cast<std::size_t>(column * 4 + row)],
                surface.at(row + 5, 2 * column + 6) + (std::uint32_t{surface.at(row + 5, 2 * column + 7)} << 16));
}

TEST(RawSend, T23_T24_a_two_dimensional_store_stays_on_the_surface_and_a_prefetch_touches_nothing) {
  Surface surface;
  const Surface before;
  const Descriptor store{.opcode = 7, .size = 1}, load{.opcode = 3, .size = 1};
  const simd<std::uint16_t, 32> values(1000, 1);
  raw_sends(surface.payload(30, 14, 8, 4, 1), values, 0, store.word(), one_lane, global, 1, 1);
  for (int row = 0; row < 16; ++row)
    for (int column = 0; column < 32; ++column)
      EXPECT_EQ(surface.at(row, column),
                row >= 14 && column >= 30 ? 1000 + (row - 14) * 8 + column - 30 : before.at(row, column));
  simd<std::uint32_t, 16> nowhere = surface.payload(0, 0, 8, 4, 1);
  nowhere.select<2, 1>(0) = 0u;
  raw_send(nowhere, 0, load.word(), one_lane, global, 1);
}

TEST(RawSend, T20_T35_atomics_by_lane_with_and_without_result) {
  std::array<std::uint32_t, 16> counters{};
  const auto addresses = addresses_of(counters.data(), 4);
  const simd<std::uint32_t, 16> values(1, 1);
  const simd_mask<16> odd(simd<std::uint16_t, 16>(0, 1) & 1);
  const Descriptor add{.opcode = 12};
  raw_sends(addresses, values, 0, add.word(), sixteen_lanes, global, 2, 1, 0, 0, odd);
  const auto old = elements(raw_sends(simd<std::uint32_t, 16>(77), addresses, values, 0, add.word(), sixteen_lanes,
                                      global, 2, 1, 1, 0, 0, odd));
  for (std::uint32_t lane = 0; lane < 16; ++lane) {
    EXPECT_EQ(counters[lane], lane % 2 ? 2 * (lane + 1) : 0u);
    EXPECT_EQ(old[lane], lane % 2 ? lane + 1 : 77u);
  }
  // All lanes on one float, with the description as template arguments.
  float sum = 0.5f;
  const Descriptor add_float{.opcode = 19}, maximum{.opcode = 22}, exchange{.opcode = 18};
  raw_sends<sixteen_lanes, global, 2, 1>(addresses_of(&sum, 0), simd<float, 16>(2.0f), 0, add_float.word());
  EXPECT_EQ(sum, 32.5f);
  raw_sends<sixteen_lanes, global, 2, 1>(addresses_of(&sum, 0), simd<float, 16>(10.0f, 3.0f), 0, maximum.word());
  EXPECT_EQ(sum, 55.0f);
  // 16-bit elements have a 32-bit lane each.
  std::array<half, 16> halves;
  halves.fill(half(1.0f));
  simd<half, 32> lanes(half(0.0f));
  lanes.select<16, 2>(0) = simd<half, 16>(half(0.0f), half(1.0f));
  raw_sends<sixteen_lanes, global, 2, 1>(addresses_of(halves.data(), 2), lanes, 0,
                                         Descriptor{.opcode = 19, .size = 5}.word());
  EXPECT_EQ(float(halves[15]), 16.0f);
  // Expected values first, new ones in the next register.
  counters.fill(5);
  simd<std::uint32_t, 32> both(5);
  both.select<16, 1>(16) = 9u;
  both[3] = 6;
  raw_sends<sixteen_lanes, global, 2, 2>(addresses, both, 0, exchange.word());
  EXPECT_EQ(counters[2], 9u);
  EXPECT_EQ(counters[3], 5u);
}

TEST(RawSend, loads_and_stores_by_lane_and_in_blocks_in_both_memories) {
  std::array<std::uint32_t, 64> memory;
  for (std::uint32_t i = 0; i < 64; ++i)
    memory[i] = i;
  // Two elements for each lane: the second ones are a register on.
  const Descriptor pairs{.opcode = 0, .count = 1}, bytes{.opcode = 0, .size = 4};
  const auto got = elements(raw_send(simd<std::uint32_t, 32>(0), addresses_of(memory.data(), 16), 0, pairs.word(),
                                     sixteen_lanes, global, 2, 2));
  EXPECT_EQ(got[5], 20u);
  EXPECT_EQ(got[16 + 5], 21u);
  const auto widened = elements(raw_send(simd<std::uint32_t, 16>(0), addresses_of(memory.data(), 4), 0, bytes.word(),
                                         sixteen_lanes, global, 2, 1));
  EXPECT_EQ(widened[9], 9u);
  const Descriptor block{.opcode = 0, .count = 5, .transposed = 1};
  simd<std::uint64_t, 8> address(0);
  address[0] = reinterpret_cast<std::uint64_t>(memory.data() + 32);
  EXPECT_EQ(elements(raw_send(simd<std::uint32_t, 16>(0), address, 0, block.word(), one_lane, global, 1, 1))[15], 47u);

  GroupOfOne group(256);
  const Descriptor store{.opcode = 4, .wide_addresses = 0}, load{.opcode = 0, .wide_addresses = 0};
  const simd<std::uint32_t, 16> offsets(0, 16), values(500, 1);
  raw_sends(offsets, values, 0, store.word(), sixteen_lanes, slm, 1, 1);
  EXPECT_EQ(slm_scalar_load<std::uint32_t>(48), 503u);
  EXPECT_EQ(elements(raw_send(simd<std::uint32_t, 16>(0), offsets, 0, load.word(), sixteen_lanes, slm, 1, 1)),
            elements(values));
  EXPECT_THROW(raw_sends(offsets * 16u, values, 0, store.word(), sixteen_lanes, slm, 1, 1), Error);
}

TEST(RawSend, T29_a_message_to_the_gateway_signals_a_named_barrier) {
  static machine::NamedBarrierSignal seen;
  seen = {};
  static constexpr machine::GroupSynchronisation synchronisation{
      nullptr, nullptr, [](machine::HardwareThread&, const machine::NamedBarrierSignal& signal) { seen = signal; },
      nullptr, nullptr};
  machine::HardwareThread thread;
  thread.synchronisation = &synchronisation;
  machine::set_this_thread(&thread);
  simd<std::uint32_t, 16> payload(0u);
  payload[2] = 5u | 2u << 14 | 8u << 16 | 24u << 24;
  raw_send(payload, 0, 0x2000004, one_lane, gateway, 1);
  machine::set_this_thread(nullptr);
  EXPECT_EQ(seen.barrier, 5u);
  EXPECT_EQ(seen.mode, 2u);
  EXPECT_EQ(seen.producers, 8u);
  EXPECT_EQ(seen.consumers, 24u);
}

// Wrappers of libraries name types and lengths, and give views.
TEST(RawSend, element_types_and_lengths_may_be_named_and_operands_be_views) {
  std::array<float, 16> memory;
  memory.fill(1.5f);
  simd<std::uint64_t, 16> addresses = addresses_of(memory.data(), 4);
  simd<float, 32> values(0.25f, 1);
  const Descriptor add{.opcode = 19}, load{.opcode = 0};
  simd<std::uint32_t, 16> got(0u);
  const auto bits = values.bit_cast_view<std::uint32_t>();
  got = raw_sends<std::uint32_t, 16, std::uint64_t, 16, std::uint32_t, 16>(
      got.bit_cast_view<std::uint32_t>(), addresses, bits.select<16, 1>(16), 0, add.word(), sixteen_lanes, global, 2, 1,
      1, 0, 0, simd_mask<16>(1));
  raw_sends<std::uint64_t, 16u, std::uint32_t, 16u>(addresses, bits.select<16, 1>(0), 0, add.word(), sixteen_lanes,
                                                    global, 2, 1, 0, 0, simd_mask<16>(1));
  for (int lane = 0; lane < 16; ++lane) {
    const auto place = static_cast<std::size_t>(lane);
    EXPECT_EQ(elements(got.bit_cast_view<float>().read())[place], 1.5f);
    EXPECT_EQ(memory[place], 1.5f + 0.25f + static_cast<float>(lane) + 16.25f + static_cast<float>(lane));
  }
  simd<float, 16> back;
  back.bit_cast_view<std::uint32_t>() =
      raw_send<std::uint32_t, 16>(back.bit_cast_view<std::uint32_t>(), addresses.bit_cast_view<std::uint64_t>().read(),
                                  0, load.word(), sixteen_lanes, global, 2, 1, 0, 0, simd_mask<16>(1));
  raw_send<std::uint64_t, 16>(addresses.bit_cast_view<std::uint64_t>(), 0, load.word(), sixteen_lanes, global, 2);
  for (std::size_t lane = 0; lane < 16; ++lane)
    EXPECT_EQ(elements(back)[lane], memory[lane]);
}

TEST(RawSend, other_messages_are_refused_in_words) {
  const simd<std::uint32_t, 16> registers(0u);
  try {
    raw_send(registers, 0, 0x0210b0ff, sixteen_lanes, 0xc, 1);
    ADD_FAILURE() << "a message to unit 12 was taken";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "raw_send: got a message to unit 12 with descriptor 34648319; expected loads, stores, "
                 "prefetches and atomics of units 14 and 15, and the signal to a named barrier of unit 3");
  }
  EXPECT_THROW(raw_send(registers, 0, Descriptor{.opcode = 31}.word(), one_lane, global, 1), Error);
}

} // namespace
} // namespace xeforge::esimd
