// Where the elements of a vector are when one hardware thread is a warp: in which lane, and in which of the registers
// that each lane has for the vector. A layout is a table, so that any can be converted into any other.
#pragma once

#include <array>
#include <compare>
#include <map>
#include <memory>
#include <vector>

namespace xeforge::toolchain::nvidia {

inline constexpr int warp_lanes = 32;
inline constexpr int every_lane = -1; // instead of a lane: each lane has the element
inline constexpr int no_element = -1;
inline constexpr int tile_height = 16; // rows of a tile

struct Location {
  int slot; // the register
  int lane;
  friend auto operator<=>(const Location&, const Location&) = default;
};

class Layout {
public:
  // copies: each element is in so many neighbouring lanes, of which its location names the first.
  Layout(std::vector<Location> locations, int rank, int copies = 1);

  int size() const { return static_cast<int>(locations_.size()); }
  int slots() const { return static_cast<int>(elements_.size()); }
  Location location(int element) const { return locations_[static_cast<std::size_t>(element)]; }
  const std::vector<Location>& locations() const { return locations_; }
  // What a register holds, lane by lane.
  const std::array<int, warp_lanes>& elements(int slot) const { return elements_[static_cast<std::size_t>(slot)]; }
  // Where two layouts meet, values go into the one of higher rank.
  int rank() const { return rank_; }
  // The lane of which `lane` best takes the element: itself, if it has a copy.
  int nearest_lane(Location location, int lane) const {
    return location.lane == every_lane || lane / copies_ == location.lane / copies_ ? lane : location.lane;
  }

private:
  std::vector<Location> locations_;
  std::vector<std::array<int, warp_lanes>> elements_;
  int rank_, copies_;
};

// In which order the columns of a tile are in a warp: as wgmma numbers them; or so that each lane has eight neighbours,
// which is wgmma's order for a matrix whose rows are exchanged in shared memory (row_in_shared_memory()).
enum class ColumnOrder { plain, interleaved };

// Layouts of one compilation: equal ones are the same object.
class Layouts {
public:
  // Element e in lane e / together % 32: neighbours of one lane are `together` elements.
  const Layout* cyclic(int size, int together = 1);
  // Every lane has all elements.
  const Layout* replicated(int size);
  // Operands and result of a matrix product by mma.sync of shape m16n8k16 on the transposed matrices: 32-bit words of
  // B (16 columns x 8 pairs of rows in VNNI order: word 16 * pair + column), of A (8 words a row), and the result
  // (rows x 16). A has one to eight rows.
  const Layout* matrix_b();
  const Layout* matrix_a(int rows);
  const Layout* matrix_result(int rows);
  // What a warp has of wgmma's result: 16 rows; and a number for each row.
  const Layout* tile(int columns, ColumnOrder order);
  const Layout* tile_rows();
  // Flags of a tile (slm_matrix.hpp): words of the four lanes that have its row.
  static constexpr int flag_words = 16;
  const Layout* tile_flags();
  // Each element becomes `parts` that stay in its lane; the reverse; null where parts lie apart.
  const Layout* split(const Layout* layout, int parts);
  const Layout* joined(const Layout* layout, int parts);
  // Several vectors of one layout as one.
  const Layout* stacked(const Layout* layout, int count);
  const Layout* of(std::vector<Location> locations, int rank) { return intern(std::move(locations), rank); }

private:
  const Layout* intern(std::vector<Location> locations, int rank, int copies = 1);
  std::map<std::pair<std::vector<Location>, int>, std::unique_ptr<Layout>> known_;
};

} // namespace xeforge::toolchain::nvidia
