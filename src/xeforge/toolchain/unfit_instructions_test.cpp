#include "xeforge/toolchain/unfit_instructions.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::toolchain {
namespace {

std::string unfit(const char* line, const char* device = "bmg") {
  const auto found = unfit_instruction(line, machine::device_model(device));
  return found ? found->got : std::string();
}

TEST(unfit_instruction, memory_whose_size_is_known_at_run_time) {
  EXPECT_TRUE(unfit("  %4 = alloca i8, i64 %3, align 16, !dbg !7").starts_with("memory on the stack"));
  EXPECT_EQ(unfit("  %4 = alloca [16 x i32], align 16, !dbg !7"), "");
  EXPECT_EQ(unfit("  %4 = alloca %struct.Table, align 8"), "");
}

TEST(unfit_instruction, a_jump_to_a_computed_label) {
  EXPECT_EQ(unfit("  indirectbr ptr %3, [label %4, label %5]"), "a jump to a computed label");
}

TEST(unfit_instruction, long_double_everywhere_and_double_where_there_is_none) {
  EXPECT_EQ(unfit("  %4 = fmul x86_fp80 %3, %2"), "long double");
  EXPECT_EQ(unfit("  %4 = fptrunc <2 x x86_fp80> %3 to <2 x float>"), "long double");
  EXPECT_EQ(unfit("  %4 = fpext float %3 to double"), "");
  EXPECT_EQ(unfit("  %4 = fpext float %3 to double", "dg2"), "double");
  EXPECT_EQ(unfit("  %4 = load <8 x double>, ptr %3, align 8", "dg2"), "double");
  EXPECT_EQ(unfit("  %double = fadd float %a, %b, !dbg !5 ; double", "dg2"), "");
}

TEST(unfit_instruction, integers_of_no_registers_width) {
  EXPECT_EQ(unfit("  %4 = sdiv i5 %3, %2, !dbg !9"), "an integer of 5 bits");
  EXPECT_EQ(unfit("  %4 = call i33 @llvm.umin.i33(i33 %3, i33 %2)"), "an integer of 33 bits");
  EXPECT_EQ(unfit("  %i5 = add i32 %i33, 3"), "");
  EXPECT_EQ(unfit("  %4 = icmp slt <16 x i16> %1, %2"), "");
}

TEST(unfit_instruction, functions_that_no_tool_translates) {
  EXPECT_EQ(unfit("  %4 = tail call float @llvm.ldexp.f32.i32(float %1, i32 %2)"), "a call of 'llvm.ldexp'");
  EXPECT_EQ(unfit("  %4 = tail call float @llvm.tanh.f32(float %1)"), "a call of 'llvm.tanh'");
  EXPECT_EQ(unfit("  %4 = tail call float @llvm.exp.f32(float %1)"), "");
}

} // namespace
} // namespace xeforge::toolchain
