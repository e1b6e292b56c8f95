; RUN: %opt -passes=expand-builtins %s | %check

define spir_func void @signed_saturation_looks_at_signs_and_takes_the_limit_on_the_other_side(i32 %a, i32 %b) {
; CHECK-LABEL: define {{.*}}@signed_saturation_looks_at_signs_and_takes_the_limit_on_the_other_side(
; CHECK-NEXT:   %1 = sub i32 %a, %b
; CHECK-NEXT:   %2 = xor i32 %a, %1
; CHECK-NEXT:   %3 = xor i32 %b, %a
; CHECK-NEXT:   %4 = and i32 %2, %3
; CHECK-NEXT:   %5 = icmp slt i32 %4, 0
; CHECK-NEXT:   %6 = ashr i32 %1, 31
; CHECK-NEXT:   %7 = xor i32 %6, -2147483648
; CHECK-NEXT:   %8 = select i1 %5, i32 %7, i32 %1
; CHECK-NEXT:   %u = add i32 %8, 1
; CHECK-NEXT:   ret void
  %s = call i32 @llvm.ssub.sat.i32(i32 %a, i32 %b)
  %u = add i32 %s, 1
  ret void
}

define spir_func void @lanes_saturate_like_numbers(<8 x i8> %a) {
; CHECK-LABEL: define {{.*}}@lanes_saturate_like_numbers(
; CHECK-NEXT:   %1 = add <8 x i8> %a, splat (i8 1)
; CHECK-NEXT:   %2 = xor <8 x i8> %a, %1
; CHECK-NEXT:   %3 = xor <8 x i8> splat (i8 1), %1
; CHECK-NEXT:   %4 = and <8 x i8> %2, %3
; CHECK-NEXT:   %5 = icmp slt <8 x i8> %4, zeroinitializer
; CHECK-NEXT:   %6 = ashr <8 x i8> %1, splat (i8 7)
; CHECK-NEXT:   %7 = xor <8 x i8> %6, splat (i8 -128)
; CHECK-NEXT:   %8 = select <8 x i1> %5, <8 x i8> %7, <8 x i8> %1
; CHECK-NEXT:   ret void
  %s = tail call <8 x i8> @llvm.sadd.sat.v8i8(<8 x i8> %a, <8 x i8> splat (i8 1))
  ret void
}

define spir_func void @bytes_are_rotated_in_words(i8 %a, i8 %n) {
; CHECK-LABEL: define {{.*}}@bytes_are_rotated_in_words(
; CHECK-NEXT:   %1 = zext i8 %a to i16
; CHECK-NEXT:   %2 = zext i8 %a to i16
; CHECK-NEXT:   %3 = shl i16 %1, 8
; CHECK-NEXT:   %4 = or i16 %3, %2
; CHECK-NEXT:   %5 = and i8 %n, 7
; CHECK-NEXT:   %6 = zext i8 %5 to i16
; CHECK-NEXT:   %7 = shl i16 %4, %6
; CHECK-NEXT:   %8 = lshr i16 %7, 8
; CHECK-NEXT:   %9 = trunc i16 %8 to i8
; CHECK-NEXT:   ret void
  %s = tail call i8 @llvm.fshl.i8(i8 %a, i8 %a, i8 %n)
  ret void
}

define spir_func void @leading_zeros_of_64_bits_are_those_of_a_half(i64 %a) {
; CHECK-LABEL: define {{.*}}@leading_zeros_of_64_bits_are_those_of_a_half(
; CHECK-NEXT:   %1 = lshr i64 %a, 32
; CHECK-NEXT:   %2 = trunc i64 %1 to i32
; CHECK-NEXT:   %3 = trunc i64 %a to i32
; CHECK-NEXT:   %4 = call i32 @llvm.ctlz.i32(i32 %2, i1 false)
; CHECK-NEXT:   %5 = call i32 @llvm.ctlz.i32(i32 %3, i1 false)
; CHECK-NEXT:   %6 = add i32 %5, 32
; CHECK-NEXT:   %7 = icmp eq i32 %2, 0
; CHECK-NEXT:   %8 = select i1 %7, i32 %6, i32 %4
; CHECK-NEXT:   %9 = zext i32 %8 to i64
; CHECK-NEXT:   ret void
  %s = tail call range(i64 0, 65) i64 @llvm.ctlz.i64(i64 %a, i1 true)
  ret void
}

define spir_func void @an_unsigned_sum_saturates_where_it_is_smaller_than_what_it_is_made_of(<1 x i32> %a, <1 x i32> %b) {
; CHECK-LABEL: define {{.*}}@an_unsigned_sum_saturates_where_it_is_smaller_than_what_it_is_made_of(
; CHECK-NEXT:   %1 = add <1 x i32> %a, %b
; CHECK-NEXT:   %2 = icmp ult <1 x i32> %1, %a
; CHECK-NEXT:   %3 = select <1 x i1> %2, <1 x i32> splat (i32 -1), <1 x i32> %1
; CHECK-NEXT:   ret void
  %s = call <1 x i32> @llvm.uadd.sat.v1i32(<1 x i32> %a, <1 x i32> %b)
  ret void
}

define spir_func void @an_unsigned_difference_saturates_by_a_signed_maximum(i32 %a, i32 %b) {
; CHECK-LABEL: define {{.*}}@an_unsigned_difference_saturates_by_a_signed_maximum(
; CHECK-NEXT:   %1 = xor i32 %a, -2147483648
; CHECK-NEXT:   %2 = xor i32 %b, -2147483648
; CHECK-NEXT:   %3 = call i32 @llvm.smax.i32(i32 %1, i32 %2)
; CHECK-NEXT:   %4 = sub i32 %3, %2
; CHECK-NEXT:   ret void
  %s = call i32 @llvm.usub.sat.i32(i32 %a, i32 %b)
  ret void
}

define spir_func void @bits_of_64_are_reversed_as_two_words(i64 %a) {
; CHECK-LABEL: define {{.*}}@bits_of_64_are_reversed_as_two_words(
; CHECK-NEXT:   %1 = bitcast i64 %a to <2 x i32>
; CHECK-NEXT:   %2 = call <2 x i32> @llvm.bitreverse.v2i32(<2 x i32> %1)
; CHECK-NEXT:   %3 = shufflevector <2 x i32> %2, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
; CHECK-NEXT:   %4 = bitcast <2 x i32> %3 to i64
; CHECK-NEXT:   ret void
  %s = call i64 @llvm.bitreverse.i64(i64 %a)
  ret void
}

define spir_func void @a_natural_logarithm_of_floats_is_made_of_the_binary_one(float %a) {
; CHECK-LABEL: define {{.*}}@a_natural_logarithm_of_floats_is_made_of_the_binary_one(
; CHECK-NEXT:   %1 = call float @llvm.log2.f32(float %a)
; CHECK-NEXT:   %2 = fmul float %1, 0x3FE62E4300000000
; CHECK-NEXT:   ret void
  %s = call float @llvm.log.f32(float %a)
  ret void
}

define spir_func void @a_multiply_add_hint_becomes_two_instructions_that_may_be_fused(<8 x float> %a, <8 x float> %b) {
; CHECK-LABEL: define {{.*}}@a_multiply_add_hint_becomes_two_instructions_that_may_be_fused(
; CHECK-NEXT:   %1 = fmul contract <8 x float> %a, splat (float 2.000000e+00)
; CHECK-NEXT:   %2 = fadd contract <8 x float> %1, %b
; CHECK-NEXT:   ret void
  %s = tail call contract <8 x float> @llvm.fmuladd.v8f32(<8 x float> %a, <8 x float> splat (float 2.0), <8 x float> %b)
  ret void
}

define spir_func void @a_sum_that_is_clamped_saturates_where_it_cannot_overflow(<8 x i8> %a, <8 x i32> %b) {
; CHECK-LABEL: define {{.*}}@a_sum_that_is_clamped_saturates_where_it_cannot_overflow(
; CHECK-NEXT:   %l = sext <8 x i8> %a to <8 x i32>
; CHECK-NEXT:   %r = ashr exact <8 x i32> %b, splat (i32 4)
; CHECK-NEXT:   %1 = call <8 x i32> @llvm.genx.ssadd.sat.v8i32(<8 x i32> %l, <8 x i32> %r)
; CHECK-NEXT:   %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %1, <8 x i32> splat (i32 -128))
; CHECK-NEXT:   ret void
  %l = sext <8 x i8> %a to <8 x i32>
  %r = ashr exact <8 x i32> %b, splat (i32 4)
  %s = add nsw <8 x i32> %l, %r
  %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %s, <8 x i32> splat (i32 -128))
  ret void
}

define spir_func void @a_sum_that_is_clamped_saturates_where_it_cannot_overflow_2(<8 x i8> %a, <8 x i32> %b) {
; CHECK-LABEL: define {{.*}}@a_sum_that_is_clamped_saturates_where_it_cannot_overflow_2(
; CHECK-NEXT:   %l = sext <8 x i8> %a to <8 x i32>
; CHECK-NEXT:   %r = ashr exact <8 x i32> %b, splat (i32 4)
; CHECK-NEXT:   %1 = sub <8 x i32> zeroinitializer, %r
; CHECK-NEXT:   %2 = call <8 x i32> @llvm.genx.ssadd.sat.v8i32(<8 x i32> %l, <8 x i32> %1)
; CHECK-NEXT:   %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %2, <8 x i32> splat (i32 -128))
; CHECK-NEXT:   ret void
  %l = sext <8 x i8> %a to <8 x i32>
  %r = ashr exact <8 x i32> %b, splat (i32 4)
  %s = sub <8 x i32> %l, %r
  %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %s, <8 x i32> splat (i32 -128))
  ret void
}

define spir_func void @a_sum_that_is_clamped_saturates_where_it_cannot_overflow_3(<8 x i8> %a, <8 x i32> %b) {
; CHECK-LABEL: define {{.*}}@a_sum_that_is_clamped_saturates_where_it_cannot_overflow_3(
; CHECK-NEXT:   %l = sext <8 x i8> %a to <8 x i32>
; CHECK-NEXT:   %r = ashr exact <8 x i32> %b, splat (i32 4)
; CHECK-NEXT:   %s = add nsw <8 x i32> %l, %b
; CHECK-NEXT:   %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %s, <8 x i32> splat (i32 -128))
; CHECK-NEXT:   ret void
  %l = sext <8 x i8> %a to <8 x i32>
  %r = ashr exact <8 x i32> %b, splat (i32 4)
  %s = add nsw <8 x i32> %l, %b
  %c = call <8 x i32> @llvm.genx.smax.x4(<8 x i32> %s, <8 x i32> splat (i32 -128))
  ret void
}

define spir_func void @a_sum_that_is_clamped_saturates_where_it_cannot_overflow_4(<8 x i8> %a, <8 x i32> %b) {
; CHECK-LABEL: define {{.*}}@a_sum_that_is_clamped_saturates_where_it_cannot_overflow_4(
; CHECK-NEXT:   %l = sext <8 x i8> %a to <8 x i32>
; CHECK-NEXT:   %r = ashr exact <8 x i32> %b, splat (i32 4)
; CHECK-NEXT:   %s = add nsw <8 x i32> %l, %r
; CHECK-NEXT:   %c = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %s, <8 x i32> splat (i32 -100))
; CHECK-NEXT:   ret void
  %l = sext <8 x i8> %a to <8 x i32>
  %r = ashr exact <8 x i32> %b, splat (i32 4)
  %s = add nsw <8 x i32> %l, %r
  %c = call <8 x i32> @llvm.smax.v8i32(<8 x i32> %s, <8 x i32> splat (i32 -100))
  ret void
}

define spir_func void @floors_of_double_have_the_sign_of_the_number(double %x) {
; CHECK-LABEL: define {{.*}}@floors_of_double_have_the_sign_of_the_number(
; CHECK-NEXT:   %1 = call double @llvm.floor.f64(double %x)
; CHECK-NEXT:   %2 = call double @llvm.copysign.f64(double %1, double %x)
; CHECK-NEXT:   %s = fneg double %2
; CHECK-NEXT:   ret void
  %r = call double @llvm.floor.f64(double %x)
  %s = fneg double %r
  ret void
}

define spir_func void @floors_of_double_have_the_sign_of_the_number_2(float %x) {
; CHECK-LABEL: define {{.*}}@floors_of_double_have_the_sign_of_the_number_2(
; CHECK-NEXT:   %r = call float @llvm.ceil.f32(float %x)
; CHECK-NEXT:   ret void
  %r = call float @llvm.ceil.f32(float %x)
  ret void
}

define spir_func void @doubles_are_divided_by_constants_whose_reciprocal_is_not_exact(double %x) {
; CHECK-LABEL: define {{.*}}@doubles_are_divided_by_constants_whose_reciprocal_is_not_exact(
; CHECK-NEXT:   %1 = call spir_func double @llvm.genx.ieee.div.f64(double %x, double 4.900000e+01)
; CHECK-NEXT:   %s = fneg double %1
; CHECK-NEXT:   ret void
  %r = fdiv double %x, 4.900000e+01
  %s = fneg double %r
  ret void
}

define spir_func void @doubles_are_divided_by_constants_whose_reciprocal_is_not_exact_2(<2 x double> %x) {
; CHECK-LABEL: define {{.*}}@doubles_are_divided_by_constants_whose_reciprocal_is_not_exact_2(
; CHECK-NEXT:   %1 = call spir_func <2 x double> @llvm.genx.ieee.div.v2f64(<2 x double> %x, <2 x double> splat (double 3.000000e+00))
; CHECK-NEXT:   %s = fneg <2 x double> %1
; CHECK-NEXT:   ret void
  %r = fdiv <2 x double> %x, splat (double 3.0)
  %s = fneg <2 x double> %r
  ret void
}

define spir_func void @doubles_are_divided_by_constants_whose_reciprocal_is_not_exact_3(double %x) {
; CHECK-LABEL: define {{.*}}@doubles_are_divided_by_constants_whose_reciprocal_is_not_exact_3(
; CHECK-NEXT:   %r = fdiv double %x, 8.000000e+00
; CHECK-NEXT:   ret void
  %r = fdiv double %x, 8.000000e+00
  ret void
}

define spir_func void @doubles_are_divided_by_constants_whose_reciprocal_is_not_exact_4(double %x) {
; CHECK-LABEL: define {{.*}}@doubles_are_divided_by_constants_whose_reciprocal_is_not_exact_4(
; CHECK-NEXT:   %r = fdiv double 1.000000e+00, %x
; CHECK-NEXT:   ret void
  %r = fdiv double 1.000000e+00, %x
  ret void
}

define spir_func void @checks_for_overflow_compare(i32 %a, i32 %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@checks_for_overflow_compare(
; CHECK-NEXT:   %1 = add i32 %a, %b
; CHECK-NEXT:   %2 = xor i32 %1, -1
; CHECK-NEXT:   %3 = and i32 %a, %b
; CHECK-NEXT:   %4 = or i32 %a, %b
; CHECK-NEXT:   %5 = and i32 %4, %2
; CHECK-NEXT:   %6 = or i32 %3, %5
; CHECK-NEXT:   %7 = icmp slt i32 %6, 0
; CHECK-NEXT:   %8 = insertvalue { i32, i1 } poison, i32 %1, 0
; CHECK-NEXT:   %9 = insertvalue { i32, i1 } %8, i1 %7, 1
; CHECK-NEXT:   %o = extractvalue { i32, i1 } %9, 1
; CHECK-NEXT:   store i1 %o, ptr %p, align 1
; CHECK-NEXT:   ret void
  %r = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %r, 1
  store i1 %o, ptr %p, align 1
  ret void
}

define spir_func void @checks_for_overflow_compare_2(i32 %a, i32 %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@checks_for_overflow_compare_2(
; CHECK-NEXT:   %1 = sub i32 %a, %b
; CHECK-NEXT:   %2 = xor i32 %a, -1
; CHECK-NEXT:   %3 = and i32 %2, %b
; CHECK-NEXT:   %4 = or i32 %2, %b
; CHECK-NEXT:   %5 = and i32 %4, %1
; CHECK-NEXT:   %6 = or i32 %3, %5
; CHECK-NEXT:   %7 = icmp slt i32 %6, 0
; CHECK-NEXT:   %8 = insertvalue { i32, i1 } poison, i32 %1, 0
; CHECK-NEXT:   %9 = insertvalue { i32, i1 } %8, i1 %7, 1
; CHECK-NEXT:   %o = extractvalue { i32, i1 } %9, 1
; CHECK-NEXT:   store i1 %o, ptr %p, align 1
; CHECK-NEXT:   ret void
  %r = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %r, 1
  store i1 %o, ptr %p, align 1
  ret void
}

define spir_func void @checks_for_overflow_compare_3(i32 %a, i32 %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@checks_for_overflow_compare_3(
; CHECK-NEXT:   %1 = sub i32 %a, %b
; CHECK-NEXT:   %2 = xor i32 %a, %1
; CHECK-NEXT:   %3 = xor i32 %b, %a
; CHECK-NEXT:   %4 = and i32 %2, %3
; CHECK-NEXT:   %5 = icmp slt i32 %4, 0
; CHECK-NEXT:   %6 = insertvalue { i32, i1 } poison, i32 %1, 0
; CHECK-NEXT:   %7 = insertvalue { i32, i1 } %6, i1 %5, 1
; CHECK-NEXT:   %o = extractvalue { i32, i1 } %7, 1
; CHECK-NEXT:   store i1 %o, ptr %p, align 1
; CHECK-NEXT:   ret void
  %r = call { i32, i1 } @llvm.ssub.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %r, 1
  store i1 %o, ptr %p, align 1
  ret void
}

define spir_func void @checks_for_overflow_compare_4(i32 %a, i32 %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@checks_for_overflow_compare_4(
; CHECK-NEXT:   %1 = zext i32 %a to i64
; CHECK-NEXT:   %2 = zext i32 %b to i64
; CHECK-NEXT:   %3 = mul i64 %1, %2
; CHECK-NEXT:   %4 = lshr i64 %3, 32
; CHECK-NEXT:   %5 = trunc i64 %4 to i32
; CHECK-NEXT:   %6 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %5)
; CHECK-NEXT:   %7 = mul i32 %a, %b
; CHECK-NEXT:   %8 = icmp ne i32 %6, 0
; CHECK-NEXT:   %9 = insertvalue { i32, i1 } poison, i32 %7, 0
; CHECK-NEXT:   %10 = insertvalue { i32, i1 } %9, i1 %8, 1
; CHECK-NEXT:   %o = extractvalue { i32, i1 } %10, 1
; CHECK-NEXT:   store i1 %o, ptr %p, align 1
; CHECK-NEXT:   ret void
  %r = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %r, 1
  store i1 %o, ptr %p, align 1
  ret void
}

define spir_func void @checks_for_overflow_compare_5(i32 %a, i32 %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@checks_for_overflow_compare_5(
; CHECK-NEXT:   %1 = sext i32 %a to i64
; CHECK-NEXT:   %2 = sext i32 %b to i64
; CHECK-NEXT:   %3 = mul i64 %1, %2
; CHECK-NEXT:   %4 = lshr i64 %3, 32
; CHECK-NEXT:   %5 = trunc i64 %4 to i32
; CHECK-NEXT:   %6 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %5)
; CHECK-NEXT:   %7 = mul i32 %a, %b
; CHECK-NEXT:   %8 = ashr i32 %7, 31
; CHECK-NEXT:   %9 = icmp ne i32 %6, %8
; CHECK-NEXT:   %10 = insertvalue { i32, i1 } poison, i32 %7, 0
; CHECK-NEXT:   %11 = insertvalue { i32, i1 } %10, i1 %9, 1
; CHECK-NEXT:   %o = extractvalue { i32, i1 } %11, 1
; CHECK-NEXT:   store i1 %o, ptr %p, align 1
; CHECK-NEXT:   ret void
  %r = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %a, i32 %b)
  %o = extractvalue { i32, i1 } %r, 1
  store i1 %o, ptr %p, align 1
  ret void
}

define spir_func void @what_the_vector_compiler_can_do_stays(<16 x i16> %a, <16 x i8> %b, i32 %c, i8 %d) {
; CHECK-LABEL: define {{.*}}@what_the_vector_compiler_can_do_stays(
; CHECK-NEXT:   %1 = call <16 x i16> @llvm.fshl.v16i16(<16 x i16> %a, <16 x i16> %a, <16 x i16> splat (i16 3))
; CHECK-NEXT:   %2 = call <16 x i8> @llvm.umin.v16i8(<16 x i8> %b, <16 x i8> %b)
; CHECK-NEXT:   %3 = call i32 @llvm.ctlz.i32(i32 %c, i1 true)
; CHECK-NEXT:   %4 = call i8 @llvm.bitreverse.i8(i8 %d)
; CHECK-NEXT:   %5 = call i32 @sadd.sat.i32(i32 %c, i32 %c)
; CHECK-NEXT:   ret void
  %1 = call <16 x i16> @llvm.fshl.v16i16(<16 x i16> %a, <16 x i16> %a, <16 x i16> splat (i16 3))
  %2 = call <16 x i8> @llvm.umin.v16i8(<16 x i8> %b, <16 x i8> %b)
  %3 = call i32 @llvm.ctlz.i32(i32 %c, i1 true)
  %4 = call i8 @llvm.bitreverse.i8(i8 %d)
  %5 = call i32 @sadd.sat.i32(i32 %c, i32 %c)
  ret void
}

declare <8 x i32> @llvm.genx.smax.x4(<8 x i32>, <8 x i32>)
declare i32 @sadd.sat.i32(i32, i32)
