; RUN: split-file %s %t
; RUN: %opt -passes=read-annotations,make-thread-locals-private %t/variables.ll | FileCheck %t/variables.ll
; RUN: %opt -passes=make-thread-locals-private %t/none.ll | FileCheck %t/none.ll
; RUN: %opt -passes=make-thread-locals-private -disable-verify %t/cast.ll | opt -S -passes=verify | FileCheck %t/cast.ll
; RUN: %opt -passes=make-thread-locals-private -disable-output %t/refused.ll 2>&1 | FileCheck %t/refused.ll

;--- variables.ll
%"class.sim d" = type { %object }
%object = type { <16 x float> }

; CHECK: @moved = internal global %"class.sim d" zeroinitializer, align 64 #[[PLAIN:[0-9]+]]
@moved = dso_local thread_local addrspace(1) global %"class.sim d" zeroinitializer, align 64
; CHECK: @annotated = internal global <16 x float> undef, align 64 #[[AT_33:[0-9]+]]
@annotated = dso_local thread_local addrspace(1) global %"class.sim d" zeroinitializer, section "xeforge.register.17 + VL", align 64
; CHECK: @indexed = internal global %"class.sim d" zeroinitializer, align 64 #[[PLAIN]]
@indexed = dso_local thread_local addrspace(1) global %"class.sim d" zeroinitializer, align 64
; CHECK: @in_a_register = internal global <16 x float> undef, align 64 #[[AT_640:[0-9]+]]
@in_a_register = dso_local thread_local addrspace(1) global %"class.sim d" zeroinitializer, section "xeforge.register.640", align 64
; CHECK: @read_in_parts = internal global %"class.sim d" zeroinitializer, align 64 #[[PLAIN]]
@read_in_parts = dso_local thread_local addrspace(1) global %"class.sim d" zeroinitializer, section "xeforge.register.640", align 64
; CHECK: @number = internal global i32 0, align 4 #[[PLAIN]]
@number = dso_local thread_local addrspace(1) global i32 0, section "xeforge.register.640", align 4
@other = dso_local addrspace(1) global i32 0
; CHECK-NOT: llvm.metadata
@.str = private addrspace(1) constant [2 x i8] c"a\00", section "llvm.metadata"
@.args = private unnamed_addr addrspace(1) constant { i32 } { i32 17 }, section "llvm.metadata"
@.args.2 = private unnamed_addr addrspace(1) constant { i32 } { i32 33 }, section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [2 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [{ ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) @other, ptr addrspace(1) @.str, ptr addrspace(1) @.str, i32 10, ptr addrspace(1) @.args }, { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) @annotated, ptr addrspace(1) @.str, ptr addrspace(1) @.str, i32 10, ptr addrspace(1) @.args.2 }], section "llvm.metadata"

define spir_func void @they_move_to_private_memory_with_their_value(<16 x float> %v) {
; CHECK-LABEL: @they_move_to_private_memory_with_their_value(
; CHECK-NEXT:    store <16 x float> %v, ptr @moved, align 64
; CHECK-NEXT:    ret void
  %1 = tail call align 64 ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @moved)
  %p = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
  store <16 x float> %v, ptr addrspace(4) %p, align 64
  ret void
}

define spir_func void @they_stand_where_an_annotation_says_if_their_section_does_not(ptr %to) {
; CHECK-LABEL: @they_stand_where_an_annotation_says_if_their_section_does_not(
; CHECK-NEXT:    %1 = call <16 x float> @llvm.genx.vload.xeforge.annotated(ptr @annotated)
  %1 = tail call align 64 ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @annotated)
  %p = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
  %v = load <16 x float>, ptr addrspace(4) %p, align 64
  store <16 x float> %v, ptr %to, align 64
  ret void
}

define spir_func void @whose_address_is_used_otherwise_keep_it(i64 %n) {
; CHECK-LABEL: @whose_address_is_used_otherwise_keep_it(
; CHECK-NEXT:    %1 = addrspacecast ptr @indexed to ptr addrspace(4)
; CHECK-NEXT:    %2 = getelementptr float, ptr addrspace(4) %1, i64 %n
  %1 = tail call align 64 ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @indexed)
  %p = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
  %3 = getelementptr float, ptr addrspace(4) %p, i64 %n
  ret void
}

; Where a value of one block is used in the next, it is read again.
define spir_func void @with_a_register_are_read_and_written_where_they_are(<16 x float> %v, <16 x float> %v0) {
; CHECK-LABEL: @with_a_register_are_read_and_written_where_they_are(
; CHECK-NEXT:    call void @llvm.genx.vstore.xeforge.in_a_register(<16 x float> %v, ptr @in_a_register)
; CHECK-NEXT:    %1 = call <16 x float> @llvm.genx.vload.xeforge.in_a_register(ptr @in_a_register)
; CHECK-NEXT:    %2 = fadd <16 x float> %1, %v0
; CHECK-NEXT:    br label %next
; CHECK:       next:
; CHECK-NEXT:    %3 = fadd <16 x float> %v, %2
; CHECK-NEXT:    %4 = call <16 x float> @llvm.genx.vload.xeforge.in_a_register(ptr @in_a_register)
  %1 = tail call align 64 ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @in_a_register)
  %p = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
  store <16 x float> %v, ptr addrspace(4) %p, align 64
  %3 = fadd <16 x float> %v, %v0
  br label %next
next:
  %4 = fadd <16 x float> %v, %3
  %5 = load <16 x float>, ptr addrspace(4) %p, align 64
  ret void
}

define spir_func void @with_a_register_lose_it_where_parts_are_read_through_a_pointer(<16 x float> %v, i64 %n) {
; CHECK-LABEL: @with_a_register_lose_it_where_parts_are_read_through_a_pointer(
; CHECK-NOT:     genx
; CHECK:         ret void
  %1 = tail call align 64 ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @read_in_parts)
  %p = addrspacecast ptr addrspace(1) %1 to ptr addrspace(4)
  store <16 x float> %v, ptr addrspace(4) %p, align 64
  %3 = getelementptr float, ptr addrspace(4) %p, i64 %n
  ret void
}

declare nonnull ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1))

; CHECK-DAG: attributes #[[PLAIN]] = { "VCGlobalVariable" }
; CHECK-DAG: attributes #[[AT_33]] = { "VCByteOffset"="33" "VCGlobalVariable" "VCVolatile" }
; CHECK-DAG: attributes #[[AT_640]] = { "VCByteOffset"="640" "VCGlobalVariable" "VCVolatile" }

;--- none.ll
; CHECK: @x = dso_local addrspace(1) global i32 0, align 4{{$}}
@x = dso_local addrspace(1) global i32 0, align 4

;--- cast.ll
; LLVM's verifier does not accept the address in the form that the C++ compiler writes.
; CHECK: @whose_address_was_cast_before_are_found_as_well = internal global i32 7, align 4 #0
@whose_address_was_cast_before_are_found_as_well = dso_local thread_local addrspace(1) global i32 7, align 4

; CHECK-LABEL: @f(
; CHECK-NEXT:    %1 = load i32, ptr @whose_address_was_cast_before_are_found_as_well, align 4
define spir_func i32 @f() {
  %1 = tail call ptr addrspace(4) @llvm.threadlocal.address.p4(ptr addrspace(4) addrspacecast (ptr addrspace(1) @whose_address_was_cast_before_are_found_as_well to ptr addrspace(4)))
  %2 = load i32, ptr addrspace(4) %1, align 4
  ret i32 %2
}

;--- refused.ll
; CHECK: variable __tls_guard: got a private or thread-local variable whose first value is computed; expected constants, or assignments in the kernel
@__tls_guard = internal thread_local addrspace(1) global i8 0, align 1
; CHECK-NEXT: variable elsewhere: got variable elsewhere, which is defined in another file; expected a definition in the file of the kernel
@elsewhere = external thread_local addrspace(1) global i32, align 4
; CHECK-NEXT: variable nowhere: got ESIMD_REGISTER(WHERE) of variable nowhere; expected a constant number of bytes
@nowhere = dso_local thread_local addrspace(1) global i32 0, section "xeforge.register.WHERE", align 4
@x = dso_local thread_local addrspace(1) global <16 x float> zeroinitializer, align 64

; A private variable cannot be in global memory.
; CHECK-NEXT: kernel whose_address_in_global_memory_is_used_are_refused: got a use of the address of variable x in global memory
define spir_func void @whose_address_in_global_memory_is_used_are_refused(i64 %n) {
  %1 = call ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1) @x)
  %2 = getelementptr float, ptr addrspace(1) %1, i64 %n
  ret void
}
declare nonnull ptr addrspace(1) @llvm.threadlocal.address.p1(ptr addrspace(1))
