; RUN: %opt -passes=expand-wide-products %s | %check

define spir_func void @the_upper_half_comes_from_products_of_32_bits(i64 %a, i64 %b) {
; CHECK-LABEL: define {{.*}}@the_upper_half_comes_from_products_of_32_bits(
; CHECK-NEXT:   %1 = and i64 %a, 4294967295
; CHECK-NEXT:   %2 = lshr i64 %a, 32
; CHECK-NEXT:   %3 = and i64 %b, 4294967295
; CHECK-NEXT:   %4 = lshr i64 %b, 32
; CHECK-NEXT:   %5 = mul i64 %2, %3
; CHECK-NEXT:   %6 = mul i64 %1, %4
; CHECK-NEXT:   %7 = mul i64 %1, %3
; CHECK-NEXT:   %8 = lshr i64 %7, 32
; CHECK-NEXT:   %9 = and i64 %5, 4294967295
; CHECK-NEXT:   %10 = add i64 %8, %9
; CHECK-NEXT:   %11 = and i64 %6, 4294967295
; CHECK-NEXT:   %12 = add i64 %10, %11
; CHECK-NEXT:   %13 = mul i64 %2, %4
; CHECK-NEXT:   %14 = lshr i64 %12, 32
; CHECK-NEXT:   %15 = add i64 %13, %14
; CHECK-NEXT:   %16 = lshr i64 %5, 32
; CHECK-NEXT:   %17 = add i64 %15, %16
; CHECK-NEXT:   %18 = lshr i64 %6, 32
; CHECK-NEXT:   %19 = add i64 %17, %18
; CHECK-NEXT:   %u = add i64 %19, 1
; CHECK-NEXT:   ret void
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %s = lshr i128 %p, 64
  %r = trunc i128 %s to i64
  %u = add i64 %r, 1
  ret void
}

define spir_func void @negative_factors_are_taken_back(i64 %a, i64 %b) {
; CHECK-LABEL: define {{.*}}@negative_factors_are_taken_back(
; CHECK-NEXT:   %1 = and i64 %a, 4294967295
; CHECK-NEXT:   %2 = lshr i64 %a, 32
; CHECK-NEXT:   %3 = and i64 %b, 4294967295
; CHECK-NEXT:   %4 = lshr i64 %b, 32
; CHECK-NEXT:   %5 = mul i64 %2, %3
; CHECK-NEXT:   %6 = mul i64 %1, %4
; CHECK-NEXT:   %7 = mul i64 %1, %3
; CHECK-NEXT:   %8 = lshr i64 %7, 32
; CHECK-NEXT:   %9 = and i64 %5, 4294967295
; CHECK-NEXT:   %10 = add i64 %8, %9
; CHECK-NEXT:   %11 = and i64 %6, 4294967295
; CHECK-NEXT:   %12 = add i64 %10, %11
; CHECK-NEXT:   %13 = mul i64 %2, %4
; CHECK-NEXT:   %14 = lshr i64 %12, 32
; CHECK-NEXT:   %15 = add i64 %13, %14
; CHECK-NEXT:   %16 = lshr i64 %5, 32
; CHECK-NEXT:   %17 = add i64 %15, %16
; CHECK-NEXT:   %18 = lshr i64 %6, 32
; CHECK-NEXT:   %19 = add i64 %17, %18
; CHECK-NEXT:   %20 = ashr i64 %a, 63
; CHECK-NEXT:   %21 = and i64 %20, %b
; CHECK-NEXT:   %22 = sub i64 %19, %21
; CHECK-NEXT:   %23 = ashr i64 %b, 63
; CHECK-NEXT:   %24 = and i64 %23, %a
; CHECK-NEXT:   %25 = sub i64 %22, %24
; CHECK-NEXT:   %u = add i64 %25, 1
; CHECK-NEXT:   ret void
  %x = sext i64 %a to i128
  %y = sext i64 %b to i128
  %p = mul i128 %x, %y
  %s = lshr i128 %p, 64
  %r = trunc i128 %s to i64
  %u = add i64 %r, 1
  ret void
}

define spir_func void @the_lower_half_is_a_product(i64 %a, i64 %b) {
; CHECK-LABEL: define {{.*}}@the_lower_half_is_a_product(
; CHECK-NEXT:   %1 = mul i64 %a, %b
; CHECK-NEXT:   %u = add i64 %1, 1
; CHECK-NEXT:   ret void
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %r = trunc i128 %p to i64
  %u = add i64 %r, 1
  ret void
}

define spir_func void @parts_of_both_halves_are_put_together(i64 %a, i64 %b) {
; CHECK-LABEL: define {{.*}}@parts_of_both_halves_are_put_together(
; CHECK-NEXT:   %1 = mul i64 %a, %b
; CHECK-NEXT:   %2 = lshr i64 %1, 56
; CHECK-NEXT:   %3 = and i64 %a, 4294967295
; CHECK-NEXT:   %4 = lshr i64 %a, 32
; CHECK-NEXT:   %5 = and i64 %b, 4294967295
; CHECK-NEXT:   %6 = lshr i64 %b, 32
; CHECK-NEXT:   %7 = mul i64 %4, %5
; CHECK-NEXT:   %8 = mul i64 %3, %6
; CHECK-NEXT:   %9 = mul i64 %3, %5
; CHECK-NEXT:   %10 = lshr i64 %9, 32
; CHECK-NEXT:   %11 = and i64 %7, 4294967295
; CHECK-NEXT:   %12 = add i64 %10, %11
; CHECK-NEXT:   %13 = and i64 %8, 4294967295
; CHECK-NEXT:   %14 = add i64 %12, %13
; CHECK-NEXT:   %15 = mul i64 %4, %6
; CHECK-NEXT:   %16 = lshr i64 %14, 32
; CHECK-NEXT:   %17 = add i64 %15, %16
; CHECK-NEXT:   %18 = lshr i64 %7, 32
; CHECK-NEXT:   %19 = add i64 %17, %18
; CHECK-NEXT:   %20 = lshr i64 %8, 32
; CHECK-NEXT:   %21 = add i64 %19, %20
; CHECK-NEXT:   %22 = shl i64 %21, 8
; CHECK-NEXT:   %23 = or i64 %2, %22
; CHECK-NEXT:   %24 = trunc i64 %23 to i32
; CHECK-NEXT:   %u = add i32 %24, 1
; CHECK-NEXT:   ret void
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %s = lshr i128 %p, 56
  %r = trunc i128 %s to i32
  %u = add i32 %r, 1
  ret void
}

define spir_func void @factors_may_be_constants_and_lanes(<4 x i64> %a) {
; CHECK-LABEL: define {{.*}}@factors_may_be_constants_and_lanes(
; CHECK-NEXT:   %1 = and <4 x i64> %a, splat (i64 4294967295)
; CHECK-NEXT:   %2 = lshr <4 x i64> %a, splat (i64 32)
; CHECK-NEXT:   %3 = mul <4 x i64> %2, splat (i64 2135587861)
; CHECK-NEXT:   %4 = mul <4 x i64> %1, splat (i64 2654435769)
; CHECK-NEXT:   %5 = mul <4 x i64> %1, splat (i64 2135587861)
; CHECK-NEXT:   %6 = lshr <4 x i64> %5, splat (i64 32)
; CHECK-NEXT:   %7 = and <4 x i64> %3, splat (i64 4294967295)
; CHECK-NEXT:   %8 = add <4 x i64> %6, %7
; CHECK-NEXT:   %9 = and <4 x i64> %4, splat (i64 4294967295)
; CHECK-NEXT:   %10 = add <4 x i64> %8, %9
; CHECK-NEXT:   %11 = mul <4 x i64> %2, splat (i64 2654435769)
; CHECK-NEXT:   %12 = lshr <4 x i64> %10, splat (i64 32)
; CHECK-NEXT:   %13 = add <4 x i64> %11, %12
; CHECK-NEXT:   %14 = lshr <4 x i64> %3, splat (i64 32)
; CHECK-NEXT:   %15 = add <4 x i64> %13, %14
; CHECK-NEXT:   %16 = lshr <4 x i64> %4, splat (i64 32)
; CHECK-NEXT:   %17 = add <4 x i64> %15, %16
; CHECK-NEXT:   %u = add <4 x i64> %17, %a
; CHECK-NEXT:   ret void
  %x = zext <4 x i64> %a to <4 x i128>
  %p = mul <4 x i128> %x, splat (i128 11400714819323198485)
  %s = lshr <4 x i128> %p, splat (i128 64)
  %r = trunc <4 x i128> %s to <4 x i64>
  %u = add <4 x i64> %r, %a
  ret void
}

define spir_func void @sums_of_loops_have_65_bits(i64 %a, i64 %b) {
; CHECK-LABEL: define {{.*}}@sums_of_loops_have_65_bits(
; CHECK-NEXT:   %1 = mul i64 %a, %b
; CHECK-NEXT:   %2 = lshr i64 %1, 1
; CHECK-NEXT:   %3 = and i64 %a, 4294967295
; CHECK-NEXT:   %4 = lshr i64 %a, 32
; CHECK-NEXT:   %5 = and i64 %b, 4294967295
; CHECK-NEXT:   %6 = lshr i64 %b, 32
; CHECK-NEXT:   %7 = mul i64 %4, %5
; CHECK-NEXT:   %8 = mul i64 %3, %6
; CHECK-NEXT:   %9 = mul i64 %3, %5
; CHECK-NEXT:   %10 = lshr i64 %9, 32
; CHECK-NEXT:   %11 = and i64 %7, 4294967295
; CHECK-NEXT:   %12 = add i64 %10, %11
; CHECK-NEXT:   %13 = and i64 %8, 4294967295
; CHECK-NEXT:   %14 = add i64 %12, %13
; CHECK-NEXT:   %15 = mul i64 %4, %6
; CHECK-NEXT:   %16 = lshr i64 %14, 32
; CHECK-NEXT:   %17 = add i64 %15, %16
; CHECK-NEXT:   %18 = lshr i64 %7, 32
; CHECK-NEXT:   %19 = add i64 %17, %18
; CHECK-NEXT:   %20 = lshr i64 %8, 32
; CHECK-NEXT:   %21 = add i64 %19, %20
; CHECK-NEXT:   %22 = shl i64 %21, 63
; CHECK-NEXT:   %23 = or i64 %2, %22
; CHECK-NEXT:   %u = add i64 %23, 1
; CHECK-NEXT:   ret void
  %x = zext i64 %a to i65
  %y = zext i64 %b to i65
  %p = mul i65 %x, %y
  %s = lshr i65 %p, 1
  %r = trunc i65 %s to i64
  %u = add i64 %r, 1
  ret void
}

define spir_func void @other_integers_of_128_bits_stay(i64 %a, i64 %b) {
; CHECK-LABEL: define {{.*}}@other_integers_of_128_bits_stay(
; CHECK-NEXT:   %x = zext i64 %a to i128
; CHECK-NEXT:   %y = zext i64 %b to i128
; CHECK-NEXT:   %p = add i128 %x, %y
; CHECK-NEXT:   %s = lshr i128 %p, 64
; CHECK-NEXT:   %r = trunc i128 %s to i64
; CHECK-NEXT:   %u = add i64 %r, 1
; CHECK-NEXT:   ret void
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = add i128 %x, %y
  %s = lshr i128 %p, 64
  %r = trunc i128 %s to i64
  %u = add i64 %r, 1
  ret void
}
