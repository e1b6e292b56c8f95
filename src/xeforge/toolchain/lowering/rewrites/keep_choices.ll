; RUN: %opt -passes=keep-choices %s | %check

define spir_func void @what_is_compared_is_not_what_is_chosen(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@what_is_compared_is_not_what_is_chosen(
; CHECK-NEXT:   %1 = fadd float %x, 0.000000e+00
; CHECK-NEXT:   %c = fcmp oeq float %1, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %c = fcmp oeq float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @also_between_a_number_and_a_constant_in_any_order(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@also_between_a_number_and_a_constant_in_any_order(
; CHECK-NEXT:   %1 = fadd float %y, 0.000000e+00
; CHECK-NEXT:   %c = fcmp une float 1.000000e+00, %1
; CHECK-NEXT:   %m = select i1 %c, float 1.000000e+00, float %y
; CHECK-NEXT:   ret void
  %c = fcmp une float 1.0, %y
  %m = select i1 %c, float 1.0, float %y
  ret void
}

define spir_func void @also_where_others_decide_as_well(float %x, float %y, i1 %d) {
; CHECK-LABEL: define {{.*}}@also_where_others_decide_as_well(
; CHECK-NEXT:   %1 = fadd float %x, 0.000000e+00
; CHECK-NEXT:   %c = fcmp ole float %1, %y
; CHECK-NEXT:   %b = and i1 %d, %c
; CHECK-NEXT:   %m = select i1 %b, float %x, float %y
; CHECK-NEXT:   ret void
  %c = fcmp ole float %x, %y
  %b = and i1 %d, %c
  %m = select i1 %b, float %x, float %y
  ret void
}

define spir_func void @whatever_the_comparison(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@whatever_the_comparison(
; CHECK-NEXT:   %1 = fadd float %x, 0.000000e+00
; CHECK-NEXT:   %c = fcmp olt float %1, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %c = fcmp olt float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @whatever_the_comparison_2(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@whatever_the_comparison_2(
; CHECK-NEXT:   %1 = fadd float %x, 0.000000e+00
; CHECK-NEXT:   %c = fcmp ogt float %1, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %c = fcmp ogt float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @whatever_the_comparison_3(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@whatever_the_comparison_3(
; CHECK-NEXT:   %1 = fadd float %x, 0.000000e+00
; CHECK-NEXT:   %c = fcmp ule float %1, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %c = fcmp ule float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @whatever_the_comparison_4(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@whatever_the_comparison_4(
; CHECK-NEXT:   %1 = fadd float %x, 0.000000e+00
; CHECK-NEXT:   %c = fcmp nnan oge float %1, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %c = fcmp nnan oge float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @what_would_be_dropped_is_added_to_the_other_one_or_to_none(i32 %i, float %y) {
; CHECK-LABEL: define {{.*}}@what_would_be_dropped_is_added_to_the_other_one_or_to_none(
; CHECK-NEXT:   %x = sitofp i32 %i to float
; CHECK-NEXT:   %1 = fadd float %y, 0.000000e+00
; CHECK-NEXT:   %c = fcmp ole float %x, %1
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %x = sitofp i32 %i to float
  %c = fcmp ole float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @what_would_be_dropped_is_added_to_the_other_one_or_to_none_2(i32 %i) {
; CHECK-LABEL: define {{.*}}@what_would_be_dropped_is_added_to_the_other_one_or_to_none_2(
; CHECK-NEXT:   %x = sitofp i32 %i to float
; CHECK-NEXT:   %y = uitofp i32 %i to float
; CHECK-NEXT:   %c = fcmp olt float %x, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %x = sitofp i32 %i to float
  %y = uitofp i32 %i to float
  %c = fcmp ole float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @what_would_be_dropped_is_added_to_the_other_one_or_to_none_3(i32 %i) {
; CHECK-LABEL: define {{.*}}@what_would_be_dropped_is_added_to_the_other_one_or_to_none_3(
; CHECK-NEXT:   %x = sitofp i32 %i to float
; CHECK-NEXT:   %y = uitofp i32 %i to float
; CHECK-NEXT:   %c = fcmp oge float %x, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %x = sitofp i32 %i to float
  %y = uitofp i32 %i to float
  %c = fcmp ugt float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @what_would_be_dropped_is_added_to_the_other_one_or_to_none_4(i32 %i) {
; CHECK-LABEL: define {{.*}}@what_would_be_dropped_is_added_to_the_other_one_or_to_none_4(
; CHECK-NEXT:   %x = sitofp i32 %i to float
; CHECK-NEXT:   %y = uitofp i32 %i to float
; CHECK-NEXT:   %c = fcmp olt float %x, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %x = sitofp i32 %i to float
  %y = uitofp i32 %i to float
  %c = fcmp olt float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

define spir_func void @what_would_be_dropped_is_added_to_the_other_one_or_to_none_5(i32 %i) {
; CHECK-LABEL: define {{.*}}@what_would_be_dropped_is_added_to_the_other_one_or_to_none_5(
; CHECK-NEXT:   %x = sitofp i32 %i to float
; CHECK-NEXT:   %y = uitofp i32 %i to float
; CHECK-NEXT:   %c = fcmp oge float %x, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   ret void
  %x = sitofp i32 %i to float
  %y = uitofp i32 %i to float
  %c = fcmp oge float %x, %y
  %m = select i1 %c, float %x, float %y
  ret void
}

; For equal values, other uses of the comparison would have another result.
define spir_func void @what_would_be_dropped_is_added_to_the_other_one_or_to_none_6(i32 %i, i1 %d) {
; CHECK-LABEL: define {{.*}}@what_would_be_dropped_is_added_to_the_other_one_or_to_none_6(
; CHECK-NEXT:   %x = sitofp i32 %i to float
; CHECK-NEXT:   %y = uitofp i32 %i to float
; CHECK-NEXT:   %1 = fadd float %y, 0.000000e+00
; CHECK-NEXT:   %c = fcmp ole float %x, %1
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   %u = zext i1 %c to i32
; CHECK-NEXT:   ret void
  %x = sitofp i32 %i to float
  %y = uitofp i32 %i to float
  %c = fcmp ole float %x, %y
  %m = select i1 %c, float %x, float %y
  %u = zext i1 %c to i32
  ret void
}

define spir_func void @what_would_be_dropped_is_added_to_the_other_one_or_to_none_7(i32 %i, i1 %d) {
; CHECK-LABEL: define {{.*}}@what_would_be_dropped_is_added_to_the_other_one_or_to_none_7(
; CHECK-NEXT:   %x = sitofp i32 %i to float
; CHECK-NEXT:   %y = uitofp i32 %i to float
; CHECK-NEXT:   %1 = fadd float %y, 0.000000e+00
; CHECK-NEXT:   %c = fcmp ole float %x, %1
; CHECK-NEXT:   %m = select i1 %c, float %x, float %y
; CHECK-NEXT:   %b = and i1 %c, %d
; CHECK-NEXT:   %n = select i1 %b, float %x, float %y
; CHECK-NEXT:   ret void
  %x = sitofp i32 %i to float
  %y = uitofp i32 %i to float
  %c = fcmp ole float %x, %y
  %m = select i1 %c, float %x, float %y
  %b = and i1 %c, %d
  %n = select i1 %b, float %x, float %y
  ret void
}

define spir_func void @a_predicate_that_chooses_vectors_is_a_mask(i1 %c, <2 x float> %x, <2 x float> %y) {
; CHECK-LABEL: define {{.*}}@a_predicate_that_chooses_vectors_is_a_mask(
; CHECK-NEXT:   %1 = sext i1 %c to i16
; CHECK-NEXT:   %2 = call spir_func i16 @llvm.vc.internal.optimization.fence.i16(i16 %1)
; CHECK-NEXT:   %.splatinsert = insertelement <2 x i16> poison, i16 %2, i64 0
; CHECK-NEXT:   %.splat = shufflevector <2 x i16> %.splatinsert, <2 x i16> poison, <2 x i32> zeroinitializer
; CHECK-NEXT:   %3 = icmp ne <2 x i16> %.splat, zeroinitializer
; CHECK-NEXT:   %4 = select <2 x i1> %3, <2 x float> %x, <2 x float> %y
; CHECK-NEXT:   %n = fneg <2 x float> %4
; CHECK-NEXT:   ret void
  %m = select i1 %c, <2 x float> %x, <2 x float> %y
  %n = fneg <2 x float> %m
  ret void
}

define spir_func void @a_bfloat_that_a_mask_takes_is_shifted(<8 x i16> %b, <8 x float> %x, <8 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_bfloat_that_a_mask_takes_is_shifted(
; CHECK-NEXT:   %1 = zext <8 x i16> %b to <8 x i32>
; CHECK-NEXT:   %2 = shl <8 x i32> %1, splat (i32 16)
; CHECK-NEXT:   %3 = bitcast <8 x i32> %2 to <8 x float>
; CHECK-NEXT:   %s = select <8 x i1> %m, <8 x float> %3, <8 x float> %x
; CHECK-NEXT:   ret void
  %f = call <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16> %b)
  %s = select <8 x i1> %m, <8 x float> %f, <8 x float> %x
  ret void
}

define spir_func void @a_bfloat_that_a_mask_takes_is_shifted_2(<8 x i16> %b, <8 x float> %x, <8 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_bfloat_that_a_mask_takes_is_shifted_2(
; CHECK-NEXT:   %1 = zext <8 x i16> %b to <8 x i32>
; CHECK-NEXT:   %2 = shl <8 x i32> %1, splat (i32 16)
; CHECK-NEXT:   %3 = bitcast <8 x i32> %2 to <8 x float>
; CHECK-NEXT:   %w = call <8 x float> @llvm.genx.wrregionf.x1(<8 x float> %x, <8 x float> %3, i32 8, i32 8, i32 1, i16 0, i32 0, <8 x i1> %m)
; CHECK-NEXT:   ret void
  %f = call <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16> %b)
  %w = call <8 x float> @llvm.genx.wrregionf.x1(<8 x float> %x, <8 x float> %f, i32 8, i32 8, i32 1, i16 0, i32 0, <8 x i1> %m)
  ret void
}

define spir_func void @a_bfloat_that_a_mask_takes_is_shifted_3(<8 x i16> %b, <8 x float> %x, <8 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_bfloat_that_a_mask_takes_is_shifted_3(
; CHECK-NEXT:   %f = call <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16> %b)
; CHECK-NEXT:   %w = call <8 x float> @llvm.genx.wrregionf.x1(<8 x float> %x, <8 x float> %f, i32 8, i32 8, i32 1, i16 0, i32 0, <8 x i1> splat (i1 true))
; CHECK-NEXT:   ret void
  %f = call <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16> %b)
  %w = call <8 x float> @llvm.genx.wrregionf.x1(<8 x float> %x, <8 x float> %f, i32 8, i32 8, i32 1, i16 0, i32 0, <8 x i1> splat (i1 true))
  ret void
}

define spir_func void @a_bfloat_that_a_mask_takes_is_shifted_4(<8 x i16> %b, <8 x float> %x, <8 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_bfloat_that_a_mask_takes_is_shifted_4(
; CHECK-NEXT:   %f = call <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16> %b)
; CHECK-NEXT:   store <8 x float> %f, ptr %p, align 4
; CHECK-NEXT:   ret void
  %f = call <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16> %b)
  store <8 x float> %f, ptr %p, align 4
  ret void
}

define spir_func void @other_choices_and_integers_stay(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@other_choices_and_integers_stay(
; CHECK-NEXT:   %c = fcmp oeq float %x, %y
; CHECK-NEXT:   %m = select i1 %c, float %x, float 2.000000e+00
; CHECK-NEXT:   ret void
  %c = fcmp oeq float %x, %y
  %m = select i1 %c, float %x, float 2.000000e+00
  ret void
}

define spir_func void @other_choices_and_integers_stay_2(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@other_choices_and_integers_stay_2(
; CHECK-NEXT:   %i = fptosi float %x to i32
; CHECK-NEXT:   %c = icmp slt i32 %i, 3
; CHECK-NEXT:   %m = select i1 %c, i32 %i, i32 3
; CHECK-NEXT:   ret void
  %i = fptosi float %x to i32
  %c = icmp slt i32 %i, 3
  %m = select i1 %c, i32 %i, i32 3
  ret void
}

declare <8 x float> @llvm.vc.internal.cast.from.bf16.x0(<8 x i16>)
declare <8 x float> @llvm.genx.wrregionf.x1(<8 x float>, <8 x float>, i32, i32, i32, i16, i32, <8 x i1>)
