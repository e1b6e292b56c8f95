#include "xeforge/toolchain/lowering/checks/refusal.hpp"

#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/lowering/locations.hpp"

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

namespace xeforge::toolchain::lowering {
namespace {

int refusal_kind() {
  static const int kind = llvm::getNextAvailablePluginDiagnosticKind();
  return kind;
}

std::string place_of(const llvm::Function& function) {
  const std::string location = location_of(function);
  return location.empty() ? "kernel " + readable_name(function.getName().str()) : location;
}

// Some jumps have no location; then that of the instruction before them is used.
std::string location_at_or_before(const llvm::Instruction& instruction) {
  const llvm::Function& function = *instruction.getFunction();
  for (auto block = instruction.getParent()->getIterator();; --block) {
    auto at = block == instruction.getParent()->getIterator() ? std::next(instruction.getIterator()) : block->end();
    while (at != block->begin())
      if (std::string location = location_of(*--at); !location.empty())
        return location;
    if (block == function.begin())
      return {};
  }
}

const llvm::Instruction* any_use(const llvm::Constant& constant) {
  for (const llvm::User* user : constant.users()) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (const auto* other = llvm::dyn_cast<llvm::Constant>(user))
      instruction = any_use(*other);
    if (instruction != nullptr)
      return instruction;
  }
  return nullptr;
}

std::string place_of(const llvm::GlobalVariable& variable) {
  if (std::string location = location_of(variable); !location.empty())
    return location;
  const llvm::Instruction* const use = any_use(variable);
  if (use == nullptr)
    return "variable " + demangle(variable.getName().str());
  const std::string location = location_at_or_before(*use);
  return location.empty() ? place_of(*use->getFunction()) : location;
}

} // namespace

Refusal::Refusal(const llvm::Function* function, const Error& error)
    : DiagnosticInfo(refusal_kind(), llvm::DS_Error), function_(function), error_(error) {}

void Refusal::print(llvm::DiagnosticPrinter& printer) const { printer << error_.what(); }

bool Refusal::classof(const llvm::DiagnosticInfo* info) { return info->getKind() == refusal_kind(); }

void refuse(const llvm::Instruction& instruction, const std::string& got, const std::string& expected) {
  refuse(*instruction.getFunction(), location_at_or_before(instruction), got, expected);
}

void refuse(const llvm::Function& function, const std::string& location, const std::string& got,
            const std::string& expected) {
  const Error error(location.empty() ? place_of(function) : location, got, expected);
  function.getContext().diagnose(Refusal(&function, error));
}

void refuse(const llvm::Function& function, const std::string& got, const std::string& expected) {
  refuse(function, "", got, expected);
}

void refuse(const llvm::GlobalVariable& variable, const std::string& got, const std::string& expected) {
  variable.getContext().diagnose(Refusal(nullptr, Error(place_of(variable), got, expected)));
}

class Refusals::Handler : public llvm::DiagnosticHandler {
public:
  explicit Handler(std::vector<Entry>& entries) : entries_(entries) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo& info) override {
    if (const auto* refusal = llvm::dyn_cast<Refusal>(&info)) {
      entries_.push_back({refusal->function(), refusal->error()});
    } else if (info.getSeverity() == llvm::DS_Error) {
      std::string text;
      llvm::raw_string_ostream stream(text);
      llvm::DiagnosticPrinterRawOStream printer(stream);
      info.print(printer);
      const auto* const unsupported = llvm::dyn_cast<llvm::DiagnosticInfoUnsupported>(&info);
      const llvm::Function* const function = unsupported == nullptr ? nullptr : &unsupported->getFunction();
      entries_.push_back({function, Error(function == nullptr ? "IR" : place_of(*function), "'" + text + "'",
                                          "what the C++ compiler makes of kernels")});
    }
    return true;
  }

private:
  std::vector<Entry>& entries_;
};

Refusals::Refusals(llvm::LLVMContext& context) : context_(context), former_(context.getDiagnosticHandler()) {
  context_.setDiagnosticHandler(std::make_unique<Handler>(entries_));
}
Refusals::~Refusals() { context_.setDiagnosticHandler(std::move(former_)); }

} // namespace xeforge::toolchain::lowering
