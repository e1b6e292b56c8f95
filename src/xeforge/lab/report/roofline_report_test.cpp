#include "xeforge/lab/report/roofline_report.hpp"

#include <gtest/gtest.h>

namespace xeforge::lab {
namespace {

// 100 GFLOPS and 10 GB/s; the case needs 1 ms of arithmetic and 0.1 ms of memory.
constexpr roofline::Ceilings ceilings{100e9, 10e9};

RooflineReport report_of_one_case() {
  RooflineReport report;
  report.operator_name = "attention";
  report.devices = {"b580", "host"};
  report.cases.push_back({"small", "1x1", DType::f32, ops::Arithmetic::f32, {1e8, 1'000'000}, {}});
  return report;
}

DeviceCeilings host_ceilings() {
  return {"host", ceilings, ceilings, machine::Provenance::measured, "f32 FMA, threads: 1", "reads of memory"};
}

RooflineRow host_row(const RooflineReport& report, double seconds) {
  CaseTiming timing;
  timing.seconds = seconds;
  timing.variant = "tiled";
  return measured_row(report, 0, host_ceilings(), timing);
}

TEST(roofline_report, a_measurement_below_the_roof_says_how_far) {
  RooflineReport report = report_of_one_case();
  report.rows = {host_row(report, 2e-3)};
  ASSERT_TRUE(report.rows[0].point.has_value());
  EXPECT_NEAR(report.rows[0].point->percent_of_roof, 50, 1e-9);
  EXPECT_EQ(report.rows[0].failure, "");
  const Json measured = as_json(report).at("bounds").at(0).at("measured");
  EXPECT_NEAR(measured.at("flops_per_second").get<double>(), 50e9, 1);
  EXPECT_EQ(measured.at("standing"), "partly latency");
  EXPECT_EQ(report.rows[0].limited_by, roofline::Class::compute);
}

TEST(roofline_report, a_measurement_above_the_roof_is_refused_and_never_shown_as_one) {
  RooflineReport report = report_of_one_case();
  report.rows = {host_row(report, 0.8e-3)};
  EXPECT_FALSE(report.rows[0].point.has_value());
  EXPECT_EQ(report.rows[0].failure, "refused: 125 % of its roof");
  EXPECT_NE(text_of(report).find("refused: 125 % of its roof"), std::string::npos);
  const Json measured = as_json(report).at("bounds").at(0).at("measured");
  EXPECT_TRUE(measured.at("seconds").is_null());
  EXPECT_TRUE(measured.at("percent_of_roof").is_null());
}

TEST(roofline_report, a_case_that_failed_its_check_has_no_measurement) {
  RooflineReport report = report_of_one_case();
  CaseTiming timing;
  timing.failure = "row 3 is wrong";
  report.rows = {measured_row(report, 0, host_ceilings(), timing)};
  EXPECT_FALSE(report.rows[0].point.has_value());
  EXPECT_EQ(as_json(report).at("bounds").at(0).at("measured").at("failure"), "row 3 is wrong");
}

TEST(roofline_report, a_device_has_bounds_and_no_measurement) {
  RooflineReport report = report_of_one_case();
  report.rows = {bound_row(report, 0, machine::figures_of("b580"))};
  const Json row = as_json(report).at("bounds").at(0);
  EXPECT_TRUE(row.at("measured").is_null());
  EXPECT_EQ(row.at("known"), "estimated"); // its f32 rate is computed from the clock
  EXPECT_EQ(row.at("limit"), "compute");
  EXPECT_NE(text_of(report).find("nothing ran there, and no speed is claimed"), std::string::npos);
}

// A launch takes 5 us or more; 1e6 flops take less than a tenth of one.
TEST(roofline_report, work_that_is_over_before_a_launch_is_bound_by_latency_on_a_device) {
  RooflineReport report = report_of_one_case();
  report.cases[0].work = {1e6, 1'000};
  EXPECT_EQ(bound_row(report, 0, machine::figures_of("b580")).limited_by, roofline::Class::latency);
}

TEST(roofline_report, what_was_counted_stands_beside_what_is_needed) {
  RooflineReport report = report_of_one_case();
  report.rows = {bound_row(report, 0, machine::figures_of("b580"))};
  EXPECT_EQ(text_of(report).find("Counted"), std::string::npos);
  EXPECT_TRUE(as_json(report).at("cases").at(0).at("counted").is_null());
  CountedWork counted;
  counted.variant = "tiled";
  counted.counters.block_loads = {1'000, 1'500'000};
  counted.counters.block_stores = {500, 500'000};
  counted.counters.arithmetic_flops = 30'000'000;
  report.cases[0].counted = counted;
  EXPECT_EQ(times_bytes(report.cases[0]), 2);
  EXPECT_NEAR(times_flops(report.cases[0]), 0.3, 1e-12);
  const Json json = as_json(report).at("cases").at(0).at("counted");
  EXPECT_EQ(json.at("moved_bytes"), 2'000'000);
  EXPECT_EQ(json.at("block_loads").at("messages"), 1'000);
  EXPECT_NE(text_of(report).find("2.00 MB"), std::string::npos) << text_of(report);
}

} // namespace
} // namespace xeforge::lab
