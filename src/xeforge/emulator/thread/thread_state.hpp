// The architectural state of one hardware thread: only what its instructions read and write.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace xeforge::emulator {

// One bit per channel; the widest instruction has 32.
using LaneMask = std::uint32_t;
constexpr LaneMask all_lanes = ~LaneMask{0};
constexpr LaneMask first_lanes(int lanes) { return lanes >= 32 ? all_lanes : (LaneMask{1} << lanes) - 1; }

// The space for a register in the state, for every device. Devices with registers of 32 bytes use them packed: register
// r starts at byte r * register_bytes, as in hardware, where two of them are one of the larger ones.
constexpr int largest_register_bytes = 64, most_registers = 256;
constexpr int register_file_bytes = largest_register_bytes * most_registers;
constexpr int accumulators = 16, flag_registers = 4, address_elements = 16, most_lanes = 32;

struct ThreadState {
  // The general register file. Padding after it keeps a read of a whole register at the last byte inside the array;
  // addresses are checked when an operand is decoded or its address is computed.
  alignas(64) std::array<std::byte, register_file_bytes + largest_register_bytes> registers{};

  // The accumulators, except for integer products.
  alignas(64) std::array<std::byte, accumulators * largest_register_bytes> accumulator{};
  // Integer products are wider than an element: for mach and macl, each channel of acc0 and acc1 keeps 64 bits.
  std::array<std::int64_t, most_lanes> wide_accumulator{};

  std::array<std::uint32_t, flag_registers> flags{};       // f0..f3; f1.1 is the upper half of flags[1]
  std::array<std::uint16_t, address_elements> addresses{}; // a0
  std::array<std::uint32_t, 4> control{}, state{};         // cr0, sr0; ce0 is `enabled` below
  std::array<std::uint32_t, 1> message_control{};          // msg0.0
  // A number between the steps of division and of square root, which has more bits and a wider range than its type.
  using Extended = __float128;
  // The accumulators mme0 to mme7.
  std::array<std::array<Extended, most_lanes>, 8> macro{};
  std::array<std::uint32_t, 4> scalar_notification{}; // n0
  std::uint64_t executed = 0; // instructions so far; tm0 reads it, so that programs see the same time in every run

  // The channels that the launch enabled for the thread, and those of them that have not jumped away.
  LaneMask dispatched = all_lanes, enabled = all_lanes;
  // For a channel that is off because it jumped ahead: the index of the instruction at which it resumes.
  std::array<std::int32_t, most_lanes> resumes_at{};

  std::array<std::uint32_t, 4> timestamp{}; // tm0, filled when it is read

  std::int32_t next = 0; // index into the program's instructions
  bool has_ended = false;
  int register_bytes = largest_register_bytes;
  std::uint32_t file_bytes = register_file_bytes; // the size of the kernel's registers: 128 or 256 of them

  // A value of the general register file, by byte. Precondition: inside the file.
  template <class T>
  T read(int number, int byte) const {
    T value;
    std::memcpy(&value, registers.data() + number * register_bytes + byte, sizeof(T));
    return value;
  }
  template <class T>
  void write(int number, int byte, T value) {
    std::memcpy(registers.data() + number * register_bytes + byte, &value, sizeof(T));
  }
  std::byte* at(int number) { return registers.data() + number * register_bytes; }
  const std::byte* at(int number) const { return registers.data() + number * register_bytes; }

  // a0 as 32-bit words, as descriptors of messages take it.
  std::uint32_t address_word(int word) const {
    return addresses[2 * word] | static_cast<std::uint32_t>(addresses[2 * word + 1]) << 16;
  }
};

} // namespace xeforge::emulator
