// The shared local memory and named barriers that a function allocates (with compile-time constants), its uses of both, and
// the registers that it asks for. A kernel needs what all functions that it reaches need.
//
// Shared local memory is allocated as a whole from offset 0 (slm_init), and in pieces right beyond that
// (slm_allocator). Named barriers are allocated from number 0 (named_barrier_init), and in rows beyond that
// (named_barrier_allocate), each with its own numbers.
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
  std::uint32_t registers = 0; // that it asks for; 0: it does not
  // An access to SLM, and a use of a named barrier (the one with the highest constant number); null: none.
  const llvm::Instruction *slm_use = nullptr, *barrier_use = nullptr;
  long long barrier = -1;                           // that number
  const llvm::Instruction* group_barrier = nullptr; // a barrier of the whole group; null: none
  std::vector<SlmPiece> pieces;
  std::vector<BarrierRow> barrier_rows;
  std::uint32_t row_barriers = 0; // of all rows

  // Adds what a called function needs. Pieces and rows of such a function would have no offset, so they are refused.
  void add(const ResourceUsage& other);
  // Adds memory for local accessors, from offset 0 like that of slm_init, if some access could be theirs.
  void give_local_accessors(std::uint32_t bytes);
  // With all pieces and rows.
  std::uint32_t all_slm_bytes() const;
  std::uint32_t all_named_barriers() const { return named_barriers + row_barriers; }
  // Refuses a kernel that uses what it does not allocate, or allocates what the device does not have.
  void check(const llvm::Function& kernel, const machine::DeviceModel& device) const;
};

// The usage of the function itself, without called ones. Allocations with a size known only at run time are refused.
ResourceUsage usage_of(llvm::Function& function);

} // namespace xeforge::toolchain::lowering
