#include "xeforge/records/journal.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/records/journal_file.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include <sys/stat.h>

namespace xeforge::records {
namespace {

JournalEntry good_entry() {
  JournalEntry entry;
  entry.date = "2026-11-20";
  entry.title = "half to float in the port";
  entry.hypothesis = "256 scalar comparisons";
  entry.prediction = "half the time";
  entry.change = "a conversion the optimiser cannot look through";
  entry.numbers = {{"a row", "ns", 29.7, 13.6, std::nullopt, ""},
                   {"softmax-topk/seed", "ns", 4e5, 3e5, statistics::Interval{0.7, 0.8}, "faster"},
                   {"only after", "", std::nullopt, 3, std::nullopt, ""}};
  entry.result = "more than half";
  entry.verdict = "kept";
  entry.machine = "some CPU";
  entry.compiler = "clang 19.1.7";
  entry.commit = "abc";
  entry.source = "NOTES.md";
  return entry;
}

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(journal, an_entry_is_read_as_it_was_written) {
  JournalEntry entry = good_entry();
  entry.id = 7;
  entry.title = "quotes \" backslashes \\ lines\nand \xc3\xa9";
  const std::string line = journal_line(entry);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  const auto read = parse_journal("J", line + "\n");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(to_json(read[0]), to_json(entry));
  EXPECT_EQ(read[0].numbers[1].ratio->high, 0.8);
  EXPECT_FALSE(read[0].numbers[2].before.has_value());
}

TEST(journal, what_is_no_utf8_can_be_read_again) {
  JournalEntry entry = good_entry();
  entry.id = 1;
  entry.result = "\xff\xfe";
  EXPECT_EQ(parse_journal("J", journal_line(entry) + "\n").size(), 1u);
}

TEST(journal, each_field_that_is_missing_is_named) {
  const std::pair<const char*, std::string JournalEntry::*> fields[] = {{"date", &JournalEntry::date},
                                                                        {"title", &JournalEntry::title},
                                                                        {"hypothesis", &JournalEntry::hypothesis},
                                                                        {"prediction", &JournalEntry::prediction},
                                                                        {"change", &JournalEntry::change},
                                                                        {"result", &JournalEntry::result},
                                                                        {"verdict", &JournalEntry::verdict},
                                                                        {"machine", &JournalEntry::machine},
                                                                        {"compiler", &JournalEntry::compiler},
                                                                        {"commit", &JournalEntry::commit},
                                                                        {"source", &JournalEntry::source}};
  for (const auto& [name, member] : fields)
    for (const char* nothing : {"", " \n"}) {
      JournalEntry entry = good_entry();
      entry.*member = nothing;
      EXPECT_EQ(refusal([&] { require_complete(entry); }).find(std::string(name) + ": got nothing"), 0u) << name;
    }
  EXPECT_EQ(refusal([] { require_complete(good_entry()); }), "accepted");
}

TEST(journal, numbers_dates_and_verdicts_have_to_be_some) {
  JournalEntry entry = good_entry();
  entry.numbers.clear();
  EXPECT_EQ(refusal([&] { require_complete(entry); }).find("numbers: got nothing"), 0u);
  entry.numbers = {{"a row", "ns", std::nullopt, std::nullopt, std::nullopt, ""}};
  EXPECT_EQ(refusal([&] { require_complete(entry); }).find("numbers: got neither"), 0u);
  for (const char* date : {"yesterday",
                           "2026-1-2",
                           "20261120",
                           "2026-11-20 10:00",
                           "2026-02-30",
                           "2025-02-29",
                           "2026-13-01",
                           "2026-00-01",
                           "2026-11-00",
                           "2026-11-31",
                           "2026-11-20T",
                           "2026-11-20Tabc",
                           "2026-11-20T1",
                           "2026-11-20T25:00",
                           "2026-11-20T24:00",
                           "2026-11-20T10:60",
                           "2026-11-20T10:30:",
                           "2026-11-20T10:30:60",
                           "2026-11-20T10:30:00.",
                           "2026-11-20T10:30Y",
                           "2026-11-20T10:30+1",
                           "2026-11-20T10:30+25:00",
                           "2026-11-20T10:30Z+01:00",
                           "2026-11-200",
                           "2026-11-20\n"}) {
    entry = good_entry();
    entry.date = date;
    EXPECT_EQ(refusal([&] { require_complete(entry); }).find("date: got '"), 0u) << date;
  }
  for (const char* date : {"2024-02-29", "2026-11-20T10:30", "2026-11-20T23:59:59", "2026-11-20T10:30:15.25",
                           "2026-11-20T10:30Z", "2026-11-20T10:30:15+00:00", "2026-11-20T10:30:15.123456-05:30"}) {
    entry = good_entry();
    entry.date = date;
    EXPECT_EQ(refusal([&] { require_complete(entry); }), "accepted") << date;
  }
  entry = good_entry();
  entry.verdict = "good";
  EXPECT_EQ(refusal([&] { require_complete(entry); }), "verdict: got 'good'; expected kept, reverted or neutral");
}

TEST(journal, a_damaged_line_is_refused_with_its_number) {
  JournalEntry entry = good_entry();
  entry.id = 1;
  const std::string good = journal_line(entry) + "\n";
  entry.id = 2;
  const std::string cut = journal_line(entry); // without its end
  Json other = to_json(entry);
  other["format"] = "xeforge-journal-9";
  Json incomplete = to_json(entry);
  incomplete["id"] = 2;
  incomplete.erase("result");
  Json without_number = to_json(entry);
  without_number["id"] = 2;
  without_number["numbers"] = Json::array();
  for (const std::string& bad : {std::string("\n"), std::string("not JSON\n"), std::string("{}\n"), std::string("[]\n"),
                                 good.substr(0, 40) + "\n", cut, other.dump() + "\n", incomplete.dump() + "\n",
                                 without_number.dump() + "\n", good, std::string("\xff\x00\n", 3)})
    EXPECT_EQ(refusal([&] { parse_journal("J", good + bad); }).find("J:2: got "), 0u)
        << bad << refusal([&] { parse_journal("J", good + bad); });
  EXPECT_TRUE(parse_journal("J", "").empty());
}

class journal_file : public testing::Test {
protected:
  toolchain::ScratchFolder folder;
  std::filesystem::path file = folder.path() / "JOURNAL";
};

TEST_F(journal_file, entries_get_the_next_number_and_stay_in_order) {
  EXPECT_TRUE(read_journal(file).empty());
  EXPECT_EQ(append_to_journal(file, good_entry()), 1);
  EXPECT_EQ(append_to_journal(file, good_entry()), 2);
  const auto entries = read_journal(file);
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[1].id, 2);
}

TEST_F(journal_file, a_file_that_is_no_journal_stays_as_it_is) {
  for (const char* text : {"notes of somebody\n", "{\"format\": \"xeforge-journal-1\"", "\n"}) {
    toolchain::write_text(file, text);
    EXPECT_THROW(append_to_journal(file, good_entry()), Error);
    EXPECT_EQ(toolchain::read_text(file), text);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
  }
}

TEST_F(journal_file, an_incomplete_entry_does_not_create_it) {
  JournalEntry entry = good_entry();
  entry.result = "";
  EXPECT_THROW(append_to_journal(file, entry), Error);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(journal_file, a_link_stays_a_link) {
  toolchain::write_text(folder.path() / "real", "");
  std::filesystem::create_symlink("real", file);
  append_to_journal(file, good_entry());
  EXPECT_TRUE(std::filesystem::is_symlink(file));
  EXPECT_EQ(read_journal(folder.path() / "real").size(), 1u);
}

TEST_F(journal_file, that_is_a_pipe_is_refused_at_once) {
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_THROW(append_to_journal(file, good_entry()), Error);
  std::filesystem::remove(file);
}

TEST_F(journal_file, who_appends_at_the_same_time_loses_nothing) {
  constexpr int writers = 8, each = 10;
  std::vector<std::thread> threads;
  for (int writer = 0; writer < writers; ++writer)
    threads.emplace_back([&] {
      for (int entry = 0; entry < each; ++entry)
        append_to_journal(file, good_entry());
    });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(read_journal(file).size(), writers * each);
}

} // namespace
} // namespace xeforge::records
