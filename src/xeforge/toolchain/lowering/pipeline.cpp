#include "xeforge/toolchain/lowering/pipeline.hpp"

#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/lowering/analyses.hpp"
#include "xeforge/toolchain/lowering/call_tree.hpp"
#include "xeforge/toolchain/lowering/checks/checks.hpp"
#include "xeforge/toolchain/lowering/checks/host_variables.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/locations.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <optional>

namespace xeforge::toolchain::lowering {
namespace {

class Lowering {
public:
  Lowering(llvm::Module& module, const machine::DeviceModel& device, const LoweringOptions& options,
           Verification verification)
      : module_(module), device_(device), options_(options), verification_(verification),
        refusals_(module.getContext()) {}

  LoweredModule run() {
    read();
    settle();
    judge();
    settle();
    rewrite();
    name_kernels();
    if (options_.lines == SourceLines::kept)
      result_.locations = number_locations(module_);
    else
      llvm::StripDebugInfo(module_);
    verify();
    return std::move(result_);
  }

  // The passes that do not depend on the vector compiler; source locations stay.
  LoweredModule prepare() {
    read();
    settle();
    run(PassCapturesByValue(), CheckDescriptions(), CheckRecursion(), CheckInstructions(device_), ExpandRemainders(),
        ExpandBuiltins(BackEnd::ptx), ExpandWideProducts(), ShuffleWideLanes(), CheckTypes(), WidenIllegalIntegers());
    settle();
    run(AssignResources(device_, options_.local_memory));
    settle();
    name_kernels();
    verify();
    return std::move(result_);
  }

private:
  template <class... Passes>
  void run(Passes... passes) {
    llvm::ModulePassManager manager;
    (add(manager, std::move(passes)), ...);
    manager.run(module_, analyses_.modules);
  }
  template <class Pass>
  void add(llvm::ModulePassManager& manager, Pass pass) {
    if constexpr (std::is_base_of_v<FunctionPass<Pass>, Pass>)
      manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
    else
      manager.addPass(std::move(pass));
    if (verifies_)
      manager.addPass(llvm::VerifierPass());
  }

  // Removes static constructors and the lists of symbols that the linker needs: they are for the host.
  void forget_the_host() {
    for (const char* list : {"llvm.global_ctors", "llvm.global_dtors", "llvm.used", "llvm.compiler.used"})
      if (llvm::GlobalVariable* const found = module_.getNamedGlobal(list))
        found->eraseFromParent();
  }

  // Functions that no kernel reaches are neither checked nor compiled.
  void read() {
    result_.may_use_host_variables = may_use_host_variables(module_);
    forget_the_host();
    const auto is_entry = [](const llvm::GlobalValue& value) {
      const auto* const function = llvm::dyn_cast<llvm::Function>(&value);
      return function != nullptr && is_kernel(*function);
    };
    run(NameIntrinsics(), ReadAnnotations(), llvm::InternalizePass(is_entry), llvm::GlobalDCEPass(),
        MakeThreadLocalsPrivate());
    verifies_ = verification_ == Verification::after_each_pass; // thread-local variables would not have passed
  }
  void judge() {
    run(PassCapturesByValue(), CheckDescriptions(), CheckRecursion(), CheckInstructions(device_), ExpandRemainders(),
        ExpandComparisons(), ExpandBuiltins(), ExpandWideProducts(), ShuffleWideLanes(), CheckTypes(),
        WidenIllegalIntegers(), TakeLocalOffsets(), CheckCalls(), CheckMessages(device_), MovePrintfStrings());
    settle();
    run(AssignResources(device_, options_.local_memory));
  }
  void rewrite() {
    run(HideLocalBases(), UnrollLoops(), CarryPredicates(), RoundOnce(), KeepShifts(), KeepElements(), KeepChoices(),
        AskMasks(), RespellSigns(), KeepRegions(), WidenMaskLanes(), SplitIndexedConversions(), NarrowMasks(),
        OrderExchanges(), LoadChosenCaptures(), CopyIndexedCaptures(), FoldMessageImmediates(), HoldProducts(),
        FuseProducts(result_.is_fused), MarkForVectorCompiler(), FindChangedCopies(result_.changes_copies),
        llvm::GlobalDCEPass());
  }

  std::vector<llvm::Function*> kernels() {
    std::vector<llvm::Function*> found;
    for (llvm::Function& function : module_)
      if (is_kernel(function))
        found.push_back(&function);
    return found;
  }

  // The first refusal in a function that the kernel reaches; null: none.
  const Error* refusal_of(const llvm::Function& kernel) const {
    if (refusals_.entries().empty())
      return nullptr;
    const auto reached = reached_from(kernel);
    const auto found = llvm::find_if(refusals_.entries(),
                                     [&](const Refusals::Entry& entry) { return reached.contains(entry.function); });
    return found == refusals_.entries().end() ? nullptr : &found->error;
  }

  // Leaves out refused kernels, but at least one has to remain: otherwise the error of the first one is thrown.
  void settle() {
    for (const Refusals::Entry& entry : refusals_.entries())
      if (entry.function == nullptr)
        throw Error(entry.error);
    std::optional<Error> first;
    std::size_t left = 0;
    for (llvm::Function* kernel : kernels()) {
      const Error* const error = refusal_of(*kernel);
      if (error == nullptr) {
        ++left;
        continue;
      }
      if (options_.unfit_kernels == UnfitKernels::refused)
        throw Error(*error);
      if (!first)
        first = *error;
      result_.left_out.emplace_back(error->what());
      kernel->eraseFromParent();
    }
    if (left == 0 && first)
      throw Error(*first);
    if (left == 0)
      throw Error(module_.getSourceFileName(), "no kernel",
                  "a lambda or function object given to parallel_for or single_task");
    if (first)
      run(llvm::GlobalDCEPass());
    refusals_.clear();
  }

  // Gives kernels short, unique names.
  void name_kernels() {
    llvm::StringSet<> taken;
    for (llvm::Function* kernel : kernels()) {
      const std::string source_name = readable_name(kernel->getName().str());
      const std::string base = short_name(source_name);
      std::string name = base;
      for (int i = 2; !taken.insert(name).second; ++i)
        name = llvm::formatv("{}_{}", base, i).str();
      if (llvm::GlobalValue* const other = module_.getNamedValue(name); other != nullptr && other != kernel)
        other->setName(name + ".function");
      kernel->setName(name);
      const auto size = [&](const char* attribute) {
        return static_cast<std::uint32_t>(kernel->getFnAttributeAsParsedInteger(attribute));
      };
      llvm::Type* const captures = kernel->arg_empty() ? nullptr : kernel->getParamByValType(0);
      result_.kernels.push_back(
          {name, source_name, size("VCSLMSize"), size("VCNamedBarrierCount"),
           captures == nullptr ? 0 : static_cast<std::uint32_t>(module_.getDataLayout().getTypeAllocSize(captures))});
    }
  }

  void verify() {
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    if (llvm::verifyModule(module_, &stream))
      throw Error("lowered IR", "'" + problems.substr(0, problems.find('\n')) + "'", "IR that LLVM's verifier accepts");
  }

  llvm::Module& module_;
  const machine::DeviceModel& device_;
  const LoweringOptions options_;
  const Verification verification_;
  bool verifies_ = false; // after each pass
  Refusals refusals_;
  LoweredModule result_;
  Analyses analyses_;
};

} // namespace

LoweredModule lower(llvm::Module& module, const machine::DeviceModel& device, const LoweringOptions& options,
                    Verification verification) {
  return Lowering(module, device, options, verification).run();
}

LoweredModule prepare(llvm::Module& module, const machine::DeviceModel& device, const LoweringOptions& options) {
  return Lowering(module, device, options, Verification::at_the_end).prepare();
}

void check_host_variables(llvm::Module& module) {
  const Refusals refusals(module.getContext());
  refuse_host_variables(module);
  if (!refusals.entries().empty())
    throw Error(refusals.entries()[0].error);
}

} // namespace xeforge::toolchain::lowering
