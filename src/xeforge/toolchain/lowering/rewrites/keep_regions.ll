; RUN: %opt -passes=keep-regions %s | %check

; Rows of 8: 3 eight times, then 5 eight times.
define spir_func void @elements_of_rows_are_taken_from_the_first_vector(<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at) {
; CHECK-LABEL: define {{.*}}@elements_of_rows_are_taken_from_the_first_vector(
; CHECK-NEXT:   %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 2, i32 8, i32 0, i16 12, i32 0)
; CHECK-NEXT:   %1 = shufflevector <32 x i32> %v, <32 x i32> poison, <4 x i32> <i32 3, i32 3, i32 5, i32 5>
; CHECK-NEXT:   ret void
  %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 2, i32 8, i32 0, i16 12, i32 0)
  %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
  ret void
}

; 1 to 4 repeatedly.
define spir_func void @elements_of_rows_are_taken_from_the_first_vector_2(<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at) {
; CHECK-LABEL: define {{.*}}@elements_of_rows_are_taken_from_the_first_vector_2(
; CHECK-NEXT:   %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 0, i32 4, i32 1, i16 4, i32 0)
; CHECK-NEXT:   %1 = shufflevector <32 x i32> %v, <32 x i32> poison, <4 x i32> <i32 3, i32 4, i32 1, i32 2>
; CHECK-NEXT:   ret void
  %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 0, i32 4, i32 1, i16 4, i32 0)
  %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
  ret void
}

define spir_func void @also_as_bytes(<32 x i32> %v) {
; CHECK-LABEL: define {{.*}}@also_as_bytes(
; CHECK-NEXT:   %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 0, i32 16, i32 0, i16 12, i32 0)
; CHECK-NEXT:   %1 = bitcast <32 x i32> %v to <128 x i8>
; CHECK-NEXT:   %2 = shufflevector <128 x i8> %1, <128 x i8> poison, <4 x i32> <i32 14, i32 15, i32 12, i32 13>
; CHECK-NEXT:   ret void
  %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 0, i32 16, i32 0, i16 12, i32 0)
  %b = bitcast <16 x i32> %r to <64 x i8>
  %f = call <4 x i8> @llvm.genx.rdregioni.x3(<64 x i8> %b, i32 4, i32 4, i32 1, i16 6, i32 0)
  ret void
}

define spir_func void @also_of_a_shuffle_as_bytes(<32 x i32> %v) {
; CHECK-LABEL: define {{.*}}@also_of_a_shuffle_as_bytes(
; CHECK-NEXT:   %1 = bitcast <32 x i32> %v to <128 x i8>
; CHECK-NEXT:   %2 = shufflevector <128 x i8> %1, <128 x i8> poison, <4 x i32> <i32 22, i32 23, i32 poison, i32 poison>
; CHECK-NEXT:   ret void
  %s = shufflevector <32 x i32> %v, <32 x i32> poison, <4 x i32> <i32 0, i32 5, i32 poison, i32 9>
  %b = bitcast <4 x i32> %s to <16 x i8>
  %f = call <4 x i8> @llvm.genx.rdregioni.x3.2(<16 x i8> %b, i32 4, i32 4, i32 1, i16 6, i32 0)
  ret void
}

define spir_func void @also_of_a_shuffle(<32 x i32> %v) {
; CHECK-LABEL: define {{.*}}@also_of_a_shuffle(
; CHECK-NEXT:   %1 = shufflevector <32 x i32> %v, <32 x i32> poison, <3 x i32> <i32 18, i32 16, i32 24>
; CHECK-NEXT:   ret void
  %s = shufflevector <32 x i32> %v, <32 x i32> poison, <6 x i32> <i32 14, i32 18, i32 22, i32 16, i32 20, i32 24>
  %f = call <3 x i32> @llvm.genx.rdregioni.x3.3(<6 x i32> %s, i32 3, i32 3, i32 2, i16 4, i32 0)
  ret void
}

define spir_func void @elements_of_64_bits_four_apart_are_taken_one_by_one(<16 x i64> %v) {
; CHECK-LABEL: define {{.*}}@elements_of_64_bits_four_apart_are_taken_one_by_one(
; CHECK-NEXT:   %r = call <8 x i64> @llvm.genx.rdregioni.x3.4(<16 x i64> %v, i32 2, i32 4, i32 2, i16 24, i32 0)
; CHECK-NEXT:   %1 = shufflevector <16 x i64> %v, <16 x i64> poison, <1 x i32> <i32 5>
; CHECK-NEXT:   %2 = call spir_func <3 x i64> @llvm.genx.wrregioni.v3i64.v1i64.i16.i1(<3 x i64> poison, <1 x i64> %1, i32 1, i32 1, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   %3 = shufflevector <16 x i64> %v, <16 x i64> poison, <1 x i32> <i32 9>
; CHECK-NEXT:   %4 = call spir_func <3 x i64> @llvm.genx.wrregioni.v3i64.v1i64.i16.i1(<3 x i64> %2, <1 x i64> %3, i32 1, i32 1, i32 1, i16 8, i32 0, i1 true)
; CHECK-NEXT:   %5 = shufflevector <16 x i64> %v, <16 x i64> poison, <1 x i32> <i32 7>
; CHECK-NEXT:   %6 = call spir_func <3 x i64> @llvm.genx.wrregioni.v3i64.v1i64.i16.i1(<3 x i64> %4, <1 x i64> %5, i32 1, i32 1, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %r = call <8 x i64> @llvm.genx.rdregioni.x3.4(<16 x i64> %v, i32 2, i32 4, i32 2, i16 24, i32 0)
  %f = call <3 x i64> @llvm.genx.rdregioni.x4(<8 x i64> %r, i32 3, i32 3, i32 2, i16 8, i32 0)
  ret void
}

define spir_func void @bytes_of_numbers_that_are_loaded_apart_are_computed(ptr %p) {
; CHECK-LABEL: define {{.*}}@bytes_of_numbers_that_are_loaded_apart_are_computed(
; CHECK-NEXT:   %l = load <4 x i16>, ptr %p, align 2
; CHECK-NEXT:   %1 = trunc <4 x i16> %l to <4 x i8>
; CHECK-NEXT:   %2 = lshr <4 x i16> %l, splat (i16 8)
; CHECK-NEXT:   %3 = trunc <4 x i16> %2 to <4 x i8>
; CHECK-NEXT:   %4 = shufflevector <4 x i8> %1, <4 x i8> %3, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK-NEXT:   store <8 x i8> %4, ptr %p, align 1
; CHECK-NEXT:   ret void
  %l = load <4 x i16>, ptr %p, align 2
  %b = bitcast <4 x i16> %l to <8 x i8>
  store <8 x i8> %b, ptr %p, align 1
  ret void
}

define spir_func void @bytes_of_numbers_that_are_loaded_apart_are_computed_2(ptr %p) {
; CHECK-LABEL: define {{.*}}@bytes_of_numbers_that_are_loaded_apart_are_computed_2(
; CHECK-NEXT:   %l = load <4 x half>, ptr %p, align 2
; CHECK-NEXT:   %1 = bitcast <4 x half> %l to <4 x i16>
; CHECK-NEXT:   %2 = trunc <4 x i16> %1 to <4 x i8>
; CHECK-NEXT:   %3 = lshr <4 x i16> %1, splat (i16 8)
; CHECK-NEXT:   %4 = trunc <4 x i16> %3 to <4 x i8>
; CHECK-NEXT:   %5 = shufflevector <4 x i8> %2, <4 x i8> %4, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
; CHECK-NEXT:   store <8 x i8> %5, ptr %p, align 1
; CHECK-NEXT:   ret void
  %l = load <4 x half>, ptr %p, align 2
  %b = bitcast <4 x half> %l to <8 x i8>
  store <8 x i8> %b, ptr %p, align 1
  ret void
}

define spir_func void @bytes_of_numbers_that_are_loaded_apart_are_computed_3(ptr %p) {
; CHECK-LABEL: define {{.*}}@bytes_of_numbers_that_are_loaded_apart_are_computed_3(
; CHECK-NEXT:   %l = load <4 x i16>, ptr %p, align 4
; CHECK-NEXT:   %b = bitcast <4 x i16> %l to <8 x i8>
; CHECK-NEXT:   store <8 x i8> %b, ptr %p, align 1
; CHECK-NEXT:   ret void
  %l = load <4 x i16>, ptr %p, align 4
  %b = bitcast <4 x i16> %l to <8 x i8>
  store <8 x i8> %b, ptr %p, align 1
  ret void
}

define spir_func void @bytes_of_numbers_that_are_loaded_apart_are_computed_4(ptr %p) {
; CHECK-LABEL: define {{.*}}@bytes_of_numbers_that_are_loaded_apart_are_computed_4(
; CHECK-NEXT:   %l = load <4 x i16>, ptr %p, align 2
; CHECK-NEXT:   %b = bitcast <4 x i16> %l to <2 x i32>
; CHECK-NEXT:   store <2 x i32> %b, ptr %p, align 1
; CHECK-NEXT:   ret void
  %l = load <4 x i16>, ptr %p, align 2
  %b = bitcast <4 x i16> %l to <2 x i32>
  store <2 x i32> %b, ptr %p, align 1
  ret void
}

define spir_func void @bytes_of_numbers_that_are_loaded_apart_are_computed_5(ptr %p) {
; CHECK-LABEL: define {{.*}}@bytes_of_numbers_that_are_loaded_apart_are_computed_5(
; CHECK-NEXT:   %l = load <4 x i32>, ptr %p, align 2
; CHECK-NEXT:   %b = bitcast <4 x i32> %l to <16 x i8>
; CHECK-NEXT:   store <16 x i8> %b, ptr %p, align 1
; CHECK-NEXT:   ret void
  %l = load <4 x i32>, ptr %p, align 2
  %b = bitcast <4 x i32> %l to <16 x i8>
  store <16 x i8> %b, ptr %p, align 1
  ret void
}

define spir_func void @bytes_of_numbers_that_are_loaded_apart_are_computed_6(ptr %p) {
; CHECK-LABEL: define {{.*}}@bytes_of_numbers_that_are_loaded_apart_are_computed_6(
; CHECK-NEXT:   %l = load <8 x i8>, ptr %p, align 1
; CHECK-NEXT:   %b = bitcast <8 x i8> %l to <4 x i16>
; CHECK-NEXT:   store <4 x i16> %b, ptr %p, align 1
; CHECK-NEXT:   ret void
  %l = load <8 x i8>, ptr %p, align 1
  %b = bitcast <8 x i8> %l to <4 x i16>
  store <4 x i16> %b, ptr %p, align 1
  ret void
}

define spir_func void @numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still(ptr %p, <8 x i32> %n, <16 x i8> %s, <8 x i8> %t) {
; CHECK-LABEL: define {{.*}}@numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still(
; CHECK-NEXT:   %a = load <8 x i8>, ptr %p, align 1
; CHECK-NEXT:   %1 = call spir_func <8 x i8> @llvm.genx.constanti.v8i8(<8 x i8> zeroinitializer)
; CHECK-NEXT:   %2 = or <8 x i8> %a, %1
; CHECK-NEXT:   %3 = bitcast <8 x i8> %2 to <4 x i16>
; CHECK-NEXT:   %w = zext <4 x i16> %3 to <4 x i32>
; CHECK-NEXT:   store <4 x i32> %w, ptr %p, align 16
; CHECK-NEXT:   ret void
  %a = load <8 x i8>, ptr %p, align 1
  %b = bitcast <8 x i8> %a to <4 x i16>
  %w = zext <4 x i16> %b to <4 x i32>
  store <4 x i32> %w, ptr %p, align 16
  ret void
}

define spir_func void @numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_2(ptr %p, <8 x i32> %n, <16 x i8> %s, <8 x i8> %t) {
; CHECK-LABEL: define {{.*}}@numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_2(
; CHECK-NEXT:   %a = trunc <8 x i32> %n to <8 x i8>
; CHECK-NEXT:   %1 = call spir_func <8 x i8> @llvm.genx.constanti.v8i8(<8 x i8> zeroinitializer)
; CHECK-NEXT:   %2 = or <8 x i8> %a, %1
; CHECK-NEXT:   %3 = bitcast <8 x i8> %2 to <4 x i16>
; CHECK-NEXT:   %w = zext <4 x i16> %3 to <4 x i32>
; CHECK-NEXT:   store <4 x i32> %w, ptr %p, align 16
; CHECK-NEXT:   ret void
  %a = trunc <8 x i32> %n to <8 x i8>
  %b = bitcast <8 x i8> %a to <4 x i16>
  %w = zext <4 x i16> %b to <4 x i32>
  store <4 x i32> %w, ptr %p, align 16
  ret void
}

define spir_func void @numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_3(ptr %p, <8 x i32> %n, <16 x i8> %s, <8 x i8> %t) {
; CHECK-LABEL: define {{.*}}@numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_3(
; CHECK-NEXT:   %a = shufflevector <16 x i8> %s, <16 x i8> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
; CHECK-NEXT:   %1 = call spir_func <8 x i8> @llvm.genx.constanti.v8i8(<8 x i8> zeroinitializer)
; CHECK-NEXT:   %2 = or <8 x i8> %a, %1
; CHECK-NEXT:   %3 = bitcast <8 x i8> %2 to <4 x i16>
; CHECK-NEXT:   %w = zext <4 x i16> %3 to <4 x i32>
; CHECK-NEXT:   store <4 x i32> %w, ptr %p, align 16
; CHECK-NEXT:   ret void
  %a = shufflevector <16 x i8> %s, <16 x i8> poison, <8 x i32> <i32 0, i32 2, i32 4, i32 6, i32 8, i32 10, i32 12, i32 14>
  %b = bitcast <8 x i8> %a to <4 x i16>
  %w = zext <4 x i16> %b to <4 x i32>
  store <4 x i32> %w, ptr %p, align 16
  ret void
}

define spir_func void @numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_4(ptr %p, <8 x i32> %n, <16 x i8> %s, <8 x i8> %t) {
; CHECK-LABEL: define {{.*}}@numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_4(
; CHECK-NEXT:   %a = load <8 x i8>, ptr %p, align 4
; CHECK-NEXT:   %b = bitcast <8 x i8> %a to <4 x i16>
; CHECK-NEXT:   %w = zext <4 x i16> %b to <4 x i32>
; CHECK-NEXT:   store <4 x i32> %w, ptr %p, align 16
; CHECK-NEXT:   ret void
  %a = load <8 x i8>, ptr %p, align 4
  %b = bitcast <8 x i8> %a to <4 x i16>
  %w = zext <4 x i16> %b to <4 x i32>
  store <4 x i32> %w, ptr %p, align 16
  ret void
}

define spir_func void @numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_5(ptr %p, <8 x i32> %n, <16 x i8> %s, <8 x i8> %t) {
; CHECK-LABEL: define {{.*}}@numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_5(
; CHECK-NEXT:   %a = add <8 x i8> %t, %t
; CHECK-NEXT:   %b = bitcast <8 x i8> %a to <4 x i16>
; CHECK-NEXT:   %w = zext <4 x i16> %b to <4 x i32>
; CHECK-NEXT:   store <4 x i32> %w, ptr %p, align 16
; CHECK-NEXT:   ret void
  %a = add <8 x i8> %t, %t
  %b = bitcast <8 x i8> %a to <4 x i16>
  %w = zext <4 x i16> %b to <4 x i32>
  store <4 x i32> %w, ptr %p, align 16
  ret void
}

define spir_func void @numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_6(<16 x i32> %n, ptr %p) {
; CHECK-LABEL: define {{.*}}@numbers_that_lie_apart_are_moved_together_before_they_are_wider_and_wider_still_6(
; CHECK-NEXT:   %m = trunc <16 x i32> %n to <16 x i1>
; CHECK-NEXT:   %b = bitcast <16 x i1> %m to i16
; CHECK-NEXT:   %w = zext i16 %b to i32
; CHECK-NEXT:   store i32 %w, ptr %p, align 4
; CHECK-NEXT:   ret void
  %m = trunc <16 x i32> %n to <16 x i1>
  %b = bitcast <16 x i1> %m to i16
  %w = zext i16 %b to i32
  store i32 %w, ptr %p, align 4
  ret void
}

define spir_func void @three_lanes_are_taken_directly_and_not_from_four(<3 x i64> %t, <4 x i64> %q) {
; CHECK-LABEL: define {{.*}}@three_lanes_are_taken_directly_and_not_from_four(
; CHECK-NEXT:   %1 = bitcast <3 x i64> %t to <3 x double>
; CHECK-NEXT:   %u = fadd <3 x double> splat (double 1.000000e+00), %1
; CHECK-NEXT:   ret void
  %w = shufflevector <3 x i64> %t, <3 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %b = bitcast <4 x i64> %w to <4 x double>
  %s = shufflevector <4 x double> %b, <4 x double> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %u = fadd <3 x double> splat (double 1.0), %s
  ret void
}

define spir_func void @three_lanes_are_taken_directly_and_not_from_four_2(<3 x i64> %t, <4 x i64> %q) {
; CHECK-LABEL: define {{.*}}@three_lanes_are_taken_directly_and_not_from_four_2(
; CHECK-NEXT:   %1 = bitcast <3 x i64> %t to <3 x double>
; CHECK-NEXT:   %2 = shufflevector <3 x double> %1, <3 x double> poison, <3 x i32> <i32 2, i32 0, i32 0>
; CHECK-NEXT:   %u = fadd <3 x double> splat (double 1.000000e+00), %2
; CHECK-NEXT:   ret void
  %w = shufflevector <3 x i64> %t, <3 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %b = bitcast <4 x i64> %w to <4 x double>
  %s = shufflevector <4 x double> %b, <4 x double> poison, <3 x i32> <i32 2, i32 0, i32 0>
  %u = fadd <3 x double> splat (double 1.0), %s
  ret void
}

define spir_func void @three_lanes_are_taken_directly_and_not_from_four_3(<3 x i64> %t, <4 x i64> %q) {
; CHECK-LABEL: define {{.*}}@three_lanes_are_taken_directly_and_not_from_four_3(
; CHECK-NEXT:   %w = shufflevector <3 x i64> %t, <3 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
; CHECK-NEXT:   %b = bitcast <4 x i64> %w to <4 x double>
; CHECK-NEXT:   %s = shufflevector <4 x double> %b, <4 x double> poison, <3 x i32> <i32 0, i32 1, i32 3>
; CHECK-NEXT:   %u = fadd <3 x double> splat (double 1.000000e+00), %s
; CHECK-NEXT:   ret void
  %w = shufflevector <3 x i64> %t, <3 x i64> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 poison>
  %b = bitcast <4 x i64> %w to <4 x double>
  %s = shufflevector <4 x double> %b, <4 x double> poison, <3 x i32> <i32 0, i32 1, i32 3>
  %u = fadd <3 x double> splat (double 1.0), %s
  ret void
}

define spir_func void @three_lanes_are_taken_directly_and_not_from_four_4(<3 x i64> %t, <4 x i64> %q) {
; CHECK-LABEL: define {{.*}}@three_lanes_are_taken_directly_and_not_from_four_4(
; CHECK-NEXT:   %w = shufflevector <3 x i64> %t, <3 x i64> poison, <4 x i32> <i32 0, i32 2, i32 1, i32 poison>
; CHECK-NEXT:   %b = bitcast <4 x i64> %w to <4 x double>
; CHECK-NEXT:   %s = shufflevector <4 x double> %b, <4 x double> poison, <3 x i32> <i32 0, i32 1, i32 2>
; CHECK-NEXT:   %u = fadd <3 x double> splat (double 1.000000e+00), %s
; CHECK-NEXT:   ret void
  %w = shufflevector <3 x i64> %t, <3 x i64> poison, <4 x i32> <i32 0, i32 2, i32 1, i32 poison>
  %b = bitcast <4 x i64> %w to <4 x double>
  %s = shufflevector <4 x double> %b, <4 x double> poison, <3 x i32> <i32 0, i32 1, i32 2>
  %u = fadd <3 x double> splat (double 1.0), %s
  ret void
}

define spir_func void @first_factors_of_products_begin_where_they_can(<32 x i32> %a, <128 x i32> %b, <16 x i32> %c) {
; CHECK-LABEL: define {{.*}}@first_factors_of_products_begin_where_they_can(
; CHECK-NEXT:   %1 = call spir_func <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %a, i32 4, i32 4, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %2 = call spir_func <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> poison, <4 x i32> %1, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   %3 = call spir_func <4 x i32> @llvm.genx.rdregioni.v4i32.v32i32.i16(<32 x i32> %a, i32 4, i32 4, i32 1, i16 32, i32 0)
; CHECK-NEXT:   %4 = call spir_func <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %2, <4 x i32> %3, i32 4, i32 4, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %p = call <16 x i32> @llvm.genx.dpas2.x6(<16 x i32> %c, <128 x i32> %b, <8 x i32> %4)
; CHECK-NEXT:   ret void
  %r = call <8 x i32> @llvm.genx.rdregioni.x5(<32 x i32> %a, i32 8, i32 8, i32 1, i16 16, i32 0)
  %p = call <16 x i32> @llvm.genx.dpas2.x6(<16 x i32> %c, <128 x i32> %b, <8 x i32> %r)
  ret void
}

define spir_func void @first_factors_of_products_begin_where_they_can_2(<12 x i32> %a, <128 x i32> %b, <16 x i32> %c) {
; CHECK-LABEL: define {{.*}}@first_factors_of_products_begin_where_they_can_2(
; CHECK-NEXT:   %1 = call spir_func <4 x i32> @llvm.genx.rdregioni.v4i32.v12i32.i16(<12 x i32> %a, i32 4, i32 4, i32 1, i16 0, i32 0)
; CHECK-NEXT:   %2 = call spir_func <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> poison, <4 x i32> %1, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   %3 = call spir_func <4 x i32> @llvm.genx.rdregioni.v4i32.v12i32.i16(<12 x i32> %a, i32 4, i32 4, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %4 = call spir_func <8 x i32> @llvm.genx.wrregioni.v8i32.v4i32.i16.i1(<8 x i32> %2, <4 x i32> %3, i32 4, i32 4, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %p = call <16 x i32> @llvm.genx.dpas2.x6(<16 x i32> %c, <128 x i32> %b, <8 x i32> %4)
; CHECK-NEXT:   ret void
  %r = call <8 x i32> @llvm.genx.rdregioni.x5.2(<12 x i32> %a, i32 8, i32 8, i32 1, i16 0, i32 0)
  %p = call <16 x i32> @llvm.genx.dpas2.x6(<16 x i32> %c, <128 x i32> %b, <8 x i32> %r)
  ret void
}

define spir_func void @first_factors_of_products_begin_where_they_can_3(<32 x i32> %a, <128 x i32> %b, <16 x i32> %c) {
; CHECK-LABEL: define {{.*}}@first_factors_of_products_begin_where_they_can_3(
; CHECK-NEXT:   %r = call <8 x i32> @llvm.genx.rdregioni.x5(<32 x i32> %a, i32 8, i32 8, i32 1, i16 32, i32 0)
; CHECK-NEXT:   %p = call <16 x i32> @llvm.genx.dpas2.x6(<16 x i32> %c, <128 x i32> %b, <8 x i32> %r)
; CHECK-NEXT:   ret void
  %r = call <8 x i32> @llvm.genx.rdregioni.x5(<32 x i32> %a, i32 8, i32 8, i32 1, i16 32, i32 0)
  %p = call <16 x i32> @llvm.genx.dpas2.x6(<16 x i32> %c, <128 x i32> %b, <8 x i32> %r)
  ret void
}

define spir_func void @elements_that_lie_evenly_or_anywhere_stay(<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at) {
; CHECK-LABEL: define {{.*}}@elements_that_lie_evenly_or_anywhere_stay(
; CHECK-NEXT:   %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 16, i32 16, i32 2, i16 4, i32 0)
; CHECK-NEXT:   %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
; CHECK-NEXT:   ret void
  %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 16, i32 16, i32 2, i16 4, i32 0)
  %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
  ret void
}

define spir_func void @elements_that_lie_evenly_or_anywhere_stay_2(<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at) {
; CHECK-LABEL: define {{.*}}@elements_that_lie_evenly_or_anywhere_stay_2(
; CHECK-NEXT:   %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 4, i32 4, i32 1, i16 0, i32 0)
; CHECK-NEXT:   %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
; CHECK-NEXT:   ret void
  %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 4, i32 4, i32 1, i16 0, i32 0)
  %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
  ret void
}

define spir_func void @elements_that_lie_evenly_or_anywhere_stay_3(<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at) {
; CHECK-LABEL: define {{.*}}@elements_that_lie_evenly_or_anywhere_stay_3(
; CHECK-NEXT:   %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 2, i32 8, i32 0, i16 %at, i32 0)
; CHECK-NEXT:   %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
; CHECK-NEXT:   ret void
  %r = call <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32> %v, i32 2, i32 8, i32 0, i16 %at, i32 0)
  %f = call <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32> %r, i32 4, i32 4, i32 1, i16 24, i32 0)
  ret void
}

define spir_func void @elements_of_64_bits_four_apart_are_written_one_by_one(<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at) {
; CHECK-LABEL: define {{.*}}@elements_of_64_bits_four_apart_are_written_one_by_one(
; CHECK-NEXT:   %1 = shufflevector <3 x double> %e, <3 x double> poison, <1 x i32> zeroinitializer
; CHECK-NEXT:   %2 = shufflevector <3 x i1> %m, <3 x i1> poison, <1 x i32> zeroinitializer
; CHECK-NEXT:   %3 = call <16 x double> @llvm.genx.wrregionf.x2.of1(<16 x double> %d, <1 x double> %1, i32 1, i32 1, i32 1, i16 8, i32 0, <1 x i1> %2)
; CHECK-NEXT:   %4 = shufflevector <3 x double> %e, <3 x double> poison, <1 x i32> <i32 1>
; CHECK-NEXT:   %5 = shufflevector <3 x i1> %m, <3 x i1> poison, <1 x i32> <i32 1>
; CHECK-NEXT:   %6 = call <16 x double> @llvm.genx.wrregionf.x2.of1(<16 x double> %3, <1 x double> %4, i32 1, i32 1, i32 1, i16 40, i32 0, <1 x i1> %5)
; CHECK-NEXT:   %7 = shufflevector <3 x double> %e, <3 x double> poison, <1 x i32> <i32 2>
; CHECK-NEXT:   %8 = shufflevector <3 x i1> %m, <3 x i1> poison, <1 x i32> <i32 2>
; CHECK-NEXT:   %9 = call <16 x double> @llvm.genx.wrregionf.x2.of1(<16 x double> %6, <1 x double> %7, i32 1, i32 1, i32 1, i16 72, i32 0, <1 x i1> %8)
; CHECK-NEXT:   ret void
  %w = call <16 x double> @llvm.genx.wrregionf.x2(<16 x double> %d, <3 x double> %e, i32 3, i32 3, i32 4, i16 8, i32 0, <3 x i1> %m)
  ret void
}

define spir_func void @elements_of_64_bits_four_apart_are_written_one_by_one_2(<32 x i32> %v, <16 x double> %d, <3 x double> %e, <3 x i1> %m, i16 %at) {
; CHECK-LABEL: define {{.*}}@elements_of_64_bits_four_apart_are_written_one_by_one_2(
; CHECK-NEXT:   %w = call <16 x double> @llvm.genx.wrregionf.x2(<16 x double> %d, <3 x double> %e, i32 3, i32 3, i32 3, i16 8, i32 0, <3 x i1> %m)
; CHECK-NEXT:   ret void
  %w = call <16 x double> @llvm.genx.wrregionf.x2(<16 x double> %d, <3 x double> %e, i32 3, i32 3, i32 3, i16 8, i32 0, <3 x i1> %m)
  ret void
}

define spir_func void @also_two_apart_in_every_second_one(<16 x double> %d, <8 x double> %o, <3 x double> %e, <3 x i1> %m) {
; CHECK-LABEL: define {{.*}}@also_two_apart_in_every_second_one(
; CHECK-NEXT:   %1 = shufflevector <3 x double> %e, <3 x double> poison, <1 x i32> zeroinitializer
; CHECK-NEXT:   %2 = shufflevector <3 x i1> %m, <3 x i1> poison, <1 x i32> zeroinitializer
; CHECK-NEXT:   %3 = call <8 x double> @llvm.genx.wrregionf.x3.of1(<8 x double> %o, <1 x double> %1, i32 1, i32 1, i32 1, i16 0, i32 0, <1 x i1> %2)
; CHECK-NEXT:   %4 = shufflevector <3 x double> %e, <3 x double> poison, <1 x i32> <i32 1>
; CHECK-NEXT:   %5 = shufflevector <3 x i1> %m, <3 x i1> poison, <1 x i32> <i32 1>
; CHECK-NEXT:   %6 = call <8 x double> @llvm.genx.wrregionf.x3.of1(<8 x double> %3, <1 x double> %4, i32 1, i32 1, i32 1, i16 16, i32 0, <1 x i1> %5)
; CHECK-NEXT:   %7 = shufflevector <3 x double> %e, <3 x double> poison, <1 x i32> <i32 2>
; CHECK-NEXT:   %8 = shufflevector <3 x i1> %m, <3 x i1> poison, <1 x i32> <i32 2>
; CHECK-NEXT:   %9 = call <8 x double> @llvm.genx.wrregionf.x3.of1(<8 x double> %6, <1 x double> %7, i32 1, i32 1, i32 1, i16 32, i32 0, <1 x i1> %8)
; CHECK-NEXT:   %x = call <16 x double> @llvm.genx.wrregionf.x4(<16 x double> %d, <8 x double> %9, i32 8, i32 8, i32 2, i16 0, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %w = call <8 x double> @llvm.genx.wrregionf.x3(<8 x double> %o, <3 x double> %e, i32 3, i32 3, i32 2, i16 0, i32 0, <3 x i1> %m)
  %x = call <16 x double> @llvm.genx.wrregionf.x4(<16 x double> %d, <8 x double> %w, i32 8, i32 8, i32 2, i16 0, i32 0, i1 true)
  ret void
}

define spir_func void @also_two_apart_in_every_second_one_2(<16 x double> %d, <8 x double> %o, <3 x double> %e, <3 x i1> %m) {
; CHECK-LABEL: define {{.*}}@also_two_apart_in_every_second_one_2(
; CHECK-NEXT:   %w = call <8 x double> @llvm.genx.wrregionf.x3(<8 x double> %o, <3 x double> %e, i32 3, i32 3, i32 2, i16 0, i32 0, <3 x i1> %m)
; CHECK-NEXT:   %x = call <16 x double> @llvm.genx.wrregionf.x4(<16 x double> %d, <8 x double> %w, i32 8, i32 8, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   ret void
  %w = call <8 x double> @llvm.genx.wrregionf.x3(<8 x double> %o, <3 x double> %e, i32 3, i32 3, i32 2, i16 0, i32 0, <3 x i1> %m)
  %x = call <16 x double> @llvm.genx.wrregionf.x4(<16 x double> %d, <8 x double> %w, i32 8, i32 8, i32 1, i16 0, i32 0, i1 true)
  ret void
}

define spir_func void @lower_parts_of_integers_are_taken_from_the_whole_ones(<8 x i32> %w) {
; CHECK-LABEL: define {{.*}}@lower_parts_of_integers_are_taken_from_the_whole_ones(
; CHECK-NEXT:   %1 = bitcast <8 x i32> %w to <16 x i16>
; CHECK-NEXT:   %2 = bitcast <16 x i16> %1 to <32 x i8>
; CHECK-NEXT:   %3 = shufflevector <32 x i8> %2, <32 x i8> poison, <4 x i32> <i32 5, i32 8, i32 9, i32 12>
; CHECK-NEXT:   ret void
  %r = trunc <8 x i32> %w to <8 x i16>
  %b = bitcast <8 x i16> %r to <16 x i8>
  %f = call <4 x i8> @llvm.genx.rdregioni.x5.3(<16 x i8> %b, i32 4, i32 4, i32 1, i16 3, i32 0)
  ret void
}

declare <16 x i32> @llvm.genx.rdregioni.x0(<32 x i32>, i32, i32, i32, i16, i32)
declare <4 x i32> @llvm.genx.rdregioni.x1(<16 x i32>, i32, i32, i32, i16, i32)
declare <16 x double> @llvm.genx.wrregionf.x2(<16 x double>, <3 x double>, i32, i32, i32, i16, i32, <3 x i1>)
declare <4 x i8> @llvm.genx.rdregioni.x3(<64 x i8>, i32, i32, i32, i16, i32)
declare <4 x i8> @llvm.genx.rdregioni.x3.2(<16 x i8>, i32, i32, i32, i16, i32)
declare <3 x i32> @llvm.genx.rdregioni.x3.3(<6 x i32>, i32, i32, i32, i16, i32)
declare <8 x i64> @llvm.genx.rdregioni.x3.4(<16 x i64>, i32, i32, i32, i16, i32)
declare <3 x i64> @llvm.genx.rdregioni.x4(<8 x i64>, i32, i32, i32, i16, i32)
declare <8 x i32> @llvm.genx.rdregioni.x5(<32 x i32>, i32, i32, i32, i16, i32)
declare <16 x i32> @llvm.genx.dpas2.x6(<16 x i32>, <128 x i32>, <8 x i32>)
declare <8 x i32> @llvm.genx.rdregioni.x5.2(<12 x i32>, i32, i32, i32, i16, i32)
declare <8 x double> @llvm.genx.wrregionf.x3(<8 x double>, <3 x double>, i32, i32, i32, i16, i32, <3 x i1>)
declare <16 x double> @llvm.genx.wrregionf.x4(<16 x double>, <8 x double>, i32, i32, i32, i16, i32, i1)
declare <4 x i8> @llvm.genx.rdregioni.x5.3(<16 x i8>, i32, i32, i32, i16, i32)
