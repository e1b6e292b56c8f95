# Kernels are built once per instruction set and linked together. A shared (weak) function in such an object file that
# is not part of one build alone would be kept once for all sets, and could be one the machine cannot run. So: every weak
# function of OBJECTS (separated by |) must carry MARK in its name.
string(REPLACE "|" ";" objects "${OBJECTS}")
execute_process(COMMAND ${NM} --defined-only -C ${objects} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" lines "${symbols}")
set(marked 0)
foreach(line IN LISTS lines)
  if(line MATCHES " [WVu] ")
    if(line MATCHES "${MARK}")
      math(EXPR marked "${marked} + 1")
    else()
      message(SEND_ERROR "shared between instruction sets: ${line}")
    endif()
  endif()
endforeach()
if(marked EQUAL 0)
  message(SEND_ERROR "no function named ${MARK} in ${OBJECTS}")
endif()
