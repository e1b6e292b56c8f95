; RUN: %opt -passes=round-once %s | %check

define spir_func void @doubles_become_halves_by_floats_that_are_odd_where_bits_are_lost(<8 x double> %d, double %one, <8 x float> %f) {
; CHECK-LABEL: define {{.*}}@doubles_become_halves_by_floats_that_are_odd_where_bits_are_lost(
; CHECK-NEXT:   %1 = bitcast <8 x double> %d to <8 x i64>
; CHECK-NEXT:   %2 = and <8 x i64> %1, splat (i64 536870911)
; CHECK-NEXT:   %3 = add <8 x i64> %2, splat (i64 536870911)
; CHECK-NEXT:   %4 = and <8 x i64> %3, splat (i64 536870912)
; CHECK-NEXT:   %5 = and <8 x i64> %1, splat (i64 -536870912)
; CHECK-NEXT:   %6 = or <8 x i64> %5, %4
; CHECK-NEXT:   %7 = bitcast <8 x i64> %6 to <8 x double>
; CHECK-NEXT:   %8 = fptrunc <8 x double> %7 to <8 x float>
; CHECK-NEXT:   %9 = fptrunc <8 x float> %8 to <8 x half>
; CHECK-NEXT:   store <8 x half> %9, ptr poison, align 16
; CHECK-NEXT:   ret void
  %h = fptrunc <8 x double> %d to <8 x half>
  store <8 x half> %h, ptr poison
  ret void
}

define spir_func void @doubles_become_halves_by_floats_that_are_odd_where_bits_are_lost_2(<8 x double> %d, double %one, <8 x float> %f) {
; CHECK-LABEL: define {{.*}}@doubles_become_halves_by_floats_that_are_odd_where_bits_are_lost_2(
; CHECK-NEXT:   %1 = bitcast double %one to i64
; CHECK-NEXT:   %2 = and i64 %1, 536870911
; CHECK-NEXT:   %3 = add i64 %2, 536870911
; CHECK-NEXT:   %4 = and i64 %3, 536870912
; CHECK-NEXT:   %5 = and i64 %1, -536870912
; CHECK-NEXT:   %6 = or i64 %5, %4
; CHECK-NEXT:   %7 = bitcast i64 %6 to double
; CHECK-NEXT:   %8 = fptrunc double %7 to float
; CHECK-NEXT:   %9 = fptrunc float %8 to half
; CHECK-NEXT:   store half %9, ptr poison, align 2
; CHECK-NEXT:   ret void
  %h = fptrunc double %one to half
  store half %h, ptr poison
  ret void
}

define spir_func void @other_conversions_stay(<8 x double> %d, double %one, <8 x float> %f) {
; CHECK-LABEL: define {{.*}}@other_conversions_stay(
; CHECK-NEXT:   %h = fptrunc <8 x float> %f to <8 x half>
; CHECK-NEXT:   store <8 x half> %h, ptr poison, align 16
; CHECK-NEXT:   ret void
  %h = fptrunc <8 x float> %f to <8 x half>
  store <8 x half> %h, ptr poison
  ret void
}

define spir_func void @other_conversions_stay_2(<8 x double> %d, double %one, <8 x float> %f) {
; CHECK-LABEL: define {{.*}}@other_conversions_stay_2(
; CHECK-NEXT:   %f1 = fptrunc double %one to float
; CHECK-NEXT:   store float %f1, ptr poison, align 4
; CHECK-NEXT:   ret void
  %f1 = fptrunc double %one to float
  store float %f1, ptr poison
  ret void
}
