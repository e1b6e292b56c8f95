; RUN: %opt -passes=unroll-loops %s | %check

define spir_func void @few_rounds_become_straight_code_with_constant_offsets(<4 x i32> %v, ptr %p, i32 %n) {
; CHECK-LABEL: define {{.*}}@few_rounds_become_straight_code_with_constant_offsets(
; CHECK-NEXT: loop:
; CHECK-NEXT:   %e = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 0, i32 0)
; CHECK-NEXT:   store i32 %e, ptr %p, align 4
; CHECK-NEXT:   %e.1 = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 4, i32 0)
; CHECK-NEXT:   %at.1 = getelementptr i32, ptr %p, i32 1
; CHECK-NEXT:   store i32 %e.1, ptr %at.1, align 4
; CHECK-NEXT:   %e.2 = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 8, i32 0)
; CHECK-NEXT:   %at.2 = getelementptr i32, ptr %p, i32 2
; CHECK-NEXT:   store i32 %e.2, ptr %at.2, align 4
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %wide = trunc i32 %i to i16
  %bytes = shl i16 %wide, 2
  %e = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 %bytes, i32 0)
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %e, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 3
  br i1 %more, label %loop, label %out
out:
  ret void
}

define spir_func void @other_loops_stay(<4 x i32> %v, ptr %p, i32 %n) {
; CHECK-LABEL: define {{.*}}@other_loops_stay(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %i = phi i32 [ 0, %0 ], [ %next, %loop ]
; CHECK-NEXT:   %wide = trunc i32 %i to i16
; CHECK-NEXT:   %bytes = shl i16 %wide, 2
; CHECK-NEXT:   %e = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 %bytes, i32 0)
; CHECK-NEXT:   %at = getelementptr i32, ptr %p, i32 %i
; CHECK-NEXT:   store i32 %e, ptr %at, align 4
; CHECK-NEXT:   %next = add i32 %i, 1
; CHECK-NEXT:   %more = icmp ult i32 %next, %n
; CHECK-NEXT:   br i1 %more, label %loop, label %out
; CHECK: out:
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %wide = trunc i32 %i to i16
  %bytes = shl i16 %wide, 2
  %e = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 %bytes, i32 0)
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %e, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}

define spir_func void @other_loops_stay_2(<4 x i32> %v, ptr %p, i32 %n) {
; CHECK-LABEL: define {{.*}}@other_loops_stay_2(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %i = phi i32 [ 0, %0 ], [ %next, %loop ]
; CHECK-NEXT:   %wide = trunc i32 %i to i16
; CHECK-NEXT:   %bytes = shl i16 %wide, 2
; CHECK-NEXT:   %e = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 %bytes, i32 0)
; CHECK-NEXT:   %at = getelementptr i32, ptr %p, i32 %i
; CHECK-NEXT:   store i32 %e, ptr %at, align 4
; CHECK-NEXT:   %next = add i32 %i, 1
; CHECK-NEXT:   %more = icmp ult i32 %next, 1000
; CHECK-NEXT:   br i1 %more, label %loop, label %out
; CHECK: out:
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %wide = trunc i32 %i to i16
  %bytes = shl i16 %wide, 2
  %e = call i32 @llvm.genx.rdregioni.x0(<4 x i32> %v, i32 1, i32 1, i32 1, i16 %bytes, i32 0)
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %e, ptr %at
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 1000
  br i1 %more, label %loop, label %out
out:
  ret void
}

define spir_func void @what_has_no_loop_is_not_touched(<4 x i32> %v, ptr %p, i32 %n) {
; CHECK-LABEL: define {{.*}}@what_has_no_loop_is_not_touched(
; CHECK-NEXT:   %unused = add i32 %n, 1
; CHECK-NEXT:   ret void
  %unused = add i32 %n, 1
  ret void
}

declare i32 @llvm.genx.rdregioni.x0(<4 x i32>, i32, i32, i32, i16, i32) memory(none) willreturn nounwind
