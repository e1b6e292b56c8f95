#include "xeforge/emulator/launch/thread_coordinates.hpp"

#include <algorithm>
#include <string>

namespace xeforge::emulator {
namespace {

constexpr std::uint32_t engines_of_core = 8;

// An engine has 8 threads with 128 registers, 4 with 256. Xe3 also has 10 threads with up to 96 registers, 6 with 160,
// 5 with 192 (intel/compute-runtime, shared/source/xe3_core).
std::uint32_t threads_of_engine(int registers) {
  return registers <= 96 ? 10 : registers <= 128 ? 8 : registers <= 160 ? 6 : registers <= 192 ? 5 : 4;
}

// The number of threads per engine that the numbering assumes, however many there are.
std::uint32_t numbers_of_engine(const Program& program) { return program.platform == "xe3" ? 10 : 8; }

bool is_of_place(const toolchain::Operand& operand) {
  return operand.kind == toolchain::Operand::Kind::direct && (operand.file == "sr" || operand.file == "msg");
}

} // namespace

std::uint64_t threads_of_core(int registers) { return std::uint64_t{engines_of_core} * threads_of_engine(registers); }

ThreadCoordinates coordinates_of(std::uint32_t core, std::size_t thread_of_group, int registers) {
  const auto number = static_cast<std::uint32_t>(thread_of_group);
  const std::uint32_t threads = threads_of_engine(registers);
  return {core, number / threads, number % threads};
}

bool reads_coordinates(const Program& program) {
  return std::ranges::any_of(program.instructions, [](const toolchain::Instruction& instruction) {
    return std::ranges::any_of(instruction.sources, is_of_place);
  });
}

bool has_coordinates(const Program& program) {
  return program.platform == "xe2" || program.platform == "xe3" || program.platform == "xehpc";
}

void set_coordinates(ThreadState& thread, const Program& program, const ThreadCoordinates& place) {
  // On Xe-HPC the third bit of the engine's number is among those of the core. On the others the core's bits are in two
  // fields of sr0, and in one field of msg0.
  std::uint32_t& state = thread.state[0];
  state = place.thread;
  if (program.platform == "xehpc") {
    state |= (place.engine & 3) << 4 | (place.engine >> 2) << 8 | place.core << 9;
    return;
  }
  state |= place.engine << 4;
  state |= program.platform == "xe3" ? (place.core & 15) << 8 | (place.core >> 4) << 14
                                     : (place.core & 3) << 8 | (place.core >> 2) << 11;
  thread.message_control[0] = place.core;
}

std::uint64_t hardware_thread(const Program& program, const ThreadCoordinates& place) {
  return (std::uint64_t{place.core} * engines_of_core + place.engine) * numbers_of_engine(program) + place.thread;
}

} // namespace xeforge::emulator
