; RUN: %opt -passes=check-calls -disable-output %s 2>&1 | %check

define spir_kernel void @matrices_in_shared_local_memory_are_another_devices() {
; CHECK:      kernel matrices_in_shared_local_memory_are_another_devices: got a matrix in shared local memory (slm_matrix); expected xmx::dpas, or the device sm_90: Xe devices multiply from registers
  call void @llvm.genx.slm.matrix.wait.x0()
  ret void
}

declare void @llvm.genx.slm.matrix.wait.x0()
