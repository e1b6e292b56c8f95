#include "xeforge/checker/shadow_memory.hpp"

#include <algorithm>

namespace xeforge::checker {

ShadowMemory::Cell ShadowMemory::cell(std::uint64_t number) {
  const std::uint64_t page = number / page_cells;
  if (page != last_number_) {
    std::unique_ptr<Page>& there = pages_[page];
    if (!there) {
      there = std::make_unique_for_overwrite<Page>();
      there->generation = 0;
    }
    last_ = there.get();
    last_number_ = page;
  }
  if (last_->generation != generation_) {
    last_->used.fill(0);
    last_->generation = generation_;
  }
  return {last_->used[number % page_cells], last_->records[number % page_cells]};
}

TouchedBy ShadowMemory::described(const Record& record) {
  return {{record.group, record.item, record.time}, record.site, record.stores != 0, record.meets != 0};
}

bool ShadowMemory::is_of_use(const Record& record, const GroupClocks& clocks) const {
  return groups_ == Groups::all || record.group == clocks.group();
}
bool ShadowMemory::is_before(const Record& record, const GroupClocks& clocks, std::size_t item) const {
  return !is_of_use(record, clocks) || clocks.is_before({record.group, record.item, record.time}, item);
}

// One that this access replaces, or that it adds bytes to; else an unused one; else one that is ordered before, which
// later accesses most likely are ordered behind as well; else the oldest.
ShadowMemory::Record& ShadowMemory::place_for(const Cell& cell, const TouchedBy& by, std::uint16_t bytes,
                                              const GroupClocks& clocks) const {
  Record *useless = nullptr, *before = nullptr;
  for (std::size_t i = 0; i < cell.used; ++i) {
    Record& each = cell.records[i];
    const bool same_kind = each.group == by.moment.group && each.item == by.moment.item && each.stores == by.stores &&
                           each.meets == by.meets;
    if (same_kind && (each.time == by.moment.time || (each.bytes & ~bytes) == 0))
      return each;
    if (!is_of_use(each, clocks))
      useless = &each;
    else if (before == nullptr && clocks.is_before({each.group, each.item, each.time}, by.moment.item))
      before = &each;
  }
  if (useless != nullptr)
    return *useless;
  if (cell.used < cell.records.size()) {
    Record& unused = cell.records[cell.used++];
    unused = {};
    return unused;
  }
  return before != nullptr ? *before
                           : *std::ranges::min_element(cell.records, {}, [](const Record& each) { return each.time; });
}

// One that goes on where another with the same item and place ends is a part of that.
static void add(std::vector<Collision>& found, const Collision& collision) {
  for (Collision& each : found)
    if (each.other.site == collision.other.site && each.other.moment.item == collision.other.moment.item &&
        each.other.moment.group == collision.other.moment.group && each.last + 1 == collision.first) {
      each.last = collision.last;
      return;
    }
  found.push_back(collision);
}

std::vector<Collision> ShadowMemory::touch(std::uint64_t address, std::uint64_t bytes, const TouchedBy& by,
                                           const GroupClocks& clocks) {
  std::vector<Collision> found;
  const std::uint64_t end = address + bytes;
  for (std::uint64_t number = address / cell_bytes; number * cell_bytes < end; ++number) {
    const std::uint64_t start = number * cell_bytes, first = std::max(address, start) - start,
                        last = std::min(end, start + cell_bytes) - start;
    const auto mask = static_cast<std::uint16_t>(((1u << last) - 1) & ~((1u << first) - 1));
    const Cell here = cell(number);
    for (std::size_t i = 0; i < here.used; ++i) {
      const Record& each = here.records[i];
      const auto common = static_cast<std::uint16_t>(each.bytes & mask);
      if (common == 0 || (each.stores == 0 && !by.stores) || (each.meets != 0 && by.meets) ||
          is_before(each, clocks, by.moment.item))
        continue;
      const auto low = start + static_cast<std::uint64_t>(__builtin_ctz(common));
      const auto high = start + 31 - static_cast<std::uint64_t>(__builtin_clz(common));
      add(found, {described(each), low, high});
    }
    Record& place = place_for(here, by, mask, clocks);
    const bool adds = place.bytes != 0 && place.group == by.moment.group && place.item == by.moment.item &&
                      place.stores == by.stores && place.meets == by.meets && place.time == by.moment.time;
    const auto all = static_cast<std::uint16_t>(adds ? place.bytes | mask : mask);
    place = {by.moment.group, by.moment.time, by.site, all, static_cast<std::uint16_t>(by.moment.item & 0x3ff),
             by.stores,       by.meets};
  }
  return found;
}

} // namespace xeforge::checker
