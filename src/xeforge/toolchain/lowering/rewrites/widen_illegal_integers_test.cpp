// Every operation of five bits against LLVM's own folding of it.
#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/testing.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

// The value of f's only call of @result after folding constants; all of f is folded.
std::uint64_t folded(llvm::Module& module) {
  llvm::Function& f = *module.getFunction("f");
  std::uint64_t result = ~std::uint64_t(0);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(f))) {
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call != nullptr && call->getCalledFunction()->getName() == "result") {
      const auto* number = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      return number == nullptr ? result : number->getZExtValue();
    }
    if (llvm::Constant* constant = llvm::ConstantFoldInstruction(&instruction, module.getDataLayout()))
      instruction.replaceAllUsesWith(constant);
  }
  return result;
}

// f computes with %a and %b of five bits, which are truncated from wider numbers.
std::string computing(const std::string& operations, int a, int b) {
  return function("", "  %a = trunc i8 " + std::to_string(a) + " to i5\n  %b = trunc i8 " + std::to_string(b) +
                          " to i5\n" + operations + "  call void @result(i32 %r)\n") +
         "declare void @result(i32)\n";
}

TEST(widen_illegal_integers, all_operations_have_the_results_of_five_bits) {
  std::vector<std::string> operations;
  for (const char* name :
       {"add", "sub", "mul", "and", "or", "xor", "udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr"})
    operations.push_back(std::string("  %c = ") + name + " i5 %a, %b\n  %r = zext i5 %c to i32\n");
  for (const char* name : {"umin", "umax", "smin", "smax", "uadd.sat", "usub.sat", "sadd.sat", "ssub.sat"})
    operations.push_back(std::string("  %c = call i5 @llvm.") + name + ".i5(i5 %a, i5 %b)\n  %r = sext i5 %c to i32\n");
  for (const char* name : {"fshl", "fshr"})
    operations.push_back(std::string("  %c = call i5 @llvm.") + name +
                         ".i5(i5 %a, i5 %b, i5 %a)\n  %r = zext i5 %c to i32\n");
  for (const char* name : {"abs", "ctlz", "cttz"})
    operations.push_back(std::string("  %c = call i5 @llvm.") + name +
                         ".i5(i5 %a, i1 false)\n  %r = zext i5 %c to i32\n");
  for (const char* name : {"ctpop", "bitreverse"})
    operations.push_back(std::string("  %c = call i5 @llvm.") + name + ".i5(i5 %a)\n  %r = zext i5 %c to i32\n");
  for (const char* name : {"scmp", "ucmp"})
    operations.push_back(std::string("  %c = call i5 @llvm.") + name +
                         ".i5.i5(i5 %a, i5 %b)\n  %r = sext i5 %c to i32\n");
  for (const char* name : {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"})
    operations.push_back(std::string("  %c = icmp ") + name + " i5 %a, %b\n  %r = zext i1 %c to i32\n");
  operations.push_back("  %c = sitofp i5 %a to float\n  %d = uitofp i5 %b to float\n  %e = fsub float %c, %d\n"
                       "  %r = fptosi float %e to i32\n");
  operations.push_back("  %c = insertelement <2 x i5> zeroinitializer, i5 %a, i32 0\n"
                       "  %d = insertelement <2 x i5> %c, i5 %b, i32 1\n  %e = sdiv <2 x i5> %d, splat (i5 3)\n"
                       "  %g = extractelement <2 x i5> %e, i32 1\n  %r = sext i5 %g to i32\n");
  const std::vector<int> numbers{0, 1, 2, 3, 7, 15, 16, 17, 30, 31};
  for (const std::string& operation : operations)
    for (const int a : numbers)
      for (const int b : numbers) {
        const std::string text = computing(operation, a, b);
        ParsedModule before(text), after(text);
        WidenIllegalIntegers().change(*after->getFunction("f"));
        after.verify();
        std::string changed;
        llvm::raw_string_ostream(changed) << *after->getFunction("f");
        EXPECT_FALSE(contains(changed, "i5")) << changed;
        // If the narrow operation is undefined, any result is right.
        if (const std::uint64_t wanted = folded(*before); wanted != ~std::uint64_t(0))
          EXPECT_EQ(folded(*after), wanted) << text << changed;
      }
}

} // namespace
} // namespace xeforge::toolchain::lowering
