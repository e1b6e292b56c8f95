// Where pieces of shared local memory (slm_allocator) lie. A piece lives from the call that claims it to the one that
// gives it back, on every way through the function; it lies behind those that live where its own life begins, so that
// pieces which are never there at once share their place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// A call that is to be replaced by the offset of the piece it claims.
struct SlmPiece {
  std::size_t line;
  std::string result; // the call's, "%5"
  std::string place;  // in the source
  std::uint32_t bytes;
  std::uint32_t offset = 0; // from the first piece
};

// A call that gives a piece back.
struct SlmPieceEnd {
  std::size_t line;
  std::string piece; // the result of the call that claimed it
};

// Sets the offsets of the pieces of the function that stands in lines first ("define") to last ("}").
void place_pieces(const std::vector<std::string>& lines, std::size_t first, std::size_t last,
                  std::vector<SlmPiece>& pieces, const std::vector<SlmPieceEnd>& ends);

} // namespace xeforge::toolchain
