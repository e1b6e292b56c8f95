# Kernels are built once per instruction set and linked together. A shared (weak) function in such an object file that
# is not part of one kernel would be kept once for all sets, and could be one the machine cannot run. So: every weak
# function of OBJECT must carry the name of a kernel of the probe.
execute_process(COMMAND ${NM} --defined-only -C ${OBJECT} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" lines "${symbols}")
set(kernels 0)
foreach(line IN LISTS lines)
  if(line MATCHES " [WVu] ")
    if(line MATCHES "probe::")
      math(EXPR kernels "${kernels} + 1")
    else()
      message(SEND_ERROR "shared between instruction sets: ${line}")
    endif()
  endif()
endforeach()
if(kernels EQUAL 0)
  message(SEND_ERROR "the probe's kernels are not in ${OBJECT}:\n${symbols}")
endif()
