# Compiles dpas.cpp with FLAGS and expects of its loop: two dpas are 128 dot instructions on accumulators that stay in
# registers, elements of A are broadcast by loads that both share, and nothing is permuted or goes to the stack.
execute_process(COMMAND ${COMPILER} -std=c++20 -O2 -ffp-contract=off ${FLAGS} -I${INCLUDE} -S -o - ${SOURCE}
                RESULT_VARIABLE status OUTPUT_VARIABLE assembly ERROR_VARIABLE errors)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${errors}")
endif()

function(expect_count pattern least most)
  string(REGEX MATCHALL "\t${pattern}[^\n]*\n" found "${assembly}")
  list(LENGTH found count)
  if(count LESS least OR count GREATER most)
    message(FATAL_ERROR "${count} times '${pattern}', expected ${least} to ${most}:\n${assembly}")
  endif()
endfunction()

expect_count("vdpbf16ps" 128 128)
expect_count("(vbroadcastss|vpbroadcastd)\t[^\n]*\\(" 64 64)
expect_count("vmovups\t[^\n]*\\(%r[^\n]*, %zmm" 32 32) # 16 rows of B, 16 of C
expect_count("v(perm|shuf|extract|insert|palign|align)[a-z0-9]*" 0 0)
expect_count("[a-z0-9]+\t[^\n]*\\(%r[sb]p[^\n]*zmm" 0 0)
expect_count("[a-z0-9]+\t[^\n]*zmm[^\n]*\\(%r[sb]p" 0 0)
expect_count("call" 0 0)
