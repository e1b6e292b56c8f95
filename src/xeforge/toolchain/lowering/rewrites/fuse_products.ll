; RUN: split-file %s %t
; RUN: %opt -passes=fuse-products %t/all.ll 2>&1 | FileCheck %t/all.ll
; RUN: %opt -passes=fuse-products %t/apart.ll 2>&1 | FileCheck %t/apart.ll
; RUN: %opt -passes=fuse-products %t/sum.ll 2>&1 | FileCheck %t/sum.ll
; RUN: %opt -passes=fuse-products %t/negated.ll 2>&1 | FileCheck %t/negated.ll

;--- all.ll
; CHECK: left to the vector compiler
; CHECK-LABEL: @nothing_changes_where_all_pairs_may_be_fused(
; CHECK-NEXT:    %x = fmul contract <4 x float> %a, %b
; CHECK-NEXT:    %y = fadd contract <4 x float> %x, %c
; CHECK-NEXT:    ret <4 x float> %y
define spir_func <4 x float> @nothing_changes_where_all_pairs_may_be_fused(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul contract <4 x float> %a, %b
  %y = fadd contract <4 x float> %x, %c
  ret <4 x float> %y
}

;--- apart.ll
; CHECK: fused here
; CHECK-LABEL: @a_pair_that_is_kept_apart_stays(
; CHECK-NEXT:    %x = fmul <4 x float> %a, %c
; CHECK-NEXT:    %y = fadd <4 x float> %x, %b
; CHECK-NEXT:    ret <4 x float> %y
define spir_func <4 x float> @a_pair_that_is_kept_apart_stays(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul <4 x float> %a, %c
  %y = fadd <4 x float> %x, %b
  ret <4 x float> %y
}
; CHECK-LABEL: @others_become_one(
; CHECK-NEXT:    %x = fmul contract <4 x float> %a, %b
; CHECK-NEXT:    %1 = call contract <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
; CHECK-NEXT:    ret <4 x float> %1
define spir_func <4 x float> @others_become_one(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul contract <4 x float> %a, %b
  %y = fadd contract <4 x float> %x, %c
  ret <4 x float> %y
}
; CHECK-LABEL: @whichever_is_added_to_the_other(
; CHECK-NEXT:    %x = fmul contract <4 x float> %a, %b
; CHECK-NEXT:    %1 = call contract <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
; CHECK-NEXT:    ret <4 x float> %1
define spir_func <4 x float> @whichever_is_added_to_the_other(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul contract <4 x float> %a, %b
  %y = fadd contract <4 x float> %c, %x
  ret <4 x float> %y
}
; CHECK-LABEL: @a_difference(
; CHECK-NEXT:    %x = fmul contract <4 x float> %a, %b
; CHECK-NEXT:    %1 = fneg contract <4 x float> %c
; CHECK-NEXT:    %2 = call contract <4 x float> @llvm.fma.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %1)
; CHECK-NEXT:    ret <4 x float> %2
define spir_func <4 x float> @a_difference(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul contract <4 x float> %a, %b
  %y = fsub contract <4 x float> %x, %c
  ret <4 x float> %y
}
; CHECK-LABEL: @a_difference_from_a_product(
; CHECK-NEXT:    %x = fmul contract <4 x float> %a, %b
; CHECK-NEXT:    %1 = fneg contract <4 x float> %a
; CHECK-NEXT:    %2 = call contract <4 x float> @llvm.fma.v4f32(<4 x float> %1, <4 x float> %b, <4 x float> %c)
; CHECK-NEXT:    ret <4 x float> %2
define spir_func <4 x float> @a_difference_from_a_product(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul contract <4 x float> %a, %b
  %y = fsub contract <4 x float> %c, %x
  ret <4 x float> %y
}

;--- sum.ll
; CHECK: fused here
; CHECK-NOT: llvm.fma
define spir_func <4 x float> @the_sum_has_to_allow_it(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul contract <4 x float> %a, %b
  %y = fadd <4 x float> %x, %c
  ret <4 x float> %y
}

;--- negated.ll
; CHECK: fused here
; CHECK-NOT: llvm.fma
define spir_func <4 x float> @the_product_has_to_allow_it(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %x = fmul <4 x float> %a, %b
  %n = fneg <4 x float> %x
  %y = fadd contract <4 x float> %c, %n
  ret <4 x float> %y
}
