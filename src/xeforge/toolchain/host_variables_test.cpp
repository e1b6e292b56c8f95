#include "xeforge/toolchain/host_variables.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace xeforge::toolchain {
namespace {

// A kernel that loads through `pointer`, and what else there is; two nodes say that constants and numbers are types.
std::vector<std::string> module_of(const std::string& pointer, const std::string& rest) {
  return lines_of("define spir_kernel void @_ZTS1K() {\n  %1 = load i32, ptr " + pointer +
                  ", align 4\n  ret void\n}\n" + rest +
                  "!1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n"
                  "!2 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !1)\n"
                  "!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, size: 64)\n"
                  "!4 = !DIFile(filename: \"k.cpp\", directory: \"/d\")\n");
}
std::string described(const char* name, const char* type) {
  return std::string("!9 = distinct !DIGlobalVariable(name: \"") + name + "\", scope: !4, file: !4, line: 6, type: !" +
         type +
         ", isLocal: true, isDefinition: true)\n!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())\n";
}
std::string refusal(const std::vector<std::string>& lines) {
  try {
    refuse_host_variables(lines);
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(host_variables, one_that_the_optimiser_folded_is_known_from_its_description) {
  EXPECT_TRUE(may_use_host_variables(module_of("%p", described("counter", "1"))));
  EXPECT_FALSE(may_use_host_variables(module_of("%p", described("limit", "2"))));
  EXPECT_FALSE(may_use_host_variables(module_of("%p", described("table", "3"))));
}

TEST(host_variables, those_that_kernels_reach_are_refused_with_both_places) {
  const auto lines = module_of("@_ZL7counter", "@_ZL7counter = internal addrspace(1) global i32 5, align 4, !dbg !8\n" +
                                                   described("counter", "1"));
  EXPECT_TRUE(may_use_host_variables(lines));
  EXPECT_EQ(refusal(lines),
            "k.cpp:6: got a use of 'counter' (k.cpp:6), a variable of the host, of which device code would have a copy "
            "of its own; expected constants, captured values, or memory that a captured pointer leads to");
}

TEST(host_variables, every_kind_is_refused) {
  for (const char* definition : {"@x = global i32 6", "@x = linkonce_odr addrspace(1) global i32 7, comdat",
                                 "@x = thread_local addrspace(1) global i32 9", "@x = external global i32",
                                 "@x = external constant i32", "@x = internal global i32 0"})
    EXPECT_NE(refusal(module_of("@x", std::string(definition) + "\n")), "") << definition;
}

TEST(host_variables, one_behind_a_function_or_a_constant_is_reached) {
  const std::string variable = "@x = global i32 6\n";
  EXPECT_NE(refusal(module_of("@y", "@y = constant ptr @x\n" + variable)), "");
  EXPECT_NE(refusal(module_of("%p", "define void @_Z1fv() {\n  store i32 1, ptr @x\n  ret void\n}\n" + variable +
                                        "define spir_kernel void @_ZTS1L() {\n  call void @_Z1fv()\n  ret void\n}\n")),
            "");
}

TEST(host_variables, constants_private_variables_and_what_only_the_host_uses_are_none) {
  EXPECT_EQ(refusal(module_of("@x", "@x = internal unnamed_addr constant [2 x i32] [i32 1, i32 2]\n")), "");
  EXPECT_EQ(
      refusal(module_of("%p", "@x = global i32 6\ndefine void @_Z1fv() {\n  store i32 1, ptr @x\n  ret void\n}\n")),
      "");
  const std::string own = "@x = thread_local addrspace(1) global i32 0\n"
                          "@.str = private constant [16 x i8] c\"xeforge.private\\00\", section \"llvm.metadata\"\n"
                          "@.str.1 = private constant [6 x i8] c\"k.cpp\\00\", section \"llvm.metadata\"\n"
                          "@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, "
                          "ptr, i32, ptr } { ptr @x, ptr @.str, ptr @.str.1, i32 5, ptr null }], section "
                          "\"llvm.metadata\"\n";
  EXPECT_EQ(refusal(module_of("@x", own)), "");
  EXPECT_FALSE(may_use_host_variables(module_of("@x", own)));
}

} // namespace
} // namespace xeforge::toolchain
