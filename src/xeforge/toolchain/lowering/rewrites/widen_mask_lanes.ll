; RUN: %opt -passes=widen-mask-lanes %s | %check

define spir_func void @a_shuffle_of_predicates_is_done_on_16_bit_lanes(<5 x i1> %a) {
; CHECK-LABEL: define {{.*}}@a_shuffle_of_predicates_is_done_on_16_bit_lanes(
; CHECK-NEXT:   %1 = zext <5 x i1> %a to <5 x i16>
; CHECK-NEXT:   %2 = shufflevector <5 x i16> %1, <5 x i16> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 poison, i32 poison, i32 poison>
; CHECK-NEXT:   %3 = icmp ne <8 x i16> %2, zeroinitializer
; CHECK-NEXT:   ret void
  %s = shufflevector <5 x i1> %a, <5 x i1> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 poison, i32 poison, i32 poison>
  ret void
}

define spir_func void @so_are_a_lane_put_in_and_a_lane_taken_out(i1 %a) {
; CHECK-LABEL: define {{.*}}@so_are_a_lane_put_in_and_a_lane_taken_out(
; CHECK-NEXT:   %1 = zext i1 %a to i16
; CHECK-NEXT:   %2 = insertelement <16 x i16> splat (i16 1), i16 %1, i64 3
; CHECK-NEXT:   %3 = icmp ne <16 x i16> %2, zeroinitializer
; CHECK-NEXT:   ret void
  %s = insertelement <16 x i1> splat (i1 true), i1 %a, i64 3
  ret void
}

define spir_func void @so_are_a_lane_put_in_and_a_lane_taken_out_2(<4 x i1> %a, i64 %n) {
; CHECK-LABEL: define {{.*}}@so_are_a_lane_put_in_and_a_lane_taken_out_2(
; CHECK-NEXT:   %1 = zext <4 x i1> %a to <4 x i16>
; CHECK-NEXT:   %2 = extractelement <4 x i16> %1, i64 %n
; CHECK-NEXT:   %3 = icmp ne i16 %2, 0
; CHECK-NEXT:   ret void
  %s = extractelement <4 x i1> %a, i64 %n
  ret void
}

define spir_func void @other_lanes_and_other_instructions_stay(<4 x i16> %a, <4 x float> %b, <4 x i1> %c, <32 x i1> %d) {
; CHECK-LABEL: define {{.*}}@other_lanes_and_other_instructions_stay(
; CHECK-NEXT:   %1 = shufflevector <4 x i16> %a, <4 x i16> poison, <2 x i32> zeroinitializer
; CHECK-NEXT:   %2 = extractelement <4 x float> %b, i64 0
; CHECK-NEXT:   %3 = select <4 x i1> %c, <4 x i1> %c, <4 x i1> %c
; CHECK-NEXT:   %4 = bitcast <32 x i1> %d to i32
; CHECK-NEXT:   ret void
  %1 = shufflevector <4 x i16> %a, <4 x i16> poison, <2 x i32> zeroinitializer
  %2 = extractelement <4 x float> %b, i64 0
  %3 = select <4 x i1> %c, <4 x i1> %c, <4 x i1> %c
  %4 = bitcast <32 x i1> %d to i32
  ret void
}
