// Where a thread runs on the device: what its registers say of that, and the number that the vector compiler's code makes
// of them. Private memory of threads is counted by that number. Found in the code that the compiler makes for each
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

// Of all platforms, the fewest cores that the numbers have room for.
constexpr std::uint32_t most_cores = 64;

// Threads that fit on one core, with so many registers each.
std::uint64_t threads_of_core(int registers);

// The place of a group's thread where the group has a core to itself.
ThreadCoordinates coordinates_of(std::uint32_t core, std::size_t thread_of_group, int registers);

// Whether the code asks for the place.
bool reads_coordinates(const Program& program);
// Whether the platform's registers are known to say where a thread runs.
bool has_coordinates(const Program& program);

// sr0.0 and msg0.0. Precondition: has_coordinates(program).
void set_coordinates(ThreadState& thread, const Program& program, const ThreadCoordinates& place);
// What the compiler's code makes of them: no two threads that run at a time have the same.
std::uint64_t hardware_thread(const Program& program, const ThreadCoordinates& place);

} // namespace xeforge::emulator
