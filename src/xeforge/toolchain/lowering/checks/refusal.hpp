// Refusals of what the device does not support. Passes report them as LLVM diagnostics and continue; the caller
// collects them.
#pragma once

#include "xeforge/base/error.hpp"

#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instruction.h>

#include <string>
#include <vector>

namespace xeforge::toolchain::lowering {

class Refusal : public llvm::DiagnosticInfo {
public:
  Refusal(const llvm::Function* function, const Error& error);
  // The enclosing function; null: the module.
  const llvm::Function* function() const { return function_; }
  const Error& error() const { return error_; }
  void print(llvm::DiagnosticPrinter& printer) const override;
  static bool classof(const llvm::DiagnosticInfo* info);

private:
  const llvm::Function* function_;
  const Error& error_;
};

// The error's argument is the source location of the instruction, or of one before it; if no location is known, that of
// its kernel or function ...
void refuse(const llvm::Instruction& instruction, const std::string& got, const std::string& expected);
// ... which without debug information is its name.
void refuse(const llvm::Function& function, const std::string& got, const std::string& expected);
// A location in the function; empty: as above.
void refuse(const llvm::Function& function, const std::string& location, const std::string& got,
            const std::string& expected);
// For the whole module. The argument is where the variable is defined or used, or its name.
void refuse(const llvm::GlobalVariable& variable, const std::string& got, const std::string& expected);

// During its lifetime it collects the refusals in modules of the context, in order, and other errors that LLVM reports.
class Refusals {
public:
  struct Entry {
    const llvm::Function* function;
    Error error;
  };

  explicit Refusals(llvm::LLVMContext& context);
  ~Refusals();
  Refusals(const Refusals&) = delete;
  Refusals& operator=(const Refusals&) = delete;

  const std::vector<Entry>& entries() const { return entries_; }
  void clear() { entries_.clear(); }

private:
  class Handler;
  llvm::LLVMContext& context_;
  std::unique_ptr<llvm::DiagnosticHandler> former_;
  std::vector<Entry> entries_;
};

} // namespace xeforge::toolchain::lowering
