#include "xeforge/toolchain/lowering/checks/host_variables.hpp"

#include "xeforge/toolchain/lowering/testing.hpp"

#include <filesystem>
#include <fstream>
#include <regex>

namespace xeforge::toolchain::lowering {
namespace {

// A kernel that loads through `pointer`, and what else there is; three nodes are a number, a constant and an array.
std::string module_of(const std::string& pointer, const std::string& rest, const std::string& variables = "") {
  return "define spir_kernel void @_ZTS1K(ptr %p) {\n  %1 = load i32, " + pointer + ", align 4\n  ret void\n}\n" +
         rest +
         "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!5}\n"
         "!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !4, emissionKind: FullDebug, globals: "
         "!6)\n"
         "!1 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n"
         "!2 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !1)\n"
         "!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !2, size: 64, elements: !7)\n"
         "!4 = !DIFile(filename: \"k.cpp\", directory: \"/d\")\n!5 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
         "!6 = !{" +
         variables + "}\n!7 = !{!10}\n!10 = !DISubrange(count: 2)\n";
}
std::string described(const char* name, const char* type) {
  return std::string("!9 = distinct !DIGlobalVariable(name: \"") + name + "\", scope: !4, file: !4, line: 6, type: !" +
         type +
         ", isLocal: true, isDefinition: true)\n!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())\n";
}
bool is_suspicious(const std::string& text) {
  ParsedModule module(text);
  return module.is_there() && may_use_host_variables(*module);
}
std::string refusal_of_text(const std::string& text) {
  ParsedModule module(text);
  if (!module.is_there())
    return "no module";
  const Refusals refusals(module->getContext());
  refuse_host_variables(*module);
  return refusals.entries().empty() ? std::string() : refusals.entries()[0].error.what();
}

TEST(host_variables, one_that_the_optimiser_folded_is_known_from_its_description) {
  EXPECT_TRUE(is_suspicious(module_of("ptr %p", described("counter", "1"), "!8")));
  EXPECT_FALSE(is_suspicious(module_of("ptr %p", described("limit", "2"), "!8")));
  EXPECT_FALSE(is_suspicious(module_of("ptr %p", described("table", "3"), "!8")));
}

TEST(host_variables, a_constant_object_with_members_may_have_mutable_ones) {
  const auto text = [](const std::string& elements) {
    return module_of("ptr %p",
                     described("object", "11") +
                         "!11 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)\n"
                         "!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", elements: !13)\n"
                         "!13 = !{" +
                         elements + "}\n!14 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !1)\n",
                     "!8");
  };
  EXPECT_TRUE(is_suspicious(text("!14")));
  EXPECT_FALSE(is_suspicious(text("")));
}

TEST(host_variables, a_constant_object_of_our_headers_has_none_but_those_of_the_types_it_holds) {
  const auto text = [](const std::string& held) {
    return module_of("ptr %p",
                     described("shape", "11") +
                         "!11 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !12)\n"
                         "!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"Shape\", elements: !13, "
                         "identifier: \"_ZTSN7xeforge5esimd5ShapeE\")\n"
                         "!13 = !{!14}\n!14 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !15)\n!15 = " +
                         held,
                     "!8");
  };
  const std::string member = "!16 = !{!17}\n!17 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !1)\n";
  const auto holder = [&](const std::string& identifier) {
    return "distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"S\", elements: !16, identifier: \"" +
           identifier + "\")\n" + member;
  };
  EXPECT_FALSE(is_suspicious(text("!DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n")));
  EXPECT_FALSE(is_suspicious(text("!DICompositeType(tag: DW_TAG_array_type, baseType: !1, size: 64, elements: !7)\n")));
  EXPECT_FALSE(is_suspicious(text(holder("_ZTSN4sycl3_V15rangeILi2EEE"))));
  EXPECT_TRUE(is_suspicious(text(holder("_ZTS1S"))));
}

// What the test above assumes.
TEST(host_variables, the_only_mutable_member_of_our_headers_is_of_a_class_of_the_standard_library) {
  const std::regex member(R"(\bmutable\b[^;]*;)");
  const std::filesystem::path sources = XEFORGE_SOURCES;
  int headers = 0;
  for (const char* const part : {"sycl", "xeforge/base", "xeforge/esimd", "xeforge/machine", "xeforge/runtime"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(sources / part)) {
      if (entry.path().extension() != ".hpp")
        continue;
      ++headers;
      std::ifstream stream(entry.path());
      for (std::string line; std::getline(stream, line);)
        EXPECT_TRUE(!std::regex_search(line.substr(0, line.find("//")), member) ||
                    line.find("mutable std::") != line.npos)
            << entry.path() << ": " << line;
    }
  EXPECT_GT(headers, 100);
}

TEST(host_variables, those_that_kernels_reach_are_refused_and_their_declaration_is_named) {
  const std::string text = module_of(
      "ptr addrspace(1) @_ZL7counter",
      "@_ZL7counter = internal addrspace(1) global i32 5, align 4, !dbg !8\n" + described("_ZL7counter", "1"), "!8");
  EXPECT_TRUE(is_suspicious(text));
  EXPECT_EQ(
      refusal_of_text(text),
      "kernel K: got a use of 'counter' (k.cpp:6), a variable of the host, of which device code would have a copy "
      "of its own; expected constants, captured values, or memory that a captured pointer leads to");
}

TEST(host_variables, every_kind_is_refused) {
  for (const char* definition :
       {"@x = global i32 6", "@x = linkonce_odr global i32 7, comdat", "@x = thread_local global i32 9",
        "@x = external global i32", "@x = external constant i32", "@x = internal global i32 0",
        "@x = weak constant i32 6"})
    EXPECT_NE(refusal_of_text(module_of("ptr @x", "$x = comdat any\n" + std::string(definition) + "\n")), "")
        << definition;
}

// Their address comes from a function, also that of private ones.
TEST(host_variables, thread_local_ones_that_are_computed_are_refused) {
  const std::string wrapper = "declare ptr @_ZTW7counter()\ndeclare void @_ZTH7counter()\n";
  EXPECT_TRUE(is_suspicious(module_of("ptr %p", wrapper)));
  EXPECT_EQ(refusal_of_text(module_of("ptr %p", wrapper)), "") << "no kernel calls it";
  EXPECT_EQ(
      refusal_of_text(module_of(
          "ptr %p", wrapper + "define spir_kernel void @_ZTS1L() {\n  %1 = call ptr @_ZTW7counter()\n  ret void\n}\n")),
      "kernel L: got a use of 'counter', a thread-local variable whose first value is computed; expected captured "
      "values, or a private variable (ESIMD_PRIVATE) whose first value is a constant");
}

TEST(host_variables, one_behind_a_function_or_a_constant_is_reached) {
  const std::string variable = "@x = global i32 6\n";
  EXPECT_NE(refusal_of_text(module_of("ptr @y", "@y = constant ptr @x\n" + variable)), "");
  EXPECT_NE(refusal_of_text(
                module_of("ptr %p", "define void @_Z1fv() {\n  store i32 1, ptr @x\n  ret void\n}\n" + variable +
                                        "define spir_kernel void @_ZTS1L() {\n  call void @_Z1fv()\n  ret void\n}\n")),
            "");
}

TEST(host_variables, constants_private_variables_and_what_only_the_host_uses_are_none) {
  EXPECT_EQ(refusal_of_text(module_of("ptr @x", "@x = internal unnamed_addr constant [2 x i32] [i32 1, i32 2]\n")), "");
  EXPECT_EQ(refusal_of_text(module_of(
                "ptr %p", "@x = global i32 6\ndefine void @_Z1fv() {\n  store i32 1, ptr @x\n  ret void\n}\n")),
            "");
  const std::string own = "@x = thread_local global i32 0\n"
                          "@.str = private constant [16 x i8] c\"xeforge.private\\00\", section \"llvm.metadata\"\n"
                          "@.str.1 = private constant [6 x i8] c\"k.cpp\\00\", section \"llvm.metadata\"\n"
                          "@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, "
                          "ptr, i32, ptr } { ptr @x, ptr @.str, ptr @.str.1, i32 5, ptr null }], section "
                          "\"llvm.metadata\"\n";
  EXPECT_EQ(refusal_of_text(module_of("ptr @x", own)), "");
  EXPECT_FALSE(is_suspicious(module_of("ptr @x", own)));
}

} // namespace
} // namespace xeforge::toolchain::lowering
