; RUN: %opt -passes=shuffle-wide-lanes %s | %check

define spir_func void @a_part_of_a_vector_is_taken_by_a_shuffle(<16 x float> %a) {
; CHECK-LABEL: define {{.*}}@a_part_of_a_vector_is_taken_by_a_shuffle(
; CHECK-NEXT:   %1 = bitcast <16 x float> %a to <16 x i32>
; CHECK-NEXT:   %2 = shufflevector <16 x i32> %1, <16 x i32> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
; CHECK-NEXT:   %e = add <8 x i32> %2, %2
; CHECK-NEXT:   ret void
  %b = bitcast <16 x float> %a to <2 x i256>
  %c = extractelement <2 x i256> %b, i64 1
  %d = bitcast i256 %c to <8 x i32>
  %e = add <8 x i32> %d, %d
  ret void
}

define spir_func void @several_parts_of_other_element_types_share_one_vector(<4 x i64> %a) {
; CHECK-LABEL: define {{.*}}@several_parts_of_other_element_types_share_one_vector(
; CHECK-NEXT:   %1 = bitcast <4 x i64> %a to <4 x double>
; CHECK-NEXT:   %2 = shufflevector <4 x double> %1, <4 x double> poison, <2 x i32> <i32 0, i32 1>
; CHECK-NEXT:   %3 = bitcast <4 x i64> %a to <8 x i32>
; CHECK-NEXT:   %4 = shufflevector <8 x i32> %3, <8 x i32> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
; CHECK-NEXT:   %h = fadd <2 x double> %2, %2
; CHECK-NEXT:   %i = add <4 x i32> %4, %4
; CHECK-NEXT:   ret void
  %b = bitcast <4 x i64> %a to <2 x i128>
  %c = extractelement <2 x i128> %b, i64 0
  %d = extractelement <2 x i128> %b, i64 1
  %e = bitcast i128 %c to <2 x double>
  %g = bitcast i128 %d to <4 x i32>
  %h = fadd <2 x double> %e, %e
  %i = add <4 x i32> %g, %g
  ret void
}

define spir_func void @what_is_used_as_a_wide_integer_stays(<4 x i64> %a, i64 %n) {
; CHECK-LABEL: define {{.*}}@what_is_used_as_a_wide_integer_stays(
; CHECK-NEXT:   %b = bitcast <4 x i64> %a to <2 x i128>
; CHECK-NEXT:   %c = extractelement <2 x i128> %b, i64 0
; CHECK-NEXT:   %d = add i128 %c, 1
; CHECK-NEXT:   ret void
  %b = bitcast <4 x i64> %a to <2 x i128>
  %c = extractelement <2 x i128> %b, i64 0
  %d = add i128 %c, 1
  ret void
}

define spir_func void @what_is_used_as_a_wide_integer_stays_2(<4 x i64> %a, i64 %n) {
; CHECK-LABEL: define {{.*}}@what_is_used_as_a_wide_integer_stays_2(
; CHECK-NEXT:   %b = bitcast <4 x i64> %a to <8 x i32>
; CHECK-NEXT:   %c = extractelement <8 x i32> %b, i64 0
; CHECK-NEXT:   %d = bitcast i32 %c to <2 x i16>
; CHECK-NEXT:   ret void
  %b = bitcast <4 x i64> %a to <8 x i32>
  %c = extractelement <8 x i32> %b, i64 0
  %d = bitcast i32 %c to <2 x i16>
  ret void
}

define spir_func void @what_is_used_as_a_wide_integer_stays_3(<4 x i64> %a, i64 %n) {
; CHECK-LABEL: define {{.*}}@what_is_used_as_a_wide_integer_stays_3(
; CHECK-NEXT:   %b = bitcast <4 x i64> %a to <2 x i128>
; CHECK-NEXT:   %c = extractelement <2 x i128> %b, i64 %n
; CHECK-NEXT:   %d = bitcast i128 %c to <4 x i32>
; CHECK-NEXT:   ret void
  %b = bitcast <4 x i64> %a to <2 x i128>
  %c = extractelement <2 x i128> %b, i64 %n
  %d = bitcast i128 %c to <4 x i32>
  ret void
}

; %odd begins inside of an element of 32 bits.
define spir_func void @bits_of_a_shifted_vector_are_elements(<32 x i16> %v) {
; CHECK-LABEL: define {{.*}}@bits_of_a_shifted_vector_are_elements(
; CHECK-NEXT:   %1 = shufflevector <32 x i16> %v, <32 x i16> poison, <8 x i32> <i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10>
; CHECK-NEXT:   %2 = extractelement <32 x i16> %v, i64 3
; CHECK-NEXT:   %3 = bitcast <32 x i16> %v to <16 x i32>
; CHECK-NEXT:   %4 = extractelement <16 x i32> %3, i64 0
; CHECK-NEXT:   %5 = shufflevector <32 x i16> %v, <32 x i16> poison, <2 x i32> <i32 3, i32 4>
; CHECK-NEXT:   %6 = bitcast <2 x i16> %5 to i32
; CHECK-NEXT:   ret void
  %w = bitcast <32 x i16> %v to i512
  %s = lshr i512 %w, 48
  %t = trunc i512 %s to i128
  %b = bitcast i128 %t to <8 x i16>
  %n = trunc i512 %s to i16
  %low = trunc i512 %w to i32
  %odd = trunc i512 %s to i32
  ret void
}

define spir_func void @zeros_that_are_shifted_in_are_no_elements(<32 x i16> %v) {
; CHECK-LABEL: define {{.*}}@zeros_that_are_shifted_in_are_no_elements(
; CHECK-NEXT:   %w = bitcast <32 x i16> %v to i512
; CHECK-NEXT:   %s = lshr i512 %w, 400
; CHECK-NEXT:   %t = trunc i512 %s to i128
; CHECK-NEXT:   %b = bitcast i128 %t to <8 x i16>
; CHECK-NEXT:   ret void
  %w = bitcast <32 x i16> %v to i512
  %s = lshr i512 %w, 400
  %t = trunc i512 %s to i128
  %b = bitcast i128 %t to <8 x i16>
  ret void
}

define spir_func void @they_are_stored_as_elements(<16 x float> %v, ptr %p) {
; CHECK-LABEL: define {{.*}}@they_are_stored_as_elements(
; CHECK-NEXT:   %1 = shufflevector <16 x float> %v, <16 x float> poison, <4 x i32> <i32 1, i32 2, i32 3, i32 4>
; CHECK-NEXT:   store <4 x float> %1, ptr %p, align 4
; CHECK-NEXT:   ret void
  %w = bitcast <16 x float> %v to i512
  %s = lshr i512 %w, 32
  %t = trunc i512 %s to i128
  store i128 %t, ptr %p, align 4
  ret void
}

define spir_func void @they_are_stored_as_elements_that_begin_inside_of_others(<4 x i64> %v, ptr %p) {
; CHECK-LABEL: define {{.*}}@they_are_stored_as_elements_that_begin_inside_of_others(
; CHECK-NEXT:   %1 = bitcast <4 x i64> %v to <16 x i16>
; CHECK-NEXT:   %2 = shufflevector <16 x i16> %1, <16 x i16> poison, <8 x i32> <i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10>
; CHECK-NEXT:   %3 = bitcast <8 x i16> %2 to <2 x i64>
; CHECK-NEXT:   store <2 x i64> %3, ptr %p, align 1
; CHECK-NEXT:   ret void
  %w = bitcast <4 x i64> %v to i256
  %s = lshr i256 %w, 48
  %t = trunc i256 %s to i128
  store i128 %t, ptr %p, align 1
  ret void
}
