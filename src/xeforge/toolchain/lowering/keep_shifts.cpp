#include "xeforge/toolchain/lowering/fence.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {

bool KeepShifts::change(llvm::Function& function) {
  constexpr unsigned narrower = 32;
  const llvm::DataLayout& layout = function.getDataLayout();
  return replace_instructions(
      function, [&](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> llvm::Value* {
        if (instruction.getOpcode() != llvm::Instruction::Shl || !instruction.getType()->isVectorTy() ||
            instruction.getType()->getScalarSizeInBits() <= narrower)
          return nullptr;
        llvm::Value* const count = instruction.getOperand(1);
        if (llvm::computeKnownBits(count, layout).getMaxValue().ult(narrower))
          return nullptr;
        return fenced(builder, builder.CreateShl(instruction.getOperand(0), count));
      });
}

} // namespace xeforge::toolchain::lowering
