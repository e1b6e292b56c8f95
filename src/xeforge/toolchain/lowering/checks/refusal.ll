; Where refusals that belong to no instruction are: with debug information at a line, without it (the tests beside this one) in a
; kernel.
; RUN: %opt -passes=make-thread-locals-private,check-descriptions,widen-illegal-integers,assign-resources -disable-output %s 2>&1 | FileCheck %s

; Of a variable it is where that is defined ...
; CHECK: k.cpp:5: got ESIMD_REGISTER(WHERE) of variable place; expected a constant number of bytes
@place = dso_local thread_local global i32 0, section "xeforge.register.WHERE", align 4, !dbg !5
; ... or used.
; CHECK-NEXT: k.cpp:8: got variable elsewhere, which is defined in another file; expected a definition in the file of the kernel
@elsewhere = external thread_local global i32, align 4

; Of a kernel it is where its class is.
; CHECK-NEXT: k.cpp:7: got captures that are not copied byte by byte
; CHECK:      k.cpp:9: got an integer of 5 bits as an argument
; CHECK-NEXT: k.cpp:7: got slm_init of 131073 bytes
define spir_kernel void @kernel(ptr %captures) !dbg !10 {
  %at = call ptr @llvm.threadlocal.address.p0(ptr @elsewhere), !dbg !13
  store i32 1, ptr %at, !dbg !13
  call void @_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32 131073), !dbg !11
  ret void, !dbg !11
}

; Of another function it is where that is.
define spir_func i32 @function(i5 %n) !dbg !20 {
  %m = zext i5 %n to i32, !dbg !21
  ret i32 %m, !dbg !21
}

declare nonnull ptr @llvm.threadlocal.address.p0(ptr)
declare void @_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, globals: !{!5})
!1 = !DIFile(filename: "k.cpp", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!4 = distinct !DIGlobalVariable(name: "place", scope: !1, file: !1, line: 5, type: !3, isDefinition: true)
!5 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression())
!10 = distinct !DISubprogram(name: "entry", scope: !1, file: !1, line: 1, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 3, scope: !14, inlinedAt: !12)
!12 = distinct !DILocation(line: 2, scope: !10)
!13 = !DILocation(line: 8, scope: !14, inlinedAt: !12)
!14 = distinct !DISubprogram(name: "call_kernel<K>", linkageName: "_ZN4sycl3_V16detail11call_kernelI1KJEEEvRKT_", scope: !1, file: !1, unit: !0, spFlags: DISPFlagDefinition, templateParams: !{!15})
!15 = !DITemplateTypeParameter(name: "Kernel", type: !16)
!16 = distinct !DICompositeType(tag: DW_TAG_class_type, file: !1, line: 7)
!20 = distinct !DISubprogram(name: "function", scope: !1, file: !1, line: 9, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocation(line: 10, scope: !20)
