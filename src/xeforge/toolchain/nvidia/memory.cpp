// Distribution: plain loads and stores, and accesses that only some lanes make. Lanes see what others wrote after they
// have waited for each other.
#include "xeforge/toolchain/nvidia/distribution.hpp"
#include "xeforge/toolchain/nvidia/ptx_instructions.hpp"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <numeric>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

// Private memory is each lane's own: what is a vector in it has all its elements in each lane's copy.
bool Distribution::is_private(const Value* pointer) const {
  const Value* const object = llvm::getUnderlyingObject(pointer, 0);
  if (llvm::isa<llvm::AllocaInst>(object))
    return true;
  const auto* const argument = llvm::dyn_cast<llvm::Argument>(object);
  return argument != nullptr && argument->hasByValAttr();
}

// Pointers of kernels that do not touch shared local memory by pointers are global ones.
Value* Distribution::address_for_access(const Value* pointer) {
  Value* const address = scalar(pointer);
  if (address->getType()->getPointerAddressSpace() != ptx::generic || is_private(pointer))
    return address;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel_))
    if (const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction);
        cast != nullptr && cast->getSrcAddressSpace() == spir::local)
      return address;
  return code_.builder.CreateAddrSpaceCast(address, code_.builder.getPtrTy(ptx::global));
}

void Distribution::order_memory(bool stores) {
  const Pending now = stores ? Pending::stores : Pending::loads;
  if (pending_ != Pending::nothing && pending_ != now)
    code_.wait_for_warp();
  pending_ = now;
}

Value* Distribution::shared_address(Value* offset) {
  llvm::Module& module = code_.module;
  llvm::GlobalVariable* memory = module.getNamedGlobal(shared_memory_name);
  if (memory == nullptr) {
    memory = new llvm::GlobalVariable(module, llvm::ArrayType::get(code_.builder.getInt8Ty(), 0), false,
                                      llvm::GlobalValue::ExternalLinkage, nullptr, shared_memory_name, nullptr,
                                      llvm::GlobalValue::NotThreadLocal, ptx::shared);
    memory->setAlignment(llvm::Align(1024)); // what wgmma's swizzled operands want
  }
  return code_.builder.CreateGEP(code_.builder.getInt8Ty(), memory, offset);
}

Value* Distribution::load_if(Value* on, Value* address, llvm::Type* type, Value* old, Caching caching) {
  const bool is_volatile = caching == Caching::none;
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(on))
    return constant->isZero() ? old
                              : code_.builder.CreateAlignedLoad(
                                    type, address, code_.module.getDataLayout().getABITypeAlign(type), is_volatile);
  return call_ptx_memory(code_.builder, is_volatile ? "load.volatile" : "load", type, {address, old, on});
}

void Distribution::store_if(Value* on, Value* address, Value* value) {
  if (const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(on); constant != nullptr && !constant->isZero())
    code_.builder.CreateAlignedStore(value, address, code_.module.getDataLayout().getABITypeAlign(value->getType()));
  else if (constant == nullptr)
    call_ptx_memory(code_.builder, "store", code_.builder.getVoidTy(), {address, value, on});
}

namespace {
// What is known of the addresses of one register's elements.
llvm::Align alignment_of(llvm::Align whole, const Layout& layout, int slot, int bytes) {
  int common = 0;
  for (const int element : layout.elements(slot))
    if (element != no_element)
      common = std::gcd(common, element * bytes);
  return common == 0 ? whole : llvm::commonAlignment(whole, static_cast<std::uint64_t>(common));
}
} // namespace

void Distribution::translate_load(const llvm::LoadInst& load) {
  llvm::IRBuilder<>& builder = code_.builder;
  Value* const address = address_for_access(load.getPointerOperand());
  const bool orders = !is_private(load.getPointerOperand());
  if (orders)
    order_memory(false);
  llvm::Type* const type = element_type(&load);
  if (vector_type(&load) == nullptr) {
    llvm::LoadInst* const made = builder.CreateAlignedLoad(
        load.getType()->isVectorTy() ? type : types_.type(load.getType()), address, load.getAlign(), load.isVolatile());
    return define(load, made);
  }
  const auto bytes = static_cast<int>(type->getScalarSizeInBits() / 8);
  if (bytes == 0)
    return refuse(load, "a predicate in memory");
  const Layout* const layout = layout_of(&load);
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    Value* const pointer =
        builder.CreateGEP(type, address, builder.CreateZExt(element_numbers(*layout, slot), builder.getInt64Ty()));
    result.slots.push_back(builder.CreateAlignedLoad(type, pointer, alignment_of(load.getAlign(), *layout, slot, bytes),
                                                     load.isVolatile()));
  }
  define(load, std::move(result));
}

void Distribution::translate_store(const llvm::StoreInst& store) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Value* const value = store.getValueOperand();
  Value* const address = address_for_access(store.getPointerOperand());
  const bool in_lane = is_private(store.getPointerOperand());
  if (!in_lane)
    order_memory(true);
  if (vector_type(value) == nullptr) {
    builder.CreateAlignedStore(scalar(value), address, store.getAlign(), store.isVolatile());
    return;
  }
  llvm::Type* const type = element_type(value);
  const auto bytes = static_cast<int>(type->getScalarSizeInBits() / 8);
  if (bytes == 0)
    return refuse(store, "a predicate in memory");
  const Layout* const layout =
      llvm::isa<llvm::Constant>(value) ? layouts_.cyclic(elements_of(value)) : layout_of(value);
  const Distributed whole = vector(value, layout);
  if (in_lane || layout == layouts_.replicated(elements_of(value))) {
    for (int index = 0; index < layout->size(); ++index)
      builder.CreateAlignedStore(element(whole, index), builder.CreateConstGEP1_32(type, address, index),
                                 llvm::commonAlignment(store.getAlign(), static_cast<std::uint64_t>(index * bytes)));
    return;
  }
  for (int slot = 0; slot < layout->slots(); ++slot) {
    Value* const pointer =
        builder.CreateGEP(type, address, builder.CreateZExt(element_numbers(*layout, slot), builder.getInt64Ty()));
    Value* const part = whole.slots[static_cast<std::size_t>(slot)];
    const std::uint32_t lanes = lanes_with_elements(*layout, slot);
    if (lanes == 0xffffffff)
      builder.CreateAlignedStore(part, pointer, alignment_of(store.getAlign(), *layout, slot, bytes),
                                 store.isVolatile());
    else
      store_if(code_.is_in(lanes), pointer, part);
  }
}

} // namespace xeforge::toolchain::nvidia
