# Compiler, flags, dependencies and the helpers that folders use:
#   xeforge_library(NAME SOURCES... [EXPORTED] [UNTIMED] [HEADERS KIND] [LINK ...])  a static library of one layer
#   xeforge_untimed(TARGET)                        what works on text and small files is optimised less
#   xeforge_unoptimised(TARGET [KIND])             a test that is no xeforge_test is compiled as these are
#   xeforge_test(NAME SOURCES... [OWN_FLAGS] [OWN_NAMES] [HEADERS KIND] [LINK ...])  a GoogleTest program, registered with CTest
#   xeforge_adapter(BACKEND LIBRARY)               a shared library that is opened at run time for devices of one kind
#   xeforge_exports(TARGET MAP)                    what a shared library exports
#   xeforge_embed(TARGET FILES...)                 text of files as string literals
#   xeforge_kernel_targets(NAME SOURCES... [WITH_BF16 SOURCES...] [LINK ...])  kernel sources built once per instruction set

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR CMAKE_CXX_COMPILER_VERSION VERSION_LESS 22)
  message(FATAL_ERROR "xeforge needs clang 22 or newer (the clang of the device compiler); "
                      "got ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}. Use ./forge build, or -DCMAKE_CXX_COMPILER=clang++-22.")
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# Large loops that `#pragma unroll` asks to unroll, for devices, stay loops.
set(XEFORGE_KEEP_LARGE_LOOPS -mllvm=-pragma-unroll-threshold=200 -Wno-pass-failed)
# For code that is never timed: all loops stay loops, which compiles in up to half the time, and instructions are not scheduled.
set(XEFORGE_KEEP_LOOPS -mllvm=-unroll-threshold=0 -mllvm=-unroll-full-max-count=0 -mllvm=-enable-misched=false
  ${XEFORGE_KEEP_LARGE_LOOPS})
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

option(XEFORGE_WERROR "Treat warnings as errors" OFF)
set(XEFORGE_SANITIZE "" CACHE STRING "Sanitizers for the whole build, as for -fsanitize=")
option(XEFORGE_FUZZ "Build everything with libFuzzer's counters, and the fuzzers (tests/fuzz)" OFF)

# What compilers are started with. With jemalloc and huge pages they take 5 to 10% less processor time.
set(launcher)
find_file(XEFORGE_COMPILERS_MALLOC libjemalloc.so.2 PATHS /usr/lib PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} NO_DEFAULT_PATH
  DOC "What compilers take their memory from, a library to preload; empty for the system's")
if(XEFORGE_COMPILERS_MALLOC)
  list(APPEND launcher LD_PRELOAD=${XEFORGE_COMPILERS_MALLOC} MALLOC_CONF=thp:always,metadata_thp:always,narenas:1)
endif()
find_program(XEFORGE_CCACHE ccache)
if(XEFORGE_CCACHE)
  # It takes no object from its cache that was made with a precompiled header, unless told that such are understood. What a source
  # includes is taken from the compiler's list: no preprocessor is run before it.
  list(APPEND launcher CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${XEFORGE_CCACHE})
endif()
if(launcher)
  set(CMAKE_CXX_COMPILER_LAUNCHER env ${launcher})
endif()

find_package(TBB REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS context)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
find_package(GTest REQUIRED)
include(CheckLinkerFlag)
include(GoogleTest)
enable_testing()

# OpenMPI, for src/xeforge/distributed alone: where it is missing, everything else is built. Its C interface is enough.
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI COMPONENTS CXX)

# What every translation unit gets. -ffp-contract=off: results must not depend on which multiply and add the
# optimiser happens to fuse; where a kernel wants a fused one it says fma.
add_library(xeforge_flags INTERFACE)
target_compile_options(xeforge_flags INTERFACE -Wall -Wextra -Wno-psabi -ffp-contract=off -fno-math-errno)
target_include_directories(xeforge_flags INTERFACE ${PROJECT_SOURCE_DIR}/src)
if(XEFORGE_WERROR)
  target_compile_options(xeforge_flags INTERFACE -Werror)
endif()
# Fuzzers read bytes of others and start no kernel: what only kernels are made of is compiled for them as for a release, which
# compiler caches know. (Targets with the property XEFORGE_PLAIN.)
set(instrumented "$<NOT:$<BOOL:$<TARGET_PROPERTY:XEFORGE_PLAIN>>>")
if(XEFORGE_SANITIZE)
  # Kernels are one function each after inlining: instrumented in line at -O3 they take the compiler many minutes.
  foreach(flag -fsanitize=${XEFORGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1 -O1)
    target_compile_options(xeforge_flags INTERFACE "$<${instrumented}:${flag}>")
  endforeach()
  if(XEFORGE_SANITIZE MATCHES "address")
    target_compile_options(xeforge_flags INTERFACE "$<${instrumented}:SHELL:-mllvm -asan-instrumentation-with-call-threshold=0>")
    # An empty optional that is read, an index past a vector's end within its capacity: the sanitizers see neither.
    target_compile_definitions(xeforge_flags INTERFACE "$<${instrumented}:_GLIBCXX_ASSERTIONS>")
  endif()
  target_link_options(xeforge_flags INTERFACE -fsanitize=${XEFORGE_SANITIZE})
endif()

if(XEFORGE_FUZZ)
  target_compile_options(xeforge_flags INTERFACE "$<${instrumented}:-fsanitize=fuzzer-no-link>")
endif()

# xeforge_of_kernels(TARGETS...): targets of kernels. Fuzzers only need that they are there, and each source takes longer
# than the headers that it includes: none is compiled together with others.
function(xeforge_of_kernels)
  set_target_properties(${ARGN} PROPERTIES XEFORGE_PLAIN ${XEFORGE_FUZZ} UNITY_BUILD OFF)
endfunction()

# The instruction sets one kernel source is built for; the first is also what everything else is built for.
set(XEFORGE_TARGETS v3 v4 v4_bf16)
set(XEFORGE_TARGET_FLAGS_v3 -march=x86-64-v3)
set(XEFORGE_TARGET_FLAGS_v4 -march=x86-64-v4 -mprefer-vector-width=512)
set(XEFORGE_TARGET_FLAGS_v4_bf16 -march=x86-64-v4 -mavx512bf16 -mprefer-vector-width=512)
add_library(xeforge_baseline INTERFACE)
target_compile_options(xeforge_baseline INTERFACE ${XEFORGE_TARGET_FLAGS_v3})

# What the device says of its versions. A driver is known by the build of its compute runtime: here that of the device
# tools (intel-ocloc YEAR.WEEK.BUILD.PATCH).
file(STRINGS ${PROJECT_SOURCE_DIR}/tools/device-tools.versions ocloc_version REGEX "^intel-ocloc ")
string(REGEX REPLACE "^intel-ocloc [0-9]+\\.[0-9]+\\.([0-9]+).*" "\\1" compute_runtime_build "${ocloc_version}")
set(XEFORGE_VERSIONS XEFORGE_VERSION="${PROJECT_VERSION}" XEFORGE_COMPUTE_RUNTIME="${compute_runtime_build}")

# Headers of others are most of what a short source compiles, and of what kernels read: they are compiled once for each kind
# of target, with the flags of these. Not where sanitizers or warnings are asked for: there, a source that relies on a header
# which it does not include is an error. No path of this build is in the results (they are made of headers of the system,
# without times), so that compiler caches know them elsewhere.
#
# xeforge_headers(KIND FLAGS... HEADERS ...): HEADERS, compiled once for targets of that kind. They are included before a header that the
# compiler reads before any source: ccache keeps nothing that was compiled with a precompiled header of /dev/null.
function(xeforge_headers kind)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS")
  separate_arguments(release_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}")
  list(TRANSFORM arg_HEADERS REPLACE "^(.+)$" "-include;\\1")
  set(result ${CMAKE_BINARY_DIR}/headers_for_${kind}.pch)
  add_custom_command(OUTPUT ${result} COMMENT "Compiling headers for ${kind}" VERBATIM COMMAND_EXPAND_LISTS
    COMMAND ${CMAKE_CXX_COMPILER} ${release_flags} -fvisibility=hidden -fvisibility-inlines-hidden ${arg_UNPARSED_ARGUMENTS}
            "$<TARGET_PROPERTY:xeforge_flags,INTERFACE_COMPILE_OPTIONS>"
            -std=c++${CMAKE_CXX_STANDARD} -DGTEST_HAS_PTHREAD=1 -DFMT_SHARED -Xclang -fno-pch-timestamp
            -fpch-instantiate-templates -ffile-compilation-dir=. ${arg_HEADERS} -x c++-header /usr/include/stdc-predef.h -o ${result} -MD -MF ${result}.d
    DEPFILE ${result}.d)
  add_custom_target(xeforge_headers_for_${kind} DEPENDS ${result})
endfunction()

# xeforge_precompiled(TARGET KIND): TARGET is compiled with the headers for KIND.
function(xeforge_precompiled target kind)
  if(XEFORGE_PRECOMPILED)
    add_dependencies(${target} xeforge_headers_for_${kind})
    target_compile_options(${target} PRIVATE "SHELL:-include-pch ${CMAKE_BINARY_DIR}/headers_for_${kind}.pch")
  endif()
endfunction()

if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT XEFORGE_SANITIZE)
  set(XEFORGE_PRECOMPILED ON)
  set(headers_of_others algorithm array charconv cmath cstdint cstring filesystem fstream functional map memory mutex optional set
    span string string_view thread utility vector fmt/format.h nlohmann/json.hpp)
  xeforge_headers(libraries -fPIC ${XEFORGE_TARGET_FLAGS_v3} HEADERS ${headers_of_others})
  xeforge_headers(untimed -fPIC ${XEFORGE_TARGET_FLAGS_v3} -O1 HEADERS ${headers_of_others})
  xeforge_headers(tests -fPIE -O0 ${XEFORGE_TARGET_FLAGS_v3} HEADERS ${headers_of_others} gtest/gtest.h)
  xeforge_headers(tests_v4 -fPIE -O0 ${XEFORGE_TARGET_FLAGS_v4} HEADERS ${headers_of_others} gtest/gtest.h)
  xeforge_headers(optimised_tests -fPIE ${XEFORGE_TARGET_FLAGS_v3} HEADERS ${headers_of_others} gtest/gtest.h)
  set(headers_of_kernels algorithm array atomic bit cmath concepts cstdint cstring functional iostream limits memory mutex numbers
    optional string system_error tuple type_traits utility variant vector)
  foreach(target IN LISTS XEFORGE_TARGETS)
    xeforge_headers(kernels_${target} -fPIC ${XEFORGE_TARGET_FLAGS_${target}} HEADERS ${headers_of_kernels})
  endforeach()
  # Those that are never timed.
  xeforge_headers(kernels_untimed -fPIC ${XEFORGE_TARGET_FLAGS_v3} -O1 HEADERS ${headers_of_kernels})
endif()

# TARGET, a library or a program that works on text and small files, compiles in a sixth less time and is hardly slower. (Programs and
# libraries share precompiled headers, so both are compiled for any address.)
function(xeforge_untimed target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1> -fPIC)
  xeforge_precompiled(${target} untimed)
endfunction()

# EXPORTED: its objects are part of a shared library, too, which exports what they have out of line.
function(xeforge_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "EXPORTED;UNTIMED" "HEADERS" "LINK")
  add_library(${name} STATIC ${arg_UNPARSED_ARGUMENTS})
  if(arg_EXPORTED)
    set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET default)
  endif()
  if(arg_UNTIMED)
    xeforge_untimed(${name})
  elseif(arg_HEADERS)
    xeforge_precompiled(${name} ${arg_HEADERS})
  else()
    xeforge_precompiled(${name} libraries)
  endif()
  target_link_libraries(${name} PUBLIC xeforge_flags ${arg_LINK} PRIVATE xeforge_baseline)
endfunction()

# What the shared library TARGET exports, in one version node: MAP is a version script in which the version stands as @...@.
function(xeforge_exports target map)
  get_filename_component(name ${map} NAME)
  configure_file(${map} ${CMAKE_CURRENT_BINARY_DIR}/${name} @ONLY)
  target_link_options(${target} PRIVATE -Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/${name})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${name})
endfunction()

# The tests of a program of GoogleTest as tests of ctest's, each by itself; with SUITES a suite in one go, unless sanitizers have some
# of its tests skipped. Where there is lld, it links the program, in a fifth of the time.
check_linker_flag(CXX -fuse-ld=lld XEFORGE_LLD)
function(xeforge_discover name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SUITES;SKIPPED_TOGETHER" "COST" "")
  if(XEFORGE_LLD)
    target_link_options(${name} PRIVATE -fuse-ld=lld)
  endif()
  if(arg_SUITES AND NOT XEFORGE_SANITIZE)
    set(include ${CMAKE_CURRENT_BINARY_DIR}/${name}_suites.cmake)
    file(GENERATE OUTPUT ${include} CONTENT "set(NAME ${name})
set(EXECUTABLE $<TARGET_FILE:${name}>)
set(TESTS ${CMAKE_CURRENT_BINARY_DIR}/${name}_tests.cmake)
set(SKIPPED_TOGETHER ${arg_SKIPPED_TOGETHER})
include(${PROJECT_SOURCE_DIR}/cmake/discover_suites.cmake)
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${include})
    return()
  endif()
  set(cost)
  if(arg_COST)
    set(cost COST ${arg_COST})
  endif()
  # Sanitizers are told that more memory than there is may be asked for.
  set(environment)
  if(XEFORGE_SANITIZE MATCHES "address")
    set(environment ENVIRONMENT ASAN_OPTIONS=allocator_may_return_null=1)
  elseif(XEFORGE_SANITIZE MATCHES "thread")
    set(environment ENVIRONMENT TSAN_OPTIONS=allocator_may_return_null=1)
  endif()
  gtest_discover_tests(${name} TEST_PREFIX ${name}/ DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600
                       ${cost} ${environment})
endfunction()

# xeforge_unoptimised(TARGET [KIND]): a test is compiled without optimisation, with the headers for tests or another KIND.
function(xeforge_unoptimised target)
  set(kinds tests ${ARGN})
  list(GET kinds -1 kind)
  target_compile_options(${target} PRIVATE -O0)
  xeforge_precompiled(${target} ${kind})
endfunction()

# Tests are compiled without optimisation, in a third of the time: what they test is in libraries, and those are optimised.
# OWN_FLAGS: this test, or sources of it, have kernels or flags of their own, and the flags of the build are left as they are.
# OWN_NAMES: its sources give the same names to different things, and none is compiled together with others.
# HEADERS: the kind of the precompiled headers; tests with flags of their own have none unless they say so.
# SUITES: ctest runs a suite in one go. For many short tests of which none is ever skipped, and with SKIPPED_TOGETHER for suites whose
# tests share what is costly: where all of them are skipped, the suite is.
# COST: about how many seconds a test of it takes, without SUITES; for long ones that are declared late. ctest starts the longest
# first, but knows by itself only those of an earlier run in the same folder.
function(xeforge_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "OWN_FLAGS;OWN_NAMES;SUITES;SKIPPED_TOGETHER" "HEADERS;COST" "LINK")
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  if(arg_OWN_NAMES)
    set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  endif()
  if(NOT arg_OWN_FLAGS)
    xeforge_unoptimised(${name} ${arg_HEADERS})
  elseif(arg_HEADERS)
    xeforge_precompiled(${name} ${arg_HEADERS})
  endif()
  target_link_libraries(${name} PRIVATE ${arg_LINK} xeforge_flags xeforge_baseline GTest::gtest_main)
  if(arg_SUITES)
    set(how SUITES)
  endif()
  if(arg_SKIPPED_TOGETHER)
    list(APPEND how SKIPPED_TOGETHER)
  endif()
  if(arg_COST)
    list(APPEND how COST ${arg_COST})
  endif()
  xeforge_discover(${name} ${how})
endfunction()

# Makes NAME.inc of each file NAME: a string literal, which is a line break and the file's text. A source of TARGET
# includes it where the text belongs. No file may hold the closing )embedded" of the literal.
function(xeforge_embed target)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  foreach(file IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    file(CONFIGURE OUTPUT ${folder}/${file}.inc CONTENT "R\"embedded(\n@text@)embedded\"\n" @ONLY)
  endforeach()
  target_include_directories(${target} PRIVATE ${folder})
endfunction()

# Builds SOURCES once per entry of XEFORGE_TARGETS into the library NAME. Each build sees XEFORGE_TARGET (the name as
# a token), which the ESIMD headers use as an inline namespace: no instruction of one target can reach another.
#
# v4_bf16 is v4 with conversions to bfloat16 and products of bfloat16 pairs. Where WITH_BF16 is given, it names the sources
# that use them, and v4_bf16 is built of these alone: the others would be the same code once more.
function(xeforge_kernel_targets name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "WITH_BF16;LINK")
  foreach(target IN LISTS XEFORGE_TARGETS)
    set(sources ${arg_UNPARSED_ARGUMENTS} ${arg_WITH_BF16})
    if(arg_WITH_BF16 AND target STREQUAL "v4_bf16")
      set(sources ${arg_WITH_BF16})
    endif()
    add_library(${name}_${target} OBJECT ${sources})
    xeforge_of_kernels(${name}_${target})
    xeforge_precompiled(${name}_${target} kernels_${target})
    target_link_libraries(${name}_${target} PUBLIC xeforge_flags ${arg_LINK})
    target_compile_options(${name}_${target} PRIVATE ${XEFORGE_TARGET_FLAGS_${target}} -DXEFORGE_TARGET=${target})
    target_link_libraries(${name} PRIVATE ${name}_${target})
  endforeach()
endfunction()

# The shared library xeforge_adapter_BACKEND of the caller's adapter_entry.cpp and LIBRARY (devices/adapter.hpp). There is
# none in builds with sanitizers: programs that the driver builds are not instrumented.
function(xeforge_adapter backend library)
  if(XEFORGE_SANITIZE)
    return()
  endif()
  add_library(xeforge_adapter_${backend} SHARED adapter_entry.cpp)
  target_link_libraries(xeforge_adapter_${backend} PRIVATE ${library} xeforge_flags xeforge_baseline)
  target_link_options(xeforge_adapter_${backend} PRIVATE -Wl,--exclude-libs,ALL)
  set_target_properties(xeforge_adapter_${backend} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib/xeforge)
endfunction()
