#include "xeforge/toolchain/lowering/locations.hpp"

#include "xeforge/toolchain/lowering/lowering_testing.hpp"

#include <llvm/IR/DiagnosticInfo.h>

namespace xeforge::toolchain::lowering {
namespace {

// What -gline-tables-only writes: a call inlined from a header into line 12 of kernel.cpp (!7), and in the header
// itself (!11), also as it is inlined into the entry point of every kernel (!17).
const std::string locations = R"(
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cpp", directory: "/home", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIFile(filename: "kernel.cpp", directory: "/home")
!4 = !DIFile(filename: "header.hpp", directory: "/include")
!5 = distinct !DISubprogram(name: "kernel", scope: !3, file: !3, line: 10, unit: !0, spFlags: DISPFlagDefinition)
!6 = distinct !DISubprogram(name: "inner", scope: !4, file: !4, line: 50, unit: !0, spFlags: DISPFlagDefinition)
!7 = !DILocation(line: 55, column: 3, scope: !6, inlinedAt: !8)
!8 = distinct !DILocation(line: 12, column: 5, scope: !9, inlinedAt: !10)
!9 = distinct !DILexicalBlock(scope: !5, file: !3, line: 11)
!10 = distinct !DILocation(line: 80, column: 5, scope: !20)
!11 = !DILocation(line: 55, column: 3, scope: !20)
!12 = distinct !{!12, !8, !13, !7}
!13 = !{!"llvm.loop.mustprogress"}
!14 = !DIFile(filename: "sycl/detail/launch_device.hpp", directory: "/include")
!15 = distinct !DISubprogram(name: "entry", scope: !14, file: !14, line: 40, unit: !0, spFlags: DISPFlagDefinition)
!16 = distinct !DILocation(line: 45, column: 5, scope: !15, inlinedAt: !10)
!17 = !DILocation(line: 55, column: 3, scope: !6, inlinedAt: !16)
!20 = distinct !DISubprogram(name: "axpy", scope: !4, file: !4, line: 50, unit: !0, spFlags: DISPFlagDefinition)
)";

std::string with_locations(const std::string& body, const std::string& rest = {}) {
  return module_of(body, rest + locations, "!dbg !20 ");
}

const std::string helper = "declare void @_Z6helperv()\n";

TEST(locations, an_error_names_the_line_of_the_compiled_file) {
  EXPECT_TRUE(
      refusal_of(with_locations("  call void @_Z6helperv(), !dbg !7\n", helper)).starts_with("kernel.cpp:12: got"));
}

TEST(locations, where_only_a_header_is_known_the_error_names_that) {
  EXPECT_TRUE(
      refusal_of(with_locations("  call void @_Z6helperv(), !dbg !11\n", helper)).starts_with("header.hpp:55: got"));
}

TEST(locations, the_entry_point_that_calls_every_kernel_is_no_location) {
  std::string text = with_locations("  call void @_Z6helperv(), !dbg !17\n", helper);
  text.replace(text.find("scope: !15, inlinedAt: !10"), 26, "scope: !20");
  text.replace(text.find("!4 = !DIFile(filename: \"header.hpp\""), 35, "!4 = !DIFile(filename: \"sycl/detail/a.hpp\"");
  text.replace(text.find("name: \"inner\", scope: !4, file: !4"), 34, "name: \"inner\", scope: !21, file: !21");
  text += "!21 = !DIFile(filename: \"header.hpp\", directory: \"/include\")\n";
  EXPECT_TRUE(refusal_of(text).starts_with("header.hpp:55: got")) << refusal_of(text);
}

TEST(locations, without_debug_information_an_error_names_the_kernel) {
  EXPECT_TRUE(refusal("  call void @_Z6helperv()\n", helper).starts_with("kernel host()::Axpy: got"));
}

// What code generators report.
TEST(locations, an_error_of_llvms_own_names_its_function) {
  ParsedModule module(function("", ""));
  ASSERT_TRUE(module.is_there());
  const llvm::Function& f = *module->getFunction("f");
  const Refusals refusals(module->getContext());
  module->getContext().diagnose(llvm::DiagnosticInfoUnsupported(f, "a thing"));
  ASSERT_EQ(refusals.entries().size(), 1u);
  EXPECT_EQ(refusals.entries()[0].function, &f);
  EXPECT_EQ(refusals.entries()[0].error.argument(), "kernel f");
}

TEST(locations, no_reference_to_debug_information_is_left) {
  const std::string ir =
      lowered_text(with_locations("    #dbg_value(i32 1, !18, !DIExpression(), !11)\n"
                                  "  %r = add i32 %n, 2, !dbg !7\n  br label %loop, !dbg !7\n"
                                  "loop:\n  br i1 %c, label %loop, label %out, !dbg !7, !llvm.loop !12\nout:\n",
                                  "!18 = !DILocalVariable(name: \"a\", scope: !20, file: !4, line: 51)\n"))
          .ir;
  EXPECT_TRUE(contains(ir, "  %r = add i32 %n, 2\n")) << ir;
  EXPECT_TRUE(contains(ir, "!llvm.loop !")) << ir;
  EXPECT_TRUE(contains(ir, "!{!\"llvm.loop.mustprogress\"}")) << ir;
  EXPECT_FALSE(contains(ir, "!DI")) << ir;
  EXPECT_FALSE(contains(ir, "dbg")) << ir;
}

Lowered with_lines(const std::string& body, const std::string& rest = {}) {
  return lowered_text(with_locations(body, rest), {.lines = SourceLines::kept});
}

TEST(locations, a_kept_line_is_the_number_of_a_location_with_every_frame) {
  const auto [module, ir] = with_lines("  %r = add i32 %n, 2, !dbg !7\n  %s = add i32 %n, 3, !dbg !11\n");
  ASSERT_EQ(module.locations.size(), 3u) << "the first one is the unknown one";
  EXPECT_TRUE(module.locations[0].frames.empty());
  EXPECT_EQ(module.locations[1].function, "Axpy");
  EXPECT_EQ(module.locations[1].frames,
            (std::vector<SourceFrame>{{"/include/header.hpp", 55}, {"kernel.cpp", 12}, {"/include/header.hpp", 80}}));
  EXPECT_EQ(module.locations[2].frames, (std::vector<SourceFrame>{{"/include/header.hpp", 55}}));
  EXPECT_TRUE(contains(ir, " = !DILocation(line: 1, scope: !")) << ir;
  EXPECT_TRUE(contains(ir, " = !DILocation(line: 2, scope: !")) << ir;
  EXPECT_FALSE(contains(ir, "header.hpp")) << "nothing of the compiler's own is left";
}

TEST(locations, what_an_instruction_becomes_keeps_its_location) {
  const auto [module, ir] = with_lines(
      "  %r = tail call contract <8 x float> @llvm.fmuladd.v8f32(<8 x float> %y, <8 x float> %y, <8 x float> %y), "
      "!dbg !7\n  %s = extractelement <16 x i1> splat (i1 true), i64 %m, !dbg !7\n"
      "  %t = trunc i32 %n to i5, !dbg !7\n  %u = sext i5 %t to i32, !dbg !7\n");
  ASSERT_EQ(module.locations.size(), 2u);
  for (const char* instruction :
       {"fmul contract", "fadd contract", "extractelement", "icmp ne i16", "shl i8", "ashr i8"}) {
    const auto at = ir.find(instruction);
    ASSERT_NE(at, ir.npos) << instruction << ir;
    const std::string line = ir.substr(at, ir.find('\n', at) - at);
    EXPECT_TRUE(contains(line, ", !dbg !")) << line;
  }
}

// The verifier requires a location only for calls.
TEST(locations, what_has_no_location_gets_none) {
  const std::string ir =
      with_lines("  %r = add i32 %n, 2\n  call void @llvm.genx.barrier()\n", "declare void @llvm.genx.barrier()\n").ir;
  EXPECT_TRUE(contains(ir, "  %r = add i32 %n, 2\n")) << ir;
  EXPECT_TRUE(contains(ir, "call void @llvm.genx.barrier(), !dbg !")) << ir;
  EXPECT_TRUE(contains(ir, "!DILocation(line: 0, scope: !")) << ir;
}

} // namespace
} // namespace xeforge::toolchain::lowering
