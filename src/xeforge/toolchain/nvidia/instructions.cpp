// Distribution: instructions of LLVM.
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/FormatVariadic.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;

void Distribution::refuse(const llvm::Instruction& instruction, const std::string& what) {
  lowering::refuse(instruction, what, "something that kernels for NVIDIA's GPUs can do");
  const int count = elements_of(&instruction);
  if (instruction.getType()->isVoidTy())
    return;
  Value* const nothing = llvm::Constant::getNullValue(
      vector_type(&instruction) != nullptr ? element_type(&instruction) : types_.type(instruction.getType()));
  if (count == 1)
    define(instruction, nothing);
  else
    define(instruction, splat(nothing, layout_of(&instruction)));
}

// ---- one instruction on scalars -------------------------------------------------------------------------------------
Value* Distribution::one(const llvm::Instruction& instruction, llvm::ArrayRef<Value*> operands) {
  llvm::IRBuilder<>& builder = code_.builder;
  llvm::Type* const type = element_type(&instruction)->isVoidTy() ? instruction.getType() : element_type(&instruction);
  Value* made = nullptr;
  if (const auto* binary = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
    made = builder.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
  else if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
    made = builder.CreateCmp(compare->getPredicate(), operands[0], operands[1]);
  else if (llvm::isa<llvm::SelectInst>(instruction))
    made = builder.CreateSelect(operands[0], operands[1], operands[2]);
  else if (llvm::isa<llvm::FreezeInst>(instruction))
    made = builder.CreateFreeze(operands[0]);
  else if (llvm::isa<llvm::UnaryOperator>(instruction))
    made = builder.CreateFNeg(operands[0]);
  else if (llvm::isa<llvm::AddrSpaceCastInst>(instruction))
    return builder.CreateAddrSpaceCast(operands[0], type);
  else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    Value* operand = operands[0];
    made = builder.CreateCast(cast->getOpcode(), operand, type);
  } else if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return builder.CreateGEP(types_.type(address->getSourceElementType()), operands[0], operands.drop_front());
  else if (const auto* extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return builder.CreateExtractValue(operands[0], extract->getIndices());
  else if (const auto* insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    return builder.CreateInsertValue(operands[0], operands[1], insert->getIndices());
  else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    made = builder.CreateIntrinsic(type, call->getIntrinsicID(), operands);
  }
  if (auto* const plain = llvm::dyn_cast_or_null<llvm::Instruction>(made)) {
    plain->copyIRFlags(&instruction);
    plain->dropPoisonGeneratingFlags(); // lanes without an element have what they have
  }
  return made;
}

// Operation by operation in the lane that has the elements.
void Distribution::by_element(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const unsigned count = call != nullptr ? call->arg_size() : instruction.getNumOperands();
  if (vector_type(&instruction) == nullptr) {
    llvm::SmallVector<Value*> operands;
    for (unsigned i = 0; i < count; ++i)
      operands.push_back(scalar(instruction.getOperand(i)));
    return define(instruction, one(instruction, operands));
  }
  const Layout* const layout = layout_of(&instruction);
  llvm::SmallVector<Distributed> operands;
  for (unsigned i = 0; i < count; ++i)
    operands.push_back(as_vector(instruction.getOperand(i), layout));
  Distributed result{layout, {}};
  for (int slot = 0; slot < layout->slots(); ++slot) {
    llvm::SmallVector<Value*> here;
    for (const Distributed& operand : operands)
      here.push_back(operand.slots[static_cast<std::size_t>(slot)]);
    Value* const made = one(instruction, here);
    if (llvm::all_of(here, [&](Value* value) { return code_.is_uniform(value); }))
      code_.note_uniform(made);
    result.slots.push_back(made);
  }
  define(instruction, std::move(result));
}

// ---- values at the beginning of blocks ------------------------------------------------------------------------------
void Distribution::translate_phi(const llvm::PHINode& phi) {
  phis_.push_back(&phi);
  const auto made = [&](llvm::Type* type) { return code_.builder.CreatePHI(type, phi.getNumIncomingValues()); };
  if (vector_type(&phi) == nullptr)
    return define(phi, made(types_.type(phi.getType()->isVectorTy() ? phi.getType()->getScalarType() : phi.getType())));
  Distributed result{layout_of(&phi), {}};
  for (int slot = 0; slot < result.layout->slots(); ++slot)
    result.slots.push_back(made(element_type(&phi)));
  define(phi, std::move(result));
}

void Distribution::finish_phis() {
  for (const llvm::PHINode* phi : phis_)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      llvm::BasicBlock* const from = blocks_.lookup(phi->getIncomingBlock(i));
      code_.builder.SetInsertPoint(from->getTerminator());
      if (vector_type(phi) == nullptr) {
        llvm::cast<llvm::PHINode>(scalars_.lookup(phi))->addIncoming(scalar(phi->getIncomingValue(i)), from);
        continue;
      }
      const Distributed whole = vectors_.lookup(phi);
      const Distributed incoming = vector(phi->getIncomingValue(i), whole.layout);
      for (std::size_t slot = 0; slot < whole.slots.size(); ++slot)
        llvm::cast<llvm::PHINode>(whole.slots[slot])->addIncoming(incoming.slots[slot], from);
    }
}

// ---- the same bits as another type ----------------------------------------------------------------------------------
// The lanes of a predicate, one bit each.
Value* Distribution::predicate_as_number(const Value* predicate) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Distributed lanes = as_vector(predicate, layouts_.cyclic(elements_of(predicate)));
  Value* bits = builder.getInt64(0);
  for (std::size_t slot = 0; slot < lanes.slots.size(); ++slot) {
    Value* word = code_.ballot(lanes.slots[slot]);
    if (const std::uint32_t there = lanes_with_elements(*lanes.layout, static_cast<int>(slot)); there != 0xffffffff)
      word = builder.CreateAnd(word, builder.getInt32(there));
    bits = builder.CreateOr(bits, builder.CreateShl(builder.CreateZExt(word, builder.getInt64Ty()), 32 * slot));
  }
  return bits;
}

// Lanes of a predicate as numbers or the other way round, by one number that has all bits.
void Distribution::translate_bits_of_predicate(const llvm::CastInst& cast) {
  llvm::IRBuilder<>& builder = code_.builder;
  const Value* const source = cast.getOperand(0);
  const int from = elements_of(source), to = elements_of(&cast);
  const unsigned from_bits = source->getType()->getScalarSizeInBits(), to_bits = cast.getType()->getScalarSizeInBits();
  if (static_cast<unsigned>(from) * from_bits > 64)
    return refuse(cast, from_bits == 1 ? llvm::formatv("a predicate of {} lanes as numbers", from)
                                       : llvm::formatv("numbers as a predicate of {} lanes", to));
  const auto joined = [&] {
    const auto slots =
        from == 1 ? llvm::SmallVector<Value*>{scalar(source)} : as_vector(source, layouts_.replicated(from)).slots;
    return builder.CreateZExt(code_.joined_bits(slots, builder.getIntNTy(static_cast<unsigned>(from) * from_bits)),
                              builder.getInt64Ty());
  };
  Value* const bits = from_bits == 1 ? predicate_as_number(source) : joined();
  const auto part = [&](Value* first) {
    return builder.CreateBitCast(builder.CreateTrunc(builder.CreateLShr(bits, first), builder.getIntNTy(to_bits)),
                                 element_type(&cast));
  };
  if (to == 1)
    return define(cast, part(builder.getInt64(0)));
  Distributed result{layout_of(&cast), {}};
  for (int slot = 0; slot < result.layout->slots(); ++slot)
    result.slots.push_back(part(builder.CreateMul(
        builder.CreateZExt(element_numbers(*result.layout, slot), builder.getInt64Ty()), builder.getInt64(to_bits))));
  define(cast, std::move(result));
}

void Distribution::translate_bitcast(const llvm::CastInst& cast) {
  const Value* const source = cast.getOperand(0);
  const int from = elements_of(source), to = elements_of(&cast);
  llvm::Type* const type = element_type(&cast);
  const unsigned from_bits = source->getType()->getScalarSizeInBits(), to_bits = cast.getType()->getScalarSizeInBits();
  if ((from_bits == 1) != (to_bits == 1))
    return translate_bits_of_predicate(cast);
  const Layout* const layout = to == 1 ? layouts_.replicated(1) : layout_of(&cast);
  Distributed result{layout, {}};
  if (from >= to) {
    const int parts = from / to;
    const Distributed whole = as_vector(source, parts == 1 ? layout : layouts_.split(layout, parts));
    for (std::size_t slot = 0; slot < whole.slots.size(); slot += static_cast<std::size_t>(parts))
      result.slots.push_back(
          code_.joined_bits(llvm::ArrayRef(whole.slots).slice(slot, static_cast<std::size_t>(parts)), type));
  } else {
    const int parts = to / from;
    const Layout* const wide = layouts_.joined(layout, parts);
    const Layout* const own = from == 1 ? layouts_.replicated(1) : layout_of(source);
    const Distributed whole = as_vector(source, wide == nullptr ? own : wide);
    Distributed pieces{layouts_.split(whole.layout, parts), {}};
    for (Value* slot : whole.slots) {
      const bool uniform = code_.is_uniform(slot);
      const std::size_t before = pieces.slots.size();
      code_.split_bits(slot, type, pieces.slots);
      if (uniform)
        for (Value* piece : llvm::ArrayRef(pieces.slots).drop_front(before))
          code_.note_uniform(piece);
    }
    result = move(pieces, layout);
  }
  if (to == 1)
    return define(cast, result.slots[0]);
  define(cast, std::move(result));
}

// ---- single elements ------------------------------------------------------------------------------------------------
void Distribution::translate_select(const llvm::SelectInst& select) { by_element(select); }

void Distribution::translate_insert(const llvm::InsertElementInst& insert) {
  if (vector_type(&insert) == nullptr)
    return define(insert, scalar(insert.getOperand(1)));
  const Layout* const layout = layout_of(&insert);
  Distributed result = vector(insert.getOperand(0), layout);
  Value* const value = scalar(insert.getOperand(1));
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(insert.getOperand(2))) {
    const Location location = layout->location(static_cast<int>(index->getZExtValue()));
    Value*& slot = result.slots[static_cast<std::size_t>(location.slot)];
    slot = location.lane == every_lane
               ? value
               : code_.builder.CreateSelect(code_.is_in(std::uint32_t{1} << location.lane), value, slot);
    return define(insert, std::move(result));
  }
  Value* const index = code_.builder.CreateZExtOrTrunc(scalar(insert.getOperand(2)), code_.builder.getInt32Ty());
  for (int slot = 0; slot < layout->slots(); ++slot) {
    Value* const here = code_.builder.CreateICmpEQ(element_numbers(*layout, slot), index);
    Value*& old = result.slots[static_cast<std::size_t>(slot)];
    old = code_.builder.CreateSelect(here, value, old);
  }
  define(insert, std::move(result));
}

void Distribution::translate_extract(const llvm::ExtractElementInst& extract) {
  if (vector_type(extract.getOperand(0)) == nullptr)
    return define(extract, scalar(extract.getOperand(0)));
  if (const auto* index = llvm::dyn_cast<llvm::ConstantInt>(extract.getOperand(1)))
    return define(extract, element(vector(extract.getOperand(0)), static_cast<int>(index->getZExtValue())));
  Value* const index = code_.builder.CreateZExtOrTrunc(scalar(extract.getOperand(1)), code_.builder.getInt32Ty());
  define(extract, read_at(vector(extract.getOperand(0), layouts_.cyclic(elements_of(extract.getOperand(0)))), index));
}

namespace {
// The scalar that all elements are, so that no lane has to ask another for it; null where it is an element of a vector.
const Value* repeated_scalar(const llvm::ShuffleVectorInst& shuffle) {
  const auto* const insert = llvm::dyn_cast<llvm::InsertElementInst>(shuffle.getOperand(0));
  if (insert == nullptr || !shuffle.isZeroEltSplat())
    return nullptr;
  const auto* const index = llvm::dyn_cast<llvm::ConstantInt>(insert->getOperand(2));
  return index != nullptr && index->isZero() ? insert->getOperand(1) : nullptr;
}
} // namespace

void Distribution::translate_shuffle(const llvm::ShuffleVectorInst& shuffle) {
  const llvm::ArrayRef<int> mask = shuffle.getShuffleMask();
  const int first = elements_of(shuffle.getOperand(0));
  if (vector_type(&shuffle) == nullptr) {
    const int at = mask[0] < 0 ? 0 : mask[0];
    const Value* const whole = shuffle.getOperand(at < first ? 0 : 1);
    return define(shuffle, vector_type(whole) == nullptr ? scalar(whole) : element(vector(whole), at % first));
  }
  if (const Value* const repeated = repeated_scalar(shuffle))
    return define(shuffle, splat(scalar(repeated), layout_of(&shuffle)));
  const auto operand = [&](unsigned index) {
    const Value* const value = shuffle.getOperand(index);
    return vector_type(value) == nullptr ? splat(scalar(value), layouts_.replicated(1)) : vector(value);
  };
  const bool needs_second = llvm::any_of(mask, [&](int index) { return index >= first; });
  llvm::SmallVector<Distributed, 2> from{operand(0)};
  if (needs_second)
    from.push_back(operand(1));
  define(shuffle, gathered(from, layout_of(&shuffle), [&](int index) {
           const int from = mask[static_cast<std::size_t>(index)];
           return from < 0 ? Source{-1, 0} : from < first ? Source{0, from} : Source{1, from - first};
         }));
}

// ---- the whole ------------------------------------------------------------------------------------------------------
void Distribution::translate_terminator(const llvm::Instruction& instruction) {
  llvm::IRBuilder<>& builder = code_.builder;
  const auto block = [&](const llvm::BasicBlock* old) { return blocks_.lookup(old); };
  if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&instruction)) {
    if (branch->isConditional())
      builder
          .CreateCondBr(scalar(branch->getCondition()), block(branch->getSuccessor(0)), block(branch->getSuccessor(1)))
          ->copyMetadata(*branch, {llvm::LLVMContext::MD_loop});
    else
      builder.CreateBr(block(branch->getSuccessor(0)))->copyMetadata(*branch, {llvm::LLVMContext::MD_loop});
  } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&instruction)) {
    llvm::SwitchInst* const made =
        builder.CreateSwitch(scalar(choice->getCondition()), block(choice->getDefaultDest()), choice->getNumCases());
    for (const auto& each : choice->cases())
      made->addCase(const_cast<llvm::ConstantInt*>(each.getCaseValue()), block(each.getCaseSuccessor()));
  } else if (llvm::isa<llvm::UnreachableInst>(instruction)) {
    builder.CreateUnreachable();
  } else {
    builder.CreateRetVoid();
    if (!llvm::isa<llvm::ReturnInst>(instruction))
      refuse(instruction, llvm::formatv("the jump '{}'", instruction.getOpcodeName()));
  }
}

void Distribution::translate_call(const llvm::CallInst& call) {
  const llvm::Function* const function = call.getCalledFunction();
  const llvm::StringRef name = function == nullptr ? llvm::StringRef() : function->getName();
  if (call.isInlineAsm()) {
    const auto* text = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    if (text->getAsmString().empty())
      return;
    return refuse(call, "assembly");
  }
  if (translate_arithmetic(call, name) || translate_region(call, name) || translate_block_2d(call, name) ||
      translate_message(call, name) || translate_matrix(call, name) || translate_slm_matrix(call, name) ||
      translate_group(call, name))
    return;
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call)) {
    const llvm::Intrinsic::ID id = intrinsic->getIntrinsicID();
    if (intrinsic->isAssumeLikeIntrinsic() || id == llvm::Intrinsic::assume)
      return;
    if (llvm::isTriviallyVectorizable(id))
      return by_element(call);
  }
  refuse(call, llvm::formatv("a call of '{}'", function == nullptr ? std::string("a pointer") : name.str()));
}

void Distribution::translate(const llvm::Instruction& instruction) {
  using llvm::dyn_cast;
  code_.builder.SetCurrentDebugLocation(llvm::DebugLoc());
  if (!products_.empty() && needs_products(instruction))
    finish_products();
  if (skipped_.contains(&instruction) || translate_reduction(instruction))
    return;
  if (instruction.isTerminator())
    return translate_terminator(instruction);
  if (const auto* phi = dyn_cast<llvm::PHINode>(&instruction))
    return translate_phi(*phi);
  if (const auto* call = dyn_cast<llvm::CallInst>(&instruction))
    return translate_call(*call);
  if (const auto* load = dyn_cast<llvm::LoadInst>(&instruction))
    return translate_load(*load);
  if (const auto* store = dyn_cast<llvm::StoreInst>(&instruction))
    return translate_store(*store);
  if (const auto* cast = dyn_cast<llvm::BitCastInst>(&instruction))
    return translate_bitcast(*cast);
  if (const auto* insert = dyn_cast<llvm::InsertElementInst>(&instruction))
    return translate_insert(*insert);
  if (const auto* extract = dyn_cast<llvm::ExtractElementInst>(&instruction))
    return translate_extract(*extract);
  if (const auto* shuffle = dyn_cast<llvm::ShuffleVectorInst>(&instruction))
    return translate_shuffle(*shuffle);
  if (const auto* allocation = dyn_cast<llvm::AllocaInst>(&instruction)) {
    llvm::IRBuilder<>::InsertPointGuard guard(code_.builder);
    code_.builder.SetInsertPoint(&target_->getEntryBlock(), target_->getEntryBlock().begin());
    llvm::AllocaInst* const made = code_.builder.CreateAlloca(types_.type(allocation->getAllocatedType()));
    made->setAlignment(allocation->getAlign());
    return define(*allocation, made);
  }
  if (llvm::isa<llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst, llvm::UnaryOperator,
                llvm::CastInst, llvm::GetElementPtrInst>(instruction))
    return by_element(instruction);
  if (llvm::isa<llvm::ExtractValueInst, llvm::InsertValueInst>(instruction)) {
    for (llvm::Type* type : {instruction.getOperand(0)->getType(), instruction.getType()})
      if (type->isVectorTy())
        return refuse(instruction, "vectors in a structure");
    return by_element(instruction);
  }
  refuse(instruction, llvm::formatv("the instruction '{}'", instruction.getOpcodeName()));
}

Distribution::Distribution(llvm::Function& kernel, TargetTypes& types)
    : kernel_(kernel), types_(types), code_(*kernel.getParent()) {}

llvm::Function* Distribution::run() {
  llvm::Module& module = *kernel_.getParent();
  llvm::LLVMContext& context = module.getContext();
  llvm::SmallVector<llvm::Type*> parameters;
  for (const llvm::Argument& argument : kernel_.args())
    parameters.push_back(types_.type(argument.getType()));
  target_ = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), parameters, false),
                                   llvm::GlobalValue::ExternalLinkage, "", module);
  target_->setCallingConv(llvm::CallingConv::PTX_Kernel);
  target_->addFnAttr(llvm::Attribute::NoUnwind);
  for (llvm::Argument& argument : kernel_.args()) {
    llvm::Argument* const made = target_->getArg(argument.getArgNo());
    if (llvm::Type* const content = argument.getParamByValType()) {
      made->addAttr(llvm::Attribute::getWithByValType(context, types_.type(content)));
      made->addAttr(llvm::Attribute::getWithAlignment(context, argument.getParamAlign().valueOrOne()));
    }
    define(argument, made);
  }
  assign_layouts();
  find_reductions();
  const llvm::ReversePostOrderTraversal<const llvm::Function*> order(&kernel_);
  for (const llvm::BasicBlock* block : order)
    blocks_[block] = llvm::BasicBlock::Create(context, "", target_);
  for (const llvm::BasicBlock* block : order) {
    code_.builder.SetInsertPoint(blocks_.lookup(block));
    // What the blocks before have done is not looked at.
    pending_ = block == &kernel_.getEntryBlock() ? Pending::nothing : Pending::both;
    for (const llvm::Instruction& instruction : *block)
      translate(instruction);
  }
  finish_phis();
  target_->takeName(&kernel_);
  return target_;
}

} // namespace xeforge::toolchain::nvidia
