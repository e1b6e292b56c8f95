; RUN: %opt -passes=fold-message-immediates %s | %check

define spir_func void @an_address_plus_a_constant_becomes_the_address_and_an_immediate(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@an_address_plus_a_constant_becomes_the_address_and_an_immediate(
; CHECK-NEXT:   %1 = insertelement <1 x i32> poison, i32 %base, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 512, i8 4, i8 8, i8 2, i8 0, <1 x i32> %1, i32 0)
; CHECK-NEXT:   ret void
  %sum = add i32 %base, 512
  %a = insertelement <1 x i32> poison, i32 %sum, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @an_address_plus_a_constant_becomes_the_address_and_an_immediate_2(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@an_address_plus_a_constant_becomes_the_address_and_an_immediate_2(
; CHECK-NEXT:   %1 = insertelement <1 x i32> poison, i32 %base, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 512, i8 4, i8 8, i8 2, i8 0, <1 x i32> %1, i32 0)
; CHECK-NEXT:   ret void
  %sum = add nuw nsw i32 %base, 512
  %a = insertelement <1 x i32> poison, i32 %sum, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @an_address_plus_a_constant_becomes_the_address_and_an_immediate_3(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@an_address_plus_a_constant_becomes_the_address_and_an_immediate_3(
; CHECK-NEXT:   %1 = insertelement <1 x i32> poison, i32 %base, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 512, i8 4, i8 8, i8 2, i8 0, <1 x i32> %1, i32 0)
; CHECK-NEXT:   ret void
  %sum = or disjoint i32 %base, 512
  %a = insertelement <1 x i32> poison, i32 %sum, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @sums_of_sums_add_up(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@sums_of_sums_add_up(
; CHECK-NEXT:   %1 = insertelement <1 x i32> poison, i32 %base, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 -512, i8 4, i8 8, i8 2, i8 0, <1 x i32> %1, i32 0)
; CHECK-NEXT:   ret void
  %one = add i32 %base, 512
  %two = add i32 %one, -1024
  %a = insertelement <1 x i32> poison, i32 %two, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @what_is_no_sum_or_does_not_fit_stays(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@what_is_no_sum_or_does_not_fit_stays(
; CHECK-NEXT:   %a = insertelement <1 x i32> poison, i32 %base, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
; CHECK-NEXT:   ret void
  %a = insertelement <1 x i32> poison, i32 %base, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @what_is_no_sum_or_does_not_fit_stays_2(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@what_is_no_sum_or_does_not_fit_stays_2(
; CHECK-NEXT:   %s = or i32 %base, 512
; CHECK-NEXT:   %a = insertelement <1 x i32> poison, i32 %s, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
; CHECK-NEXT:   ret void
  %s = or i32 %base, 512
  %a = insertelement <1 x i32> poison, i32 %s, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @what_is_no_sum_or_does_not_fit_stays_3(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@what_is_no_sum_or_does_not_fit_stays_3(
; CHECK-NEXT:   %s = add i32 %base, 524288
; CHECK-NEXT:   %a = insertelement <1 x i32> poison, i32 %s, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
; CHECK-NEXT:   ret void
  %s = add i32 %base, 524288
  %a = insertelement <1 x i32> poison, i32 %s, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @what_is_no_sum_or_does_not_fit_stays_4(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@what_is_no_sum_or_does_not_fit_stays_4(
; CHECK-NEXT:   %s = add i32 %base, 2
; CHECK-NEXT:   %a = insertelement <1 x i32> poison, i32 %s, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
; CHECK-NEXT:   ret void
  %s = add i32 %base, 2
  %a = insertelement <1 x i32> poison, i32 %s, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 0, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @what_is_no_sum_or_does_not_fit_stays_5(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@what_is_no_sum_or_does_not_fit_stays_5(
; CHECK-NEXT:   %s = add i32 %base, 4
; CHECK-NEXT:   %a = insertelement <1 x i32> poison, i32 %s, i64 0
; CHECK-NEXT:   %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 8, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
; CHECK-NEXT:   ret void
  %s = add i32 %base, 4
  %a = insertelement <1 x i32> poison, i32 %s, i64 0
  %v = call <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1> splat (i1 true), i8 0, i8 0, i8 0, i16 1, i32 8, i8 4, i8 8, i8 2, i8 0, <1 x i32> %a, i32 0)
  ret void
}

define spir_func void @what_is_no_sum_or_does_not_fit_stays_6(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@what_is_no_sum_or_does_not_fit_stays_6(
; CHECK-NEXT:   %a = add <4 x i32> %bases, %data
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
; CHECK-NEXT:   ret void
  %a = add <4 x i32> %bases, %data
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
  ret void
}

define spir_func void @what_is_no_sum_or_does_not_fit_stays_7(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@what_is_no_sum_or_does_not_fit_stays_7(
; CHECK-NEXT:   %a = add <4 x i32> %bases, <i32 2, i32 34, i32 66, i32 98>
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
; CHECK-NEXT:   ret void
  %a = add <4 x i32> %bases, <i32 2, i32 34, i32 66, i32 98>
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
  ret void
}

define spir_func void @lanes_that_differ_by_one_constant_share_their_addresses(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@lanes_that_differ_by_one_constant_share_their_addresses(
; CHECK-NEXT:   %1 = add <4 x i32> %bases, <i32 0, i32 32, i32 64, i32 96>
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 16, i8 3, i8 1, i8 1, i8 0, <4 x i32> %1, <4 x i32> %data, i32 0)
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 512, i8 3, i8 1, i8 1, i8 0, <4 x i32> %1, <4 x i32> %data, i32 0)
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 8, i8 3, i8 1, i8 1, i8 0, <4 x i32> %bases, <4 x i32> %data, i32 0)
; CHECK-NEXT:   ret void
  %a = add <4 x i32> %bases, <i32 16, i32 48, i32 80, i32 112>
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
  %b = add <4 x i32> %bases, <i32 512, i32 544, i32 576, i32 608>
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %b, <4 x i32> %data, i32 0)
  %c = add <4 x i32> %bases, splat (i32 8)
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %c, <4 x i32> %data, i32 0)
  ret void
}

define spir_func void @of_addresses_that_are_one_constant_zeros_are_left(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@of_addresses_that_are_one_constant_zeros_are_left(
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 16, i8 3, i8 1, i8 1, i8 0, <4 x i32> zeroinitializer, <4 x i32> %data, i32 0)
; CHECK-NEXT:   ret void
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> splat (i32 16), <4 x i32> %data, i32 0)
  ret void
}

define spir_func void @of_addresses_that_are_one_constant_zeros_are_left_2(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@of_addresses_that_are_one_constant_zeros_are_left_2(
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> zeroinitializer, <4 x i32> %data, i32 0)
; CHECK-NEXT:   ret void
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> zeroinitializer, <4 x i32> %data, i32 0)
  ret void
}

define spir_func void @lanes_that_begin_at_the_base_are_what_the_others_share(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@lanes_that_begin_at_the_base_are_what_the_others_share(
; CHECK-NEXT:   %a = add <4 x i32> %bases, <i32 0, i32 32, i32 64, i32 96>
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
; CHECK-NEXT:   call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 16, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
; CHECK-NEXT:   ret void
  %a = add <4 x i32> %bases, <i32 0, i32 32, i32 64, i32 96>
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %a, <4 x i32> %data, i32 0)
  %b = add <4 x i32> %bases, <i32 16, i32 48, i32 80, i32 112>
  call void @llvm.genx.lsc.store.slm.x2(<4 x i1> splat (i1 true), i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 1, i8 1, i8 0, <4 x i32> %b, <4 x i32> %data, i32 0)
  ret void
}

define spir_func void @blocks_a_constant_apart_share_a_descriptor(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@blocks_a_constant_apart_share_a_descriptor(
; CHECK-NEXT:   %1 = insertelement <16 x i32> %surface, i32 0, i64 5
; CHECK-NEXT:   %2 = insertelement <16 x i32> %1, i32 %y, i64 6
; CHECK-NEXT:   %v = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %2, i32 0, i32 0, <1024 x i16> zeroinitializer)
; CHECK-NEXT:   %w = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %2, i32 64, i32 32, <1024 x i16> zeroinitializer)
; CHECK-NEXT:   ret void
  %y1 = add nsw i32 %y, 32
  %d0 = insertelement <16 x i32> %surface, i32 0, i64 5
  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6
  %v = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %d1, i32 0, i32 0, <1024 x i16> zeroinitializer)
  %d2 = insertelement <16 x i32> %d1, i32 %y1, i64 6
  %d3 = insertelement <16 x i32> %d2, i32 64, i64 5
  %w = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %d3, i32 0, i32 0, <1024 x i16> zeroinitializer)
  ret void
}

define spir_func void @a_block_too_far_away_keeps_its_own_descriptor(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@a_block_too_far_away_keeps_its_own_descriptor(
; CHECK-NEXT:   %d0 = insertelement <16 x i32> %surface, i32 512, i64 5
; CHECK-NEXT:   %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6
; CHECK-NEXT:   %v = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %d1, i32 0, i32 0, <1024 x i16> zeroinitializer)
; CHECK-NEXT:   ret void
  %d0 = insertelement <16 x i32> %surface, i32 512, i64 5
  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6
  %v = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %d1, i32 0, i32 0, <1024 x i16> zeroinitializer)
  ret void
}

define spir_func void @a_descriptor_is_not_shared_between_basic_blocks(i32 %base, <4 x i32> %bases, <4 x i32> %data, <16 x i32> %surface, i32 %y) {
; CHECK-LABEL: define {{.*}}@a_descriptor_is_not_shared_between_basic_blocks(
; CHECK-NEXT:   %1 = insertelement <16 x i32> %surface, i32 0, i64 5
; CHECK-NEXT:   %2 = insertelement <16 x i32> %1, i32 %y, i64 6
; CHECK-NEXT:   %v = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %2, i32 0, i32 0, <1024 x i16> zeroinitializer)
; CHECK-NEXT:   br label %next
; CHECK: next:
; CHECK-NEXT:   %3 = insertelement <16 x i32> %surface, i32 0, i64 5
; CHECK-NEXT:   %4 = insertelement <16 x i32> %3, i32 %y, i64 6
; CHECK-NEXT:   %w = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %4, i32 0, i32 0, <1024 x i16> zeroinitializer)
; CHECK-NEXT:   ret void
  %d0 = insertelement <16 x i32> %surface, i32 0, i64 5
  %d1 = insertelement <16 x i32> %d0, i32 %y, i64 6
  %v = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %d1, i32 0, i32 0, <1024 x i16> zeroinitializer)
  br label %next
next:
  %w = call <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1 true, <2 x i8> zeroinitializer, i8 2, i16 16, i16 32, <16 x i32> %d1, i32 0, i32 0, <1024 x i16> zeroinitializer)
  ret void
}

declare <64 x i64> @llvm.genx.lsc.load.slm.x5(<1 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <1 x i32>, i32)
declare void @llvm.genx.lsc.store.slm.x2(<4 x i1>, i8, i8, i8, i16, i32, i8, i8, i8, i8, <4 x i32>, <4 x i32>, i32)
declare <1024 x i16> @llvm.genx.lsc.load.2d.ugm.desc.x6(i1, <2 x i8>, i8, i16, i16, <16 x i32>, i32, i32, <1024 x i16>)
