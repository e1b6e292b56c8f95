// The passes that turn the C++ compiler's IR of kernels into IR that the vector compiler accepts, in the order in which
// pipeline.cpp runs them. Each has a file of its own with its name. What the device does not support is refused
// (refusal.hpp): the pass then continues, and the kernel is not compiled.
#pragma once

#include "xeforge/machine/device_models.hpp"

#include <llvm/IR/PassManager.h>

#include <cstdint>

namespace xeforge::toolchain::lowering {

template <class Pass>
struct ModulePass : llvm::PassInfoMixin<Pass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    return static_cast<Pass*>(this)->change(module) ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};
template <class Pass>
struct FunctionPass : llvm::PassInfoMixin<Pass> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    return static_cast<Pass*>(this)->change(function) ? llvm::PreservedAnalyses::none()
                                                      : llvm::PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

// ---- what is there --------------------------------------------------------------------------------------------------

// Functions of xeforge::esimd::genx become the vector compiler's intrinsics of the same name.
struct NameIntrinsics : ModulePass<NameIntrinsics> {
  bool change(llvm::Module& module);
};

// If a variable's section is named "xeforge.register.EXPRESSION", the number in its annotation replaces EXPRESSION.
// Annotations are removed: they would keep variables that no kernel uses.
struct ReadAnnotations : ModulePass<ReadAnnotations> {
  bool change(llvm::Module& module);
};

// Global variables of which each hardware thread has its own copy. For the C++ compiler they are thread-local variables
// in global memory; the vector compiler expects them in private memory, from where it moves them to registers. Vectors
// whose section is named "xeforge.register.N" get the registers that begin at byte N of the register file: the vector
// compiler respects that if they are read and written by special intrinsics.
struct MakeThreadLocalsPrivate : ModulePass<MakeThreadLocalsPrivate> {
  bool change(llvm::Module& module);
};

// A kernel gets its captures as a copy. If the class of a capture has its own copy or move constructor (std::tuple),
// clang passes the address of an object instead. Debug information describes that object's class, so here it is passed
// by value again.
struct PassCapturesByValue : ModulePass<PassCapturesByValue> {
  bool change(llvm::Module& module);
};

// ---- what the tools crash on or get wrong: rewritten or refused -----------------------------------------------------

// The code generator that gets the module after the passes.
enum class BackEnd { vector_compiler, ptx };

// The optimiser turns the program's code into calls of LLVM's intrinsics: a clamped sum becomes a saturating addition,
// two shifts become a rotation. For some of them the vector compiler crashes or generates instructions that do not
// exist: signed saturation, rotations of bytes, leading zeros of 64 bits. Others it computes wrongly: saturating
// unsigned differences, bit reversal of 64 bits, logarithms of denormals, floor and ceil of double (zeros lose their
// sign), and division of doubles by a constant, which it replaces by a multiplication by the reciprocal. All of these
// become plain instructions, as do fmuladd and checks for overflow. A sum that the program itself clamps is rewritten
// so that the vector compiler does not recognise it as a saturating one.
struct ExpandBuiltins : FunctionPass<ExpandBuiltins> {
  explicit ExpandBuiltins(BackEnd back_end = BackEnd::vector_compiler) : back_end(back_end) {}
  bool change(llvm::Function& function);
  BackEnd back_end;
};

// Halves of products of 64-bit integers. From arithmetic that assembles the upper half from 32-bit pieces, the
// optimiser makes a multiplication of 128 bits, and no device has integers that wide. Here it becomes that arithmetic
// again. So does n * (n - 1) / 2 in 65 bits, which the optimiser makes of a loop that adds up 64-bit numbers.
struct ExpandWideProducts : FunctionPass<ExpandWideProducts> {
  bool change(llvm::Function& function);
};

// The remainder of floating-point division (frem, used for fmod). The vector compiler computes x - y * trunc(x / y); a
// rounded quotient gives remainders that are wrong by y or more. Here the mantissas are divided exactly.
struct ExpandRemainders : ModulePass<ExpandRemainders> {
  bool change(llvm::Module& module);
};

// memcmp and bcmp have no definition on devices; the C++ compiler creates calls of them for == of arrays and for
// std::equal. They become a loop over the bytes.
struct ExpandComparisons : ModulePass<ExpandComparisons> {
  bool change(llvm::Module& module);
};

// If a program reads part of a vector's bytes as a shorter vector, the optimiser bitcasts the vector to integers as
// wide as the part (<2 x i256>), extracts one of them, and bitcasts it back. A load from inside a block that was loaded
// before becomes a shift of one integer as wide as that block. The vector compiler has no such integers, so the part is
// taken by shufflevector. Wide integers that are used in any other way stay.
struct ShuffleWideLanes : FunctionPass<ShuffleWideLanes> {
  bool change(llvm::Function& function);
};

// Refuses integers of more than 64 bits, and predicate vectors of other than 8, 16 or 32 lanes as integers.
struct CheckTypes : FunctionPass<CheckTypes> {
  bool change(llvm::Function& function);
};

// Integers of other widths than 1, 8, 16, 32 and 64 bits become the next wider ones, whose upper bits stay 0. They come
// from _BitInt, and from the optimiser if it knows that a number is small (`switch (i % 5)` becomes a switch over i3).
struct WidenIllegalIntegers : FunctionPass<WidenIllegalIntegers> {
  bool change(llvm::Function& function);
};

// Offsets that a program makes by truncating pointers into shared local memory to 32 bits. The truncated pointer is a
// generic one. If a generic pointer becomes an integer, the vector compiler checks every other pointer of the kernel at
// run time for being local. The offset equals the local pointer, so it is taken from that.
struct TakeLocalOffsets : FunctionPass<TakeLocalOffsets> {
  bool change(llvm::Function& function);
};

// Refuses calls of functions that do not exist on the device. Removes hints to the optimiser, which has already run.
struct CheckCalls : FunctionPass<CheckCalls> {
  bool change(llvm::Function& function);
};

// Refuses messages and matrix products on which the vector compiler crashes or for which it silently generates wrong
// code.
struct CheckMessages : FunctionPass<CheckMessages> {
  explicit CheckMessages(const machine::DeviceModel& device) : device(&device) {}
  bool change(llvm::Function& function);
  const machine::DeviceModel* device;
};

// Calls of the device's printf. The vector compiler expects their strings in OpenCL's constant address space; the C++
// compiler leaves string literals in the global one. Each call gets its own copies.
struct MovePrintfStrings : FunctionPass<MovePrintfStrings> {
  bool change(llvm::Function& function);
};

// Pointers to constant addresses of shared local memory; group functions use them beyond what the kernel allocates. The
// vector compiler crashes when it folds such an address into those of an array. The address becomes a value that the
// compiler does not know.
struct HideLocalBases : FunctionPass<HideLocalBases> {
  bool change(llvm::Function& function);
};

// Unrolls short loops with LLVM's limits of -O2, as the vector compiler would (its unroller is switched off), so that
// the passes below see values that are constant within one iteration. Functions in which a loop was unrolled are
// simplified.
struct UnrollLoops : FunctionPass<UnrollLoops> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// A predicate that a loop carries and that some path through the loop does not change: `if (x) found = y`. The vector
// compiler crashes on it. It is carried as an integer.
struct CarryPredicates : FunctionPass<CarryPredicates> {
  bool change(llvm::Function& function);
};

// Conversions of doubles to halves. The hardware has none, and by way of float the value would be rounded twice. So the
// value is first rounded to odd: the float is odd if bits are lost, and the second rounding gives the correct result.
struct RoundOnce : FunctionPass<RoundOnce> {
  bool change(llvm::Function& function);
};

// Left shifts of 64-bit integers of which only the lower half is used. The vector compiler shifts only the lower half,
// even if the count may be 32 or more; the hardware takes the count modulo 32.
struct KeepShifts : FunctionPass<KeepShifts> {
  bool change(llvm::Function& function);
};

// The vector compiler loses lanes when single lanes of a predicate vector (<N x i1>) are moved by shufflevector,
// insertelement or extractelement. The optimiser makes such instructions from moves of ordinary lanes. Here this is
// undone: predicates are widened to 16-bit lanes, moved, and compared with zero.
struct WidenMaskLanes : FunctionPass<WidenMaskLanes> {
  bool change(llvm::Function& function);
};

// Halves that are converted to floats or doubles and written to a part of a vector at a computed offset. The vector
// compiler combines both into one instruction, splits it into even and odd elements, and computes the distance of the
// odd ones in elements instead of bytes. Here even and odd elements are written by two instructions. Also masks (or
// bools) that are sign-extended to -1 and 0 and written to such an offset. The vector compiler turns this into a
// comparison that writes to a computed offset, and then rejects that as an error. Here they become a select.
struct SplitIndexedConversions : FunctionPass<SplitIndexedConversions> {
  bool change(llvm::Function& function);
};

// Tests of whether any or all lanes of a mask of 8 or 16 compared floating-point numbers are set. The C++ compiler
// compares the mask's bits with 0 or with all ones. The vector compiler turns "none" into "all of the opposite
// comparison". For that there is no instruction, as NaN is neither smaller nor larger, so it emits a comparison without
// a condition. Here the vector compiler's own functions for masks are called instead. It would treat branches on their
// results as branches of diverging lanes, and lose them, so the result becomes an integer first.
struct AskMasks : FunctionPass<AskMasks> {
  bool change(llvm::Function& function);
};

// Private arrays of vectors. If an array is copied, set to 0 as a whole or read through a view, the optimiser accesses
// its bytes as wider integers. The vector compiler, which moves the array to registers, then loses values or crashes.
// Each such access becomes one of a vector of the array's own element type again. Other memory: for a value at an
// address that may not be a multiple of its size (in a packed structure, or copied by memcpy) the vector compiler uses
// one message that needs an aligned address. Such a value is accessed as a vector of smaller integers.
struct KeepElements : FunctionPass<KeepElements> {
  bool change(llvm::Function& function);
};

// Selects, in three forms.
// - Of two numbers that are also compared, `x > y ? x : y`: the finaliser combines both instructions into one sel with
//   that condition, which it knows only as minimum or maximum. So x + 0 is compared instead of x: a different value for
//   the finaliser, with the same result.
// - Of a float converted from bfloat16, by a mask: the finaliser combines the conversion and the select into one shift,
//   and drops the mask. Here the conversion is written as a shift that the finaliser does not combine.
// - Of whole vectors by one bool: if the result is written into a larger vector directly, the vector compiler applies
//   the select to the first lane only. The bool becomes a mask.
struct KeepChoices : FunctionPass<KeepChoices> {
  bool change(llvm::Function& function);
};

// Signs that the vector compiler and its finaliser lose. They fold a sign extension into unsigned minima, maxima,
// divisions and conversions, which then use the small signed number. They fold any extension into products of bytes
// (dp4a) and upper halves of products, which then read beyond the small number or treat its bytes as unsigned. They
// compute the remainder of signed bytes as if these were unsigned. The absolute value of a byte becomes an operand
// modifier of instructions without such modifiers, on which the finaliser crashes. -x and |x| become operand modifiers
// of instructions that compute in more bits, in which the results for the smallest number do not wrap, or that are
// unsigned. 0 - x of floating-point numbers becomes -x, which is -0 for x = 0. A bool that is converted to a
// floating-point number as signed becomes 1 instead of -1. Each of these is rewritten to an equivalent form.
struct RespellSigns : FunctionPass<RespellSigns> {
  bool change(llvm::Function& function);
};

// Regions for which the vector compiler silently generates wrong code.
// - A region of a vector that is itself a region of another one (replicated or separate rows, the lower parts of its
//   elements, a shuffle): the compiler combines the two and forgets where rows end. Here they are combined correctly.
// - Bytes of 16-bit elements that were loaded with an alignment of less than four bytes: each element is loaded into 32
//   bits, but the bytes are read as if the elements were adjacent.
// - Elements with gaps between them in the source register (loaded that way, the lower parts of wider ones, rows) that
//   are bitcast to wider elements and then extended: they are read as if they were adjacent.
// - Three lanes of a message, stored as four as C++ does: if the vector compiler calls a function in between (for a
//   division of bytes), it copies only two of them.
// - 64-bit elements with a stride of four, also by way of two regions: the finaliser also reads the values to be
//   written with a stride of four, or crashes on reads.
// - A first factor of a matrix product that does not begin at a multiple of 32 bytes: the compiler uses it in place,
//   and crashes.
struct KeepRegions : FunctionPass<KeepRegions> {
  bool change(llvm::Function& function);
};

// A select or zext by a mask, where only some of the lanes are needed and not the first four (of the mask, or of the
// lanes that one instruction computes). The vector compiler computes only those lanes, with a part of the mask that
// begins at a multiple of four. Xe-HPC and later cannot use such parts: the finaliser uses the mask's first bits
// instead, or moves the part there while its scheduler still assumes the other bits. Here the comparison is made of the
// needed lanes only, as a vector of its own.
struct NarrowMasks : FunctionPass<NarrowMasks> {
  bool change(llvm::Function& function);
};

// Compare-and-exchange of a single value (cmpxchg, used by std::atomic and sycl::atomic_ref). When it reads SPIR-V, the
// vector compiler swaps the new and the expected value, so that nothing is exchanged and success is reported. Here the
// operands are passed in the other order, and the previous value is compared with the expected one.
struct OrderExchanges : FunctionPass<OrderExchanges> {
  bool change(llvm::Function& function);
};

// If branches end with loads of different captures, the C++ compiler merges these into one load of a selected address.
// Here each capture is loaded where its address is selected, so that no address is computed at run time.
struct LoadChosenCaptures : FunctionPass<LoadChosenCaptures> {
  bool change(llvm::Function& function);
};

// A kernel's captures arrive as one structure in memory that the vector compiler turns into one argument per member. It
// can do so only if every access is at a constant offset; it crashes on a run-time index into a captured array.
// Structures that are indexed in this way are copied into variables of the kernel.
struct CopyIndexedCaptures : FunctionPass<CopyIndexedCaptures> {
  bool change(llvm::Function& function);
};

// ---- what kernels need ----------------------------------------------------------------------------------------------

// Calls of xeforge::esimd::kernel_needs (shared local memory, named barriers, registers) become constants, and attributes of
// the kernels that reach them (resource_usage.hpp).
struct AssignResources : ModulePass<AssignResources> {
  AssignResources(const machine::DeviceModel& device, std::uint32_t local_memory)
      : device(&device), local_memory(local_memory) {}
  bool change(llvm::Module& module);
  const machine::DeviceModel* device;
  std::uint32_t local_memory; // bytes for local accessors
};

// ---- what makes better code -----------------------------------------------------------------------------------------

// Messages have fields for small constants beside their address: an offset in bytes, or columns and rows of a
// two-dimensional block. For "base + 512" in a program, the optimiser computes the sum early and keeps it in a
// register, which costs an instruction and a register for every message. Here the constants are moved into the
// messages.
struct FoldMessageImmediates : FunctionPass<FoldMessageImmediates> {
  bool change(llvm::Function& function);
};

// Matrix products whose results are only used after a branch. The vector compiler moves them there, below the loads of
// all their operands, so that all operands are in registers at the same time (64 products of 32 x 64 elements and their
// loads before a loop: 14 KB of spills). A fence intrinsic of the vector compiler keeps them in place.
struct HoldProducts : FunctionPass<HoldProducts> {
  bool change(llvm::Function& function);
};

// Detects a vector of which one branch reads and overwrites a part, and whose old value is read after the branch. For
// such modules the vector compiler's pass GenXUnbaling, which miscompiles this, is disabled (decision 61).
struct FindChangedCopies : FunctionPass<FindChangedCopies> {
  explicit FindChangedCopies(bool& changes_copies) : changes_copies_(changes_copies) {}
  bool change(llvm::Function& function);

private:
  bool& changes_copies_;
};

// Fuses products and sums. The vector compiler fuses all of them or none, whatever the flags of single operations. If
// the program forbids it for some pair (by a pragma or -ffp-contract=on), the others are fused here, and the vector
// compiler is told to fuse none (is_fused).
struct FuseProducts : ModulePass<FuseProducts> {
  explicit FuseProducts(bool& is_fused) : is_fused_(is_fused) {}
  bool change(llvm::Module& module);

private:
  bool& is_fused_;
};

// ---- how it is marked -----------------------------------------------------------------------------------------------

// Adds the attributes and metadata that the translator and the vector compiler expect, and removes those of the C++
// compiler that they do not know.
struct MarkForVectorCompiler : ModulePass<MarkForVectorCompiler> {
  bool change(llvm::Module& module);
};

} // namespace xeforge::toolchain::lowering
