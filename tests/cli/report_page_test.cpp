// xeforge report: the page as a file. How it looks and behaves is tested in a browser, in tests/pages.
#include "cli/program.hpp"

#include <gtest/gtest.h>

namespace xeforge::cli_tests {
namespace {

constexpr const char* one_bench = R"({"machine": "a machine", "commit": "0123abc", "results": [
  {"op": "softmax-topk", "case": "seed", "variant": "stream", "threads": 1, "median_ns": 1e6, "min_ns": 9e5, "runs": 20,
   "gbps": 8.5, "roof_gbps": 17, "percent_of_roof": 50, "in_cache": false, "implausible": false, "check": "passed"},
  {"op": "softmax-topk", "case": "a case of <another> version", "median_ns": 2e6, "check": "passed"}]})";

class report_page : public InFolder {
protected:
  report_page() { write(folder / "bench.json", one_bench); }
  std::string page_of(Words words) const {
    words.insert(words.begin(), {"report", "-o", "page.html"});
    EXPECT_TRUE(is_success(xeforge(words)));
    return contents(folder / "page.html");
  }
};

bool has(const std::string& page, const std::string& words) { return page.find(words) != std::string::npos; }

TEST_F(report_page, has_the_rates_of_the_file_and_where_they_come_from) {
  const std::string page = page_of({"--bench", "bench.json"});
  EXPECT_TRUE(has(page, "<caption>Measured: softmax-topk</caption>"));
  EXPECT_TRUE(has(page, "<dt>machine</dt><dd>a machine</dd>"));
  EXPECT_TRUE(has(page, "<dt>commit</dt><dd>0123abc</dd>"));
  EXPECT_TRUE(has(page, "<dt>compiler</dt><dd>not recorded</dd>"));
  EXPECT_TRUE(has(page, "a case of &lt;another&gt; version"));
  EXPECT_FALSE(has(page, "were measured for this page"));
}

TEST_F(report_page, without_a_file_measures_a_few_cases_and_says_so) {
  const std::string page = page_of({});
  EXPECT_TRUE(has(page, "a few cases were measured for this page, quickly"));
  EXPECT_TRUE(has(page, "<caption>Measured: attention</caption>"));
  EXPECT_TRUE(has(page, "<title>attention on the machine it was measured on</title>"));
  EXPECT_TRUE(has(page, "Bounds of softmax-topk on devices; nothing was run there"));
}

TEST_F(report_page, the_same_inputs_give_the_same_page_but_for_the_date) {
  const auto without_dates = [](std::string page) {
    for (std::size_t at = page.find("2"); at != std::string::npos; at = page.find("2", at + 1))
      if (page.substr(at + 4, 1) == "-" && page.substr(at + 10, 1) == "T" && page.substr(at + 19, 1) == "Z")
        page.replace(at, 20, "DATE");
    return page;
  };
  const std::string first = page_of({"--bench", "bench.json"});
  EXPECT_EQ(without_dates(first), without_dates(page_of({"--bench", "bench.json"})));
}

TEST_F(report_page, goes_to_standard_output_as_well) {
  const toolchain::Outcome outcome = xeforge({"report", "-o", "-", "--bench", "bench.json"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_TRUE(outcome.output.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(outcome.output.ends_with("</html>\n"));
}

TEST_F(report_page, a_damaged_journal_is_told_not_refused) {
  write(folder / "JOURNAL", "{\"title\": \"first\"}\n[1]\n{\"tit");
  const std::string page = page_of({"--bench", "bench.json", "--journal", "JOURNAL"});
  EXPECT_TRUE(has(page, "Line 1 lacks: date, hypothesis"));
  EXPECT_TRUE(has(page, "Line 2 is left out: it is no object."));
  EXPECT_TRUE(has(page, "Line 3 is left out: it is no JSON."));
}

TEST_F(report_page, bad_inputs_are_refused_and_leave_nothing) {
  write(folder / "list.json", "[1, 2]");
  write(folder / "cut.json", std::string(one_bench).substr(0, 150));
  write(folder / "strange.json", R"({"results": [{"op": 3}]})");
  write(folder / "other", "garbage\n[[[\n");
  const auto before = snapshot();
  const auto refused = [&](const Words& more, const Words& words) {
    Words line{"report", "-o", "page.html"};
    line.insert(line.end(), more.begin(), more.end());
    EXPECT_TRUE(is_refusal(xeforge(line), words));
  };
  refused({"--bench", "absent.json"}, {"--bench", "absent.json"});
  refused({"--bench", "list.json"}, {"--bench", "list.json", "results"});
  refused({"--bench", "cut.json"}, {"--bench", "cut.json", "no JSON"});
  refused({"--bench", "strange.json"}, {"--bench", "strange.json", "'op'"});
  refused({"--isa", "absent"}, {"--isa", "absent"});
  refused({"--isa", "bench.json"}, {"--isa", "bench.json"});
  refused({"--journal", "absent"}, {"--journal", "absent"});
  refused({"--journal", "other"}, {"--journal: got 'other', in which no line is an entry"});
  refused({"--profile", "bench.json"}, {"--profile", "bench.json", "VTune"});
  EXPECT_TRUE(is_refusal(xeforge({"report", "-o", "absent/page.html"}), {"-o", "absent/page.html"}));
  EXPECT_TRUE(is_refusal(xeforge({"report"}), {"--output"}));
  EXPECT_EQ(snapshot(), before);
}

} // namespace
} // namespace xeforge::cli_tests
