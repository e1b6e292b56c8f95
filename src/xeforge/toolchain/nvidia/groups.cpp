// Distribution: the work-group: numbers of threads and groups, barriers, fences. A group of x * y * z hardware threads
// is a block of 32 x * y * z lanes, so that each warp is one thread.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;
namespace Id = llvm::Intrinsic;

// ---- named barriers ---------------------------------------------------------------------------------------------------
// PTX counts lanes that arrive, whether they wait or not, and wants their number from all of them. A thread that will
// wait arrives by waiting; the number is that of all the kernel's calls that arrive. Number 0 is the group's own barrier.
namespace {

enum class Role { both, producer, consumer };

struct Meeting {
  Role role;
  long long threads; // that the barrier is for
};

std::optional<Meeting> meeting_of(const llvm::CallInst& call) {
  const auto role = lowering::constant_argument(call, 1), producers = lowering::constant_argument(call, 2),
             consumers = lowering::constant_argument(call, 3);
  if (!role || !producers || !consumers)
    return std::nullopt;
  if (*role == 0)
    return *producers == *consumers ? std::optional(Meeting{Role::both, *producers}) : std::nullopt;
  return Meeting{*role == 1 ? Role::producer : Role::consumer, *producers + *consumers};
}

// What all calls of the kernel that arrive have in common; none where they differ in the number of threads, or some
// bring and take while others do only one of both.
std::optional<long long> threads_at_meetings(const llvm::Function& kernel) {
  std::optional<long long> threads;
  bool some_do_both = false, some_do_one = false;
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr ||
        !call->getCalledFunction()->getName().starts_with("llvm.genx.nbarrier.arrive"))
      continue;
    const std::optional<Meeting> meeting = meeting_of(*call);
    if (!meeting || (threads && *threads != meeting->threads))
      return std::nullopt;
    threads = meeting->threads;
    (meeting->role == Role::both ? some_do_both : some_do_one) = true;
  }
  return some_do_both && some_do_one ? std::nullopt : threads;
}

} // namespace

namespace {
// Whether all that comes before a barrier of the group are fences for the group, which the barrier is as well.
bool comes_before_barrier(const llvm::Instruction* instruction) {
  for (instruction = instruction->getNextNode(); instruction != nullptr; instruction = instruction->getNextNode()) {
    const auto* const call = llvm::dyn_cast<llvm::CallInst>(instruction);
    if (call == nullptr || call->getCalledFunction() == nullptr)
      return false;
    const llvm::StringRef name = call->getCalledFunction()->getName();
    if (name.starts_with("llvm.genx.barrier"))
      return true;
    if (!name.starts_with("llvm.genx.lsc.fence"))
      return false;
  }
  return false;
}
} // namespace

void Distribution::meet(const llvm::CallInst& call, unsigned number, llvm::Intrinsic::ID how) {
  const std::optional<long long> threads = threads_at_meetings(kernel_);
  if (!threads)
    return refuse(call,
                  "a named barrier whose calls differ in the number of threads, or in whether a thread brings and "
                  "takes or does one of both");
  llvm::IRBuilder<>& builder = code_.builder;
  Value* const id =
      builder.CreateAdd(builder.CreateZExt(scalar(call.getArgOperand(number)), builder.getInt32Ty()), code_.number(1));
  builder.CreateIntrinsic(how, {id, code_.number(static_cast<int>(*threads) * warp_lanes)});
  pending_ = Pending::nothing;
}

void Distribution::arrive_at_named_barrier(const llvm::CallInst& call) {
  const std::optional<Meeting> meeting = meeting_of(call);
  if (!meeting || meeting->role == Role::producer)
    meet(call, 0, Id::nvvm_barrier_cta_arrive_aligned_count);
}
void Distribution::wait_at_named_barrier(const llvm::CallInst& call) {
  meet(call, 1, Id::nvvm_barrier_cta_sync_aligned_count);
}

bool Distribution::translate_group(const llvm::CallInst& call, llvm::StringRef full_name) {
  llvm::StringRef name = full_name;
  if (!name.consume_front("llvm.genx."))
    return false;
  name = name.rsplit(".x").first;
  llvm::IRBuilder<>& builder = code_.builder;
  const auto threads = [&](Id::ID lanes) { return builder.CreateLShr(code_.special_register(lanes), code_.number(5)); };
  const auto three = [&](Value* x, Value* y, Value* z) {
    Distributed result{layouts_.replicated(3), {}};
    for (Value* each : {x, y, z}) {
      result.slots.push_back(builder.CreateTrunc(each, element_type(&call)));
      code_.note_uniform(result.slots.back());
    }
    define(call, move(result, layout_of(&call)));
    return true;
  };
  // Orders what a lane does; lanes of the warp still wait for each other (order_memory).
  const auto fence = [&](long long scope) {
    builder.CreateIntrinsic(scope == 0  ? Id::nvvm_membar_cta
                            : scope < 5 ? Id::nvvm_membar_gl
                                        : Id::nvvm_membar_sys,
                            {});
  };
  const auto barrier = [&] {
    builder.CreateIntrinsic(Id::nvvm_barrier_cta_sync_aligned_all, {code_.number(0)});
    pending_ = Pending::nothing;
  };
  if (name == "group.id.x" || name == "group.id.y" || name == "group.id.z") {
    const Id::ID id = name.back() == 'x'   ? Id::nvvm_read_ptx_sreg_ctaid_x
                      : name.back() == 'y' ? Id::nvvm_read_ptx_sreg_ctaid_y
                                           : Id::nvvm_read_ptx_sreg_ctaid_z;
    define(call, code_.special_register(id));
    return true;
  }
  // The number of a warp is the same in all its lanes, which the compiler cannot know.
  if (name == "local.id16")
    return three(threads(Id::nvvm_read_ptx_sreg_tid_x), code_.special_register(Id::nvvm_read_ptx_sreg_tid_y),
                 code_.special_register(Id::nvvm_read_ptx_sreg_tid_z));
  if (name == "local.size")
    return three(threads(Id::nvvm_read_ptx_sreg_ntid_x), code_.special_register(Id::nvvm_read_ptx_sreg_ntid_y),
                 code_.special_register(Id::nvvm_read_ptx_sreg_ntid_z));
  if (name == "group.count")
    return three(code_.special_register(Id::nvvm_read_ptx_sreg_nctaid_x),
                 code_.special_register(Id::nvvm_read_ptx_sreg_nctaid_y),
                 code_.special_register(Id::nvvm_read_ptx_sreg_nctaid_z));
  if (name == "get.hwid") {
    Value* const thread =
        builder.CreateAdd(builder.CreateMul(code_.special_register(Id::nvvm_read_ptx_sreg_smid), code_.number(64)),
                          code_.special_register(Id::nvvm_read_ptx_sreg_warpid));
    define(call, code_.shuffle(thread, code_.number(0)));
    return true;
  }
  if (name == "timestamp") {
    Value* const ticks = code_.shuffle(builder.CreateIntrinsic(Id::nvvm_read_ptx_sreg_clock64, {}), code_.number(0));
    Distributed result{layouts_.replicated(4), {}};
    code_.split_bits(ticks, builder.getInt32Ty(), result.slots);
    for (int flag = 0; flag < 2; ++flag)
      result.slots.push_back(code_.number(0));
    for (Value* word : result.slots)
      code_.note_uniform(word);
    define(call, move(result, layout_of(&call)));
    return true;
  }
  if (name == "barrier") {
    barrier();
    return true;
  }
  // Arriving and waiting are one: whoever waits has arrived.
  if (name == "sbarrier") {
    if (lowering::constant_argument(call, 0) == 0)
      barrier();
    return true;
  }
  if (name == "lsc.fence") {
    if (lowering::constant_argument(call, 2).value_or(1) != 0)
      refuse(call, "a fence that flushes caches");
    else if (const long long scope = lowering::constant_argument(call, 3).value_or(5);
             scope != 0 || !comes_before_barrier(&call))
      fence(scope);
    return true;
  }
  if (name == "nbarrier") {
    wait_at_named_barrier(call);
    return true;
  }
  if (name == "nbarrier.arrive") {
    arrive_at_named_barrier(call);
    return true;
  }
  return false;
}

} // namespace xeforge::toolchain::nvidia
