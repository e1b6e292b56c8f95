; RUN: %opt -passes='expand-builtins<ptx>' %s | %check

define spir_func void @checks_for_overflow_compare(i32 %a, i32 %b) {
; CHECK-LABEL: define {{.*}}@checks_for_overflow_compare(
; CHECK-NEXT:   %1 = zext i32 %a to i64
; CHECK-NEXT:   %2 = zext i32 %b to i64
; CHECK-NEXT:   %3 = mul i64 %1, %2
; CHECK-NEXT:   %4 = lshr i64 %3, 32
; CHECK-NEXT:   %5 = trunc i64 %4 to i32
; CHECK-NEXT:   %6 = mul i32 %a, %b
; CHECK-NEXT:   %7 = icmp ne i32 %5, 0
; CHECK-NEXT:   %8 = insertvalue { i32, i1 } poison, i32 %6, 0
; CHECK-NEXT:   %9 = insertvalue { i32, i1 } %8, i1 %7, 1
; CHECK-NEXT:   ret void
  %r = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  ret void
}
