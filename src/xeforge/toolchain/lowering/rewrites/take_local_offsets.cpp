#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace xeforge::toolchain::lowering {

using namespace llvm::PatternMatch;

bool TakeLocalOffsets::change(llvm::Function& function) {
  return replace_instructions(function, [](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> llvm::Value* {
    llvm::Value* generic = nullptr;
    if (!instruction.getType()->isIntegerTy(32) || !match(&instruction, m_Trunc(m_PtrToInt(m_Value(generic)))))
      return nullptr;
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(generic);
    if (cast == nullptr || cast->getSrcAddressSpace() != local_address_space)
      return nullptr;
    return builder.CreatePtrToInt(llvm::cast<llvm::Operator>(generic)->getOperand(0), instruction.getType());
  });
}

} // namespace xeforge::toolchain::lowering
