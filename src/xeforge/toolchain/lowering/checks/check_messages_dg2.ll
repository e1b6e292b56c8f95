; RUN: %opt -passes='check-messages<dg2>' -disable-output %s 2>&1 | %check

define spir_func void @two_dimensional_blocks_have_limits_and_not_every_device_has_them(<1 x i1> %a, i64 %b, i32 %c, i32 %d) {
; CHECK:      kernel two_dimensional_blocks_have_limits_and_not_every_device_has_them: got a two-dimensional block message for dg2; expected one-dimensional ones: this device has no other
  call <128 x half> @llvm.genx.lsc.load2d.stateless.x0(<1 x i1> %a, i8 0, i8 0, i8 2, i8 1, i8 1, i16 16, i16 8, i8 0, i64 %b, i32 63, i32 63, i32 63, i32 %c, i32 %d)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say(<64 x float> %a, <64 x i32> %b, <64 x i32> %c) {
  call <64 x float> @llvm.genx.dpas2.x0(<64 x float> %a, <64 x i32> %b, <64 x i32> %c, i32 10, i32 10, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @named_barriers_are_refused_where_there_are_none() {
; CHECK:      kernel named_barriers_are_refused_where_there_are_none: got a named barrier for dg2; expected plain barriers: this device has no other
  call void @llvm.genx.nbarrier.arrive.x0(i8 1, i8 0, i8 4, i8 4)
  ret void
}

declare <128 x half> @llvm.genx.lsc.load2d.stateless.x0(<1 x i1>, i8, i8, i8, i8, i8, i16, i16, i8, i64, i32, i32, i32, i32, i32)
declare <64 x float> @llvm.genx.dpas2.x0(<64 x float>, <64 x i32>, <64 x i32>, i32, i32, i32, i32, i32, i32)
declare void @llvm.genx.nbarrier.arrive.x0(i8, i8, i8, i8)
