; RUN: %opt -passes=keep-shifts %s | %check

define spir_func void @a_count_that_may_be_beyond_the_lower_half_is_not_taken_for_one_of_it(<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one) {
; CHECK-LABEL: define {{.*}}@a_count_that_may_be_beyond_the_lower_half_is_not_taken_for_one_of_it(
; CHECK-NEXT:   %1 = shl <8 x i64> %x, %n
; CHECK-NEXT:   %2 = call spir_func <8 x i64> @llvm.vc.internal.optimization.fence.v8i64(<8 x i64> %1)
; CHECK-NEXT:   %low = trunc <8 x i64> %2 to <8 x i32>
; CHECK-NEXT:   store <8 x i32> %low, ptr poison, align 32
; CHECK-NEXT:   ret void
  %s = shl <8 x i64> %x, %n
  %low = trunc <8 x i64> %s to <8 x i32>
  store <8 x i32> %low, ptr poison
  ret void
}

define spir_func void @a_count_that_may_be_beyond_the_lower_half_is_not_taken_for_one_of_it_2(<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one) {
; CHECK-LABEL: define {{.*}}@a_count_that_may_be_beyond_the_lower_half_is_not_taken_for_one_of_it_2(
; CHECK-NEXT:   %c = and <8 x i64> %n, splat (i64 63)
; CHECK-NEXT:   %1 = shl <8 x i64> %x, %c
; CHECK-NEXT:   %2 = call spir_func <8 x i64> @llvm.vc.internal.optimization.fence.v8i64(<8 x i64> %1)
; CHECK-NEXT:   %low = trunc <8 x i64> %2 to <8 x i32>
; CHECK-NEXT:   store <8 x i32> %low, ptr poison, align 32
; CHECK-NEXT:   ret void
  %c = and <8 x i64> %n, splat (i64 63)
  %s = shl <8 x i64> %x, %c
  %low = trunc <8 x i64> %s to <8 x i32>
  store <8 x i32> %low, ptr poison
  ret void
}

define spir_func void @a_count_that_may_be_beyond_the_lower_half_is_not_taken_for_one_of_it_3(<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one) {
; CHECK-LABEL: define {{.*}}@a_count_that_may_be_beyond_the_lower_half_is_not_taken_for_one_of_it_3(
; CHECK-NEXT:   %1 = shl <8 x i64> splat (i64 1), %n
; CHECK-NEXT:   %2 = call spir_func <8 x i64> @llvm.vc.internal.optimization.fence.v8i64(<8 x i64> %1)
; CHECK-NEXT:   %low = trunc <8 x i64> %2 to <8 x i32>
; CHECK-NEXT:   store <8 x i32> %low, ptr poison, align 32
; CHECK-NEXT:   ret void
  %s = shl <8 x i64> splat (i64 1), %n
  %low = trunc <8 x i64> %s to <8 x i32>
  store <8 x i32> %low, ptr poison
  ret void
}

define spir_func void @other_shifts_stay(<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one) {
; CHECK-LABEL: define {{.*}}@other_shifts_stay(
; CHECK-NEXT:   %s = shl <8 x i64> %x, splat (i64 31)
; CHECK-NEXT:   %low = trunc <8 x i64> %s to <8 x i32>
; CHECK-NEXT:   store <8 x i32> %low, ptr poison, align 32
; CHECK-NEXT:   ret void
  %s = shl <8 x i64> %x, splat (i64 31)
  %low = trunc <8 x i64> %s to <8 x i32>
  store <8 x i32> %low, ptr poison
  ret void
}

define spir_func void @other_shifts_stay_2(<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one) {
; CHECK-LABEL: define {{.*}}@other_shifts_stay_2(
; CHECK-NEXT:   %c = and <8 x i64> %n, splat (i64 31)
; CHECK-NEXT:   %s = shl <8 x i64> %x, %c
; CHECK-NEXT:   %low = trunc <8 x i64> %s to <8 x i32>
; CHECK-NEXT:   store <8 x i32> %low, ptr poison, align 32
; CHECK-NEXT:   ret void
  %c = and <8 x i64> %n, splat (i64 31)
  %s = shl <8 x i64> %x, %c
  %low = trunc <8 x i64> %s to <8 x i32>
  store <8 x i32> %low, ptr poison
  ret void
}

define spir_func void @other_shifts_stay_3(<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one) {
; CHECK-LABEL: define {{.*}}@other_shifts_stay_3(
; CHECK-NEXT:   %s = lshr <8 x i64> %x, %n
; CHECK-NEXT:   %low = trunc <8 x i64> %s to <8 x i32>
; CHECK-NEXT:   store <8 x i32> %low, ptr poison, align 32
; CHECK-NEXT:   ret void
  %s = lshr <8 x i64> %x, %n
  %low = trunc <8 x i64> %s to <8 x i32>
  store <8 x i32> %low, ptr poison
  ret void
}

define spir_func void @other_shifts_stay_4(<8 x i64> %x, <8 x i64> %n, <8 x i32> %y, <8 x i32> %m, i64 %one) {
; CHECK-LABEL: define {{.*}}@other_shifts_stay_4(
; CHECK-NEXT:   %t = shl <8 x i32> %y, %m
; CHECK-NEXT:   %s = zext <8 x i32> %t to <8 x i64>
; CHECK-NEXT:   %low = trunc <8 x i64> %s to <8 x i32>
; CHECK-NEXT:   store <8 x i32> %low, ptr poison, align 32
; CHECK-NEXT:   ret void
  %t = shl <8 x i32> %y, %m
  %s = zext <8 x i32> %t to <8 x i64>
  %low = trunc <8 x i64> %s to <8 x i32>
  store <8 x i32> %low, ptr poison
  ret void
}
