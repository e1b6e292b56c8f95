// Distribution: which layout each vector has. Element e lies in lane e mod 32 unless there is a reason: operands and
// results of matrix products stay as those want them, what is loaded comes as its users want it, and vectors that are
// cut into narrower elements keep these where they are.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;
using lowering::name_of_call;

namespace {

// Where a run of elements that is taken of a vector begins; none: it is no run, or not known now.
std::optional<int> start_of_run(const llvm::Instruction& instruction) {
  if (const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    const llvm::ArrayRef<int> mask = shuffle->getShuffleMask();
    for (std::size_t i = 0; i < mask.size(); ++i)
      if (mask[i] != mask[0] + static_cast<int>(i))
        return std::nullopt;
    return mask[0];
  }
  if (!name_of_call(&instruction).starts_with("llvm.genx.rdregion"))
    return std::nullopt;
  const auto& call = llvm::cast<llvm::CallInst>(instruction);
  const auto vstride = lowering::constant_argument(call, 1), width = lowering::constant_argument(call, 2),
             stride = lowering::constant_argument(call, 3), offset = lowering::constant_argument(call, 4);
  const auto* const type = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  if (!vstride || !width || !stride || !offset || type == nullptr || call.getArgOperand(4)->getType()->isVectorTy())
    return std::nullopt;
  if (*stride != 1 || (*width != type->getNumElements() && *vstride != *width))
    return std::nullopt;
  return static_cast<int>(*offset / (type->getScalarSizeInBits() / 8));
}

bool works_by_element(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst>(instruction))
    return true;
  if (llvm::isa<llvm::CastInst>(instruction))
    return !llvm::isa<llvm::BitCastInst>(instruction);
  for (const char* name : {"smax.", "smin.", "umax.", "umin.", "fmax.", "fmin."})
    if (name_of_call(&instruction).starts_with(std::string("llvm.genx.") + name))
      return true;
  return false;
}

// A region that has each of 16 numbers, of a tile's rows, once for every column.
bool repeats_rows(const Value* value) {
  if (!name_of_call(value).starts_with("llvm.genx.rdregion"))
    return false;
  const auto& call = llvm::cast<llvm::CallInst>(*value);
  const auto *const rows = llvm::dyn_cast<llvm::FixedVectorType>(call.getArgOperand(0)->getType()),
                    *const whole = llvm::dyn_cast<llvm::FixedVectorType>(call.getType());
  return rows != nullptr && whole != nullptr && rows->getNumElements() == tile_height &&
         lowering::constant_argument(call, 1) == 1 &&
         lowering::constant_argument(call, 2) == whole->getNumElements() / tile_height &&
         lowering::constant_argument(call, 3) == 0 && lowering::constant_argument(call, 4) == 0;
}

bool is_full(const Layout& layout) {
  for (int slot = 0; slot < layout.slots(); ++slot)
    for (const int element : layout.elements(slot))
      if (element == no_element)
        return false;
  return true;
}

} // namespace

bool Distribution::is_splat(const Value* value) const {
  if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value))
    return llvm::isa<llvm::UndefValue>(constant) || constant->getSplatValue() != nullptr;
  const auto* const shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(value);
  return shuffle != nullptr && shuffle->isZeroEltSplat();
}

// Each of a tile's row numbers once for every column. What uses it has it without a move, in whatever layout the tile is.
bool Distribution::is_row_broadcast(const Value* value) {
  if (!repeats_rows(value))
    return false;
  const Value* const rows = llvm::cast<llvm::CallInst>(value)->getArgOperand(0);
  return !llvm::isa<llvm::Constant>(rows) && layout_of(rows) == layouts_.tile_rows();
}

const Layout* Distribution::layout_of(const Value* value) {
  const auto found = assigned_.find(value);
  return found != assigned_.end() ? found->second : layouts_.cyclic(elements_of(value));
}

// The same bits as elements of another number.
const Layout* Distribution::rescaled(const Layout* layout, int from_elements, int to_elements) {
  if (layout == nullptr || from_elements == to_elements)
    return layout;
  if (to_elements % from_elements == 0)
    return layouts_.split(layout, to_elements / from_elements);
  return from_elements % to_elements == 0 ? layouts_.joined(layout, from_elements / to_elements) : nullptr;
}

// ---- what users want ------------------------------------------------------------------------------------------------
const Layout* Distribution::wanted_by(const llvm::Use& use) {
  const auto* const user = llvm::cast<llvm::Instruction>(use.getUser());
  const int here = elements_of(use.get());
  if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(user); cast != nullptr && vector_type(cast) != nullptr) {
    const Layout* wanted = wanted_layout(*cast);
    // Elements that become wider ones should come with those they are joined with.
    if (wanted == nullptr && elements_of(cast) < here)
      wanted = layouts_.cyclic(elements_of(cast));
    return rescaled(wanted, elements_of(cast), here);
  }
  if (elements_of(user) == here && works_by_element(*user))
    return wanted_layout(*user);
  if (const std::optional<int> start = start_of_run(*user); start && use.getOperandNo() == 0 && *start >= 0) {
    const int part = elements_of(user);
    const Layout* const wanted = wanted_layout(*user);
    const bool fits = wanted != nullptr && here % part == 0 && *start % part == 0;
    return fits ? layouts_.stacked(wanted, here / part) : nullptr;
  }
  if (repeats_rows(user) && use.getOperandNo() == 0 && elements_of(user) >= 32 * tile_height)
    return layouts_.tile_rows();
  const llvm::StringRef name = name_of_call(user);
  if (name.starts_with("llvm.genx.dpas2")) {
    const auto rows = lowering::constant_argument(*llvm::cast<llvm::CallInst>(user), 6);
    if (!rows)
      return nullptr;
    const int count = static_cast<int>(*rows);
    return use.getOperandNo() == 0   ? layouts_.matrix_result(count)
           : use.getOperandNo() == 1 ? layouts_.matrix_b()
                                     : layouts_.matrix_a(count);
  }
  if (const Layout* const wanted = wanted_by_slm_matrix(use))
    return wanted;
  if (name.contains("2d.ugm.desc") && use.getOperandNo() == 5)
    return layouts_.replicated(here);
  return nullptr;
}

// What all users want; null where they do not agree.
const Layout* Distribution::wanted_layout(const Value& value) {
  constexpr int far_enough = 4; // users of users
  if (users_away_ == far_enough)
    return nullptr;
  ++users_away_;
  const Layout* wanted = nullptr;
  bool agreed = true;
  for (const llvm::Use& use : value.uses()) {
    const Layout* const here = wanted_by(use);
    agreed = here != nullptr && here->size() == elements_of(&value) && (wanted == nullptr || wanted == here);
    if (!agreed)
      break;
    wanted = here;
  }
  --users_away_;
  return agreed ? wanted : nullptr;
}

// ---- what operands suggest ------------------------------------------------------------------------------------------
const Layout* Distribution::operands_layout(const llvm::Instruction& instruction, int count) {
  const Layout* best = nullptr;
  for (const Value* operand : instruction.operand_values()) {
    if (vector_type(operand) == nullptr || elements_of(operand) != count || is_splat(operand) ||
        llvm::isa<llvm::Constant>(operand) || is_row_broadcast(operand))
      continue;
    const auto found = assigned_.find(operand);
    if (found != assigned_.end() && (best == nullptr || found->second->rank() > best->rank()))
      best = found->second;
  }
  return best;
}

const Layout* Distribution::natural_layout(const llvm::Instruction& instruction) {
  const int count = elements_of(&instruction);
  const Layout* const plain = layouts_.cyclic(count);
  const llvm::StringRef name = name_of_call(&instruction);
  if (const auto* cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction)) {
    if (instruction.getType()->getScalarSizeInBits() == 1)
      return plain;
    const Value* const source = cast->getOperand(0);
    if (vector_type(source) != nullptr && source->getType()->getScalarSizeInBits() == 1)
      return layouts_.replicated(count);
    const Layout* const from = vector_type(source) != nullptr ? layout_of(source) : layouts_.replicated(1);
    const Layout* const same_locations = rescaled(from, elements_of(source), count);
    return same_locations == nullptr ? plain : same_locations;
  }
  if (name.starts_with("llvm.genx.dpas2"))
    return layouts_.matrix_result(count / 16);
  if (name.starts_with(slm_matrix_prefix))
    return layout_from_slm_matrix(llvm::cast<llvm::CallInst>(instruction));
  if (name.starts_with("llvm.genx.local.") || name.starts_with("llvm.genx.group.count") ||
      name.starts_with("llvm.genx.timestamp"))
    return layouts_.replicated(count);
  if (const auto* insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    const Value* const whole = insert->getOperand(0);
    if (llvm::isa<llvm::Constant>(whole))
      return count <= 16 ? layouts_.replicated(count) : plain;
    return layout_of(whole);
  }
  const bool writes = name.starts_with("llvm.genx.wrregion");
  const bool moves =
      writes || llvm::isa<llvm::ShuffleVectorInst>(instruction) || name.starts_with("llvm.genx.rdregion");
  const bool loads = llvm::isa<llvm::LoadInst>(instruction) || name.contains("load");
  if (loads || moves)
    if (const Layout* const wanted = wanted_layout(instruction))
      return wanted;
  if (loads || is_splat(&instruction))
    return plain;
  if (const std::optional<int> start = start_of_run(instruction); moves && start && *start >= 0) {
    const Value* const whole = instruction.getOperand(0);
    const Layout* const from = vector_type(whole) == nullptr ? nullptr : layout_of(whole);
    if (from == nullptr || *start + count > from->size())
      return plain;
    std::vector<Location> locations(from->locations().begin() + *start, from->locations().begin() + *start + count);
    const int first =
        llvm::min_element(locations, [](const Location& a, const Location& b) { return a.slot < b.slot; })->slot;
    for (Location& location : locations)
      location.slot -= first;
    const Layout part(locations, from->rank());
    return is_full(part) ? layouts_.of(std::move(locations), from->rank()) : plain;
  }
  if (writes) {
    const Value *const whole = instruction.getOperand(0), *const part = instruction.getOperand(1);
    if (!llvm::isa<llvm::Constant>(whole))
      return layout_of(whole)->rank() > plain->rank() ? layout_of(whole) : plain;
    if (vector_type(part) != nullptr && !is_splat(part) && count % elements_of(part) == 0 &&
        layout_of(part)->rank() > plain->rank() && is_full(*layout_of(part)))
      return layouts_.stacked(layout_of(part), count / elements_of(part));
    return plain;
  }
  if (moves)
    return plain;
  const Layout* const suggested = operands_layout(instruction, count);
  return suggested == nullptr ? plain : suggested;
}

void Distribution::assign_layouts() {
  const llvm::ReversePostOrderTraversal<const llvm::Function*> blocks(&kernel_);
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::BasicBlock* block : blocks)
      for (const llvm::Instruction& instruction : *block) {
        if (vector_type(&instruction) == nullptr)
          continue;
        const Layout* const natural = natural_layout(instruction);
        const Layout*& assigned = assigned_[&instruction];
        if (assigned == nullptr || natural->rank() > assigned->rank()) {
          assigned = natural;
          changed = true;
        }
      }
  }
}

} // namespace xeforge::toolchain::nvidia
