; RUN: %opt -passes=pass-captures-by-value %s | FileCheck %s

%S = type { i64 }

; What it is for: tests/driver/programs/capture_program.cpp, run as machine code.
; CHECK: @an_object_whose_address_is_passed_is_passed_as_its_class_is_described(ptr readonly byval(<{ i8, [3 x i8], float, float, [4 x i8], ptr addrspace(4), [8 x i8] }>) align 8 %0)
define spir_kernel void @an_object_whose_address_is_passed_is_passed_as_its_class_is_described(ptr dead_on_return readonly %0) !dbg !2 {
  ret void, !dbg !9
}

; CHECK: @other_kernels_stay(ptr byval(%S) align 8 %0)
define spir_kernel void @other_kernels_stay(ptr byval(%S) align 8 %0) !dbg !3 {
  ret void, !dbg !12
}
; CHECK: @kernels_without_an_object_stay(i32 %0)
define spir_kernel void @kernels_without_an_object_stay(i32 %0) !dbg !4 {
  ret void, !dbg !14
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!10}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cpp", directory: "/d")
!2 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!3 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!4 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 3, scope: !20, inlinedAt: !11)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = distinct !DILocation(line: 2, scope: !2)
!12 = !DILocation(line: 3, scope: !20, inlinedAt: !13)
!13 = distinct !DILocation(line: 2, scope: !3)
!14 = !DILocation(line: 3, scope: !20, inlinedAt: !15)
!15 = distinct !DILocation(line: 2, scope: !4)
!20 = distinct !DISubprogram(name: "call_kernel<K>", linkageName: "_ZN4sycl3_V16detail11call_kernelI1KJEEEvRKT_", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, templateParams: !21)
!21 = !{!22}
!22 = !DITemplateTypeParameter(name: "Kernel", type: !23)
; A char, two floats in an array at 4, a class with an address at 16, and 32 bytes.
!23 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 7, size: 256, elements: !24)
!24 = !{!25, !26, !27}
!25 = !DIDerivedType(tag: DW_TAG_member, name: "c", scope: !23, baseType: !30, size: 8)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !23, baseType: !31, size: 64, offset: 32)
!27 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !23, baseType: !34, offset: 128)
!30 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!31 = !DICompositeType(tag: DW_TAG_array_type, baseType: !32, size: 64, elements: !33)
!32 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!33 = !{!DISubrange(count: 2)}
!34 = !DICompositeType(tag: DW_TAG_structure_type, name: "B", file: !1, size: 64, elements: !35)
!35 = !{!36}
!36 = !DIDerivedType(tag: DW_TAG_member, name: "p", scope: !34, baseType: !37, size: 64)
!37 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !30, size: 64)
