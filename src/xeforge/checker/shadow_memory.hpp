// Who has touched which bytes of memory in a launch: for every 16 bytes the last few accesses, with the bytes that they
// touched, who made them, when and from where.
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
  std::uint32_t site = 0; // a number of the caller's for the place in the program
  bool stores = false;
  bool meets = false; // atomic, or a polled flag: two such do not collide
};

struct Collision {
  TouchedBy other;
  std::uint64_t first, last; // bytes
};

class ShadowMemory {
public:
  enum class Groups { all, this_one }; // of local memory each group has its own

  explicit ShadowMemory(Groups groups) : groups_(groups) {}

  // Notes the access and says with which earlier ones it collides: not ordered before it by the clocks, at least one of
  // the two a store, on a common byte.
  std::vector<Collision> touch(std::uint64_t address, std::uint64_t bytes, const TouchedBy& by,
                               const GroupClocks& clocks);
  // Forgets everything; the memory is kept for what comes.
  void clear() { ++generation_; }

private:
  static constexpr std::uint64_t cell_bytes = 16, page_cells = 256;
  struct Record {
    std::uint32_t group, time, site;
    std::uint16_t bytes; // a bit for each of the cell
    std::uint16_t item : 10, stores : 1, meets : 1;
  };
  // The first so many records of a cell are used.
  struct Cell {
    std::uint8_t& used;
    std::array<Record, 8>& records;
  };
  struct Page {
    std::uint64_t generation;
    std::array<std::uint8_t, page_cells> used;
    std::array<std::array<Record, 8>, page_cells> records;
  };

  Cell cell(std::uint64_t number);
  static TouchedBy described(const Record& record);
  bool is_of_use(const Record& record, const GroupClocks& clocks) const;
  bool is_before(const Record& record, const GroupClocks& clocks, std::size_t item) const;
  Record& place_for(const Cell& cell, const TouchedBy& by, std::uint16_t bytes, const GroupClocks& clocks) const;

  Groups groups_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::uint64_t last_number_ = ~std::uint64_t{0};
  Page* last_ = nullptr;
  std::uint64_t generation_ = 1;
};

} // namespace xeforge::checker
