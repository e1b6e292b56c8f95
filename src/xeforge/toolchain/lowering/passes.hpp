// The passes that turn what the C++ compiler makes of kernels into what the vector compiler takes, in the order in
// which pipeline.cpp runs them. Each has a file of its own, named like it. What the device cannot have is refused
// (refusal.hpp): the pass then goes on, and the kernel is not compiled.
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

// The number in the annotation of a variable whose section is named "xeforge.register.EXPRESSION" goes into that name.
// Annotations go: they would keep variables that no kernel uses.
struct ReadAnnotations : ModulePass<ReadAnnotations> {
  bool change(llvm::Module& module);
};

// Variables outside of functions that each hardware thread has to itself. The C++ compiler calls them thread-local and
// puts them into global memory; the vector compiler wants them in private memory, from where it moves them to
// registers. Vectors whose section is named "xeforge.register.N" get the registers that begin at byte N of the register
// file: the vector compiler heeds that where they are read and written by intrinsics of their own.
struct MakeThreadLocalsPrivate : ModulePass<MakeThreadLocalsPrivate> {
  bool change(llvm::Module& module);
};

// A kernel gets its captures as a copy. Where one of their classes has a constructor that copies or moves it (std::tuple), clang
// passes the address of an object instead, whose class debug information describes: they are passed by value again.
struct PassCapturesByValue : ModulePass<PassCapturesByValue> {
  bool change(llvm::Module& module);
};

// ---- what the tools crash on or get wrong: rewritten or refused -----------------------------------------------------

// What takes the module after the passes.
enum class BackEnd { vector_compiler, ptx };

// The optimiser turns what a program writes into calls of LLVM's intrinsics: clamping a sum into a saturating addition,
// two shifts into a rotation. The vector compiler crashes on some of them, or makes instructions that do not exist:
// signed saturation, rotations of bytes, leading zeros of 64 bits. Others it computes wrong: unsigned differences that
// saturate, reversed bits of 64, logarithms of denormals, floors and ceilings of double that are zeros without the sign, doubles
// that are divided by a constant, which it multiplies by the reciprocal. These become plain instructions, as do fmuladd and
// checks for overflow. A sum that the program clamps itself becomes one that the vector compiler does not take for the same.
struct ExpandBuiltins : FunctionPass<ExpandBuiltins> {
  explicit ExpandBuiltins(BackEnd back_end = BackEnd::vector_compiler) : back_end(back_end) {}
  bool change(llvm::Function& function);
  BackEnd back_end;
};

// Halves of products of 64-bit integers: the optimiser makes a multiplication of 128 bits of arithmetic that puts the
// upper half together from 32 bits each, and no device has integers that wide. Here it becomes that arithmetic again, as does
// n * (n - 1) / 2 in 65 bits, which the optimiser makes of a loop that adds up 64-bit numbers.
struct ExpandWideProducts : FunctionPass<ExpandWideProducts> {
  bool change(llvm::Function& function);
};

// The remainder of floating-point division (frem, of fmod): the vector compiler makes x - y * trunc(x / y) of it, and a
// rounded quotient gives remainders that are wrong by y, or by more than y. Here the mantissas are divided, exactly.
struct ExpandRemainders : ModulePass<ExpandRemainders> {
  bool change(llvm::Module& module);
};

// memcmp and bcmp, which the C++ compiler makes of == of arrays and of std::equal, have no definition on devices: a loop over
// the bytes.
struct ExpandComparisons : ModulePass<ExpandComparisons> {
  bool change(llvm::Module& module);
};

// Taking part of a vector's bytes as a shorter vector becomes, in the optimiser, a vector of integers as wide as the
// part (<2 x i256>), of which one is taken and read as a vector again. A block that is loaded from inside of one loaded before
// becomes a shift of one integer as wide as that. The vector compiler has no such integers: the part is taken by
// shufflevector. What is used in any other way stays.
struct ShuffleWideLanes : FunctionPass<ShuffleWideLanes> {
  bool change(llvm::Function& function);
};

// Refuses integers of more than 64 bits, and predicate vectors of other than 8, 16 or 32 lanes as integers.
struct CheckTypes : FunctionPass<CheckTypes> {
  bool change(llvm::Function& function);
};

// Integers of other widths than 1, 8, 16, 32 and 64 bits become the next wider ones, whose upper bits stay 0. The
// optimiser makes them where it knows a number to be small (`switch (i % 5)` is one over i3), programs by _BitInt.
struct WidenIllegalIntegers : FunctionPass<WidenIllegalIntegers> {
  bool change(llvm::Function& function);
};

// Offsets that are made from pointers into shared local memory, by a cut to 32 bits. Before the cut the pointer is a
// generic one, and a generic pointer that becomes a number makes the vector compiler ask of every other pointer of the
// kernel whether it is local. The offset is the local pointer itself, so it is taken from there.
struct TakeLocalOffsets : FunctionPass<TakeLocalOffsets> {
  bool change(llvm::Function& function);
};

// Refuses calls that lead nowhere on the device; hints to the optimiser, which is done, go.
struct CheckCalls : FunctionPass<CheckCalls> {
  bool change(llvm::Function& function);
};

// Refuses messages and matrix products that the vector compiler crashes on or gets wrong without a word.
struct CheckMessages : FunctionPass<CheckMessages> {
  explicit CheckMessages(const machine::DeviceModel& device) : device(&device) {}
  bool change(llvm::Function& function);
  const machine::DeviceModel* device;
};

// Calls of the device's printf: the vector compiler wants their strings as constants in OpenCL's constant address
// space; the C++ compiler leaves string literals in the global one. Each call gets constants of its own.
struct MovePrintfStrings : FunctionPass<MovePrintfStrings> {
  bool change(llvm::Function& function);
};

// Pointers to constant places of shared local memory, as a group's functions have them behind what the kernel allocates: the
// vector compiler crashes where it folds such an address into those of an array. The place becomes a value that it does not
// know.
struct HideLocalBases : FunctionPass<HideLocalBases> {
  bool change(llvm::Function& function);
};

// Unrolls short loops with LLVM's limits of -O2, as the vector compiler would (its unroller is switched off), so that
// the passes below see values that are constant within one iteration. Functions in which a loop was unrolled are
// simplified.
struct UnrollLoops : FunctionPass<UnrollLoops> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

// A bool that a loop carries and that some path through the loop does not change: `if (x) found = y`. The vector
// compiler crashes on it. It is carried as an integer.
struct CarryTruths : FunctionPass<CarryTruths> {
  bool change(llvm::Function& function);
};

// Doubles that become halves: the hardware has no such conversion, and by way of float they would be rounded twice. The float
// is odd where bits are lost, so that nothing is rounded by it.
struct RoundOnce : FunctionPass<RoundOnce> {
  bool change(llvm::Function& function);
};

// Shifts of 64-bit numbers to the left of which only the lower half is needed: the vector compiler shifts the lower half alone,
// also where the count may be beyond it, which the hardware takes modulo 32.
struct KeepShifts : FunctionPass<KeepShifts> {
  bool change(llvm::Function& function);
};

// The vector compiler loses lanes when single lanes of a predicate vector (<N x i1>) are moved: by shufflevector,
// insertelement or extractelement. The optimiser makes such instructions from moves of ordinary lanes, so they are
// turned back: predicates are widened to 16-bit lanes, moved, and compared with zero.
struct WidenMaskLanes : FunctionPass<WidenMaskLanes> {
  bool change(llvm::Function& function);
};

// Halves that are converted to floats or doubles and written to a part of a vector whose offset is computed: the vector
// compiler makes one instruction of both, splits it into even and odd elements, and counts the distance of the odd ones
// in elements where the instruction has bytes. Even and odd elements are written by two instructions here.
// And truths that become the numbers -1 and 0 there: of these it makes a comparison that writes to a computed place, which it
// then says is an error. They are chosen by the truth here.
struct SplitIndexedConversions : FunctionPass<SplitIndexedConversions> {
  bool change(llvm::Function& function);
};

// Whether any or all of 8 or 16 floating-point numbers compare. The C++ compiler compares the mask's bits with 0 or with all of
// them, and the vector compiler makes "all of the opposite" of "none", for which there is no instruction, as NaN is neither
// smaller nor larger: it writes a comparison without a condition. Its own functions of masks are called here. Branches by
// their answers would be lost, as those of lanes that go different ways: the answer becomes a number first.
struct AskMasks : FunctionPass<AskMasks> {
  bool change(llvm::Function& function);
};

// Arrays of vectors that each item has to itself: where one is copied, set to 0 as a whole or read through a view, the
// optimiser makes larger numbers of its bytes, and the vector compiler, which moves the array to registers, loses or
// crashes on what is loaded and stored so. Each becomes a vector of the array's own numbers again. Elsewhere, a number at an
// address that need be no multiple of its size (of a packed structure, or copied by memcpy) is one message to the vector
// compiler, which needs such an address: it becomes a vector of smaller numbers.
struct KeepElements : FunctionPass<KeepElements> {
  bool change(llvm::Function& function);
};

// Choices, in three forms.
// - Between two numbers by comparing them, `x > y ? x : y`: the finaliser makes one sel with that condition of the two
//   instructions, for which only minimum and maximum are known. What is compared becomes x + 0, which is another value to
//   the finaliser and compares like x.
// - Of a float that was a bfloat16, by a mask: the finaliser makes one shift of the conversion and the choice, and forgets
//   the mask. The float is shifted here, by an instruction that the finaliser does not join.
// - Between whole vectors by one truth: where the choice is written into a larger vector at once, the first lane alone is
//   chosen by it. The truth becomes a mask.
struct KeepChoices : FunctionPass<KeepChoices> {
  bool change(llvm::Function& function);
};

// Signs that the vector compiler and its finaliser lose. A sign extension is folded into unsigned minima, maxima,
// divisions and conversions, which then take the small signed number, and any extension into products of bytes (dp4a)
// and upper halves of products, which then read beyond it or take its bytes as unsigned. The remainder of signed bytes
// takes their bits as unsigned.
// The absolute value of a byte becomes a modifier of operands that take none, on which the finaliser crashes. -x and
// |x| become modifiers of operands that are computed wider, where those of the smallest number do not wrap, or that are
// unsigned. 0 - x of floating-point numbers becomes -x, which is -0 of 0. A truth that becomes a floating-point number as
// a signed one, which is -1, becomes 1. Each is written in another way that has the same result.
struct RespellSigns : FunctionPass<RespellSigns> {
  bool change(llvm::Function& function);
};

// Regions that the vector compiler gets wrong without a word.
// - A region of a vector that is itself rows of another, replicated or apart, or the lower parts of its numbers, or a
//   shuffle: it joins the two and forgets where rows end; they are joined here.
// - Bytes of numbers of 16 bits that need not begin at a multiple of four bytes: each number is loaded into 32 bits, and the
//   bytes are read as if it were not.
// - Numbers that lie apart where they come from (loaded so, the lower parts of others, rows) and become wider ones by their
//   bits, of which parts become wider still: they are read as if they lay side by side.
// - Three lanes of a message in the place of four, as C++ keeps them: where the vector compiler calls a function between
//   the two, for a division of bytes, it copies two of them.
// - Elements of 64 bits that lie four apart, also by way of two regions: its finaliser writes them from four apart as well,
//   or crashes where they are read.
// - A first factor of a matrix product that does not begin at a multiple of 32 bytes: it is taken from there, which crashes.
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

// Compare-and-exchange of one number (cmpxchg, of std::atomic and sycl::atomic_ref): on its way through SPIR-V the vector
// compiler takes the new value for the expected one, so that nothing is exchanged and it is said that something was. Here it
// gets them in the other order, and what it found is compared with what was expected.
struct OrderExchanges : FunctionPass<OrderExchanges> {
  bool change(llvm::Function& function);
};

// Where branches end with loads of different captures, the compiler merges these into one load whose place is chosen
// before. Each choice is loaded where it is made: no place is computed at run time.
struct LoadChosenCaptures : FunctionPass<LoadChosenCaptures> {
  bool change(llvm::Function& function);
};

// A kernel's captures arrive as one structure in memory that the vector compiler turns into one argument per member. It
// can do so only where every access is at a constant offset; a run-time index into an array among them crashes it.
// Structures that are indexed so are copied into variables of the kernel.
struct CopyIndexedCaptures : FunctionPass<CopyIndexedCaptures> {
  bool change(llvm::Function& function);
};

// ---- what kernels need ----------------------------------------------------------------------------------------------

// Calls of xeforge::esimd::kernel_needs (shared local memory, named barriers) become numbers, and attributes of the
// kernels that reach them (resource_usage.hpp).
struct AssignResources : ModulePass<AssignResources> {
  AssignResources(const machine::DeviceModel& device, std::uint32_t local_memory)
      : device(&device), local_memory(local_memory) {}
  bool change(llvm::Module& module);
  const machine::DeviceModel* device;
  std::uint32_t local_memory; // bytes for local accessors
};

// ---- what makes better code -----------------------------------------------------------------------------------------

// Messages carry small constants beside their address: an offset in bytes, or columns and rows of a two-dimensional
// block. A program says "base + 512", and the optimiser computes such sums early and keeps each in a register of its
// own, which costs an instruction and a register for every message. Here the constants go into the messages.
struct FoldMessageImmediates : FunctionPass<FoldMessageImmediates> {
  bool change(llvm::Function& function);
};

// Matrix products whose results are only used behind a branch: the vector compiler moves them there, below the loads of
// their operands, so that the operands of all of them are in registers at once (64 products of 32 x 64 elements and
// their loads before a loop: 14 KB of spills). A fence of the vector compiler's keeps them where the program has them.
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

// Whether a product and a sum become one operation: the vector compiler fuses all of them or none, whatever the flags of single
// operations. Where the program keeps one pair apart, by a pragma or by -ffp-contract=on, the others are fused here, and the vector
// compiler is told to fuse none (is_fused).
struct FuseProducts : ModulePass<FuseProducts> {
  explicit FuseProducts(bool& is_fused) : is_fused_(is_fused) {}
  bool change(llvm::Module& module);

private:
  bool& is_fused_;
};

// ---- how it is marked -----------------------------------------------------------------------------------------------

// The attributes and the description of the module that translator and vector compiler look for; those of the C++
// compiler that they do not know go.
struct MarkForVectorCompiler : ModulePass<MarkForVectorCompiler> {
  bool change(llvm::Module& module);
};

} // namespace xeforge::toolchain::lowering
