#include "xeforge/toolchain/lowering/checks/checks.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/locations.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::lowering {
namespace {

void check_captures(const llvm::Function& function, const llvm::DISubprogram& called) {
  const llvm::DICompositeType* const kernel = kernel_called_by(called);
  if (kernel == nullptr)
    return;
  for (const llvm::DINode* element : kernel->getElements()) {
    const auto* const member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(element);
    if (member == nullptr || member->getName() != "this" || member->getBaseType() == nullptr ||
        member->getBaseType()->getTag() != llvm::dwarf::DW_TAG_pointer_type)
      continue;
    refuse(function, location_of(*function.getParent(), member->getFile(), member->getLine()),
           "a kernel that captures 'this', which points to an object of the host",
           "[*this] for a copy of it, or copies of the members that are used: [=, n = this->n]");
  }
}

// A kernel gets its captures as a copy. If the class of a capture has a non-trivial copy or move constructor, clang
// passes the address of an object instead.
void check_passing(const llvm::Function& kernel) {
  if (kernel.arg_empty())
    return;
  const llvm::Argument& captures = *kernel.getArg(0);
  if (captures.getType()->isPointerTy() && !captures.hasByValAttr())
    refuse(
        kernel,
        "captures that are not copied byte by byte, since the class of one has a constructor that copies or moves it "
        "(as std::tuple has)",
        "classes without such constructors, as std::pair and std::array are");
}

// So the optimiser calls what certainly does something undefined, of which it has kept nothing else.
void check_end(const llvm::Function& kernel) {
  if (kernel.doesNotReturn())
    refuse(kernel, "a kernel that never ends, or does what C++ leaves undefined whatever it gets",
           "a kernel that returns: no endless loop, no thread-local variable whose first value is computed");
}

// Constants are numbers like others once they are computed with.
bool is_long_double(const llvm::DIType* type) {
  while (const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (derived->getTag() != llvm::dwarf::DW_TAG_typedef && derived->getTag() != llvm::dwarf::DW_TAG_volatile_type)
      return false;
    type = derived->getBaseType();
  }
  return type != nullptr && llvm::isa<llvm::DIBasicType>(type) && type->getName() == "long double";
}

void check_variable(const llvm::Function& function, const llvm::DILocalVariable& variable) {
  if (is_long_double(variable.getType()))
    refuse(function, location_of(*function.getParent(), variable.getFile(), variable.getLine()),
           llvm::formatv("'{}' of type long double", variable.getName().str()), "double, or float, in device code");
}

void check(const llvm::Function& function) {
  if (is_kernel(function)) {
    check_passing(function);
    check_end(function);
  }
  llvm::SetVector<const llvm::DILocalVariable*> variables;
  for (const llvm::DISubprogram* inlined : inlined_functions(function)) {
    check_captures(function, *inlined);
    for (const llvm::DINode* node : inlined->getRetainedNodes())
      if (const auto* variable = llvm::dyn_cast_or_null<llvm::DILocalVariable>(node))
        variables.insert(variable);
  }
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    for (const llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
      variables.insert(record.getVariable());
  for (const llvm::DILocalVariable* variable : variables)
    check_variable(function, *variable);
}

} // namespace

bool CheckDescriptions::change(llvm::Module& module) {
  for (const llvm::Function& function : module)
    if (!function.isDeclaration())
      check(function);
  return false;
}

} // namespace xeforge::toolchain::lowering
