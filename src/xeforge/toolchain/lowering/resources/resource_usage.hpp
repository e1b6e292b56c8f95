// What a function allocates of the device by compile-time constants (shared local memory, named barriers) and what it uses
// of both. A kernel needs what every function that it reaches needs.
//
// Shared local memory is allocated as a whole from offset 0 (slm_init), and in pieces right beyond that (slm_allocator).
// Named barriers are allocated from number 0 (named_barrier_init), and in rows beyond that (named_barrier_allocate), of
// which each gets numbers of its own.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/lowering/resources/slm_pieces.hpp"

#include <llvm/IR/InstrTypes.h>

#include <cstdint>
#include <vector>

namespace xeforge::toolchain::lowering {

// A call that is to be replaced by the number of the first of the barriers it allocates.
struct BarrierRow {
  llvm::CallBase* call;
  std::uint32_t first; // from the first barrier of a row
};

struct ResourceUsage {
  std::uint32_t slm_bytes = 0, named_barriers = 0;
  // An access of SLM, and the use of a named barrier, of several the one with the highest number that is a constant; null:
  // none.
  const llvm::Instruction *slm_use = nullptr, *barrier_use = nullptr;
  long long barrier = -1;                           // that number
  const llvm::Instruction* group_barrier = nullptr; // a barrier of the whole group; null: none
  std::vector<SlmPiece> pieces;
  std::vector<BarrierRow> barrier_rows;
  std::uint32_t row_barriers = 0; // of all rows

  // What a function that is reached needs. Its pieces and rows have no offset: refused.
  void add(const ResourceUsage& other);
  // Memory for local accessors, from offset 0 as slm_init's, if there is an access that could be theirs.
  void give_local_accessors(std::uint32_t bytes);
  // With all pieces and rows.
  std::uint32_t all_slm_bytes() const;
  std::uint32_t all_named_barriers() const { return named_barriers + row_barriers; }
  // Refuses a kernel that uses what it does not allocate, or allocates what the device does not have.
  void check(const llvm::Function& kernel, const machine::DeviceModel& device) const;
};

// Of the function alone. Allocations with a size known only at run time are refused.
ResourceUsage usage_of(llvm::Function& function);

} // namespace xeforge::toolchain::lowering
