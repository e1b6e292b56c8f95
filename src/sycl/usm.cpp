#include "sycl/usm.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>
#include <sys/uio.h>
#include <unistd.h>

namespace sycl {
inline namespace _V1 {

// A cache line, and the widest vector.
static constexpr std::size_t least_alignment = 64;

namespace {

// Stands right before the memory that the program gets.
struct Label {
  static constexpr std::uint64_t is_ours = 0x7ee7'f0e6'e05c'a11c;

  std::uint64_t mark;
  usm::alloc kind;
  std::byte* allocation; // for detail::free_device_memory
};
static_assert(sizeof(Label) <= least_alignment);

Label* label_of(void* memory) { return static_cast<Label*>(memory) - 1; }

} // namespace

static const char* name_of(usm::alloc kind) {
  switch (kind) {
  case usm::alloc::host:
    return "malloc_host";
  case usm::alloc::device:
    return "malloc_device";
  default:
    return "malloc_shared";
  }
}

void* detail::allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, Guard guard) {
  if (!std::has_single_bit(alignment) || kind == usm::alloc::unknown)
    return nullptr;
  const DeviceMemory memory =
      allocate_device_memory(std::max(alignment, least_alignment), sizeof(Label), bytes, guard, name_of(kind));
  if (memory.start == nullptr)
    return nullptr;
  ::new (label_of(memory.start)) Label{Label::is_ours, kind, memory.allocation};
  return memory.start;
}

void free(void* memory, const context&) {
  if (memory == nullptr)
    return;
  std::byte* const allocation = std::exchange(label_of(memory)->allocation, nullptr);
  label_of(memory)->mark = 0;
  detail::free_device_memory({static_cast<std::byte*>(memory), allocation}, detail::Report::raise);
}
void free(void* memory, const queue&) { free(memory, context()); }

// Asks the system for the bytes before the pointer: they may not be there.
usm::alloc get_pointer_type(const void* memory, const context&) {
  Label label{};
  if (memory == nullptr || reinterpret_cast<std::uintptr_t>(memory) % least_alignment != 0)
    return usm::alloc::unknown;
  const iovec here{&label, sizeof(label)};
  const iovec there{label_of(const_cast<void*>(memory)), sizeof(label)};
  const bool read = process_vm_readv(getpid(), &here, 1, &there, 1, 0) == static_cast<ssize_t>(sizeof(label));
  return read && label.mark == Label::is_ours ? label.kind : usm::alloc::unknown;
}

device get_pointer_device(const void* memory, const context& place) {
  if (get_pointer_type(memory, place) == usm::alloc::unknown)
    throw exception(make_error_code(errc::invalid),
                    "get_pointer_device: got a pointer that is not the start of an allocation of SYCL's; expected one "
                    "from malloc_device, malloc_shared or malloc_host");
  return device();
}

} // namespace _V1
} // namespace sycl
