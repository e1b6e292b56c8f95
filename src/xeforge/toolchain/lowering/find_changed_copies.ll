; RUN: %opt -passes=find-changed-copies %s | %check

define spir_func void @a_vector_that_a_branch_changes_and_that_is_used_behind_it(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_vector_that_a_branch_changes_and_that_is_used_behind_it(
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   ret void
  br i1 %c, label %inside, label %behind
inside:
  store <12 x i8> %v, ptr %p
  %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
  store <12 x i8> %x, ptr %p
  br label %behind
behind:
  store <12 x i8> %v, ptr %p
  ret void
}

define spir_func void @a_vector_that_a_branch_changes_and_that_is_used_behind_it_2(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_vector_that_a_branch_changes_and_that_is_used_behind_it_2(
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   %x = insertelement <12 x i8> %v, i8 1, i32 2
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   ret void
  br i1 %c, label %inside, label %behind
inside:
  store <12 x i8> %v, ptr %p
  %x = insertelement <12 x i8> %v, i8 1, i32 2
  store <12 x i8> %x, ptr %p
  br label %behind
behind:
  store <12 x i8> %v, ptr %p
  ret void
}

define spir_func void @a_vector_that_a_branch_changes_and_that_is_used_behind_it_3(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_vector_that_a_branch_changes_and_that_is_used_behind_it_3(
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   %x = select <12 x i1> %m, <12 x i8> %w, <12 x i8> %v
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   ret void
  br i1 %c, label %inside, label %behind
inside:
  store <12 x i8> %v, ptr %p
  %x = select <12 x i1> %m, <12 x i8> %w, <12 x i8> %v
  store <12 x i8> %x, ptr %p
  br label %behind
behind:
  store <12 x i8> %v, ptr %p
  ret void
}

define spir_func void @a_vector_that_a_branch_changes_and_that_is_used_behind_it_4(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_vector_that_a_branch_changes_and_that_is_used_behind_it_4(
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   %b = bitcast <3 x i32> %i to <12 x i8>
; CHECK-NEXT:   %x = insertelement <12 x i8> %b, i8 1, i32 2
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   store volatile <12 x i8> %b, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <3 x i32> %i, ptr %p, align 16
; CHECK-NEXT:   ret void
  br i1 %c, label %inside, label %behind
inside:
  %b = bitcast <3 x i32> %i to <12 x i8>
  %x = insertelement <12 x i8> %b, i8 1, i32 2
  store <12 x i8> %x, ptr %p
  store volatile <12 x i8> %b, ptr %p
  br label %behind
behind:
  store <3 x i32> %i, ptr %p
  ret void
}

define spir_func void @a_vector_that_a_branch_changes_and_that_is_used_behind_it_5(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@a_vector_that_a_branch_changes_and_that_is_used_behind_it_5(
; CHECK-NEXT:   %f = call <12 x i8> @llvm.vc.internal.optimization.fence.v12i8(<12 x i8> %v)
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   store <12 x i8> %f, ptr %p, align 16
; CHECK-NEXT:   %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   ret void
  %f = call <12 x i8> @llvm.vc.internal.optimization.fence.v12i8(<12 x i8> %v)
  br i1 %c, label %inside, label %behind
inside:
  store <12 x i8> %f, ptr %p
  %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
  store <12 x i8> %x, ptr %p
  br label %behind
behind:
  store <12 x i8> %v, ptr %p
  ret void
}

define spir_func void @neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind(
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   ret void
  store <12 x i8> %v, ptr %p
  %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
  store <12 x i8> %x, ptr %p
  br i1 %c, label %inside, label %behind
inside:
  br label %behind
behind:
  store <12 x i8> %v, ptr %p
  ret void
}

define spir_func void @neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_2(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_2(
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   ret void
  br i1 %c, label %inside, label %behind
inside:
  store <12 x i8> %v, ptr %p
  %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
  store <12 x i8> %x, ptr %p
  store <12 x i8> %v, ptr %p
  br label %behind
behind:
  ret void
}

define spir_func void @neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_3(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_3(
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   ret void
  store <12 x i8> %v, ptr %p
  br i1 %c, label %inside, label %behind
inside:
  store <12 x i8> %v, ptr %p
  %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
  store <12 x i8> %x, ptr %p
  br label %behind
behind:
  ret void
}

define spir_func void @neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_4(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_4(
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   ret void
  br i1 %c, label %inside, label %behind
inside:
  %x = call <12 x i8> @llvm.genx.wrregioni.x(<12 x i8> %v, <4 x i8> zeroinitializer, i32 4, i32 4, i32 1, i16 0, i32 0, i1 true)
  store <12 x i8> %x, ptr %p
  br label %behind
behind:
  store <12 x i8> %v, ptr %p
  ret void
}

define spir_func void @neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_5(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK-LABEL: define {{.*}}@neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_5(
; CHECK-NEXT:   br i1 %c, label %inside, label %behind
; CHECK: inside:
; CHECK-NEXT:   %x = add <12 x i8> %v, %w
; CHECK-NEXT:   store <12 x i8> %x, ptr %p, align 16
; CHECK-NEXT:   br label %behind
; CHECK: behind:
; CHECK-NEXT:   store <12 x i8> %v, ptr %p, align 16
; CHECK-NEXT:   ret void
  br i1 %c, label %inside, label %behind
inside:
  %x = add <12 x i8> %v, %w
  store <12 x i8> %x, ptr %p
  br label %behind
behind:
  store <12 x i8> %v, ptr %p
  ret void
}

declare <12 x i8> @llvm.vc.internal.optimization.fence.v12i8(<12 x i8>)
declare <12 x i8> @llvm.genx.wrregioni.x(<12 x i8>, <4 x i8>, i32, i32, i32, i16, i32, i1)
