; RUN: %opt -passes=split-indexed-conversions %s | %check

define spir_func void @even_and_odd_elements_are_written_alone(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@even_and_odd_elements_are_written_alone(
; CHECK-NEXT:   %c = fpext <16 x half> %h to <16 x float>
; CHECK-NEXT:   %1 = shufflevector <16 x float> %c, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK-NEXT:   %2 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %v, <8 x float> %1, i32 16, i32 8, i32 2, i16 %at, i32 0, i1 true)
; CHECK-NEXT:   %3 = shufflevector <16 x float> %c, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK-NEXT:   %4 = add i16 %at, 4
; CHECK-NEXT:   %5 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %2, <8 x float> %3, i32 16, i32 8, i32 2, i16 %4, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %c = fpext <16 x half> %h to <16 x float>
  %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %c, i32 16, i32 16, i32 1, i16 %at, i32 0, i1 true)
  ret void
}

; Rows of four, eight elements apart: columns 0 and 2, then 1 and 3, of all rows at once.
define spir_func void @rows_of_an_even_width_stay_together(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@rows_of_an_even_width_stay_together(
; CHECK-NEXT:   %c = fpext <16 x half> %h to <16 x float>
; CHECK-NEXT:   %1 = shufflevector <16 x float> %c, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK-NEXT:   %2 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %v, <8 x float> %1, i32 8, i32 2, i32 2, i16 %at, i32 0, i1 true)
; CHECK-NEXT:   %3 = shufflevector <16 x float> %c, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK-NEXT:   %4 = add i16 %at, 4
; CHECK-NEXT:   %5 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %2, <8 x float> %3, i32 8, i32 2, i32 2, i16 %4, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %c = fpext <16 x half> %h to <16 x float>
  %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %c, i32 8, i32 4, i32 1, i16 %at, i32 0, i1 true)
  ret void
}

; Every second element of a column.
define spir_func void @a_column_is_a_row_that_lies_the_other_way(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@a_column_is_a_row_that_lies_the_other_way(
; CHECK-NEXT:   %c = fpext <16 x half> %h to <16 x float>
; CHECK-NEXT:   %1 = shufflevector <16 x float> %c, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK-NEXT:   %2 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %v, <8 x float> %1, i32 8, i32 8, i32 16, i16 %at, i32 0, i1 true)
; CHECK-NEXT:   %3 = shufflevector <16 x float> %c, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK-NEXT:   %4 = add i16 %at, 32
; CHECK-NEXT:   %5 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %2, <8 x float> %3, i32 8, i32 8, i32 16, i16 %4, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %c = fpext <16 x half> %h to <16 x float>
  %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %c, i32 8, i32 1, i32 0, i16 %at, i32 0, i1 true)
  ret void
}

define spir_func void @predicates_as_numbers_are_chosen_where_they_are_written(i32 %a, i32 %b, i64 %at, ptr %out) {
; CHECK-LABEL: define {{.*}}@predicates_as_numbers_are_chosen_where_they_are_written(
; CHECK-NEXT:   %v = alloca [16 x i32], align 4
; CHECK-NEXT:   %p = getelementptr i32, ptr %v, i64 %at
; CHECK-NEXT:   %c = icmp slt i32 %a, %b
; CHECK-NEXT:   %1 = call spir_func i32 @llvm.genx.constanti.i32(i32 -1)
; CHECK-NEXT:   %2 = select i1 %c, i32 %1, i32 0
; CHECK-NEXT:   store i32 %2, ptr %p, align 4
; CHECK-NEXT:   ret void
  %v = alloca [16 x i32], align 4
  %p = getelementptr i32, ptr %v, i64 %at
  %c = icmp slt i32 %a, %b
  %s = sext i1 %c to i32
  store i32 %s, ptr %p, align 4
  ret void
}

define spir_func void @predicates_as_numbers_are_chosen_where_they_are_written_2(i32 %a, i32 %b, i64 %at, ptr %out) {
; CHECK-LABEL: define {{.*}}@predicates_as_numbers_are_chosen_where_they_are_written_2(
; CHECK-NEXT:   %v = alloca [16 x i32], align 4
; CHECK-NEXT:   %p = getelementptr i32, ptr %v, i64 %at
; CHECK-NEXT:   %c = icmp slt i32 %a, %b
; CHECK-NEXT:   %s = sext i1 %c to i32
; CHECK-NEXT:   store i32 %s, ptr %out, align 4
; CHECK-NEXT:   ret void
  %v = alloca [16 x i32], align 4
  %p = getelementptr i32, ptr %v, i64 %at
  %c = icmp slt i32 %a, %b
  %s = sext i1 %c to i32
  store i32 %s, ptr %out, align 4
  ret void
}

define spir_func void @of_an_odd_number_the_even_part_has_one_more(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@of_an_odd_number_the_even_part_has_one_more(
; CHECK-NEXT:   %c = fpext <5 x half> %five to <5 x float>
; CHECK-NEXT:   %1 = shufflevector <5 x float> %c, <5 x float> poison, <3 x i32> <i32 0, i32 2, i32 4>
; CHECK-NEXT:   %2 = call <128 x float> @llvm.genx.wrregionf.x5.of3(<128 x float> %v, <3 x float> %1, i32 5, i32 3, i32 2, i16 %at, i32 0, i1 true)
; CHECK-NEXT:   %3 = shufflevector <5 x float> %c, <5 x float> poison, <2 x i32> <i32 1, i32 3>
; CHECK-NEXT:   %4 = add i16 %at, 4
; CHECK-NEXT:   %5 = call <128 x float> @llvm.genx.wrregionf.x5.of2(<128 x float> %2, <2 x float> %3, i32 5, i32 2, i32 2, i16 %4, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %c = fpext <5 x half> %five to <5 x float>
  %result = call <128 x float> @llvm.genx.wrregionf.x5(<128 x float> %v, <5 x float> %c, i32 5, i32 5, i32 1, i16 %at, i32 0, i1 true)
  ret void
}

define spir_func void @negated_and_absolute_halves_too(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@negated_and_absolute_halves_too(
; CHECK-NEXT:   %c = fpext <16 x half> %h to <16 x float>
; CHECK-NEXT:   %n = fneg <16 x float> %c
; CHECK-NEXT:   %1 = shufflevector <16 x float> %n, <16 x float> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK-NEXT:   %2 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %v, <8 x float> %1, i32 16, i32 8, i32 2, i16 %at, i32 0, i1 true)
; CHECK-NEXT:   %3 = shufflevector <16 x float> %n, <16 x float> poison, <8 x i32> <i32 1, i32 3, i32 5, i32 7, i32 9, i32 11, i32 13, i32 15>
; CHECK-NEXT:   %4 = add i16 %at, 4
; CHECK-NEXT:   %5 = call <128 x float> @llvm.genx.wrregionf.x16.of8(<128 x float> %2, <8 x float> %3, i32 16, i32 8, i32 2, i16 %4, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %c = fpext <16 x half> %h to <16 x float>
  %n = fneg <16 x float> %c
  %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %n, i32 16, i32 16, i32 1, i16 %at, i32 0, i1 true)
  ret void
}

define spir_func void @other_writes_stay(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@other_writes_stay(
; CHECK-NEXT:   %c = fpext <16 x half> %h to <16 x float>
; CHECK-NEXT:   %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %c, i32 16, i32 16, i32 1, i16 64, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %c = fpext <16 x half> %h to <16 x float>
  %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %c, i32 16, i32 16, i32 1, i16 64, i32 0, i1 true)
  ret void
}

define spir_func void @other_writes_stay_2(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@other_writes_stay_2(
; CHECK-NEXT:   %c = fpext <16 x bfloat> %b to <16 x float>
; CHECK-NEXT:   %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %c, i32 16, i32 16, i32 1, i16 %at, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %c = fpext <16 x bfloat> %b to <16 x float>
  %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %c, i32 16, i32 16, i32 1, i16 %at, i32 0, i1 true)
  ret void
}

define spir_func void @other_writes_stay_3(<128 x float> %v, <16 x half> %h, <16 x bfloat> %b, <16 x float> %f, <5 x half> %five, i16 %at) {
; CHECK-LABEL: define {{.*}}@other_writes_stay_3(
; CHECK-NEXT:   %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %f, i32 16, i32 16, i32 1, i16 %at, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %result = call <128 x float> @llvm.genx.wrregionf.x16(<128 x float> %v, <16 x float> %f, i32 16, i32 16, i32 1, i16 %at, i32 0, i1 true)
  ret void
}

declare <128 x float> @llvm.genx.wrregionf.x16(<128 x float>, <16 x float>, i32, i32, i32, i16, i32, i1)
declare <128 x float> @llvm.genx.wrregionf.x5(<128 x float>, <5 x float>, i32, i32, i32, i16, i32, i1)
