; RUN: %opt -passes=assign-resources %s | FileCheck %s --implicit-check-not=kernel_needs

; The most that a kernel asks for, itself or where it calls, is for this kernel alone. 128 are there without asking.
; CHECK: define spir_kernel void @small(i32 %n) #[[PLAIN:[0-9]+]] {
define spir_kernel void @small(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32 128)
  ret void
}
; CHECK: define spir_kernel void @large(i32 %n) #[[LARGE:[0-9]+]] {
define spir_kernel void @large(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32 128)
  call spir_func void @g(i32 1)
  ret void
}
; CHECK: define spir_func void @g(i32 %n) {
define spir_func void @g(i32 %n) {
  call void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32 256)
  ret void
}
; CHECK: define spir_kernel void @other(i32 %n) #[[PLAIN]] {
define spir_kernel void @other(i32 %n) {
  ret void
}
; CHECK-DAG: attributes #[[PLAIN]] = { "VCNamedBarrierCount"="0" "VCSLMSize"="0" }
; CHECK-DAG: attributes #[[LARGE]] = { "VCNamedBarrierCount"="0" "VCSLMSize"="0" "xeforge.registers"="256" }

declare void @_ZN7xeforge5esimd12kernel_needs9registersEj(i32)
