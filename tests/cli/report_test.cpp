// What list, roof, check and bench report, on the terminal and as JSON.
#include "cli/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;

class report : public InFolder {
protected:
  Json json_of(Words words) const {
    words.insert(words.end(), {"--json", "-"});
    const toolchain::Outcome outcome = xeforge(words);
    EXPECT_TRUE(is_success(outcome));
    return Json::parse(outcome.output);
  }
};

bool fits_100_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.size() > 100)
      return false;
  return true;
}

void expect_fields(const Json& object, const std::map<std::string, Json::value_t>& fields) {
  for (const auto& [name, type] : fields) {
    ASSERT_TRUE(object.contains(name)) << name;
    const Json& value = object.at(name);
    EXPECT_TRUE(value.type() == type || (type == Json::value_t::number_float && value.is_number()) ||
                (type == Json::value_t::number_integer && value.is_number_integer()))
        << name << " is " << value;
  }
}

constexpr auto text = Json::value_t::string;
constexpr auto number = Json::value_t::number_float;
constexpr auto integer = Json::value_t::number_integer;
constexpr auto boolean = Json::value_t::boolean;

TEST_F(report, list_names_operators_variants_targets_and_choices) {
  const Json list = json_of({"list"});
  const Json& softmax_topk = list.at("operators").at(0);
  EXPECT_EQ(softmax_topk.at("name"), "softmax-topk");
  ASSERT_FALSE(softmax_topk.at("variants").empty());
  std::set<std::string> variants, targets;
  for (const Json& variant : softmax_topk.at("variants")) {
    expect_fields(variant, {{"name", text}, {"summary", text}, {"accepts", text}});
    variants.insert(variant.at("name"));
  }
  int chosen = 0;
  for (const Json& target : list.at("targets")) {
    expect_fields(target, {{"name", text}, {"summary", text}, {"available", boolean}, {"chosen", boolean}});
    targets.insert(target.at("name"));
    chosen += target.at("chosen").get<bool>();
  }
  EXPECT_EQ(chosen, 1);
  EXPECT_EQ(targets, (std::set<std::string>{"v3", "v4", "v4_bf16"}));
  ASSERT_GE(softmax_topk.at("choices").size(), 3u);
  for (const Json& choice : softmax_topk.at("choices")) {
    expect_fields(choice, {{"rows", integer}, {"n", integer}, {"k", integer}, {"dtype", text}, {"reason", text}});
    EXPECT_TRUE(variants.contains(choice.at("variant")));
    EXPECT_TRUE(targets.contains(choice.at("target")));
  }
}

TEST_F(report, list_describes_attention_as_well) {
  const Json list = json_of({"list"});
  ASSERT_EQ(list.at("operators").size(), 3u);
  const Json& attention = list.at("operators").at(1);
  EXPECT_EQ(attention.at("name"), "attention");
  std::set<std::string> variants;
  for (const Json& variant : attention.at("variants"))
    variants.insert(variant.at("name"));
  ASSERT_GE(attention.at("choices").size(), 3u);
  for (const Json& choice : attention.at("choices")) {
    expect_fields(choice, {{"batch", integer},
                           {"heads_q", integer},
                           {"heads_kv", integer},
                           {"seq_q", integer},
                           {"seq_k", integer},
                           {"d_qk", integer},
                           {"d_v", integer},
                           {"dtype", text},
                           {"options", text},
                           {"reason", text}});
    EXPECT_TRUE(variants.contains(choice.at("variant")));
  }
}

TEST_F(report, list_without_a_file_name_goes_to_standard_output) {
  const toolchain::Outcome outcome = xeforge({"list", "--json"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_TRUE(Json::parse(outcome.output).contains("operators"));
}

TEST_F(report, list_for_people_fits_the_line_and_has_no_colour_in_a_pipe) {
  const toolchain::Outcome outcome = xeforge({"list"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_TRUE(fits_100_columns(outcome.output)) << outcome.output;
  EXPECT_EQ(outcome.output.find('\033'), std::string::npos);
  EXPECT_NE(outcome.output.find("softmax-topk"), std::string::npos);
}

TEST_F(report, roof_reports_each_thread_count) {
  ASSERT_TRUE(is_success(xeforge({"roof", "--json", "roof.json"})));
  const Json roof = Json::parse(contents(folder / "roof.json"));
  ASSERT_FALSE(roof.at("ceilings").empty());
  EXPECT_EQ(roof.at("ceilings").at(0).at("threads"), 1);
  for (const Json& ceiling : roof.at("ceilings")) {
    expect_fields(ceiling, {{"threads", integer}, {"read_gbps", number}, {"f32_fma_gflops", number}});
    EXPECT_GT(ceiling.at("read_gbps"), 0.1);
    EXPECT_GT(ceiling.at("f32_fma_gflops"), 0.1);
    EXPECT_TRUE(ceiling.at("bf16_dot_gflops").is_null() || ceiling.at("bf16_dot_gflops") > 0.1);
  }
}

TEST_F(report, check_counts_the_runs_of_each_variant_and_target) {
  const Json check = json_of({"check", "softmax-topk", "--set", "smoke"});
  ASSERT_FALSE(check.at("results").empty());
  for (const Json& result : check.at("results")) {
    expect_fields(result, {{"op", text},
                           {"set", text},
                           {"variant", text},
                           {"target", text},
                           {"passed", integer},
                           {"failed", integer},
                           {"refused", integer}});
    EXPECT_EQ(result.at("failed"), 0) << result;
    EXPECT_TRUE(result.at("failures").empty());
  }
}

TEST_F(report, check_of_one_variant_checks_no_other) {
  const Json check = json_of({"check", "softmax-topk", "--set", "smoke", "--variant", "stream", "--target", "v3"});
  ASSERT_EQ(check.at("results").size(), 1u);
  EXPECT_EQ(check.at("results").at(0).at("variant"), "stream");
  EXPECT_EQ(check.at("results").at(0).at("target"), "v3");
  EXPECT_GT(check.at("results").at(0).at("passed"), 0);
}

TEST_F(report, check_for_people_fits_the_line) {
  const toolchain::Outcome outcome = xeforge({"check", "softmax-topk", "--set", "smoke", "--variant", "stream"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_TRUE(fits_100_columns(outcome.output)) << outcome.output;
  EXPECT_NE(outcome.output.find("check: all "), std::string::npos) << outcome.output;
}

TEST_F(report, bench_reports_every_number_it_promises) {
  const Json bench = json_of({"bench", "softmax-topk", "--case", "mixtral", "--threads", "1"});
  ASSERT_EQ(bench.at("results").size(), 1u);
  const Json& result = bench.at("results").at(0);
  expect_fields(result, {{"op", text},
                         {"case", text},
                         {"variant", text},
                         {"target", text},
                         {"dtype", text},
                         {"threads", integer},
                         {"median_ns", number},
                         {"min_ns", number},
                         {"runs", integer},
                         {"bytes", number},
                         {"gbps", number},
                         {"roof_gbps", number},
                         {"percent_of_roof", number},
                         {"in_cache", boolean},
                         {"check", text}});
  EXPECT_EQ(result.at("op"), "softmax-topk");
  EXPECT_EQ(result.at("case"), "mixtral");
  EXPECT_EQ(result.at("threads"), 1);
  EXPECT_EQ(result.at("check"), "passed");
  EXPECT_EQ(result.at("shape").at("n"), 8);
  EXPECT_EQ(result.at("shape").at("k"), 2);
  // 8 float16 scores read, 2 float32 weights and 2 int32 indices written
  EXPECT_EQ(result.at("bytes"), result.at("shape").at("rows").get<double>() * (8 * 2 + 2 * 4 + 2 * 4));
  EXPECT_GE(result.at("runs"), 1);
  EXPECT_GT(result.at("min_ns"), 0);
  EXPECT_GE(result.at("median_ns"), result.at("min_ns"));
  EXPECT_LE(result.at("interval_ns").at(0), result.at("median_ns"));
  EXPECT_GE(result.at("interval_ns").at(1), result.at("median_ns"));
  EXPECT_GE(result.at("confidence"), 0.95);
  EXPECT_EQ(result.at("samples_ns").size(), (result.at("runs").get<int>() + result.at("sample_stride").get<int>() - 1) /
                                                result.at("sample_stride").get<int>());
  for (const char* origin : {"machine", "compiler", "commit", "date"})
    EXPECT_NE(bench.at(origin), "") << origin;
  EXPECT_NEAR(result.at("gbps").get<double>(), result.at("bytes").get<double>() / result.at("median_ns").get<double>(),
              1e-6);
  EXPECT_NEAR(result.at("percent_of_roof").get<double>(),
              100 * result.at("gbps").get<double>() / result.at("roof_gbps").get<double>(), 1e-6);
}

TEST_F(report, check_of_attention_names_the_worst_elements) {
  const Json check = json_of({"check", "attention", "--set", "smoke", "--variant", "strided", "--target", "v3"});
  ASSERT_EQ(check.at("results").size(), 1u);
  const Json& result = check.at("results").at(0);
  EXPECT_EQ(result.at("op"), "attention");
  EXPECT_EQ(result.at("failed"), 0) << result;
  EXPECT_GT(result.at("passed"), 0);
  for (const char* worst : {"worst_absolute", "worst_relative"}) {
    expect_fields(result.at(worst), {{"case", text}, {"b", integer}, {"h", integer}, {"s", integer}, {"d", integer}});
    EXPECT_LE(std::fabs(result.at(worst).at("got").get<double>() - result.at(worst).at("expected").get<double>()),
              result.at(worst).at("allowed").get<double>());
  }
}

TEST_F(report, a_random_case_is_of_the_set_random) {
  EXPECT_EQ(json_of({"check", "rms-norm", "--case", "random-3"}).at("results").at(0).at("set"), "random");
}

TEST_F(report, check_of_one_case_runs_no_other) {
  const Json check = json_of({"check", "attention", "--case", "plain-float32", "--target", "v3"});
  for (const Json& result : check.at("results"))
    EXPECT_LE(result.at("passed").get<int>() + result.at("refused").get<int>(), 1) << result;
}

TEST_F(report, bench_of_attention_reports_arithmetic_against_its_ceiling) {
  const Json bench = json_of({"bench", "attention", "--case", "heads-1", "--threads", "1"});
  ASSERT_EQ(bench.at("results").size(), 1u);
  const Json& result = bench.at("results").at(0);
  expect_fields(result, {{"op", text},
                         {"case", text},
                         {"variant", text},
                         {"target", text},
                         {"dtype", text},
                         {"threads", integer},
                         {"median_ns", number},
                         {"min_ns", number},
                         {"runs", integer},
                         {"flops", number},
                         {"gflops", number},
                         {"roof_gflops", number},
                         {"roof", text},
                         {"percent_of_roof", number},
                         {"bytes", integer},
                         {"gbps", number},
                         {"rows_checked", integer},
                         {"check", text}});
  EXPECT_EQ(result.at("check"), "passed");
  EXPECT_TRUE(result.at("roof_gbps").is_null());
  // batch 2, one head, 1024 queries and keys, depth 128
  EXPECT_EQ(result.at("flops"), 2 * (4.0 * 1024 * 1024 * 128 + 2.0 * 1024 * 1024));
  EXPECT_EQ(result.at("bytes"), 4 * 2 * 1024 * 128 * 2); // q, k, v and out
  EXPECT_NEAR(result.at("gflops").get<double>(),
              result.at("flops").get<double>() / result.at("median_ns").get<double>(), 1e-6);
  EXPECT_NEAR(result.at("percent_of_roof").get<double>(),
              100 * result.at("gflops").get<double>() / result.at("roof_gflops").get<double>(), 1e-6);
}

TEST_F(report, bench_for_people_fits_the_line) {
  const toolchain::Outcome outcome = xeforge({"bench", "softmax-topk", "--case", "mixtral", "--variant", "stream"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_TRUE(fits_100_columns(outcome.output)) << outcome.output;
  EXPECT_NE(outcome.output.find("stream"), std::string::npos);
}

TEST_F(report, bench_says_where_the_time_was_up_before_the_interval_was_narrow) {
  const toolchain::Outcome outcome = xeforge({"bench", "softmax-topk", "--case", "mixtral", "--confidence-width",
                                              "0.01%", "--seconds", "0.3", "--json", "out.json"});
  ASSERT_TRUE(is_success(outcome));
  const Json bench = Json::parse(contents(folder / "out.json"));
  EXPECT_EQ(bench.at("confidence_width"), 0.0001);
  EXPECT_EQ(bench.at("settle_seconds"), 0.3);
  const Json& result = bench.at("results").at(0);
  const double width = result.at("interval_ns").at(1).get<double>() - result.at("interval_ns").at(0).get<double>();
  const bool is_unsettled = width > 0.0001 * result.at("median_ns").get<double>();
  EXPECT_EQ(outcome.output.find("wider than 0.01% when the time was up (0.3 s") != std::string::npos, is_unsettled)
      << outcome.output << result.at("interval_ns");
  EXPECT_EQ(std::ranges::count(result.at("disturbances"), Json("unsettled")), is_unsettled ? 1 : 0);
}

} // namespace
} // namespace xeforge::cli_tests
