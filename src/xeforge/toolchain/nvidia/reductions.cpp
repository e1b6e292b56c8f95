// Distribution: reductions. ESIMD writes them as a tree: both halves of a vector are combined until one element is left.
// Such a tree over 32 elements or more is done in place: registers first, then each lane with the one that differs in
// one bit, or the whole warp at once where there is an instruction. Combinations are the tree's, so results are its bits.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/Support/FormatVariadic.h>

#include <bit>

namespace xeforge::toolchain::nvidia {

using llvm::Value;
using lowering::name_of_call;
namespace Id = llvm::Intrinsic;

namespace {

// An operation of two operands that may be exchanged; null for all others.
const llvm::Instruction* combination(const Value* value) {
  const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr)
    return nullptr;
  if (llvm::isa<llvm::BinaryOperator>(instruction))
    return instruction->isCommutative() ? instruction : nullptr;
  for (const char* name : {"fmax", "fmin", "smax", "smin", "umax", "umin"})
    if (name_of_call(value).starts_with(llvm::formatv("llvm.genx.{}.", name).str()))
      return instruction;
  return nullptr;
}

// The vector of which `part` is `count` elements from `first` on, and what takes them; null: it is no such part.
struct Part {
  const Value* whole = nullptr;
  llvm::SmallVector<const llvm::Instruction*> by; // from the part to the whole
};
Part part_of(const Value* part, int first) {
  Part result;
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(part);
  // Scalars become vectors of one element and back.
  while (instruction != nullptr &&
         (llvm::isa<llvm::InsertElementInst>(instruction) || llvm::isa<llvm::ExtractElementInst>(instruction) ||
          llvm::isa<llvm::BitCastInst>(instruction))) {
    const unsigned operand = llvm::isa<llvm::InsertElementInst>(instruction) ? 1 : 0;
    const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(instruction->getOperand(operand)->getType());
    if (type != nullptr && type->getNumElements() != 1)
      return {};
    result.by.push_back(instruction);
    instruction = llvm::dyn_cast<llvm::Instruction>(instruction->getOperand(operand));
  }
  if (instruction == nullptr || !name_of_call(instruction).starts_with("llvm.genx.rdregion"))
    return {};
  const auto& call = llvm::cast<llvm::CallInst>(*instruction);
  const auto stride = lowering::constant_argument(call, 3), offset = lowering::constant_argument(call, 4),
             width = lowering::constant_argument(call, 2), vstride = lowering::constant_argument(call, 1);
  if (!stride || !offset || !width || !vstride || call.getArgOperand(4)->getType()->isVectorTy())
    return {};
  const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  const int count = type == nullptr ? 1 : static_cast<int>(type->getNumElements());
  if (*offset * 8 != first * static_cast<int>(call.getType()->getScalarSizeInBits()) ||
      (count > 1 && (*stride != 1 || (*width != count && *vstride != *width))))
    return {};
  result.by.push_back(instruction);
  result.whole = call.getArgOperand(0);
  return result;
}

bool same_operation(const llvm::Instruction& a, const llvm::Instruction& b) {
  if (a.getOpcode() != b.getOpcode())
    return false;
  if (llvm::isa<llvm::BinaryOperator>(a))
    return true;
  return name_of_call(&a).rsplit(".x").first == name_of_call(&b).rsplit(".x").first;
}

} // namespace

void Distribution::find_reductions() {
  for (const llvm::Instruction& root : llvm::instructions(kernel_)) {
    if (combination(&root) == nullptr || elements_of(&root) != 1)
      continue;
    const llvm::Instruction* top = &root;
    llvm::SmallVector<const llvm::Instruction*> inside;
    int count = 1;
    const Value* whole = nullptr;
    while (true) {
      const Part low = part_of(top->getOperand(0), 0), high = part_of(top->getOperand(1), count);
      if (low.whole == nullptr || low.whole != high.whole || elements_of(low.whole) != 2 * count)
        break;
      for (const Part* part : {&low, &high})
        inside.append(part->by.begin(), part->by.end());
      count *= 2;
      whole = low.whole;
      const llvm::Instruction* const next = combination(whole);
      if (next == nullptr || !same_operation(*next, root))
        break;
      top = next;
      inside.push_back(top);
    }
    if (whole == nullptr || count < warp_lanes)
      continue;
    if (!inside.empty() && inside.back() == whole) // its operands are no halves: it is what is reduced
      inside.pop_back();
    const llvm::SmallPtrSet<const llvm::Instruction*, 32> all(inside.begin(), inside.end());
    const bool alone = llvm::all_of(inside, [&](const llvm::Instruction* each) {
      return llvm::all_of(each->users(), [&](const llvm::User* user) {
        return user == &root || all.contains(llvm::dyn_cast<llvm::Instruction>(user));
      });
    });
    if (!alone)
      continue;
    reductions_[&root] = whole;
    for (const llvm::Instruction* each : inside)
      skipped_.insert(each);
  }
}

namespace {
// One instruction that combines the values of all lanes.
Id::ID reduction_of_warp(const llvm::Instruction& root) {
  if (!root.getType()->getScalarType()->isIntegerTy(32))
    return Id::not_intrinsic;
  switch (root.getOpcode()) {
  case llvm::Instruction::Add:
    return Id::nvvm_redux_sync_add;
  case llvm::Instruction::And:
    return Id::nvvm_redux_sync_and;
  case llvm::Instruction::Or:
    return Id::nvvm_redux_sync_or;
  case llvm::Instruction::Xor:
    return Id::nvvm_redux_sync_xor;
  default:
    break;
  }
  const llvm::StringRef name = name_of_call(&root);
  if (name.contains(".umax"))
    return Id::nvvm_redux_sync_umax;
  if (name.contains(".umin"))
    return Id::nvvm_redux_sync_umin;
  if (name.contains(".smax"))
    return Id::nvvm_redux_sync_max;
  if (name.contains(".smin"))
    return Id::nvvm_redux_sync_min;
  return Id::not_intrinsic;
}
} // namespace

bool Distribution::translate_reduction(const llvm::Instruction& root) {
  const auto found = reductions_.find(&root);
  if (found == reductions_.end())
    return false;
  llvm::IRBuilder<>& builder = code_.builder;
  const Value* const whole = found->second;
  Distributed from = vector(whole, layouts_.cyclic(elements_of(whole)));
  const auto combined = [&](Value* low, Value* high) -> Value* {
    if (llvm::isa<llvm::BinaryOperator>(root))
      return one(root, {low, high});
    const llvm::StringRef name = name_of_call(&root);
    const Id::ID id = name.contains(".fmax")   ? Id::maxnum
                      : name.contains(".fmin") ? Id::minnum
                      : name.contains(".smax") ? Id::smax
                      : name.contains(".smin") ? Id::smin
                      : name.contains(".umax") ? Id::umax
                                               : Id::umin;
    return builder.CreateBinaryIntrinsic(id, low, high);
  };
  for (std::size_t half = from.slots.size() / 2; half > 0; half /= 2)
    for (std::size_t slot = 0; slot < half; ++slot)
      from.slots[slot] = combined(from.slots[slot], from.slots[slot + half]);
  Value* sum = from.slots[0];
  if (const Id::ID at_once = reduction_of_warp(root); at_once != Id::not_intrinsic) {
    sum = builder.CreateIntrinsic(at_once, {}, {sum, builder.getInt32(0xffffffff)});
  } else {
    for (int distance = warp_lanes / 2; distance > 0; distance /= 2) {
      LaneTable table;
      for (int lane = 0; lane < warp_lanes; ++lane)
        table[static_cast<std::size_t>(lane)] = lane ^ distance;
      sum = combined(sum, code_.shuffle(sum, table));
    }
  }
  define(root, sum);
  return true;
}

} // namespace xeforge::toolchain::nvidia
