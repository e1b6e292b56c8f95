; RUN: %opt -passes='check-instructions<dg2>' -disable-output %s 2>&1 | %check

define spir_func void @long_double_everywhere_and_double_where_there_is_none(float %a) {
; CHECK:      kernel long_double_everywhere_and_double_where_there_is_none: got double; expected float on dg2, which has no numbers of 64 bits
  %b = fpext float %a to double
  ret void
}

define spir_func void @long_double_everywhere_and_double_where_there_is_none_2(ptr %p) {
; CHECK:      kernel long_double_everywhere_and_double_where_there_is_none_2: got double; expected float on dg2, which has no numbers of 64 bits
  %b = load <8 x double>, ptr %p
  ret void
}

define spir_func void @long_double_everywhere_and_double_where_there_is_none_3(float %a) {
  %double = fadd float %a, %a
  ret void
}
