#include "xeforge/emulator/memory/private_memory.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/hexadecimal.hpp"
#include "xeforge/emulator/thread/fault.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace xeforge::emulator {
namespace {

using base::hexadecimal;
using toolchain::KernelInfo;
using toolchain::ThreadBuffer;

constexpr std::uint64_t largest_element = 8;
// More than any compiler requests; the limit keeps a broken file from exhausting memory.
constexpr std::uint64_t most_bytes_of_thread = std::uint64_t{1} << 20;

bool is_private(const ThreadBuffer& buffer) { return buffer.type == "global" && buffer.usage == "private_space"; }

bool has_private_base(const KernelInfo& kernel) {
  return std::ranges::any_of(kernel.arguments, [](const toolchain::PayloadArgument& argument) {
    return argument.type == "private_base_stateless" && argument.size == sizeof(std::uint64_t);
  });
}

void check_private(const KernelInfo& kernel, const ThreadBuffer& buffer) {
  const std::string name = "private memory of " + kernel.name;
  if (kernel.simd_size > 1)
    throw Error(name, std::to_string(kernel.simd_size) + " work-items of each thread that share it", "one");
  if (std::ranges::count_if(kernel.thread_buffers, is_private) > 1)
    throw Error(name, "several pieces", "one");
  if (!has_private_base(kernel))
    throw Error(name, "no argument that says where it begins", "one of the kind private_base_stateless, of 8 bytes");
  if (buffer.size == 0 || buffer.size > most_bytes_of_thread || buffer.size % largest_element != 0)
    throw Error(name, std::to_string(buffer.size) + " bytes a thread",
                "a multiple of " + std::to_string(largest_element) + ", at most " +
                    std::to_string(most_bytes_of_thread));
}

} // namespace

std::uint64_t private_bytes_of(const KernelInfo& kernel) {
  const auto buffer =
      std::ranges::find_if(kernel.thread_buffers, [](const ThreadBuffer& some) { return is_private(some); });
  return buffer == kernel.thread_buffers.end() ? 0 : buffer->size;
}

void check_thread_buffers(const KernelInfo& kernel) {
  for (const ThreadBuffer& buffer : kernel.thread_buffers)
    if (is_private(buffer))
      check_private(kernel, buffer);
    else if (buffer.type != "scratch")
      throw Error(kernel.name, "memory of each thread of the kind " + buffer.type + ", " + buffer.usage,
                  "scratch memory, or private memory of the kind global");
}

PrivateMemory::PrivateMemory(std::uint64_t bytes_of_thread, std::vector<std::uint64_t> hardware_threads)
    : bytes_of_thread_(bytes_of_thread), hardware_threads_(std::move(hardware_threads)),
      bytes_(bytes_of_thread_ * hardware_threads_.size()) {}

void PrivateMemory::begin_group() { std::ranges::fill(bytes_, never_written); }

std::byte* PrivateMemory::at(std::size_t thread, std::uint64_t address, std::uint64_t bytes) {
  if (bytes_.empty())
    throw Fault(std::to_string(bytes) + " bytes at " + hexadecimal(address) +
                " are private memory, and the kernel has none");
  const std::uint64_t first = private_base + hardware_threads_[thread] * bytes_of_thread_;
  const std::uint64_t offset = address - first;
  if (address < first || offset > bytes_of_thread_ || bytes > bytes_of_thread_ - offset)
    throw Fault(std::to_string(bytes) + " bytes at " + hexadecimal(address) +
                " are outside of the thread's private memory, " + std::to_string(bytes_of_thread_) + " bytes from " +
                hexadecimal(first) + " on");
  return bytes_.data() + thread * bytes_of_thread_ + offset;
}

} // namespace xeforge::emulator
