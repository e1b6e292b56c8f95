#include "xeforge/toolchain/lowering/testing.hpp"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace xeforge::toolchain::lowering {
namespace {

std::string with_legal_integers(const std::string& parameters, const std::string& body) {
  return body_after(WidenIllegalIntegers(), parameters, body);
}

TEST(widen_illegal_integers, a_switch_over_three_bits_is_one_over_eight) {
  EXPECT_EQ(with_legal_integers("i64 %a",
                                "  %b = trunc nuw i64 %a to i3\n"
                                "  switch i3 %b, label %other [\n    i3 0, label %zero\n    i3 -3, label %five\n  ]\n"
                                "zero:\n  ret void\nfive:\n  ret void\nother:\n"),
            "  %1 = trunc i64 %a to i8\n"
            "  %2 = and i8 %1, 7\n"
            "  switch i8 %2, label %other [\n    i8 0, label %zero\n    i8 5, label %five\n  ]\n"
            "zero:\n  ret void\nfive:\n  ret void\nother:\n");
}

TEST(widen_illegal_integers, results_keep_their_upper_bits_clear) {
  EXPECT_EQ(with_legal_integers("i32 %a, i1 %c",
                                "  %b = trunc i32 %a to i12\n  %d = add nuw nsw i12 %b, -1\n"
                                "  %e = xor i12 %d, -1\n  %g = sext i1 %c to i12\n  %h = mul i12 %e, %g\n"),
            "  %1 = trunc i32 %a to i16\n  %2 = and i16 %1, 4095\n"
            "  %3 = add i16 %2, 4095\n  %4 = and i16 %3, 4095\n"
            "  %5 = xor i16 %4, 4095\n"
            "  %6 = sext i1 %c to i16\n  %7 = and i16 %6, 4095\n"
            "  %8 = mul i16 %5, %7\n  %9 = and i16 %8, 4095\n");
}

TEST(widen_illegal_integers, signs_are_where_the_narrow_integer_has_them) {
  EXPECT_EQ(with_legal_integers("i8 %a",
                                "  %b = trunc i8 %a to i3\n  %c = icmp slt i3 %b, -1\n  %d = sext i3 %b to i32\n"
                                "  %e = icmp ugt i3 %b, -4\n"),
            "  %1 = and i8 %a, 7\n"
            "  %2 = shl i8 %1, 5\n  %3 = ashr i8 %2, 5\n  %4 = icmp slt i8 %3, -1\n"
            "  %5 = shl i8 %1, 5\n  %6 = ashr i8 %5, 5\n  %7 = sext i8 %6 to i32\n"
            "  %8 = icmp ugt i8 %1, 4\n");
}

TEST(widen_illegal_integers, meeting_choosing_and_widening) {
  EXPECT_EQ(with_legal_integers("i1 %c, i8 %x", "  br label %loop\nloop:\n  %a = phi i2 [ -1, %0 ], [ %g, %loop ]\n"
                                                "  %b = select i1 %c, i2 %a, i2 -2\n  %d = zext nneg i2 %b to i8\n"
                                                "  %e = freeze i2 %b\n  %g = trunc i8 %d to i2\n"
                                                "  br i1 %c, label %loop, label %out\nout:\n"),
            "  br label %loop\nloop:\n  %1 = phi i8 [ 3, %0 ], [ %4, %loop ]\n"
            "  %2 = select i1 %c, i8 %1, i8 2\n"
            "  %3 = freeze i8 %2\n  %4 = and i8 %2, 3\n"
            "  br i1 %c, label %loop, label %out\nout:\n");
}

TEST(widen_illegal_integers, two_bits_are_reversed_as_the_upper_ones_of_eight) {
  EXPECT_EQ(with_legal_integers("i8 %a", "  %b = trunc i8 %a to i2\n  %c = call i2 @llvm.bitreverse.i2(i2 %b)\n"),
            "  %1 = and i8 %a, 3\n  %2 = call i8 @llvm.bitreverse.i8(i8 %1)\n  %3 = lshr i8 %2, 6\n");
}

TEST(widen_illegal_integers, integers_of_whole_bytes_are_vectors_of_them_and_stand_in_memory) {
  EXPECT_EQ(with_legal_integers("i32 %a", "  %b = trunc i32 %a to i24\n  %c = bitcast i24 %b to <3 x i8>\n"
                                          "  %d = bitcast <3 x i8> %c to i24\n  %e = zext i24 %d to i32\n"),
            "  %1 = and i32 %a, 16777215\n  %2 = bitcast i32 %1 to <4 x i8>\n"
            "  %3 = shufflevector <4 x i8> %2, <4 x i8> poison, <3 x i32> <i32 0, i32 1, i32 2>\n"
            "  %4 = shufflevector <3 x i8> %3, <3 x i8> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>\n"
            "  %5 = bitcast <4 x i8> %4 to i32\n");
  EXPECT_EQ(with_legal_integers("ptr %p", "  %a = load i24, ptr %p, align 4\n  store i24 %a, ptr %p, align 2\n"),
            "  %1 = load i8, ptr %p, align 4\n  %2 = zext i8 %1 to i32\n"
            "  %3 = getelementptr i8, ptr %p, i64 1\n  %4 = load i8, ptr %3, align 1\n  %5 = zext i8 %4 to i32\n"
            "  %6 = shl i32 %5, 8\n  %7 = or i32 %2, %6\n"
            "  %8 = getelementptr i8, ptr %p, i64 2\n  %9 = load i8, ptr %8, align 2\n  %10 = zext i8 %9 to i32\n"
            "  %11 = shl i32 %10, 16\n  %12 = or i32 %7, %11\n"
            "  %13 = trunc i32 %12 to i8\n  store i8 %13, ptr %p, align 2\n"
            "  %14 = lshr i32 %12, 8\n  %15 = trunc i32 %14 to i8\n  %16 = getelementptr i8, ptr %p, i64 1\n"
            "  store i8 %15, ptr %16, align 1\n"
            "  %17 = lshr i32 %12, 16\n  %18 = trunc i32 %17 to i8\n  %19 = getelementptr i8, ptr %p, i64 2\n"
            "  store i8 %18, ptr %19, align 2\n");
}

// ---- every operation of five bits against LLVM's own folding of it --------------------------------------------------

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
        after.run(WidenIllegalIntegers());
        after.verify();
        EXPECT_FALSE(contains(body_of_f(*after), "i5")) << body_of_f(*after);
        // If the narrow operation is undefined, any result is right.
        if (const std::uint64_t wanted = folded(*before); wanted != ~std::uint64_t(0))
          EXPECT_EQ(folded(*after), wanted) << text << body_of_f(*after);
      }
}

TEST(widen_illegal_integers, what_is_used_in_another_way_is_refused) {
  const std::string pairs = function("i32 %a", "  %b = trunc i32 %a to i5\n"
                                               "  %c = insertvalue { i5, i5 } poison, i5 %b, 0\n");
  EXPECT_EQ(refusal_by(WidenIllegalIntegers(), pairs),
            "kernel f: got an integer of 5 bits; expected integers of 8, 16, 32 or 64 bits");
}

TEST(widen_illegal_integers, other_integers_stay) {
  const std::string body = "  %b = trunc i32 %a to i8\n  %i3 = add i32 %a, 1\n  %c = zext i1 true to i16\n"
                           "  %d = bitcast i64 %x to <64 x i1>\n";
  EXPECT_EQ(with_legal_integers("i32 %a, i64 %x", body), body);
}

} // namespace
} // namespace xeforge::toolchain::lowering
