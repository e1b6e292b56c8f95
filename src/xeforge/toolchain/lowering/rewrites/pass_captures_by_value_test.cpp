#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// A kernel whose object has a char, two floats in an array at 4, a class with an address at 16, and 32 bytes.
std::string kernel(const std::string& parameter) {
  return "define spir_kernel void @_ZTS1K(" + parameter +
         ") !dbg !2 {\n  ret void, !dbg !9\n}\n"
         "%S = type { i64 }\n!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!10}\n"
         "!10 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
         "!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)\n"
         "!1 = !DIFile(filename: \"k.cpp\", directory: \"/d\")\n"
         "!2 = distinct !DISubprogram(name: \"entry\", scope: !1, file: !1, line: 1, unit: !0, spFlags: "
         "DISPFlagDefinition)\n!9 = !DILocation(line: 3, scope: !20, inlinedAt: !11)\n"
         "!11 = distinct !DILocation(line: 2, scope: !2)\n"
         "!20 = distinct !DISubprogram(name: \"call_kernel<K>\", linkageName: "
         "\"_ZN4sycl3_V16detail11call_kernelI1KJEEEvRKT_\", scope: !1, file: !1, unit: !0, spFlags: "
         "DISPFlagDefinition, templateParams: !21)\n!21 = !{!22}\n"
         "!22 = !DITemplateTypeParameter(name: \"Kernel\", type: !23)\n"
         "!23 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 7, size: 256, elements: !24)\n"
         "!24 = !{!25, !26, !27}\n"
         "!25 = !DIDerivedType(tag: DW_TAG_member, name: \"c\", scope: !23, baseType: !30, size: 8)\n"
         "!26 = !DIDerivedType(tag: DW_TAG_member, name: \"f\", scope: !23, baseType: !31, size: 64, offset: 32)\n"
         "!27 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !23, baseType: !34, offset: 128)\n"
         "!30 = !DIBasicType(name: \"char\", size: 8, encoding: DW_ATE_signed_char)\n"
         "!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !32, size: 64, elements: !33)\n"
         "!32 = !DIBasicType(name: \"float\", size: 32, encoding: DW_ATE_float)\n"
         "!33 = !{!DISubrange(count: 2)}\n"
         "!34 = !DICompositeType(tag: DW_TAG_structure_type, name: \"B\", file: !1, size: 64, elements: !35)\n"
         "!35 = !{!36}\n!36 = !DIDerivedType(tag: DW_TAG_member, name: \"p\", scope: !34, baseType: !37, size: 64)\n"
         "!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)\n";
}

std::string parameter_after(const std::string& parameter) {
  ParsedModule module(kernel(parameter));
  if (!module.is_there())
    return {};
  module.run(PassCapturesByValue());
  module.verify();
  const std::string text = module.text();
  const std::size_t at = text.find("@_ZTS1K(") + 8;
  return text.substr(at, text.find(") !dbg") - at);
}

// What it is for: tests/driver/programs/capture_program.cpp, run as machine code.
TEST(pass_captures_by_value, an_object_whose_address_is_passed_is_passed_as_its_class_is_described) {
  EXPECT_EQ(parameter_after("ptr dead_on_return readonly %0"),
            "ptr readonly byval(<{ i8, [3 x i8], float, float, [4 x i8], ptr addrspace(4), [8 x i8] }>) align 8 %0");
}

TEST(pass_captures_by_value, other_kernels_stay) {
  EXPECT_EQ(parameter_after("ptr byval(%S) align 8 %0"), "ptr byval(%S) align 8 %0");
  EXPECT_EQ(parameter_after("i32 %0"), "i32 %0");
}

} // namespace
} // namespace xeforge::toolchain::lowering
