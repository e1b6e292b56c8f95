#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/registers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

namespace xeforge::toolchain::lowering {
namespace {

// For annotate("...", n) the compiler adds an entry { variable, ..., arguments } to a list; arguments is a constant {
// i32 n }.
void read_annotation(const llvm::Constant& entry) {
  auto* const variable = llvm::dyn_cast<llvm::GlobalVariable>(entry.getAggregateElement(0u)->stripPointerCasts());
  const auto* const last = entry.getAggregateElement(4u);
  const auto* const arguments =
      last == nullptr ? nullptr : llvm::dyn_cast<llvm::GlobalVariable>(last->stripPointerCasts());
  if (variable == nullptr || arguments == nullptr || !arguments->hasInitializer() ||
      !variable->getSection().starts_with(register_section))
    return;
  if (const auto* const number =
          llvm::dyn_cast_or_null<llvm::ConstantInt>(arguments->getInitializer()->getAggregateElement(0u)))
    variable->setSection(register_section + std::to_string(number->getSExtValue()));
}

} // namespace

bool ReadAnnotations::change(llvm::Module& module) {
  llvm::GlobalVariable* const list = module.getNamedGlobal("llvm.global.annotations");
  if (list == nullptr)
    return false;
  for (const llvm::Use& entry : list->getInitializer()->operands())
    read_annotation(*llvm::cast<llvm::Constant>(entry.get()));
  list->eraseFromParent();
  for (llvm::GlobalVariable& text : llvm::make_early_inc_range(module.globals())) {
    text.removeDeadConstantUsers();
    if (text.getSection() == "llvm.metadata" && text.use_empty())
      text.eraseFromParent();
  }
  return true;
}

} // namespace xeforge::toolchain::lowering
