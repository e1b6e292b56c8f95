// Shared by tests of passes: IR in as text, IR out as text.
#pragma once

#include "xeforge/toolchain/lowering/analyses.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/passes.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace xeforge::toolchain::lowering {

// Symbols as a front end writes them: of a function of the port, and of the functions that declare a kernel's needs.
inline const std::string exp_symbol = "_ZN7xeforge5esimd4genx3expIDv16_fJS3_EEET_DpT0_";
inline const std::string needs = "_ZN7xeforge5esimd12kernel_needs";
inline const std::string slm_symbol = needs + "9slm_bytesEj", piece_symbol = needs + "9slm_pieceEj",
                         piece_end_symbol = needs + "13slm_piece_endEj", barriers_symbol = needs + "14named_barriersEj",
                         row_symbol = needs + "11barrier_rowEj", registers_symbol = needs + "9registersEj";

class ParsedModule {
public:
  explicit ParsedModule(const std::string& text) {
    llvm::SMDiagnostic problem;
    module_ = llvm::parseAssemblyString(text, problem, context_);
    std::string message;
    llvm::raw_string_ostream stream(message);
    if (module_ == nullptr)
      problem.print("test", stream);
    EXPECT_NE(module_, nullptr) << message << text;
  }
  llvm::Module& operator*() { return *module_; }
  llvm::Module* operator->() { return module_.get(); }
  bool is_there() const { return module_ != nullptr; }

  template <class Pass>
  void run(Pass pass) {
    Analyses analyses;
    for (llvm::Function& function : *module_)
      if constexpr (std::is_base_of_v<FunctionPass<Pass>, Pass>) {
        if (!function.isDeclaration())
          pass.run(function, analyses.functions);
      }
    if constexpr (std::is_base_of_v<ModulePass<Pass>, Pass>)
      pass.change(*module_);
  }
  void verify() {
    std::string problems;
    llvm::raw_string_ostream stream(problems);
    EXPECT_FALSE(llvm::verifyModule(*module_, &stream)) << problems;
  }
  std::string text() const {
    std::string result;
    llvm::raw_string_ostream stream(result);
    module_->print(stream, nullptr);
    return result;
  }

private:
  llvm::LLVMContext context_;
  std::unique_ptr<llvm::Module> module_;
};

// The instructions of the function f, one per line, without comments.
inline std::string body_of_f(llvm::Module& module) {
  std::string text, body;
  llvm::raw_string_ostream stream(text);
  module.getFunction("f")->print(stream);
  for (std::size_t at = text.find("{\n") + 2, end = 0; text[at] != '}'; at = end + 1) {
    end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    const std::string code = line.substr(0, line.find_last_not_of(' ', line.find(';') - 1) + 1);
    body += code.empty() ? "" : code + "\n";
  }
  return body;
}

// A function f that returns nothing.
inline std::string function(const std::string& parameters, const std::string& body) {
  return "define spir_func void @f(" + parameters + ") {\n" + body + "  ret void\n}\n";
}

// The instructions of such a function after a pass.
template <class Pass>
std::string body_after(Pass pass, const std::string& parameters, const std::string& body,
                       const std::string& rest = {}) {
  ParsedModule module(function(parameters, body) + rest);
  if (!module.is_there())
    return {};
  module.run(pass);
  module.verify();
  const std::string result = body_of_f(*module);
  constexpr std::string_view end = "  ret void\n";
  return result.ends_with(end) ? result.substr(0, result.size() - end.size()) : result;
}

// The first refusal of a pass; empty if there is none.
template <class Pass>
std::string refusal_by(Pass pass, const std::string& text) {
  ParsedModule module(text);
  if (!module.is_there())
    return {};
  const Refusals refusals(module->getContext());
  module.run(pass);
  return refusals.entries().empty() ? std::string() : refusals.entries()[0].error.what();
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace xeforge::toolchain::lowering
