; RUN: %opt -passes=move-printf-strings -disable-output %s 2>&1 | %check

@format = private constant [6 x i8] c"%s %d\00", align 1
@word = private constant [3 x i8] c"ab\00", align 1
@numbers = private constant [2 x i32] [i32 1, i32 2]
@changes = internal global [3 x i8] c"ab\00"
@text1 = private constant [4 x i8] c"%*d\00"
@text2 = private constant [10 x i8] c"%d %-8.*f\00"
@text3 = private constant [8 x i8] c"%d%%%5s\00"
@text4 = private constant [16 x i8] c"%% %p %ld %5.2s\00"
@text5 = private constant [16 x i8] c"%p %lld%%s %hhd\00"

define spir_func void @a_format_that_is_no_literal_is_refused(ptr %p) {
; CHECK:      kernel a_format_that_is_no_literal_is_refused: got a printf whose format is known only at run time; expected a string literal
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr %p)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @a_format_that_is_no_literal_is_refused_2(ptr %p) {
; CHECK:      kernel a_format_that_is_no_literal_is_refused_2: got a printf whose format is known only at run time; expected a string literal
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @changes)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @a_format_that_is_no_literal_is_refused_3(ptr %p) {
; CHECK:      kernel a_format_that_is_no_literal_is_refused_3: got a printf whose format is known only at run time; expected a string literal
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @numbers)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @strings_and_widths_that_are_known_only_at_run_time_are_refused(ptr %p, i32 %n) {
; CHECK:      kernel strings_and_widths_that_are_known_only_at_run_time_are_refused: got a printf whose width or precision is an argument ('*'); expected a number in the format
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @text1, i32 %n, i32 1)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @strings_and_widths_that_are_known_only_at_run_time_are_refused_2(ptr %p, i32 %n) {
; CHECK:      kernel strings_and_widths_that_are_known_only_at_run_time_are_refused_2: got a printf whose width or precision is an argument ('*'); expected a number in the format
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @text2, i32 %n, i32 1, double 1.5)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @strings_and_widths_that_are_known_only_at_run_time_are_refused_3(ptr %p, i32 %n) {
; CHECK:      kernel strings_and_widths_that_are_known_only_at_run_time_are_refused_3: got a printf of a string that is known only at run time; expected a string literal
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @text3, i32 %n, ptr %p)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @strings_and_widths_that_are_known_only_at_run_time_are_refused_4(ptr %p, i32 %n) {
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @text4, ptr %p, i32 %n, ptr @word)
  %u = add i32 %r, 1
  ret void
}

define spir_func void @strings_and_widths_that_are_known_only_at_run_time_are_refused_5(ptr %p, i32 %n) {
  %r = call spir_func i32 (ptr, ...) @_Z18__spirv_ocl_printfPKcz(ptr @text5, ptr %p, i32 %n, i32 %n)
  %u = add i32 %r, 1
  ret void
}

declare spir_func i32 @_Z18__spirv_ocl_printfPKcz(ptr, ...)
