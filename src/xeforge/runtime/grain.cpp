#include "xeforge/runtime/grain.hpp"

#include <algorithm>

namespace xeforge::runtime {

// Long enough that taking a span (one contended atomic) vanishes, short enough that the threads end together.
static constexpr double shortest_span_ns = 2'000;
static constexpr double longest_span_ns = 50'000;
static constexpr std::size_t spans_per_thread = 8;

Grain choose_grain(std::size_t items, int threads, double item_ns) {
  const std::size_t even = std::max<std::size_t>(1, items / (static_cast<std::size_t>(threads) * spans_per_thread));
  if (threads == 1)
    return {true, items};
  if (item_ns <= 0)
    return {items == 1, even};
  const auto items_in = [item_ns](double ns) { return static_cast<std::size_t>(std::clamp(ns / item_ns, 1.0, 1e9)); };
  const bool alone = items == 1 || static_cast<double>(items) * item_ns <= alone_ns;
  return {alone, std::clamp(even, items_in(shortest_span_ns), items_in(longest_span_ns))};
}

std::size_t CostTable::slot_of(std::uintptr_t kernel) {
  return static_cast<std::size_t>((static_cast<std::uint64_t>(kernel) * 0x9e3779b97f4a7c15u) >> 56) % slots;
}

// The two fields are not read as one: a torn pair is a wrong guess about the cost, never a wrong result.
double CostTable::item_ns(std::uintptr_t kernel) const {
  const Entry& entry = entries_[slot_of(kernel)];
  return entry.kernel.load(std::memory_order_relaxed) == kernel ? entry.item_ns.load(std::memory_order_relaxed) : 0;
}

void CostTable::record(std::uintptr_t kernel, double item_ns) {
  Entry& entry = entries_[slot_of(kernel)];
  entry.kernel.store(kernel, std::memory_order_relaxed);
  entry.item_ns.store(item_ns, std::memory_order_relaxed);
}

} // namespace xeforge::runtime
