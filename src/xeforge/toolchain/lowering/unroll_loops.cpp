#include "xeforge/toolchain/lowering/passes.hpp"

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

llvm::PreservedAnalyses UnrollLoops::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  constexpr int level = 2;
  // Brings loops into the form that unrolling needs, so that the unrolling pass changes only loops that it unrolls.
  llvm::FunctionPassManager form;
  form.addPass(llvm::LoopSimplifyPass());
  form.addPass(llvm::LCSSAPass());
  const llvm::PreservedAnalyses formed = form.run(function, analyses);
  const llvm::PreservedAnalyses unrolled = llvm::LoopUnrollPass(llvm::LoopUnrollOptions(level)).run(function, analyses);
  if (unrolled.areAllPreserved())
    return formed;
  analyses.invalidate(function, unrolled);
  simplification().run(function, analyses);
  return llvm::PreservedAnalyses::none();
}

} // namespace xeforge::toolchain::lowering
