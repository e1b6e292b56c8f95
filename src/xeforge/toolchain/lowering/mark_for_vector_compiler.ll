; RUN: %opt -passes=mark-for-vector-compiler %s | FileCheck %s

; Words of the C++ compiler go and sizes stay; kernels alone say how many lanes they are for.
; CHECK: define spir_kernel void @k() #[[K:[0-9]+]] !intel_reqd_sub_group_size !
define spir_kernel void @k() #0 {
  ret void
}

; What a kernel asks for becomes an execution mode of this kernel.
; CHECK: define spir_kernel void @large() #{{[0-9]+}} !intel_reqd_sub_group_size !{{[0-9]+}} !RegisterAllocMode ![[REGISTERS:[0-9]+]]
define spir_kernel void @large() #1 {
  ret void
}

; Parameters and results are plain types, in definitions and calls.
; CHECK:      define spir_func i8 @g(i8 %a) #[[G:[0-9]+]] {
; CHECK-NEXT:   %r = call spir_func i8 @h(i8 %a)
define spir_func noundef zeroext i8 @g(i8 noundef signext %a) {
  %r = call spir_func zeroext i8 @h(i8 noundef zeroext %a)
  ret i8 %r
}

; CHECK: declare spir_func i8 @h(i8)
declare spir_func zeroext i8 @h(i8 noundef zeroext)

; CHECK-DAG: attributes #[[K]] = { convergent "VCFunction" "VCNamedBarrierCount"="2" "VCSLMSize"="64" }
; CHECK-DAG: attributes #[[G]] = { "VCFunction" }
attributes #0 = { alwaysinline convergent "frame-pointer"="all" "VCSLMSize"="64" "VCNamedBarrierCount"="2" }
; CHECK-DAG: ![[REGISTERS]] = !{i32 256}
attributes #1 = { "xeforge.registers"="256" }

; The module says once what it is, whatever it said before.
; CHECK-DAG: !spirv.MemoryModel = !{!{{[0-9]+}}}
; CHECK-DAG: !opencl.spir.version = !{!{{[0-9]+}}}
; CHECK-DAG: !opencl.ocl.version = !{!{{[0-9]+}}}
; CHECK-DAG: !spirv.Source = !{!{{[0-9]+}}}
; CHECK-NOT: i32 9
!opencl.spir.version = !{!0, !0}
!0 = !{i32 9, i32 9}
