#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <optional>
#include <tuple>

namespace xeforge::toolchain::lowering {
namespace {

using namespace llvm::PatternMatch;
using llvm::Value;

// The ranges of the messages' fields: 20 bits of bytes, 10 bits of columns and of rows, all signed.
constexpr long long largest_offset = (1 << 19) - 1, largest_coordinate = (1 << 9) - 1;

bool fits(long long constant, long long largest) { return constant >= -largest - 1 && constant <= largest; }

// A value as another value plus a constant. Without a base, only the constant.
struct Sum {
  Value* base = nullptr;
  long long constant = 0;
};

Sum sum_of(Value* value) {
  if (const auto constant = constant_of(value))
    return {nullptr, *constant};
  Sum sum{value, 0};
  Value *base = nullptr, *added = nullptr;
  while (match(sum.base, m_AddLike(m_Value(base), m_Value(added)))) {
    const auto constant = constant_of(added);
    if (!constant || !fits(sum.constant + *constant, largest_offset))
      break;
    sum = {base, sum.constant + *constant};
  }
  return sum;
}

// A vector of base + first + steps: `first` is the constant of lane 0, `steps` has the differences of all lanes from
// it.
struct LaneSum {
  Value* base = nullptr;
  llvm::Constant* steps = nullptr;
  long long first = 0;
};

std::optional<LaneSum> lane_sum_of(Value* value) {
  LaneSum sum;
  llvm::Constant* added = nullptr;
  if (!match(value, m_AddLike(m_Value(sum.base), m_Constant(added))) || !llvm::isa<llvm::ConstantDataVector>(added) ||
      added->getSplatValue() != nullptr)
    return std::nullopt;
  llvm::Constant* const first = added->getAggregateElement(0u);
  sum.first = llvm::cast<llvm::ConstantInt>(first)->getSExtValue();
  const auto count = llvm::cast<llvm::FixedVectorType>(added->getType())->getElementCount();
  sum.steps = llvm::ConstantExpr::getSub(added, llvm::ConstantVector::getSplat(count, first));
  return sum;
}

class Folding {
public:
  explicit Folding(llvm::BasicBlock& block) : block_(block) {}

  bool run() {
    for (llvm::Instruction& instruction : block_) {
      const llvm::StringRef name = name_of_call(&instruction);
      if (name.starts_with("llvm.genx.") && name.contains(".2d.ugm.desc"))
        fold_coordinates(llvm::cast<llvm::CallInst>(instruction));
      else if (name.starts_with("llvm.genx.lsc.load.slm") || name.starts_with("llvm.genx.lsc.load.merge.slm") ||
               name.starts_with("llvm.genx.lsc.store.slm"))
        fold_offset(llvm::cast<llvm::CallInst>(instruction));
    }
    const bool changed = !replaced_.empty();
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced_);
    return changed;
  }

private:
  static bool is_zero(const llvm::CallInst& call, unsigned argument) {
    return match(call.getArgOperand(argument), m_Zero());
  }
  void set(llvm::CallInst& call, unsigned argument, Value* value) {
    replaced_.emplace_back(call.getArgOperand(argument));
    call.setArgOperand(argument, value);
  }
  void set(llvm::CallInst& call, unsigned argument, long long number) {
    call.setArgOperand(argument, llvm::ConstantInt::getSigned(call.getArgOperand(argument)->getType(), number));
  }

  // (predicate, operation, L1, L3, scale, immediate, sizes, order, mask, addresses, ...)
  void fold_offset(llvm::CallInst& call) {
    constexpr unsigned immediate = 5, address = 10;
    if (call.arg_size() <= address || !is_zero(call, immediate))
      return;
    const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(call.getArgOperand(address)->getType());
    if (type == nullptr)
      return;
    if (type->getNumElements() == 1)
      fold_offset_of_one(call, immediate, address);
    else if (const auto lanes = lane_sum_of(call.getArgOperand(address)))
      fold_offset_of_lanes(call, *lanes, immediate, address);
    else
      fold(call, sum_of(call.getArgOperand(address)), immediate, address);
  }

  static bool can_be_offset(long long constant) {
    return constant != 0 && constant % 4 == 0 && fits(constant, largest_offset);
  }
  // If the address is only a constant, the rest of it is 0.
  void fold(llvm::CallInst& call, const Sum& sum, unsigned immediate, unsigned address) {
    if (!can_be_offset(sum.constant))
      return;
    set(call, immediate, sum.constant);
    set(call, address,
        sum.base == nullptr ? llvm::Constant::getNullValue(call.getArgOperand(address)->getType()) : sum.base);
  }
  void fold_offset_of_one(llvm::CallInst& call, unsigned immediate, unsigned address) {
    Value* element = nullptr;
    Value* const vector = call.getArgOperand(address);
    if (!match(vector, m_InsertElt(m_Value(), m_Value(element), m_Zero())))
      return;
    const Sum sum = sum_of(element);
    if (sum.base == nullptr || !can_be_offset(sum.constant))
      return;
    llvm::IRBuilder<> builder(&call);
    fold(call,
         {builder.CreateInsertElement(llvm::PoisonValue::get(vector->getType()), sum.base, std::uint64_t(0)),
          sum.constant},
         immediate, address);
  }
  // Messages whose addresses differ by one constant in all lanes share one vector of addresses.
  void fold_offset_of_lanes(llvm::CallInst& call, const LaneSum& lanes, unsigned immediate, unsigned address) {
    Value* const addresses = call.getArgOperand(address);
    if (lanes.first == 0) {
      lane_bases_.try_emplace({lanes.base, lanes.steps}, addresses);
      return;
    }
    if (!can_be_offset(lanes.first))
      return;
    Value*& shared = lane_bases_[{lanes.base, lanes.steps}];
    if (shared == nullptr)
      shared = llvm::IRBuilder<>(&call).CreateAdd(lanes.base, lanes.steps);
    fold(call, {shared, lanes.first}, immediate, address);
  }

  // (predicate, cache, blocks, width, height, descriptor, columns, rows, ...). Words 5 and 6 of a descriptor are x and
  // y. Messages whose coordinates differ only by constants share one descriptor.
  void fold_coordinates(llvm::CallInst& call) {
    constexpr unsigned descriptor = 5, x = 5, y = 6;
    if (call.arg_size() <= descriptor + 2 || !is_zero(call, descriptor + 1) || !is_zero(call, descriptor + 2))
      return;
    Value *surface = call.getArgOperand(descriptor), *before = nullptr, *word = nullptr;
    std::uint64_t index = 0;
    std::map<std::uint64_t, Sum> words;
    while (match(surface, m_InsertElt(m_Value(before), m_Value(word), m_ConstantInt(index))) &&
           (index == x || index == y)) {
      words.try_emplace(index, sum_of(word)); // the last one counts
      surface = before;
    }
    if (words.size() != 2 || !fits(words[x].constant, largest_coordinate) ||
        !fits(words[y].constant, largest_coordinate))
      return;
    Value*& shared = descriptors_[{surface, words[x].base, words[y].base}];
    if (shared == nullptr) {
      llvm::IRBuilder<> builder(&call);
      shared = surface;
      for (const auto& [number, sum] : words)
        shared = builder.CreateInsertElement(shared, sum.base == nullptr ? builder.getInt32(0) : sum.base, number);
    }
    set(call, descriptor, shared);
    set(call, descriptor + 1, words[x].constant);
    set(call, descriptor + 2, words[y].constant);
  }

  llvm::BasicBlock& block_;                                          // values of other blocks may not be available here
  std::map<std::tuple<Value*, Value*, Value*>, Value*> descriptors_; // by surface, x and y without their constants
  std::map<std::pair<Value*, llvm::Constant*>, Value*> lane_bases_;  // by base and steps
  llvm::SmallVector<llvm::WeakTrackingVH> replaced_;                 // possibly unused now
};

} // namespace

bool FoldMessageImmediates::change(llvm::Function& function) {
  bool changed = false;
  for (llvm::BasicBlock& block : function)
    changed |= Folding(block).run();
  return changed;
}

} // namespace xeforge::toolchain::lowering
