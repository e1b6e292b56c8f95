#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>
#include <vector>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::APInt;
using llvm::Value;

// A load whose address depends on a choice between several constants or constant addresses.
struct ChosenLoad {
  llvm::LoadInst* load = nullptr;
  llvm::Instruction* chooser = nullptr; // phi or select
  llvm::Argument* captures = nullptr;
  std::vector<std::uint64_t> places; // bytes within the captures, of each choice
};

std::vector<Value*> choices_of(llvm::Instruction& chooser) {
  if (auto* phi = llvm::dyn_cast<llvm::PHINode>(&chooser))
    return {phi->op_begin(), phi->op_end()};
  auto& select = llvm::cast<llvm::SelectInst>(chooser);
  return {select.getTrueValue(), select.getFalseValue()};
}

bool is_chooser(const Value* value) {
  const auto* const select = llvm::dyn_cast<llvm::SelectInst>(value);
  return llvm::isa<llvm::PHINode>(value) || (select != nullptr && !select->getCondition()->getType()->isVectorTy());
}

// The only index that is not constant; null: none, or several.
llvm::Instruction* chosen_index(const llvm::GetElementPtrInst& address) {
  llvm::Instruction* found = nullptr;
  for (Value* const index : address.indices()) {
    if (llvm::isa<llvm::ConstantInt>(index))
      continue;
    if (found != nullptr || !is_chooser(index))
      return nullptr;
    found = llvm::cast<llvm::Instruction>(index);
  }
  return found;
}

class Places {
public:
  Places(const llvm::DataLayout& layout, llvm::LoadInst& load)
      : layout_(layout), bits_(layout.getIndexTypeSizeInBits(load.getPointerOperandType())),
        pointer_(load.getPointerOperand()), size_(layout.getTypeStoreSize(load.getType()).getFixedValue()) {}

  // The choice from which the address is computed; null: there is not exactly one.
  llvm::Instruction* chooser() {
    Value* const inner = base_of(pointer_, behind_);
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(inner)) {
      indexed_ = address;
      return chosen_index(*address);
    }
    return is_chooser(inner) ? llvm::cast<llvm::Instruction>(inner) : nullptr;
  }

  // Within the captures, which `captures` becomes; none: elsewhere, or beyond their end.
  std::optional<std::uint64_t> index_of(Value* choice, llvm::Argument*& captures) const {
    APInt place = behind_;
    const Value* start = choice;
    if (indexed_ != nullptr) {
      const auto* const number = llvm::dyn_cast<llvm::ConstantInt>(choice);
      if (number == nullptr ||
          !llvm::cast<llvm::GEPOperator>(indexed_)->accumulateConstantOffset(layout_, place, [&](Value&, APInt& index) {
            index = number->getValue();
            return true;
          }))
        return std::nullopt;
      start = indexed_->getPointerOperand();
    }
    APInt before(bits_, 0);
    auto* const base = llvm::dyn_cast<llvm::Argument>(base_of(const_cast<Value*>(start), before));
    if (base == nullptr || !base->hasByValAttr() || !base->onlyReadsMemory() ||
        (captures != nullptr && base != captures))
      return std::nullopt;
    captures = base;
    place += before;
    const std::uint64_t end = layout_.getTypeAllocSize(base->getParamByValType()).getFixedValue();
    if (place.isNegative() || place.ugt(end) || size_ > end - place.getZExtValue())
      return std::nullopt;
    return place.getZExtValue();
  }

private:
  Value* base_of(Value* pointer, APInt& offset) const {
    offset = APInt(bits_, 0);
    return pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  }

  const llvm::DataLayout& layout_;
  unsigned bits_;
  Value* pointer_;
  std::uint64_t size_;
  APInt behind_; // constant, after the choice
  const llvm::GetElementPtrInst* indexed_ = nullptr;
};

std::optional<ChosenLoad> chosen_load(llvm::LoadInst& load, const llvm::DataLayout& layout) {
  if (!load.isSimple())
    return std::nullopt;
  Places places(layout, load);
  ChosenLoad found{.load = &load, .chooser = places.chooser(), .captures = nullptr, .places = {}};
  if (found.chooser == nullptr)
    return std::nullopt;
  for (Value* const choice : choices_of(*found.chooser)) {
    const std::optional<std::uint64_t> place = places.index_of(choice, found.captures);
    if (!place)
      return std::nullopt;
    found.places.push_back(*place);
  }
  return found;
}

Value* load_at(llvm::Instruction* before, const ChosenLoad& chosen, std::uint64_t place) {
  llvm::IRBuilder<> builder(before);
  llvm::Type* const pointer = chosen.load->getPointerOperandType();
  Value* const captures = builder.CreateAddrSpaceCast(chosen.captures, pointer);
  Value* const address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), captures, place);
  const llvm::Align known = llvm::commonAlignment(chosen.captures->getParamAlign().valueOrOne(), place);
  return builder.CreateAlignedLoad(chosen.load->getType(), address, std::min(known, chosen.load->getAlign()));
}

// Loads the value of each alternative first and chooses between the values.
Value* choice_of_loads(const ChosenLoad& chosen) {
  if (auto* const select = llvm::dyn_cast<llvm::SelectInst>(chosen.chooser)) {
    Value* const first = load_at(chosen.load, chosen, chosen.places[0]);
    Value* const second = load_at(chosen.load, chosen, chosen.places[1]);
    return llvm::IRBuilder<>(chosen.load).CreateSelect(select->getCondition(), first, second);
  }
  auto& phi = llvm::cast<llvm::PHINode>(*chosen.chooser);
  auto* const loaded = llvm::PHINode::Create(chosen.load->getType(), phi.getNumIncomingValues(), "", phi.getIterator());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    llvm::BasicBlock* const from = phi.getIncomingBlock(i);
    const int known = loaded->getBasicBlockIndex(from); // a block may have several edges to this one
    loaded->addIncoming(known >= 0 ? loaded->getIncomingValue(static_cast<unsigned>(known))
                                   : load_at(from->getTerminator(), chosen, chosen.places[i]),
                        from);
  }
  return loaded;
}

} // namespace

bool LoadChosenCaptures::change(llvm::Function& function) {
  if (!is_kernel(function))
    return false;
  std::vector<ChosenLoad> found;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
      if (std::optional<ChosenLoad> chosen = chosen_load(*load, function.getParent()->getDataLayout()))
        found.push_back(std::move(*chosen));
  for (const ChosenLoad& chosen : found) {
    Value* const address = chosen.load->getPointerOperand();
    chosen.load->replaceAllUsesWith(choice_of_loads(chosen));
    chosen.load->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(address);
  }
  return !found.empty();
}

} // namespace xeforge::toolchain::lowering
