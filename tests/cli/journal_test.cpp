// xeforge journal as a user meets it.
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace xeforge::cli_tests {
namespace {

class journal : public InFolder {
protected:
  const Words complete{
      "journal",   "add",      "--file",       "J",        "--title",  "two rows a step",    "--hypothesis", "chains",
      "--change",  "two rows", "--prediction", "20% less", "--number", "a row=29.7:13.6 ns", "--result",     "spills",
      "--verdict", "reverted", "--source",     "notes"};
};

TEST_F(journal, entries_are_added_listed_and_shown) {
  ASSERT_TRUE(is_success(xeforge(complete)));
  ASSERT_TRUE(is_success(xeforge(complete)));
  const toolchain::Outcome list = xeforge({"journal", "list", "--file", "J"});
  ASSERT_TRUE(is_success(list));
  EXPECT_NE(list.output.find("2 entries"), std::string::npos) << list.output;
  EXPECT_NE(list.output.find("two rows a step"), std::string::npos);
  const toolchain::Outcome shown = xeforge({"journal", "show", "2", "--file", "J"});
  ASSERT_TRUE(is_success(shown));
  for (const char* words : {"2. two rows a step", "reverted", "Hypothesis\n  chains", "29.7 ns", "13.6 ns", "-54.2%",
                            "source: notes", "machine: "})
    EXPECT_NE(shown.output.find(words), std::string::npos) << words << "\n" << shown.output;
}

TEST_F(journal, an_incomplete_entry_is_refused_and_nothing_is_written) {
  for (const char* option :
       {"--title", "--hypothesis", "--prediction", "--change", "--result", "--verdict", "--source"}) {
    Words words = complete;
    const auto at = std::find(words.begin(), words.end(), option);
    words.erase(at, at + 2);
    EXPECT_TRUE(is_refusal(xeforge(words), {std::string(option) + ": got nothing"}));
  }
  Words words = complete;
  const auto at = std::find(words.begin(), words.end(), "--number");
  words.erase(at, at + 2);
  EXPECT_TRUE(is_refusal(xeforge(words), {"--numbers: got nothing", "--before"}));
  EXPECT_TRUE(snapshot().empty());
}

TEST_F(journal, values_that_are_none_are_refused) {
  const auto with = [&](const char* option, const char* value) {
    Words words = complete;
    *(std::find(words.begin(), words.end(), option) + 1) = value;
    return xeforge(words);
  };
  EXPECT_TRUE(is_refusal(with("--verdict", "good"), {"--verdict: got 'good'", "kept, reverted or neutral"}));
  const auto with_date = [&](const char* date) {
    Words words = complete;
    words.insert(words.end(), {"--date", date});
    return xeforge(words);
  };
  for (const char* date : {"2026-02-30", "2026-13-01", "2026-11-20T25:00", "2026-11-20T", "2026-11-20Tabc"})
    EXPECT_TRUE(is_refusal(with_date(date), {std::string("--date: got '") + date + "'", "such as 2026-11-20"}));
  EXPECT_TRUE(snapshot().empty());
  for (const char* number : {"a", "a=1", "a=x:2", "a=1:nan", "a=: ns", "=1:2"})
    EXPECT_TRUE(is_refusal(with("--number", number), {"--number", ": got "})) << number;
  Words words = complete;
  words.insert(words.end(), {"--before", "a.json"});
  EXPECT_TRUE(is_refusal(xeforge(words), {"--after: got nothing"}));
  words.insert(words.end(), {"--after", "b.json"});
  EXPECT_TRUE(is_refusal(xeforge(words), {"--before: got 'a.json', which does not exist"}));
}

TEST_F(journal, a_title_is_one_line_without_escape_sequences_wherever_it_is_shown) {
  Words words = complete;
  *(std::ranges::find(words, "--title") + 1) = "two\nlines\x1b[31m";
  ASSERT_TRUE(is_success(xeforge(words)));
  for (const Words& command : {Words{"journal", "list", "--file", "J"}, Words{"journal", "show", "1", "--file", "J"}}) {
    const toolchain::Outcome shown = xeforge(command);
    ASSERT_TRUE(is_success(shown));
    EXPECT_NE(shown.output.find("two\\nlines\\x1b[31m"), std::string::npos) << shown.output;
    EXPECT_EQ(shown.output.find('\x1b'), std::string::npos) << shown.output;
  }
}

TEST_F(journal, a_file_that_is_no_journal_is_never_touched) {
  write(folder / "J", "somebody's notes\n");
  EXPECT_TRUE(is_refusal(xeforge(complete), {"xeforge: J:1: got "}));
  EXPECT_TRUE(is_refusal(xeforge({"journal", "list", "--file", "J"}), {"xeforge: J:1: got "}));
  EXPECT_EQ(contents(folder / "J"), "somebody's notes\n");
  EXPECT_TRUE(is_refusal(xeforge({"journal", "list", "--file", "absent"}), {"--file: got 'absent'"}));
}

TEST_F(journal, an_entry_that_does_not_exist_is_refused) {
  ASSERT_TRUE(is_success(xeforge(complete)));
  EXPECT_TRUE(is_refusal(xeforge({"journal", "show", "7", "--file", "J"}), {"ID: got 7", "1 to 1"}));
}

TEST_F(journal, the_repository_has_one) {
  const toolchain::Outcome list = shell("cd '" + repository().string() + "' && xeforge journal list");
  ASSERT_TRUE(is_success(list));
  EXPECT_NE(list.output.find("kept"), std::string::npos);
  EXPECT_NE(list.output.find("reverted"), std::string::npos);
}

} // namespace
} // namespace xeforge::cli_tests
