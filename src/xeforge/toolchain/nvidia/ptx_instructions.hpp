// Instructions of PTX for which LLVM has no intrinsic, as calls of functions that have no body: operands and results
// are plain values, so that tests can run what was distributed. At the end they become PTX.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <string>

namespace xeforge::toolchain::nvidia {

enum class PtxFunction { exp2, log2, reciprocal, to_tfloat32, negative_short, absolute_short };
llvm::Value* call_ptx(llvm::IRBuilder<>& builder, PtxFunction function, llvm::ArrayRef<llvm::Value*> operands);

// Memory that only lanes access for which `on` holds. The name says what and where: "xeforge.ptx.load",
// "xeforge.ptx.store", "xeforge.ptx.prefetch", or "xeforge.ptx.atomic.OPERATION".
llvm::Value* call_ptx_memory(llvm::IRBuilder<>& builder, const std::string& operation, llvm::Type* result,
                             llvm::ArrayRef<llvm::Value*> operands);

// Matrix products and whatever else is named by its PTX: the result is a structure of `results` words.
llvm::Value* call_ptx_words(llvm::IRBuilder<>& builder, const std::string& instruction, llvm::Type* result,
                            llvm::ArrayRef<llvm::Value*> operands);

// All of these become inline assembly.
void write_ptx_instructions(llvm::Module& module);

} // namespace xeforge::toolchain::nvidia
