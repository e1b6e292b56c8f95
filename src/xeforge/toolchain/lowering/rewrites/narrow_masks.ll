; RUN: %opt -passes=narrow-masks %s | %check

define spir_func void @of_lanes_behind_the_first_four_alone_is_compared(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@of_lanes_behind_the_first_four_alone_is_compared(
; CHECK-NEXT:   %1 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %a, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %2 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %b, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %3 = icmp slt <3 x i16> %1, %2
; CHECK-NEXT:   %4 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %b, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %5 = select <3 x i1> %3, <3 x i16> %4, <3 x i16> zeroinitializer
; CHECK-NEXT:   %6 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v3i16.i16.i1(<32 x i16> poison, <3 x i16> %5, i32 3, i32 3, i32 1, i16 56, i32 0, i1 true)
; CHECK-NEXT:   %x = extractelement <32 x i16> %6, i64 30
; CHECK-NEXT:   store i16 %x, ptr %p, align 2
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %x = extractelement <32 x i16> %s, i64 30
  store i16 %x, ptr %p, align 2
  ret void
}

define spir_func void @of_other_masks_the_bits_are_shifted(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@of_other_masks_the_bits_are_shifted(
; CHECK-NEXT:   %1 = bitcast <32 x i1> %m to i32
; CHECK-NEXT:   %2 = lshr i32 %1, 28
; CHECK-NEXT:   %3 = trunc i32 %2 to i8
; CHECK-NEXT:   %4 = bitcast i8 %3 to <8 x i1>
; CHECK-NEXT:   %5 = shufflevector <32 x i16> %a, <32 x i16> poison, <8 x i32> <i32 28, i32 29, i32 30, i32 31, i32 poison, i32 poison, i32 poison, i32 poison>
; CHECK-NEXT:   %6 = shufflevector <32 x i16> %b, <32 x i16> poison, <8 x i32> <i32 28, i32 29, i32 30, i32 31, i32 poison, i32 poison, i32 poison, i32 poison>
; CHECK-NEXT:   %7 = select <8 x i1> %4, <8 x i16> %5, <8 x i16> %6
; CHECK-NEXT:   %8 = call spir_func <4 x i16> @llvm.genx.rdregioni.v4i16.v8i16.i16(<8 x i16> %7, i32 4, i32 4, i32 1, i16 0, i32 0)
; CHECK-NEXT:   %9 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v4i16.i16.i1(<32 x i16> poison, <4 x i16> %8, i32 4, i32 4, i32 1, i16 56, i32 0, i1 true)
; CHECK-NEXT:   %x = extractelement <32 x i16> %9, i64 30
; CHECK-NEXT:   store i16 %x, ptr %p, align 2
; CHECK-NEXT:   ret void
  %s = select <32 x i1> %m, <32 x i16> %a, <32 x i16> %b
  %x = extractelement <32 x i16> %s, i64 30
  store i16 %x, ptr %p, align 2
  ret void
}

define spir_func void @of_a_read_beside_uses_of_all_lanes(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@of_a_read_beside_uses_of_all_lanes(
; CHECK-NEXT:   %z = zext <32 x i1> %m to <32 x i16>
; CHECK-NEXT:   store <32 x i16> %z, ptr %p, align 64
; CHECK-NEXT:   %1 = bitcast <32 x i1> %m to i32
; CHECK-NEXT:   %2 = lshr i32 %1, 8
; CHECK-NEXT:   %3 = trunc i32 %2 to i8
; CHECK-NEXT:   %4 = bitcast i8 %3 to <8 x i1>
; CHECK-NEXT:   %5 = zext <8 x i1> %4 to <8 x i16>
; CHECK-NEXT:   %6 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v8i16.i16.i1(<32 x i16> poison, <8 x i16> %5, i32 8, i32 8, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %7 = extractelement <32 x i16> %6, i64 9
; CHECK-NEXT:   store i16 %7, ptr %p, align 2
; CHECK-NEXT:   ret void
  %z = zext <32 x i1> %m to <32 x i16>
  store <32 x i16> %z, ptr %p, align 64
  %x = extractelement <32 x i16> %z, i64 9
  store i16 %x, ptr %p, align 2
  ret void
}

define spir_func void @of_what_is_not_written_over(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@of_what_is_not_written_over(
; CHECK-NEXT:   %1 = call spir_func <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %a, i32 16, i32 16, i32 1, i16 32, i32 0)
; CHECK-NEXT:   %2 = call spir_func <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %b, i32 16, i32 16, i32 1, i16 32, i32 0)
; CHECK-NEXT:   %3 = icmp slt <16 x i16> %1, %2
; CHECK-NEXT:   %4 = call spir_func <16 x i16> @llvm.genx.rdregioni.v16i16.v32i16.i16(<32 x i16> %b, i32 16, i32 16, i32 1, i16 32, i32 0)
; CHECK-NEXT:   %5 = select <16 x i1> %3, <16 x i16> %4, <16 x i16> zeroinitializer
; CHECK-NEXT:   %6 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v16i16.i16.i1(<32 x i16> poison, <16 x i16> %5, i32 16, i32 16, i32 1, i16 32, i32 0, i1 true)
; CHECK-NEXT:   %h = load <16 x i16>, ptr %p, align 32
; CHECK-NEXT:   %w = call <32 x i16> @llvm.genx.wrregioni.x0(<32 x i16> %6, <16 x i16> %h, i32 16, i32 16, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   store <32 x i16> %w, ptr %p, align 64
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %h = load <16 x i16>, ptr %p, align 32
  %w = call <32 x i16> @llvm.genx.wrregioni.x0(<32 x i16> %s, <16 x i16> %h, i32 16, i32 16, i32 1, i16 0, i32 0, i1 true)
  store <32 x i16> %w, ptr %p, align 64
  ret void
}

define spir_func void @of_what_is_the_same_in_all_lanes(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@of_what_is_the_same_in_all_lanes(
; CHECK-NEXT:   %t = insertelement <1 x i16> poison, i16 %at, i64 0
; CHECK-NEXT:   %1 = shufflevector <1 x i16> %t, <1 x i16> poison, <3 x i32> zeroinitializer
; CHECK-NEXT:   %2 = icmp ne <3 x i16> %1, zeroinitializer
; CHECK-NEXT:   %3 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %b, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %4 = select <3 x i1> %2, <3 x i16> %3, <3 x i16> zeroinitializer
; CHECK-NEXT:   %5 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v3i16.i16.i1(<32 x i16> poison, <3 x i16> %4, i32 3, i32 3, i32 1, i16 56, i32 0, i1 true)
; CHECK-NEXT:   %x = extractelement <32 x i16> %5, i64 30
; CHECK-NEXT:   store i16 %x, ptr %p, align 2
; CHECK-NEXT:   ret void
  %t = insertelement <1 x i16> poison, i16 %at, i64 0
  %w = shufflevector <1 x i16> %t, <1 x i16> poison, <32 x i32> zeroinitializer
  %c = icmp ne <32 x i16> %w, zeroinitializer
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %x = extractelement <32 x i16> %s, i64 30
  store i16 %x, ptr %p, align 2
  ret void
}

define spir_func void @beside_loads_that_nothing_uses(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@beside_loads_that_nothing_uses(
; CHECK-NEXT:   %1 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %a, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %2 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %b, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %3 = icmp slt <3 x i16> %1, %2
; CHECK-NEXT:   %4 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %b, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %5 = select <3 x i1> %3, <3 x i16> %4, <3 x i16> zeroinitializer
; CHECK-NEXT:   %6 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v3i16.i16.i1(<32 x i16> poison, <3 x i16> %5, i32 3, i32 3, i32 1, i16 56, i32 0, i1 true)
; CHECK-NEXT:   %l = call <32 x i16> @llvm.genx.lsc.load.stateless.x2(<32 x i16> %6)
; CHECK-NEXT:   %x = extractelement <32 x i16> %6, i64 30
; CHECK-NEXT:   store i16 %x, ptr %p, align 2
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %l = call <32 x i16> @llvm.genx.lsc.load.stateless.x2(<32 x i16> %s)
  %x = extractelement <32 x i16> %s, i64 30
  store i16 %x, ptr %p, align 2
  ret void
}

define spir_func void @beside_loads_that_nothing_uses_2(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@beside_loads_that_nothing_uses_2(
; CHECK-NEXT:   %c = icmp slt <32 x i16> %a, %b
; CHECK-NEXT:   %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
; CHECK-NEXT:   %l = call <32 x i16> @llvm.genx.lsc.load.stateless.x2(<32 x i16> %s)
; CHECK-NEXT:   store <32 x i16> %l, ptr %p, align 64
; CHECK-NEXT:   %1 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %a, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %2 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %b, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %3 = icmp slt <3 x i16> %1, %2
; CHECK-NEXT:   %4 = call spir_func <3 x i16> @llvm.genx.rdregioni.v3i16.v32i16.i16(<32 x i16> %b, i32 3, i32 3, i32 1, i16 56, i32 0)
; CHECK-NEXT:   %5 = select <3 x i1> %3, <3 x i16> %4, <3 x i16> zeroinitializer
; CHECK-NEXT:   %6 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v3i16.i16.i1(<32 x i16> poison, <3 x i16> %5, i32 3, i32 3, i32 1, i16 56, i32 0, i1 true)
; CHECK-NEXT:   %7 = extractelement <32 x i16> %6, i64 30
; CHECK-NEXT:   store i16 %7, ptr %p, align 2
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %l = call <32 x i16> @llvm.genx.lsc.load.stateless.x2(<32 x i16> %s)
  store <32 x i16> %l, ptr %p, align 64
  %x = extractelement <32 x i16> %s, i64 30
  store i16 %x, ptr %p, align 2
  ret void
}

; As many lanes as one instruction computes; for elements of another size, those whose bits are needed.
; Words 4 and 8 are overwritten: the first four of lanes 16 to 31 are not needed, and neither are those of lanes 32 to 39.
define spir_func void @of_each_piece_by_itself(<40 x i8> %a, <40 x i8> %b, <2 x i32> %w, ptr %p) {
; CHECK-LABEL: define {{.*}}@of_each_piece_by_itself(
; CHECK-NEXT:   %c = icmp slt <40 x i8> %a, %b
; CHECK-NEXT:   %1 = select <40 x i1> %c, <40 x i8> %a, <40 x i8> %b
; CHECK-NEXT:   %2 = call spir_func <12 x i8> @llvm.genx.rdregioni.v12i8.v40i8.i16(<40 x i8> %a, i32 12, i32 12, i32 1, i16 20, i32 0)
; CHECK-NEXT:   %3 = call spir_func <12 x i8> @llvm.genx.rdregioni.v12i8.v40i8.i16(<40 x i8> %b, i32 12, i32 12, i32 1, i16 20, i32 0)
; CHECK-NEXT:   %4 = icmp slt <12 x i8> %2, %3
; CHECK-NEXT:   %5 = call spir_func <12 x i8> @llvm.genx.rdregioni.v12i8.v40i8.i16(<40 x i8> %a, i32 12, i32 12, i32 1, i16 20, i32 0)
; CHECK-NEXT:   %6 = call spir_func <12 x i8> @llvm.genx.rdregioni.v12i8.v40i8.i16(<40 x i8> %b, i32 12, i32 12, i32 1, i16 20, i32 0)
; CHECK-NEXT:   %7 = select <12 x i1> %4, <12 x i8> %5, <12 x i8> %6
; CHECK-NEXT:   %8 = call spir_func <40 x i8> @llvm.genx.wrregioni.v40i8.v12i8.i16.i1(<40 x i8> %1, <12 x i8> %7, i32 12, i32 12, i32 1, i16 20, i32 0, i1 true)
; CHECK-NEXT:   %9 = call spir_func <4 x i8> @llvm.genx.rdregioni.v4i8.v40i8.i16(<40 x i8> %a, i32 4, i32 4, i32 1, i16 36, i32 0)
; CHECK-NEXT:   %10 = call spir_func <4 x i8> @llvm.genx.rdregioni.v4i8.v40i8.i16(<40 x i8> %b, i32 4, i32 4, i32 1, i16 36, i32 0)
; CHECK-NEXT:   %11 = icmp slt <4 x i8> %9, %10
; CHECK-NEXT:   %12 = call spir_func <4 x i8> @llvm.genx.rdregioni.v4i8.v40i8.i16(<40 x i8> %a, i32 4, i32 4, i32 1, i16 36, i32 0)
; CHECK-NEXT:   %13 = call spir_func <4 x i8> @llvm.genx.rdregioni.v4i8.v40i8.i16(<40 x i8> %b, i32 4, i32 4, i32 1, i16 36, i32 0)
; CHECK-NEXT:   %14 = select <4 x i1> %11, <4 x i8> %12, <4 x i8> %13
; CHECK-NEXT:   %15 = call spir_func <40 x i8> @llvm.genx.wrregioni.v40i8.v4i8.i16.i1(<40 x i8> %8, <4 x i8> %14, i32 4, i32 4, i32 1, i16 36, i32 0, i1 true)
; CHECK-NEXT:   %v = bitcast <40 x i8> %15 to <10 x i32>
; CHECK-NEXT:   %x = call <10 x i32> @llvm.genx.wrregioni.x0.2(<10 x i32> %v, <2 x i32> %w, i32 2, i32 2, i32 4, i16 16, i32 0, i1 true)
; CHECK-NEXT:   store <10 x i32> %x, ptr %p, align 64
; CHECK-NEXT:   ret void
  %c = icmp slt <40 x i8> %a, %b
  %s = select <40 x i1> %c, <40 x i8> %a, <40 x i8> %b
  %v = bitcast <40 x i8> %s to <10 x i32>
  %x = call <10 x i32> @llvm.genx.wrregioni.x0.2(<10 x i32> %v, <2 x i32> %w, i32 2, i32 2, i32 4, i16 16, i32 0, i1 true)
  store <10 x i32> %x, ptr %p, align 64
  ret void
}

define spir_func void @also_behind_arithmetic_and_in_loops(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@also_behind_arithmetic_and_in_loops(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %l = phi <32 x i16> [ %a, %0 ], [ %n, %loop ]
; CHECK-NEXT:   %1 = call spir_func <2 x i16> @llvm.genx.rdregioni.v2i16.v32i16.i16(<32 x i16> %l, i32 2, i32 2, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %2 = call spir_func <2 x i16> @llvm.genx.rdregioni.v2i16.v32i16.i16(<32 x i16> %b, i32 2, i32 2, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %3 = icmp slt <2 x i16> %1, %2
; CHECK-NEXT:   %4 = zext <2 x i1> %3 to <2 x i16>
; CHECK-NEXT:   %5 = call spir_func <32 x i16> @llvm.genx.wrregioni.v32i16.v2i16.i16.i1(<32 x i16> poison, <2 x i16> %4, i32 2, i32 2, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %n = add <32 x i16> %l, %5
; CHECK-NEXT:   %x = extractelement <32 x i16> %n, i64 9
; CHECK-NEXT:   %f = icmp eq i16 %x, 3
; CHECK-NEXT:   br i1 %f, label %loop, label %end
; CHECK: end:
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %l = phi <32 x i16> [ %a, %0 ], [ %n, %loop ]
  %c = icmp slt <32 x i16> %l, %b
  %z = zext <32 x i1> %c to <32 x i16>
  %n = add <32 x i16> %l, %z
  %x = extractelement <32 x i16> %n, i64 9
  %f = icmp eq i16 %x, 3
  br i1 %f, label %loop, label %end
end:
  ret void
}

define spir_func void @also_behind_functions_of_single_lanes(<16 x float> %a, <16 x float> %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_behind_functions_of_single_lanes(
; CHECK-NEXT:   %1 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %2 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %3 = fcmp olt <1 x float> %1, %2
; CHECK-NEXT:   %4 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %5 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %6 = select <1 x i1> %3, <1 x float> %4, <1 x float> %5
; CHECK-NEXT:   %7 = call spir_func <16 x float> @llvm.genx.wrregionf.v16f32.v1f32.i16.i1(<16 x float> poison, <1 x float> %6, i32 1, i32 1, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %r = call <16 x float> @llvm.genx.rnde.x0(<16 x float> %7)
; CHECK-NEXT:   %x = extractelement <16 x float> %r, i64 4
; CHECK-NEXT:   store float %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %c = fcmp olt <16 x float> %a, %b
  %s = select <16 x i1> %c, <16 x float> %a, <16 x float> %b
  %r = call <16 x float> @llvm.genx.rnde.x0(<16 x float> %s)
  %x = extractelement <16 x float> %r, i64 4
  store float %x, ptr %p, align 4
  ret void
}

define spir_func void @also_behind_functions_of_single_lanes_2(<16 x float> %a, <16 x float> %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_behind_functions_of_single_lanes_2(
; CHECK-NEXT:   %1 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %2 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %3 = fcmp olt <1 x float> %1, %2
; CHECK-NEXT:   %4 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %5 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %6 = select <1 x i1> %3, <1 x float> %4, <1 x float> %5
; CHECK-NEXT:   %7 = call spir_func <16 x float> @llvm.genx.wrregionf.v16f32.v1f32.i16.i1(<16 x float> poison, <1 x float> %6, i32 1, i32 1, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %r = call <16 x float> @llvm.genx.ieee.sqrt.x0(<16 x float> %7)
; CHECK-NEXT:   %x = extractelement <16 x float> %r, i64 4
; CHECK-NEXT:   store float %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %c = fcmp olt <16 x float> %a, %b
  %s = select <16 x i1> %c, <16 x float> %a, <16 x float> %b
  %r = call <16 x float> @llvm.genx.ieee.sqrt.x0(<16 x float> %s)
  %x = extractelement <16 x float> %r, i64 4
  store float %x, ptr %p, align 4
  ret void
}

define spir_func void @also_behind_functions_of_single_lanes_3(<16 x float> %a, <16 x float> %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_behind_functions_of_single_lanes_3(
; CHECK-NEXT:   %1 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %2 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %3 = fcmp olt <1 x float> %1, %2
; CHECK-NEXT:   %4 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %5 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %6 = select <1 x i1> %3, <1 x float> %4, <1 x float> %5
; CHECK-NEXT:   %7 = call spir_func <16 x float> @llvm.genx.wrregionf.v16f32.v1f32.i16.i1(<16 x float> poison, <1 x float> %6, i32 1, i32 1, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %r = call <16 x float> @llvm.floor.v16f32(<16 x float> %7)
; CHECK-NEXT:   %x = extractelement <16 x float> %r, i64 4
; CHECK-NEXT:   store float %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %c = fcmp olt <16 x float> %a, %b
  %s = select <16 x i1> %c, <16 x float> %a, <16 x float> %b
  %r = call <16 x float> @llvm.floor.v16f32(<16 x float> %s)
  %x = extractelement <16 x float> %r, i64 4
  store float %x, ptr %p, align 4
  ret void
}

define spir_func void @also_behind_functions_of_single_lanes_4(<16 x float> %a, <16 x float> %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_behind_functions_of_single_lanes_4(
; CHECK-NEXT:   %1 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %2 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %3 = fcmp olt <1 x float> %1, %2
; CHECK-NEXT:   %4 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %5 = call spir_func <1 x float> @llvm.genx.rdregionf.v1f32.v16f32.i16(<16 x float> %b, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %6 = select <1 x i1> %3, <1 x float> %4, <1 x float> %5
; CHECK-NEXT:   %7 = call spir_func <16 x float> @llvm.genx.wrregionf.v16f32.v1f32.i16.i1(<16 x float> poison, <1 x float> %6, i32 1, i32 1, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %r = call <16 x float> @llvm.vc.internal.cast.to.x0(<16 x float> %7)
; CHECK-NEXT:   %x = extractelement <16 x float> %r, i64 4
; CHECK-NEXT:   store float %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %c = fcmp olt <16 x float> %a, %b
  %s = select <16 x i1> %c, <16 x float> %a, <16 x float> %b
  %r = call <16 x float> @llvm.vc.internal.cast.to.x0(<16 x float> %s)
  %x = extractelement <16 x float> %r, i64 4
  store float %x, ptr %p, align 4
  ret void
}

define spir_func void @also_behind_functions_of_single_lanes_5(<16 x float> %a, <16 x float> %b, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_behind_functions_of_single_lanes_5(
; CHECK-NEXT:   %c = fcmp olt <16 x float> %a, %b
; CHECK-NEXT:   %s = select <16 x i1> %c, <16 x float> %a, <16 x float> %b
; CHECK-NEXT:   %r = call <16 x float> @llvm.genx.other.x0(<16 x float> %s)
; CHECK-NEXT:   %x = extractelement <16 x float> %r, i64 4
; CHECK-NEXT:   store float %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %c = fcmp olt <16 x float> %a, %b
  %s = select <16 x i1> %c, <16 x float> %a, <16 x float> %b
  %r = call <16 x float> @llvm.genx.other.x0(<16 x float> %s)
  %x = extractelement <16 x float> %r, i64 4
  store float %x, ptr %p, align 4
  ret void
}

define spir_func void @also_of_conversions_that_ask_for_what_is_no_number(<16 x double> %a, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_of_conversions_that_ask_for_what_is_no_number(
; CHECK-NEXT:   %1 = call spir_func <1 x double> @llvm.genx.rdregionf.v1f64.v16f64.i16(<16 x double> %a, i32 1, i32 1, i32 1, i16 32, i32 0)
; CHECK-NEXT:   %2 = call spir_func <1 x i32> @llvm.genx.fptosi.sat.v1i32.v1f64(<1 x double> %1)
; CHECK-NEXT:   %3 = call spir_func <16 x i32> @llvm.genx.wrregioni.v16i32.v1i32.i16.i1(<16 x i32> poison, <1 x i32> %2, i32 1, i32 1, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %x = extractelement <16 x i32> %3, i64 4
; CHECK-NEXT:   store i32 %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %i = call <16 x i32> @llvm.genx.fptosi.sat.x0(<16 x double> %a)
  %x = extractelement <16 x i32> %i, i64 4
  store i32 %x, ptr %p, align 4
  ret void
}

define spir_func void @also_of_signs(<16 x i32> %a, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_of_signs(
; CHECK-NEXT:   %1 = call spir_func <1 x i32> @llvm.genx.rdregioni.v1i32.v16i32.i16(<16 x i32> %a, i32 1, i32 1, i32 1, i16 16, i32 0)
; CHECK-NEXT:   %2 = ashr <1 x i32> %1, splat (i32 31)
; CHECK-NEXT:   %3 = call spir_func <16 x i32> @llvm.genx.wrregioni.v16i32.v1i32.i16.i1(<16 x i32> poison, <1 x i32> %2, i32 1, i32 1, i32 1, i16 16, i32 0, i1 true)
; CHECK-NEXT:   %x = extractelement <16 x i32> %3, i64 4
; CHECK-NEXT:   store i32 %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %s = ashr <16 x i32> %a, splat (i32 31)
  %x = extractelement <16 x i32> %s, i64 4
  store i32 %x, ptr %p, align 4
  ret void
}

define spir_func void @also_of_signs_2(<16 x i32> %a, ptr %p) {
; CHECK-LABEL: define {{.*}}@also_of_signs_2(
; CHECK-NEXT:   %s = ashr <16 x i32> %a, splat (i32 30)
; CHECK-NEXT:   %x = extractelement <16 x i32> %s, i64 4
; CHECK-NEXT:   store i32 %x, ptr %p, align 4
; CHECK-NEXT:   ret void
  %s = ashr <16 x i32> %a, splat (i32 30)
  %x = extractelement <16 x i32> %s, i64 4
  store i32 %x, ptr %p, align 4
  ret void
}

; All lanes.
define spir_func void @others_stay(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@others_stay(
; CHECK-NEXT:   %c = icmp slt <32 x i16> %a, %b
; CHECK-NEXT:   %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
; CHECK-NEXT:   %d = add <32 x i16> %s, %a
; CHECK-NEXT:   store <32 x i16> %d, ptr %p, align 64
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %d = add <32 x i16> %s, %a
  store <32 x i16> %d, ptr %p, align 64
  ret void
}

; The first ones.
define spir_func void @others_stay_2(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@others_stay_2(
; CHECK-NEXT:   %c = icmp slt <32 x i16> %a, %b
; CHECK-NEXT:   %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
; CHECK-NEXT:   %x = extractelement <32 x i16> %s, i64 3
; CHECK-NEXT:   store i16 %x, ptr %p, align 2
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %x = extractelement <32 x i16> %s, i64 3
  store i16 %x, ptr %p, align 2
  ret void
}

; Any.
define spir_func void @others_stay_3(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@others_stay_3(
; CHECK-NEXT:   %c = icmp slt <32 x i16> %a, %b
; CHECK-NEXT:   %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
; CHECK-NEXT:   %x = extractelement <32 x i16> %s, i16 %at
; CHECK-NEXT:   store i16 %x, ptr %p, align 2
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %x = extractelement <32 x i16> %s, i16 %at
  store i16 %x, ptr %p, align 2
  ret void
}

; Lanes of others.
define spir_func void @others_stay_4(<32 x i1> %m, <32 x i16> %a, <32 x i16> %b, ptr %p, i16 %at) {
; CHECK-LABEL: define {{.*}}@others_stay_4(
; CHECK-NEXT:   %c = icmp slt <32 x i16> %a, %b
; CHECK-NEXT:   %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
; CHECK-NEXT:   %d = call <32 x i16> @llvm.genx.dpas.x1(<32 x i16> %s, <32 x i16> %a)
; CHECK-NEXT:   %x = extractelement <32 x i16> %d, i64 30
; CHECK-NEXT:   store i16 %x, ptr %p, align 2
; CHECK-NEXT:   ret void
  %c = icmp slt <32 x i16> %a, %b
  %s = select <32 x i1> %c, <32 x i16> %b, <32 x i16> zeroinitializer
  %d = call <32 x i16> @llvm.genx.dpas.x1(<32 x i16> %s, <32 x i16> %a)
  %x = extractelement <32 x i16> %d, i64 30
  store i16 %x, ptr %p, align 2
  ret void
}

declare <32 x i16> @llvm.genx.wrregioni.x0(<32 x i16>, <16 x i16>, i32, i32, i32, i16, i32, i1)
declare <32 x i16> @llvm.genx.dpas.x1(<32 x i16>, <32 x i16>)
declare <32 x i16> @llvm.genx.lsc.load.stateless.x2(<32 x i16>)
declare <10 x i32> @llvm.genx.wrregioni.x0.2(<10 x i32>, <2 x i32>, i32, i32, i32, i16, i32, i1)
declare <16 x float> @llvm.genx.rnde.x0(<16 x float>)
declare <16 x float> @llvm.genx.ieee.sqrt.x0(<16 x float>)
declare <16 x float> @llvm.floor.v16f32(<16 x float>)
declare <16 x float> @llvm.vc.internal.cast.to.x0(<16 x float>)
declare <16 x float> @llvm.genx.other.x0(<16 x float>)
declare <16 x i32> @llvm.genx.fptosi.sat.x0(<16 x double>)
