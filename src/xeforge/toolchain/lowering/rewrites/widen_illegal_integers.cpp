#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstVisitor.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <algorithm>
#include <bit>
#include <numeric>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Type;
using llvm::Value;

// The width of the legal integer that holds one of `bits` bits.
unsigned holding(unsigned bits) { return bits <= 1 ? bits : std::max(8u, std::bit_ceil(bits)); }

unsigned bits_of(const Value* value) { return value->getType()->getScalarSizeInBits(); }

// Whether an integer, or a vector's elements, have an illegal width. (CheckTypes refuses more than 64 bits.)
bool is_illegal(const Type* type) {
  const unsigned bits = type->isIntOrIntVectorTy() ? type->getScalarSizeInBits() : 1;
  return bits <= 64 && holding(bits) != bits;
}
bool is_illegal(const Value* value) { return is_illegal(value->getType()); }

Type* widened(Type* type) {
  return is_illegal(type) ? type->getWithNewBitWidth(holding(type->getScalarSizeInBits())) : type;
}

// Replaces each instruction with an illegal integer by legal ones. The upper bits of the wide values are 0.
class Widening : public llvm::InstVisitor<Widening, Value*> {
public:
  explicit Widening(llvm::Function& function) : function_(function), builder_(function.getContext()) {}

  bool run() {
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function_))
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block))
        if (is_illegal(&instruction) ||
            llvm::any_of(instruction.operand_values(), [](const Value* operand) { return is_illegal(operand); }))
          rewrite(instruction);
    for (const auto& [narrow, phi] : phis_)
      for (unsigned i = 0; i < narrow->getNumIncomingValues(); ++i)
        phi->addIncoming(wide(narrow->getIncomingValue(i)), narrow->getIncomingBlock(i));
    for (llvm::Instruction* instruction : done_)
      if (!instruction->use_empty())
        instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
    for (llvm::Instruction* instruction : done_)
      instruction->eraseFromParent();
    return !done_.empty();
  }

  // ---- arithmetic
  Value* visitBinaryOperator(llvm::BinaryOperator& operation) {
    using Operation = llvm::Instruction;
    const unsigned bits = bits_of(&operation);
    Value *const a = wide(operation.getOperand(0)), *const b = wide(operation.getOperand(1));
    switch (operation.getOpcode()) {
    case Operation::Add:
    case Operation::Sub:
    case Operation::Mul:
    case Operation::Shl:
      return masked(builder_.CreateBinOp(operation.getOpcode(), a, b), bits);
    case Operation::SDiv:
    case Operation::SRem:
      return masked(builder_.CreateBinOp(operation.getOpcode(), with_sign(a, bits), with_sign(b, bits)), bits);
    case Operation::AShr:
      return masked(builder_.CreateAShr(with_sign(a, bits), b), bits);
    default: // and, or, xor, udiv, urem, lshr leave the upper bits 0
      return builder_.CreateBinOp(operation.getOpcode(), a, b);
    }
  }
  Value* visitICmpInst(llvm::ICmpInst& comparison) {
    const unsigned bits = bits_of(comparison.getOperand(0));
    Value *a = wide(comparison.getOperand(0)), *b = wide(comparison.getOperand(1));
    if (comparison.isSigned()) {
      a = with_sign(a, bits);
      b = with_sign(b, bits);
    }
    return builder_.CreateICmp(comparison.getPredicate(), a, b);
  }
  Value* visitIntrinsicInst(llvm::IntrinsicInst& call) {
    const unsigned bits = bits_of(call.arg_size() > 0 ? call.getArgOperand(0) : &call);
    const auto argument = [&](unsigned i) { return wide(call.getArgOperand(i)); };
    const auto with_its_sign = [&](unsigned i) { return with_sign(argument(i), bits); };
    const auto ones = [&](Value* like) { return llvm::ConstantInt::get(like->getType(), mask(bits)); };
    const auto clamped = [&](Value* sum) {
      const auto limit = static_cast<std::int64_t>(mask(bits) >> 1);
      Value* const lower = llvm::ConstantInt::getSigned(sum->getType(), -limit - 1);
      Value* const upper = llvm::ConstantInt::getSigned(sum->getType(), limit);
      return masked(binary(llvm::Intrinsic::smin, binary(llvm::Intrinsic::smax, sum, lower), upper), bits);
    };
    switch (call.getIntrinsicID()) {
    case llvm::Intrinsic::umin:
    case llvm::Intrinsic::umax:
    case llvm::Intrinsic::usub_sat:
      return binary(call.getIntrinsicID(), argument(0), argument(1));
    case llvm::Intrinsic::smin:
    case llvm::Intrinsic::smax:
      return masked(binary(call.getIntrinsicID(), with_its_sign(0), with_its_sign(1)), bits);
    case llvm::Intrinsic::uadd_sat: {
      Value* const sum = builder_.CreateAdd(argument(0), argument(1));
      return binary(llvm::Intrinsic::umin, sum, ones(sum));
    }
    case llvm::Intrinsic::sadd_sat:
      return clamped(builder_.CreateAdd(with_its_sign(0), with_its_sign(1)));
    case llvm::Intrinsic::ssub_sat:
      return clamped(builder_.CreateSub(with_its_sign(0), with_its_sign(1)));
    case llvm::Intrinsic::abs:
      return masked(binary(llvm::Intrinsic::abs, with_its_sign(0), builder_.getFalse()), bits);
    case llvm::Intrinsic::ctpop:
      return unary(llvm::Intrinsic::ctpop, argument(0));
    case llvm::Intrinsic::ctlz: // all bits above the value are zeros
      return builder_.CreateSub(binary(llvm::Intrinsic::ctlz, argument(0), builder_.getFalse()),
                                llvm::ConstantInt::get(argument(0)->getType(), holding(bits) - bits));
    case llvm::Intrinsic::cttz: // a set bit right above the value ends the zeros
      return binary(llvm::Intrinsic::cttz,
                    builder_.CreateOr(argument(0), llvm::ConstantInt::get(argument(0)->getType(), mask(bits) + 1)),
                    builder_.getFalse());
    case llvm::Intrinsic::bitreverse: // after reversing the wider integer, the value is in its upper bits
    case llvm::Intrinsic::bswap:
      return builder_.CreateLShr(unary(call.getIntrinsicID(), argument(0)), holding(bits) - bits);
    case llvm::Intrinsic::fshl:
    case llvm::Intrinsic::fshr:
      return funnel(call.getIntrinsicID() == llvm::Intrinsic::fshl, argument(0), argument(1), argument(2), bits);
    case llvm::Intrinsic::ucmp:
    case llvm::Intrinsic::scmp:
      return three_way(call.getIntrinsicID() == llvm::Intrinsic::scmp, call);
    default:
      return visitInstruction(call);
    }
  }

  // ---- conversions
  Value* visitZExtInst(llvm::ZExtInst& cast) {
    return builder_.CreateZExt(wide(cast.getOperand(0)), widened(cast.getType()));
  }
  Value* visitSExtInst(llvm::SExtInst& cast) {
    Value* const value = cast.getOperand(0);
    return masked(builder_.CreateSExt(signed_value(value), widened(cast.getType())), bits_of(&cast));
  }
  Value* visitTruncInst(llvm::TruncInst& cast) {
    return masked(builder_.CreateTrunc(wide(cast.getOperand(0)), widened(cast.getType())), bits_of(&cast));
  }
  Value* visitUIToFPInst(llvm::UIToFPInst& cast) {
    return builder_.CreateUIToFP(wide(cast.getOperand(0)), cast.getType());
  }
  Value* visitSIToFPInst(llvm::SIToFPInst& cast) {
    return builder_.CreateSIToFP(signed_value(cast.getOperand(0)), cast.getType());
  }
  Value* visitFPToUIInst(llvm::FPToUIInst& cast) {
    return masked(builder_.CreateFPToUI(cast.getOperand(0), widened(cast.getType())), bits_of(&cast));
  }
  Value* visitFPToSIInst(llvm::FPToSIInst& cast) {
    return masked(builder_.CreateFPToSI(cast.getOperand(0), widened(cast.getType())), bits_of(&cast));
  }
  // Between an integer and a vector of its bytes or words.
  Value* visitBitCastInst(llvm::BitCastInst& cast) {
    const bool from_integer = cast.getSrcTy()->isIntegerTy();
    auto* const vector = llvm::dyn_cast<llvm::FixedVectorType>(from_integer ? cast.getDestTy() : cast.getSrcTy());
    Type* const integer = widened(from_integer ? cast.getSrcTy() : cast.getDestTy());
    if (vector == nullptr || is_illegal(vector) || !integer->isIntegerTy() || vector->getScalarSizeInBits() < 8)
      return visitInstruction(cast);
    const unsigned lanes = vector->getNumElements(),
                   all = integer->getIntegerBitWidth() / vector->getScalarSizeInBits();
    auto* const whole = llvm::FixedVectorType::get(vector->getElementType(), all);
    llvm::SmallVector<int> mask(from_integer ? lanes : all, static_cast<int>(lanes)); // a zero
    std::iota(mask.begin(), mask.begin() + lanes, 0);
    if (from_integer)
      return builder_.CreateShuffleVector(builder_.CreateBitCast(wide(cast.getOperand(0)), whole), mask);
    return builder_.CreateBitCast(
        builder_.CreateShuffleVector(cast.getOperand(0), llvm::Constant::getNullValue(vector), mask), integer);
  }

  // ---- where values meet, and are chosen
  Value* visitPHINode(llvm::PHINode& phi) {
    llvm::PHINode* const made = builder_.CreatePHI(widened(phi.getType()), phi.getNumIncomingValues());
    phis_.emplace_back(&phi, made);
    return made;
  }
  Value* visitSelectInst(llvm::SelectInst& choice) {
    return builder_.CreateSelect(choice.getCondition(), wide(choice.getTrueValue()), wide(choice.getFalseValue()));
  }
  Value* visitFreezeInst(llvm::FreezeInst& freeze) { return builder_.CreateFreeze(wide(freeze.getOperand(0))); }
  Value* visitSwitchInst(llvm::SwitchInst& choice) {
    llvm::SwitchInst* const made =
        builder_.CreateSwitch(wide(choice.getCondition()), choice.getDefaultDest(), choice.getNumCases());
    for (const auto& way : choice.cases())
      made->addCase(llvm::cast<llvm::ConstantInt>(wide(way.getCaseValue())), way.getCaseSuccessor());
    made->copyMetadata(choice);
    return made;
  }

  // ---- lanes
  Value* visitExtractElementInst(llvm::ExtractElementInst& lane) {
    return builder_.CreateExtractElement(wide(lane.getVectorOperand()), wide(lane.getIndexOperand()));
  }
  Value* visitInsertElementInst(llvm::InsertElementInst& lane) {
    return builder_.CreateInsertElement(wide(lane.getOperand(0)), wide(lane.getOperand(1)), wide(lane.getOperand(2)));
  }
  Value* visitShuffleVectorInst(llvm::ShuffleVectorInst& lanes) {
    return builder_.CreateShuffleVector(wide(lanes.getOperand(0)), wide(lanes.getOperand(1)), lanes.getShuffleMask());
  }

  // ---- memory, which has such an integer in as few bytes as can be
  Value* visitLoadInst(llvm::LoadInst& load) {
    if (!load.isSimple() || load.getType()->isVectorTy())
      return visitInstruction(load);
    Type* const type = widened(load.getType());
    const unsigned bits = bits_of(&load), bytes = (bits + 7) / 8;
    if (std::has_single_bit(bytes))
      return masked(builder_.CreateAlignedLoad(type, load.getPointerOperand(), load.getAlign()), bits);
    Value* result = nullptr;
    for (unsigned i = 0; i < bytes; ++i) {
      Value* const byte = builder_.CreateAlignedLoad(builder_.getInt8Ty(), byte_address(load.getPointerOperand(), i),
                                                     llvm::commonAlignment(load.getAlign(), i));
      Value* const part = builder_.CreateZExt(byte, type);
      result = i == 0 ? part : builder_.CreateOr(result, builder_.CreateShl(part, 8 * i));
    }
    return bits % 8 == 0 ? result : masked(result, bits);
  }
  Value* visitStoreInst(llvm::StoreInst& store) {
    Value* const stored = store.getValueOperand();
    if (!store.isSimple() || !is_illegal(stored) || stored->getType()->isVectorTy())
      return visitInstruction(store);
    const unsigned bytes = (bits_of(stored) + 7) / 8;
    if (std::has_single_bit(bytes))
      return builder_.CreateAlignedStore(wide(stored), store.getPointerOperand(), store.getAlign());
    for (unsigned i = 0; i < bytes; ++i) {
      Value* const shifted = i == 0 ? wide(stored) : builder_.CreateLShr(wide(stored), 8 * i);
      builder_.CreateAlignedStore(builder_.CreateTrunc(shifted, builder_.getInt8Ty()),
                                  byte_address(store.getPointerOperand(), i),
                                  llvm::commonAlignment(store.getAlign(), i));
    }
    return nullptr;
  }
  Value* visitGetElementPtrInst(llvm::GetElementPtrInst& address) {
    llvm::SmallVector<Value*> indices;
    for (Value* index : address.indices())
      indices.push_back(signed_value(index));
    return builder_.CreateGEP(address.getSourceElementType(), address.getPointerOperand(), indices, "",
                              address.getNoWrapFlags());
  }

  Value* visitInstruction(llvm::Instruction& instruction) {
    unsigned bits = bits_of(&instruction);
    for (const Value* operand : instruction.operand_values())
      if (is_illegal(operand))
        bits = bits_of(operand);
    refuse(instruction, llvm::formatv("an integer of {} bits", bits), "integers of 8, 16, 32 or 64 bits");
    return instruction.getType()->isVoidTy() ? nullptr : llvm::PoisonValue::get(widened(instruction.getType()));
  }

private:
  void rewrite(llvm::Instruction& instruction) {
    builder_.SetInsertPoint(&instruction);
    if (instruction.isTerminator() && !llvm::isa<llvm::SwitchInst>(instruction)) { // a return
      visitInstruction(instruction);
      return;
    }
    Value* const made = visit(instruction);
    if (is_illegal(&instruction))
      wide_[&instruction] = made;
    else if (made != nullptr && !instruction.getType()->isVoidTy())
      instruction.replaceAllUsesWith(made);
    done_.push_back(&instruction);
  }

  // The wide replacement of the value, or the value itself if it is legal. (Arguments of functions are not replaced:
  // their uses are refused.)
  Value* wide(Value* value) {
    if (!is_illegal(value))
      return value;
    if (auto* const constant = llvm::dyn_cast<llvm::Constant>(value))
      return llvm::ConstantFoldCastOperand(llvm::Instruction::ZExt, constant, widened(value->getType()),
                                           function_.getDataLayout());
    if (const auto found = wide_.find(value); found != wide_.end())
      return found->second;
    refuse(function_, llvm::formatv("an integer of {} bits as an argument", bits_of(value)),
           "integers of 8, 16, 32 or 64 bits");
    return llvm::PoisonValue::get(widened(value->getType()));
  }
  Value* signed_value(Value* value) { return is_illegal(value) ? with_sign(wide(value), bits_of(value)) : value; }

  static std::uint64_t mask(unsigned bits) { return (std::uint64_t(1) << bits) - 1; }
  // The value without bits that were carried beyond an illegal integer of `bits` bits.
  Value* masked(Value* value, unsigned bits) {
    return holding(bits) == bits ? value
                                 : builder_.CreateAnd(value, llvm::ConstantInt::get(value->getType(), mask(bits)));
  }
  // The value with its sign in the upper bits.
  Value* with_sign(Value* value, unsigned bits) {
    const unsigned distance = holding(bits) - bits;
    return builder_.CreateAShr(builder_.CreateShl(value, distance), distance);
  }
  Value* unary(llvm::Intrinsic::ID name, Value* value) { return builder_.CreateUnaryIntrinsic(name, value); }
  Value* binary(llvm::Intrinsic::ID name, Value* a, Value* b) {
    return builder_.CreateIntrinsic(name, {a->getType()}, {a, b});
  }
  // Shifts the two concatenated operands; in two steps, as a shift by the full width is undefined.
  Value* funnel(bool left, Value* a, Value* b, Value* count, unsigned bits) {
    Type* const type = a->getType();
    Value* const distance = builder_.CreateURem(count, llvm::ConstantInt::get(type, bits));
    Value* const rest = builder_.CreateSub(llvm::ConstantInt::get(type, bits - 1), distance);
    Value* const one = llvm::ConstantInt::get(type, 1);
    Value* const upper = left ? builder_.CreateShl(a, distance) : builder_.CreateShl(builder_.CreateShl(a, one), rest);
    Value* const lower =
        left ? builder_.CreateLShr(builder_.CreateLShr(b, one), rest) : builder_.CreateLShr(b, distance);
    return masked(builder_.CreateOr(upper, lower), bits);
  }
  // 1, 0 or -1.
  Value* three_way(bool with_signs, llvm::IntrinsicInst& call) {
    Value *const first = call.getArgOperand(0), *const second = call.getArgOperand(1);
    Value* const a = with_signs ? signed_value(first) : wide(first);
    Value* const b = with_signs ? signed_value(second) : wide(second);
    Type* const type = widened(call.getType());
    Value* const above = with_signs ? builder_.CreateICmpSGT(a, b) : builder_.CreateICmpUGT(a, b);
    Value* const below = with_signs ? builder_.CreateICmpSLT(a, b) : builder_.CreateICmpULT(a, b);
    return masked(builder_.CreateSub(builder_.CreateZExt(above, type), builder_.CreateZExt(below, type)),
                  bits_of(&call));
  }
  Value* byte_address(Value* pointer, unsigned byte) {
    return byte == 0 ? pointer : builder_.CreateConstGEP1_64(builder_.getInt8Ty(), pointer, byte);
  }

  llvm::Function& function_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<const Value*, Value*> wide_;
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_; // and its replacement
  llvm::SmallVector<llvm::Instruction*> done_;
};

} // namespace

bool WidenIllegalIntegers::change(llvm::Function& function) {
  llvm::EliminateUnreachableBlocks(function);
  return Widening(function).run();
}

} // namespace xeforge::toolchain::lowering
