// Where pieces of shared local memory (slm_allocator) lie. A piece lives from the call that allocates it to the one that
// gives it back, on every way through the function; it lies behind those that live where its own life begins, so that
// pieces which are never there at once share their offset.
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

// Sets the offsets of the function's pieces. `ends` are calls that give one back, which is their argument.
void place_pieces(llvm::Function& function, std::vector<SlmPiece>& pieces,
                  const std::vector<const llvm::CallBase*>& ends);

} // namespace xeforge::toolchain::lowering
