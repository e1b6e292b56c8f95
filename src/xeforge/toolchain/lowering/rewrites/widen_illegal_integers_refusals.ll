; RUN: %opt -passes=widen-illegal-integers -disable-output %s 2>&1 | %check

define spir_func void @what_is_used_in_another_way_is_refused(i32 %a) {
; CHECK:      kernel what_is_used_in_another_way_is_refused: got an integer of 5 bits; expected integers of 8, 16, 32 or 64 bits
  %b = trunc i32 %a to i5
  %c = insertvalue { i5, i5 } poison, i5 %b, 0
  ret void
}
