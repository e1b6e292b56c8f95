// Which accesses have touched which bytes of memory in a launch: the last two for every 64 bytes, or, if there are
// more, the last eight for every 16 bytes, each with its bytes, item, time and location.
#pragma once

#include "xeforge/checker/group_clocks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace xeforge::checker {

struct TouchedBy {
  Moment moment{};
  std::uint32_t site = 0; // the caller's number for the source location
  bool stores = false;
  bool meets = false; // atomic, or a polled flag: two of these do not collide
};

struct Collision {
  TouchedBy other;
  std::uint64_t first, last; // bytes
};

// A recorded access: which bytes of which line of 64.
struct Touched {
  static constexpr std::uint64_t line_bytes = 64;

  std::uint64_t line; // the address divided by 64
  std::uint64_t bytes;
  TouchedBy by;
};

class ShadowMemory {
public:
  enum class Groups { all, this_one }; // each group has its own local memory

  explicit ShadowMemory(Groups groups) : groups_(groups) {}

  // Records the access and returns the earlier ones that it collides with: they touch a common byte, at least one of
  // the two is a store, and the clocks do not order them.
  std::vector<Collision> touch(std::uint64_t address, std::uint64_t bytes, const TouchedBy& by,
                               const GroupClocks& clocks);
  // All recorded accesses, in ascending order of the lines.
  std::vector<Touched> touched() const;
  // Forgets everything; the allocated memory is kept for the next launch.
  void clear() { ++generation_; }

private:
  static constexpr std::uint64_t line_bytes = Touched::line_bytes, cell_bytes = 16, page_lines = 1024;
  static constexpr std::size_t cells = line_bytes / cell_bytes;
  // An access, with a bit for each of the bytes of the line or cell that it touched.
  template <class Bytes>
  struct Record {
    std::uint32_t group, time, site;
    std::uint16_t item : 10, stores : 1, meets : 1;
    Bytes bytes;
  };
  // Most lines are touched by one or two accesses. Other lines keep more of them: for the whole line if all touch all
  // of it, otherwise divided into cells.
  struct Line {
    std::array<Record<std::uint64_t>, 2> records;
  };
  template <class Bytes>
  struct Cell {
    std::uint8_t used;
    std::array<Record<Bytes>, 8> records;
  };
  struct BusyLine {
    Cell<std::uint64_t> all;
    std::array<Cell<std::uint16_t>, cells> parts;
  };
  static constexpr std::uint8_t whole = 0xfe, divided = 0xff;
  struct Page {
    std::uint64_t generation;
    std::array<std::uint8_t, page_lines> used; // the number of records of the line, or `whole` or `divided`
    std::array<std::unique_ptr<BusyLine>, page_lines> busy;
    std::array<Line, page_lines> lines;
  };
  struct KnownPage {
    std::uint64_t number = ~std::uint64_t{0};
    Page* page = nullptr;
  };

  Page& page(std::uint64_t number);
  void touch_line(Page& page, std::size_t line, std::uint64_t start, std::uint64_t bytes, const TouchedBy& by,
                  const GroupClocks& clocks, std::vector<Collision>& found);
  void make_busy(Page& page, std::size_t line, std::uint64_t bytes);
  void divide(Page& page, std::size_t line);
  template <class Bytes>
  bool is_of_use(const Record<Bytes>& record, const GroupClocks& clocks) const;
  template <class Bytes>
  bool collides(const Record<Bytes>& record, Bytes bytes, const TouchedBy& by, const GroupClocks& clocks) const;
  template <class Records, class Bytes>
  void find_collisions(const Records& records, std::size_t used, std::uint64_t start, Bytes bytes, const TouchedBy& by,
                       const GroupClocks& clocks, std::vector<Collision>& found) const;
  bool keep_in_line(Page& page, std::size_t line, std::uint64_t bytes, const TouchedBy& by, const GroupClocks& clocks);
  template <class Bytes>
  void keep_in_cell(Cell<Bytes>& cell, Bytes bytes, const TouchedBy& by, const GroupClocks& clocks) const;

  Groups groups_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::array<KnownPage, 16> known_{}; // by the number
  std::uint64_t generation_ = 1;
};

} // namespace xeforge::checker
