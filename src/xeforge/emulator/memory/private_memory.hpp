// Memory that each thread has to itself for what the vector compiler leaves there, such as an array that is too large
// for registers and indexed at run time. The code adds the number of the hardware thread, times the bytes of a thread,
// to the address that the kernel's arguments give.
#pragma once

#include "xeforge/toolchain/binary/zebin.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xeforge::emulator {

// Addresses of private memory, in which no pointer of the host is. They count from the middle: code that goes below its
// own memory is found too.
constexpr std::uint64_t private_space = std::uint64_t{1} << 48, private_space_bytes = std::uint64_t{1} << 46;
constexpr std::uint64_t private_base = private_space + private_space_bytes / 2;
constexpr bool is_private(std::uint64_t address) { return address - private_space < private_space_bytes; }

// What it holds until a thread writes there, so that a read of anything else gives numbers that nobody expects.
constexpr std::byte never_written{0xcd};

// Of each thread; 0: the kernel has none.
std::uint64_t private_bytes_of(const toolchain::KernelInfo& kernel);

// Throws Error for a kernel with memory of each thread that is neither scratch memory nor private memory as the vector
// compiler asks for it.
void check_thread_buffers(const toolchain::KernelInfo& kernel);

// That of the threads of one group.
class PrivateMemory {
public:
  PrivateMemory() = default;
  // `hardware_threads`: the number of each of the group's threads. bytes_of_thread: a multiple of 8.
  PrivateMemory(std::uint64_t bytes_of_thread, std::vector<std::uint64_t> hardware_threads);

  void begin_group(); // as if nothing had been written
  // Throws Fault where the bytes are not all the thread's own.
  std::byte* at(std::size_t thread, std::uint64_t address, std::uint64_t bytes);

private:
  std::uint64_t bytes_of_thread_ = 0;
  std::vector<std::uint64_t> hardware_threads_;
  std::vector<std::byte> bytes_;
};

} // namespace xeforge::emulator
