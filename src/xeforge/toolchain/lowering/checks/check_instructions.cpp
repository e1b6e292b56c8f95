#include "xeforge/toolchain/lowering/checks/checks.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::lowering {
namespace {

// Whether a type contains a number of such a kind. Named struct types are only accessed member by member, so they do
// not count.
template <class Predicate>
bool has_number(const llvm::Type* type, Predicate is_of_kind) {
  if (const auto* structure = llvm::dyn_cast<llvm::StructType>(type); structure != nullptr && structure->hasName())
    return false;
  return is_of_kind(type) ||
         llvm::any_of(type->subtypes(), [&](const llvm::Type* part) { return has_number(part, is_of_kind); });
}
template <class Predicate>
bool uses_number(const llvm::Instruction& instruction, Predicate is_of_kind) {
  return has_number(instruction.getType(), is_of_kind) ||
         llvm::any_of(instruction.operand_values(),
                      [&](const llvm::Value* operand) { return has_number(operand->getType(), is_of_kind); });
}

void check_memory_or_jump(const llvm::Instruction& instruction) {
  if (const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      variable != nullptr && !llvm::isa<llvm::Constant>(variable->getArraySize()))
    refuse(instruction,
           "memory on the stack whose size is known only at run time (alloca, or an array of variable length)",
           "an array whose length is a constant");
  if (llvm::isa<llvm::IndirectBrInst>(instruction))
    refuse(instruction, "a jump to a computed label", "switch or if");
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* const called = call != nullptr ? call->getCalledFunction() : nullptr;
  if (called != nullptr && called->isVarArg() && !called->isDeclaration())
    refuse(
        instruction,
        llvm::formatv("a call of '{0}', which takes any number of arguments (...)", llvm::demangle(called->getName())),
        "a template with a pack of parameters");
}

void check_numbers(const llvm::Instruction& instruction, const machine::DeviceModel& device) {
  if (uses_number(instruction, [](const llvm::Type* type) {
        return type->isX86_FP80Ty() || type->isFP128Ty() || type->isPPC_FP128Ty();
      }))
    refuse(instruction, "long double", "double, or float, in device code");
  else if (device.fp64 == machine::Support::no &&
           uses_number(instruction, [](const llvm::Type* type) { return type->isDoubleTy(); }))
    refuse(instruction, "double", llvm::formatv("float on {}, which has no numbers of 64 bits", device.name));
}

} // namespace

bool CheckInstructions::change(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    check_memory_or_jump(instruction);
    check_numbers(instruction, *device);
  }
  return false;
}

} // namespace xeforge::toolchain::lowering
