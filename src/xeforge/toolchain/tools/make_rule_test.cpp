#include "xeforge/toolchain/tools/make_rule.hpp"

#include <gtest/gtest.h>

namespace xeforge::toolchain {
namespace {

using Files = std::vector<std::string>;

TEST(MakeRules, name_files_with_blanks_and_signs) {
  const MakeRule rule = read_make_rule("k.o: k.cpp \\\n  a\\ b/c\\#d.hpp \\\n  e$$f.h\n");
  EXPECT_EQ(rule.target, "k.o");
  EXPECT_EQ(rule.prerequisites, (Files{"k.cpp", "a b/c#d.hpp", "e$f.h"}));
  EXPECT_FALSE(rule.has_empty_rules);
}

TEST(MakeRules, are_written_as_they_were_read) {
  for (const std::string text : {"k.o: k.cpp\n", "k.o x.o: k.cpp \\\n  a\\ b/c\\#d.hpp \\\n  e$$f.h\n",
                                 "k.o: k.cpp \\\n  u.h\nu.h:\n", "k.o:\n"})
    EXPECT_EQ(text_of(read_make_rule(text == "k.o:\n" ? "k.o: \n" : text)), text);
}

TEST(MakeRules, of_text_that_is_none_have_no_prerequisites) {
  EXPECT_TRUE(read_make_rule("").prerequisites.empty());
  EXPECT_TRUE(read_make_rule("k.cpp k.hpp\n").prerequisites.empty());
  EXPECT_EQ(read_make_rule("k.o: k.cpp").prerequisites, Files{"k.cpp"});
  EXPECT_EQ(read_make_rule("k.o: k.cpp\\").prerequisites, Files{"k.cpp"});
}

} // namespace
} // namespace xeforge::toolchain
