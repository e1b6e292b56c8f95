; RUN: %opt -passes=carry-predicates %s | %check

define spir_func void @what_a_loop_leaves_as_it_is_becomes_a_number(i1 %c, i1 %d, i1 %x, ptr %to) {
; CHECK-LABEL: define {{.*}}@what_a_loop_leaves_as_it_is_becomes_a_number(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %1 = phi i16 [ 0, %0 ], [ %4, %join ]
; CHECK-NEXT:   %2 = icmp ne i16 %1, 0
; CHECK-NEXT:   br i1 %c, label %change, label %join
; CHECK: change:
; CHECK-NEXT:   %changed = xor i1 %2, true
; CHECK-NEXT:   br label %join
; CHECK: join:
; CHECK-NEXT:   %next = phi i1 [ %changed, %change ], [ %2, %loop ]
; CHECK-NEXT:   %3 = zext i1 %next to i16
; CHECK-NEXT:   %4 = call spir_func i16 @llvm.vc.internal.optimization.fence.i16(i16 %3)
; CHECK-NEXT:   br i1 %d, label %loop, label %out
; CHECK: out:
; CHECK-NEXT:   store i1 %next, ptr %to, align 1
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %found = phi i1 [ false, %0 ], [ %next, %join ]
  br i1 %c, label %change, label %join
change:
  %changed = xor i1 %found, true
  br label %join
join:
  %next = phi i1 [ %changed, %change ], [ %found, %loop ]
  br i1 %d, label %loop, label %out
out:
  store i1 %next, ptr %to, align 1
  ret void
}

define spir_func void @what_is_computed_in_each_iteration_stays(i1 %c, i1 %d, i1 %x, ptr %to) {
; CHECK-LABEL: define {{.*}}@what_is_computed_in_each_iteration_stays(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %found = phi i1 [ false, %0 ], [ %next, %join ]
; CHECK-NEXT:   br i1 %c, label %change, label %join
; CHECK: change:
; CHECK-NEXT:   br label %join
; CHECK: join:
; CHECK-NEXT:   %next = select i1 %c, i1 %x, i1 %found
; CHECK-NEXT:   br i1 %d, label %loop, label %out
; CHECK: out:
; CHECK-NEXT:   store i1 %next, ptr %to, align 1
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %found = phi i1 [ false, %0 ], [ %next, %join ]
  br i1 %c, label %change, label %join
change:
  br label %join
join:
  %next = select i1 %c, i1 %x, i1 %found
  br i1 %d, label %loop, label %out
out:
  store i1 %next, ptr %to, align 1
  ret void
}

define spir_func void @numbers_stay(i1 %c, i1 %d, i1 %x, ptr %to) {
; CHECK-LABEL: define {{.*}}@numbers_stay(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %found = phi i8 [ 0, %0 ], [ %next, %join ]
; CHECK-NEXT:   br i1 %c, label %change, label %join
; CHECK: change:
; CHECK-NEXT:   %changed = xor i8 %found, 1
; CHECK-NEXT:   br label %join
; CHECK: join:
; CHECK-NEXT:   %next = phi i8 [ %changed, %change ], [ %found, %loop ]
; CHECK-NEXT:   br i1 %d, label %loop, label %out
; CHECK: out:
; CHECK-NEXT:   store i8 %next, ptr %to, align 1
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %found = phi i8 [ 0, %0 ], [ %next, %join ]
  br i1 %c, label %change, label %join
change:
  %changed = xor i8 %found, 1
  br label %join
join:
  %next = phi i8 [ %changed, %change ], [ %found, %loop ]
  br i1 %d, label %loop, label %out
out:
  store i8 %next, ptr %to, align 1
  ret void
}

; Two nested loops; only one of the two bools has to become an integer.
define spir_func void @one_number_in_a_circle_is_enough(i1 %c, i1 %d, i1 %x, ptr %to) {
; CHECK-LABEL: define {{.*}}@one_number_in_a_circle_is_enough(
; CHECK-NEXT:   br label %outer
; CHECK: outer:
; CHECK-NEXT:   %1 = phi i16 [ 0, %0 ], [ %4, %latch ]
; CHECK-NEXT:   %2 = icmp ne i16 %1, 0
; CHECK-NEXT:   br label %inner
; CHECK: inner:
; CHECK-NEXT:   %b = phi i1 [ %2, %outer ], [ %x, %inner ]
; CHECK-NEXT:   br i1 %c, label %inner, label %latch
; CHECK: latch:
; CHECK-NEXT:   %3 = zext i1 %b to i16
; CHECK-NEXT:   %4 = call spir_func i16 @llvm.vc.internal.optimization.fence.i16(i16 %3)
; CHECK-NEXT:   br i1 %d, label %outer, label %out
; CHECK: out:
; CHECK-NEXT:   store i1 %b, ptr %to, align 1
; CHECK-NEXT:   ret void
  br label %outer
outer:
  %a = phi i1 [ false, %0 ], [ %b, %latch ]
  br label %inner
inner:
  %b = phi i1 [ %a, %outer ], [ %x, %inner ]
  br i1 %c, label %inner, label %latch
latch:
  br i1 %d, label %outer, label %out
out:
  store i1 %b, ptr %to, align 1
  ret void
}
