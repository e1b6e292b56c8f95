#include "xeforge/toolchain/lowering/checks/checks.hpp"

#include "xeforge/toolchain/lowering/passes.hpp"
#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// ---- instructions ---------------------------------------------------------------------------------------------------

std::string refused(const std::string& parameters, const std::string& body, const char* device = "bmg") {
  return refusal_by(CheckInstructions(machine::device_model(device)), function(parameters, body));
}

TEST(check_instructions, memory_whose_size_is_known_at_run_time) {
  EXPECT_TRUE(contains(refused("i64 %n", "  %a = alloca i8, i64 %n, align 16\n"), "got memory on the stack"));
  EXPECT_EQ(refused("", "  %a = alloca [16 x i32], align 16\n  %b = alloca i32, i32 4\n"), "");
}

TEST(check_instructions, a_jump_to_a_computed_label) {
  EXPECT_TRUE(contains(refused("ptr %p", "  indirectbr ptr %p, [label %a, label %b]\na:\n  ret void\nb:\n"),
                       "got a jump to a computed label"));
}

TEST(check_instructions, a_call_with_any_number_of_arguments) {
  const std::string call =
      "define void @f(i32 %n) {\n  %a = call i32 (i32, ...) @_Z3sumiz(i32 %n, i32 %n)\n  ret void\n}\n";
  EXPECT_TRUE(
      contains(refusal_by(CheckInstructions(machine::device_model("bmg")),
                          call + "define i32 @_Z3sumiz(i32 %n, ...) {\n  ret i32 %n\n}\n"),
               "got a call of 'sum(int, ...)', which takes any number of arguments (...); expected a template"));
  EXPECT_EQ(refusal_by(CheckInstructions(machine::device_model("bmg")), call + "declare i32 @_Z3sumiz(i32, ...)\n"),
            "");
}

TEST(check_instructions, long_double_everywhere_and_double_where_there_is_none) {
  EXPECT_TRUE(contains(refused("x86_fp80 %a", "  %b = fmul x86_fp80 %a, %a\n"), "got long double"));
  EXPECT_TRUE(
      contains(refused("<2 x x86_fp80> %a", "  %b = fptrunc <2 x x86_fp80> %a to <2 x float>\n"), "got long double"));
  const std::string widening = "  %b = fpext float %a to double\n", load = "  %b = load <8 x double>, ptr %p\n";
  EXPECT_EQ(refused("float %a", widening), "");
  EXPECT_TRUE(contains(refused("float %a", widening, "dg2"), "got double; expected float on dg2"));
  EXPECT_TRUE(contains(refused("ptr %p", load, "dg2"), "got double"));
  EXPECT_EQ(refused("float %a", "  %double = fadd float %a, %a\n", "dg2"), "");
}

// ---- recursion ------------------------------------------------------------------------------------------------------

TEST(check_recursion, functions_that_call_themselves_are_refused_where_a_kernel_reaches_them) {
  const std::string functions = "define i32 @_Z3oddi(i32 %0) {\n  %2 = call i32 @_Z4eveni(i32 %0)\n  ret i32 %2\n}\n"
                                "define i32 @_Z4eveni(i32 %0) {\n  %2 = call i32 @_Z3oddi(i32 %0)\n  ret i32 %2\n}\n";
  EXPECT_TRUE(contains(refusal_by(CheckRecursion(), functions + "define spir_kernel void @_ZTS1K() {\n  %1 = call i32 "
                                                                "@_Z3oddi(i32 4)\n  ret void\n}\n"),
                       "got a recursive call of 'odd(int)'; expected a loop"));
  EXPECT_EQ(refusal_by(CheckRecursion(), functions + "define spir_kernel void @_ZTS1K() {\n  ret void\n}\n"), "");
}

// ---- descriptions ---------------------------------------------------------------------------------------------------

// A kernel whose entry point has debug information; its nodes begin at !20.
std::string described(const std::string& nodes) {
  return "define spir_kernel void @_ZTS1K() !dbg !2 {\n  ret void, !dbg !9\n}\n"
         "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!10}\n!10 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
         "!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)\n"
         "!1 = !DIFile(filename: \"k.cpp\", directory: \"/d\")\n"
         "!2 = distinct !DISubprogram(name: \"entry\", scope: !1, file: !1, line: 1, unit: !0, spFlags: "
         "DISPFlagDefinition)\n!9 = !DILocation(line: 3, scope: !20, inlinedAt: !11)\n"
         "!11 = distinct !DILocation(line: 2, scope: !2)\n" +
         nodes;
}

// The entry point calls a kernel with one capture of a name and type; !40 is a pointer, !41 a class.
std::string kernel_with(const std::string& capture, const char* type) {
  return described(
      "!20 = distinct !DISubprogram(name: \"call_kernel<(lambda at k.cpp:7:9)>\", linkageName: "
      "\"_ZN4sycl3_V16detail11call_kernelIZ1fvEUlvE_JEEEvRKT_\", scope: !1, file: !1, unit: !0, spFlags: "
      "DISPFlagDefinition, templateParams: !23)\n!23 = !{!24}\n"
      "!24 = !DITemplateTypeParameter(name: \"Kernel\", type: !26)\n"
      "!26 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 7, elements: !27)\n!27 = !{!28}\n"
      "!28 = !DIDerivedType(tag: DW_TAG_member, name: \"" +
      capture + "\", scope: !26, file: !1, line: 7, baseType: !" + type +
      ", size: 64)\n!40 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !41, size: 64)\n"
      "!41 = !DICompositeType(tag: DW_TAG_structure_type, name: \"Solver\", file: !1, line: 3)\n");
}

TEST(check_descriptions, a_captured_this_is_refused_and_a_copy_of_it_is_not) {
  EXPECT_TRUE(refusal_by(CheckDescriptions(), kernel_with("this", "40"))
                  .starts_with("k.cpp:7: got a kernel that captures 'this', which points"));
  EXPECT_EQ(refusal_by(CheckDescriptions(), kernel_with("this", "41")), "");
  EXPECT_EQ(refusal_by(CheckDescriptions(), kernel_with("memory", "40")), "");
}

TEST(check_descriptions, variables_of_types_that_no_device_has_are_refused) {
  const auto variable = [](const char* type, const char* name) {
    return described(
        std::string("!20 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, unit: !0, spFlags: "
                    "DISPFlagDefinition, retainedNodes: !21)\n!21 = !{!22}\n"
                    "!22 = !DILocalVariable(name: \"a\", scope: !20, file: !1, line: 4, type: !23)\n!23 = ") +
        type + "!24 = !DIBasicType(name: \"" + name + "\", size: 128, encoding: DW_ATE_float)\n");
  };
  const char* const alias = "!DIDerivedType(tag: DW_TAG_typedef, name: \"alias\", baseType: !24)\n";
  const char* const constant = "!DIDerivedType(tag: DW_TAG_const_type, baseType: !24)\n";
  EXPECT_EQ(refusal_by(CheckDescriptions(), variable(alias, "long double")),
            "k.cpp:4: got 'a' of type long double; expected double, or float, in device code");
  EXPECT_EQ(refusal_by(CheckDescriptions(), variable(alias, "int")), "");
  EXPECT_EQ(refusal_by(CheckDescriptions(), variable(constant, "long double")), "");
}

// ---- calls ----------------------------------------------------------------------------------------------------------

TEST(check_calls, matrices_in_shared_local_memory_are_another_devices) {
  EXPECT_TRUE(contains(refusal_by(CheckCalls(), "declare void @llvm.genx.slm.matrix.wait.x0()\n"
                                                "define spir_kernel void @_ZTS1K() {\n"
                                                "  call void @llvm.genx.slm.matrix.wait.x0()\n  ret void\n}\n"),
                       "got a matrix in shared local memory (slm_matrix); expected xmx::dpas, or the device sm_90"));
}

TEST(check_descriptions, captures_that_are_passed_by_their_address_are_refused) {
  const auto kernel = [](const std::string& parameter) {
    return refusal_by(CheckDescriptions(),
                      "%S = type { i32, i32 }\ndefine spir_kernel void @_ZTS1K(" + parameter + ") {\n  ret void\n}\n");
  };
  EXPECT_TRUE(contains(kernel("ptr readonly %0"), "captures that are not copied byte by byte"));
  EXPECT_EQ(kernel("ptr byval(%S) align 4 %0"), "");
  EXPECT_EQ(kernel(""), "");
}

} // namespace
} // namespace xeforge::toolchain::lowering
