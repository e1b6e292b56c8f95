#include "sycl/usm.hpp"

#include "sycl/detail/device_queue.hpp"
#include "sycl/detail/queue_state.hpp"
#include "sycl/queue.hpp"
#include "xeforge/machine/observer.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

namespace sycl {
inline namespace _V1 {

// A cache line, and the widest vector.
static constexpr std::size_t least_alignment = 64;

namespace {

// The live allocations.
class Allocations {
public:
  struct Allocation {
    std::optional<device> on; // none: memory of the CPU
    usm::alloc kind;
    std::size_t bytes;
  };
  struct Found {
    std::uintptr_t start;
    Allocation allocation;
  };

  void add(const void* memory, const Allocation& allocation) {
    const std::lock_guard lock(mutex_);
    allocations_.emplace(number_of(memory), allocation);
  }
  // The allocation that contains the byte; an empty allocation contains its start address.
  std::optional<Found> find(const void* memory) const {
    const std::lock_guard lock(mutex_);
    const auto behind = allocations_.upper_bound(number_of(memory));
    if (behind == allocations_.begin())
      return std::nullopt;
    const auto& [start, allocation] = *std::prev(behind);
    return number_of(memory) - start < std::max<std::size_t>(allocation.bytes, 1)
               ? std::optional(Found{start, allocation})
               : std::nullopt;
  }
  // Removes the allocation that begins there.
  std::optional<Allocation> remove(const void* memory) {
    const std::lock_guard lock(mutex_);
    const auto entry = allocations_.find(number_of(memory));
    if (entry == allocations_.end())
      return std::nullopt;
    const Allocation allocation = entry->second;
    allocations_.erase(entry);
    return allocation;
  }
  // Memory is freed by its address alone, so there is one list. Never destroyed: static objects may free later.
  static Allocations& all() {
    static auto* const allocations = new Allocations; // NOLINT(cppcoreguidelines-owning-memory)
    return *allocations;
  }

private:
  static std::uintptr_t number_of(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, Allocation> allocations_;
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

static void* allocate_on_device(std::size_t alignment, std::size_t bytes, usm::alloc kind, const device& on) {
  // All allocations have different addresses.
  const std::size_t whole = std::max<std::size_t>(bytes, 1);
  void* const memory = detail::asked_of_device(
      [&] {
        return on.chosen()->device().allocate(kind_on_device(kind), whole, std::max(alignment, least_alignment),
                                              name_of(kind));
      },
      static_cast<int>(errc::memory_allocation));
  if (memory != nullptr)
    Allocations::all().add(memory, {on, kind, whole});
  return memory;
}

void* detail::allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, const context& of, Guard guard) {
  const std::vector<device> devices = of.get_devices();
  const auto found = std::ranges::find_if(devices, [](const device& each) { return each.chosen() != nullptr; });
  return allocate(alignment, bytes, kind,
                  found != devices.end() ? *found
                  : devices.empty()      ? device()
                                         : devices.front(),
                  guard);
}

void* detail::allocate(std::size_t alignment, std::size_t bytes, usm::alloc kind, const device& on, Guard guard) {
  if (!std::has_single_bit(alignment) || kind == usm::alloc::unknown)
    return nullptr;
  if (on.chosen() != nullptr)
    return allocate_on_device(alignment, bytes, kind, on);
  std::byte* const memory = allocate_device_memory(std::max(alignment, least_alignment), bytes, guard, name_of(kind));
  if (memory != nullptr)
    Allocations::all().add(memory, {std::nullopt, kind, bytes});
  return memory;
}

void free(void* memory, const context&) {
  if (memory == nullptr)
    return;
  const auto allocation = Allocations::all().remove(memory);
  if (!allocation)
    throw exception(make_error_code(errc::invalid),
                    Allocations::all().find(memory)
                        ? "free: got a pointer into an allocation; expected its start, as malloc_device, malloc_shared "
                          "or malloc_host returned it"
                        : "free: got a pointer that is no allocation of SYCL's, or no longer; expected one from "
                          "malloc_device, malloc_shared or malloc_host that is not yet freed");
  if (allocation->on)
    detail::asked_of_device([&] { allocation->on->chosen()->device().free(memory); },
                            static_cast<int>(errc::memory_allocation));
  else
    detail::free_device_memory(static_cast<std::byte*>(memory));
}
void free(void* memory, const queue& of) {
  // Commands start when the program waits for them, or a little later, so a command that was not waited for may still
  // use the memory. (That is a mistake of the program; in checked programs the checker is to see it.)
  try {
    if (xeforge::machine::observer() == nullptr)
      of.state_->scheduler->wait_for_all();
  } catch (const exception&) {
    // The commands wait for this thread, which may be in a host task of this queue. The program has to know which
    // memory is still needed.
  }
  free(memory, of.get_context());
}

usm::alloc get_pointer_type(const void* memory, const context&) {
  const auto found = Allocations::all().find(memory);
  return found ? found->allocation.kind : usm::alloc::unknown;
}

std::size_t detail::bytes_from(const void* memory) {
  const auto found = Allocations::all().find(memory);
  return found ? found->allocation.bytes - (reinterpret_cast<std::uintptr_t>(memory) - found->start) : SIZE_MAX;
}

device get_pointer_device(const void* memory, const context& whole) {
  const auto found = Allocations::all().find(memory);
  if (!found)
    throw exception(make_error_code(errc::invalid),
                    "get_pointer_device: got a pointer that is in no allocation of SYCL's; expected one from "
                    "malloc_device, malloc_shared or malloc_host");
  if (found->allocation.on)
    return *found->allocation.on;
  // The CPU's: the device of the context that is the CPU.
  for (const device& each : whole.get_devices())
    if (each.chosen() == nullptr)
      return each;
  return device();
}

} // namespace _V1
} // namespace sycl
