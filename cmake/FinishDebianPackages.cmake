# Run by CPack when the packages are made: finishes each.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH fixes it
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  execute_process(COMMAND ${CMAKE_CURRENT_LIST_DIR}/finish_debian_package.sh ${package} ${CPACK_PACKAGE_VERSION}
    ${CPACK_PACKAGE_CONTACT} ${date} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
