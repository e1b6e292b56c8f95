// The state that a running hardware thread can access: its position in the launch, its group's shared local memory
// (SLM) and the group's barriers. The runtime sets it before a work-item runs; the host port of the ESIMD layer reads
// it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace xeforge::machine {

struct HardwareThread;

inline constexpr std::uint32_t named_barriers = 32;          // of one group: 0 to 31
inline constexpr std::uint32_t group_slm_bytes = 128 * 1024; // what one group may allocate
inline constexpr std::size_t most_group_items = 1024;

// The size that a group gets for this many requested bytes: a size that the hardware supports.
constexpr std::uint32_t slm_handed_out(std::uint32_t bytes) {
  if (bytes == 0)
    return 0;
  for (const std::uint32_t kibibytes : {1, 2, 4, 8, 16, 24, 32, 48, 64, 96})
    if (bytes <= kibibytes * 1024)
      return kibibytes * 1024;
  return group_slm_bytes;
}

// A signal to a named barrier, with the counts that complete the phase. Mode 0 counts as a producer and as a consumer,
// 1 as a producer, 2 as a consumer.
struct NamedBarrierSignal {
  std::uint32_t barrier, mode, producers, consumers;
};

// Synchronisation of an item with others of its group, apart from the ordinary barrier.
struct GroupSynchronisation {
  // The ordinary barrier in two halves.
  void (*split_signal)(HardwareThread&);
  void (*split_wait)(HardwareThread&);
  void (*named_signal)(HardwareThread&, const NamedBarrierSignal&);
  // Waits until the phase of this item's own last signal is complete.
  void (*named_wait)(HardwareThread&, std::uint32_t barrier);
  // Lets the other started items run, once each, if the group has already passed a barrier.
  void (*yield)(HardwareThread&);
};

// Dimensions in SYCL order: 0 is the slowest. Unused dimensions are 0 for an id and 1 for a range.
struct HardwareThread {
  std::array<std::size_t, 3> group_id{0, 0, 0};
  std::array<std::size_t, 3> group_range{1, 1, 1};
  std::array<std::size_t, 3> local_id{0, 0, 0};
  std::array<std::size_t, 3> local_range{1, 1, 1};

  // The group's SLM: capacity bytes at slm, of which slm_size may be accessed (slm_init); contents undefined at the
  // start.
  std::byte* slm = nullptr;
  std::uint32_t slm_capacity = 0;
  std::uint32_t* slm_size = nullptr;
  std::uint32_t slm_top = 0; // the end of what this item has allocated: its slm_init and the slm_allocators that live
  std::uint32_t named_barrier_top = 0; // the end of the named barriers that this item has allocated

  // Suspends this item until every item of its group has arrived or finished. Null where the launch has no groups.
  void (*barrier)(HardwareThread&) = nullptr;
  const GroupSynchronisation* synchronisation = nullptr;
  void* scheduler = nullptr; // the runtime's own state behind barrier and synchronisation
};

// The hardware thread that runs on the calling OS thread; null outside a kernel that was launched over an nd_range.
HardwareThread* this_thread() noexcept;
// For the runtime only.
void set_this_thread(HardwareThread*) noexcept;

// Marks the calling OS thread as running items of a range, which have no hardware thread. For the runtime only.
class RunsItems {
public:
  RunsItems() noexcept;
  ~RunsItems();
  RunsItems(const RunsItems&) = delete;
  RunsItems& operator=(const RunsItems&) = delete;

private:
  bool before_;
};
// Whether the caller is in a kernel, with or without groups.
bool in_kernel() noexcept;

// A number that is unique among the items running at the same time, and constant for the lifetime of the item; 0
// outside of kernels. Groups that one thread runs one after another use the thread's numbers in turn.
std::int32_t hardware_thread_number();

// If this_thread() is null, an item is a group by itself: it has shared local memory, but no other items. Both
// throw std::bad_alloc.
HardwareThread& lone_item();
// Frees what the previous item has allocated.
HardwareThread& begin_lone_item();

} // namespace xeforge::machine
