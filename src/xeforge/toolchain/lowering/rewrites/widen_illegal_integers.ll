; RUN: %opt -passes=widen-illegal-integers %s | %check

define spir_func void @a_switch_over_three_bits_is_one_over_eight(i64 %a) {
; CHECK-LABEL: define {{.*}}@a_switch_over_three_bits_is_one_over_eight(
; CHECK-NEXT:   %1 = trunc i64 %a to i8
; CHECK-NEXT:   %2 = and i8 %1, 7
; CHECK-NEXT:   switch i8 %2, label %other [
; CHECK-NEXT:     i8 0, label %zero
; CHECK-NEXT:     i8 5, label %five
; CHECK-NEXT:   ]
; CHECK: zero:
; CHECK-NEXT:   ret void
; CHECK: five:
; CHECK-NEXT:   ret void
; CHECK: other:
; CHECK-NEXT:   ret void
  %b = trunc nuw i64 %a to i3
  switch i3 %b, label %other [
    i3 0, label %zero
    i3 -3, label %five
  ]
zero:
  ret void
five:
  ret void
other:
  ret void
}

define spir_func void @results_keep_their_upper_bits_clear(i32 %a, i1 %c) {
; CHECK-LABEL: define {{.*}}@results_keep_their_upper_bits_clear(
; CHECK-NEXT:   %1 = trunc i32 %a to i16
; CHECK-NEXT:   %2 = and i16 %1, 4095
; CHECK-NEXT:   %3 = add i16 %2, 4095
; CHECK-NEXT:   %4 = and i16 %3, 4095
; CHECK-NEXT:   %5 = xor i16 %4, 4095
; CHECK-NEXT:   %6 = sext i1 %c to i16
; CHECK-NEXT:   %7 = and i16 %6, 4095
; CHECK-NEXT:   %8 = mul i16 %5, %7
; CHECK-NEXT:   %9 = and i16 %8, 4095
; CHECK-NEXT:   ret void
  %b = trunc i32 %a to i12
  %d = add nuw nsw i12 %b, -1
  %e = xor i12 %d, -1
  %g = sext i1 %c to i12
  %h = mul i12 %e, %g
  ret void
}

define spir_func void @signs_are_where_the_narrow_integer_has_them(i8 %a) {
; CHECK-LABEL: define {{.*}}@signs_are_where_the_narrow_integer_has_them(
; CHECK-NEXT:   %1 = and i8 %a, 7
; CHECK-NEXT:   %2 = shl i8 %1, 5
; CHECK-NEXT:   %3 = ashr i8 %2, 5
; CHECK-NEXT:   %4 = icmp slt i8 %3, -1
; CHECK-NEXT:   %5 = shl i8 %1, 5
; CHECK-NEXT:   %6 = ashr i8 %5, 5
; CHECK-NEXT:   %7 = sext i8 %6 to i32
; CHECK-NEXT:   %8 = icmp ugt i8 %1, 4
; CHECK-NEXT:   ret void
  %b = trunc i8 %a to i3
  %c = icmp slt i3 %b, -1
  %d = sext i3 %b to i32
  %e = icmp ugt i3 %b, -4
  ret void
}

define spir_func void @meeting_choosing_and_widening(i1 %c, i8 %x) {
; CHECK-LABEL: define {{.*}}@meeting_choosing_and_widening(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %1 = phi i8 [ 3, %0 ], [ %4, %loop ]
; CHECK-NEXT:   %2 = select i1 %c, i8 %1, i8 2
; CHECK-NEXT:   %3 = freeze i8 %2
; CHECK-NEXT:   %4 = and i8 %2, 3
; CHECK-NEXT:   br i1 %c, label %loop, label %out
; CHECK: out:
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %a = phi i2 [ -1, %0 ], [ %g, %loop ]
  %b = select i1 %c, i2 %a, i2 -2
  %d = zext nneg i2 %b to i8
  %e = freeze i2 %b
  %g = trunc i8 %d to i2
  br i1 %c, label %loop, label %out
out:
  ret void
}

define spir_func void @two_bits_are_reversed_as_the_upper_ones_of_eight(i8 %a) {
; CHECK-LABEL: define {{.*}}@two_bits_are_reversed_as_the_upper_ones_of_eight(
; CHECK-NEXT:   %1 = and i8 %a, 3
; CHECK-NEXT:   %2 = call i8 @llvm.bitreverse.i8(i8 %1)
; CHECK-NEXT:   %3 = lshr i8 %2, 6
; CHECK-NEXT:   ret void
  %b = trunc i8 %a to i2
  %c = call i2 @llvm.bitreverse.i2(i2 %b)
  ret void
}

define spir_func void @integers_of_whole_bytes_are_vectors_of_them_and_stand_in_memory(i32 %a) {
; CHECK-LABEL: define {{.*}}@integers_of_whole_bytes_are_vectors_of_them_and_stand_in_memory(
; CHECK-NEXT:   %1 = and i32 %a, 16777215
; CHECK-NEXT:   %2 = bitcast i32 %1 to <4 x i8>
; CHECK-NEXT:   %3 = shufflevector <4 x i8> %2, <4 x i8> poison, <3 x i32> <i32 0, i32 1, i32 2>
; CHECK-NEXT:   %4 = shufflevector <3 x i8> %3, <3 x i8> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT:   %5 = bitcast <4 x i8> %4 to i32
; CHECK-NEXT:   ret void
  %b = trunc i32 %a to i24
  %c = bitcast i24 %b to <3 x i8>
  %d = bitcast <3 x i8> %c to i24
  %e = zext i24 %d to i32
  ret void
}

define spir_func void @integers_of_whole_bytes_are_vectors_of_them_and_stand_in_memory_2(ptr %p) {
; CHECK-LABEL: define {{.*}}@integers_of_whole_bytes_are_vectors_of_them_and_stand_in_memory_2(
; CHECK-NEXT:   %1 = load i8, ptr %p, align 4
; CHECK-NEXT:   %2 = zext i8 %1 to i32
; CHECK-NEXT:   %3 = getelementptr i8, ptr %p, i64 1
; CHECK-NEXT:   %4 = load i8, ptr %3, align 1
; CHECK-NEXT:   %5 = zext i8 %4 to i32
; CHECK-NEXT:   %6 = shl i32 %5, 8
; CHECK-NEXT:   %7 = or i32 %2, %6
; CHECK-NEXT:   %8 = getelementptr i8, ptr %p, i64 2
; CHECK-NEXT:   %9 = load i8, ptr %8, align 2
; CHECK-NEXT:   %10 = zext i8 %9 to i32
; CHECK-NEXT:   %11 = shl i32 %10, 16
; CHECK-NEXT:   %12 = or i32 %7, %11
; CHECK-NEXT:   %13 = trunc i32 %12 to i8
; CHECK-NEXT:   store i8 %13, ptr %p, align 2
; CHECK-NEXT:   %14 = lshr i32 %12, 8
; CHECK-NEXT:   %15 = trunc i32 %14 to i8
; CHECK-NEXT:   %16 = getelementptr i8, ptr %p, i64 1
; CHECK-NEXT:   store i8 %15, ptr %16, align 1
; CHECK-NEXT:   %17 = lshr i32 %12, 16
; CHECK-NEXT:   %18 = trunc i32 %17 to i8
; CHECK-NEXT:   %19 = getelementptr i8, ptr %p, i64 2
; CHECK-NEXT:   store i8 %18, ptr %19, align 2
; CHECK-NEXT:   ret void
  %a = load i24, ptr %p, align 4
  store i24 %a, ptr %p, align 2
  ret void
}

define spir_func void @other_integers_stay(i32 %a, i64 %x) {
; CHECK-LABEL: define {{.*}}@other_integers_stay(
; CHECK-NEXT:   %b = trunc i32 %a to i8
; CHECK-NEXT:   %i3 = add i32 %a, 1
; CHECK-NEXT:   %c = zext i1 true to i16
; CHECK-NEXT:   %d = bitcast i64 %x to <64 x i1>
; CHECK-NEXT:   ret void
  %b = trunc i32 %a to i8
  %i3 = add i32 %a, 1
  %c = zext i1 true to i16
  %d = bitcast i64 %x to <64 x i1>
  ret void
}
