#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace xeforge::toolchain::lowering {
namespace {

// What LLVM's own passes want to know of a function.
class Analyses {
public:
  Analyses() {
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules_);
    builder.registerCGSCCAnalyses(components_);
    builder.registerFunctionAnalyses(functions_);
    builder.registerLoopAnalyses(loops_);
    builder.crossRegisterProxies(loops_, functions_, components_, modules_);
  }
  llvm::FunctionAnalysisManager& of_functions() { return functions_; }

private:
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager components_;
  llvm::ModuleAnalysisManager modules_;
};

llvm::FunctionPassManager simplification() {
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass());
  passes.addPass(llvm::InstSimplifyPass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::ADCEPass());
  return passes;
}

} // namespace

bool UnrollLoops::change(llvm::Function& function) {
  constexpr int level = 2;
  Analyses analyses;
  // Into the form that unrolling brings loops to first, so that it changes those alone that it unrolls.
  llvm::FunctionPassManager form;
  form.addPass(llvm::LoopSimplifyPass());
  form.addPass(llvm::LCSSAPass());
  form.run(function, analyses.of_functions());
  const llvm::PreservedAnalyses preserved =
      llvm::LoopUnrollPass(llvm::LoopUnrollOptions(level)).run(function, analyses.of_functions());
  if (preserved.areAllPreserved())
    return false;
  analyses.of_functions().invalidate(function, preserved);
  simplification().run(function, analyses.of_functions());
  return true;
}

} // namespace xeforge::toolchain::lowering
