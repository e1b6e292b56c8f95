// What a running hardware thread sees of its machine: where it stands in the launch, its group's shared local memory
// (SLM) and the group's barrier. The runtime sets it before a work-item runs; the host port of the ESIMD layer reads
// it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace xeforge::machine {

// Dimensions in SYCL order: 0 is the slowest. Unused dimensions are 0 for an id and 1 for a range.
struct HardwareThread {
  std::array<std::size_t, 3> group_id{0, 0, 0};
  std::array<std::size_t, 3> group_range{1, 1, 1};
  std::array<std::size_t, 3> local_id{0, 0, 0};
  std::array<std::size_t, 3> local_range{1, 1, 1};

  // The group's SLM: capacity bytes at slm, of which slm_size are claimed (slm_init); contents undefined at the start.
  std::byte* slm = nullptr;
  std::uint32_t slm_capacity = 0;
  std::uint32_t* slm_size = nullptr;

  // Suspends this item until every item of its group has arrived or finished. Null where the launch has no groups.
  void (*barrier)(HardwareThread&) = nullptr;
  void* scheduler = nullptr; // the runtime's own state behind barrier
};

// The hardware thread that runs on the calling OS thread; null outside a kernel that was launched over an nd_range.
HardwareThread* this_thread() noexcept;
// For the runtime only.
void set_this_thread(HardwareThread*) noexcept;

} // namespace xeforge::machine
