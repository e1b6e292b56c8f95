; RUN: %opt -passes=assign-resources %s 2>&1 | FileCheck %s --implicit-check-not=kernel_needs

; The most that a kernel asks for, itself or where it calls.
; CHECK: registers asked for: 256
define spir_kernel void @small(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32 128)
  ret void
}
define spir_kernel void @large(i32 %n) {
  call spir_func void @g(i32 1)
  ret void
}
define spir_func void @g(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32 256)
  ret void
}
define spir_kernel void @other(i32 %n) {
  ret void
}

declare void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32)
