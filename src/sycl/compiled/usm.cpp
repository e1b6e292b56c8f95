#include "sycl/usm.hpp"

#include "sycl/detail/device_queue.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <optional>
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

// What devices other than the CPU have given out: nothing can be written beside it.
class DeviceAllocations {
public:
  struct Allocation {
    device place;
    usm::alloc kind;
    std::size_t bytes;
  };

  void add(const void* memory, const Allocation& allocation) {
    const std::lock_guard lock(mutex_);
    allocations_.emplace(number_of(memory), allocation);
    count_ = allocations_.size();
  }
  std::optional<Allocation> find(const void* memory) {
    if (count_ == 0)
      return std::nullopt;
    const std::lock_guard lock(mutex_);
    const auto behind = allocations_.upper_bound(number_of(memory));
    if (behind == allocations_.begin())
      return std::nullopt;
    const auto& [address, allocation] = *std::prev(behind);
    return number_of(memory) - address < allocation.bytes ? std::optional(allocation) : std::nullopt;
  }
  std::optional<Allocation> remove(const void* memory) {
    if (count_ == 0)
      return std::nullopt;
    const std::lock_guard lock(mutex_);
    const auto place = allocations_.find(number_of(memory));
    if (place == allocations_.end())
      return std::nullopt;
    const Allocation allocation = place->second;
    allocations_.erase(place);
    count_ = allocations_.size();
    return allocation;
  }
  // Memory is freed by its address alone, so there is one list. Never destroyed: static objects may free later.
  static DeviceAllocations& all() {
    static auto* const allocations = new DeviceAllocations; // NOLINT(cppcoreguidelines-owning-memory)
    return *allocations;
  }

private:
  static std::uintptr_t number_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

  std::mutex mutex_;
  std::map<std::uintptr_t, Allocation> allocations_;
  std::atomic<std::size_t> count_{0};
};

xeforge::devices::MemoryKind kind_on_device(usm::alloc kind) {
  using xeforge::devices::MemoryKind;
  return kind == usm::alloc::device ? MemoryKind::device
         : kind == usm::alloc::host ? MemoryKind::host
                                    : MemoryKind::shared;
}

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

static void* allocate_on_device(std::size_t alignment, std::size_t bytes, usm::alloc kind, const device& place) {
  // No two allocations have one address.
  const std::size_t whole = std::max<std::size_t>(bytes, 1);
  void* const memory = detail::asked_of_device(
      [&] {
        return place.chosen()->device().allocate(kind_on_device(kind), whole, std::max(alignment, least_alignment),
                                                 name_of(kind));
      },
      static_cast<int>(errc::memory_allocation));
  if (memory != nullptr)
    DeviceAllocations::all().add(memory, {place, kind, whole});
  return memory;
}

void* detail::allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, const context& place, Guard guard) {
  const std::vector<device> places = place.get_devices();
  const auto found = std::ranges::find_if(places, [](const device& each) { return each.chosen() != nullptr; });
  return allocate(alignment, bytes, kind,
                  found != places.end() ? *found
                  : places.empty()      ? device()
                                        : places.front(),
                  guard);
}

void* detail::allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, const device& place, Guard guard) {
  if (!std::has_single_bit(alignment) || kind == usm::alloc::unknown)
    return nullptr;
  if (place.chosen() != nullptr)
    return allocate_on_device(alignment, bytes, kind, place);
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
  if (const auto allocation = DeviceAllocations::all().remove(memory)) {
    detail::asked_of_device([&] { allocation->place.chosen()->device().free(memory); },
                            static_cast<int>(errc::memory_allocation));
    return;
  }
  std::byte* const allocation = std::exchange(label_of(memory)->allocation, nullptr);
  label_of(memory)->mark = 0;
  detail::free_device_memory({static_cast<std::byte*>(memory), allocation});
}
void free(void* memory, const queue& place) { free(memory, place.get_context()); }

// Asks the system for the bytes before the pointer: they may not be there.
usm::alloc get_pointer_type(const void* memory, const context&) {
  if (const auto allocation = DeviceAllocations::all().find(memory))
    return allocation->kind;
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
  if (const auto allocation = DeviceAllocations::all().find(memory))
    return allocation->place;
  // The CPU's: the device of the context that is the CPU.
  for (const device& each : place.get_devices())
    if (each.chosen() == nullptr)
      return each;
  return device();
}

} // namespace _V1
} // namespace sycl
