#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::lowering {

// The vector compiler finds intrinsics by their prefix, so that any unique suffix will do.
bool NameIntrinsics::change(llvm::Module& module) {
  int number = 0;
  for (llvm::Function& function : module)
    if (const auto name = function.isDeclaration() ? intrinsic_name(function) : std::nullopt)
      function.setName(llvm::formatv("{}.x{}", *name, number++));
  return number > 0;
}

} // namespace xeforge::toolchain::lowering
