; RUN: %opt -passes=take-local-offsets %s | %check

define spir_func void @the_offset_comes_from_the_local_pointer_itself(ptr addrspace(3) %p, ptr addrspace(1) %q, ptr %r) {
; CHECK-LABEL: define {{.*}}@the_offset_comes_from_the_local_pointer_itself(
; CHECK-NEXT:   %1 = ptrtoint ptr addrspace(3) %p to i32
; CHECK-NEXT:   %u = add i32 %1, 1
; CHECK-NEXT:   ret void
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %n = ptrtoint ptr addrspace(4) %g to i64
  %o = trunc i64 %n to i32
  %u = add i32 %o, 1
  ret void
}

define spir_func void @a_generic_pointer_with_other_uses_stays_for_them(ptr addrspace(3) %p, ptr addrspace(1) %q, ptr %r) {
; CHECK-LABEL: define {{.*}}@a_generic_pointer_with_other_uses_stays_for_them(
; CHECK-NEXT:   %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
; CHECK-NEXT:   %1 = ptrtoint ptr addrspace(3) %p to i32
; CHECK-NEXT:   %u = add i32 %1, 1
; CHECK-NEXT:   %v = load i8, ptr addrspace(4) %g, align 1
; CHECK-NEXT:   ret void
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %n = ptrtoint ptr addrspace(4) %g to i64
  %o = trunc i64 %n to i32
  %u = add i32 %o, 1
  %v = load i8, ptr addrspace(4) %g, align 1
  ret void
}

define spir_func void @other_pointers_and_other_widths_stay(ptr addrspace(3) %p, ptr addrspace(1) %q, ptr %r) {
; CHECK-LABEL: define {{.*}}@other_pointers_and_other_widths_stay(
; CHECK-NEXT:   %g = addrspacecast ptr addrspace(1) %q to ptr addrspace(4)
; CHECK-NEXT:   %n = ptrtoint ptr addrspace(4) %g to i64
; CHECK-NEXT:   %o = trunc i64 %n to i32
; CHECK-NEXT:   %u = add i32 %o, 1
; CHECK-NEXT:   ret void
  %g = addrspacecast ptr addrspace(1) %q to ptr addrspace(4)
  %n = ptrtoint ptr addrspace(4) %g to i64
  %o = trunc i64 %n to i32
  %u = add i32 %o, 1
  ret void
}

define spir_func void @other_pointers_and_other_widths_stay_2(ptr addrspace(3) %p, ptr addrspace(1) %q, ptr %r) {
; CHECK-LABEL: define {{.*}}@other_pointers_and_other_widths_stay_2(
; CHECK-NEXT:   %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
; CHECK-NEXT:   %n = ptrtoint ptr addrspace(4) %g to i64
; CHECK-NEXT:   %o = trunc i64 %n to i16
; CHECK-NEXT:   %u = add i16 %o, 1
; CHECK-NEXT:   ret void
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  %n = ptrtoint ptr addrspace(4) %g to i64
  %o = trunc i64 %n to i16
  %u = add i16 %o, 1
  ret void
}

define spir_func void @other_pointers_and_other_widths_stay_3(ptr addrspace(3) %p, ptr addrspace(1) %q, ptr %r) {
; CHECK-LABEL: define {{.*}}@other_pointers_and_other_widths_stay_3(
; CHECK-NEXT:   %n = ptrtoint ptr %r to i64
; CHECK-NEXT:   %o = trunc i64 %n to i32
; CHECK-NEXT:   ret void
  %n = ptrtoint ptr %r to i64
  %o = trunc i64 %n to i32
  ret void
}
