#include "xeforge/checker/allocations.hpp"

#include "xeforge/checker/source_locations.hpp"
#include "xeforge/machine/kernel_error.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <link.h>
#include <memory>

namespace xeforge::checker {

static constexpr std::size_t most_freed = 4096, most_kept_bytes = std::size_t{64} << 20, least_bytes = 4096; // of one

std::string Allocation::text() const {
  return what + " " + std::to_string(number) + " (" + std::to_string(bytes) + " bytes)";
}

AllocationRef Allocations::add(const void* start, std::size_t bytes, const char* what) {
  const std::lock_guard lock(mutex_);
  auto made = std::make_shared<Allocation>(
      Allocation{reinterpret_cast<std::uint64_t>(start), bytes, ++number_, what, machine::calls_here(most_calls)});
  // Forgets freed allocations that overlap the new one.
  std::erase_if(freed_, [&](const AllocationRef& old) { return old->start < made->end() && made->start < old->end(); });
  live_[made->start] = made;
  ++version_;
  return made;
}

AllocationRef Allocations::remove(const void* start) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(reinterpret_cast<std::uint64_t>(start));
  if (found == live_.end())
    return nullptr;
  AllocationRef gone = found->second;
  freed_.push_back(gone);
  live_.erase(found);
  ++version_;
  if (freed_.size() > most_freed)
    freed_.pop_front();
  return gone;
}

void Allocations::keep(const AllocationRef& freed) {
  const std::lock_guard lock(mutex_);
  const auto size = [](const AllocationRef& each) { return std::max<std::uint64_t>(each->bytes, least_bytes); };
  kept_[freed->start] = freed;
  in_order_.push_back(freed);
  kept_bytes_ += size(freed);
  while (kept_bytes_ > most_kept_bytes) {
    const AllocationRef oldest = in_order_.front();
    in_order_.pop_front();
    kept_bytes_ -= size(oldest);
    kept_.erase(oldest->start);
    std::free(reinterpret_cast<void*>(oldest->start)); // NOLINT(performance-no-int-to-ptr)
  }
}

const AllocationRef& Allocations::find(std::uint64_t address, Last& last) const {
  if (last.version == version_)
    for (const AllocationRef& each : last.allocations)
      if (each != nullptr && address >= each->start && address < each->end())
        return each;
  const std::lock_guard lock(mutex_);
  if (last.version != version_)
    last = {{}, 0, version_};
  const auto behind = live_.upper_bound(address);
  const bool is_in = behind != live_.begin() && address < std::prev(behind)->second->end();
  AllocationRef& allocation = last.allocations[last.next++ % last.allocations.size()];
  allocation = is_in ? std::prev(behind)->second : nullptr;
  return allocation;
}

AllocationRef Allocations::find_near(std::uint64_t address) const {
  constexpr std::uint64_t near = 4096, just_before = 64;
  const std::lock_guard lock(mutex_);
  const auto behind = live_.upper_bound(address);
  if (behind != live_.begin() && address < std::prev(behind)->second->end() + near)
    return std::prev(behind)->second;
  if (behind != live_.end() && behind->first - address <= just_before)
    return behind->second;
  return nullptr;
}

AllocationRef Allocations::find_freed(std::uint64_t address) const {
  const std::lock_guard lock(mutex_);
  const auto last = std::find_if(freed_.rbegin(), freed_.rend(), [address](const AllocationRef& each) {
    return address >= each->start && address < each->end();
  });
  return last != freed_.rend() ? *last : nullptr;
}

AllocationRef Allocations::find_kept(std::uint64_t address, std::uint64_t bytes) const {
  const std::lock_guard lock(mutex_);
  const auto behind = kept_.lower_bound(address + bytes);
  return behind != kept_.begin() && std::prev(behind)->second->end() > address ? std::prev(behind)->second : nullptr;
}

std::vector<AllocationRef> Allocations::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<AllocationRef> all;
  for (const auto& [start, allocation] : live_)
    all.push_back(allocation);
  return all;
}

namespace {

struct Range {
  std::uint64_t first = 0, end = 0;
  bool has(std::uint64_t address, std::uint64_t bytes) const { return address >= first && address + bytes <= end; }
};

// The mapping of this process that contains the address.
Range mapping_of(std::uint64_t address) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> maps(std::fopen("/proc/self/maps", "re"), &std::fclose);
  char line[512];
  while (maps && std::fgets(line, sizeof(line), maps.get()) != nullptr) {
    unsigned long first = 0, end = 0;
    if (std::sscanf(line, "%lx-%lx", &first, &end) == 2 && address >= first && address < end)
      return {first, end};
  }
  return {};
}

} // namespace

bool is_private_memory(std::uint64_t address, std::uint64_t bytes) {
  static thread_local Range stack; // the last one found: most threads stay on one stack
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  if (!stack.has(here, 1))
    stack = mapping_of(here);
  return stack.has(address, bytes);
}

bool is_of_program(std::uint64_t address, std::uint64_t bytes) {
  struct Question {
    Range asked;
    bool found = false;
  } question{{address, address + bytes}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* asked) {
        auto& in = *static_cast<Question*>(asked);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          const std::uint64_t start = info->dlpi_addr + segment.p_vaddr;
          if (segment.p_type == PT_LOAD && in.asked.first >= start && in.asked.end <= start + segment.p_memsz)
            in.found = true;
        }
        return in.found ? 1 : 0;
      },
      &question);
  return question.found;
}

} // namespace xeforge::checker
