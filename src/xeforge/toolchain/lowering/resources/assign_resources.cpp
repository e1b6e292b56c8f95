#include "xeforge/toolchain/lowering/call_tree.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/registers.hpp"
#include "xeforge/toolchain/lowering/resources/resource_usage.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <map>

namespace xeforge::toolchain::lowering {
namespace {

constexpr std::uint32_t registers_without_asking = 128;

void replace(llvm::CallBase& call, std::uint32_t number) {
  call.replaceAllUsesWith(llvm::ConstantInt::get(call.getType(), number));
  call.eraseFromParent();
}

// Replaces the calls that allocate by numbers.
void write_numbers(const ResourceUsage& usage) {
  for (const SlmPiece& piece : usage.pieces)
    replace(*piece.allocation, usage.slm_bytes + piece.offset);
  for (const BarrierRow& row : usage.barrier_rows)
    replace(*row.call, usage.named_barriers + row.first);
}

// The remaining calls have no meaning any more.
void remove_resource_calls(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    const Meaning meaning = function.isDeclaration() ? meaning_of(function) : Meaning::unknown;
    if (meaning == Meaning::unknown || meaning == Meaning::intrinsic || meaning == Meaning::print)
      continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users()))
      if (auto* const call = llvm::dyn_cast<llvm::CallBase>(user)) {
        call->replaceAllUsesWith(llvm::PoisonValue::get(call->getType())); // of a kernel that was refused
        call->eraseFromParent();
      }
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace

bool AssignResources::change(llvm::Module& module) {
  std::map<const llvm::Function*, ResourceUsage> usages;
  for (llvm::Function& function : module)
    if (!function.isDeclaration())
      usages.emplace(&function, usage_of(function));
  for (llvm::Function& kernel : module) {
    if (!is_kernel(kernel))
      continue;
    ResourceUsage& usage = usages.at(&kernel);
    for (const llvm::Function* reached : reached_from(kernel))
      if (reached != &kernel && !reached->isDeclaration())
        usage.add(usages.at(reached));
    usage.give_local_accessors(local_memory);
    usage.check(kernel, *device);
    kernel.addFnAttr("VCSLMSize", std::to_string(usage.all_slm_bytes()));
    kernel.addFnAttr("VCNamedBarrierCount", std::to_string(usage.all_named_barriers()));
    if (usage.registers > registers_without_asking)
      kernel.addFnAttr(registers_attribute, std::to_string(usage.registers));
  }
  for (const auto& [function, usage] : usages)
    write_numbers(usage);
  remove_resource_calls(module);
  return true;
}

} // namespace xeforge::toolchain::lowering
