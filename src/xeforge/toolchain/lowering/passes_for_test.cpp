// LLVM's opt with our passes, for the tests beside them (lit.cfg.py): -passes=keep-shifts runs KeepShifts. Some take
// a word: check-messages<dg2> (the device; else bmg), assign-resources<512> (bytes of local memory), expand-builtins<ptx>.
#include "xeforge/toolchain/lowering/checks/checks.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>

#include <functional>

namespace xeforge::toolchain::lowering {
namespace {

// Without it the first refusal ends the program.
struct PrintRefusals : llvm::PassInfoMixin<PrintRefusals> {
  struct Handler : llvm::DiagnosticHandler {
    bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
      llvm::DiagnosticPrinterRawOStream printer(llvm::errs());
      info.print(printer);
      llvm::errs() << '\n';
      return true;
    }
  };
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    module.getContext().setDiagnosticHandler(std::make_unique<Handler>());
    return llvm::PreservedAnalyses::all();
  }
};

// Passes that also find something out.
struct FindChangedCopiesAndSay : FunctionPass<FindChangedCopiesAndSay> {
  static llvm::StringRef name() { return FindChangedCopies::name(); }
  bool change(llvm::Function& function) {
    bool changes_copies = false;
    const bool changed = FindChangedCopies(changes_copies).change(function);
    llvm::errs() << function.getName() << (changes_copies ? ": changes copies\n" : ": changes none\n");
    return changed;
  }
};
struct FuseProductsAndSay : ModulePass<FuseProductsAndSay> {
  static llvm::StringRef name() { return FuseProducts::name(); }
  bool change(llvm::Module& module) {
    bool is_fused = false;
    const bool changed = FuseProducts(is_fused).change(module);
    llvm::errs() << (is_fused ? "fused here\n" : "left to the vector compiler\n");
    return changed;
  }
};

// "keep-shifts" for KeepShifts
std::string option_of(llvm::StringRef name) {
  std::string result;
  for (const char letter : name.substr(name.rfind(':') + 1)) {
    if (llvm::isUpper(letter) && !result.empty())
      result += '-';
    result += llvm::toLower(letter);
  }
  return result;
}

bool add(llvm::StringRef text, llvm::ModulePassManager& manager) {
  auto [name, word] = text.split('<');
  word.consume_back(">");
  const auto is_meant = [&](const machine::DeviceModel& model) { return model.name == std::string_view(word); };
  const machine::DeviceModel& device =
      machine::device_model(llvm::any_of(machine::device_models(), is_meant) ? std::string_view(word) : "bmg");
  std::uint32_t local_memory = 0;
  word.getAsInteger(10, local_memory);

  const auto add_if_named = [&](auto pass) {
    using Pass = decltype(pass);
    if (name != option_of(Pass::name()))
      return false;
    manager.addPass(PrintRefusals());
    if constexpr (requires(llvm::Function& function, llvm::FunctionAnalysisManager& manager) {
                    pass.run(function, manager);
                  })
      manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(pass)));
    else
      manager.addPass(std::move(pass));
    return true;
  };
  const auto add_one_of = [&](auto... passes) { return (add_if_named(std::move(passes)) || ...); };
  return add_one_of(NameIntrinsics(), ReadAnnotations(), MakeThreadLocalsPrivate(), PassCapturesByValue(),
                    CheckDescriptions(), CheckRecursion(), CheckInstructions(device), ExpandRemainders(),
                    ExpandComparisons(), ExpandBuiltins(word == "ptx" ? BackEnd::ptx : BackEnd::vector_compiler),
                    ExpandWideProducts(), ShuffleWideLanes(), CheckTypes(), WidenIllegalIntegers(), TakeLocalOffsets(),
                    CheckCalls(), CheckMessages(device), MovePrintfStrings(), AssignResources(device, local_memory),
                    HideLocalBases(), UnrollLoops(), CarryPredicates(), RoundOnce(), KeepShifts(), KeepElements(),
                    KeepChoices(), AskMasks(), RespellSigns(), KeepRegions(), WidenMaskLanes(),
                    SplitIndexedConversions(), NarrowMasks(), OrderExchanges(), LoadChosenCaptures(),
                    CopyIndexedCaptures(), FoldMessageImmediates(), HoldProducts(), FuseProductsAndSay(),
                    MarkForVectorCompiler(), FindChangedCopiesAndSay());
}

} // namespace
} // namespace xeforge::toolchain::lowering

// LLVM's opt, of a library that has no header (LLVMOptDriver).
extern "C" int optMain(int count, char** words, llvm::ArrayRef<std::function<void(llvm::PassBuilder&)>> extensions);

int main(int count, char** words) {
  return optMain(count, words, {[](llvm::PassBuilder& builder) {
                   builder.registerPipelineParsingCallback([](llvm::StringRef name, llvm::ModulePassManager& manager,
                                                              llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
                     return xeforge::toolchain::lowering::add(name, manager);
                   });
                 }});
}
