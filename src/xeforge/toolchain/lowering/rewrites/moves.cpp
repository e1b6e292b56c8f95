#include "xeforge/toolchain/lowering/rewrites/moves.hpp"

#include "xeforge/toolchain/lowering/rewrites/regions.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>

namespace xeforge::toolchain::lowering {

bool only_moves(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::ShuffleVectorInst, llvm::InsertElementInst,
                   llvm::ExtractElementInst, llvm::BitCastInst>(instruction) ||
         is_write(instruction) || is_read(instruction);
}

bool reaches(const llvm::Instruction& value, llvm::function_ref<bool(const llvm::Instruction&)> is_sought) {
  llvm::SmallPtrSet<const llvm::User*, 8> seen;
  llvm::SmallVector<const llvm::Instruction*> moved{&value};
  while (!moved.empty())
    for (const llvm::User* user : moved.pop_back_val()->users()) {
      const auto& by = *llvm::cast<llvm::Instruction>(user);
      if (is_sought(by))
        return true;
      if (only_moves(by) && seen.insert(user).second)
        moved.push_back(&by);
    }
  return false;
}

} // namespace xeforge::toolchain::lowering
