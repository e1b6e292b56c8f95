; RUN: %opt -passes=check-calls -disable-output %s 2>&1 | %check
; RUN: %opt -passes=check-calls %s 2>/dev/null | FileCheck %s --check-prefix=IR

; ---- functions that are not defined: named as in the source, or as the author wrote what calls them ----

define spir_func void @an_undefined_function(ptr %p) {
; CHECK:      kernel an_undefined_function: got a call of 'helper(int, float*)', which is not defined for the device; expected functions whose body the compiler sees, and those of the ESIMD headers
  call void @_Z6helperiPf(i32 1, ptr %p)
  ret void
}
define spir_func void @a_static_variable(ptr %p) {
; CHECK:      kernel a_static_variable: got a static variable that is initialised when it is first reached; expected a constant (static constexpr), or a variable of the kernel's own
  call void @__cxa_guard_acquire(ptr %p)
  ret void
}
define spir_func void @a_throw(ptr %p) {
; CHECK:      kernel a_throw: got a 'throw'; expected code without exceptions
  call void @__cxa_allocate_exception(ptr %p)
  ret void
}
define spir_func void @what_may_throw(ptr %p) {
; CHECK:      kernel what_may_throw: got a function of the C++ library's that may throw; expected functions that do not, such as operator[] in place of at()
  call void @_ZSt20__throw_length_errorPKc(ptr %p)
  ret void
}
define spir_func void @new(ptr %p) {
; CHECK:      kernel new: got memory from 'new'; expected arrays of a size that the compiler knows, or memory that the host allocates
  call void @_Znam(ptr %p)
  ret void
}
define spir_func void @a_name_that_begins_like_one_of_the_library(ptr %p) {
; CHECK:      kernel a_name_that_begins_like_one_of_the_library: got a call of 'printf_of_mine', which is not defined for the device; expected functions whose body the compiler sees, and those of the ESIMD headers
  call void @printf_of_mine(ptr %p)
  ret void
}

; ---- functions that exist and cannot be called ----

define spir_func void @a_function_that_may_not_be_called_is_refused_in_the_words_of_its_attribute() {
; CHECK:      kernel a_function_that_may_not_be_called_is_refused_in_the_words_of_its_attribute: got a call of 'lanes()'; expected what is declared for it: lanes: use a simd
  call void @_Z5lanesv()
  ret void
}
define spir_func void @a_pointer(ptr %p) {
; CHECK:      kernel a_pointer: got a call through a pointer; expected calls of functions that are known by name
  %r = call spir_func float %p(ptr %p)
  ret void
}
define spir_func void @functions_that_the_translator_does_not_know(i32 %n) {
; CHECK:      kernel functions_that_the_translator_does_not_know: got a call of 'llvm.tanh'; expected a function of sycl or of the ESIMD headers, such as their tanh or rnde
; CHECK:      kernel functions_that_the_translator_does_not_know: got a call of 'llvm.lrint'; expected a function of sycl or of the ESIMD headers, such as their tanh or rnde
; CHECK:      kernel functions_that_the_translator_does_not_know: got a call of 'llvm.ldexp'; expected a function of sycl or of the ESIMD headers, such as their tanh or rnde
  %t = call float @llvm.tanh.f32(float 1.0)
  %r = call i64 @llvm.lrint.i64.f32(float 1.0)
  %l = call float @llvm.ldexp.f32.i32(float 1.0, i32 %n)
  %e = call float @llvm.exp.f32(float 1.0)
  ret void
}
define spir_kernel void @matrices_in_shared_local_memory_are_another_devices() {
; CHECK:      kernel matrices_in_shared_local_memory_are_another_devices: got a matrix in shared local memory (slm_matrix); expected xmx::dpas, or the device sm_90: Xe devices multiply from registers
  call void @llvm.genx.slm.matrix.wait.x0()
  ret void
}

; ---- assembler and hints ----

define spir_func void @inline_assembler() {
; CHECK:      kernel inline_assembler: got inline assembler 'mov $0, 1'; expected code without it, or 'fence_sw' for a fence of the compiler's
  %r = call i32 asm sideeffect "mov $0, 1", "=r"()
  ret void
}
define spir_func void @fences_of_the_compilers_are_dropped() {
; IR-LABEL: @fences_of_the_compilers_are_dropped(
; IR-NEXT:    ret void
  call void asm sideeffect "fence_sw", "~{memory}"()
  call void asm sideeffect "", "~{memory}"()
  ret void
}
define spir_func <8 x float> @hints_to_the_optimiser_are_dropped_and_other_builtins_stay(i1 %c, <8 x float> %y) {
; IR-LABEL: @hints_to_the_optimiser_are_dropped_and_other_builtins_stay(
; IR-NEXT:    %v = alloca i32
; IR-NEXT:    %r = call <8 x float> @llvm.fma.v8f32(
; IR-NEXT:    ret <8 x float> %r
  call void @llvm.assume(i1 %c)
  %v = alloca i32
  call void @llvm.lifetime.start.p0(ptr %v)
  %r = call <8 x float> @llvm.fma.v8f32(<8 x float> %y, <8 x float> %y, <8 x float> %y)
  ret <8 x float> %r
}

declare void @_Z6helperiPf(i32, ptr)
declare void @__cxa_guard_acquire(ptr)
declare void @__cxa_allocate_exception(ptr)
declare void @_ZSt20__throw_length_errorPKc(ptr)
declare void @_Znam(ptr)
declare void @printf_of_mine(ptr)
declare void @_Z5lanesv() #0
declare void @llvm.genx.slm.matrix.wait.x0()
attributes #0 = { "dontcall-error"="lanes: use a simd" }
