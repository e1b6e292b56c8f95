// Where a thread runs on the device: the contents of its registers, and the number that the vector compiler's code
// computes from them. That number indexes the private memory of threads. This was derived from compiled code for each
// platform.
#pragma once

#include "xeforge/emulator/program/program.hpp"
#include "xeforge/emulator/thread/thread_state.hpp"

#include <cstddef>
#include <cstdint>

namespace xeforge::emulator {

// A thread of an engine of a core.
struct ThreadCoordinates {
  std::uint32_t core = 0, engine = 0, thread = 0;
};

// The smallest number of cores that the numbering of any platform supports.
constexpr std::uint32_t most_cores = 64;

// Threads that fit on one core with this many registers each.
std::uint64_t threads_of_core(int registers);

// The coordinates of a group's thread if the group has a core to itself.
ThreadCoordinates coordinates_of(std::uint32_t core, std::size_t thread_of_group, int registers);

// Whether the code reads the coordinates.
bool reads_coordinates(const Program& program);
// Whether it is known how the platform's registers encode the coordinates.
bool has_coordinates(const Program& program);

// sr0.0 and msg0.0. Precondition: has_coordinates(program).
void set_coordinates(ThreadState& thread, const Program& program, const ThreadCoordinates& coordinates);
// The number that compiled code computes from them: different for all threads that run at the same time.
std::uint64_t hardware_thread(const Program& program, const ThreadCoordinates& coordinates);

} // namespace xeforge::emulator
