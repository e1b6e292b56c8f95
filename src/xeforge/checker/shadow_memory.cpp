#include "xeforge/checker/shadow_memory.hpp"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace xeforge::checker {
namespace {

template <class Record>
Moment moment_of(const Record& record) {
  return {record.group, record.item, record.time};
}

// Two equal accesses of the same item: one record is enough if they have the same time, or one touches no more than the
// other.
template <class Record, class Bytes>
bool is_same(const Record& record, Bytes bytes, const TouchedBy& by) {
  return record.group == by.moment.group && record.item == by.moment.item && record.stores == by.stores &&
         record.meets == by.meets &&
         (record.time == by.moment.time || (record.bytes & static_cast<Bytes>(~bytes)) == 0);
}

template <class Record, class Bytes>
void put(Record& record, Bytes bytes, const TouchedBy& by) {
  record = {by.moment.group, by.moment.time, by.site, static_cast<std::uint16_t>(by.moment.item & 0x3ff),
            by.stores,       by.meets,       bytes};
}
template <class Record, class Bytes>
void put_together(Record& record, Bytes bytes, const TouchedBy& by) {
  put(record, record.time == by.moment.time ? static_cast<Bytes>(record.bytes | bytes) : bytes, by);
}

// A collision that continues one of the same item and site is merged with it.
void add(std::vector<Collision>& found, const Collision& collision) {
  for (Collision& each : found)
    if (each.other.site == collision.other.site && each.other.moment.item == collision.other.moment.item &&
        each.other.moment.group == collision.other.moment.group && each.last + 1 == collision.first) {
      each.last = collision.last;
      return;
    }
  found.push_back(collision);
}

// Bits [first, last).
std::uint64_t bits_between(std::uint64_t first, std::uint64_t last) {
  return (last == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << last) - 1) & ~((std::uint64_t{1} << first) - 1);
}

} // namespace

ShadowMemory::Page& ShadowMemory::page(std::uint64_t number) {
  KnownPage& known = known_[number % known_.size()];
  if (known.number != number) {
    std::unique_ptr<Page>& there = pages_[number];
    if (!there) {
      there = std::make_unique_for_overwrite<Page>();
      there->generation = 0;
    }
    known = {number, there.get()};
  }
  if (known.page->generation != generation_) {
    known.page->used.fill(0);
    known.page->generation = generation_;
  }
  return *known.page;
}

template <class Bytes>
bool ShadowMemory::is_of_use(const Record<Bytes>& record, const GroupClocks& clocks) const {
  return groups_ == Groups::all || record.group == clocks.group();
}

template <class Bytes>
bool ShadowMemory::collides(const Record<Bytes>& record, Bytes bytes, const TouchedBy& by,
                            const GroupClocks& clocks) const {
  return (record.bytes & bytes) != 0 && (record.stores != 0 || by.stores) && (record.meets == 0 || !by.meets) &&
         is_of_use(record, clocks) && !clocks.is_before(moment_of(record), by.moment.item);
}

template <class Records, class Bytes>
void ShadowMemory::find_collisions(const Records& records, std::size_t used, std::uint64_t start, Bytes bytes,
                                   const TouchedBy& by, const GroupClocks& clocks,
                                   std::vector<Collision>& found) const {
  for (std::size_t i = 0; i < used; ++i)
    if (const auto& each = records[i]; collides<Bytes>(each, bytes, by, clocks)) {
      const auto common = static_cast<Bytes>(each.bytes & bytes);
      add(found, {{moment_of(each), each.site, each.stores != 0, each.meets != 0},
                  start + static_cast<std::uint64_t>(std::countr_zero(common)),
                  start + static_cast<std::uint64_t>(std::bit_width(common)) - 1});
    }
}

// Returns false if the line has no room for another record.
bool ShadowMemory::keep_in_line(Page& page, std::size_t line, std::uint64_t bytes, const TouchedBy& by,
                                const GroupClocks& clocks) {
  auto& records = page.lines[line].records;
  std::uint8_t& used = page.used[line];
  for (std::size_t i = 0; i < used; ++i)
    if (is_same(records[i], bytes, by)) {
      put_together(records[i], bytes, by);
      return true;
    }
  for (std::size_t i = 0; i < used; ++i)
    if (!is_of_use(records[i], clocks)) {
      put(records[i], bytes, by);
      return true;
    }
  if (used == records.size())
    return false;
  put(records[used++], bytes, by);
  return true;
}

// Uses the record that this access replaces or extends; else an unused one; else one that is ordered before this
// access, since later accesses are most likely ordered after it as well; else the oldest.
template <class Bytes>
void ShadowMemory::keep_in_cell(Cell<Bytes>& cell, Bytes bytes, const TouchedBy& by, const GroupClocks& clocks) const {
  Record<Bytes>*useless = nullptr, *before = nullptr;
  for (std::size_t i = 0; i < cell.used; ++i) {
    Record<Bytes>& each = cell.records[i];
    if (is_same(each, bytes, by))
      return put_together(each, bytes, by);
    if (!is_of_use(each, clocks))
      useless = &each;
    else if (before == nullptr && clocks.is_before(moment_of(each), by.moment.item))
      before = &each;
  }
  if (useless != nullptr)
    return put(*useless, bytes, by);
  if (cell.used < cell.records.size())
    return put(cell.records[cell.used++], bytes, by);
  put(before != nullptr ? *before : *std::ranges::min_element(cell.records, {}, &Record<Bytes>::time), bytes, by);
}

void ShadowMemory::make_busy(Page& page, std::size_t line, std::uint64_t bytes) {
  constexpr auto all = ~std::uint64_t{0};
  if (!page.busy[line])
    page.busy[line] = std::make_unique_for_overwrite<BusyLine>();
  Cell<std::uint64_t>& cell = page.busy[line]->all;
  cell.used = 0;
  bool is_whole = bytes == all;
  for (std::size_t i = 0; i < page.used[line]; ++i) {
    cell.records[cell.used++] = page.lines[line].records[i];
    is_whole = is_whole && cell.records[i].bytes == all;
  }
  page.used[line] = whole;
  if (!is_whole)
    divide(page, line);
}

void ShadowMemory::divide(Page& page, std::size_t line) {
  BusyLine& busy = *page.busy[line];
  for (std::size_t i = 0; i < cells; ++i) {
    Cell<std::uint16_t>& cell = busy.parts[i];
    cell.used = 0;
    for (std::size_t j = 0; j < busy.all.used; ++j) {
      const auto& each = busy.all.records[j];
      if (const auto bytes = static_cast<std::uint16_t>(each.bytes >> i * cell_bytes); bytes != 0)
        cell.records[cell.used++] = {each.group, each.time, each.site, each.item, each.stores, each.meets, bytes};
    }
  }
  page.used[line] = divided;
}

void ShadowMemory::touch_line(Page& page, std::size_t line, std::uint64_t start, std::uint64_t bytes,
                              const TouchedBy& by, const GroupClocks& clocks, std::vector<Collision>& found) {
  if (page.used[line] < whole) {
    find_collisions(page.lines[line].records, page.used[line], start, bytes, by, clocks, found);
    if (keep_in_line(page, line, bytes, by, clocks))
      return;
    make_busy(page, line, bytes);
  } else {
    if (page.used[line] == whole && bytes != ~std::uint64_t{0})
      divide(page, line);
    if (page.used[line] == whole)
      find_collisions(page.busy[line]->all.records, page.busy[line]->all.used, start, bytes, by, clocks, found);
    for (std::size_t i = 0; i < cells && page.used[line] == divided; ++i)
      if (const auto part = static_cast<std::uint16_t>(bytes >> i * cell_bytes); part != 0)
        find_collisions(page.busy[line]->parts[i].records, page.busy[line]->parts[i].used, start + i * cell_bytes, part,
                        by, clocks, found);
  }
  if (page.used[line] == whole)
    return keep_in_cell(page.busy[line]->all, bytes, by, clocks);
  for (std::size_t i = 0; i < cells; ++i)
    if (const auto part = static_cast<std::uint16_t>(bytes >> i * cell_bytes); part != 0)
      keep_in_cell(page.busy[line]->parts[i], part, by, clocks);
}

std::vector<Collision> ShadowMemory::touch(std::uint64_t address, std::uint64_t bytes, const TouchedBy& by,
                                           const GroupClocks& clocks) {
  std::vector<Collision> found;
  const std::uint64_t end = address + bytes;
  for (std::uint64_t number = address / line_bytes; number * line_bytes < end; ++number) {
    const std::uint64_t start = number * line_bytes;
    touch_line(page(number / page_lines), number % page_lines, start,
               bits_between(std::max(address, start) - start, std::min(end, start + line_bytes) - start), by, clocks,
               found);
  }
  return found;
}

std::vector<Touched> ShadowMemory::touched() const {
  std::vector<Touched> all;
  const auto add_records = [&](std::uint64_t line, const auto& records, std::size_t used, std::size_t shift) {
    for (std::size_t i = 0; i < used; ++i) {
      const auto& each = records[i];
      all.push_back(
          {line, std::uint64_t{each.bytes} << shift, {moment_of(each), each.site, each.stores != 0, each.meets != 0}});
    }
  };
  for (const auto& [number, page] : pages_)
    for (std::size_t i = 0; i < page_lines && page->generation == generation_; ++i) {
      const std::uint64_t line = number * page_lines + i;
      if (page->used[i] < whole)
        add_records(line, page->lines[i].records, page->used[i], 0);
      else if (page->used[i] == whole)
        add_records(line, page->busy[i]->all.records, page->busy[i]->all.used, 0);
      else
        for (std::size_t c = 0; c < cells; ++c)
          add_records(line, page->busy[i]->parts[c].records, page->busy[i]->parts[c].used, c * cell_bytes);
    }
  std::ranges::sort(all, {}, [](const Touched& each) { return std::pair(each.line, each.by.site); });
  return all;
}

} // namespace xeforge::checker
