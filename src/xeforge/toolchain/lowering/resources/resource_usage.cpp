#include "xeforge/toolchain/lowering/resources/resource_usage.hpp"

#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/FormatVariadic.h>

#include <algorithm>

namespace xeforge::toolchain::lowering {
namespace {

constexpr std::uint32_t most_named_barriers = 32;

std::uint32_t allocated(const llvm::CallBase& call, const char* what) {
  const auto value = constant_argument(call, 0);
  if (!value)
    refuse(call, std::string(what) + " with a number known only at run time", "a compile-time constant");
  return static_cast<std::uint32_t>(value.value_or(0));
}

bool is_local_pointer(const llvm::Type* type) {
  return type->isPtrOrPtrVectorTy() && type->getPointerAddressSpace() == local_address_space;
}

class Reader {
public:
  void read(llvm::Instruction& instruction) {
    if (auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
      if (const llvm::Function* const callee = call->getCalledFunction(); callee != nullptr && callee->isDeclaration())
        read_call(*call, *callee);
    } else if (usage_.slm_use == nullptr && (is_local_pointer(instruction.getType()) ||
                                             llvm::any_of(instruction.operand_values(), [](const llvm::Value* operand) {
                                               return is_local_pointer(operand->getType());
                                             }))) {
      usage_.slm_use = &instruction;
    }
  }
  ResourceUsage take(llvm::Function& function) {
    place_pieces(function, usage_.pieces, piece_ends_);
    return std::move(usage_);
  }

private:
  void read_call(llvm::CallBase& call, const llvm::Function& callee) {
    switch (meaning_of(callee)) {
    case Meaning::slm_size:
      usage_.slm_bytes = std::max(usage_.slm_bytes, allocated(call, "slm_init"));
      return;
    case Meaning::slm_piece:
      usage_.pieces.push_back({.allocation = &call, .bytes = allocated(call, "slm_allocator")});
      return;
    case Meaning::slm_piece_end:
      piece_ends_.push_back(&call);
      return;
    case Meaning::named_barriers:
      return allocate_barriers(call);
    case Meaning::barrier_row:
      usage_.barrier_rows.push_back({.call = &call, .first = usage_.row_barriers});
      usage_.row_barriers += allocated(call, "named_barrier_allocate");
      return;
    case Meaning::registers:
      usage_.registers = std::max(usage_.registers, allocated(call, "set_kernel_properties"));
      return;
    case Meaning::intrinsic:
      return note_use(call, callee.getName());
    case Meaning::print:
    case Meaning::unknown:
      return;
    }
  }

  void allocate_barriers(const llvm::CallBase& call) {
    usage_.named_barriers = std::max(usage_.named_barriers, allocated(call, "named_barrier_init"));
    if (const auto count = constant_argument(call, 0); count && *count > most_named_barriers)
      refuse(call, llvm::formatv("named_barrier_init of {} barriers", *count),
             "at most " + std::to_string(most_named_barriers));
  }
  void note_use(const llvm::CallBase& call, llvm::StringRef intrinsic) {
    if (intrinsic.contains(".slm") && usage_.slm_use == nullptr)
      usage_.slm_use = &call;
    if (intrinsic.starts_with("llvm.genx.barrier") || intrinsic.starts_with("llvm.genx.sbarrier"))
      usage_.group_barrier = &call;
    if (!intrinsic.starts_with("llvm.genx.nbarrier."))
      return;
    // The position of the barrier's number.
    const unsigned number = intrinsic.starts_with("llvm.genx.nbarrier.arrive") ? 0 : 1;
    const long long value = constant_argument(call, number).value_or(-1);
    if (usage_.barrier_use == nullptr || value > usage_.barrier) {
      usage_.barrier_use = &call;
      usage_.barrier = value;
    }
  }

  ResourceUsage usage_;
  std::vector<const llvm::CallBase*> piece_ends_;
};

} // namespace

ResourceUsage usage_of(llvm::Function& function) {
  Reader reader;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    reader.read(instruction);
  return reader.take(function);
}

std::uint32_t ResourceUsage::all_slm_bytes() const {
  std::uint32_t end = 0;
  for (const SlmPiece& piece : pieces)
    end = std::max(end, piece.offset + piece.bytes);
  return slm_bytes + end;
}

void ResourceUsage::add(const ResourceUsage& other) {
  if (!other.pieces.empty())
    refuse(*other.pieces[0].allocation, "slm_allocator in a function that is not inlined into its kernel",
           "one that is, without recursion");
  if (!other.barrier_rows.empty())
    refuse(*other.barrier_rows[0].call, "named_barrier_allocate in a function that is not inlined into its kernel",
           "one that is, without recursion");
  slm_bytes = std::max(slm_bytes, other.slm_bytes);
  named_barriers = std::max(named_barriers, other.named_barriers);
  registers = std::max(registers, other.registers);
  if (slm_use == nullptr)
    slm_use = other.slm_use;
  if (barrier_use == nullptr || other.barrier > barrier)
    barrier_use = other.barrier_use, barrier = other.barrier;
  if (group_barrier == nullptr)
    group_barrier = other.group_barrier;
}

void ResourceUsage::give_local_accessors(std::uint32_t bytes) {
  if (slm_use != nullptr)
    slm_bytes = std::max(slm_bytes, bytes);
}

void ResourceUsage::check(const llvm::Function& kernel, const machine::DeviceModel& device) const {
  const std::uint32_t slm = all_slm_bytes(), barriers = all_named_barriers();
  if (slm == 0 && slm_use != nullptr)
    refuse(*slm_use, "an access to shared local memory that has no size",
           "slm_init in the kernel, or for local accessors --local-memory BYTES (xeforge-cxx: "
           "-fxeforge-local-memory=BYTES)");
  if (slm > device.slm_capacity)
    refuse(kernel,
           llvm::formatv("{}{} bytes", pieces.empty() ? "slm_init of " : "slm_init and slm_allocators of ", slm),
           llvm::formatv("at most {} on {}", device.slm_capacity, device.name));
  if (barriers > most_named_barriers)
    refuse(kernel, "named_barrier_init and named_barrier_allocate of " + std::to_string(barriers),
           llvm::formatv("at most {} barriers", most_named_barriers));
  else if (barriers == most_named_barriers && group_barrier != nullptr)
    refuse(*group_barrier, llvm::formatv("a barrier of the group beside {} named barriers", barriers),
           llvm::formatv("at most {} of them: it takes one of the device's", most_named_barriers - 1));
  if (barriers == 0 && barrier_use != nullptr)
    refuse(*barrier_use, "a named barrier in a kernel that allocates none", "named_barrier_init in the kernel");
  else if (barrier >= barriers)
    refuse(*barrier_use, llvm::formatv("named barrier {} in a kernel that allocates {}", barrier, barriers),
           llvm::formatv("one from 0 to {}, or a larger named_barrier_init", barriers - 1));
}

} // namespace xeforge::toolchain::lowering
