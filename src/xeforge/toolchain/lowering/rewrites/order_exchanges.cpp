#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;

// The same exchange with its operands in the other order; null: another instruction.
Value* ordered(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
  auto* const exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction);
  if (exchange == nullptr)
    return nullptr;
  Value* const expected = exchange->getCompareOperand();
  auto* const swapped = builder.CreateAtomicCmpXchg(exchange->getPointerOperand(), exchange->getNewValOperand(),
                                                    expected, exchange->getAlign(), exchange->getSuccessOrdering(),
                                                    exchange->getFailureOrdering(), exchange->getSyncScopeID());
  swapped->setVolatile(exchange->isVolatile());
  Value* const found = builder.CreateExtractValue(swapped, 0);
  return builder.CreateInsertValue(swapped, builder.CreateICmpEQ(found, expected), 1);
}

} // namespace

bool OrderExchanges::change(llvm::Function& function) { return replace_instructions(function, ordered); }

} // namespace xeforge::toolchain::lowering
