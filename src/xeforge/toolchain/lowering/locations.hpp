// Where in the source an instruction comes from, what debug information describes, and what becomes of that knowledge:
// the machine code compiler is given IR without debug information, or with the least that carries a number through to the
// machine code.
#pragma once

#include "xeforge/toolchain/binary/source_locations.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Module.h>

#include <string>
#include <vector>

namespace xeforge::toolchain::lowering {

// "file.cpp:12" for the line in the compiled file itself that an instruction was inlined into; where there is none, the
// location in the header that the kernel is in; empty without debug information.
std::string location_of(const llvm::Instruction& instruction);

// Of what stands at a line of a file; empty where the file is not known.
std::string location_of(const llvm::Module& module, const llvm::DIFile* file, unsigned line);

// Instead of the compiler's debug information puts its own into the module: instruction by instruction a line number
// that is an index into the locations returned, of which the first is the unknown one. So every frame of what was inlined
// is known of the machine code, which line tables alone do not tell.
std::vector<SourceLocation> number_locations(llvm::Module& module);

// ---- what is described for debuggers -------------------------------------------------------------------------------

// The function itself, and every one that is inlined into it.
llvm::SetVector<const llvm::DISubprogram*> inlined_functions(const llvm::Function& function);
// The class of the kernel that a function calls, if it is the one that calls every kernel; null: another function.
const llvm::DICompositeType* kernel_called_by(const llvm::DISubprogram& function);

} // namespace xeforge::toolchain::lowering
