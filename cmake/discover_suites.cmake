# Included by ctest with EXECUTABLE, NAME and TESTS: the suites of a program of GoogleTest, one test each. The list is made anew where
# the program is newer. A suite in which a test is skipped fails: a program whose tests may be skipped has each as a test of ctest's
# (xeforge_test without SUITES).
if(NOT EXISTS ${EXECUTABLE})
  add_test(${NAME}_NOT_BUILT ${NAME}_NOT_BUILT)
  return()
endif()
if(NOT EXISTS ${TESTS} OR ${EXECUTABLE} IS_NEWER_THAN ${TESTS})
  execute_process(COMMAND ${EXECUTABLE} --gtest_list_tests OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
  # Suites stand at the beginning of a line, with a dot behind them; comments follow a blank.
  string(REGEX MATCHALL "(^|\n)[^ \n]+\\." suites "${list}")
  set(text "")
  foreach(suite IN LISTS suites)
    string(REGEX REPLACE "[\n.]" "" suite "${suite}")
    string(APPEND text "add_test([=[${NAME}/${suite}]=] [=[${EXECUTABLE}]=] [=[--gtest_filter=${suite}.*]=])\n"
      "set_tests_properties([=[${NAME}/${suite}]=] PROPERTIES TIMEOUT 600 FAIL_REGULAR_EXPRESSION [=[\\[  SKIPPED \\]|Running 0 tests]=])\n")
  endforeach()
  file(WRITE ${TESTS} "${text}")
endif()
include(${TESTS})
