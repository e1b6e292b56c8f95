; RUN: %opt -passes='check-messages<dg2>' -disable-output %s 2>&1 | FileCheck -DDEVICE=dg2 %s
; RUN: %opt -passes='check-messages<mtl>' -disable-output %s 2>&1 | FileCheck -DDEVICE=mtl %s
; RUN: %opt -passes='check-messages<arl>' -disable-output %s 2>&1 | FileCheck -DDEVICE=arl %s

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits(<16 x i32> %b, <128 x i16> %c) {
; CHECK:      kernel two_dimensional_blocks_with_a_descriptor_have_the_same_limits: got a two-dimensional block message for [[DEVICE]]; expected one-dimensional ones: this device has no other
  call <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x0(i1 true, <2 x i8> splat (i8 2), i8 1, i16 16, i16 8, <16 x i32> %b, i32 0, i32 0, <128 x i16> %c)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits_2(<16 x i32> %b, <128 x i16> %c) {
; CHECK:      kernel two_dimensional_blocks_with_a_descriptor_have_the_same_limits_2: got a two-dimensional block message for [[DEVICE]]; expected one-dimensional ones: this device has no other
  call <256 x i16> @llvm.genx.lsc.store.2d.ugm.desc.x0(i1 true, <2 x i8> splat (i8 2), i8 1, i16 16, i16 8, <16 x i32> %b, i32 0, i32 0, <128 x i16> %c)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits_3(<16 x i32> %b, <128 x i16> %c) {
; CHECK:      kernel two_dimensional_blocks_with_a_descriptor_have_the_same_limits_3: got a two-dimensional block message for [[DEVICE]]; expected one-dimensional ones: this device has no other
  call <256 x i16> @llvm.genx.lsc.prefetch.2d.ugm.desc.x0(i1 true, <2 x i8> splat (i8 2), i8 1, i16 16, i16 8, <16 x i32> %b, i32 0, i32 0, <128 x i16> %c)
  ret void
}

declare <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <128 x i16>)
declare <256 x i16> @llvm.genx.lsc.store.2d.ugm.desc.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <128 x i16>)
declare <256 x i16> @llvm.genx.lsc.prefetch.2d.ugm.desc.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <128 x i16>)
