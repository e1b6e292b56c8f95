#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

// Whether memory is accessed through the pointer with a run-time index.
bool is_indexed(const llvm::Value& pointer) {
  for (const llvm::User* user : pointer.users()) {
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      if (!address->hasAllConstantIndices() || is_indexed(*address))
        return true;
    } else if (llvm::isa<llvm::AddrSpaceCastInst>(user) && is_indexed(*user)) {
      return true;
    }
  }
  return false;
}

// Copies the structure member by member.
void copy(llvm::Argument& structure) {
  llvm::Function& function = *structure.getParent();
  llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
  llvm::Type* const type = structure.getParamByValType();
  llvm::AllocaInst* const variable = builder.CreateAlloca(type);
  variable->setAlignment(llvm::Align(16));
  structure.replaceAllUsesWith(variable);
  llvm::LoadInst* const members = builder.CreateAlignedLoad(type, &structure, llvm::Align(1));
  builder.CreateAlignedStore(members, variable, llvm::Align(16));
}

} // namespace

bool CopyIndexedCaptures::change(llvm::Function& function) {
  bool changed = false;
  for (llvm::Argument& argument : function.args())
    if (is_kernel(function) && argument.hasByValAttr() && is_indexed(argument)) {
      copy(argument);
      changed = true;
    }
  return changed;
}

} // namespace xeforge::toolchain::lowering
