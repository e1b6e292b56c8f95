# Writes the header OUTPUT, which says what commit of the folder SOURCE is being built; run at every build
# (cmake -DSOURCE=... -DOUTPUT=... -P this). The file is touched only when the answer has changed.
execute_process(COMMAND git --no-optional-locks describe --always --dirty --abbrev=12 --exclude=*
                WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT commit)
  set(commit unknown)
endif()
set(text "#pragma once\n#define XEFORGE_COMMIT \"${commit}\"\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} written)
endif()
if(NOT "${written}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()
