// Host port: raw messages. What a message does is read from its descriptor, as the hardware does it: loads, stores,
// prefetches and atomics by lane or in blocks, two-dimensional blocks, and signals to named barriers. Anything else is
// refused by name. Data come and go in registers of 64 bytes.
#pragma once

#include "xeforge/esimd/memory/raw_message.hpp"
#include "xeforge/esimd/port/host/atomics.hpp"
#include "xeforge/esimd/port/host/group.hpp"

#include <concepts>
#include <cstring>

namespace xeforge::esimd {
namespace XEFORGE_PORT {
inline namespace XEFORGE_TARGET {
namespace detail {

inline constexpr std::uint8_t unit_gateway = 3, unit_slm = 0xe, unit_global = 0xf;
inline constexpr std::size_t register_bytes = 64;

constexpr std::size_t whole_registers(std::size_t bytes) {
  return (bytes + register_bytes - 1) / register_bytes * register_bytes;
}
constexpr std::size_t power_of_two_from(std::size_t count) {
  std::size_t power = 1;
  while (power < count)
    power *= 2;
  return power;
}

// The registers of a message as bytes. The result has the size of the program's destination: no more than that is
// written, whatever the descriptor says, and bytes that the message does not write keep their values.
struct RawMessage {
  MessageShape shape;
  std::uint32_t descriptor;
  std::uint32_t on; // a bit for each lane
  const std::byte *source0, *source1;
  std::size_t source0_bytes, source1_bytes;
  std::byte* result;
  std::size_t result_bytes;

  std::uint32_t bits(int high, int low) const { return descriptor >> low & ((2u << (high - low)) - 1); }
  std::uint32_t opcode() const { return bits(5, 0); }
  int lanes() const { return 1 << shape.lanes_code; }
  bool has_result() const { return result_bytes != 0 && shape.result_registers != 0; }

  template <class Word>
  Word word(std::size_t place) const {
    Word value{};
    if ((place + 1) * sizeof(Word) <= source0_bytes)
      std::memcpy(&value, source0 + place * sizeof(Word), sizeof(Word));
    return value;
  }
  void read_data(void* to, std::size_t place, std::size_t bytes) const {
    if (place + bytes <= source1_bytes)
      std::memcpy(to, source1 + place, bytes);
    else
      std::memset(to, 0, bytes);
  }
  void write_result(std::size_t place, const void* from, std::size_t bytes) const {
    if (place + bytes <= result_bytes)
      std::memcpy(result + place, from, bytes);
  }
};

[[noreturn]] inline void refuse_message(const RawMessage& message) {
  machine::refuse_message(message.shape.unit, message.descriptor);
}

// ---- one value for each lane, or several values from one address ----------------------------------------------------
// How elements lie in memory and in registers.
struct RawElements {
  std::size_t memory_bytes, register_bytes, shift; // shift: bytes below the value in its register lane
  int count;                                       // for each address
  bool transposed;                                 // one address, its elements one after another

  static RawElements of(const RawMessage& message) {
    constexpr std::uint8_t in_memory[8] = {1, 2, 4, 8, 1, 2, 2, 0}, in_register[8] = {1, 2, 4, 8, 4, 4, 4, 0};
    constexpr int counts[8] = {1, 2, 3, 4, 8, 16, 32, 64};
    const std::uint32_t size = message.bits(11, 9);
    return {in_memory[size], in_register[size], size == 6 ? 2u : 0u, counts[message.bits(14, 12)],
            message.bits(15, 15) != 0};
  }
  // Where element e of a lane is in the registers.
  std::size_t place(int lane, int element, int lanes) const {
    if (transposed)
      return static_cast<std::size_t>(element) * register_bytes;
    const std::size_t row = static_cast<std::size_t>(lanes) * register_bytes;
    return static_cast<std::size_t>(element) * (count > 1 ? whole_registers(row) : row) +
           static_cast<std::size_t>(lane) * register_bytes;
  }
};

// The address of a lane, checked where it is in shared local memory.
inline std::byte* lane_address(const RawMessage& message, int lane, std::size_t bytes) {
  constexpr std::uint32_t address_of_64_bits = 3;
  const auto place = static_cast<std::size_t>(lane);
  const std::uint64_t address = message.bits(8, 7) == address_of_64_bits ? message.word<std::uint64_t>(place)
                                                                         : message.word<std::uint32_t>(place);
  if (message.shape.unit == unit_slm)
    return slm_address(address, bytes);
  return reinterpret_cast<std::byte*>(address);
}

// Calls access(address, lane) for every lane that is on.
template <class Access>
void for_message_lanes(const RawMessage& message, const RawElements& elements, Access access) {
  const int lanes = elements.transposed ? 1 : message.lanes();
  for (int lane = 0; lane < lanes; ++lane)
    if (message.on >> lane & 1)
      access(lane_address(message, lane, elements.memory_bytes * static_cast<std::size_t>(elements.count)), lane);
}

inline void send_load(const RawMessage& message) {
  if (!message.has_result())
    return; // a prefetch
  const RawElements elements = RawElements::of(message);
  for_message_lanes(message, elements, [&](const std::byte* address, int lane) {
    for (int e = 0; e < elements.count; ++e) {
      std::byte value[8] = {};
      std::memcpy(value + elements.shift, address + static_cast<std::size_t>(e) * elements.memory_bytes,
                  elements.memory_bytes);
      message.write_result(elements.place(lane, e, message.lanes()), value, elements.register_bytes);
    }
  });
}
inline void send_store(const RawMessage& message) {
  const RawElements elements = RawElements::of(message);
  for_message_lanes(message, elements, [&](std::byte* address, int lane) {
    for (int e = 0; e < elements.count; ++e) {
      std::byte value[8];
      message.read_data(value, elements.place(lane, e, message.lanes()), elements.register_bytes);
      std::memcpy(address + static_cast<std::size_t>(e) * elements.memory_bytes, value + elements.shift,
                  elements.memory_bytes);
    }
  });
}

// ---- atomics --------------------------------------------------------------------------------------------------------
template <class Bits, class Number>
Bits raw_atomic(std::uint32_t opcode, Bits* address, Bits first, Bits second, const RawMessage& message) {
  switch (opcode) {
  case 8:
    return atomic_lane<atomic_op::inc, Bits>(address, first, second);
  case 9:
    return atomic_lane<atomic_op::dec, Bits>(address, first, second);
  case 10:
    return atomic_lane<atomic_op::load, Bits>(address, first, second);
  case 11:
    return atomic_lane<atomic_op::store, Bits>(address, first, second);
  case 12:
    return atomic_lane<atomic_op::add, Bits>(address, first, second);
  case 13:
    return atomic_lane<atomic_op::sub, Bits>(address, first, second);
  case 14:
    return atomic_lane<atomic_op::smin, Bits>(address, first, second);
  case 15:
    return atomic_lane<atomic_op::smax, Bits>(address, first, second);
  case 16:
    return atomic_lane<atomic_op::umin, Bits>(address, first, second);
  case 17:
    return atomic_lane<atomic_op::umax, Bits>(address, first, second);
  case 18: // the message has the expected value first
    return atomic_lane<atomic_op::cmpxchg, Bits>(address, second, first);
  case 19:
    return atomic_lane<atomic_op::fadd, Number>(address, first, second);
  case 20:
    return atomic_lane<atomic_op::fsub, Number>(address, first, second);
  case 21:
    return atomic_lane<atomic_op::fmin, Number>(address, first, second);
  case 22:
    return atomic_lane<atomic_op::fmax, Number>(address, first, second);
  case 23:
    return atomic_lane<atomic_op::fcmpxchg, Number>(address, second, first);
  case 24:
    return atomic_lane<atomic_op::bit_and, Bits>(address, first, second);
  case 25:
    return atomic_lane<atomic_op::bit_or, Bits>(address, first, second);
  case 26:
    return atomic_lane<atomic_op::bit_xor, Bits>(address, first, second);
  default:
    refuse_message(message);
  }
}

template <class Bits, class Number>
void send_atomic(const RawMessage& message) {
  const RawElements elements = RawElements::of(message);
  const std::size_t second = whole_registers(static_cast<std::size_t>(message.lanes()) * elements.register_bytes);
  for_message_lanes(message, elements, [&](std::byte* address, int lane) {
    const std::size_t place = elements.place(lane, 0, message.lanes());
    Bits a = 0, b = 0;
    message.read_data(&a, place, sizeof(a));
    message.read_data(&b, second + place, sizeof(b));
    const Bits old = raw_atomic<Bits, Number>(message.opcode(), reinterpret_cast<Bits*>(address), a, b, message);
    std::byte value[8] = {};
    std::memcpy(value, &old, sizeof(old));
    if (message.has_result())
      message.write_result(place, value, elements.register_bytes);
  });
}

// ---- two-dimensional blocks -----------------------------------------------------------------------------------------
// The surface and the blocks, from the 16 words of the payload.
struct RawBlock2d {
  std::uint64_t base;
  std::int64_t width, height, pitch, x, y; // bytes, rows, bytes, elements, rows
  std::size_t columns, rows, count, element_bytes;
  enum class Order { plain, transposed, transformed } order;

  static RawBlock2d of(const RawMessage& message) {
    const std::uint32_t shape = message.word<std::uint32_t>(7);
    return {message.word<std::uint64_t>(0),
            std::int64_t{message.word<std::uint32_t>(2)} + 1,
            std::int64_t{message.word<std::uint32_t>(3)} + 1,
            std::int64_t{message.word<std::uint32_t>(4)} + 1,
            message.word<std::int32_t>(5),
            message.word<std::int32_t>(6),
            (shape & 0xff) + 1,
            (shape >> 8 & 0xff) + 1,
            (shape >> 16 & 0xf) + 1,
            std::size_t{1} << message.bits(11, 9),
            message.bits(15, 15) != 0 ? Order::transposed
            : message.bits(7, 7) != 0 ? Order::transformed
                                      : Order::plain};
  }

  // Rows, columns and groups of rows are padded to a power of two in registers, blocks to whole registers.
  std::size_t block_bytes() const {
    const std::size_t group = order == Order::transformed ? 4 / element_bytes : 1;
    const std::size_t elements = order == Order::transposed
                                     ? columns * power_of_two_from(rows)
                                     : (rows + group - 1) / group * group * power_of_two_from(columns);
    return whole_registers(elements * element_bytes);
  }
  std::size_t place(std::size_t block, std::size_t row, std::size_t column) const {
    std::size_t element = row * power_of_two_from(columns) + column;
    if (order == Order::transposed)
      element = column * power_of_two_from(rows) + row;
    else if (order == Order::transformed) {
      const std::size_t group = 4 / element_bytes;
      element = row / group * power_of_two_from(columns) * group + column * group + row % group;
    }
    return block * block_bytes() + element * element_bytes;
  }
  // Null outside the surface.
  std::byte* address(std::size_t block, std::size_t row, std::size_t column) const {
    const std::int64_t at_row = y + static_cast<std::int64_t>(row);
    const std::int64_t at_byte =
        (x + static_cast<std::int64_t>(block * columns + column)) * static_cast<std::int64_t>(element_bytes);
    if (at_row < 0 || at_row >= height || at_byte < 0 || at_byte >= width)
      return nullptr;
    return reinterpret_cast<std::byte*>(base + static_cast<std::uint64_t>(at_row * pitch + at_byte));
  }
  // Calls access(place in registers, address or null) for every element.
  template <class Access>
  void for_elements(Access access) const {
    for (std::size_t block = 0; block < count; ++block)
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
          access(place(block, row, column), address(block, row, column));
  }
};

inline void send_load_2d(const RawMessage& message) {
  if (!message.has_result())
    return; // a prefetch
  const RawBlock2d blocks = RawBlock2d::of(message);
  constexpr std::byte zeros[register_bytes] = {};
  for (std::size_t place = 0; place < blocks.count * blocks.block_bytes(); place += register_bytes)
    message.write_result(place, zeros, register_bytes);
  blocks.for_elements([&](std::size_t place, const std::byte* address) {
    message.write_result(place, address != nullptr ? address : zeros, blocks.element_bytes);
  });
}
inline void send_store_2d(const RawMessage& message) {
  const RawBlock2d blocks = RawBlock2d::of(message);
  blocks.for_elements([&](std::size_t place, std::byte* address) {
    if (address != nullptr)
      message.read_data(address, place, blocks.element_bytes);
  });
}

// ---- which message it is --------------------------------------------------------------------------------------------
// Templates, so that only programs that send raw messages compile what atomic ones do.
template <std::same_as<RawMessage> Message>
void send_to_memory(const Message& message) {
  switch (message.opcode()) {
  case 0:
    return send_load(message);
  case 3:
    return send_load_2d(message);
  case 4:
    return send_store(message);
  case 7:
    return send_store_2d(message);
  default:
    break;
  }
  switch (RawElements::of(message).memory_bytes) {
  case 2:
    return send_atomic<std::uint16_t, half>(message);
  case 4:
    return send_atomic<std::uint32_t, float>(message);
  case 8:
    return send_atomic<std::uint64_t, double>(message);
  default:
    refuse_message(message);
  }
}

inline void send_to_gateway(const RawMessage& message) {
  constexpr std::uint32_t arrive = 4;
  if (message.opcode() != arrive)
    refuse_message(message);
  const std::uint32_t signal = message.word<std::uint32_t>(2);
  named_barrier_signal(signal & 0xff, signal >> 14 & 3, signal >> 16 & 0xff, signal >> 24);
}

template <std::same_as<RawMessage> Message>
[[gnu::noinline]] void send(const Message& message) {
  const std::uint8_t unit = message.shape.unit;
  if (unit == unit_global || (unit == unit_slm && message.opcode() != 3 && message.opcode() != 7))
    send_to_memory(message);
  else if (unit == unit_gateway)
    send_to_gateway(message);
  else
    refuse_message(message);
}

template <int N>
XEFORGE_INLINE std::uint32_t lane_bits(mask_vec<N> mask) {
  std::uint32_t bits = 0;
  for (int lane = 0; lane < N && lane < 32; ++lane)
    bits |= mask[lane] != 0 ? 1u << lane : 0u;
  return bits;
}
} // namespace detail

// Sends source0 and, if given, source1; returns the result, with the old value where the message writes nothing.
// Registers are raw vectors.
template <int N, class Source0, class Source1, class Result>
XEFORGE_INLINE Result raw_send(MessageShape shape, std::uint32_t, std::uint32_t descriptor, const Source0& source0,
                               const Source1& source1, Result result, mask_vec<N> mask) {
  constexpr bool has_source1 = !std::is_same_v<Source1, NoRegisters>, has_result = !std::is_same_v<Result, NoRegisters>;
  detail::send(detail::RawMessage{
      shape, descriptor, detail::lane_bits<N>(mask), reinterpret_cast<const std::byte*>(&source0),
      reinterpret_cast<const std::byte*>(&source1), sizeof(source0), has_source1 ? sizeof(source1) : 0,
      reinterpret_cast<std::byte*>(&result), has_result ? sizeof(result) : 0});
  return result;
}

} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT
} // namespace xeforge::esimd
