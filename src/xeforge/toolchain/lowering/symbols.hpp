// The meaning of functions without a body and of address spaces; constant arguments of calls.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

#include <optional>
#include <string>

namespace xeforge::toolchain::lowering {

enum class Meaning {
  intrinsic, // of the vector compiler
  slm_size,
  slm_piece,
  slm_piece_end,
  named_barriers,
  barrier_row,
  registers,
  print,
  unknown
};
Meaning meaning_of(const llvm::Function& function);

// "llvm.genx.exp" for an instance of xeforge::esimd::genx::exp, "llvm.vc.internal.cast.to.bf16" for one of
// genx::internal::cast_to_bf16. No value for other functions.
std::optional<std::string> intrinsic_name(const llvm::Function& function);

// The name of the called function; empty if the value is not a call, or is a call through a pointer.
llvm::StringRef name_of_call(const llvm::Value* value);

// Inserts a call of one of the vector compiler's functions at the builder's position.
llvm::CallInst* call_intrinsic(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                               llvm::ArrayRef<llvm::Value*> arguments);
// How their names spell a type: "v16i32", "f32".
std::string name_of_type(const llvm::Type* type);

// The address space of pointers to shared local memory.
inline constexpr unsigned local_address_space = 3;

// Kernels are what the host can launch.
bool is_kernel(const llvm::Function& function);

// An integer constant, also one in all lanes; no value for others.
std::optional<long long> constant_of(const llvm::Value* value);
// The same for an argument; no value if there is no such argument.
std::optional<long long> constant_argument(const llvm::CallBase& call, unsigned index);

} // namespace xeforge::toolchain::lowering
