# Compiles sample.cpp to assembly with FLAGS and expects of every function: no vector goes to the stack and back, nothing
# is called, halves are converted by the vector instruction, and the arithmetic is on vectors.
execute_process(COMMAND ${COMPILER} -std=c++20 -O3 -ffp-contract=off ${FLAGS} -I${INCLUDE} -S -o - ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE assembly ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${errors}")
endif()

# Sets code to the instructions of function.
macro(take_function function)
  string(REGEX MATCH "\n${function}:.*\n\\.Lfunc_end[0-9]+:\n[ \t]*\\.size[ \t]+${function}," code "${assembly}")
  if(code STREQUAL "")
    message(FATAL_ERROR "no function ${function} in the assembly")
  endif()
  string(REGEX REPLACE "\n\\.Lfunc_end[0-9]+:\n.*" "" code "${code}")
endmacro()

function(expect function pattern)
  take_function(${function})
  if(NOT code MATCHES "${pattern}")
    message(FATAL_ERROR "${function} for ${FLAGS} has no ${pattern}:\n${code}")
  endif()
endfunction()
function(expect_none function pattern)
  take_function(${function})
  if(code MATCHES "${pattern}")
    message(FATAL_ERROR "${function} for ${FLAGS} has '${CMAKE_MATCH_0}':\n${code}")
  endif()
endfunction()

foreach(function multiply_add square_large_halves update_row scale_bfloat16)
  expect_none(${function} "[^\n]*\\(%rsp[^\n]*[xyz]mm[^\n]*|[^\n]*[xyz]mm[^\n]*\\(%rsp[^\n]*")
  expect_none(${function} "[^\n]*\\(%rbp[^\n]*[xyz]mm[^\n]*|[^\n]*[xyz]mm[^\n]*\\(%rbp[^\n]*")
  expect_none(${function} "\tcall[^\n]*")
  # One lane at a time.
  expect_none(${function} "\tv(add|sub|mul|div|max|min|fn?m[a-z]+[0-9]+|u?comi|cvt[a-z0-9]+2|mov)s[sd]\t[^\n]*")
endforeach()
expect(multiply_add "vmulps")
expect(multiply_add "vaddps")
expect(square_large_halves "vcvtph2ps")
expect(square_large_halves "vcvtps2ph")
expect(update_row "vaddps")
expect(scale_bfloat16 "vmulps")
