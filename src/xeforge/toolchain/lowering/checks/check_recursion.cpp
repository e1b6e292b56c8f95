#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/lowering/checks/checks.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::lowering {
namespace {

class Walk {
public:
  void visit(const llvm::Function& function) {
    if (!seen_.insert(&function).second)
      return;
    open_.insert(&function);
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* const callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && open_.contains(callee))
        refuse(*call, llvm::formatv("a recursive call of '{}'", demangle(callee->getName().str())), "a loop");
      else if (callee != nullptr)
        visit(*callee);
    }
    open_.erase(&function);
  }

private:
  llvm::SmallPtrSet<const llvm::Function*, 16> seen_, open_;
};

} // namespace

bool CheckRecursion::change(llvm::Module& module) {
  Walk walk;
  for (const llvm::Function& function : module)
    if (is_kernel(function))
      walk.visit(function);
  return false;
}

} // namespace xeforge::toolchain::lowering
