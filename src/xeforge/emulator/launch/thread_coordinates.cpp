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
std::uint32_t numbers_of_engine(const Program& program) { return program.platform == Platform::xe3 ? 10 : 8; }

bool is_of_coordinates(const toolchain::Operand& operand) {
  using toolchain::OperandFile;
  return operand.kind == toolchain::Operand::Kind::direct &&
         (operand.file == OperandFile::state || operand.file == OperandFile::message_control);
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
    return std::ranges::any_of(instruction.sources, is_of_coordinates);
  });
}

bool has_coordinates(const Program& program) {
  return program.platform == Platform::xe2 || program.platform == Platform::xe3 || program.platform == Platform::xehpc;
}

void set_coordinates(ThreadState& thread, const Program& program, const ThreadCoordinates& coordinates) {
  // On Xe-HPC the third bit of the engine's number is among those of the core. On the others the core's bits are in two
  // fields of sr0, and in one field of msg0.
  std::uint32_t& state = thread.state[0];
  state = coordinates.thread;
  if (program.platform == Platform::xehpc) {
    state |= (coordinates.engine & 3) << 4 | (coordinates.engine >> 2) << 8 | coordinates.core << 9;
    return;
  }
  state |= coordinates.engine << 4;
  state |= program.platform == Platform::xe3 ? (coordinates.core & 15) << 8 | (coordinates.core >> 4) << 14
                                             : (coordinates.core & 3) << 8 | (coordinates.core >> 2) << 11;
  thread.message_control[0] = coordinates.core;
}

std::uint64_t hardware_thread(const Program& program, const ThreadCoordinates& coordinates) {
  return (std::uint64_t{coordinates.core} * engines_of_core + coordinates.engine) * numbers_of_engine(program) +
         coordinates.thread;
}

} // namespace xeforge::emulator
