#include "xeforge/toolchain/lowering/fence.hpp"

#include "xeforge/toolchain/lowering/symbols.hpp"

namespace xeforge::toolchain::lowering {

llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return call_intrinsic(builder, "llvm.vc.internal.optimization.fence." + name_of_type(value->getType()),
                        value->getType(), value);
}

llvm::Value* opaque(llvm::IRBuilder<>& builder, llvm::Constant* constant) {
  return call_intrinsic(builder, "llvm.genx.constanti." + name_of_type(constant->getType()), constant->getType(),
                        constant);
}

} // namespace xeforge::toolchain::lowering
