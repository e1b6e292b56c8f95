# Included by ctest with EXECUTABLE, NAME and TESTS: the suites of a program of GoogleTest, one test each; a suite of several types,
# which is one for each of them (NAME/0, NAME/1 ...), is one test. The list is made anew where the program or this file is newer. A suite in which a
# test is skipped fails: a program whose tests may be skipped has each as a test of ctest's (xeforge_test without SUITES), unless
# they are all skipped for the same reason: with SKIPPED_TOGETHER, a suite of which no test was run is skipped.
if(NOT EXISTS ${EXECUTABLE})
  add_test(${NAME}_NOT_BUILT ${NAME}_NOT_BUILT)
  return()
endif()
if(NOT EXISTS ${TESTS} OR ${EXECUTABLE} IS_NEWER_THAN ${TESTS} OR ${CMAKE_CURRENT_LIST_FILE} IS_NEWER_THAN ${TESTS})
  execute_process(COMMAND ${EXECUTABLE} --gtest_list_tests OUTPUT_VARIABLE list COMMAND_ERROR_IS_FATAL ANY)
  # Suites stand at the beginning of a line, with a dot behind them; comments follow a blank.
  string(REGEX MATCHALL "(^|\n)[^ \n]+\\." suites "${list}")
  set(skipped "")
  if(SKIPPED_TOGETHER) # the summary at the end: none has passed, some were skipped, and nothing of failures behind them
    set(skipped " SKIP_REGULAR_EXPRESSION [=[\\[  PASSED  \\] 0 tests\\.\n\\[  SKIPPED \\] [0-9]+ tests?, listed below:\n(\\[  SKIPPED \\] [^\n]+\n)+$]=]")
  endif()
  set(text "")
  set(names "")
  foreach(suite IN LISTS suites) # of programs before this one
    string(REGEX REPLACE "(/[0-9]+)?\\.$" "" name "${suite}")
    string(REPLACE "\n" "" name "${name}")
    unset(filter_of_${name})
  endforeach()
  foreach(suite IN LISTS suites)
    string(REGEX REPLACE "[\n.]" "" suite "${suite}")
    string(REGEX REPLACE "/[0-9]+$" "" name "${suite}")
    list(APPEND names ${name})
    string(APPEND filter_of_${name} ":${suite}.*")
  endforeach()
  list(REMOVE_DUPLICATES names)
  foreach(name IN LISTS names)
    string(SUBSTRING "${filter_of_${name}}" 1 -1 filter)
    string(APPEND text "add_test([=[${NAME}/${name}]=] [=[${EXECUTABLE}]=] [=[--gtest_filter=${filter}]=])\n"
      "set_tests_properties([=[${NAME}/${name}]=] PROPERTIES TIMEOUT 600 FAIL_REGULAR_EXPRESSION [=[\\[  SKIPPED \\]|Running 0 tests]=]${skipped})\n")
  endforeach()
  file(WRITE ${TESTS} "${text}")
endif()
include(${TESTS})
