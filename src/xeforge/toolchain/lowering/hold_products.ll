; RUN: %opt -passes=hold-products %s | %check

define spir_func void @what_only_a_branch_uses_is_held_before_it(i1 %c, <128 x float> %sum, <128 x i32> %b, <64 x i32> %a) {
; CHECK-LABEL: define {{.*}}@what_only_a_branch_uses_is_held_before_it(
; CHECK-NEXT:   %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %sum, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
; CHECK-NEXT:   %q = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %p, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
; CHECK-NEXT:   %1 = call spir_func <128 x float> @llvm.vc.internal.optimization.fence.v128f32(<128 x float> %q)
; CHECK-NEXT:   br i1 %c, label %yes, label %no
; CHECK: yes:
; CHECK-NEXT:   call void @use(<128 x float> %1)
; CHECK-NEXT:   br label %no
; CHECK: no:
; CHECK-NEXT:   ret void
  %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %sum, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
  %q = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %p, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
  br i1 %c, label %yes, label %no
yes:
  call void @use(<128 x float> %q)
  br label %no
no:
  ret void
}

define spir_func void @what_the_block_uses_itself_and_blocks_without_a_choice_stay(i1 %c, <128 x float> %sum, <128 x i32> %b, <64 x i32> %a) {
; CHECK-LABEL: define {{.*}}@what_the_block_uses_itself_and_blocks_without_a_choice_stay(
; CHECK-NEXT:   %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %sum, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
; CHECK-NEXT:   call void @use(<128 x float> %p)
; CHECK-NEXT:   br i1 %c, label %yes, label %no
; CHECK: yes:
; CHECK-NEXT:   br label %no
; CHECK: no:
; CHECK-NEXT:   ret void
  %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %sum, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
  call void @use(<128 x float> %p)
  br i1 %c, label %yes, label %no
yes:
  br label %no
no:
  ret void
}

define spir_func void @what_the_block_uses_itself_and_blocks_without_a_choice_stay_2(i1 %c, <128 x float> %sum, <128 x i32> %b, <64 x i32> %a) {
; CHECK-LABEL: define {{.*}}@what_the_block_uses_itself_and_blocks_without_a_choice_stay_2(
; CHECK-NEXT:   %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %sum, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
; CHECK-NEXT:   br label %no
; CHECK: no:
; CHECK-NEXT:   call void @use(<128 x float> %p)
; CHECK-NEXT:   ret void
  %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %sum, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
  br label %no
no:
  call void @use(<128 x float> %p)
  ret void
}

; The sum of a loop whose products the next iteration uses.
define spir_func void @a_loop_of_one_block_is_held_once_a_pass(i1 %c, <128 x float> %sum, <128 x i32> %b, <64 x i32> %a) {
; CHECK-LABEL: define {{.*}}@a_loop_of_one_block_is_held_once_a_pass(
; CHECK-NEXT:   br label %loop
; CHECK: loop:
; CHECK-NEXT:   %s = phi <128 x float> [ %sum, %0 ], [ %1, %loop ]
; CHECK-NEXT:   %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %s, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
; CHECK-NEXT:   %1 = call spir_func <128 x float> @llvm.vc.internal.optimization.fence.v128f32(<128 x float> %p)
; CHECK-NEXT:   br i1 %c, label %loop, label %no
; CHECK: no:
; CHECK-NEXT:   call void @use(<128 x float> %1)
; CHECK-NEXT:   ret void
  br label %loop
loop:
  %s = phi <128 x float> [ %sum, %0 ], [ %p, %loop ]
  %p = call <128 x float> @llvm.genx.dpas2.x0(<128 x float> %s, <128 x i32> %b, <64 x i32> %a, i32 9, i32 9, i32 8, i32 8, i32 0, i32 0)
  br i1 %c, label %loop, label %no
no:
  call void @use(<128 x float> %p)
  ret void
}

declare <128 x float> @llvm.genx.dpas2.x0(<128 x float>, <128 x i32>, <64 x i32>, i32, i32, i32, i32, i32, i32)
declare void @use(<128 x float>)
