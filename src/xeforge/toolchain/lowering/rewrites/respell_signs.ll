; RUN: %opt -passes=respell-signs %s | %check

define spir_func void @what_is_extended_for_unsigned_numbers_is_shifted(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@what_is_extended_for_unsigned_numbers_is_shifted(
; CHECK-NEXT:   %1 = zext <8 x i16> %s to <8 x i32>
; CHECK-NEXT:   %2 = shl <8 x i32> %1, splat (i32 16)
; CHECK-NEXT:   %3 = call spir_func <8 x i32> @llvm.vc.internal.optimization.fence.v8i32(<8 x i32> %2)
; CHECK-NEXT:   %4 = ashr <8 x i32> %3, splat (i32 16)
; CHECK-NEXT:   %m = call <8 x i32> @llvm.genx.umin.x0(<8 x i32> %4, <8 x i32> %u)
; CHECK-NEXT:   ret void
  %e = sext <8 x i16> %s to <8 x i32>
  %m = call <8 x i32> @llvm.genx.umin.x0(<8 x i32> %e, <8 x i32> %u)
  ret void
}

define spir_func void @what_is_extended_for_unsigned_numbers_is_shifted_2(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@what_is_extended_for_unsigned_numbers_is_shifted_2(
; CHECK-NEXT:   %1 = zext <8 x i8> %b to <8 x i32>
; CHECK-NEXT:   %2 = shl <8 x i32> %1, splat (i32 24)
; CHECK-NEXT:   %3 = call spir_func <8 x i32> @llvm.vc.internal.optimization.fence.v8i32(<8 x i32> %2)
; CHECK-NEXT:   %4 = ashr <8 x i32> %3, splat (i32 24)
; CHECK-NEXT:   %f = uitofp <8 x i32> %4 to <8 x float>
; CHECK-NEXT:   ret void
  %e = sext <8 x i8> %b to <8 x i32>
  %f = uitofp <8 x i32> %e to <8 x float>
  ret void
}

define spir_func void @also_single_numbers_for_all_lanes(i16 %s) {
; CHECK-LABEL: define {{.*}}@also_single_numbers_for_all_lanes(
; CHECK-NEXT:   %1 = zext i16 %s to i32
; CHECK-NEXT:   %2 = shl i32 %1, 16
; CHECK-NEXT:   %3 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %2)
; CHECK-NEXT:   %4 = ashr i32 %3, 16
; CHECK-NEXT:   %i = insertelement <4 x i32> poison, i32 %4, i64 0
; CHECK-NEXT:   %v = shufflevector <4 x i32> %i, <4 x i32> poison, <4 x i32> zeroinitializer
; CHECK-NEXT:   %f = uitofp <4 x i32> %v to <4 x double>
; CHECK-NEXT:   ret void
  %e = sext i16 %s to i32
  %i = insertelement <4 x i32> poison, i32 %e, i64 0
  %v = shufflevector <4 x i32> %i, <4 x i32> poison, <4 x i32> zeroinitializer
  %f = uitofp <4 x i32> %v to <4 x double>
  ret void
}

define spir_func void @also_what_is_extended_by_shifts(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@also_what_is_extended_by_shifts(
; CHECK-NEXT:   %1 = shl <8 x i32> %u, splat (i32 16)
; CHECK-NEXT:   %2 = call spir_func <8 x i32> @llvm.vc.internal.optimization.fence.v8i32(<8 x i32> %1)
; CHECK-NEXT:   %3 = ashr <8 x i32> %2, splat (i32 16)
; CHECK-NEXT:   %f = uitofp <8 x i32> %3 to <8 x float>
; CHECK-NEXT:   ret void
  %h = shl <8 x i32> %u, splat (i32 16)
  %e = ashr <8 x i32> %h, splat (i32 16)
  %f = uitofp <8 x i32> %e to <8 x float>
  ret void
}

define spir_func void @also_what_is_extended_by_shifts_2(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@also_what_is_extended_by_shifts_2(
; CHECK-NEXT:   %h = shl <8 x i32> %u, splat (i32 16)
; CHECK-NEXT:   %e = ashr <8 x i32> %h, splat (i32 15)
; CHECK-NEXT:   %f = uitofp <8 x i32> %e to <8 x float>
; CHECK-NEXT:   ret void
  %h = shl <8 x i32> %u, splat (i32 16)
  %e = ashr <8 x i32> %h, splat (i32 15)
  %f = uitofp <8 x i32> %e to <8 x float>
  ret void
}

define spir_func void @also_what_is_extended_by_shifts_3(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@also_what_is_extended_by_shifts_3(
; CHECK-NEXT:   %h = shl <8 x i32> %u, splat (i32 16)
; CHECK-NEXT:   %e = ashr <8 x i32> %h, splat (i32 16)
; CHECK-NEXT:   %f = sitofp <8 x i32> %e to <8 x float>
; CHECK-NEXT:   ret void
  %h = shl <8 x i32> %u, splat (i32 16)
  %e = ashr <8 x i32> %h, splat (i32 16)
  %f = sitofp <8 x i32> %e to <8 x float>
  ret void
}

define spir_func void @also_what_is_extended_by_shifts_4(<8 x i32> %u) {
; CHECK-LABEL: define {{.*}}@also_what_is_extended_by_shifts_4(
; CHECK-NEXT:   %1 = trunc <8 x i32> %u to <8 x i16>
; CHECK-NEXT:   %2 = ashr <8 x i16> %1, splat (i16 15)
; CHECK-NEXT:   %3 = shufflevector <8 x i16> %1, <8 x i16> %2, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
; CHECK-NEXT:   %4 = bitcast <16 x i16> %3 to <8 x i32>
; CHECK-NEXT:   %p = call <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32> %u, <8 x i32> %4, <8 x i32> %u)
; CHECK-NEXT:   ret void
  %h = shl <8 x i32> %u, splat (i32 16)
  %e = ashr <8 x i32> %h, splat (i32 16)
  %p = call <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32> %u, <8 x i32> %e, <8 x i32> %u)
  ret void
}

define spir_func void @also_what_is_extended_by_shifts_5(<8 x i32> %u) {
; CHECK-LABEL: define {{.*}}@also_what_is_extended_by_shifts_5(
; CHECK-NEXT:   %1 = trunc <8 x i32> %u to <8 x i16>
; CHECK-NEXT:   %2 = shufflevector <8 x i16> %1, <8 x i16> zeroinitializer, <16 x i32> <i32 0, i32 8, i32 1, i32 9, i32 2, i32 10, i32 3, i32 11, i32 4, i32 12, i32 5, i32 13, i32 6, i32 14, i32 7, i32 15>
; CHECK-NEXT:   %3 = bitcast <16 x i16> %2 to <8 x i32>
; CHECK-NEXT:   %p = call <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32> %u, <8 x i32> %3, <8 x i32> %u)
; CHECK-NEXT:   ret void
  %e = and <8 x i32> %u, splat (i32 65535)
  %p = call <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32> %u, <8 x i32> %e, <8 x i32> %u)
  ret void
}

define spir_func void @what_is_extended_for_products_of_bytes_is_put_together(<2 x i16> %s, <2 x i32> %u) {
; CHECK-LABEL: define {{.*}}@what_is_extended_for_products_of_bytes_is_put_together(
; CHECK-NEXT:   %1 = shufflevector <2 x i16> %s, <2 x i16> zeroinitializer, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
; CHECK-NEXT:   %2 = bitcast <4 x i16> %1 to <2 x i32>
; CHECK-NEXT:   %p = call <2 x i32> @llvm.genx.uudp4a.x1.2(<2 x i32> %u, <2 x i32> %2, <2 x i32> %u)
; CHECK-NEXT:   ret void
  %e = zext <2 x i16> %s to <2 x i32>
  %p = call <2 x i32> @llvm.genx.uudp4a.x1.2(<2 x i32> %u, <2 x i32> %e, <2 x i32> %u)
  ret void
}

define spir_func void @what_is_extended_for_products_of_bytes_is_put_together_2(<2 x i16> %s, <2 x i32> %u) {
; CHECK-LABEL: define {{.*}}@what_is_extended_for_products_of_bytes_is_put_together_2(
; CHECK-NEXT:   %1 = ashr <2 x i16> %s, splat (i16 15)
; CHECK-NEXT:   %2 = shufflevector <2 x i16> %s, <2 x i16> %1, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
; CHECK-NEXT:   %3 = bitcast <4 x i16> %2 to <2 x i32>
; CHECK-NEXT:   %p = call <2 x i32> @llvm.genx.uudp4a.x1.2(<2 x i32> %u, <2 x i32> %3, <2 x i32> %u)
; CHECK-NEXT:   ret void
  %e = sext <2 x i16> %s to <2 x i32>
  %p = call <2 x i32> @llvm.genx.uudp4a.x1.2(<2 x i32> %u, <2 x i32> %e, <2 x i32> %u)
  ret void
}

define spir_func void @also_what_is_computed_of_extended_ones(<2 x i16> %s, <2 x i8> %b, <2 x i32> %u) {
; CHECK-LABEL: define {{.*}}@also_what_is_computed_of_extended_ones(
; CHECK-NEXT:   %e = zext <2 x i16> %s to <2 x i32>
; CHECK-NEXT:   %f = zext <2 x i8> %b to <2 x i32>
; CHECK-NEXT:   %x = xor <2 x i32> %e, %f
; CHECK-NEXT:   %1 = trunc <2 x i32> %x to <2 x i16>
; CHECK-NEXT:   %2 = shufflevector <2 x i16> %1, <2 x i16> zeroinitializer, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
; CHECK-NEXT:   %3 = bitcast <4 x i16> %2 to <2 x i32>
; CHECK-NEXT:   %4 = call <2 x i32> @llvm.genx.ssdp4a.x1(<2 x i32> %u, <2 x i32> %u, <2 x i32> %3)
; CHECK-NEXT:   ret void
  %e = zext <2 x i16> %s to <2 x i32>
  %f = zext <2 x i8> %b to <2 x i32>
  %x = xor <2 x i32> %e, %f
  %p = call <2 x i32> @llvm.genx.ssdp4a.x1(<2 x i32> %u, <2 x i32> %u, <2 x i32> %x)
  ret void
}

define spir_func void @also_for_upper_halves_of_products(<2 x i16> %s, <2 x i32> %u) {
; CHECK-LABEL: define {{.*}}@also_for_upper_halves_of_products(
; CHECK-NEXT:   %1 = ashr <2 x i16> %s, splat (i16 15)
; CHECK-NEXT:   %2 = shufflevector <2 x i16> %s, <2 x i16> %1, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
; CHECK-NEXT:   %3 = bitcast <4 x i16> %2 to <2 x i32>
; CHECK-NEXT:   %p = call <2 x i32> @llvm.genx.smulh.x1(<2 x i32> %3, <2 x i32> %u)
; CHECK-NEXT:   ret void
  %e = sext <2 x i16> %s to <2 x i32>
  %p = call <2 x i32> @llvm.genx.smulh.x1(<2 x i32> %e, <2 x i32> %u)
  ret void
}

define spir_func void @also_a_single_one_for_all_lanes(i8 %b, <2 x i32> %u) {
; CHECK-LABEL: define {{.*}}@also_a_single_one_for_all_lanes(
; CHECK-NEXT:   %.splatinsert = insertelement <1 x i8> poison, i8 %b, i64 0
; CHECK-NEXT:   %.splat = shufflevector <1 x i8> %.splatinsert, <1 x i8> poison, <1 x i32> zeroinitializer
; CHECK-NEXT:   %1 = shufflevector <1 x i8> %.splat, <1 x i8> zeroinitializer, <4 x i32> <i32 0, i32 1, i32 1, i32 1>
; CHECK-NEXT:   %2 = bitcast <4 x i8> %1 to i32
; CHECK-NEXT:   %i = insertelement <2 x i32> poison, i32 %2, i64 0
; CHECK-NEXT:   %s = shufflevector <2 x i32> %i, <2 x i32> poison, <2 x i32> zeroinitializer
; CHECK-NEXT:   %3 = trunc <2 x i32> %s to <2 x i16>
; CHECK-NEXT:   %4 = shufflevector <2 x i16> %3, <2 x i16> zeroinitializer, <4 x i32> <i32 0, i32 2, i32 1, i32 3>
; CHECK-NEXT:   %5 = bitcast <4 x i16> %4 to <2 x i32>
; CHECK-NEXT:   %6 = call <2 x i32> @llvm.genx.uudp4a.x1.2(<2 x i32> %u, <2 x i32> %5, <2 x i32> %u)
; CHECK-NEXT:   ret void
  %e = zext i8 %b to i32
  %i = insertelement <2 x i32> poison, i32 %e, i64 0
  %s = shufflevector <2 x i32> %i, <2 x i32> poison, <2 x i32> zeroinitializer
  %p = call <2 x i32> @llvm.genx.uudp4a.x1.2(<2 x i32> %u, <2 x i32> %s, <2 x i32> %u)
  ret void
}

define spir_func void @a_number_is_taken_from_zero_by_adding_zero(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@a_number_is_taken_from_zero_by_adding_zero(
; CHECK-NEXT:   %1 = fneg float %x
; CHECK-NEXT:   %2 = call spir_func float @llvm.vc.internal.optimization.fence.f32(float %1)
; CHECK-NEXT:   %3 = fadd float %2, 0.000000e+00
; CHECK-NEXT:   ret void
  %d = fsub float 0.0, %x
  ret void
}

define spir_func void @remainders_of_bytes_are_those_of_16_bits(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@remainders_of_bytes_are_those_of_16_bits(
; CHECK-NEXT:   %1 = sext <8 x i8> %b to <8 x i16>
; CHECK-NEXT:   %2 = srem <8 x i16> %1, splat (i16 7)
; CHECK-NEXT:   %3 = trunc <8 x i16> %2 to <8 x i8>
; CHECK-NEXT:   ret void
  %r = srem <8 x i8> %b, splat (i8 7)
  ret void
}

define spir_func void @products_of_bytes_that_are_compared_are_those_of_16_bits(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@products_of_bytes_that_are_compared_are_those_of_16_bits(
; CHECK-NEXT:   %1 = sext <8 x i8> %b to <8 x i16>
; CHECK-NEXT:   %2 = sext <8 x i8> %b to <8 x i16>
; CHECK-NEXT:   %3 = mul <8 x i16> %1, %2
; CHECK-NEXT:   %4 = call spir_func <8 x i16> @llvm.vc.internal.optimization.fence.v8i16(<8 x i16> %3)
; CHECK-NEXT:   %5 = trunc <8 x i16> %4 to <8 x i8>
; CHECK-NEXT:   %c = icmp sgt <8 x i8> %5, zeroinitializer
; CHECK-NEXT:   ret void
  %p = mul <8 x i8> %b, %b
  %c = icmp sgt <8 x i8> %p, zeroinitializer
  ret void
}

define spir_func void @products_of_bytes_that_are_compared_are_those_of_16_bits_2(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@products_of_bytes_that_are_compared_are_those_of_16_bits_2(
; CHECK-NEXT:   %p = mul <8 x i8> %b, %b
; CHECK-NEXT:   ret void
  %p = mul <8 x i8> %b, %b
  ret void
}

define spir_func void @absolute_bytes_are_those_of_16_bits(i8 %b) {
; CHECK-LABEL: define {{.*}}@absolute_bytes_are_those_of_16_bits(
; CHECK-NEXT:   %1 = sext i8 %b to i16
; CHECK-NEXT:   %2 = call i16 @llvm.abs.i16(i16 %1, i1 false)
; CHECK-NEXT:   %3 = trunc i16 %2 to i8
; CHECK-NEXT:   ret void
  %a = call i8 @llvm.abs.i8(i8 %b, i1 true)
  ret void
}

define spir_func void @what_wraps_is_no_modifier(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@what_wraps_is_no_modifier(
; CHECK-NEXT:   %1 = xor <8 x i16> %s, splat (i16 -1)
; CHECK-NEXT:   %2 = call spir_func <8 x i16> @llvm.vc.internal.optimization.fence.v8i16(<8 x i16> %1)
; CHECK-NEXT:   %3 = add <8 x i16> %2, splat (i16 1)
; CHECK-NEXT:   %e = sext <8 x i16> %3 to <8 x i32>
; CHECK-NEXT:   ret void
  %n = sub <8 x i16> zeroinitializer, %s
  %e = sext <8 x i16> %n to <8 x i32>
  ret void
}

define spir_func void @what_wraps_is_no_modifier_2(i32 %i) {
; CHECK-LABEL: define {{.*}}@what_wraps_is_no_modifier_2(
; CHECK-NEXT:   %1 = xor i32 %i, -1
; CHECK-NEXT:   %2 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %1)
; CHECK-NEXT:   %3 = add i32 %2, 1
; CHECK-NEXT:   %4 = call i32 @llvm.smax.i32(i32 %i, i32 %3)
; CHECK-NEXT:   %c = icmp eq i32 %4, 7
; CHECK-NEXT:   ret void
  %a = call i32 @llvm.abs.i32(i32 %i, i1 false)
  %c = icmp eq i32 %a, 7
  ret void
}

define spir_func void @what_unsigned_divisions_get_is_no_modifier(i32 %i) {
; CHECK-LABEL: define {{.*}}@what_unsigned_divisions_get_is_no_modifier(
; CHECK-NEXT:   %1 = xor i32 %i, -1
; CHECK-NEXT:   %2 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %1)
; CHECK-NEXT:   %3 = add i32 %2, 1
; CHECK-NEXT:   %4 = call i32 @llvm.smax.i32(i32 %i, i32 %3)
; CHECK-NEXT:   %v = insertelement <8 x i32> poison, i32 %4, i64 0
; CHECK-NEXT:   %w = shufflevector <8 x i32> %v, <8 x i32> poison, <8 x i32> zeroinitializer
; CHECK-NEXT:   %r = urem <8 x i32> %w, splat (i32 17)
; CHECK-NEXT:   ret void
  %a = call i32 @llvm.abs.i32(i32 %i, i1 true)
  %v = insertelement <8 x i32> poison, i32 %a, i64 0
  %w = shufflevector <8 x i32> %v, <8 x i32> poison, <8 x i32> zeroinitializer
  %r = urem <8 x i32> %w, splat (i32 17)
  ret void
}

define spir_func void @modifiers_stay_where_nothing_wraps_or_it_does_not_matter(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@modifiers_stay_where_nothing_wraps_or_it_does_not_matter(
; CHECK-NEXT:   %n = sub nsw <8 x i16> zeroinitializer, %s
; CHECK-NEXT:   %e = sext <8 x i16> %n to <8 x i32>
; CHECK-NEXT:   ret void
  %n = sub nsw <8 x i16> zeroinitializer, %s
  %e = sext <8 x i16> %n to <8 x i32>
  ret void
}

define spir_func void @modifiers_stay_where_nothing_wraps_or_it_does_not_matter_2(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@modifiers_stay_where_nothing_wraps_or_it_does_not_matter_2(
; CHECK-NEXT:   %n = sub <8 x i16> zeroinitializer, %s
; CHECK-NEXT:   %e = mul <8 x i16> %n, %s
; CHECK-NEXT:   ret void
  %n = sub <8 x i16> zeroinitializer, %s
  %e = mul <8 x i16> %n, %s
  ret void
}

define spir_func void @modifiers_stay_where_nothing_wraps_or_it_does_not_matter_3(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@modifiers_stay_where_nothing_wraps_or_it_does_not_matter_3(
; CHECK-NEXT:   %n = sub <8 x i16> zeroinitializer, %s
; CHECK-NEXT:   %e = trunc <8 x i16> %n to <8 x i8>
; CHECK-NEXT:   ret void
  %n = sub <8 x i16> zeroinitializer, %s
  %e = trunc <8 x i16> %n to <8 x i8>
  ret void
}

define spir_func void @modifiers_stay_where_nothing_wraps_or_it_does_not_matter_4(i32 %i) {
; CHECK-LABEL: define {{.*}}@modifiers_stay_where_nothing_wraps_or_it_does_not_matter_4(
; CHECK-NEXT:   %a = call i32 @llvm.abs.i32(i32 %i, i1 true)
; CHECK-NEXT:   %c = icmp eq i32 %a, 7
; CHECK-NEXT:   ret void
  %a = call i32 @llvm.abs.i32(i32 %i, i1 true)
  %c = icmp eq i32 %a, 7
  ret void
}

define spir_func void @a_predicate_as_a_signed_number_is_minus_one(<4 x i1> %m) {
; CHECK-LABEL: define {{.*}}@a_predicate_as_a_signed_number_is_minus_one(
; CHECK-NEXT:   %1 = select <4 x i1> %m, <4 x float> splat (float -1.000000e+00), <4 x float> zeroinitializer
; CHECK-NEXT:   ret void
  %f = sitofp <4 x i1> %m to <4 x float>
  ret void
}

define spir_func void @others_stay(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@others_stay(
; CHECK-NEXT:   %e = sext <8 x i16> %s to <8 x i32>
; CHECK-NEXT:   %f = sitofp <8 x i32> %e to <8 x float>
; CHECK-NEXT:   ret void
  %e = sext <8 x i16> %s to <8 x i32>
  %f = sitofp <8 x i32> %e to <8 x float>
  ret void
}

define spir_func void @others_stay_2(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@others_stay_2(
; CHECK-NEXT:   %e = zext <8 x i16> %s to <8 x i32>
; CHECK-NEXT:   %f = uitofp <8 x i32> %e to <8 x float>
; CHECK-NEXT:   ret void
  %e = zext <8 x i16> %s to <8 x i32>
  %f = uitofp <8 x i32> %e to <8 x float>
  ret void
}

define spir_func void @others_stay_3(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@others_stay_3(
; CHECK-NEXT:   %d = fsub nsz float 0.000000e+00, %x
; CHECK-NEXT:   ret void
  %d = fsub nsz float 0.000000e+00, %x
  ret void
}

define spir_func void @others_stay_4(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@others_stay_4(
; CHECK-NEXT:   %d = fsub float -0.000000e+00, %x
; CHECK-NEXT:   ret void
  %d = fsub float -0.000000e+00, %x
  ret void
}

define spir_func void @others_stay_5(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@others_stay_5(
; CHECK-NEXT:   %r = urem <8 x i8> %b, splat (i8 7)
; CHECK-NEXT:   ret void
  %r = urem <8 x i8> %b, splat (i8 7)
  ret void
}

define spir_func void @others_stay_6(<8 x i16> %s, <8 x i32> %u, <8 x i8> %b, float %x) {
; CHECK-LABEL: define {{.*}}@others_stay_6(
; CHECK-NEXT:   %r = srem <8 x i16> %s, splat (i16 7)
; CHECK-NEXT:   ret void
  %r = srem <8 x i16> %s, splat (i16 7)
  ret void
}

declare <8 x i32> @llvm.genx.umin.x0(<8 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.uudp4a.x1(<8 x i32>, <8 x i32>, <8 x i32>)
declare <2 x i32> @llvm.genx.uudp4a.x1.2(<2 x i32>, <2 x i32>, <2 x i32>)
declare <2 x i32> @llvm.genx.ssdp4a.x1(<2 x i32>, <2 x i32>, <2 x i32>)
declare <2 x i32> @llvm.genx.smulh.x1(<2 x i32>, <2 x i32>)
declare i8 @llvm.abs.i8(i8, i1)
declare i32 @llvm.abs.i32(i32, i1)
