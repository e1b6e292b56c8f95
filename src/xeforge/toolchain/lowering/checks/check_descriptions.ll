; RUN: %opt -passes=check-descriptions -disable-output %s 2>&1 | %check

%S = type { i32, i32 }

; ---- captures ----
; CHECK: k.cpp:7: got a kernel that captures 'this', which points
define spir_kernel void @a_captured_this_is_refused() !dbg !10 {
  ret void, !dbg !11
}
define spir_kernel void @a_copy_of_it_is_not() !dbg !20 {
  ret void, !dbg !21
}
define spir_kernel void @a_pointer_of_another_name_is_not() !dbg !30 {
  ret void, !dbg !31
}

define spir_kernel void @captures_that_are_passed_by_their_address_are_refused(ptr readonly %0) {
; CHECK:      kernel captures_that_are_passed_by_their_address_are_refused: got captures that are not copied byte by byte, since the class of one has a constructor that copies or moves it (as std::tuple has); expected classes without such constructors, as std::pair and std::array are
  ret void
}
define spir_kernel void @captures_that_are_passed_by_value_are_not(ptr byval(%S) align 4 %0) {
  ret void
}
define spir_kernel void @no_captures_are_not() {
  ret void
}

; ---- ends ----
define spir_kernel void @an_endless_kernel_is_refused() noreturn {
; CHECK:      kernel an_endless_kernel_is_refused: got a kernel that never ends, or does what C++ leaves undefined whatever it gets; expected a kernel that returns: no endless loop, no thread-local variable whose first value is computed
  br label %again
again:
  br label %again
}

; ---- variables of types that no device has ----
; CHECK: k.cpp:44: got 'a' of type long double; expected double, or float, in device code
define spir_kernel void @long_double() !dbg !40 {
  ret void, !dbg !41
}
define spir_kernel void @int() !dbg !50 {
  ret void, !dbg !51
}
define spir_kernel void @a_constant() !dbg !60 {
  ret void, !dbg !61
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "k.cpp", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !4, size: 64)
!4 = !DICompositeType(tag: DW_TAG_structure_type, name: "Solver", file: !1, line: 3)

!10 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 3, scope: !13, inlinedAt: !12)
!12 = distinct !DILocation(line: 2, scope: !10)
!13 = distinct !DISubprogram(name: "call_kernel<(lambda at k.cpp:7:9)>", linkageName: "_ZN4sycl3_V16detail11call_kernelIZ1fvEUlvE_JEEEvRKT_", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, templateParams: !{!14})
!14 = !DITemplateTypeParameter(name: "Kernel", type: !15)
!15 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 7, elements: !{!16})
!16 = !DIDerivedType(tag: DW_TAG_member, name: "this", scope: !15, file: !1, line: 7, baseType: !3, size: 64)

!20 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 3, scope: !23, inlinedAt: !22)
!22 = distinct !DILocation(line: 2, scope: !20)
!23 = distinct !DISubprogram(name: "call_kernel<(lambda at k.cpp:8:9)>", linkageName: "_ZN4sycl3_V16detail11call_kernelIZ1fvEUlvE0_JEEEvRKT_", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, templateParams: !{!24})
!24 = !DITemplateTypeParameter(name: "Kernel", type: !25)
!25 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 8, elements: !{!26})
!26 = !DIDerivedType(tag: DW_TAG_member, name: "this", scope: !25, file: !1, line: 8, baseType: !4, size: 64)

!30 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!31 = !DILocation(line: 3, scope: !33, inlinedAt: !32)
!32 = distinct !DILocation(line: 2, scope: !30)
!33 = distinct !DISubprogram(name: "call_kernel<(lambda at k.cpp:9:9)>", linkageName: "_ZN4sycl3_V16detail11call_kernelIZ1fvEUlvE1_JEEEvRKT_", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, templateParams: !{!34})
!34 = !DITemplateTypeParameter(name: "Kernel", type: !35)
!35 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 9, elements: !{!36})
!36 = !DIDerivedType(tag: DW_TAG_member, name: "memory", scope: !35, file: !1, line: 9, baseType: !3, size: 64)

!40 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!41 = !DILocation(line: 3, scope: !43, inlinedAt: !42)
!42 = distinct !DILocation(line: 2, scope: !40)
!43 = distinct !DISubprogram(name: "f", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !{!44})
!44 = !DILocalVariable(name: "a", scope: !43, file: !1, line: 44, type: !45)
!45 = !DIDerivedType(tag: DW_TAG_typedef, name: "alias", baseType: !46)
!46 = !DIBasicType(name: "long double", size: 128, encoding: DW_ATE_float)

!50 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!51 = !DILocation(line: 3, scope: !53, inlinedAt: !52)
!52 = distinct !DILocation(line: 2, scope: !50)
!53 = distinct !DISubprogram(name: "f", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !{!54})
!54 = !DILocalVariable(name: "a", scope: !53, file: !1, line: 54, type: !55)
!55 = !DIDerivedType(tag: DW_TAG_typedef, name: "alias", baseType: !56)
!56 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

!60 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!61 = !DILocation(line: 3, scope: !63, inlinedAt: !62)
!62 = distinct !DILocation(line: 2, scope: !60)
!63 = distinct !DISubprogram(name: "f", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !{!64})
!64 = !DILocalVariable(name: "a", scope: !63, file: !1, line: 64, type: !65)
!65 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !46)
