; RUN: %opt -passes=assign-resources %s 2>&1 | FileCheck %s --implicit-check-not=kernel_needs
; RUN: %opt -passes='assign-resources<512>' %s 2>&1 | FileCheck %s --check-prefix=ACCESSORS

; Messages come first.
; CHECK:      kernel touches_some: got an access to shared local memory that has no size; expected slm_init in the kernel
; CHECK-NEXT: kernel too_much: got slm_init of 131073 bytes; expected at most 131072 on bmg
; ACCESSORS-NOT: kernel touches_some

; Calls that allocate become numbers and attributes of the kernel.
; CHECK: define spir_kernel void @k(i32 %n) #[[K:[0-9]+]]
define spir_kernel void @k(i32 %n) {
; CHECK-NEXT:  %a = add i32 %n, 64
; CHECK-NEXT:  %b = add i32 %n, 2
; CHECK-NEXT:  ret void
  call void @_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32 64)
  %p = call i32 @_ZN7xeforge5esimd12kernel_needs9slm_pieceEj(i32 16)
  %a = add i32 %n, %p
  call void @_ZN7xeforge5esimd12kernel_needs14named_barriersEj(i32 2)
  %r = call i32 @_ZN7xeforge5esimd12kernel_needs11barrier_rowEj(i32 3)
  %b = add i32 %n, %r
  ret void
}

; A kernel needs what the functions need that it reaches, and no others.
; CHECK: define spir_kernel void @reaches(i32 %n) #[[REACHES:[0-9]+]]
define spir_kernel void @reaches(i32 %n) {
  call spir_func void @g(i32 1)
  ret void
}
define spir_func void @g(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32 256)
  ret void
}
; CHECK:     define spir_kernel void @other(i32 %n) #[[OTHER:[0-9]+]]
; ACCESSORS: define spir_kernel void @other(i32 %n) #[[OTHER:[0-9]+]]
define spir_kernel void @other(i32 %n) {
  ret void
}

; Local accessors have memory where a kernel touches some.
; ACCESSORS: define spir_kernel void @touches_some(i32 %n) #[[TOUCHES:[0-9]+]]
define spir_kernel void @touches_some(i32 %n) {
  store i32 %n, ptr addrspace(3) null, align 4
  ret void
}

; No kernel reaches it.
define spir_func void @not_called(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32 256)
  ret void
}

define spir_kernel void @too_much(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32 131073)
  ret void
}

declare void @_ZN7xeforge5esimd12kernel_needs9slm_bytesEj(i32)
declare i32 @_ZN7xeforge5esimd12kernel_needs9slm_pieceEj(i32)
declare void @_ZN7xeforge5esimd12kernel_needs14named_barriersEj(i32)
declare i32 @_ZN7xeforge5esimd12kernel_needs11barrier_rowEj(i32)
declare void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32)

; CHECK-DAG:     attributes #[[K]] = { "VCNamedBarrierCount"="5" "VCSLMSize"="80" }
; CHECK-DAG:     attributes #[[REACHES]] = { "VCNamedBarrierCount"="0" "VCSLMSize"="256" }
; CHECK-DAG:     attributes #[[OTHER]] = { "VCNamedBarrierCount"="0" "VCSLMSize"="0" }
; ACCESSORS-DAG: attributes #[[TOUCHES]] = { "VCNamedBarrierCount"="0" "VCSLMSize"="512" }
; ACCESSORS-DAG: attributes #[[OTHER]] = { "VCNamedBarrierCount"="0" "VCSLMSize"="0" }
