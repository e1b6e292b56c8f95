// What a function claims of the device by compile-time constants (shared local memory, named barriers) and what it uses
// of both. A kernel needs what every function that it reaches needs.
//
// Shared local memory is claimed as a whole from offset 0 (slm_init), and in pieces right beyond that (slm_allocator).
// Named barriers are claimed from number 0 (named_barrier_init), and in rows beyond that (named_barrier_allocate), of
// which each gets numbers of its own.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/ir_text.hpp"
#include "xeforge/toolchain/slm_pieces.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// A call that is to be replaced by the number of the first of the barriers it claims.
struct BarrierRow {
  std::size_t line;
  std::string result; // the call's, "%5"
  std::string place;
  std::uint32_t first; // from the first barrier of a row
};

struct KernelClaims {
  std::uint32_t slm_bytes = 0, named_barriers = 0;
  // Where SLM is accessed and where a named barrier is used; empty: nowhere.
  std::string slm_use, barrier_use;
  long long barrier = -1; // the highest named barrier that is used by a constant number
  std::vector<SlmPiece> pieces;
  std::vector<SlmPieceEnd> piece_ends;
  std::vector<BarrierRow> barrier_rows;
  std::uint32_t row_barriers = 0; // of all rows

  // Calls with the size as their argument. Throws Error where that is known only at run time.
  void claim_slm(const IrCall& call, const std::string& place);
  void claim_named_barriers(const IrCall& call, const std::string& place);
  void claim_slm_piece(const IrCall& call, std::size_t line, const std::string& place);
  void claim_barrier_row(const IrCall& call, std::size_t line, const std::string& place);
  // A call that gives a piece back.
  void end_slm_piece(const IrCall& call, std::size_t line);
  // A call of an intrinsic ("genx.lsc.load.slm").
  void note_use(std::string_view intrinsic, const IrCall& call, const std::string& place);
  // A pointer into shared local memory.
  void note_local_pointer(const std::string& place);
  // What a function that is reached needs. Its pieces and rows have no place: throws Error where there are some.
  void add(const KernelClaims& other);
  // Memory for local accessors, from offset 0 as slm_init's, if there is an access that could be theirs.
  void give_local_accessors(std::uint32_t bytes);
  // With all pieces and rows.
  std::uint32_t all_slm_bytes() const;
  std::uint32_t all_named_barriers() const { return named_barriers + row_barriers; }
  // Throws Error where a kernel uses what it does not claim or claims what the device does not have.
  void check(const std::string& kernel, const machine::DeviceModel& device) const;
};

} // namespace xeforge::toolchain
