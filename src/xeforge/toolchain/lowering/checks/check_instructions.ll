; RUN: %opt -passes=check-instructions -disable-output %s 2>&1 | %check

define spir_func void @memory_whose_size_is_known_at_run_time(i64 %n) {
; CHECK:      kernel memory_whose_size_is_known_at_run_time: got memory on the stack whose size is known only at run time (alloca, or an array of variable length); expected an array whose length is a constant
  %a = alloca i8, i64 %n, align 16
  ret void
}

define spir_func void @memory_whose_size_is_known_at_run_time_2() {
  %a = alloca [16 x i32], align 16
  %b = alloca i32, i32 4
  ret void
}

define spir_func void @a_jump_to_a_computed_label(ptr %p) {
; CHECK:      kernel a_jump_to_a_computed_label: got a jump to a computed label; expected switch or if
  indirectbr ptr %p, [label %a, label %b]
a:
  ret void
b:
  ret void
}

define void @a_call_with_any_number_of_arguments(i32 %n) {
; CHECK:      kernel a_call_with_any_number_of_arguments: got a call of 'sum(int, ...)', which takes any number of arguments (...); expected a template with a pack of parameters
  %a = call i32 (i32, ...) @_Z3sumiz(i32 %n, i32 %n)
  ret void
}

define i32 @_Z3sumiz(i32 %n, ...) {
  ret i32 %n
}

; One without a definition is for check-calls to refuse.
define void @a_call_with_any_number_of_arguments_2(i32 %n) {
  %a = call i32 (i32, ...) @_Z5countiz(i32 %n, i32 %n)
  ret void
}

define spir_func void @long_double_everywhere_and_double_where_there_is_none(x86_fp80 %a) {
; CHECK:      kernel long_double_everywhere_and_double_where_there_is_none: got long double; expected double, or float, in device code
  %b = fmul x86_fp80 %a, %a
  ret void
}

define spir_func void @long_double_everywhere_and_double_where_there_is_none_2(<2 x x86_fp80> %a) {
; CHECK:      kernel long_double_everywhere_and_double_where_there_is_none_2: got long double; expected double, or float, in device code
  %b = fptrunc <2 x x86_fp80> %a to <2 x float>
  ret void
}

define spir_func void @long_double_everywhere_and_double_where_there_is_none_3(float %a) {
  %b = fpext float %a to double
  ret void
}

declare i32 @_Z5countiz(i32, ...)
