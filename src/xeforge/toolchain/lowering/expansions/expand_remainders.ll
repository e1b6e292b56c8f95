; RUN: %opt -passes=expand-remainders %s | %check

; What it computes: tests/machine_code, on designed numbers.
define spir_func void @numbers_of_each_width_and_vectors_are_divided_as_integers(float %x, float %y) {
; CHECK-LABEL: define {{.*}}@numbers_of_each_width_and_vectors_are_divided_as_integers(
; CHECK-NEXT:   %x.bits.i = bitcast float %x to i32
; CHECK-NEXT:   %y.bits.i = bitcast float %y to i32
; CHECK-NEXT:   %sign.i = and i32 %x.bits.i, -2147483648
; CHECK-NEXT:   %a.i = xor i32 %x.bits.i, %sign.i
; CHECK-NEXT:   %b.i = and i32 %y.bits.i, 2147483647
; CHECK-NEXT:   %b.is.zero.i = icmp eq i32 %b.i, 0
; CHECK-NEXT:   %b.is.nan.i = icmp ugt i32 %b.i, 2139095040
; CHECK-NEXT:   %a.is.endless.i = icmp uge i32 %a.i, 2139095040
; CHECK-NEXT:   %no.pair.i = or i1 %b.is.zero.i, %b.is.nan.i
; CHECK-NEXT:   %no.result.i = or i1 %no.pair.i, %a.is.endless.i
; CHECK-NEXT:   br i1 %no.result.i, label %none.i, label %some.i
; CHECK: none.i:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: some.i:
; CHECK-NEXT:   %is.rest.i = icmp ult i32 %a.i, %b.i
; CHECK-NEXT:   br i1 %is.rest.i, label %all.i, label %divide.i
; CHECK: all.i:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: divide.i:
; CHECK-NEXT:   %a.field.i = lshr i32 %a.i, 23
; CHECK-NEXT:   %b.field.i = lshr i32 %b.i, 23
; CHECK-NEXT:   %a.low.i = and i32 %a.i, 8388607
; CHECK-NEXT:   %b.low.i = and i32 %b.i, 8388607
; CHECK-NEXT:   %a.full.i = or i32 %a.low.i, 8388608
; CHECK-NEXT:   %b.full.i = or i32 %b.low.i, 8388608
; CHECK-NEXT:   %a.is.small.i = icmp eq i32 %a.field.i, 0
; CHECK-NEXT:   %b.is.small.i = icmp eq i32 %b.field.i, 0
; CHECK-NEXT:   %a.mantissa.i = select i1 %a.is.small.i, i32 %a.low.i, i32 %a.full.i
; CHECK-NEXT:   %b.mantissa.i = select i1 %b.is.small.i, i32 %b.low.i, i32 %b.full.i
; CHECK-NEXT:   %a.exponent.i = select i1 %a.is.small.i, i32 1, i32 %a.field.i
; CHECK-NEXT:   %b.exponent.i = select i1 %b.is.small.i, i32 1, i32 %b.field.i
; CHECK-NEXT:   %distance.i = sub i32 %a.exponent.i, %b.exponent.i
; CHECK-NEXT:   %first.i = urem i32 %a.mantissa.i, %b.mantissa.i
; CHECK-NEXT:   br label %loop.i
; CHECK: loop.i:
; CHECK-NEXT:   %left.i = phi i32 [ %distance.i, %divide.i ], [ %left.after.i, %step.i ]
; CHECK-NEXT:   %rest.i = phi i32 [ %first.i, %divide.i ], [ %rest.after.i, %step.i ]
; CHECK-NEXT:   %is.done.i = icmp eq i32 %left.i, 0
; CHECK-NEXT:   br i1 %is.done.i, label %done.i, label %step.i
; CHECK: step.i:
; CHECK-NEXT:   %is.last.i = icmp ult i32 %left.i, 8
; CHECK-NEXT:   %count.i = select i1 %is.last.i, i32 %left.i, i32 8
; CHECK-NEXT:   %shifted.i = shl i32 %rest.i, %count.i
; CHECK-NEXT:   %rest.after.i = urem i32 %shifted.i, %b.mantissa.i
; CHECK-NEXT:   %left.after.i = sub i32 %left.i, %count.i
; CHECK-NEXT:   br label %loop.i
; CHECK: done.i:
; CHECK-NEXT:   %zeros.i = call i32 @llvm.ctlz.i32(i32 %rest.i, i1 false)
; CHECK-NEXT:   %to.implicit.i = sub i32 %zeros.i, 8
; CHECK-NEXT:   %room.i = sub i32 %b.exponent.i, 1
; CHECK-NEXT:   %is.denormal.i = icmp ult i32 %room.i, %to.implicit.i
; CHECK-NEXT:   %up.i = select i1 %is.denormal.i, i32 %room.i, i32 %to.implicit.i
; CHECK-NEXT:   %normal.i = shl i32 %rest.i, %up.i
; CHECK-NEXT:   %exponent.i = sub i32 %room.i, %up.i
; CHECK-NEXT:   %field.i = shl i32 %exponent.i, 23
; CHECK-NEXT:   %number.i = add i32 %field.i, %normal.i
; CHECK-NEXT:   %is.zero.i = icmp eq i32 %rest.i, 0
; CHECK-NEXT:   %magnitude.i = select i1 %is.zero.i, i32 0, i32 %number.i
; CHECK-NEXT:   %result.bits.i = or i32 %magnitude.i, %sign.i
; CHECK-NEXT:   %result.i = bitcast i32 %result.bits.i to float
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: xeforge.remainder.float.exit:
; CHECK-NEXT:   ret void
  %r = frem float %x, %y
  ret void
}

define spir_func void @numbers_of_each_width_and_vectors_are_divided_as_integers_2(half %x, half %y) {
; CHECK-LABEL: define {{.*}}@numbers_of_each_width_and_vectors_are_divided_as_integers_2(
; CHECK-NEXT:   %1 = fpext half %x to float
; CHECK-NEXT:   %2 = fpext half %y to float
; CHECK-NEXT:   %x.bits.i = bitcast float %1 to i32
; CHECK-NEXT:   %y.bits.i = bitcast float %2 to i32
; CHECK-NEXT:   %sign.i = and i32 %x.bits.i, -2147483648
; CHECK-NEXT:   %a.i = xor i32 %x.bits.i, %sign.i
; CHECK-NEXT:   %b.i = and i32 %y.bits.i, 2147483647
; CHECK-NEXT:   %b.is.zero.i = icmp eq i32 %b.i, 0
; CHECK-NEXT:   %b.is.nan.i = icmp ugt i32 %b.i, 2139095040
; CHECK-NEXT:   %a.is.endless.i = icmp uge i32 %a.i, 2139095040
; CHECK-NEXT:   %no.pair.i = or i1 %b.is.zero.i, %b.is.nan.i
; CHECK-NEXT:   %no.result.i = or i1 %no.pair.i, %a.is.endless.i
; CHECK-NEXT:   br i1 %no.result.i, label %none.i, label %some.i
; CHECK: none.i:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: some.i:
; CHECK-NEXT:   %is.rest.i = icmp ult i32 %a.i, %b.i
; CHECK-NEXT:   br i1 %is.rest.i, label %all.i, label %divide.i
; CHECK: all.i:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: divide.i:
; CHECK-NEXT:   %a.field.i = lshr i32 %a.i, 23
; CHECK-NEXT:   %b.field.i = lshr i32 %b.i, 23
; CHECK-NEXT:   %a.low.i = and i32 %a.i, 8388607
; CHECK-NEXT:   %b.low.i = and i32 %b.i, 8388607
; CHECK-NEXT:   %a.full.i = or i32 %a.low.i, 8388608
; CHECK-NEXT:   %b.full.i = or i32 %b.low.i, 8388608
; CHECK-NEXT:   %a.is.small.i = icmp eq i32 %a.field.i, 0
; CHECK-NEXT:   %b.is.small.i = icmp eq i32 %b.field.i, 0
; CHECK-NEXT:   %a.mantissa.i = select i1 %a.is.small.i, i32 %a.low.i, i32 %a.full.i
; CHECK-NEXT:   %b.mantissa.i = select i1 %b.is.small.i, i32 %b.low.i, i32 %b.full.i
; CHECK-NEXT:   %a.exponent.i = select i1 %a.is.small.i, i32 1, i32 %a.field.i
; CHECK-NEXT:   %b.exponent.i = select i1 %b.is.small.i, i32 1, i32 %b.field.i
; CHECK-NEXT:   %distance.i = sub i32 %a.exponent.i, %b.exponent.i
; CHECK-NEXT:   %first.i = urem i32 %a.mantissa.i, %b.mantissa.i
; CHECK-NEXT:   br label %loop.i
; CHECK: loop.i:
; CHECK-NEXT:   %left.i = phi i32 [ %distance.i, %divide.i ], [ %left.after.i, %step.i ]
; CHECK-NEXT:   %rest.i = phi i32 [ %first.i, %divide.i ], [ %rest.after.i, %step.i ]
; CHECK-NEXT:   %is.done.i = icmp eq i32 %left.i, 0
; CHECK-NEXT:   br i1 %is.done.i, label %done.i, label %step.i
; CHECK: step.i:
; CHECK-NEXT:   %is.last.i = icmp ult i32 %left.i, 8
; CHECK-NEXT:   %count.i = select i1 %is.last.i, i32 %left.i, i32 8
; CHECK-NEXT:   %shifted.i = shl i32 %rest.i, %count.i
; CHECK-NEXT:   %rest.after.i = urem i32 %shifted.i, %b.mantissa.i
; CHECK-NEXT:   %left.after.i = sub i32 %left.i, %count.i
; CHECK-NEXT:   br label %loop.i
; CHECK: done.i:
; CHECK-NEXT:   %zeros.i = call i32 @llvm.ctlz.i32(i32 %rest.i, i1 false)
; CHECK-NEXT:   %to.implicit.i = sub i32 %zeros.i, 8
; CHECK-NEXT:   %room.i = sub i32 %b.exponent.i, 1
; CHECK-NEXT:   %is.denormal.i = icmp ult i32 %room.i, %to.implicit.i
; CHECK-NEXT:   %up.i = select i1 %is.denormal.i, i32 %room.i, i32 %to.implicit.i
; CHECK-NEXT:   %normal.i = shl i32 %rest.i, %up.i
; CHECK-NEXT:   %exponent.i = sub i32 %room.i, %up.i
; CHECK-NEXT:   %field.i = shl i32 %exponent.i, 23
; CHECK-NEXT:   %number.i = add i32 %field.i, %normal.i
; CHECK-NEXT:   %is.zero.i = icmp eq i32 %rest.i, 0
; CHECK-NEXT:   %magnitude.i = select i1 %is.zero.i, i32 0, i32 %number.i
; CHECK-NEXT:   %result.bits.i = or i32 %magnitude.i, %sign.i
; CHECK-NEXT:   %result.i = bitcast i32 %result.bits.i to float
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: xeforge.remainder.float.exit:
; CHECK-NEXT:   %3 = phi float [ 0x7FF8000000000000, %none.i ], [ %1, %all.i ], [ %result.i, %done.i ]
; CHECK-NEXT:   %4 = fptrunc float %3 to half
; CHECK-NEXT:   ret void
  %r = frem half %x, %y
  ret void
}

define spir_func void @numbers_of_each_width_and_vectors_are_divided_as_integers_3(double %x, double %y) {
; CHECK-LABEL: define {{.*}}@numbers_of_each_width_and_vectors_are_divided_as_integers_3(
; CHECK-NEXT:   %x.bits.i = bitcast double %x to i64
; CHECK-NEXT:   %y.bits.i = bitcast double %y to i64
; CHECK-NEXT:   %sign.i = and i64 %x.bits.i, -9223372036854775808
; CHECK-NEXT:   %a.i = xor i64 %x.bits.i, %sign.i
; CHECK-NEXT:   %b.i = and i64 %y.bits.i, 9223372036854775807
; CHECK-NEXT:   %b.is.zero.i = icmp eq i64 %b.i, 0
; CHECK-NEXT:   %b.is.nan.i = icmp ugt i64 %b.i, 9218868437227405312
; CHECK-NEXT:   %a.is.endless.i = icmp uge i64 %a.i, 9218868437227405312
; CHECK-NEXT:   %no.pair.i = or i1 %b.is.zero.i, %b.is.nan.i
; CHECK-NEXT:   %no.result.i = or i1 %no.pair.i, %a.is.endless.i
; CHECK-NEXT:   br i1 %no.result.i, label %none.i, label %some.i
; CHECK: none.i:
; CHECK-NEXT:   br label %xeforge.remainder.double.exit
; CHECK: some.i:
; CHECK-NEXT:   %is.rest.i = icmp ult i64 %a.i, %b.i
; CHECK-NEXT:   br i1 %is.rest.i, label %all.i, label %divide.i
; CHECK: all.i:
; CHECK-NEXT:   br label %xeforge.remainder.double.exit
; CHECK: divide.i:
; CHECK-NEXT:   %a.field.i = lshr i64 %a.i, 52
; CHECK-NEXT:   %b.field.i = lshr i64 %b.i, 52
; CHECK-NEXT:   %a.low.i = and i64 %a.i, 4503599627370495
; CHECK-NEXT:   %b.low.i = and i64 %b.i, 4503599627370495
; CHECK-NEXT:   %a.full.i = or i64 %a.low.i, 4503599627370496
; CHECK-NEXT:   %b.full.i = or i64 %b.low.i, 4503599627370496
; CHECK-NEXT:   %a.is.small.i = icmp eq i64 %a.field.i, 0
; CHECK-NEXT:   %b.is.small.i = icmp eq i64 %b.field.i, 0
; CHECK-NEXT:   %a.mantissa.i = select i1 %a.is.small.i, i64 %a.low.i, i64 %a.full.i
; CHECK-NEXT:   %b.mantissa.i = select i1 %b.is.small.i, i64 %b.low.i, i64 %b.full.i
; CHECK-NEXT:   %a.exponent.i = select i1 %a.is.small.i, i64 1, i64 %a.field.i
; CHECK-NEXT:   %b.exponent.i = select i1 %b.is.small.i, i64 1, i64 %b.field.i
; CHECK-NEXT:   %distance.i = sub i64 %a.exponent.i, %b.exponent.i
; CHECK-NEXT:   %first.i = urem i64 %a.mantissa.i, %b.mantissa.i
; CHECK-NEXT:   br label %loop.i
; CHECK: loop.i:
; CHECK-NEXT:   %left.i = phi i64 [ %distance.i, %divide.i ], [ %left.after.i, %step.i ]
; CHECK-NEXT:   %rest.i = phi i64 [ %first.i, %divide.i ], [ %rest.after.i, %step.i ]
; CHECK-NEXT:   %is.done.i = icmp eq i64 %left.i, 0
; CHECK-NEXT:   br i1 %is.done.i, label %done.i, label %step.i
; CHECK: step.i:
; CHECK-NEXT:   %is.last.i = icmp ult i64 %left.i, 11
; CHECK-NEXT:   %count.i = select i1 %is.last.i, i64 %left.i, i64 11
; CHECK-NEXT:   %shifted.i = shl i64 %rest.i, %count.i
; CHECK-NEXT:   %rest.after.i = urem i64 %shifted.i, %b.mantissa.i
; CHECK-NEXT:   %left.after.i = sub i64 %left.i, %count.i
; CHECK-NEXT:   br label %loop.i
; CHECK: done.i:
; CHECK-NEXT:   %zeros.i = call i64 @llvm.ctlz.i64(i64 %rest.i, i1 false)
; CHECK-NEXT:   %to.implicit.i = sub i64 %zeros.i, 11
; CHECK-NEXT:   %room.i = sub i64 %b.exponent.i, 1
; CHECK-NEXT:   %is.denormal.i = icmp ult i64 %room.i, %to.implicit.i
; CHECK-NEXT:   %up.i = select i1 %is.denormal.i, i64 %room.i, i64 %to.implicit.i
; CHECK-NEXT:   %normal.i = shl i64 %rest.i, %up.i
; CHECK-NEXT:   %exponent.i = sub i64 %room.i, %up.i
; CHECK-NEXT:   %field.i = shl i64 %exponent.i, 52
; CHECK-NEXT:   %number.i = add i64 %field.i, %normal.i
; CHECK-NEXT:   %is.zero.i = icmp eq i64 %rest.i, 0
; CHECK-NEXT:   %magnitude.i = select i1 %is.zero.i, i64 0, i64 %number.i
; CHECK-NEXT:   %result.bits.i = or i64 %magnitude.i, %sign.i
; CHECK-NEXT:   %result.i = bitcast i64 %result.bits.i to double
; CHECK-NEXT:   br label %xeforge.remainder.double.exit
; CHECK: xeforge.remainder.double.exit:
; CHECK-NEXT:   ret void
  %r = frem double %x, %y
  ret void
}

define spir_func void @numbers_of_each_width_and_vectors_are_divided_as_integers_4(<3 x float> %x, <3 x float> %y) {
; CHECK-LABEL: define {{.*}}@numbers_of_each_width_and_vectors_are_divided_as_integers_4(
; CHECK-NEXT:   %1 = extractelement <3 x float> %x, i64 0
; CHECK-NEXT:   %2 = extractelement <3 x float> %y, i64 0
; CHECK-NEXT:   %x.bits.i = bitcast float %1 to i32
; CHECK-NEXT:   %y.bits.i = bitcast float %2 to i32
; CHECK-NEXT:   %sign.i = and i32 %x.bits.i, -2147483648
; CHECK-NEXT:   %a.i = xor i32 %x.bits.i, %sign.i
; CHECK-NEXT:   %b.i = and i32 %y.bits.i, 2147483647
; CHECK-NEXT:   %b.is.zero.i = icmp eq i32 %b.i, 0
; CHECK-NEXT:   %b.is.nan.i = icmp ugt i32 %b.i, 2139095040
; CHECK-NEXT:   %a.is.endless.i = icmp uge i32 %a.i, 2139095040
; CHECK-NEXT:   %no.pair.i = or i1 %b.is.zero.i, %b.is.nan.i
; CHECK-NEXT:   %no.result.i = or i1 %no.pair.i, %a.is.endless.i
; CHECK-NEXT:   br i1 %no.result.i, label %none.i, label %some.i
; CHECK: none.i:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: some.i:
; CHECK-NEXT:   %is.rest.i = icmp ult i32 %a.i, %b.i
; CHECK-NEXT:   br i1 %is.rest.i, label %all.i, label %divide.i
; CHECK: all.i:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: divide.i:
; CHECK-NEXT:   %a.field.i = lshr i32 %a.i, 23
; CHECK-NEXT:   %b.field.i = lshr i32 %b.i, 23
; CHECK-NEXT:   %a.low.i = and i32 %a.i, 8388607
; CHECK-NEXT:   %b.low.i = and i32 %b.i, 8388607
; CHECK-NEXT:   %a.full.i = or i32 %a.low.i, 8388608
; CHECK-NEXT:   %b.full.i = or i32 %b.low.i, 8388608
; CHECK-NEXT:   %a.is.small.i = icmp eq i32 %a.field.i, 0
; CHECK-NEXT:   %b.is.small.i = icmp eq i32 %b.field.i, 0
; CHECK-NEXT:   %a.mantissa.i = select i1 %a.is.small.i, i32 %a.low.i, i32 %a.full.i
; CHECK-NEXT:   %b.mantissa.i = select i1 %b.is.small.i, i32 %b.low.i, i32 %b.full.i
; CHECK-NEXT:   %a.exponent.i = select i1 %a.is.small.i, i32 1, i32 %a.field.i
; CHECK-NEXT:   %b.exponent.i = select i1 %b.is.small.i, i32 1, i32 %b.field.i
; CHECK-NEXT:   %distance.i = sub i32 %a.exponent.i, %b.exponent.i
; CHECK-NEXT:   %first.i = urem i32 %a.mantissa.i, %b.mantissa.i
; CHECK-NEXT:   br label %loop.i
; CHECK: loop.i:
; CHECK-NEXT:   %left.i = phi i32 [ %distance.i, %divide.i ], [ %left.after.i, %step.i ]
; CHECK-NEXT:   %rest.i = phi i32 [ %first.i, %divide.i ], [ %rest.after.i, %step.i ]
; CHECK-NEXT:   %is.done.i = icmp eq i32 %left.i, 0
; CHECK-NEXT:   br i1 %is.done.i, label %done.i, label %step.i
; CHECK: step.i:
; CHECK-NEXT:   %is.last.i = icmp ult i32 %left.i, 8
; CHECK-NEXT:   %count.i = select i1 %is.last.i, i32 %left.i, i32 8
; CHECK-NEXT:   %shifted.i = shl i32 %rest.i, %count.i
; CHECK-NEXT:   %rest.after.i = urem i32 %shifted.i, %b.mantissa.i
; CHECK-NEXT:   %left.after.i = sub i32 %left.i, %count.i
; CHECK-NEXT:   br label %loop.i
; CHECK: done.i:
; CHECK-NEXT:   %zeros.i = call i32 @llvm.ctlz.i32(i32 %rest.i, i1 false)
; CHECK-NEXT:   %to.implicit.i = sub i32 %zeros.i, 8
; CHECK-NEXT:   %room.i = sub i32 %b.exponent.i, 1
; CHECK-NEXT:   %is.denormal.i = icmp ult i32 %room.i, %to.implicit.i
; CHECK-NEXT:   %up.i = select i1 %is.denormal.i, i32 %room.i, i32 %to.implicit.i
; CHECK-NEXT:   %normal.i = shl i32 %rest.i, %up.i
; CHECK-NEXT:   %exponent.i = sub i32 %room.i, %up.i
; CHECK-NEXT:   %field.i = shl i32 %exponent.i, 23
; CHECK-NEXT:   %number.i = add i32 %field.i, %normal.i
; CHECK-NEXT:   %is.zero.i = icmp eq i32 %rest.i, 0
; CHECK-NEXT:   %magnitude.i = select i1 %is.zero.i, i32 0, i32 %number.i
; CHECK-NEXT:   %result.bits.i = or i32 %magnitude.i, %sign.i
; CHECK-NEXT:   %result.i = bitcast i32 %result.bits.i to float
; CHECK-NEXT:   br label %xeforge.remainder.float.exit
; CHECK: xeforge.remainder.float.exit:
; CHECK-NEXT:   %3 = phi float [ 0x7FF8000000000000, %none.i ], [ %1, %all.i ], [ %result.i, %done.i ]
; CHECK-NEXT:   %4 = insertelement <3 x float> poison, float %3, i64 0
; CHECK-NEXT:   %5 = extractelement <3 x float> %x, i64 1
; CHECK-NEXT:   %6 = extractelement <3 x float> %y, i64 1
; CHECK-NEXT:   %x.bits.i1 = bitcast float %5 to i32
; CHECK-NEXT:   %y.bits.i2 = bitcast float %6 to i32
; CHECK-NEXT:   %sign.i3 = and i32 %x.bits.i1, -2147483648
; CHECK-NEXT:   %a.i4 = xor i32 %x.bits.i1, %sign.i3
; CHECK-NEXT:   %b.i5 = and i32 %y.bits.i2, 2147483647
; CHECK-NEXT:   %b.is.zero.i6 = icmp eq i32 %b.i5, 0
; CHECK-NEXT:   %b.is.nan.i7 = icmp ugt i32 %b.i5, 2139095040
; CHECK-NEXT:   %a.is.endless.i8 = icmp uge i32 %a.i4, 2139095040
; CHECK-NEXT:   %no.pair.i9 = or i1 %b.is.zero.i6, %b.is.nan.i7
; CHECK-NEXT:   %no.result.i10 = or i1 %no.pair.i9, %a.is.endless.i8
; CHECK-NEXT:   br i1 %no.result.i10, label %none.i53, label %some.i11
; CHECK: none.i53:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit54
; CHECK: some.i11:
; CHECK-NEXT:   %is.rest.i12 = icmp ult i32 %a.i4, %b.i5
; CHECK-NEXT:   br i1 %is.rest.i12, label %all.i52, label %divide.i13
; CHECK: all.i52:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit54
; CHECK: divide.i13:
; CHECK-NEXT:   %a.field.i14 = lshr i32 %a.i4, 23
; CHECK-NEXT:   %b.field.i15 = lshr i32 %b.i5, 23
; CHECK-NEXT:   %a.low.i16 = and i32 %a.i4, 8388607
; CHECK-NEXT:   %b.low.i17 = and i32 %b.i5, 8388607
; CHECK-NEXT:   %a.full.i18 = or i32 %a.low.i16, 8388608
; CHECK-NEXT:   %b.full.i19 = or i32 %b.low.i17, 8388608
; CHECK-NEXT:   %a.is.small.i20 = icmp eq i32 %a.field.i14, 0
; CHECK-NEXT:   %b.is.small.i21 = icmp eq i32 %b.field.i15, 0
; CHECK-NEXT:   %a.mantissa.i22 = select i1 %a.is.small.i20, i32 %a.low.i16, i32 %a.full.i18
; CHECK-NEXT:   %b.mantissa.i23 = select i1 %b.is.small.i21, i32 %b.low.i17, i32 %b.full.i19
; CHECK-NEXT:   %a.exponent.i24 = select i1 %a.is.small.i20, i32 1, i32 %a.field.i14
; CHECK-NEXT:   %b.exponent.i25 = select i1 %b.is.small.i21, i32 1, i32 %b.field.i15
; CHECK-NEXT:   %distance.i26 = sub i32 %a.exponent.i24, %b.exponent.i25
; CHECK-NEXT:   %first.i27 = urem i32 %a.mantissa.i22, %b.mantissa.i23
; CHECK-NEXT:   br label %loop.i28
; CHECK: loop.i28:
; CHECK-NEXT:   %left.i29 = phi i32 [ %distance.i26, %divide.i13 ], [ %left.after.i37, %step.i32 ]
; CHECK-NEXT:   %rest.i30 = phi i32 [ %first.i27, %divide.i13 ], [ %rest.after.i36, %step.i32 ]
; CHECK-NEXT:   %is.done.i31 = icmp eq i32 %left.i29, 0
; CHECK-NEXT:   br i1 %is.done.i31, label %done.i38, label %step.i32
; CHECK: step.i32:
; CHECK-NEXT:   %is.last.i33 = icmp ult i32 %left.i29, 8
; CHECK-NEXT:   %count.i34 = select i1 %is.last.i33, i32 %left.i29, i32 8
; CHECK-NEXT:   %shifted.i35 = shl i32 %rest.i30, %count.i34
; CHECK-NEXT:   %rest.after.i36 = urem i32 %shifted.i35, %b.mantissa.i23
; CHECK-NEXT:   %left.after.i37 = sub i32 %left.i29, %count.i34
; CHECK-NEXT:   br label %loop.i28
; CHECK: done.i38:
; CHECK-NEXT:   %zeros.i39 = call i32 @llvm.ctlz.i32(i32 %rest.i30, i1 false)
; CHECK-NEXT:   %to.implicit.i40 = sub i32 %zeros.i39, 8
; CHECK-NEXT:   %room.i41 = sub i32 %b.exponent.i25, 1
; CHECK-NEXT:   %is.denormal.i42 = icmp ult i32 %room.i41, %to.implicit.i40
; CHECK-NEXT:   %up.i43 = select i1 %is.denormal.i42, i32 %room.i41, i32 %to.implicit.i40
; CHECK-NEXT:   %normal.i44 = shl i32 %rest.i30, %up.i43
; CHECK-NEXT:   %exponent.i45 = sub i32 %room.i41, %up.i43
; CHECK-NEXT:   %field.i46 = shl i32 %exponent.i45, 23
; CHECK-NEXT:   %number.i47 = add i32 %field.i46, %normal.i44
; CHECK-NEXT:   %is.zero.i48 = icmp eq i32 %rest.i30, 0
; CHECK-NEXT:   %magnitude.i49 = select i1 %is.zero.i48, i32 0, i32 %number.i47
; CHECK-NEXT:   %result.bits.i50 = or i32 %magnitude.i49, %sign.i3
; CHECK-NEXT:   %result.i51 = bitcast i32 %result.bits.i50 to float
; CHECK-NEXT:   br label %xeforge.remainder.float.exit54
; CHECK: xeforge.remainder.float.exit54:
; CHECK-NEXT:   %7 = phi float [ 0x7FF8000000000000, %none.i53 ], [ %5, %all.i52 ], [ %result.i51, %done.i38 ]
; CHECK-NEXT:   %8 = insertelement <3 x float> %4, float %7, i64 1
; CHECK-NEXT:   %9 = extractelement <3 x float> %x, i64 2
; CHECK-NEXT:   %10 = extractelement <3 x float> %y, i64 2
; CHECK-NEXT:   %x.bits.i55 = bitcast float %9 to i32
; CHECK-NEXT:   %y.bits.i56 = bitcast float %10 to i32
; CHECK-NEXT:   %sign.i57 = and i32 %x.bits.i55, -2147483648
; CHECK-NEXT:   %a.i58 = xor i32 %x.bits.i55, %sign.i57
; CHECK-NEXT:   %b.i59 = and i32 %y.bits.i56, 2147483647
; CHECK-NEXT:   %b.is.zero.i60 = icmp eq i32 %b.i59, 0
; CHECK-NEXT:   %b.is.nan.i61 = icmp ugt i32 %b.i59, 2139095040
; CHECK-NEXT:   %a.is.endless.i62 = icmp uge i32 %a.i58, 2139095040
; CHECK-NEXT:   %no.pair.i63 = or i1 %b.is.zero.i60, %b.is.nan.i61
; CHECK-NEXT:   %no.result.i64 = or i1 %no.pair.i63, %a.is.endless.i62
; CHECK-NEXT:   br i1 %no.result.i64, label %none.i107, label %some.i65
; CHECK: none.i107:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit108
; CHECK: some.i65:
; CHECK-NEXT:   %is.rest.i66 = icmp ult i32 %a.i58, %b.i59
; CHECK-NEXT:   br i1 %is.rest.i66, label %all.i106, label %divide.i67
; CHECK: all.i106:
; CHECK-NEXT:   br label %xeforge.remainder.float.exit108
; CHECK: divide.i67:
; CHECK-NEXT:   %a.field.i68 = lshr i32 %a.i58, 23
; CHECK-NEXT:   %b.field.i69 = lshr i32 %b.i59, 23
; CHECK-NEXT:   %a.low.i70 = and i32 %a.i58, 8388607
; CHECK-NEXT:   %b.low.i71 = and i32 %b.i59, 8388607
; CHECK-NEXT:   %a.full.i72 = or i32 %a.low.i70, 8388608
; CHECK-NEXT:   %b.full.i73 = or i32 %b.low.i71, 8388608
; CHECK-NEXT:   %a.is.small.i74 = icmp eq i32 %a.field.i68, 0
; CHECK-NEXT:   %b.is.small.i75 = icmp eq i32 %b.field.i69, 0
; CHECK-NEXT:   %a.mantissa.i76 = select i1 %a.is.small.i74, i32 %a.low.i70, i32 %a.full.i72
; CHECK-NEXT:   %b.mantissa.i77 = select i1 %b.is.small.i75, i32 %b.low.i71, i32 %b.full.i73
; CHECK-NEXT:   %a.exponent.i78 = select i1 %a.is.small.i74, i32 1, i32 %a.field.i68
; CHECK-NEXT:   %b.exponent.i79 = select i1 %b.is.small.i75, i32 1, i32 %b.field.i69
; CHECK-NEXT:   %distance.i80 = sub i32 %a.exponent.i78, %b.exponent.i79
; CHECK-NEXT:   %first.i81 = urem i32 %a.mantissa.i76, %b.mantissa.i77
; CHECK-NEXT:   br label %loop.i82
; CHECK: loop.i82:
; CHECK-NEXT:   %left.i83 = phi i32 [ %distance.i80, %divide.i67 ], [ %left.after.i91, %step.i86 ]
; CHECK-NEXT:   %rest.i84 = phi i32 [ %first.i81, %divide.i67 ], [ %rest.after.i90, %step.i86 ]
; CHECK-NEXT:   %is.done.i85 = icmp eq i32 %left.i83, 0
; CHECK-NEXT:   br i1 %is.done.i85, label %done.i92, label %step.i86
; CHECK: step.i86:
; CHECK-NEXT:   %is.last.i87 = icmp ult i32 %left.i83, 8
; CHECK-NEXT:   %count.i88 = select i1 %is.last.i87, i32 %left.i83, i32 8
; CHECK-NEXT:   %shifted.i89 = shl i32 %rest.i84, %count.i88
; CHECK-NEXT:   %rest.after.i90 = urem i32 %shifted.i89, %b.mantissa.i77
; CHECK-NEXT:   %left.after.i91 = sub i32 %left.i83, %count.i88
; CHECK-NEXT:   br label %loop.i82
; CHECK: done.i92:
; CHECK-NEXT:   %zeros.i93 = call i32 @llvm.ctlz.i32(i32 %rest.i84, i1 false)
; CHECK-NEXT:   %to.implicit.i94 = sub i32 %zeros.i93, 8
; CHECK-NEXT:   %room.i95 = sub i32 %b.exponent.i79, 1
; CHECK-NEXT:   %is.denormal.i96 = icmp ult i32 %room.i95, %to.implicit.i94
; CHECK-NEXT:   %up.i97 = select i1 %is.denormal.i96, i32 %room.i95, i32 %to.implicit.i94
; CHECK-NEXT:   %normal.i98 = shl i32 %rest.i84, %up.i97
; CHECK-NEXT:   %exponent.i99 = sub i32 %room.i95, %up.i97
; CHECK-NEXT:   %field.i100 = shl i32 %exponent.i99, 23
; CHECK-NEXT:   %number.i101 = add i32 %field.i100, %normal.i98
; CHECK-NEXT:   %is.zero.i102 = icmp eq i32 %rest.i84, 0
; CHECK-NEXT:   %magnitude.i103 = select i1 %is.zero.i102, i32 0, i32 %number.i101
; CHECK-NEXT:   %result.bits.i104 = or i32 %magnitude.i103, %sign.i57
; CHECK-NEXT:   %result.i105 = bitcast i32 %result.bits.i104 to float
; CHECK-NEXT:   br label %xeforge.remainder.float.exit108
; CHECK: xeforge.remainder.float.exit108:
; CHECK-NEXT:   %11 = phi float [ 0x7FF8000000000000, %none.i107 ], [ %9, %all.i106 ], [ %result.i105, %done.i92 ]
; CHECK-NEXT:   %12 = insertelement <3 x float> %8, float %11, i64 2
; CHECK-NEXT:   ret void
  %r = frem <3 x float> %x, %y
  ret void
}
