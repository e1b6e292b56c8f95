#include "xeforge/toolchain/nvidia/lockstep_for_test.hpp"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace xeforge::toolchain::nvidia {
namespace {

using llvm::Constant;
using llvm::Value;
namespace Id = llvm::Intrinsic;

constexpr std::size_t lanes = 32;
using Lanes = std::array<Constant*, lanes>;

[[noreturn]] void give_up(const std::string& why, const Value& at) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  at.print(stream);
  throw std::runtime_error(why + ":" + text);
}

// Pointers are numbers of 64 bits, whatever memory they point into.
class Warp {
public:
  Warp(const llvm::Function& kernel, const std::vector<std::byte>& object, unsigned group)
      : kernel_(kernel), data_(kernel.getParent()->getDataLayout()), group_(group),
        word_(llvm::Type::getInt32Ty(kernel.getContext())), address_(llvm::Type::getInt64Ty(kernel.getContext())) {
    if (kernel.arg_size() > 0)
      values_[kernel.getArg(0)].fill(llvm::ConstantInt::get(address_, reinterpret_cast<std::uint64_t>(object.data())));
  }

  void run() {
    const llvm::BasicBlock* before = nullptr;
    for (const llvm::BasicBlock* block = &kernel_.getEntryBlock(); block != nullptr;) {
      read_phis(*block, before);
      for (const llvm::Instruction& instruction : *block)
        if (!llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator())
          values_[&instruction] = result(instruction);
      before = block;
      block = next(*block->getTerminator());
    }
  }

private:
  Lanes lanes_of(const Value* value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) {
      Lanes all;
      if (llvm::isa<llvm::GlobalVariable>(constant))
        all.fill(llvm::ConstantInt::get(address_, address_of(llvm::cast<llvm::GlobalVariable>(*constant))));
      else if (constant->getType()->isPointerTy() && constant->isNullValue())
        all.fill(llvm::ConstantInt::get(address_, 0));
      else
        all.fill(const_cast<llvm::Constant*>(constant));
      return all;
    }
    return values_.at(value);
  }

  // Tables by lane and shared local memory.
  std::uint64_t address_of(const llvm::GlobalVariable& variable) {
    std::vector<std::uint64_t>& bytes = variables_[&variable];
    if (bytes.empty()) {
      bytes.resize(8192);
      if (variable.hasInitializer())
        if (const auto* array = llvm::dyn_cast<llvm::ConstantDataArray>(variable.getInitializer()))
          std::memcpy(bytes.data(), array->getRawDataValues().data(), array->getRawDataValues().size());
    }
    return reinterpret_cast<std::uint64_t>(bytes.data());
  }

  static std::uint64_t number(const Constant* constant) {
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(constant))
      return integer->getZExtValue();
    if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(constant))
      return real->getValueAPF().bitcastToAPInt().getZExtValue();
    return 0; // undefined
  }
  Constant* value_of(llvm::Type* type, std::uint64_t bits) const {
    if (type->isPointerTy())
      return llvm::ConstantInt::get(address_, bits);
    const auto width = static_cast<unsigned>(type->getScalarSizeInBits());
    Constant* const integer = llvm::ConstantInt::get(type->getContext(), llvm::APInt(64, bits).zextOrTrunc(width));
    return type->isIntegerTy() ? integer
                               : llvm::ConstantFoldCastOperand(llvm::Instruction::BitCast, integer, type, data_);
  }

  std::size_t bytes_of(llvm::Type* type) const { return data_.getTypeStoreSize(type).getFixedValue(); }
  Constant* loaded(const Constant* address, llvm::Type* type) const {
    if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
      llvm::SmallVector<Constant*> elements;
      for (unsigned i = 0; i < vector->getNumElements(); ++i)
        elements.push_back(
            loaded(llvm::ConstantInt::get(address_, number(address) + i * bytes_of(vector->getElementType())),
                   vector->getElementType()));
      return llvm::ConstantVector::get(elements);
    }
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const void*>(number(address)), bytes_of(type));
    return value_of(type, bits);
  }
  void store(const Constant* address, const Constant* value, llvm::Type* type) const {
    const std::uint64_t bits = number(value);
    std::memcpy(reinterpret_cast<void*>(number(address)), &bits, bytes_of(type));
  }

  void read_phis(const llvm::BasicBlock& block, const llvm::BasicBlock* before) {
    std::vector<std::pair<const llvm::PHINode*, Lanes>> read;
    for (const llvm::PHINode& phi : block.phis())
      read.emplace_back(&phi, lanes_of(phi.getIncomingValueForBlock(before)));
    for (const auto& [phi, all] : read)
      values_[phi] = all;
  }

  std::uint64_t same_in_all(const Value* value) {
    const Lanes all = lanes_of(value);
    if (!std::ranges::all_of(all, [&](const Constant* each) { return number(each) == number(all[0]); }))
      give_up("lanes differ", *value);
    return number(all[0]);
  }

  const llvm::BasicBlock* next(const llvm::Instruction& end) {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(&end))
      return branch->getSuccessor(branch->isConditional() && same_in_all(branch->getCondition()) == 0 ? 1 : 0);
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(&end)) {
      const std::uint64_t which = same_in_all(choice->getCondition());
      for (const auto& each : choice->cases())
        if (each.getCaseValue()->getZExtValue() == which)
          return each.getCaseSuccessor();
      return choice->getDefaultDest();
    }
    if (llvm::isa<llvm::ReturnInst>(end))
      return nullptr;
    give_up("an unknown jump", end);
  }

  template <class Function>
  Lanes by_lane(const Function& function) {
    Lanes all;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      all[lane] = function(lane);
    return all;
  }

  Lanes result(const llvm::Instruction& instruction) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      return result_of_call(*call);
    std::vector<Lanes> operands;
    for (const Value* operand : instruction.operand_values())
      operands.push_back(lanes_of(operand));
    if (llvm::isa<llvm::LoadInst>(instruction))
      return by_lane([&](std::size_t lane) { return loaded(operands[0][lane], instruction.getType()); });
    if (llvm::isa<llvm::StoreInst>(instruction)) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        store(operands[1][lane], operands[0][lane], instruction.getOperand(0)->getType());
      return {};
    }
    if (const auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
      return by_lane([&](std::size_t lane) -> Constant* {
        llvm::SmallVector<Value*> indices;
        for (std::size_t i = 1; i < operands.size(); ++i)
          indices.push_back(operands[i][lane]);
        const std::int64_t offset = data_.getIndexedOffsetInType(address->getSourceElementType(), indices);
        return llvm::ConstantInt::get(address_, number(operands[0][lane]) + static_cast<std::uint64_t>(offset));
      });
    if (llvm::isa<llvm::AddrSpaceCastInst, llvm::IntToPtrInst, llvm::PtrToIntInst>(instruction))
      return by_lane([&](std::size_t lane) { return value_of(instruction.getType(), number(operands[0][lane])); });
    if (llvm::isa<llvm::FreezeInst>(instruction))
      return operands[0];
    if (llvm::isa<llvm::SelectInst>(instruction))
      return by_lane([&](std::size_t lane) { return operands[number(operands[0][lane]) != 0 ? 1 : 2][lane]; });
    return by_lane([&](std::size_t lane) { return folded(instruction, operands, lane); });
  }

  Constant* folded(const llvm::Instruction& instruction, const std::vector<Lanes>& operands, std::size_t lane) {
    llvm::SmallVector<Constant*> here;
    for (const Lanes& operand : operands)
      here.push_back(operand[lane]);
    Constant* made = nullptr;
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction))
      made = llvm::ConstantFoldCompareInstOperands(compare->getPredicate(), here[0], here[1], data_);
    else if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
      made = llvm::ConstantFoldCastOperand(cast->getOpcode(), here[0], cast->getType(), data_);
    else
      made = llvm::ConstantFoldInstOperands(const_cast<llvm::Instruction*>(&instruction), here, data_);
    if (made == nullptr)
      give_up("not folded", instruction);
    return made;
  }

  Lanes result_of_call(const llvm::CallInst& call) {
    const llvm::StringRef name = call.getCalledFunction()->getName();
    std::vector<Lanes> operands;
    for (const Value* argument : call.args())
      operands.push_back(lanes_of(argument));
    const auto all_alike = [&](std::uint64_t bits) {
      return by_lane([&](std::size_t) { return value_of(call.getType(), bits); });
    };
    const auto from_lane = [&](const auto& source) { // of its own lane where there is no such
      return by_lane([&](std::size_t lane) {
        const std::size_t from = source(lane, static_cast<std::size_t>(number(operands[2][lane])));
        return operands[1][from < lanes ? from : lane];
      });
    };
    switch (call.getIntrinsicID()) {
    case Id::nvvm_read_ptx_sreg_laneid:
      return by_lane([&](std::size_t lane) { return value_of(word_, lane); });
    case Id::nvvm_read_ptx_sreg_tid_x:
      return by_lane([&](std::size_t lane) { return value_of(word_, lane); });
    case Id::nvvm_read_ptx_sreg_ntid_x:
      return all_alike(lanes);
    case Id::nvvm_read_ptx_sreg_ntid_y:
    case Id::nvvm_read_ptx_sreg_ntid_z:
    case Id::nvvm_read_ptx_sreg_nctaid_x:
    case Id::nvvm_read_ptx_sreg_nctaid_y:
    case Id::nvvm_read_ptx_sreg_nctaid_z:
      return all_alike(1);
    case Id::nvvm_read_ptx_sreg_ctaid_x:
      return all_alike(group_);
    case Id::nvvm_read_ptx_sreg_tid_y:
    case Id::nvvm_read_ptx_sreg_tid_z:
    case Id::nvvm_read_ptx_sreg_ctaid_y:
    case Id::nvvm_read_ptx_sreg_ctaid_z:
      return all_alike(0);
    case Id::nvvm_shfl_sync_idx_i32:
      return from_lane([](std::size_t, std::size_t from) { return from % lanes; });
    case Id::nvvm_shfl_sync_bfly_i32:
      return from_lane([](std::size_t lane, std::size_t mask) { return lane ^ mask; });
    case Id::nvvm_shfl_sync_down_i32:
      return from_lane([](std::size_t lane, std::size_t distance) { return lane + distance; });
    case Id::nvvm_shfl_sync_up_i32:
      return from_lane([](std::size_t lane, std::size_t distance) { return lane - distance; });
    case Id::nvvm_vote_ballot_sync: {
      std::uint64_t bits = 0;
      for (std::size_t lane = 0; lane < lanes; ++lane)
        bits |= (number(operands[1][lane]) & 1) << lane;
      return all_alike(bits);
    }
    case Id::nvvm_redux_sync_umax: {
      std::uint64_t most = 0;
      for (const Constant* each : operands[0])
        most = std::max(most, number(each));
      return all_alike(most);
    }
    case Id::nvvm_redux_sync_add: {
      std::uint64_t sum = 0;
      for (const Constant* each : operands[0])
        sum += number(each);
      return all_alike(sum & 0xffffffff);
    }
    case Id::nvvm_bar_warp_sync:
    case Id::nvvm_membar_cta:
    case Id::nvvm_membar_gl:
      return {};
    default:
      break;
    }
    if (name.starts_with("xeforge.ptx.load!"))
      return by_lane([&](std::size_t lane) {
        return number(operands[2][lane]) != 0 ? loaded(operands[0][lane], call.getType()) : operands[1][lane];
      });
    if (name.starts_with("xeforge.ptx.store!")) {
      for (std::size_t lane = 0; lane < lanes; ++lane)
        if (number(operands[2][lane]) != 0)
          store(operands[0][lane], operands[1][lane], call.getArgOperand(1)->getType());
      return {};
    }
    if (name.starts_with("xeforge.ptx.exp2!"))
      return by_lane([&](std::size_t lane) {
        const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(number(operands[0][lane])));
        return value_of(call.getType(), std::bit_cast<std::uint32_t>(std::exp2(x)));
      });
    return by_lane([&](std::size_t lane) -> Constant* {
      llvm::SmallVector<Constant*> here;
      for (const Lanes& operand : operands)
        here.push_back(operand[lane]);
      Constant* const made = llvm::ConstantFoldCall(&call, call.getCalledFunction(), here);
      if (made == nullptr)
        give_up("not folded", call);
      return made;
    });
  }

  const llvm::Function& kernel_;
  const llvm::DataLayout& data_;
  unsigned group_;
  llvm::Type *word_, *address_;
  llvm::DenseMap<const Value*, Lanes> values_;
  llvm::DenseMap<const llvm::GlobalVariable*, std::vector<std::uint64_t>> variables_;
};

} // namespace

void run_in_lockstep(const llvm::Function& kernel, const std::vector<std::byte>& object, unsigned group) {
  Warp(kernel, object, group).run();
}

} // namespace xeforge::toolchain::nvidia
