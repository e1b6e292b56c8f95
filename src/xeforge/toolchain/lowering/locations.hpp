// The source locations of instructions, what debug information describes, and what is done with it: the machine code
// compiler gets IR without debug information, or with the minimum that carries a number through to the machine code.
#pragma once

#include "xeforge/toolchain/binary/source_locations.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace xeforge::toolchain::lowering {

// "file.cpp:12" for the line of the compiled file into which an instruction was inlined; if the kernel is in a header,
// the location in that header; empty without debug information.
std::string location_of(const llvm::Instruction& instruction);

// Of a kernel the location of its class, of another function and of a variable that of its definition; empty without debug
// information.
std::string location_of(const llvm::Function& function);
std::string location_of(const llvm::GlobalVariable& variable);

// The location of a line in a file; empty if the file is not known.
std::string location_of(const llvm::Module& module, const llvm::DIFile* file, unsigned line);

// Replaces the compiler's debug information in the module: the line number of each instruction becomes an index into
// the returned list of locations, of which the first is the unknown location. So all inlined frames are known for the
// machine code, which line tables alone do not have.
std::vector<SourceLocation> number_locations(llvm::Module& module);

// ---- what is described for debuggers -------------------------------------------------------------------------------

// The function itself, and every one that is inlined into it.
llvm::SetVector<const llvm::DISubprogram*> inlined_functions(const llvm::Function& function);
// The class of the kernel that a function calls, if it is the one that calls every kernel; null: another function.
const llvm::DICompositeType* kernel_called_by(const llvm::DISubprogram& function);

} // namespace xeforge::toolchain::lowering
