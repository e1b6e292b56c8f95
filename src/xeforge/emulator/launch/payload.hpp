// The data that a launch passes to the threads of a kernel, as the driver does: data for all threads, data of each
// thread, and the header in r0. The kernel's description (.ze_info) says where they are; the header is that of the
// public driver (intel/compute-runtime) and of the code that the compiler puts before a kernel.
#pragma once

#include "xeforge/emulator/thread/thread_state.hpp"
#include "xeforge/toolchain/binary/zebin.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace xeforge::emulator {

// x, y, z: x changes fastest. A range of SYCL in the reverse order.
using Extent = std::array<std::uint32_t, 3>;
inline std::uint64_t product(const Extent& extent) { return std::uint64_t{extent[0]} * extent[1] * extent[2]; }

struct LaunchShape {
  Extent groups{1, 1, 1}, group_size{1, 1, 1}; // groups; work-items of one
};

// The bytes of each parameter of the kernel, by its number.
using Parameters = std::vector<std::span<const std::byte>>;

// Where the file's own variables are, and what printf writes into; 0: nowhere.
struct ModuleAddresses {
  std::uint64_t constants = 0, globals = 0, printf_buffer = 0;
};

std::size_t threads_of_group(const toolchain::KernelInfo& kernel, const LaunchShape& shape);

// How many of the first bytes of the payload come in r1 instead of memory: of kernels with a work-item in each lane.
std::size_t bytes_in_register(const toolchain::KernelInfo& kernel);

// The shared local memory for the kernel's pointers into it, after what the kernel allocates itself. The parameter of
// such a pointer is a size in bytes, an integer of up to 64 bits. Throws Error where there are more than 2^24.
std::uint32_t local_bytes_of(const toolchain::KernelInfo& kernel, const Parameters& parameters);

// The data for all threads of a group, then the pieces of each of its threads: what the first instructions of a kernel
// load. It is the same for every group. Throws Error for a parameter that is missing or too short, and for a kind of
// argument that is not supported.
std::vector<std::byte> payload_data(const toolchain::KernelInfo& kernel, const LaunchShape& shape,
                                    const Parameters& parameters, int register_bytes,
                                    const ModuleAddresses& addresses = {});

// Sets r0, the arguments in r1, and the lanes of a thread before its first instruction.
void begin_thread(ThreadState& thread, const toolchain::KernelInfo& kernel, const LaunchShape& shape,
                  const Extent& group, std::size_t number, int register_bytes,
                  std::span<const std::byte> in_register = {});

} // namespace xeforge::emulator
