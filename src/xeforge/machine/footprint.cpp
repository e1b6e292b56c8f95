#include "xeforge/machine/footprint.hpp"

#include <array>
#include <bit>
#include <deque>
#include <mutex>
#include <unordered_map>

namespace xeforge::machine {
namespace {

// A page of 64 lines is one word.
constexpr int page_shift = 12;
using Lines = std::unordered_map<std::uint64_t, std::uint64_t>;

struct Touched {
  std::array<Lines, 2> lines; // by Touch
};

// Those of every thread that ever touched anything; they outlive their threads.
struct TouchedByThreads {
  std::mutex mutex;
  std::deque<Touched> of_threads;
};
TouchedByThreads& touched_by_threads() {
  static auto* const all =
      new TouchedByThreads; // NOLINT(cppcoreguidelines-owning-memory): kernels may run until the very end
  return *all;
}

Touched& of_this_thread() {
  thread_local Touched& mine = []() -> Touched& {
    const std::lock_guard lock(touched_by_threads().mutex);
    return touched_by_threads().of_threads.emplace_back();
  }();
  return mine;
}

} // namespace

std::atomic<bool>& footprints_are_kept() noexcept {
  static std::atomic<bool> are_kept{false};
  return are_kept;
}

void touch(const void* start, std::size_t bytes, Touch how) {
  if (bytes == 0)
    return;
  Lines& lines = of_this_thread().lines[static_cast<std::size_t>(how)];
  const auto address = reinterpret_cast<std::uint64_t>(start);
  const std::uint64_t last = (address + bytes - 1) / line_bytes;
  for (std::uint64_t line = address / line_bytes; line <= last;) {
    const std::uint64_t page = line >> (page_shift - 6), first_bit = line & 63;
    const std::uint64_t last_bit = (last >> (page_shift - 6)) == page ? (last & 63) : 63;
    lines[page] |= (~std::uint64_t{0} >> (63 - (last_bit - first_bit))) << first_bit;
    line += last_bit - first_bit + 1;
  }
}

void keep_footprints() {
  TouchedByThreads& all = touched_by_threads();
  const std::lock_guard lock(all.mutex);
  for (Touched& one : all.of_threads)
    for (Lines& lines : one.lines)
      lines.clear();
  footprints_are_kept().store(true);
}

Footprint footprint() {
  TouchedByThreads& all = touched_by_threads();
  const std::lock_guard lock(all.mutex);
  const auto bytes_of = [&](Touch how) {
    Lines sum;
    for (const Touched& one : all.of_threads)
      for (const auto& [page, lines] : one.lines[static_cast<std::size_t>(how)])
        sum[page] |= lines;
    std::uint64_t count = 0;
    for (const auto& [page, lines] : sum)
      count += static_cast<std::uint64_t>(std::popcount(lines));
    return count * line_bytes;
  };
  return {bytes_of(Touch::load), bytes_of(Touch::store)};
}

} // namespace xeforge::machine
