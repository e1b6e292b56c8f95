// Private memory of each thread, in which the vector compiler keeps, for example, arrays that are too large for
// registers and indexed at run time. Compiled code adds the number of the hardware thread, times the bytes per thread,
// to the address in the kernel's arguments.
#pragma once

#include "xeforge/toolchain/binary/zebin.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xeforge::emulator {

// The addresses of private memory; no host pointer is in this range. They start in the middle, so that accesses below a
// thread's own memory are found too.
constexpr std::uint64_t private_space = std::uint64_t{1} << 48, private_space_bytes = std::uint64_t{1} << 46;
constexpr std::uint64_t private_base = private_space + private_space_bytes / 2;
constexpr bool is_private(std::uint64_t address) { return address - private_space < private_space_bytes; }

// The contents until a thread writes there, so that reads of uninitialised memory give unexpected numbers.
constexpr std::byte never_written{0xcd};

// The bytes per thread; 0: the kernel has no private memory.
std::uint64_t private_bytes_of(const toolchain::KernelInfo& kernel);

// Throws Error for a kernel with per-thread memory that is neither scratch memory nor private memory of the vector
// compiler.
void check_thread_buffers(const toolchain::KernelInfo& kernel);

// The private memory of the threads of one group.
class PrivateMemory {
public:
  PrivateMemory() = default;
  // `hardware_threads`: the number of each of the group's threads. bytes_of_thread: a multiple of 8.
  PrivateMemory(std::uint64_t bytes_of_thread, std::vector<std::uint64_t> hardware_threads);

  void begin_group(); // as if nothing had been written
  // Throws Fault unless all of the bytes belong to the thread.
  std::byte* at(std::size_t thread, std::uint64_t address, std::uint64_t bytes);

private:
  std::uint64_t bytes_of_thread_ = 0;
  std::vector<std::uint64_t> hardware_threads_;
  std::vector<std::byte> bytes_;
};

} // namespace xeforge::emulator
