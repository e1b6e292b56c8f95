; RUN: %opt -passes=copy-indexed-captures %s | %check

%S = type { ptr, [8 x i32] }

define spir_kernel void @captures_that_are_indexed_at_run_time_become_a_variable(ptr byval(%S) align 8 %s, i64 %n) {
; CHECK-LABEL: define {{.*}}@captures_that_are_indexed_at_run_time_become_a_variable(
; CHECK-NEXT:   %1 = alloca %S, align 16
; CHECK-NEXT:   %2 = load %S, ptr %s, align 1
; CHECK-NEXT:   store %S %2, ptr %1, align 16
; CHECK-NEXT:   %e = getelementptr %S, ptr %1, i64 0, i32 1, i64 %n
; CHECK-NEXT:   %v = load i32, ptr %e, align 4
; CHECK-NEXT:   ret void
  %e = getelementptr %S, ptr %s, i64 0, i32 1, i64 %n
  %v = load i32, ptr %e, align 4
  ret void
}

define spir_kernel void @an_index_behind_constant_ones_and_casts_counts(ptr byval(%S) align 8 %s, i64 %n) {
; CHECK-LABEL: define {{.*}}@an_index_behind_constant_ones_and_casts_counts(
; CHECK-NEXT:   %1 = alloca %S, align 16
; CHECK-NEXT:   %2 = load %S, ptr %s, align 1
; CHECK-NEXT:   store %S %2, ptr %1, align 16
; CHECK-NEXT:   %a = getelementptr %S, ptr %1, i64 0, i32 1
; CHECK-NEXT:   %g = addrspacecast ptr %a to ptr addrspace(4)
; CHECK-NEXT:   %e = getelementptr [8 x i32], ptr addrspace(4) %g, i64 0, i64 %n
; CHECK-NEXT:   %v = load i32, ptr addrspace(4) %e, align 4
; CHECK-NEXT:   ret void
  %a = getelementptr %S, ptr %s, i64 0, i32 1
  %g = addrspacecast ptr %a to ptr addrspace(4)
  %e = getelementptr [8 x i32], ptr addrspace(4) %g, i64 0, i64 %n
  %v = load i32, ptr addrspace(4) %e, align 4
  ret void
}

define spir_kernel void @constant_places_functions_and_other_pointers_stay(ptr byval(%S) align 8 %s, i64 %n) {
; CHECK-LABEL: define {{.*}}@constant_places_functions_and_other_pointers_stay(
; CHECK-NEXT:   %e = getelementptr %S, ptr %s, i64 0, i32 1, i64 3
; CHECK-NEXT:   %v = load i32, ptr %e, align 4
; CHECK-NEXT:   ret void
  %e = getelementptr %S, ptr %s, i64 0, i32 1, i64 3
  %v = load i32, ptr %e, align 4
  ret void
}

define spir_func void @constant_places_functions_and_other_pointers_stay_2(ptr byval(%S) align 8 %s, i64 %n) {
; CHECK-LABEL: define {{.*}}@constant_places_functions_and_other_pointers_stay_2(
; CHECK-NEXT:   %e = getelementptr %S, ptr %s, i64 0, i32 1, i64 %n
; CHECK-NEXT:   %v = load i32, ptr %e, align 4
; CHECK-NEXT:   ret void
  %e = getelementptr %S, ptr %s, i64 0, i32 1, i64 %n
  %v = load i32, ptr %e, align 4
  ret void
}

define spir_kernel void @constant_places_functions_and_other_pointers_stay_3(ptr noalias align 8 %s, i64 %n) {
; CHECK-LABEL: define {{.*}}@constant_places_functions_and_other_pointers_stay_3(
; CHECK-NEXT:   %e = getelementptr %S, ptr %s, i64 0, i32 1, i64 %n
; CHECK-NEXT:   %v = load i32, ptr %e, align 4
; CHECK-NEXT:   ret void
  %e = getelementptr %S, ptr %s, i64 0, i32 1, i64 %n
  %v = load i32, ptr %e, align 4
  ret void
}
