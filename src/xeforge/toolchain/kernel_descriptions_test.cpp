#include "xeforge/toolchain/kernel_descriptions.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/debug_nodes.hpp"
#include "xeforge/toolchain/ir_text.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

std::string refusal(const std::string& nodes) {
  try {
    refuse_described_kernels(lines_of(nodes + "!1 = !DIFile(filename: \"k.cpp\", directory: \"/d\")\n"));
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

// A kernel with one capture of a name and type; !20 is a pointer, !21 a class.
std::string kernel_with(const std::string& capture, const char* type) {
  return "!2 = distinct !DISubprogram(name: \"call_kernel<(lambda at k.cpp:7:9)>\", linkageName: "
         "\"_ZN4sycl3_V16detail11call_kernelIZ1fvEUlvE_JEEEvRKT_\", templateParams: !3)\n!3 = !{!4, !5}\n"
         "!4 = !DITemplateTypeParameter(name: \"Kernel\", type: !6)\n!5 = !DITemplateTypeParameter(type: !21)\n"
         "!6 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 7, elements: !7)\n!7 = !{!8}\n"
         "!8 = !DIDerivedType(tag: DW_TAG_member, name: \"" +
         capture + "\", scope: !6, file: !1, line: 7, baseType: !" + type +
         ", size: 64)\n!20 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !21, size: 64)\n"
         "!21 = !DICompositeType(tag: DW_TAG_structure_type, name: \"Solver\", file: !1, line: 3)\n";
}

TEST(kernel_descriptions, a_captured_this_is_refused_and_a_copy_of_it_is_not) {
  EXPECT_TRUE(
      refusal(kernel_with("this", "20")).starts_with("k.cpp:7: got a kernel that captures 'this', which points"));
  EXPECT_EQ(refusal(kernel_with("this", "21")), "");
  EXPECT_EQ(refusal(kernel_with("memory", "20")), "");
}

TEST(kernel_descriptions, variables_of_types_that_no_device_has_are_refused) {
  const auto variable = [](const char* type, const char* name) {
    return std::string("!2 = !DILocalVariable(name: \"a\", scope: !9, file: !1, line: 4, type: !3)\n!3 = ") + type +
           "!4 = !DIBasicType(name: \"" + name + "\", size: 8, encoding: DW_ATE_signed)\n";
  };
  const char* const alias = "!DIDerivedType(tag: DW_TAG_typedef, name: \"five\", baseType: !4)\n";
  const char* const constant = "!DIDerivedType(tag: DW_TAG_const_type, baseType: !4)\n";
  EXPECT_EQ(refusal(variable(alias, "_BitInt(5)")),
            "k.cpp:4: got 'a' of type _BitInt(5); expected integers of 8, 16, 32 or 64 bits in device code");
  EXPECT_EQ(refusal(variable(alias, "long double")),
            "k.cpp:4: got 'a' of type long double; expected double, or float, in device code");
  EXPECT_EQ(refusal(variable(alias, "int")), "");
  EXPECT_EQ(refusal(variable(constant, "long double")), "");
}

TEST(debug_nodes, descriptions_go_and_places_stay) {
  std::vector<std::string> lines =
      lines_of("@x = global i32 0, align 4, !dbg !4\n    #dbg_value(i32 1, !3, !DIExpression(), !1)\n"
               "  ret void, !dbg !1\n!1 = !DILocation(line: 5, scope: !2)\n"
               "!2 = distinct !DISubprogram(name: \"f\", retainedNodes: !5)\n"
               "!3 = !DILocalVariable(name: \"a\", scope: !2)\n"
               "!4 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())\n!5 = !{!3}\n");
  without_descriptions(lines);
  EXPECT_EQ(lines, lines_of("@x = global i32 0, align 4\n  ret void, !dbg !1\n!1 = !DILocation(line: 5, scope: !2)\n"
                            "!2 = distinct !DISubprogram(name: \"f\", retainedNodes: !5)\n!5 = !{}\n"));
}

} // namespace
} // namespace xeforge::toolchain
