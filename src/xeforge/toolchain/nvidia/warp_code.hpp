// Instructions that lanes of a warp need to work together, as LLVM's IR: what a lane's number decides, and values of
// other lanes. Predicated memory and atomics are calls of functions without a body, which ptx_instructions.hpp names
// and write_ptx_instructions() replaces at the end.
#pragma once

#include "xeforge/toolchain/nvidia/layout.hpp"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <optional>
#include <tuple>

namespace xeforge::toolchain::nvidia {

// A number for each lane; none where it does not matter.
using LaneTable = std::array<std::optional<int>, warp_lanes>;

class WarpCode {
public:
  explicit WarpCode(llvm::Module& module) : module(module), builder(module.getContext()) {}

  llvm::Module& module;
  llvm::IRBuilder<> builder;

  llvm::Value* number(int value) { return builder.getInt32(static_cast<std::uint32_t>(value)); }
  llvm::Value* lane();
  // The table's number for this lane, i32. What does not matter may be anything.
  llvm::Value* per_lane(const LaneTable& table);
  // Whether this lane is one of the set's, i1.
  llvm::Value* is_in(std::uint32_t lanes);

  // The value that the lane of the table has for each lane.
  llvm::Value* shuffle(llvm::Value* value, const LaneTable& from);
  llvm::Value* shuffle(llvm::Value* value, llvm::Value* from);
  llvm::Value* ballot(llvm::Value* predicate);
  void wait_for_warp(); // of all lanes; memory is then in order

  // Values that all lanes have alike.
  bool is_uniform(llvm::Value* value) const { return llvm::isa<llvm::Constant>(value) || uniform_.contains(value); }
  void note_uniform(llvm::Value* value) { uniform_.insert(value); }

  // One value from bits of another or of several, lowest first.
  llvm::Value* joined_bits(llvm::ArrayRef<llvm::Value*> parts, llvm::Type* type);
  void split_bits(llvm::Value* value, llvm::Type* part, llvm::SmallVectorImpl<llvm::Value*>& parts);

  llvm::Value* special_register(llvm::Intrinsic::ID id);

private:
  llvm::Value* affine(const LaneTable& table);
  llvm::Value* sum_of_bits(const LaneTable& table);
  llvm::Value* shifted(const LaneTable& table);
  llvm::Value* from_memory(const LaneTable& table);
  template <class Exchange>
  llvm::Value* exchange_words(llvm::Value* value, const Exchange& exchange);

  llvm::DenseSet<llvm::Value*> uniform_;
  std::map<std::tuple<llvm::BasicBlock*, llvm::Value*, LaneTable>, llvm::Value*> shuffled_;
};

} // namespace xeforge::toolchain::nvidia
