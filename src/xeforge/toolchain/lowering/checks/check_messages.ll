; RUN: %opt -passes=check-messages -disable-output %s 2>&1 | %check

define spir_func void @a_block_moves_as_many_bytes_as_its_data_has(<1 x i64> %b) {
  call <16 x i32> @llvm.genx.lsc.load.stateless.x0(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %b, i32 0)
  ret void
}

define spir_func void @a_block_moves_as_many_bytes_as_its_data_has_2(<1 x i64> %b) {
  call <64 x i64> @llvm.genx.lsc.load.stateless.x0.2(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i64> %b, i32 0)
  ret void
}

define spir_func void @a_block_moves_as_many_bytes_as_its_data_has_3(<1 x i64> %b) {
; CHECK:      kernel a_block_moves_as_many_bytes_as_its_data_has_3: got a block message of 64 bytes for data of 32 bytes; expected the same size
  call <8 x i32> @llvm.genx.lsc.load.stateless.x0.3(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %b, i32 0)
  ret void
}

define spir_func void @a_block_moves_as_many_bytes_as_its_data_has_4(<1 x i64> %b) {
; CHECK:      kernel a_block_moves_as_many_bytes_as_its_data_has_4: got a block message of 0 bytes; expected 1 to 512 bytes
  call <128 x i32> @llvm.genx.lsc.load.stateless.x0.4(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 3, i8 9, i8 2, i8 0, <1 x i64> %b, i32 0)
  ret void
}

define spir_func void @cache_hints_come_in_certain_pairs(<1 x i64> %b) {
  call <16 x i32> @llvm.genx.lsc.load.stateless.x0(<1 x i1> splat (i1 true), i8 0, i8 5, i8 2, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %b, i32 0)
  ret void
}

define spir_func void @cache_hints_come_in_certain_pairs_2(<1 x i64> %b) {
; CHECK:      kernel cache_hints_come_in_certain_pairs_2: got cache hints write_back/write_back; expected one of none/none, uncached/uncached, uncached/cached, cached/uncached, cached/cached, streaming/uncached, streaming/cached, read_invalidate/cached
  call <16 x i32> @llvm.genx.lsc.load.stateless.x0(<1 x i1> splat (i1 true), i8 0, i8 3, i8 3, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %b, i32 0)
  ret void
}

define spir_func void @cache_hints_come_in_certain_pairs_3(<1 x i1> %a, <1 x i64> %b, <16 x i32> %c) {
  call void @llvm.genx.lsc.store.stateless.x0(<1 x i1> %a, i8 4, i8 3, i8 3, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %b, <16 x i32> %c, i32 0)
  ret void
}

define spir_func void @cache_hints_come_in_certain_pairs_4(<1 x i1> %a, <1 x i64> %b, <16 x i32> %c) {
; CHECK:      kernel cache_hints_come_in_certain_pairs_4: got cache hints write_back/uncached; expected one of none/none, uncached/uncached, uncached/write_back, write_through/uncached, write_through/write_back, streaming/uncached, streaming/write_back, write_back/write_back
  call void @llvm.genx.lsc.store.stateless.x0(<1 x i1> %a, i8 4, i8 3, i8 1, i16 1, i32 0, i8 3, i8 6, i8 2, i8 0, <1 x i64> %b, <16 x i32> %c, i32 0)
  ret void
}

define spir_func void @two_dimensional_blocks_have_limits_and_not_every_device_has_them(<1 x i1> %a, i64 %b, i32 %c, i32 %d) {
  call <128 x half> @llvm.genx.lsc.load2d.stateless.x0(<1 x i1> %a, i8 0, i8 0, i8 2, i8 1, i8 1, i16 16, i16 8, i8 0, i64 %b, i32 63, i32 63, i32 63, i32 %c, i32 %d)
  ret void
}

define spir_func void @two_dimensional_blocks_have_limits_and_not_every_device_has_them_2(<1 x i1> %a, i64 %b, i32 %c, i32 %d) {
  call <128 x half> @llvm.genx.lsc.load2d.stateless.x0(<1 x i1> %a, i8 0, i8 0, i8 2, i8 1, i8 2, i16 16, i16 32, i8 0, i64 %b, i32 63, i32 63, i32 63, i32 %c, i32 %d)
  ret void
}

define spir_func void @two_dimensional_blocks_have_limits_and_not_every_device_has_them_3(<1 x i1> %a, i64 %b, i32 %c, i32 %d) {
; CHECK:      kernel two_dimensional_blocks_have_limits_and_not_every_device_has_them_3: got a two-dimensional block of 128 bytes a row; expected 1 to 64 bytes
  call <128 x half> @llvm.genx.lsc.load2d.stateless.x0(<1 x i1> %a, i8 0, i8 0, i8 2, i8 1, i8 4, i16 16, i16 8, i8 0, i64 %b, i32 63, i32 63, i32 63, i32 %c, i32 %d)
  ret void
}

define spir_func void @two_dimensional_blocks_have_limits_and_not_every_device_has_them_4(<1 x i1> %a, i64 %b, i32 %c, i32 %d) {
; CHECK:      kernel two_dimensional_blocks_have_limits_and_not_every_device_has_them_4: got a two-dimensional block of 33 rows; expected 1 to 32 rows
  call <128 x half> @llvm.genx.lsc.load2d.stateless.x0(<1 x i1> %a, i8 0, i8 0, i8 2, i8 1, i8 1, i16 16, i16 33, i8 0, i64 %b, i32 63, i32 63, i32 63, i32 %c, i32 %d)
  ret void
}

define spir_func void @two_dimensional_blocks_have_limits_and_not_every_device_has_them_5(<1 x i1> %a, i64 %b, i32 %c, i32 %d) {
; CHECK:      kernel two_dimensional_blocks_have_limits_and_not_every_device_has_them_5: got a two-dimensional block of 9 rows; expected 1 to 8 rows
  call <128 x half> @llvm.genx.lsc.store2d.stateless.x0(<1 x i1> %a, i8 0, i8 0, i8 2, i8 1, i8 1, i16 16, i16 9, i8 0, i64 %b, i32 63, i32 63, i32 63, i32 %c, i32 %d)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits(<16 x i32> %b, <256 x i16> %c) {
  call <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.vnni.x0(i1 true, <2 x i8> splat (i8 2), i8 1, i16 16, i16 16, <16 x i32> %b, i32 0, i32 0, <256 x i16> %c)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits_2(<16 x i32> %b, <1 x i16> %c) {
  call <256 x i16> @llvm.genx.lsc.prefetch.2d.ugm.desc.x0(i1 true, <2 x i8> splat (i8 2), i8 2, i16 16, i16 32, <16 x i32> %b, i32 0, i32 0, <1 x i16> %c)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits_3(<16 x i32> %b, <128 x i16> %c) {
  call <256 x i16> @llvm.genx.lsc.store.2d.ugm.desc.x0(i1 true, <2 x i8> splat (i8 2), i8 1, i16 16, i16 8, <16 x i32> %b, i32 0, i32 0, <128 x i16> %c)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits_4(<16 x i32> %b, <512 x i32> %c) {
; CHECK:      kernel two_dimensional_blocks_with_a_descriptor_have_the_same_limits_4: got a two-dimensional block of 128 bytes a row; expected 1 to 64 bytes
  call <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x0(i1 true, <2 x i8> splat (i8 2), i8 2, i16 16, i16 16, <16 x i32> %b, i32 0, i32 0, <512 x i32> %c)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits_5(<16 x i32> %b, <256 x i32> %c) {
; CHECK:      kernel two_dimensional_blocks_with_a_descriptor_have_the_same_limits_5: got a two-dimensional block of 64 rows; expected 1 to 32 rows
  call <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.transpose.x0(i1 true, <2 x i8> splat (i8 2), i8 1, i16 8, i16 64, <16 x i32> %b, i32 0, i32 0, <256 x i32> %c)
  ret void
}

define spir_func void @two_dimensional_blocks_with_a_descriptor_have_the_same_limits_6(<16 x i32> %b, <256 x i16> %c) {
; CHECK:      kernel two_dimensional_blocks_with_a_descriptor_have_the_same_limits_6: got a two-dimensional block of 16 rows; expected 1 to 8 rows
  call <256 x i16> @llvm.genx.lsc.store.2d.ugm.desc.x0.2(i1 true, <2 x i8> splat (i8 2), i8 1, i16 16, i16 16, <16 x i32> %b, i32 0, i32 0, <256 x i16> %c)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say(<128 x float> %a, <128 x i32> %b, <64 x i32> %c) {
  call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %a, <128 x i32> %b, <64 x i32> %c, i32 10, i32 10, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_2(<16 x float> %a, <128 x i32> %b, <8 x i32> %c) {
  call <16 x float> @llvm.genx.dpas2.x0.2(<16 x float> %a, <128 x i32> %b, <8 x i32> %c, i32 10, i32 10, i32 8, i32 1, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_3(<128 x i32> %a, <128 x i32> %b, <64 x i32> %c) {
  call <128 x i32> @llvm.genx.dpas2.x0.3(<128 x i32> %a, <128 x i32> %b, <64 x i32> %c, i32 8, i32 8, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_4(<128 x float> %a, <128 x i32> %b, <64 x i32> %c) {
  call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %a, <128 x i32> %b, <64 x i32> %c, i32 12, i32 12, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_5(<64 x float> %a, <128 x i32> %b, <64 x i32> %c) {
; CHECK:      kernel dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_5: got a dpas with 64 elements of the accumulator; expected 128 on bmg
  call <64 x float> @llvm.genx.dpas2.x0.4(<64 x float> %a, <128 x i32> %b, <64 x i32> %c, i32 10, i32 10, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_6(<128 x float> %a, <64 x i32> %b, <64 x i32> %c) {
; CHECK:      kernel dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_6: got a dpas with 2048 bits of B; expected 4096 on bmg
  call <128 x float> @llvm.genx.dpas2.x0.5(<128 x float> %a, <64 x i32> %b, <64 x i32> %c, i32 10, i32 10, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_7(<128 x float> %a, <128 x i32> %b, <128 x i32> %c) {
; CHECK:      kernel dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_7: got a dpas with 4096 bits of A; expected 2048 on bmg
  call <128 x float> @llvm.genx.dpas2.x0.6(<128 x float> %a, <128 x i32> %b, <128 x i32> %c, i32 10, i32 10, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_8(<144 x float> %a, <128 x i32> %b, <72 x i32> %c) {
; CHECK:      kernel dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_8: got a dpas of depth 8 and repeat count 9; expected depth 8 and repeat count 1 to 8
  call <144 x float> @llvm.genx.dpas2.x0.7(<144 x float> %a, <128 x i32> %b, <72 x i32> %c, i32 10, i32 10, i32 8, i32 9, i32 0, i32 0)
  ret void
}

define spir_func void @dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_9(<128 x float> %a, <128 x i32> %b, <64 x i32> %c) {
; CHECK:      kernel dpas_operands_have_the_sizes_that_its_precision_and_repeat_count_say_9: got a dpas of an unknown precision; expected u2 s2 u4 s4 u8 s8 bf16 f16 tf32
  call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %a, <128 x i32> %b, <64 x i32> %c, i32 13, i32 13, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @products_that_only_the_host_has_are_refused_by_name(<128 x float> %a, <128 x i32> %b, <64 x i32> %c) {
; CHECK:      kernel products_that_only_the_host_has_are_refused_by_name: got a dpas of bf8, hf8 or e2m1, which bmg does not have; expected a dpas of half, to which such numbers convert exactly
  call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %a, <128 x i32> %b, <64 x i32> %c, i32 11, i32 11, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @products_that_only_the_host_has_are_refused_by_name_2(<128 x float> %a, <128 x i32> %b, <64 x i32> %c) {
; CHECK:      kernel products_that_only_the_host_has_are_refused_by_name_2: got a dpas of bf8, hf8 or e2m1, which bmg does not have; expected a dpas of half, to which such numbers convert exactly
  call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %a, <128 x i32> %b, <64 x i32> %c, i32 14, i32 14, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @products_that_only_the_host_has_are_refused_by_name_3(<128 x float> %a, <128 x i32> %b, <64 x i32> %c) {
; CHECK:      kernel products_that_only_the_host_has_are_refused_by_name_3: got a dpas of bf8, hf8 or e2m1, which bmg does not have; expected a dpas of half, to which such numbers convert exactly
  call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %a, <128 x i32> %b, <64 x i32> %c, i32 15, i32 15, i32 8, i32 8, i32 0, i32 0)
  ret void
}

define spir_func void @products_that_only_the_host_has_are_refused_by_name_4() {
; CHECK:      kernel products_that_only_the_host_has_are_refused_by_name_4: got a dpas with scales (bdpas), which bmg does not have; expected a dpas of elements that are scaled before, or whose sums are scaled
  call <128 x float> @llvm.genx.bdpas.x0(<128 x float> zeroinitializer, <128 x i32> zeroinitializer, <64 x i32> zeroinitializer, <16 x i8> zeroinitializer, <8 x i8> zeroinitializer, i32 10, i32 10, i32 8, i32 8)
  ret void
}

define spir_func void @named_barriers_are_refused_where_there_are_none() {
  call void @llvm.genx.nbarrier.arrive.x0(i8 1, i8 0, i8 4, i8 4)
  ret void
}

declare <16 x i32> @llvm.genx.lsc.load.stateless.x0(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i64>, i32)
declare <64 x i64> @llvm.genx.lsc.load.stateless.x0.2(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i64>, i32)
declare <8 x i32> @llvm.genx.lsc.load.stateless.x0.3(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i64>, i32)
declare <128 x i32> @llvm.genx.lsc.load.stateless.x0.4(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i64>, i32)
declare void @llvm.genx.lsc.store.stateless.x0(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i64>, <16 x i32>, i32)
declare <128 x half> @llvm.genx.lsc.load2d.stateless.x0(<1 x i1>, i8, i8, i8, i8, i8, i16, i16, i8, i64, i32, i32, i32, i32, i32)
declare <128 x half> @llvm.genx.lsc.store2d.stateless.x0(<1 x i1>, i8, i8, i8, i8, i8, i16, i16, i8, i64, i32, i32, i32, i32, i32)
declare <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.vnni.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <256 x i16>)
declare <256 x i16> @llvm.genx.lsc.prefetch.2d.ugm.desc.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <1 x i16>)
declare <256 x i16> @llvm.genx.lsc.store.2d.ugm.desc.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <128 x i16>)
declare <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <512 x i32>)
declare <256 x i16> @llvm.genx.lsc.load.2d.ugm.desc.transpose.x0(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <256 x i32>)
declare <256 x i16> @llvm.genx.lsc.store.2d.ugm.desc.x0.2(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <256 x i16>)
declare <128 x float> @llvm.genx.dpas2.x0(<128 x float>, <128 x i32>, <64 x i32>, i32, i32, i32, i32, i32, i32)
declare <16 x float> @llvm.genx.dpas2.x0.2(<16 x float>, <128 x i32>, <8 x i32>, i32, i32, i32, i32, i32, i32)
declare <128 x i32> @llvm.genx.dpas2.x0.3(<128 x i32>, <128 x i32>, <64 x i32>, i32, i32, i32, i32, i32, i32)
declare <64 x float> @llvm.genx.dpas2.x0.4(<64 x float>, <128 x i32>, <64 x i32>, i32, i32, i32, i32, i32, i32)
declare <128 x float> @llvm.genx.dpas2.x0.5(<128 x float>, <64 x i32>, <64 x i32>, i32, i32, i32, i32, i32, i32)
declare <128 x float> @llvm.genx.dpas2.x0.6(<128 x float>, <128 x i32>, <128 x i32>, i32, i32, i32, i32, i32, i32)
declare <144 x float> @llvm.genx.dpas2.x0.7(<144 x float>, <128 x i32>, <72 x i32>, i32, i32, i32, i32, i32, i32)
declare <128 x float> @llvm.genx.bdpas.x0(<128 x float>, <128 x i32>, <64 x i32>, <16 x i8>, <8 x i8>, i32, i32, i32, i32)
declare void @llvm.genx.nbarrier.arrive.x0(i8, i8, i8, i8)
