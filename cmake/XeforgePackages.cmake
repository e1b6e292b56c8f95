# Debian packages of what is installed: `cpack` in a build folder makes three.
#   libxeforge0 (the libraries)   libxeforge-dev (headers, CMake and pkg-config files)   xeforge (the programs)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME xeforge)
set(CPACK_PACKAGE_VENDOR xeforge)
set(CPACK_PACKAGE_CONTACT "The xeforge authors <authors@xeforge.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL libraries development tools)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/lib)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# What Debian's policy asks for and CPack does not do.
set(CPACK_DEBIAN_COMPRESSION_TYPE none) # the script compresses
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/FinishDebianPackages.cmake)

set(CPACK_DEBIAN_LIBRARIES_PACKAGE_NAME libxeforge${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_LIBRARIES_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARIES_DESCRIPTION "fused softmax + top-K and attention for x86-64 CPUs (libraries)
Routers of mixtures of experts, block selection, attention and RMS
normalisation, each in one pass, for CPUs from AVX2 on.

This package has the shared libraries.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libxeforge-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libxeforge${PROJECT_VERSION_MAJOR} (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "fused softmax + top-K and attention for x86-64 CPUs (headers)
Routers of mixtures of experts, block selection, attention and RMS
normalisation, each in one pass, for CPUs from AVX2 on.

This package has what programs in C and C++ that use them are built with, and
the headers of ESIMD kernels that run on CPUs.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME xeforge)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_DEPENDS "libxeforge-dev (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS clang-22)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "run, check, measure and inspect explicit-SIMD kernels
The command line xeforge runs fused operators over files, checks them against
references, measures them, and shows what kernels become as machine code of
GPUs. The compiler driver xeforge-cxx builds programs with such kernels, and
xeforge-device-tools fetches the compiler for Xe devices.")
include(CPack)
