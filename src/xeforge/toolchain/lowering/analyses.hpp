// The analysis managers that LLVM's own passes need.
#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace xeforge::toolchain::lowering {

struct Analyses {
  // machine: whose instruction costs the passes use; null: of no particular processor.
  explicit Analyses(llvm::TargetMachine* machine = nullptr) : builder(machine) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
  Analyses(const Analyses&) = delete; // they refer to each other
  Analyses& operator=(const Analyses&) = delete;

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

} // namespace xeforge::toolchain::lowering
