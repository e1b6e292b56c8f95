// What a function claims of the device by compile-time constants (shared local memory, named barriers) and what it uses
// of both. A kernel needs what every function that it reaches needs.
//
// Shared local memory is claimed as a whole from offset 0 (slm_init), and in pieces beyond that (slm_allocator). Each
// piece gets a place of its own, also where two are never needed at once.
#pragma once

#include "xeforge/machine/device_models.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::toolchain {

// A call that is to be replaced by the offset of the piece it claims.
struct SlmPiece {
  std::size_t line;
  std::string result; // the call's, "%5"
  std::string place;
  std::uint32_t offset; // from the first piece
};

struct KernelClaims {
  std::uint32_t slm_bytes = 0, named_barriers = 0;
  // Where SLM is accessed and where a named barrier is used; empty: nowhere.
  std::string slm_use, barrier_use;
  long long barrier = -1; // the highest named barrier that is used by a constant number
  std::vector<SlmPiece> pieces;
  std::uint32_t piece_bytes = 0; // of all pieces

  // Calls with the size as their argument. Throws Error where that is known only at run time.
  void claim_slm(const IrCall& call, const std::string& place);
  void claim_named_barriers(const IrCall& call, const std::string& place);
  void claim_slm_piece(const IrCall& call, std::size_t line, const std::string& place);
  // A call of an intrinsic ("genx.lsc.load.slm").
  void note_use(std::string_view intrinsic, const IrCall& call, const std::string& place);
  // A pointer into shared local memory.
  void note_local_pointer(const std::string& place);
  // What a function that is reached needs. Its pieces have no place: throws Error where there are some.
  void add(const KernelClaims& other);
  // Memory for local accessors, from offset 0 as slm_init's, if there is an access that could be theirs.
  void give_local_accessors(std::uint32_t bytes);
  // The start of the first piece, and the end of the last.
  std::uint32_t first_piece() const;
  std::uint32_t all_slm_bytes() const { return pieces.empty() ? slm_bytes : first_piece() + piece_bytes; }
  // Throws Error where a kernel uses what it does not claim or claims what the device does not have.
  void check(const std::string& kernel, const machine::DeviceModel& device) const;
};

} // namespace xeforge::toolchain
