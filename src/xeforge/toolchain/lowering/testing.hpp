// Shared by tests of what is no single pass: IR as text. Tests of single passes are the .ll files (lit.cfg.py).
#pragma once

#include "xeforge/toolchain/lowering/checks/refusal.hpp"

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
                         row_symbol = needs + "11barrier_rowEj";

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

// A function f that returns nothing.
inline std::string function(const std::string& parameters, const std::string& body) {
  return "define spir_func void @f(" + parameters + ") {\n" + body + "  ret void\n}\n";
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace xeforge::toolchain::lowering
