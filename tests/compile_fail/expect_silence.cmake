# Compiles SOURCE the way a user would, with warnings on and for every kind of CPU, and expects not a word.
foreach(target x86-64-v3 x86-64-v4)
  execute_process(COMMAND ${COMPILER} -std=c++20 -O1 -march=${target} -Wall -Wextra -Wpedantic -Werror -c -o /dev/null
                          -I${INCLUDE} ${SOURCE}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0 OR NOT output STREQUAL "")
    message(FATAL_ERROR "${SOURCE} for ${target}:\n${output}")
  endif()
endforeach()
