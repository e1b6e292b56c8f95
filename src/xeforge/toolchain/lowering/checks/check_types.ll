; RUN: %opt -passes=check-types -disable-output %s 2>&1 | %check

define spir_func void @integers_of_more_than_64_bits(ptr %p) {
; CHECK:      kernel integers_of_more_than_64_bits: got an integer of 512 bits; expected integers of at most 64 bits (for raw bits use a simd of smaller elements)
  %r = load i512, ptr %p, align 64
  ret void
}
define spir_func void @also_in_vectors(<2 x i64> %a) {
; CHECK:      kernel also_in_vectors: got an integer of 128 bits; expected integers of at most 64 bits (for raw bits use a simd of smaller elements)
  %r = zext <2 x i64> %a to <2 x i128>
  ret void
}
define spir_func void @other_integers_stay_whatever_they_are_called(ptr %p) {
  %i128 = load i64, ptr %p, align 64
  ret void
}

define spir_func void @masks_of_whole_bytes_are_integers(i32 %n) {
  %a = bitcast <16 x i1> splat (i1 true) to i16
  %r = bitcast i32 %n to <32 x i1>
  ret void
}
define spir_func void @others_are_not(i4 %n) {
; CHECK:      kernel others_are_not: got a mask of 13 lanes packed into an integer; expected 8, 16 or 32 lanes
; CHECK:      kernel others_are_not: got a mask of 4 lanes packed into an integer; expected 8, 16 or 32 lanes
  %a = bitcast <13 x i1> zeroinitializer to i13
  %r = bitcast i4 %n to <4 x i1>
  ret void
}
