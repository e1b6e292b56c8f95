#include "xeforge/toolchain/kernel_claims.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>

namespace xeforge::toolchain {
namespace {

constexpr std::uint32_t most_named_barriers = 32;

std::uint32_t claimed(const IrCall& call, const std::string& place, const char* what) {
  const auto value = call.arguments.empty() ? std::nullopt : integer_constant(call.arguments[0].value);
  if (!value)
    throw Error(place, std::string(what) + " with a number known only at run time", "a compile-time constant");
  return static_cast<std::uint32_t>(*value);
}

} // namespace

void KernelClaims::claim_slm(const IrCall& call, const std::string& place) {
  slm_bytes = std::max(slm_bytes, claimed(call, place, "slm_init"));
}

void KernelClaims::claim_named_barriers(const IrCall& call, const std::string& place) {
  const std::uint32_t count = claimed(call, place, "named_barrier_init");
  if (count > most_named_barriers)
    throw Error(place, "named_barrier_init of " + std::to_string(count) + " barriers",
                "at most " + std::to_string(most_named_barriers));
  named_barriers = std::max(named_barriers, count);
}

void KernelClaims::claim_slm_piece(const IrCall& call, std::size_t line, const std::string& place) {
  pieces.push_back({line, std::string(call.result), place, claimed(call, place, "slm_allocator")});
}

void KernelClaims::end_slm_piece(const IrCall& call, std::size_t line) {
  if (!call.arguments.empty())
    piece_ends.push_back({line, std::string(call.arguments[0].value)});
}

void KernelClaims::claim_barrier_row(const IrCall& call, std::size_t line, const std::string& place) {
  barrier_rows.push_back({line, std::string(call.result), place, row_barriers});
  row_barriers += claimed(call, place, "named_barrier_allocate");
}

std::uint32_t KernelClaims::all_slm_bytes() const {
  std::uint32_t end = 0;
  for (const SlmPiece& piece : pieces)
    end = std::max(end, piece.offset + piece.bytes);
  return slm_bytes + end;
}

void KernelClaims::note_use(std::string_view intrinsic, const IrCall& call, const std::string& place) {
  if (intrinsic.find(".slm") != intrinsic.npos && slm_use.empty())
    slm_use = place;
  if (!intrinsic.starts_with("genx.nbarrier"))
    return;
  const std::size_t number = intrinsic == "genx.nbarrier" ? 1 : 0; // the position of the barrier's number
  const auto value = number < call.arguments.size() ? integer_constant(call.arguments[number].value) : std::nullopt;
  if (barrier_use.empty() || value.value_or(-1) > barrier) {
    barrier_use = place;
    barrier = value.value_or(-1);
  }
}

void KernelClaims::note_local_pointer(const std::string& place) {
  if (slm_use.empty())
    slm_use = place;
}

void KernelClaims::add(const KernelClaims& other) {
  if (!other.pieces.empty())
    throw Error(other.pieces[0].place, "slm_allocator in a function that is not inlined into its kernel",
                "one that is, without recursion");
  if (!other.barrier_rows.empty())
    throw Error(other.barrier_rows[0].place, "named_barrier_allocate in a function that is not inlined into its kernel",
                "one that is, without recursion");
  slm_bytes = std::max(slm_bytes, other.slm_bytes);
  named_barriers = std::max(named_barriers, other.named_barriers);
  if (slm_use.empty())
    slm_use = other.slm_use;
  if (barrier_use.empty() || other.barrier > barrier)
    barrier_use = other.barrier_use, barrier = other.barrier;
}

void KernelClaims::give_local_accessors(std::uint32_t bytes) {
  if (!slm_use.empty())
    slm_bytes = std::max(slm_bytes, bytes);
}

void KernelClaims::check(const std::string& kernel, const machine::DeviceModel& device) const {
  const std::uint32_t slm = all_slm_bytes();
  if (slm == 0 && !slm_use.empty())
    throw Error(slm_use, "an access to shared local memory that has no size",
                "slm_init in the kernel, or for local accessors --local-memory BYTES (xeforge-cxx: "
                "-fxeforge-local-memory=BYTES)");
  if (slm > device.slm_capacity)
    throw Error("kernel " + kernel,
                (pieces.empty() ? "slm_init of " : "slm_init and slm_allocators of ") + std::to_string(slm) + " bytes",
                "at most " + std::to_string(device.slm_capacity) + " on " + std::string(device.name));
  const std::uint32_t barriers = all_named_barriers();
  if (barriers > most_named_barriers)
    throw Error("kernel " + kernel, "named_barrier_init and named_barrier_allocate of " + std::to_string(barriers),
                "at most " + std::to_string(most_named_barriers) + " barriers");
  if (barriers == 0 && !barrier_use.empty())
    throw Error(barrier_use, "a named barrier in a kernel that claims none", "named_barrier_init in the kernel");
  if (barrier >= barriers)
    throw Error(barrier_use,
                "named barrier " + std::to_string(barrier) + " in a kernel that claims " + std::to_string(barriers),
                "one from 0 to " + std::to_string(barriers - 1) + ", or a larger named_barrier_init");
}

} // namespace xeforge::toolchain
