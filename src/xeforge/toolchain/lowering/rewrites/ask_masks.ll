; RUN: %opt -passes=ask-masks %s | %check

define spir_func void @questions_are_functions(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@questions_are_functions(
; CHECK-NEXT:   %m = fcmp ogt <8 x float> %x, %y
; CHECK-NEXT:   %1 = call i1 @llvm.genx.any.v8i1(<8 x i1> %m)
; CHECK-NEXT:   %2 = zext i1 %1 to i32
; CHECK-NEXT:   %3 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %2)
; CHECK-NEXT:   %4 = icmp ne i32 %3, 0
; CHECK-NEXT:   %n = zext i1 %4 to i32
; CHECK-NEXT:   ret void
  %m = fcmp ogt <8 x float> %x, %y
  %bits = bitcast <8 x i1> %m to i8
  %a = icmp ne i8 %bits, 0
  %n = zext i1 %a to i32
  ret void
}

define spir_func void @questions_are_functions_2(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@questions_are_functions_2(
; CHECK-NEXT:   %m = fcmp ogt <8 x float> %x, %y
; CHECK-NEXT:   %1 = call i1 @llvm.genx.any.v8i1(<8 x i1> %m)
; CHECK-NEXT:   %2 = zext i1 %1 to i32
; CHECK-NEXT:   %3 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %2)
; CHECK-NEXT:   %4 = icmp eq i32 %3, 0
; CHECK-NEXT:   %n = zext i1 %4 to i32
; CHECK-NEXT:   ret void
  %m = fcmp ogt <8 x float> %x, %y
  %bits = bitcast <8 x i1> %m to i8
  %a = icmp eq i8 %bits, 0
  %n = zext i1 %a to i32
  ret void
}

define spir_func void @questions_are_functions_3(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@questions_are_functions_3(
; CHECK-NEXT:   %m = fcmp ogt <8 x float> %x, %y
; CHECK-NEXT:   %1 = call i1 @llvm.genx.all.v8i1(<8 x i1> %m)
; CHECK-NEXT:   %2 = zext i1 %1 to i32
; CHECK-NEXT:   %3 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %2)
; CHECK-NEXT:   %4 = icmp ne i32 %3, 0
; CHECK-NEXT:   %n = zext i1 %4 to i32
; CHECK-NEXT:   ret void
  %m = fcmp ogt <8 x float> %x, %y
  %bits = bitcast <8 x i1> %m to i8
  %a = icmp eq i8 %bits, -1
  %n = zext i1 %a to i32
  ret void
}

define spir_func void @questions_are_functions_4(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@questions_are_functions_4(
; CHECK-NEXT:   %m = fcmp ogt <8 x float> %x, %y
; CHECK-NEXT:   %1 = call i1 @llvm.genx.all.v8i1(<8 x i1> %m)
; CHECK-NEXT:   %2 = zext i1 %1 to i32
; CHECK-NEXT:   %3 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %2)
; CHECK-NEXT:   %4 = icmp eq i32 %3, 0
; CHECK-NEXT:   %n = zext i1 %4 to i32
; CHECK-NEXT:   ret void
  %m = fcmp ogt <8 x float> %x, %y
  %bits = bitcast <8 x i1> %m to i8
  %a = icmp ne i8 %bits, -1
  %n = zext i1 %a to i32
  ret void
}

define spir_func void @also_of_masks_that_were_numbers(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@also_of_masks_that_were_numbers(
; CHECK-NEXT:   %c = fcmp ogt <8 x float> %x, %y
; CHECK-NEXT:   %z = zext <8 x i1> %c to <8 x i16>
; CHECK-NEXT:   %s = shufflevector <8 x i16> %z, <8 x i16> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK-NEXT:   %m = icmp ne <8 x i16> %s, zeroinitializer
; CHECK-NEXT:   %1 = call i1 @llvm.genx.any.v8i1(<8 x i1> %m)
; CHECK-NEXT:   %2 = zext i1 %1 to i32
; CHECK-NEXT:   %3 = call spir_func i32 @llvm.vc.internal.optimization.fence.i32(i32 %2)
; CHECK-NEXT:   %4 = icmp eq i32 %3, 0
; CHECK-NEXT:   %u = zext i1 %4 to i32
; CHECK-NEXT:   ret void
  %c = fcmp ogt <8 x float> %x, %y
  %z = zext <8 x i1> %c to <8 x i16>
  %s = shufflevector <8 x i16> %z, <8 x i16> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %m = icmp ne <8 x i16> %s, zeroinitializer
  %b = bitcast <8 x i1> %m to i8
  %a = icmp eq i8 %b, 0
  %u = zext i1 %a to i32
  ret void
}

define spir_func void @other_numbers_of_lanes_and_other_masks_stay(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@other_numbers_of_lanes_and_other_masks_stay(
; CHECK-NEXT:   %m = fcmp ogt <8 x float> %x, %y
; CHECK-NEXT:   %bits = bitcast <8 x i1> %m to i8
; CHECK-NEXT:   %first = icmp eq i8 %bits, 1
; CHECK-NEXT:   ret void
  %m = fcmp ogt <8 x float> %x, %y
  %bits = bitcast <8 x i1> %m to i8
  %first = icmp eq i8 %bits, 1
  ret void
}

define spir_func void @other_numbers_of_lanes_and_other_masks_stay_2(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@other_numbers_of_lanes_and_other_masks_stay_2(
; CHECK-NEXT:   %m = fcmp ogt <32 x float> %v, %v
; CHECK-NEXT:   %bits = bitcast <32 x i1> %m to i32
; CHECK-NEXT:   %a = icmp ne i32 %bits, 0
; CHECK-NEXT:   ret void
  %m = fcmp ogt <32 x float> %v, %v
  %bits = bitcast <32 x i1> %m to i32
  %a = icmp ne i32 %bits, 0
  ret void
}

define spir_func void @other_numbers_of_lanes_and_other_masks_stay_3(<8 x float> %x, <8 x float> %y, <32 x float> %v, <8 x i32> %i) {
; CHECK-LABEL: define {{.*}}@other_numbers_of_lanes_and_other_masks_stay_3(
; CHECK-NEXT:   %m = icmp sgt <8 x i32> %i, zeroinitializer
; CHECK-NEXT:   %bits = bitcast <8 x i1> %m to i8
; CHECK-NEXT:   %a = icmp eq i8 %bits, 0
; CHECK-NEXT:   ret void
  %m = icmp sgt <8 x i32> %i, zeroinitializer
  %bits = bitcast <8 x i1> %m to i8
  %a = icmp eq i8 %bits, 0
  ret void
}
