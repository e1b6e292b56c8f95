; RUN: %opt -passes=load-chosen-captures %s | %check

%S = type { ptr, ptr, ptr, [8 x i32] }

define spir_kernel void @members_that_branches_choose_are_loaded_in_the_branches(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@members_that_branches_choose_are_loaded_in_the_branches(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   %1 = getelementptr inbounds i8, ptr %s, i64 8
; CHECK-NEXT:   %2 = load ptr, ptr %1, align 8
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   %3 = getelementptr inbounds i8, ptr %s, i64 16
; CHECK-NEXT:   %4 = load ptr, ptr %3, align 8
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %5 = phi ptr [ %2, %a ], [ %4, %b ]
; CHECK-NEXT:   store ptr %5, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ 16, %b ]
  %e = getelementptr i8, ptr %s, i64 %i
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @so_are_those_behind_casts_further_constants_and_addresses_that_are_chosen(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@so_are_those_behind_casts_further_constants_and_addresses_that_are_chosen(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   %1 = addrspacecast ptr %s to ptr addrspace(4)
; CHECK-NEXT:   %2 = getelementptr inbounds i8, ptr addrspace(4) %1, i64 8
; CHECK-NEXT:   %3 = load ptr, ptr addrspace(4) %2, align 8
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   %4 = addrspacecast ptr %s to ptr addrspace(4)
; CHECK-NEXT:   %5 = getelementptr inbounds i8, ptr addrspace(4) %4, i64 16
; CHECK-NEXT:   %6 = load ptr, ptr addrspace(4) %5, align 8
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %7 = phi ptr [ %3, %a ], [ %6, %b ]
; CHECK-NEXT:   store ptr %7, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 0, %a ], [ 8, %b ]
  %g = addrspacecast ptr %s to ptr addrspace(4)
  %w = getelementptr i8, ptr addrspace(4) %g, i64 %i
  %e = getelementptr i8, ptr addrspace(4) %w, i64 8
  %v = load ptr, ptr addrspace(4) %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @so_are_those_behind_casts_further_constants_and_addresses_that_are_chosen_2(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@so_are_those_behind_casts_further_constants_and_addresses_that_are_chosen_2(
; CHECK-NEXT:   %1 = getelementptr inbounds i8, ptr %s, i64 8
; CHECK-NEXT:   %2 = load ptr, ptr %1, align 8
; CHECK-NEXT:   %3 = getelementptr inbounds i8, ptr %s, i64 16
; CHECK-NEXT:   %4 = load ptr, ptr %3, align 8
; CHECK-NEXT:   %5 = select i1 %c, ptr %2, ptr %4
; CHECK-NEXT:   store ptr %5, ptr %out, align 8
; CHECK-NEXT:   ret void
  %first = getelementptr i8, ptr %s, i64 8
  %second = getelementptr i8, ptr %s, i64 16
  %e = select i1 %c, ptr %first, ptr %second
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @what_is_not_chosen_among_constants_within_the_captures_stays(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@what_is_not_chosen_among_constants_within_the_captures_stays(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %e = getelementptr i8, ptr %s, i64 %n
; CHECK-NEXT:   %v = load ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %e = getelementptr i8, ptr %s, i64 %n
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @what_is_not_chosen_among_constants_within_the_captures_stays_2(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@what_is_not_chosen_among_constants_within_the_captures_stays_2(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %i = phi i64 [ 8, %a ], [ %n, %b ]
; CHECK-NEXT:   %e = getelementptr i8, ptr %s, i64 %i
; CHECK-NEXT:   %v = load ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ %n, %b ]
  %e = getelementptr i8, ptr %s, i64 %i
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @what_is_not_chosen_among_constants_within_the_captures_stays_3(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@what_is_not_chosen_among_constants_within_the_captures_stays_3(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %i = phi i64 [ 8, %a ], [ 64, %b ]
; CHECK-NEXT:   %e = getelementptr i8, ptr %s, i64 %i
; CHECK-NEXT:   %v = load ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ 64, %b ]
  %e = getelementptr i8, ptr %s, i64 %i
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @what_is_not_chosen_among_constants_within_the_captures_stays_4(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@what_is_not_chosen_among_constants_within_the_captures_stays_4(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %i = phi i64 [ 8, %a ], [ -8, %b ]
; CHECK-NEXT:   %e = getelementptr i8, ptr %s, i64 %i
; CHECK-NEXT:   %v = load ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ -8, %b ]
  %e = getelementptr i8, ptr %s, i64 %i
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @what_is_not_chosen_among_constants_within_the_captures_stays_5(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@what_is_not_chosen_among_constants_within_the_captures_stays_5(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %i = phi i64 [ 8, %a ], [ 16, %b ]
; CHECK-NEXT:   %e = getelementptr i8, ptr %out, i64 %i
; CHECK-NEXT:   %v = load ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ 16, %b ]
  %e = getelementptr i8, ptr %out, i64 %i
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @captures_that_are_written_functions_and_volatile_loads_stay_2(ptr byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@captures_that_are_written_functions_and_volatile_loads_stay_2(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %i = phi i64 [ 8, %a ], [ 16, %b ]
; CHECK-NEXT:   %e = getelementptr i8, ptr %s, i64 %i
; CHECK-NEXT:   %v = load ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ 16, %b ]
  %e = getelementptr i8, ptr %s, i64 %i
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_func void @captures_that_are_written_functions_and_volatile_loads_stay_3(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@captures_that_are_written_functions_and_volatile_loads_stay_3(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %i = phi i64 [ 8, %a ], [ 16, %b ]
; CHECK-NEXT:   %e = getelementptr i8, ptr %s, i64 %i
; CHECK-NEXT:   %v = load ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ 16, %b ]
  %e = getelementptr i8, ptr %s, i64 %i
  %v = load ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}

define spir_kernel void @captures_that_are_written_functions_and_volatile_loads_stay_4(ptr readonly byval(%S) align 8 %s, i1 %c, i64 %n, ptr %out) {
; CHECK-LABEL: define {{.*}}@captures_that_are_written_functions_and_volatile_loads_stay_4(
; CHECK-NEXT:   br i1 %c, label %a, label %b
; CHECK: a:
; CHECK-NEXT:   br label %end
; CHECK: b:
; CHECK-NEXT:   br label %end
; CHECK: end:
; CHECK-NEXT:   %i = phi i64 [ 8, %a ], [ 16, %b ]
; CHECK-NEXT:   %e = getelementptr i8, ptr %s, i64 %i
; CHECK-NEXT:   %v = load volatile ptr, ptr %e, align 8
; CHECK-NEXT:   store ptr %v, ptr %out, align 8
; CHECK-NEXT:   ret void
  br i1 %c, label %a, label %b
a:
  br label %end
b:
  br label %end
end:
  %i = phi i64 [ 8, %a ], [ 16, %b ]
  %e = getelementptr i8, ptr %s, i64 %i
  %v = load volatile ptr, ptr %e, align 8
  store ptr %v, ptr %out, align 8
  ret void
}
