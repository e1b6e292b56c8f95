; RUN: %opt -passes=find-changed-copies -disable-output %s 2>&1 | %check

define spir_func void @a_vector_that_a_branch_changes_and_that_is_used_behind_it(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK:      a_vector_that_a_branch_changes_and_that_is_used_behind_it: changes copies
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
; CHECK:      a_vector_that_a_branch_changes_and_that_is_used_behind_it_2: changes copies
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
; CHECK:      a_vector_that_a_branch_changes_and_that_is_used_behind_it_3: changes copies
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
; CHECK:      a_vector_that_a_branch_changes_and_that_is_used_behind_it_4: changes copies
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
; CHECK:      a_vector_that_a_branch_changes_and_that_is_used_behind_it_5: changes copies
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
; CHECK:      neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind: changes none
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
; CHECK:      neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_2: changes none
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
; CHECK:      neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_3: changes none
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

; Nothing is read before it is written over.
define spir_func void @neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_4(<12 x i8> %v, <12 x i8> %w, <3 x i32> %i, i1 %c, <12 x i1> %m, ptr %p) {
; CHECK:      neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_4: changes none
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
; CHECK:      neither_one_that_is_changed_on_every_way_nor_one_that_is_not_used_behind_5: changes none
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
