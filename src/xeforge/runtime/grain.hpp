// How a launch is split into spans, and when it is too small to be worth waking another thread. Both depend on the cost
// of one item in the kernel's last run; a kernel that has not run before counts as expensive.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace xeforge::runtime {

// Waking a sleeping thread costs the waker some microseconds and the sleeper some tens of microseconds: less work than
// this is finished sooner by the thread that already runs.
inline constexpr double alone_ns = 20'000;

struct Grain {
  bool alone = false;   // expected to be over before help would arrive
  std::size_t span = 1; // items per span
};

// item_ns: the expected cost of one item, 0 when unknown. items and threads are at least 1.
Grain choose_grain(std::size_t items, int threads, double item_ns);

// The last cost per item of each kernel, by the address of the function that runs it. Direct-mapped: two kernels in one
// entry evict each other, which only costs a wake-up.
class CostTable {
public:
  double item_ns(std::uintptr_t kernel) const; // 0 when unknown
  void record(std::uintptr_t kernel, double item_ns);

private:
  static constexpr std::size_t slots = 256;
  static std::size_t slot_of(std::uintptr_t kernel);

  struct Entry {
    std::atomic<std::uintptr_t> kernel{0};
    std::atomic<double> item_ns{0};
  };
  std::array<Entry, slots> entries_;
};

} // namespace xeforge::runtime
