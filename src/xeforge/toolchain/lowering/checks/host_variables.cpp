#include "xeforge/toolchain/lowering/checks/host_variables.hpp"

#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/lowering/call_tree.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/locations.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::lowering {
namespace {

using Variables = llvm::SmallPtrSet<const llvm::GlobalVariable*, 16>;

// Variables with the annotation that ESIMD_PRIVATE makes: an entry of a list { variable, text, ... }.
Variables private_variables(const llvm::Module& module) {
  Variables found;
  const llvm::GlobalVariable* const list = module.getNamedGlobal("llvm.global.annotations");
  if (list == nullptr || !list->hasInitializer())
    return found;
  for (const llvm::Use& use : list->getInitializer()->operands()) {
    const auto* const entry = llvm::cast<llvm::Constant>(use.get());
    const auto part = [entry](unsigned i) {
      return llvm::dyn_cast<llvm::GlobalVariable>(entry->getAggregateElement(i)->stripPointerCasts());
    };
    const llvm::GlobalVariable *const variable = part(0), *const text = part(1);
    const auto* const characters = text == nullptr || !text->hasInitializer()
                                       ? nullptr
                                       : llvm::dyn_cast<llvm::ConstantDataArray>(text->getInitializer());
    if (variable != nullptr && characters != nullptr && characters->isCString() &&
        characters->getAsCString() == "xeforge.private")
      found.insert(variable);
  }
  return found;
}

// Whether it is a variable of the program, not created by the compiler.
bool is_host_variable(const llvm::GlobalVariable& variable) {
  const llvm::StringRef symbol = variable.getName();
  if (symbol.starts_with("llvm.") || symbol.starts_with("_ZTVN10__cxxabiv") || symbol.starts_with("_ZGV") ||
      symbol == "__dso_handle" || symbol == "__tls_guard")
    return false;
  return variable.isDeclaration() || variable.isInterposable() || !variable.isConstant();
}

// The variables that the instruction uses, also through constants.
llvm::SetVector<const llvm::GlobalVariable*> variables_of(const llvm::Instruction& instruction) {
  llvm::SetVector<const llvm::GlobalVariable*> found;
  llvm::SetVector<const llvm::Constant*> open;
  const auto add = [&open](const llvm::User& user) {
    for (const llvm::Value* operand : user.operand_values())
      if (const auto* constant = llvm::dyn_cast<llvm::Constant>(operand);
          constant != nullptr && !llvm::isa<llvm::Function>(constant))
        open.insert(constant);
  };
  add(instruction);
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(open[i]))
      found.insert(variable);
    add(*open[i]);
  }
  return found;
}

// The function that computes a thread-local variable before it is used first; others have none.
bool computes_thread_local(const llvm::Function& function) { return function.getName().starts_with("_ZTH"); }

// The symbol, without what all have in front, of a computed variable of whose address this is the function; empty: it is
// none.
llvm::StringRef computed_thread_local(const llvm::Function* function) {
  llvm::StringRef symbol = function == nullptr ? llvm::StringRef() : function->getName();
  const bool is_computed =
      symbol.consume_front("_ZTW") && function->getParent()->getNamedValue(("_ZTH" + symbol).str()) != nullptr;
  return is_computed ? symbol : llvm::StringRef();
}

llvm::SetVector<const llvm::Function*> reached_by_kernels(const llvm::Module& module) {
  llvm::SetVector<const llvm::Function*> reached;
  for (const llvm::Function& function : module)
    if (is_kernel(function))
      reached.insert_range(reached_from(function));
  return reached;
}

// Calls at(instruction, variable) for each use of a host variable in functions that kernels reach.
template <class Function>
void for_each_use(const llvm::Module& module, Function at) {
  const Variables own = private_variables(module);
  for (const llvm::Function* function : reached_by_kernels(module))
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      for (const llvm::GlobalVariable* variable : variables_of(instruction))
        if (is_host_variable(*variable) && !own.contains(variable))
          at(instruction, *variable);
}

// What an object of a class consists of: its members and its bases.
llvm::SmallVector<const llvm::DIDerivedType*> parts_of(const llvm::DICompositeType& type) {
  llvm::SmallVector<const llvm::DIDerivedType*> parts;
  for (const llvm::DINode* element : type.getElements())
    if (const auto* const part = llvm::dyn_cast<llvm::DIDerivedType>(element);
        part != nullptr && !part->isStaticMember() &&
        (part->getTag() == llvm::dwarf::DW_TAG_member || part->getTag() == llvm::dwarf::DW_TAG_inheritance))
      parts.push_back(part);
  return parts;
}

// Whether a class has members. These may be mutable in a constant object; debug information does not say so.
bool has_members(const llvm::DICompositeType& type) {
  return type.isForwardDecl() || llvm::any_of(parts_of(type), [](const llvm::DIDerivedType* part) {
           const auto* const base = llvm::dyn_cast_or_null<llvm::DICompositeType>(part->getBaseType());
           return part->getTag() == llvm::dwarf::DW_TAG_member || base == nullptr || has_members(*base);
         });
}

// A class of our own headers. Mutable members of such a class can only be of classes that are not ours (a test checks
// this).
bool is_ours(const llvm::DICompositeType& type) {
  const llvm::StringRef name = type.getIdentifier();
  return name.starts_with("_ZTSN7xeforge") || name.starts_with("_ZTSN4sycl");
}

bool is_unchanging(const llvm::DIType* type);

// The same for a class of ours, which may be a template over a type of the program.
bool are_members_unchanging(const llvm::DICompositeType& type) {
  return !type.isForwardDecl() && llvm::all_of(parts_of(type), [](const llvm::DIDerivedType* part) {
    return is_unchanging(part->getBaseType());
  });
}

// The same for the type under a const.
bool is_unchanging(const llvm::DIType* type) {
  while (const auto* const name = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (name->getTag() != llvm::dwarf::DW_TAG_typedef)
      break;
    type = name->getBaseType();
  }
  const auto* const composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (composite == nullptr || composite->getTag() == llvm::dwarf::DW_TAG_enumeration_type)
    return true;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type)
    return is_unchanging(composite->getBaseType());
  return is_ours(*composite) ? are_members_unchanging(*composite) : !has_members(*composite);
}

// Whether variables of this type cannot change. An array is constant if its elements are.
bool is_constant_type(const llvm::DIType* type) {
  for (;;) {
    const auto* const array = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
    const auto* const derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (array != nullptr && array->getTag() == llvm::dwarf::DW_TAG_array_type)
      type = array->getBaseType();
    else if (derived != nullptr && derived->getTag() == llvm::dwarf::DW_TAG_typedef)
      type = derived->getBaseType();
    else if (derived != nullptr && derived->getTag() == llvm::dwarf::DW_TAG_const_type)
      return is_unchanging(derived->getBaseType());
    else
      return false;
  }
}

// " (file.cpp:12)" where the variable is declared.
std::string declaration_of(const llvm::GlobalVariable& variable) {
  const std::string location = location_of(variable);
  return location.empty() ? std::string() : " (" + location + ")";
}

} // namespace

bool may_use_host_variables(const llvm::Module& module) {
  // In device code a call of that function is undefined, since its calling convention is another one: the optimiser deletes
  // what follows. Its declaration is left.
  bool found = llvm::any_of(module.functions(), computes_thread_local);
  for_each_use(module, [&found](const llvm::Instruction&, const llvm::GlobalVariable&) { found = true; });
  // Variables that existed and were optimised away.
  for (const llvm::DICompileUnit* unit : module.debug_compile_units())
    for (const llvm::DIGlobalVariableExpression* expression : unit->getGlobalVariables()) {
      const llvm::DIGlobalVariable& variable = *expression->getVariable();
      const llvm::StringRef symbol = variable.getLinkageName().empty() ? variable.getName() : variable.getLinkageName();
      found = found || (variable.isDefinition() && module.getNamedValue(symbol) == nullptr &&
                        !is_constant_type(variable.getType()));
    }
  return found;
}

void refuse_host_variables(const llvm::Module& module) {
  for (const llvm::Function* function : reached_by_kernels(module))
    for (const llvm::Instruction& instruction : llvm::instructions(*function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction); call != nullptr)
        if (const llvm::StringRef symbol = computed_thread_local(call->getCalledFunction()); !symbol.empty())
          refuse(instruction,
                 llvm::formatv("a use of '{}', a thread-local variable whose first value is computed",
                               demangle("_Z" + symbol.str())),
                 "captured values, or a private variable (ESIMD_PRIVATE) whose first value is a constant");
  for_each_use(module, [](const llvm::Instruction& instruction, const llvm::GlobalVariable& variable) {
    refuse(instruction,
           llvm::formatv("a use of '{}'{}, a variable of the host, of which device code would have a copy of its own",
                         demangle(variable.getName().str()), declaration_of(variable)),
           "constants, captured values, or memory that a captured pointer leads to");
  });
}

} // namespace xeforge::toolchain::lowering
