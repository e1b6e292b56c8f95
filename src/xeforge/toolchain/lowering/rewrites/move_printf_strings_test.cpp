#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

const std::string print = "_Z18__spirv_ocl_printfPKcz";
const std::string globals_and_printf = "@format = private constant [6 x i8] c\"%s %d\\00\", align 1\n"
                                       "@word = private constant [3 x i8] c\"ab\\00\", align 1\n"
                                       "@numbers = private constant [2 x i32] [i32 1, i32 2]\n"
                                       "@changes = internal global [3 x i8] c\"ab\\00\"\n"
                                       "declare spir_func i32 @" +
                                       print + "(ptr, ...)\n";

std::string call_of_print(const std::string& arguments) {
  return "  %r = call spir_func i32 (ptr, ...) @" + print + "(" + arguments + ")\n  %u = add i32 %r, 1\n";
}

TEST(move_printf_strings, the_format_and_strings_among_its_arguments_become_constants_of_the_call) {
  ParsedModule module(function("i32 %n", call_of_print("ptr @format, ptr @word, i32 %n")) + globals_and_printf);
  ASSERT_TRUE(module.is_there());
  module.run(MovePrintfStrings());
  module.verify();
  EXPECT_EQ(body_of_f(*module),
            "  %1 = call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) "
            "@xeforge.string, ptr addrspace(2) @xeforge.string.1, i32 %n)\n  %u = add i32 %1, 1\n  ret void\n");
  const std::string ir = module.text();
  EXPECT_TRUE(contains(ir, "@xeforge.string = internal addrspace(2) constant [6 x i8] c\"%s %d\\00\", align 1")) << ir;
  EXPECT_TRUE(contains(ir, "@xeforge.string.1 = internal addrspace(2) constant [3 x i8] c\"ab\\00\", align 1")) << ir;
}

TEST(move_printf_strings, other_arguments_stay_as_they_are) {
  const std::string body = body_after(
      MovePrintfStrings(), "ptr %p",
      call_of_print("ptr @format, ptr @word, ptr @numbers, ptr @changes, ptr %p, double 1.5"), globals_and_printf);
  EXPECT_TRUE(contains(
      body, "@xeforge.string, ptr addrspace(2) @xeforge.string.1, ptr @numbers, ptr @changes, ptr %p, double 1.5"))
      << body;
}

TEST(move_printf_strings, a_format_that_is_no_literal_is_refused) {
  for (const char* format : {"%p", "@changes", "@numbers"})
    EXPECT_TRUE(
        contains(refusal_by(MovePrintfStrings(),
                            function("ptr %p", call_of_print(std::string("ptr ") + format)) + globals_and_printf),
                 "a printf whose format is known only at run time"))
        << format;
}

std::string refusal_of(const std::string& format, const std::string& arguments) {
  const std::string text =
      "@text = private constant [" + std::to_string(format.size() + 1) + " x i8] c\"" + format + "\\00\"\n";
  return refusal_by(MovePrintfStrings(),
                    function("ptr %p, i32 %n", call_of_print("ptr @text, " + arguments)) + globals_and_printf + text);
}

TEST(move_printf_strings, strings_and_widths_that_are_known_only_at_run_time_are_refused) {
  EXPECT_TRUE(contains(refusal_of("%*d", "i32 %n, i32 1"), "a printf whose width or precision is an argument"));
  EXPECT_TRUE(contains(refusal_of("%d %-8.*f", "i32 %n, i32 1, double 1.5"), "width or precision is an argument"));
  EXPECT_TRUE(contains(refusal_of("%d%%%5s", "i32 %n, ptr %p"), "a printf of a string that is known only at run time"));
  EXPECT_EQ(refusal_of("%% %p %ld %5.2s", "ptr %p, i32 %n, ptr @word"), "");
  EXPECT_EQ(refusal_of("%p %lld%%s %hhd", "ptr %p, i32 %n, i32 %n"), "");
}

} // namespace
} // namespace xeforge::toolchain::lowering
