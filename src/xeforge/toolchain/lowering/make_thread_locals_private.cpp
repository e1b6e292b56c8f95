#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/registers.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

namespace xeforge::toolchain::lowering {
namespace {

constexpr unsigned private_memory = 0;

// The byte of the register file where the variable's registers begin, from the name of its section; empty: anywhere.
std::string register_byte(const llvm::GlobalVariable& variable) {
  llvm::StringRef section = variable.getSection();
  return section.consume_front(register_section) ? section.str() : std::string();
}

// The type inside structures of one member.
llvm::Type* unwrapped(llvm::Type* type) {
  while (type->isStructTy() && type->getStructNumElements() == 1)
    type = type->getStructElementType(0);
  return type;
}

bool can_be_private(const llvm::GlobalVariable& variable) {
  const std::string symbol = variable.getName().str(), byte = register_byte(variable);
  int number = 0;
  if (symbol == "__tls_guard")
    refuse(variable, "a private or thread-local variable whose first value is computed",
           "constants, or assignments in the kernel");
  else if (variable.isDeclaration())
    refuse(variable, llvm::formatv("variable {}, which is defined in another file", demangle(symbol)),
           "a definition in the file of the kernel");
  else if (!byte.empty() && llvm::StringRef(byte).getAsInteger(10, number))
    refuse(variable, llvm::formatv("ESIMD_REGISTER({}) of variable {}", byte, demangle(symbol)),
           "a constant number of bytes");
  else
    return true;
  return false;
}

// ---- from an address in global memory to one in private memory ------------------------------------------------------

void use_private_address(llvm::Instruction& address, llvm::GlobalVariable& variable);

// A generic pointer to the variable: accesses through it need no run-time check of the address space.
void use_private_generic(llvm::Instruction& pointer, llvm::GlobalVariable& variable) {
  for (llvm::Use& use : llvm::make_early_inc_range(pointer.uses())) {
    auto* const load = llvm::dyn_cast<llvm::LoadInst>(use.getUser());
    auto* const store = llvm::dyn_cast<llvm::StoreInst>(use.getUser());
    if (load != nullptr || (store != nullptr && &use == &store->getOperandUse(store->getPointerOperandIndex())))
      use.set(&variable);
  }
  if (pointer.use_empty()) {
    pointer.eraseFromParent();
    return;
  }
  auto* const cast = new llvm::AddrSpaceCastInst(&variable, pointer.getType(), "", pointer.getIterator());
  cast->setDebugLoc(pointer.getDebugLoc());
  pointer.replaceAllUsesWith(cast);
  pointer.eraseFromParent();
}

void use_private_address(llvm::Instruction& address, llvm::GlobalVariable& variable) {
  for (llvm::User* user : llvm::make_early_inc_range(address.users())) {
    auto& instruction = *llvm::cast<llvm::Instruction>(user);
    if (llvm::isa<llvm::AddrSpaceCastInst>(instruction))
      use_private_generic(instruction, variable);
    else
      refuse(instruction,
             llvm::formatv("a use of the address of variable {} in global memory", demangle(variable.getName().str())),
             "loads, stores and generic pointers: the variable is private");
  }
  if (address.use_empty())
    address.eraseFromParent();
}

// Calls that give the address, whose operand may be a cast of the variable.
std::vector<llvm::CallInst*> address_calls(llvm::GlobalVariable& variable) {
  std::vector<llvm::CallInst*> calls;
  llvm::SmallVector<llvm::User*> users(variable.users());
  while (!users.empty()) {
    llvm::User* const user = users.pop_back_val();
    if (auto* const call = llvm::dyn_cast<llvm::CallInst>(user);
        call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address)
      calls.push_back(call);
    else if (llvm::isa<llvm::ConstantExpr>(user))
      llvm::append_range(users, user->users());
  }
  return calls;
}

// ---- in registers ---------------------------------------------------------------------------------------------------

// Whether the whole variable is read or written at once, as its vector type.
bool is_whole_access(const llvm::User& user, const llvm::GlobalVariable& variable) {
  const llvm::Type* const vector = unwrapped(variable.getValueType());
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user))
    return load->getType() == vector;
  const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&user);
  return store != nullptr && store->getPointerOperand() == &variable && store->getValueOperand()->getType() == vector;
}

// The optimiser has replaced loads after a store by the stored value. To compute in the variable's registers, the value
// is read from it again, until the end of the block or the next store. Constants stay.
void read_again(llvm::Value* stored, llvm::Instruction* again) {
  if (llvm::isa<llvm::Constant>(stored))
    return;
  stored->replaceUsesWithIf(again, [&](const llvm::Use& use) {
    const auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
    return user->getParent() == again->getParent() && !llvm::isa<llvm::PHINode>(user) && again->comesBefore(user);
  });
}

// Loads and stores become intrinsics. The definition has no initial value, since registers cannot have one.
void bind_to_registers(llvm::GlobalVariable& variable) {
  llvm::Module& module = *variable.getParent();
  const std::string suffix = ".xeforge." + variable.getName().str();
  llvm::Type *const pointer = variable.getType(), *const type = variable.getValueType();
  const auto read = module.getOrInsertFunction("llvm.genx.vload" + suffix, type, pointer);
  const auto written = module.getOrInsertFunction("llvm.genx.vstore" + suffix,
                                                  llvm::Type::getVoidTy(module.getContext()), type, pointer);
  llvm::SmallVector<llvm::Instruction*> accesses;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (llvm::is_contained(instruction.operand_values(), &variable))
          accesses.push_back(&instruction);
  for (llvm::Instruction* access : accesses) {
    llvm::IRBuilder<> builder(access);
    if (auto* const store = llvm::dyn_cast<llvm::StoreInst>(access)) {
      llvm::Value* const stored = store->getValueOperand();
      builder.CreateCall(written, {stored, &variable});
      read_again(stored, builder.CreateCall(read, {&variable}));
    } else {
      access->replaceAllUsesWith(builder.CreateCall(read, {&variable}));
    }
    access->eraseFromParent();
  }
}

void define_private(llvm::GlobalVariable& variable) {
  llvm::Module& module = *variable.getParent();
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* const vector = unwrapped(variable.getValueType());
  const std::string byte = register_byte(variable);
  // The same variable in private instead of global memory.
  auto* const made = new llvm::GlobalVariable(module, variable.getValueType(), false,
                                              llvm::GlobalValue::InternalLinkage, variable.getInitializer(), "",
                                              &variable, llvm::GlobalValue::NotThreadLocal, private_memory);
  made->setAlignment(variable.getAlign());
  made->addAttribute("VCGlobalVariable");
  made->takeName(&variable);
  for (llvm::CallInst* call : address_calls(variable)) {
    if (call->getType()->getPointerAddressSpace() == variable.getAddressSpace())
      use_private_address(*call, *made);
    else
      use_private_generic(*call, *made);
  }
  variable.removeDeadConstantUsers();
  if (!variable.use_empty())
    return; // refused
  variable.eraseFromParent();
  // The vector compiler fails for scalars in fixed registers. Variables that are accessed in parts get no fixed
  // registers.
  const auto is_whole = [made](const llvm::User* user) { return is_whole_access(*user, *made); };
  if (byte.empty() || !vector->isVectorTy() || !llvm::all_of(made->users(), is_whole))
    return;
  auto* const bound =
      new llvm::GlobalVariable(module, vector, false, llvm::GlobalValue::InternalLinkage, llvm::UndefValue::get(vector),
                               "", made, llvm::GlobalValue::NotThreadLocal, private_memory);
  bound->takeName(made);
  bound->setAlignment(llvm::Align(64));
  bound->setAttributes(llvm::AttributeSet::get(context, {llvm::Attribute::get(context, "VCGlobalVariable"),
                                                         llvm::Attribute::get(context, "VCVolatile"),
                                                         llvm::Attribute::get(context, "VCByteOffset", byte)}));
  made->replaceAllUsesWith(bound);
  made->eraseFromParent();
  bind_to_registers(*bound);
}

} // namespace

bool MakeThreadLocalsPrivate::change(llvm::Module& module) {
  bool changed = false;
  for (llvm::GlobalVariable& variable : llvm::make_early_inc_range(module.globals()))
    if (variable.isThreadLocal() && can_be_private(variable)) {
      define_private(variable);
      changed = true;
    }
  return changed;
}

} // namespace xeforge::toolchain::lowering
