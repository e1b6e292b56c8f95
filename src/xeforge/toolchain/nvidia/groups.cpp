// Distribution: the work-group: numbers of threads and groups, barriers, fences. A group of x * y * z hardware threads
// is a block of 32 x * y * z lanes, so that each warp is one thread.
#include "xeforge/toolchain/lowering/symbols.hpp"
#include "xeforge/toolchain/nvidia/distribution.hpp"

#include <llvm/IR/IntrinsicsNVPTX.h>

namespace xeforge::toolchain::nvidia {

using llvm::Value;
namespace Id = llvm::Intrinsic;

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
  const auto fence = [&](long long scope) {
    builder.CreateIntrinsic(scope == 0  ? Id::nvvm_membar_cta
                            : scope < 5 ? Id::nvvm_membar_gl
                                        : Id::nvvm_membar_sys,
                            {});
    pending_ = Pending::nothing;
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
    else
      fence(lowering::constant_argument(call, 3).value_or(5));
    return true;
  }
  if (name == "nbarrier" || name == "nbarrier.arrive") {
    refuse(call, "a named barrier");
    return true;
  }
  return false;
}

} // namespace xeforge::toolchain::nvidia
