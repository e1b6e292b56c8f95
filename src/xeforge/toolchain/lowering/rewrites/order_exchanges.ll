; RUN: %opt -passes=order-exchanges %s | %check

; What it is for: tests/driver/programs/atomic_program.cpp, run as machine code.
define spir_func void @the_new_value_comes_first_and_what_was_found_is_compared_with_what_was_expected(ptr addrspace(1) %p, i32 %expected, i32 %new, ptr %to) {
; CHECK-LABEL: define {{.*}}@the_new_value_comes_first_and_what_was_found_is_compared_with_what_was_expected(
; CHECK-NEXT:   %1 = cmpxchg volatile ptr addrspace(1) %p, i32 %new, i32 %expected acquire monotonic, align 4
; CHECK-NEXT:   %2 = extractvalue { i32, i1 } %1, 0
; CHECK-NEXT:   %3 = icmp eq i32 %2, %expected
; CHECK-NEXT:   %4 = insertvalue { i32, i1 } %1, i1 %3, 1
; CHECK-NEXT:   store { i32, i1 } %4, ptr %to, align 4
; CHECK-NEXT:   ret void
  %r = cmpxchg volatile ptr addrspace(1) %p, i32 %expected, i32 %new acquire monotonic, align 4
  store { i32, i1 } %r, ptr %to, align 4
  ret void
}

define spir_func void @other_atomics_stay(ptr %p, i32 %x) {
; CHECK-LABEL: define {{.*}}@other_atomics_stay(
; CHECK-NEXT:   %r = atomicrmw add ptr %p, i32 %x monotonic, align 4
; CHECK-NEXT:   ret void
  %r = atomicrmw add ptr %p, i32 %x monotonic, align 4
  ret void
}
