#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/rewrites/regions.hpp"
#include "xeforge/toolchain/lowering/rewrites/replace_instructions.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallBitVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <array>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Value;
using Lanes = llvm::SmallBitVector;

unsigned lanes_of(const Value& value) {
  const auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(value.getType());
  return vector == nullptr ? 1 : vector->getNumElements();
}
Lanes all_lanes(const Value& value) { return Lanes(lanes_of(value), true); }

// The lanes of a kernel's vectors on which its effects depend.
class NeededLanes {
public:
  explicit NeededLanes(llvm::Function& function) {
    for (bool grows = true; grows;) {
      grows = false;
      for (llvm::BasicBlock& block : llvm::reverse(function))
        for (llvm::Instruction& instruction : llvm::reverse(block))
          if (instruction.getType()->isVectorTy())
            grows |= update(instruction);
    }
  }

  Lanes of(const Value& value) const {
    const auto known = needed_.find(&value);
    return !value.getType()->isVectorTy() ? all_lanes(value)
           : known == needed_.end()       ? Lanes(lanes_of(value))
                                          : known->second;
  }

  // The lanes of the used vector from which the needed lanes of its user are computed.
  Lanes by(const llvm::Use& use) const {
    const Value& value = *use.get();
    const auto& user = *llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* const taken = llvm::dyn_cast<llvm::ExtractElementInst>(&user))
      return one(value, taken->getIndexOperand());
    if (const auto* const put = llvm::dyn_cast<llvm::InsertElementInst>(&user))
      return of(user).reset(one(value, put->getOperand(2), Lanes(lanes_of(value))));
    if (const auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&user))
      return by_shuffle(*shuffle, use);
    if (is_read(user))
      return by_read(llvm::cast<llvm::CallInst>(user), value);
    if (is_write(user))
      return by_write(llvm::cast<llvm::CallInst>(user), use);
    if (!user.getType()->isVectorTy())
      return all_lanes(value);
    // Loads of which no lane is needed are not executed.
    if (name_of_call(&user).starts_with("llvm.genx.lsc.load") && of(user).none())
      return Lanes(lanes_of(value));
    if (llvm::isa<llvm::BitCastInst>(user))
      return by_bits(of(user), lanes_of(value));
    return is_lane_by_lane(user) && lanes_of(user) == lanes_of(value) ? of(user) : all_lanes(value);
  }

private:
  bool update(const llvm::Instruction& instruction) {
    const Lanes before = of(instruction);
    Lanes lanes = before;
    for (const llvm::Use& use : instruction.uses())
      lanes |= by(use);
    if (lanes == before)
      return false;
    needed_[&instruction] = lanes;
    return true;
  }

  static bool is_lane_by_lane(const llvm::Instruction& instruction) {
    constexpr std::array own{"absf.",  "absi.", "bfi.",    "bfn.",    "bfrev.", "cbit.", "cos.",  "exp.",  "fbl.",
                             "fmax.",  "fmin.", "fptosi.", "fptoui.", "frc.",   "ieee.", "inv.",  "log.",  "lzd.",
                             "pow.",   "rnd",   "rsqrt.",  "sat.",    "sbfe.",  "sfbh.", "sin.",  "smax.", "smin.",
                             "smulh.", "sqrt.", "tf32.",   "ubfe.",   "ufbh.",  "umax.", "umin.", "umulh."};
    const auto* const intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    llvm::StringRef name = name_of_call(&instruction);
    return llvm::isa<llvm::UnaryOperator, llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst,
                     llvm::PHINode, llvm::FreezeInst>(instruction) ||
           (intrinsic != nullptr && llvm::isTriviallyVectorizable(intrinsic->getIntrinsicID())) ||
           name.starts_with("llvm.vc.internal.cast.") ||
           (name.consume_front("llvm.genx.") &&
            llvm::any_of(own, [&](const char* start) { return name.starts_with(start); }));
  }

  static Lanes one(const Value& value, const Value* index, Lanes otherwise) {
    const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(index);
    if (number == nullptr || number->getZExtValue() >= lanes_of(value))
      return otherwise;
    Lanes lanes(lanes_of(value));
    lanes.set(static_cast<unsigned>(number->getZExtValue()));
    return lanes;
  }
  static Lanes one(const Value& value, const Value* index) { return one(value, index, all_lanes(value)); }

  // The lanes of a vector with `count` lanes that share bits with the lanes `others` of a vector with the same total
  // size.
  static Lanes by_bits(const Lanes& others, unsigned count) {
    Lanes lanes(count);
    for (const unsigned other : others.set_bits())
      lanes.set(other * count / others.size(), llvm::divideCeil((other + 1) * count, others.size()));
    return lanes;
  }

  Lanes by_shuffle(const llvm::ShuffleVectorInst& shuffle, const llvm::Use& use) const {
    const int first = use.getOperandNo() == 0 ? 0 : static_cast<int>(lanes_of(*use.get()));
    Lanes lanes(lanes_of(*use.get()));
    const Lanes results = of(shuffle);
    for (const unsigned result : results.set_bits())
      if (const int lane = shuffle.getShuffleMask()[result] - first; lane >= 0 && lane < static_cast<int>(lanes.size()))
        lanes.set(static_cast<unsigned>(lane));
    return lanes;
  }

  Lanes by_read(const llvm::CallInst& read, const Value& value) const {
    const auto elements = elements_of(read);
    if (!elements || &value != read.getArgOperand(rdregion::source))
      return all_lanes(value);
    Lanes lanes(lanes_of(value));
    const Lanes results = of(read);
    for (const unsigned result : results.set_bits())
      if (static_cast<unsigned>((*elements)[result]) < lanes.size())
        lanes.set(static_cast<unsigned>((*elements)[result]));
    return lanes;
  }

  Lanes by_write(const llvm::CallInst& write, const llvm::Use& use) const {
    const auto elements = elements_of(write);
    const bool is_old = use.getOperandNo() == wrregion::old_vector;
    if (!elements)
      return is_old ? of(write) : all_lanes(*use.get());
    Lanes lanes = is_old ? of(write) : Lanes(lanes_of(*use.get()));
    const Lanes results = of(write);
    for (unsigned i = 0; i < elements->size(); ++i) {
      const auto element = static_cast<unsigned>((*elements)[i]);
      if (element >= results.size())
        continue;
      if (!is_old && results[element] && i < lanes.size())
        lanes.set(i);
      else if (is_old && llvm::isa<llvm::Constant>(write.getArgOperand(wrregion::mask)))
        lanes.reset(element);
    }
    return lanes;
  }

  llvm::DenseMap<const Value*, Lanes> needed_;
};

bool is_mask(const Value& value) { return value.getType()->isVectorTy() && value.getType()->isIntOrIntVectorTy(1); }

// A select by a mask, or a conversion of a mask to numbers.
bool takes_a_mask(const llvm::Instruction& instruction) {
  return llvm::isa<llvm::SelectInst, llvm::CastInst>(instruction) && is_mask(*instruction.getOperand(0)) &&
         !is_mask(instruction) && lanes_of(instruction) == lanes_of(*instruction.getOperand(0));
}

bool is_saturating_conversion(const llvm::Instruction& instruction) {
  const llvm::StringRef name = name_of_call(&instruction);
  return name.starts_with("llvm.genx.fptosi.sat.") || name.starts_with("llvm.genx.fptoui.sat.");
}

// Operations for which the vector compiler itself creates a mask: a test for NaN (saturating conversions), or a sign in
// all bits.
bool makes_a_mask(const llvm::Instruction& instruction) {
  using namespace llvm::PatternMatch;
  const unsigned bits = instruction.getType()->getScalarSizeInBits();
  return instruction.getType()->isVectorTy() &&
         (is_saturating_conversion(instruction) ||
          (bits != 0 && match(&instruction, m_AShr(m_Value(), m_SpecificInt(bits - 1)))));
}

// Copies instructions for some adjacent lanes only.
class PartOfLanes {
public:
  PartOfLanes(llvm::IRBuilder<>& builder, unsigned first, unsigned count)
      : builder_(builder), first_(first), count_(count) {}

  // Copies an instruction that uses or creates a mask; null if the mask can be narrowed neither through its comparison
  // nor through its bits.
  Value* of_choice(const llvm::Instruction& choice) {
    if (is_saturating_conversion(choice))
      return of_conversion(choice);
    if (makes_a_mask(choice))
      return of_each_operand(choice, [&](Value* operand) { return of_numbers(operand); });
    Value* mask = of_mask(choice.getOperand(0));
    if (mask == nullptr)
      mask = of_bits(choice.getOperand(0));
    return mask == nullptr ? nullptr : of_each_operand(choice, [&](Value* operand) {
      return operand == choice.getOperand(0) ? mask : of_numbers(operand);
    });
  }

  // Uses a region write, not a shuffle: a shuffle of two vectors would become a select between them, which needs all
  // lanes.
  Value* into(Value* vector, Value* part) {
    const unsigned count = std::min(count_, lanes_of(*vector) - first_);
    return write_elements(builder_, vector, count == count_ ? part : read_elements(builder_, part, 0, count), first_);
  }

private:
  Value* of_conversion(const llvm::Instruction& conversion) {
    Value* const numbers = of_numbers(conversion.getOperand(0));
    auto* const type = llvm::FixedVectorType::get(conversion.getType()->getScalarType(), count_);
    const llvm::StringRef name = name_of_call(&conversion);
    return call_intrinsic(builder_,
                          llvm::formatv("{}.{}.{}", name.take_front(name.rfind('.')), name_of_type(type),
                                        name_of_type(numbers->getType()))
                              .str(),
                          type, {numbers});
  }

  // Null if the mask is not computed by comparisons.
  Value* of_mask(Value* mask) {
    if (llvm::isa<llvm::Constant>(mask) || !mask->getType()->isVectorTy())
      return of_numbers(mask);
    auto* const instruction = llvm::dyn_cast<llvm::Instruction>(mask);
    if (instruction == nullptr)
      return nullptr;
    if (llvm::isa<llvm::CmpInst>(instruction))
      return of_each_operand(*instruction,
                             [&](Value* operand) { return is_mask(*operand) ? nullptr : of_numbers(operand); });
    if (llvm::isa<llvm::BinaryOperator, llvm::SelectInst>(instruction))
      return of_each_operand(*instruction, [&](Value* operand) { return of_mask(operand); });
    return nullptr;
  }

  // From then on the part has as many lanes as the integer has bits, which may be more than there are from the first
  // lane on.
  Value* of_bits(Value* mask) {
    const unsigned lanes = lanes_of(*mask);
    if (lanes != 8 && lanes != 16 && lanes != 32)
      return nullptr;
    count_ = std::max(8U, static_cast<unsigned>(llvm::PowerOf2Ceil(count_)));
    Value* const bits = builder_.CreateLShr(builder_.CreateBitCast(mask, builder_.getIntNTy(lanes)), first_);
    return builder_.CreateBitCast(builder_.CreateTrunc(bits, builder_.getIntNTy(count_)),
                                  llvm::FixedVectorType::get(builder_.getInt1Ty(), count_));
  }

  // Uses a region read, not a shuffle, if possible: a shuffle of both compared vectors would become a shuffle of the
  // mask again. A broadcast is repeated with fewer lanes: a read would be of the whole broadcast vector.
  Value* of_numbers(Value* value) {
    if (!value->getType()->isVectorTy())
      return value;
    const auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(value);
    if (shuffle != nullptr && llvm::all_equal(shuffle->getShuffleMask()))
      return builder_.CreateShuffleVector(shuffle->getOperand(0), shuffle->getOperand(1),
                                          llvm::SmallVector<int>(count_, shuffle->getShuffleMask().front()));
    const unsigned lanes = lanes_of(*value);
    if (first_ + count_ <= lanes && !llvm::isa<llvm::Constant>(value))
      return read_elements(builder_, value, first_, count_);
    llvm::SmallVector<int> taken;
    for (unsigned lane = first_; lane < first_ + count_; ++lane)
      taken.push_back(lane < lanes ? static_cast<int>(lane) : -1);
    return builder_.CreateShuffleVector(value, taken);
  }

  Value* of_each_operand(const llvm::Instruction& instruction, llvm::function_ref<Value*(Value*)> part_of) {
    llvm::SmallVector<Value*> operands;
    for (const llvm::Use& operand : instruction.operands()) {
      Value* const part = part_of(operand.get());
      if (part == nullptr)
        return nullptr;
      operands.push_back(part);
    }
    llvm::Instruction* const copy = instruction.clone();
    for (unsigned i = 0; i < operands.size(); ++i)
      copy->setOperand(i, operands[i]);
    copy->mutateType(llvm::FixedVectorType::get(instruction.getType()->getScalarType(), count_));
    return builder_.Insert(copy);
  }

  llvm::IRBuilder<>& builder_;
  unsigned first_, count_;
};

constexpr int lanes_without_offset = 4; // a part of a mask begins at a multiple of these
constexpr int lanes_at_once = 16;       // 16 lanes of 64 bits fill two registers; no instruction uses more

// The needed lanes, if the first lanes of the mask are not needed; otherwise those of each piece of the mask whose
// first lanes are not needed.
llvm::SmallVector<Lanes> parts_that_begin_behind(const Lanes& needed) {
  if (needed.find_first() >= lanes_without_offset)
    return {needed};
  const auto count = static_cast<int>(needed.size());
  llvm::SmallVector<Lanes> parts;
  for (int begin = 0; begin < count; begin += lanes_at_once) {
    Lanes part(needed.size());
    part.set(static_cast<unsigned>(begin), static_cast<unsigned>(std::min(begin + lanes_at_once, count)));
    part &= needed;
    if (part.find_first() >= begin + lanes_without_offset)
      parts.push_back(std::move(part));
  }
  return parts;
}

// The same select, in which those parts have their own comparisons. Null: there are no such parts, or the mask cannot
// be narrowed.
Value* narrowed(const llvm::Instruction& choice, const Lanes& needed, llvm::IRBuilder<>& builder) {
  const llvm::SmallVector<Lanes> parts = parts_that_begin_behind(needed);
  if (parts.empty())
    return nullptr;
  Value* result = parts.front() == needed ? static_cast<Value*>(llvm::PoisonValue::get(choice.getType()))
                                          : builder.Insert(choice.clone());
  for (const Lanes& lanes : parts) {
    const int first = lanes.find_first() / lanes_without_offset * lanes_without_offset;
    PartOfLanes part(builder, static_cast<unsigned>(first), static_cast<unsigned>(lanes.find_last() - first + 1));
    Value* const narrow = part.of_choice(choice);
    if (narrow == nullptr)
      return nullptr;
    result = part.into(result, narrow);
  }
  return result;
}

// The same read from a select of its own. Other reads of the original select may need more lanes, and the vector
// compiler may compute them separately.
Value* read_of_narrowed(llvm::Instruction& read, const NeededLanes& needed, llvm::IRBuilder<>& builder) {
  if (!llvm::isa<llvm::ExtractElementInst>(read) && !is_read(read))
    return nullptr;
  llvm::Use& source = read.getOperandUse(0);
  auto* const choice = llvm::dyn_cast<llvm::Instruction>(source.get());
  if (choice == nullptr || !takes_a_mask(*choice) || choice->hasOneUse())
    return nullptr;
  Value* const narrow = narrowed(*choice, needed.by(source), builder);
  if (narrow == nullptr)
    return nullptr;
  llvm::Instruction* const copy = read.clone();
  copy->setOperand(0, narrow);
  return builder.Insert(copy);
}

} // namespace

bool NarrowMasks::change(llvm::Function& function) {
  const NeededLanes needed(function);
  return replace_instructions(function, [&](llvm::Instruction& instruction, llvm::IRBuilder<>& builder) -> Value* {
    return takes_a_mask(instruction) || makes_a_mask(instruction)
               ? narrowed(instruction, needed.of(instruction), builder)
               : read_of_narrowed(instruction, needed, builder);
  });
}

} // namespace xeforge::toolchain::lowering
