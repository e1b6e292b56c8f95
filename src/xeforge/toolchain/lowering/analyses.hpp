// What LLVM's own passes want to know of a module and its parts.
#pragma once

#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace xeforge::toolchain::lowering {

struct Analyses {
  // For the costs of a processor's instructions; null: of none in particular.
  explicit Analyses(llvm::TargetMachine* machine = nullptr) : builder(machine) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
  Analyses(const Analyses&) = delete; // they know of each other
  Analyses& operator=(const Analyses&) = delete;

  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
};

} // namespace xeforge::toolchain::lowering
