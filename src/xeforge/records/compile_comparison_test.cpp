#include "xeforge/records/compile_comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace xeforge::records {
namespace {

toolchain::CompileReport report_of(std::vector<toolchain::KernelReport> kernels) {
  toolchain::CompileReport report;
  report.device = "bmg";
  report.platform = "xe2";
  report.kernels = std::move(kernels);
  return report;
}

toolchain::KernelReport kernel(int instructions, std::uint64_t spilled, std::optional<std::uint64_t> cycles) {
  toolchain::KernelReport report;
  report.name = "fold";
  report.counts.instructions = instructions;
  report.spilled_bytes = spilled;
  report.cycles = cycles;
  return report;
}

CodeVerdict verdict(const toolchain::KernelReport& before, const toolchain::KernelReport& after) {
  return compare_reports(report_of({before}), report_of({after})).at(0).verdict;
}

TEST(compile_comparison, less_of_what_costs_is_better_and_more_is_worse) {
  EXPECT_EQ(verdict(kernel(100, 0, 300), kernel(90, 0, 300)), CodeVerdict::better);
  EXPECT_EQ(verdict(kernel(100, 0, 300), kernel(100, 64, 300)), CodeVerdict::worse);
  EXPECT_EQ(verdict(kernel(100, 64, 300), kernel(110, 0, 300)), CodeVerdict::mixed);
  EXPECT_EQ(verdict(kernel(100, 0, 300), kernel(100, 0, 300)), CodeVerdict::unchanged);
}

TEST(compile_comparison, a_figure_that_one_report_lacks_decides_nothing) {
  EXPECT_EQ(verdict(kernel(100, 0, std::nullopt), kernel(90, 0, 1000)), CodeVerdict::better);
  EXPECT_EQ(verdict(kernel(100, 0, std::nullopt), kernel(100, 0, 1000)), CodeVerdict::other_counts);
}

TEST(compile_comparison, every_count_is_there_with_the_main_loop) {
  toolchain::KernelReport looping = kernel(100, 0, 300);
  toolchain::LoopCode loop;
  loop.label = "L1";
  loop.depth = 1;
  loop.counts.instructions = loop.every_iteration.instructions = 50;
  loop.counts.dpas = loop.every_iteration.dpas = 8;
  looping.loops.push_back(loop);
  const auto kernels = compare_reports(report_of({kernel(100, 0, 300)}), report_of({looping}));
  const auto& figures = kernels.at(0).figures;
  const auto found = std::ranges::find(figures, "main_loop.dpas", &Figure::name);
  ASSERT_NE(found, figures.end());
  EXPECT_FALSE(found->before.has_value());
  EXPECT_EQ(found->after, 8);
}

TEST(compile_comparison, another_device_and_kernels_of_one_side_are_said) {
  toolchain::CompileReport other = report_of({kernel(90, 0, 300)});
  other.device = "lnl-m";
  EXPECT_EQ(compare_reports(report_of({kernel(100, 0, 300)}), other).at(0).reason,
            "another device: bmg before, lnl-m after");
  EXPECT_EQ(compare_reports(report_of({}), report_of({kernel(1, 0, 1)})).at(0).reason, "only after");
  EXPECT_EQ(compare_reports(report_of({kernel(1, 0, 1)}), report_of({})).at(0).reason, "only before");
  EXPECT_FALSE(is_any_worse(compare_reports(report_of({}), report_of({kernel(1, 0, 1)}))));
}

} // namespace
} // namespace xeforge::records
