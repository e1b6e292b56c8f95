# Kernels are built once per instruction set and linked together. A shared (weak) function in such an object file that
# is not part of one build alone would be kept once for all sets, and could be one the machine cannot run. So: every weak
# function of OBJECTS (separated by |) must stand in the namespace MARK. (A DW.ref. is a pointer to what
# unwinds, and xeforge_counts a number: no code.)
# Names are read as they are in the file, where a namespace is its length and its name: what a tool cannot demangle (nm of
# binutils 2.40 leaves the constrained templates of clang 19 alone) does not matter here.
string(REPLACE "|" ";" objects "${OBJECTS}")
execute_process(COMMAND ${NM} --defined-only ${objects} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" lines "${symbols}")
string(LENGTH "${MARK}" length)
set(marked 0)
foreach(line IN LISTS lines)
  if(line MATCHES " [WVu] " AND NOT line MATCHES " V (DW\\.ref\\.|xeforge_counts$)")
    if(line MATCHES "[^0-9]${length}${MARK}")
      math(EXPR marked "${marked} + 1")
    else()
      message(SEND_ERROR "shared between instruction sets: ${line}")
    endif()
  endif()
endforeach()
if(marked EQUAL 0)
  message(SEND_ERROR "no shared function in the namespace ${MARK} in ${OBJECTS}")
endif()
