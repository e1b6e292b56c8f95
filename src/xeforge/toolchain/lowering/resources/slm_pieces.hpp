// Where pieces of shared local memory (slm_allocator) lie. A piece is live from the call that allocates it to the one
// that releases it, on every path through the function. It is placed after the pieces that are live where it is
// allocated, so that pieces which are never live at the same time can share an offset.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <vector>

namespace xeforge::toolchain::lowering {

// A call that is to be replaced by the offset of the piece it allocates.
struct SlmPiece {
  llvm::CallBase* allocation;
  std::uint32_t bytes;
  std::uint32_t offset = 0; // from the first piece
};

// Sets the offsets of the function's pieces. `ends` are the calls that release a piece, which is their argument.
void place_pieces(llvm::Function& function, std::vector<SlmPiece>& pieces,
                  const std::vector<const llvm::CallBase*>& ends);

} // namespace xeforge::toolchain::lowering
