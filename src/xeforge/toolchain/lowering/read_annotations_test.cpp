#include "xeforge/toolchain/lowering/registers.hpp"
#include "xeforge/toolchain/lowering/testing.hpp"

namespace xeforge::toolchain::lowering {
namespace {

// A variable in the given section, annotated with the number 32 as the C++ compiler writes it.
std::string annotated(const std::string& section) {
  return "@v = internal global i32 0, section \"" + section +
         "\"\n@text = private constant [2 x i8] c\"a\\00\", section \"llvm.metadata\"\n"
         "@arguments = private constant { i32 } { i32 32 }, section \"llvm.metadata\"\n"
         "@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } "
         "{ ptr @v, ptr @text, ptr @text, i32 3, ptr @arguments }], section \"llvm.metadata\"\n";
}

TEST(read_annotations, a_registers_number_goes_into_the_section_and_the_list_goes_away) {
  ParsedModule module(annotated(register_section));
  ASSERT_TRUE(module.is_there());
  module.run(ReadAnnotations());
  module.verify();
  EXPECT_EQ(module->getNamedGlobal("v")->getSection().str(), std::string(register_section) + "32");
  for (const char* gone : {"llvm.global.annotations", "text", "arguments"})
    EXPECT_EQ(module->getGlobalVariable(gone, true), nullptr) << gone;
}

TEST(read_annotations, what_programs_annotate_themselves_stays_where_it_is) {
  ParsedModule module(annotated("somewhere"));
  ASSERT_TRUE(module.is_there());
  module.run(ReadAnnotations());
  EXPECT_EQ(module->getNamedGlobal("v")->getSection(), "somewhere");
  EXPECT_EQ(module->getNamedGlobal("llvm.global.annotations"), nullptr);
}

TEST(read_annotations, a_module_without_any_is_not_changed) {
  ParsedModule module(function("", ""));
  ASSERT_TRUE(module.is_there());
  EXPECT_FALSE(ReadAnnotations().change(*module));
}

} // namespace
} // namespace xeforge::toolchain::lowering
