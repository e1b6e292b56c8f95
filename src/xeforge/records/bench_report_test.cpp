#include "xeforge/records/bench_report.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"

#include <gtest/gtest.h>

namespace xeforge::records {
namespace {

using files::Json;

Json good_result() {
  return {{"op", "softmax-topk"},
          {"case", "seed"},
          {"variant", "fold"},
          {"target", "v4"},
          {"dtype", "float16"},
          {"shape", {{"rows", 32768}, {"n", 128}, {"k", 8}}},
          {"threads", 2},
          {"median_ns", 1000.5},
          {"clock_ghz", {4.0, 4.2}},
          {"samples_ns", {1000, 1001, 999.5}},
          {"check", "passed"}};
}

Json good_report() {
  return {{"format", "xeforge-bench-1"},
          {"machine", "some CPU"},
          {"compiler", "clang"},
          {"commit", "abc"},
          {"date", "2026-11-20T10:00:00Z"},
          {"results", Json::array({good_result()})}};
}

BenchReport parsed(const Json& json) { return parse_bench_report("a.json", json.dump()); }

std::string refusal(const std::string& text) {
  try {
    parse_bench_report("a.json", text);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

TEST(bench_report, what_was_measured_on_what_is_read) {
  const BenchReport report = parsed(good_report());
  EXPECT_EQ(report.origin.machine, "some CPU");
  EXPECT_EQ(report.origin.commit, "abc");
  ASSERT_EQ(report.cases.size(), 1u);
  const BenchCase& one = report.cases[0];
  EXPECT_EQ(one.full_name(), "softmax-topk/seed");
  EXPECT_EQ(one.shape, "rows 32768, n 128, k 8");
  EXPECT_EQ(one.threads, 2);
  EXPECT_TRUE(one.passed);
  EXPECT_EQ(one.median_ns, 1000.5);
  EXPECT_EQ(one.samples_ns, (std::vector<double>{1000, 1001, 999.5}));
  EXPECT_NEAR(one.clock_ghz, 4.1, 1e-12);
}

TEST(bench_report, a_report_from_before_samples_were_kept_is_read_as_far_as_it_goes) {
  Json json = good_report();
  for (const char* field : {"format", "machine", "compiler", "commit", "date"})
    json.erase(field);
  json["results"][0].erase("samples_ns");
  json["results"][0].erase("clock_ghz");
  const BenchReport report = parsed(json);
  EXPECT_TRUE(report.cases[0].samples_ns.empty());
  EXPECT_EQ(report.origin.machine, "");
}

TEST(bench_report, each_field_that_is_missing_is_named) {
  for (const char* field : {"op", "case", "variant", "target", "dtype", "shape", "threads", "median_ns", "check"}) {
    Json json = good_report();
    json["results"][0].erase(field);
    EXPECT_NE(refusal(json.dump()).find(std::string("a.json: got no field 'results[0].") + field + "'"),
              std::string::npos)
        << refusal(json.dump());
  }
}

TEST(bench_report, values_that_no_bench_writes_are_refused) {
  for (const auto& [field, value] :
       std::initializer_list<std::pair<const char*, Json>>{{"op", 3},
                                                           {"shape", "large"},
                                                           {"shape", {{"rows", "many"}}},
                                                           {"threads", 0},
                                                           {"threads", 1.5},
                                                           {"threads", 1e300},
                                                           {"threads", true},
                                                           {"median_ns", -1},
                                                           {"median_ns", nullptr},
                                                           {"samples_ns", {1, "2"}},
                                                           {"samples_ns", {1, -2}},
                                                           {"samples_ns", 5},
                                                           {"samples_ns", std::vector<double>(2001, 1.0)},
                                                           {"clock_ghz", "fast"}}) {
    Json json = good_report();
    json["results"][0][field] = value;
    EXPECT_NE(refusal(json.dump()).find("a.json: got "), std::string::npos) << field << " " << value;
  }
  Json twice = good_report();
  twice["results"].push_back(good_result());
  EXPECT_NE(refusal(twice.dump()).find("two results of the case 'softmax-topk/seed'"), std::string::npos);
}

TEST(bench_report, what_is_no_report_is_refused_in_one_printable_line) {
  const std::string whole = good_report().dump();
  for (const std::string& text :
       {std::string(), std::string("{"), std::string("[1]"), std::string("null"), std::string("\xff\xfe\n\r\t"),
        std::string("{\"results\": []}"), std::string("{\"results\": 1}"), std::string("{\"results\": [1]}"),
        std::string("{\"format\": \"\x01\", \"results\": []}"),
        std::string("{\"format\": \"other-1\", \"results\": []}"), std::string(100'000, '['),
        whole.substr(0, whole.size() / 2)}) {
    const std::string words = refusal(text);
    EXPECT_EQ(words.find("a.json: got "), 0u) << words;
    EXPECT_NE(words.find("expected a report that 'xeforge bench"), std::string::npos) << words;
    EXPECT_LT(words.size(), 400u);
    for (const char character : words)
      EXPECT_TRUE(character >= 0x20 && character < 0x7f) << words;
  }
}

} // namespace
} // namespace xeforge::records
