; RUN: %opt -passes=hide-local-bases %s | %check

define spir_func void @pointers_to_constant_places_of_local_memory_are_values_that_nothing_folds(i64 %at, ptr %to) {
; CHECK-LABEL: define {{.*}}@pointers_to_constant_places_of_local_memory_are_values_that_nothing_folds(
; CHECK-NEXT:   %1 = call spir_func i64 @llvm.vc.internal.optimization.fence.i64(i64 64)
; CHECK-NEXT:   %2 = inttoptr i64 %1 to ptr addrspace(3)
; CHECK-NEXT:   %g = addrspacecast ptr addrspace(3) %2 to ptr addrspace(4)
; CHECK-NEXT:   store i32 1, ptr addrspace(4) %g, align 4
; CHECK-NEXT:   ret void
  %p = inttoptr i64 64 to ptr addrspace(3)
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %g
  ret void
}

; As allocations of pieces leave them.
define spir_func void @pointers_to_constant_places_of_local_memory_are_values_that_nothing_folds_2(i64 %at, ptr %to) {
; CHECK-LABEL: define {{.*}}@pointers_to_constant_places_of_local_memory_are_values_that_nothing_folds_2(
; CHECK-NEXT:   %1 = call spir_func i64 @llvm.vc.internal.optimization.fence.i64(i64 64)
; CHECK-NEXT:   %2 = inttoptr i64 %1 to ptr addrspace(3)
; CHECK-NEXT:   %g = addrspacecast ptr addrspace(3) %2 to ptr addrspace(4)
; CHECK-NEXT:   store i32 1, ptr addrspace(4) %g, align 4
; CHECK-NEXT:   ret void
  %a = add i32 64, 3
  %b = and i32 %a, -4
  %c = zext i32 %b to i64
  %p = inttoptr i64 %c to ptr addrspace(3)
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %g
  ret void
}

define spir_func void @others_stay(i64 %at, ptr %to) {
; CHECK-LABEL: define {{.*}}@others_stay(
; CHECK-NEXT:   %p = inttoptr i64 0 to ptr addrspace(3)
; CHECK-NEXT:   %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
; CHECK-NEXT:   store i32 1, ptr addrspace(4) %g, align 4
; CHECK-NEXT:   ret void
  %p = inttoptr i64 0 to ptr addrspace(3)
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %g
  ret void
}

define spir_func void @others_stay_2(i64 %at, ptr %to) {
; CHECK-LABEL: define {{.*}}@others_stay_2(
; CHECK-NEXT:   %a = add i64 %at, 64
; CHECK-NEXT:   %p = inttoptr i64 %a to ptr addrspace(3)
; CHECK-NEXT:   %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
; CHECK-NEXT:   store i32 1, ptr addrspace(4) %g, align 4
; CHECK-NEXT:   ret void
  %a = add i64 %at, 64
  %p = inttoptr i64 %a to ptr addrspace(3)
  %g = addrspacecast ptr addrspace(3) %p to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %g
  ret void
}
