#include "xeforge/emulator/memory/memory.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/base/hexadecimal.hpp"

#include <algorithm>
#include <utility>

namespace xeforge::emulator {

using base::hexadecimal;
namespace {

std::string described(const MemoryRange& range) { return range.name + " (" + std::to_string(range.size) + " bytes)"; }

} // namespace

MemoryMap::MemoryMap(std::vector<MemoryRange> ranges) : ranges_(std::move(ranges)) {
  std::ranges::sort(ranges_, {}, &MemoryRange::address);
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const MemoryRange& range = ranges_[i];
    if (range.size > ~range.address)
      throw Error("memory", described(range) + " at " + hexadecimal(range.address), "a range that ends below 2^64");
    if (i > 0 && ranges_[i - 1].address + ranges_[i - 1].size > range.address)
      throw Error("memory", described(range) + " at " + hexadecimal(range.address),
                  "a range apart from " + described(ranges_[i - 1]) + " at " + hexadecimal(ranges_[i - 1].address));
  }
}

const MemoryRange* MemoryMap::find(std::uint64_t address, std::uint64_t bytes) const {
  const auto behind = std::ranges::upper_bound(ranges_, address, {}, &MemoryRange::address);
  if (behind == ranges_.begin())
    return nullptr;
  const MemoryRange& range = *std::prev(behind);
  return range.contains(address, bytes) ? &range : nullptr;
}

std::string MemoryMap::neighbour_of(std::uint64_t address) const {
  const MemoryRange* nearest = nullptr;
  std::uint64_t distance = 0;
  std::string where;
  const auto consider = [&](const MemoryRange& range, std::uint64_t gap, std::string text) {
    if (nearest == nullptr || gap < distance)
      nearest = &range, distance = gap, where = std::move(text);
  };
  for (const MemoryRange& range : ranges_) {
    const std::uint64_t end = range.address + range.size;
    if (address >= end)
      consider(range, address - end, "ends " + std::to_string(address - end) + " bytes before");
    else if (address < range.address)
      consider(range, range.address - address, "begins " + std::to_string(range.address - address) + " bytes behind");
    else
      consider(range, 0, "ends " + std::to_string(end - address) + " bytes behind");
  }
  if (nearest == nullptr)
    return "there is no allocation";
  return "the nearest, " + described(*nearest) + ", " + where;
}

Memory::Memory() : map_(std::make_shared<const MemoryMap>()) {}

void Memory::add(std::string name, std::byte* host, std::uint64_t size, Writable writable) {
  add_at({reinterpret_cast<std::uint64_t>(host), size, host, std::move(name), writable});
}

void Memory::add_at(MemoryRange range) {
  const std::scoped_lock lock(mutex_);
  std::vector<MemoryRange> ranges = map_->ranges();
  ranges.push_back(std::move(range));
  map_ = std::make_shared<const MemoryMap>(std::move(ranges));
}

void Memory::remove(std::uint64_t address) {
  const std::scoped_lock lock(mutex_);
  std::vector<MemoryRange> ranges = map_->ranges();
  if (std::erase_if(ranges, [&](const MemoryRange& range) { return range.address == address; }) == 0)
    throw Error("memory", hexadecimal(address), "the address of an allocation");
  map_ = std::make_shared<const MemoryMap>(std::move(ranges));
}

std::shared_ptr<const MemoryMap> Memory::map() const {
  const std::scoped_lock lock(mutex_);
  return map_;
}

} // namespace xeforge::emulator
