#include "xeforge/toolchain/tools/tool_errors.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace xeforge::toolchain {
namespace {

Outcome failed(std::string errors) { return {Ending::exited, 1, "", std::move(errors)}; }

TEST(tool_errors, the_first_error_and_its_location_are_what_is_shown) {
  const Error error = tool_error("C++ compilation of a.cpp",
                                 failed("a.cpp:3:1: warning: unused\na.cpp:7:12: error: no member named 'x'\n"
                                        "a.cpp:9:1: error: second\n2 errors generated.\n"),
                                 "a.cpp");
  EXPECT_EQ(error.argument(), "a.cpp:7:12");
  EXPECT_EQ(error.got(), "'no member named 'x''");
  EXPECT_EQ(error.expected(), "a C++ compilation of a.cpp without errors");
}

TEST(tool_errors, a_header_that_is_not_found_is_put_where_it_is_included) {
  const Error error =
      tool_error("C++ compilation of a.cpp", failed("a.cpp:1:10: fatal error: 'none.hpp' file not found\n"), "a.cpp");
  EXPECT_EQ(error.argument(), "a.cpp:1:10");
  EXPECT_EQ(error.got(), "''none.hpp' file not found'");
}

TEST(tool_errors, an_error_in_a_header_is_put_where_the_source_led_to_it) {
  const Error error = tool_error("C++ compilation of a.cpp",
                                 failed("/include/simd.hpp:140:5: error: static assertion failed: too large\n"
                                        "/include/simd.hpp:90:5: note: in instantiation of member function\n"
                                        "a.cpp:12:8: note: in instantiation of function template\n"
                                        "/include/other.hpp:1:1: error: another\na.cpp:99:8: note: elsewhere\n"),
                                 "a.cpp");
  EXPECT_EQ(error.argument(), "a.cpp:12:8");
  EXPECT_EQ(error.got(), "'static assertion failed: too large' at '/include/simd.hpp:140:5'");
}

TEST(tool_errors, two_kernels_of_one_name_are_told_in_plain_words) {
  const Error error =
      tool_error("C++ compilation of a.cpp",
                 failed("/include/launch.hpp:46:3: error: the 'clang::sycl_kernel_entry_point' kernel name "
                        "argument conflicts with a previous declaration\n"
                        "a.cpp:12:8: note: in instantiation of function template\n"),
                 "a.cpp");
  EXPECT_EQ(error.argument(), "a.cpp:12:8");
  EXPECT_EQ(error.got(), "a second kernel of the same name");
  EXPECT_EQ(error.expected(),
            "a name of its own for each kernel of a source, or none; one object that is launched with different "
            "properties, or with a range and an nd_range, is several kernels: parallel_for<class Name>(...)");
}

TEST(tool_errors, an_error_without_a_location_is_put_on_the_stage) {
  const Error error = tool_error("machine code generation", failed("Build failed\nerror: undefined variable\n"), "");
  EXPECT_EQ(error.argument(), "machine code generation");
  EXPECT_EQ(error.got(), "'error: undefined variable'");
}

TEST(tool_errors, a_crash_a_limit_and_silence_are_said) {
  EXPECT_NE(
      tool_error("stage", {Ending::killed, SIGSEGV, "", ""}, "").got().find("the tool crashed (Segmentation fault"),
      std::string::npos);
  EXPECT_NE(tool_error("stage", {Ending::timed_out, SIGKILL, "partly", ""}, "")
                .got()
                .find("did not end in time, after 'partly'"),
            std::string::npos);
  EXPECT_EQ(tool_error("stage", {Ending::exited, 226, "", ""}, "").got(), "exit status 226");
}

} // namespace
} // namespace xeforge::toolchain
