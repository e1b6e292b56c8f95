#include "xeforge/toolchain/lowering/passes.hpp"

#include "xeforge/toolchain/binary/kernel_names.hpp"
#include "xeforge/toolchain/lowering/checks/refusal.hpp"
#include "xeforge/toolchain/lowering/symbols.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/Support/FormatVariadic.h>

#include <array>
#include <string_view>

namespace xeforge::toolchain::lowering {
namespace {

using llvm::Intrinsic::ID;

// Hints to the optimiser, which has already run.
bool is_hint(const llvm::CallBase& call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::prefetch:
    return true;
  default: {
    // Inline assembly that is empty, or is the word for a compiler fence, only orders accesses for the optimiser.
    const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand());
    return assembly != nullptr && call.use_empty() &&
           (assembly->getAsmString().empty() || assembly->getAsmString() == "fence_sw");
  }
  }
}

// Functions that the C++ compiler knows, but not the SPIR-V translator or the vector compiler: these crash, drop the
// call, or report an error without a location.
bool is_beyond_the_translator(ID intrinsic) {
  switch (intrinsic) {
  case llvm::Intrinsic::tanh:
  case llvm::Intrinsic::lrint:
  case llvm::Intrinsic::llrint:
  case llvm::Intrinsic::lround:
  case llvm::Intrinsic::llround:
  case llvm::Intrinsic::ldexp:
  case llvm::Intrinsic::frexp:
  case llvm::Intrinsic::modf:
  case llvm::Intrinsic::exp10:
  case llvm::Intrinsic::sincos:
  case llvm::Intrinsic::sincospi:
  case llvm::Intrinsic::canonicalize:
  case llvm::Intrinsic::sponentry:
  case llvm::Intrinsic::readcyclecounter:
  case llvm::Intrinsic::readsteadycounter:
  case llvm::Intrinsic::get_rounding:
  case llvm::Intrinsic::returnaddress:
  case llvm::Intrinsic::frameaddress:
  case llvm::Intrinsic::trap:
  case llvm::Intrinsic::debugtrap:
  case llvm::Intrinsic::ubsantrap:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memset_inline:
    return true;
  default:
    return false;
  }
}

// Functions of the C and C++ libraries, with what a program writes to call them (`throw`, `new` ...).
struct HostFunction {
  std::string_view name; // as in a source, up to a star
  const char *written, *expected;

  bool is(std::string_view other) const {
    return name.ends_with('*') ? other.starts_with(name.substr(0, name.size() - 1)) : other == name;
  }
};
constexpr const char* fixed_memory = "arrays of a size that the compiler knows, or memory that the host allocates";
constexpr std::array host_functions{
    HostFunction{"__cxa_guard_*", "a static variable that is initialised when it is first reached",
                 "a constant (static constexpr), or a variable of the kernel's own"},
    HostFunction{"__cxa_allocate_exception", "a 'throw'", "code without exceptions"},
    HostFunction{"std::__throw_*", "a function of the C++ library's that may throw",
                 "functions that do not, such as operator[] in place of at()"},
    HostFunction{"std::terminate()", "a call that ends the program", "code without exceptions"},
    HostFunction{"operator new*", "memory from 'new'", fixed_memory},
    HostFunction{"operator delete*", "a 'delete'", fixed_memory},
    HostFunction{"malloc", "memory from 'malloc'", fixed_memory},
    HostFunction{"__dynamic_cast", "a 'dynamic_cast'", "static_cast, and functions that are called by name"},
    HostFunction{"printf", "a call of 'printf'", "sycl::ext::oneapi::experimental::printf"},
};

void check_host_function(const llvm::CallBase& call, const std::string& name) {
  const auto* const known =
      llvm::find_if(host_functions, [&](const HostFunction& function) { return function.is(name); });
  if (known != host_functions.end())
    refuse(call, known->written, known->expected);
  else
    refuse(call, llvm::formatv("a call of '{}', which is not defined for the device", name),
           "functions whose body the compiler sees, and those of the ESIMD headers");
}

void check_indirect_call(const llvm::CallBase& call) {
  if (const auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand()))
    refuse(call, llvm::formatv("inline assembler '{}'", assembly->getAsmString().str()),
           "code without it, or 'fence_sw' for a fence of the compiler's");
  else
    refuse(call, "a call through a pointer", "calls of functions that are known by name");
}

void check_call(const llvm::CallBase& call, const llvm::Function& callee) {
  const std::string name = callee.getName().str();
  if (is_beyond_the_translator(callee.getIntrinsicID()))
    refuse(call, llvm::formatv("a call of '{}'", llvm::Intrinsic::getBaseName(callee.getIntrinsicID()).str()),
           callee.getReturnType()->isVoidTy()
               ? "code without it"
               : "a function of sycl or of the ESIMD headers, such as their tanh or rnde");
  else if (callee.getName().starts_with("llvm.genx.slm.matrix."))
    refuse(call, "a matrix in shared local memory (slm_matrix)",
           "xmx::dpas, or the device sm_90: Xe devices multiply from registers");
  else if (const llvm::Attribute refusal = callee.getFnAttribute("dontcall-error"); refusal.isValid())
    refuse(call, llvm::formatv("a call of '{}'", demangle(name)),
           llvm::formatv("what is declared for it: {}", refusal.getValueAsString()));
  else if (callee.isDeclaration() && !callee.isIntrinsic() && meaning_of(callee) == Meaning::unknown)
    check_host_function(call, demangle(name));
}

} // namespace

bool CheckCalls::change(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call == nullptr)
      continue;
    if (is_hint(*call)) {
      call->eraseFromParent();
      changed = true;
    } else if (const llvm::Function* callee = call->getCalledFunction()) {
      check_call(*call, *callee);
    } else {
      check_indirect_call(*call);
    }
  }
  return changed;
}

} // namespace xeforge::toolchain::lowering
