# Compiles SOURCE, expects errors, and looks for the words of its first line, "// expect: WORDS", in the first error: what
# a program is told first is the reason, not what follows from it. A second line "// flags: FLAG..." replaces the flags
# for the instruction set; its folders are those beside SOURCE. Where there is none and the source begins with esimd.hpp,
# that is in HEADERS, a precompiled header.
file(STRINGS ${SOURCE} first_lines LIMIT_COUNT 2)
list(GET first_lines 0 first_line)
if(NOT first_line MATCHES "^// expect: (.+)$")
  message(FATAL_ERROR "${SOURCE}: the first line is not '// expect: WORDS'")
endif()
set(words "${CMAKE_MATCH_1}")
set(flags -march=x86-64-v3)
if(first_lines MATCHES ";// flags: (.+)$")
  string(REPLACE " " ";" flags "${CMAKE_MATCH_1}")
elseif(first_lines MATCHES ";#include <sycl/ext/intel/esimd.hpp>$")
  list(APPEND flags -include-pch ${HEADERS})
endif()
get_filename_component(folder ${SOURCE} DIRECTORY)
execute_process(WORKING_DIRECTORY ${folder}
                COMMAND ${COMPILER} -std=c++20 ${flags} -fsyntax-only -fno-color-diagnostics -I${INCLUDE} ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles; it must be refused with: ${words}")
endif()
string(REGEX MATCH "[^\n]*error: [^\n]*" first_error "${output}")
string(FIND "${first_error}" "${words}" place)
if(place EQUAL -1)
  message(FATAL_ERROR "${SOURCE} is refused, but its first error is not: ${words}\n${output}")
endif()
