; RUN: %opt -passes=move-printf-strings %s | %check

@format = private constant [6 x i8] c"%s %d\00", align 1
@word = private constant [3 x i8] c"ab\00", align 1
@numbers = private constant [2 x i32] [i32 1, i32 2]
@changes = internal global [3 x i8] c"ab\00"

define spir_func void @the_format_and_strings_among_its_arguments_become_constants_of_the_call(i32 %n) {
; CHECK-LABEL: define {{.*}}@the_format_and_strings_among_its_arguments_become_constants_of_the_call(
; CHECK-NEXT:   %1 = call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @xeforge.string, ptr addrspace(2) @xeforge.string.1, i32 %n)
; CHECK-NEXT:   %u = add i32 %1, 1
; CHECK-NEXT:   ret void
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @format, ptr @word, i32 %n)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @other_arguments_stay_as_they_are(ptr %p) {
; CHECK-LABEL: define {{.*}}@other_arguments_stay_as_they_are(
; CHECK-NEXT:   %1 = call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @xeforge.string.2, ptr addrspace(2) @xeforge.string.3, ptr @numbers, ptr @changes, ptr %p, double 1.500000e+00)
; CHECK-NEXT:   %u = add i32 %1, 1
; CHECK-NEXT:   ret void
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @format, ptr @word, ptr @numbers, ptr @changes, ptr %p, double 1.5)
  %u = add i32 %r, 1
  ret void
}

declare spir_func i32 @_Z18__spirv_ocl_printfPKcz(ptr, ...)
