#include "xeforge/toolchain/lowering/fence.hpp"

#include "xeforge/toolchain/lowering/symbols.hpp"

namespace xeforge::toolchain::lowering {
namespace {

const std::string fence_name = "llvm.vc.internal.optimization.fence.";

} // namespace

llvm::Value* fenced(llvm::IRBuilder<>& builder, llvm::Value* value) {
  return call_intrinsic(builder, fence_name + name_of_type(value->getType()), value->getType(), value);
}

bool is_fence(const llvm::Value& value) { return name_of_call(&value).starts_with(fence_name); }

llvm::Value* opaque(llvm::IRBuilder<>& builder, llvm::Constant* constant) {
  return call_intrinsic(builder, "llvm.genx.constanti." + name_of_type(constant->getType()), constant->getType(),
                        constant);
}

} // namespace xeforge::toolchain::lowering
