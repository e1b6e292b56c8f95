#include "xeforge/toolchain/nvidia/layout.hpp"

#include <algorithm>

namespace xeforge::toolchain::nvidia {
namespace {

enum Rank { cyclic_rank = 1, together_rank = 2, matrix_rank = 3, replicated_rank = 4 };

constexpr int matrix_columns = 16;
constexpr int words_of_a_row = 8;

// The lane that holds row or column `group` and the pair `pair` of an operand's or result's 8 x 8 part.
constexpr int matrix_lane(int group, int pair) { return group * 4 + pair; }

} // namespace

Layout::Layout(std::vector<Location> locations, int rank, int copies)
    : locations_(std::move(locations)), rank_(rank), copies_(copies) {
  int slots = 0;
  for (const Location& location : locations_)
    slots = std::max(slots, location.slot + 1);
  elements_.resize(static_cast<std::size_t>(slots));
  for (auto& lanes : elements_)
    lanes.fill(no_element);
  for (int element = 0; element < size(); ++element) {
    auto& lanes = elements_[static_cast<std::size_t>(location(element).slot)];
    if (location(element).lane == every_lane)
      lanes.fill(element);
    else
      std::fill_n(lanes.begin() + location(element).lane, copies, element);
  }
}

const Layout* Layouts::intern(std::vector<Location> locations, int rank, int copies) {
  auto& known = known_[{locations, copies}];
  if (known == nullptr)
    known = std::make_unique<Layout>(std::move(locations), rank, copies);
  return known.get();
}

const Layout* Layouts::cyclic(int size, int together) {
  std::vector<Location> locations;
  for (int e = 0; e < size; ++e)
    locations.push_back({e / (together * warp_lanes) * together + e % together, e / together % warp_lanes});
  return intern(std::move(locations), together == 1 ? cyclic_rank : together_rank);
}

const Layout* Layouts::replicated(int size) {
  std::vector<Location> locations;
  for (int e = 0; e < size; ++e)
    locations.push_back({e, every_lane});
  return intern(std::move(locations), replicated_rank);
}

const Layout* Layouts::matrix_b() {
  std::vector<Location> locations;
  for (int pair = 0; pair < 8; ++pair)
    for (int column = 0; column < matrix_columns; ++column)
      locations.push_back({pair / 4 * 2 + column / 8, matrix_lane(column % 8, pair % 4)});
  return intern(std::move(locations), matrix_rank);
}

const Layout* Layouts::matrix_a(int rows) {
  std::vector<Location> locations;
  for (int row = 0; row < rows; ++row)
    for (int pair = 0; pair < words_of_a_row; ++pair)
      locations.push_back({pair / 4, matrix_lane(row, pair % 4)});
  return intern(std::move(locations), matrix_rank);
}

const Layout* Layouts::matrix_result(int rows) {
  std::vector<Location> locations;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < matrix_columns; ++column)
      locations.push_back({column / 8 * 2 + row % 2, matrix_lane(column % 8, row / 2)});
  return intern(std::move(locations), matrix_rank);
}

// Parts of 8 x 8: a lane has two neighbouring columns of the rows r and r + 8. Interleaved, what is neighbouring in a
// lane's four parts of 32 columns is so in the tile.
const Layout* Layouts::tile(int columns, ColumnOrder order) {
  std::vector<Location> locations;
  for (int row = 0; row < tile_height; ++row)
    for (int column = 0; column < columns; ++column) {
      const int part = order == ColumnOrder::plain ? column / 8 : column / 32 * 4 + column / 2 % 4;
      const int pair = order == ColumnOrder::plain ? column / 2 % 4 : column / 8 % 4;
      locations.push_back({part * 4 + row / 8 * 2 + column % 2, matrix_lane(row % 8, pair)});
    }
  return intern(std::move(locations), matrix_rank);
}

const Layout* Layouts::tile_rows() {
  std::vector<Location> locations;
  for (int row = 0; row < tile_height; ++row)
    locations.push_back({row / 8, matrix_lane(row % 8, 0)});
  return intern(std::move(locations), matrix_rank, 4);
}

const Layout* Layouts::tile_flags() {
  std::vector<Location> locations;
  for (int row = 0; row < tile_height; ++row)
    for (int pair = 0; pair < 4; ++pair)
      for (int word = 0; word < flag_words; ++word)
        locations.push_back({row / 8 * flag_words + word, matrix_lane(row % 8, pair)});
  return intern(std::move(locations), matrix_rank);
}

const Layout* Layouts::split(const Layout* layout, int parts) {
  std::vector<Location> locations;
  for (const Location& location : layout->locations())
    for (int part = 0; part < parts; ++part)
      locations.push_back({location.slot * parts + part, location.lane});
  return intern(std::move(locations), std::max<int>(layout->rank(), together_rank));
}

const Layout* Layouts::joined(const Layout* layout, int parts) {
  if (layout->size() % parts != 0)
    return nullptr;
  std::vector<Location> locations;
  for (int element = 0; element < layout->size(); element += parts) {
    const Location first = layout->location(element);
    if (first.slot % parts != 0)
      return nullptr;
    for (int part = 1; part < parts; ++part)
      if (layout->location(element + part) != Location{first.slot + part, first.lane})
        return nullptr;
    locations.push_back({first.slot / parts, first.lane});
  }
  return intern(std::move(locations), layout->rank());
}

const Layout* Layouts::stacked(const Layout* layout, int count) {
  std::vector<Location> locations;
  for (int i = 0; i < count; ++i)
    for (const Location& location : layout->locations())
      locations.push_back({i * layout->slots() + location.slot, location.lane});
  return intern(std::move(locations), layout->rank());
}

} // namespace xeforge::toolchain::nvidia
