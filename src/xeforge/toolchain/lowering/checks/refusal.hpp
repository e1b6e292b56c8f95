// What the device cannot have: passes say so through LLVM's diagnostics and go on; who runs them collects.
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
  // What it stands in; null: the module.
  const llvm::Function* function() const { return function_; }
  const Error& error() const { return error_; }
  void print(llvm::DiagnosticPrinter& printer) const override;
  static bool classof(const llvm::DiagnosticInfo* info);

private:
  const llvm::Function* function_;
  const Error& error_;
};

// The argument is the instruction's location in the source, or that of one before it; where no location is known, its
// kernel's or function's name.
void refuse(const llvm::Instruction& instruction, const std::string& got, const std::string& expected);
// The argument is a location in the source of the function, and where that is empty, the function's name ...
void refuse(const llvm::Function& function, const std::string& location, const std::string& got,
            const std::string& expected);
// ... or always its name ...
void refuse(const llvm::Function& function, const std::string& got, const std::string& expected);
// ... and here what is given, of the whole module.
void refuse(const llvm::Module& module, const std::string& argument, const std::string& got,
            const std::string& expected);

// While it lives, it collects what is refused in modules of the context, in that order, and what else LLVM reports as
// an error, which stands in no function.
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
