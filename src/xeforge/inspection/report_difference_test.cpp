#include "xeforge/inspection/report_difference.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace xeforge::inspection {
namespace {

struct Line {
  int number;
  std::string text;
  int moves;
};

Explanation report(const std::vector<Line>& lines, const std::string& kernel_name = "Kernel") {
  Explanation explanation;
  explanation.kernels.emplace_back();
  KernelExplanation& kernel = explanation.kernels[0];
  kernel.name = kernel_name;
  for (const Line& line : lines) {
    InstructionMix mix;
    mix.instructions = mix.moves = line.moves;
    kernel.lines.push_back({{"kernel.cpp", line.number, line.text}, mix});
    kernel.mix.add(mix);
  }
  return explanation;
}

TEST(report_difference, the_same_report_is_unchanged) {
  const Explanation same = report({{1, "a", 3}, {2, "b", 4}});
  const ReportDifference difference = compare_reports(same, same);
  ASSERT_EQ(difference.kernels.size(), 1u);
  EXPECT_TRUE(difference.kernels[0].is_unchanged());
}

TEST(report_difference, a_line_with_another_mix_is_named_with_both) {
  const auto difference = compare_reports(report({{1, "a", 3}, {2, "b", 4}}), report({{1, "a", 3}, {2, "b", 9}}));
  ASSERT_EQ(difference.kernels[0].lines.size(), 1u);
  const LineDifference& line = difference.kernels[0].lines[0];
  EXPECT_EQ(line.text, "b");
  EXPECT_EQ(line.before.moves, 4);
  EXPECT_EQ(line.after.moves, 9);
  EXPECT_EQ(line.change(), 5);
}

TEST(report_difference, lines_that_only_moved_are_no_change) {
  const auto difference =
      compare_reports(report({{1, "a", 3}, {2, "b", 4}}), report({{11, "a", 3}, {12, "new", 1}, {13, "b", 4}}));
  ASSERT_EQ(difference.kernels[0].lines.size(), 1u);
  const LineDifference& line = difference.kernels[0].lines[0];
  EXPECT_EQ(line.text, "new");
  EXPECT_EQ(line.old_line, 0);
  EXPECT_EQ(line.new_line, 12);
}

TEST(report_difference, lines_of_a_file_of_another_name_are_paired_by_their_text) {
  Explanation renamed = report({{21, "b", 4}, {22, "a", 3}, {23, "c", 2}});
  for (LineReport& line : renamed.kernels[0].lines)
    line.location.file = "tuned.cpp";
  const auto difference = compare_reports(report({{1, "a", 3}, {2, "b", 4}, {3, "c", 1}}), renamed);
  ASSERT_EQ(difference.kernels[0].lines.size(), 1u) << "b stands before a now, which is no change";
  EXPECT_EQ(difference.kernels[0].lines[0].text, "c");
  EXPECT_EQ(difference.kernels[0].lines[0].old_line, 3);
  EXPECT_EQ(difference.kernels[0].lines[0].new_line, 23);
}

TEST(report_difference, the_verdict_says_what_it_is_by) {
  Explanation before = report({{1, "a", 3}}), after = report({{1, "a", 4}});
  before.kernels[0].total_cycles = 728;
  after.kernels[0].total_cycles = 954;
  after.kernels[0].private_memory.bytes = 25600;
  const auto difference = compare_reports(before, after);
  EXPECT_EQ(difference.kernels[0].verdict, CodeVerdict::slower);
  EXPECT_EQ(difference.kernels[0].reason, "728 to 954 cycles of a thread, 0 to 25600 bytes of arrays in memory");
  EXPECT_TRUE(is_any_slower(difference));
  EXPECT_EQ(compare_reports(after, before).kernels[0].verdict, CodeVerdict::faster);
  EXPECT_EQ(compare_reports(before, before).kernels[0].verdict, CodeVerdict::unchanged);
  after.kernels[0].total_cycles = 728;
  EXPECT_EQ(compare_reports(before, after).kernels[0].verdict, CodeVerdict::other_counts);
}

TEST(report_difference, iterations_that_do_more_of_a_product_are_compared_by_what_they_do) {
  const auto with_loop = [](int dpas, double cycles) {
    Explanation explanation = report({{1, "a", dpas}});
    LoopReport loop;
    loop.every_iteration.dpas = dpas;
    loop.every_iteration.issue_cycles = cycles;
    explanation.kernels[0].loops.push_back(loop);
    explanation.kernels[0].main_loop = 0;
    return explanation;
  };
  const auto difference = compare_reports(with_loop(1, 19), with_loop(4, 64)).kernels[0];
  EXPECT_EQ(difference.verdict, CodeVerdict::faster);
  EXPECT_EQ(difference.reason, "19 to 16 cycles of the main loop for each dpas");
}

TEST(report_difference, a_line_taken_out_has_no_new_number) {
  const auto difference = compare_reports(report({{1, "a", 3}, {2, "gone", 4}}), report({{1, "a", 3}}));
  ASSERT_EQ(difference.kernels[0].lines.size(), 1u);
  EXPECT_EQ(difference.kernels[0].lines[0].new_line, 0);
  EXPECT_EQ(difference.kernels[0].lines[0].change(), -4);
}

TEST(report_difference, equal_lines_are_paired_in_their_order) {
  const auto difference =
      compare_reports(report({{1, "x = y;", 3}, {5, "x = y;", 7}}), report({{1, "x = y;", 3}, {5, "x = y;", 8}}));
  ASSERT_EQ(difference.kernels[0].lines.size(), 1u);
  EXPECT_EQ(difference.kernels[0].lines[0].old_line, 5);
}

TEST(report_difference, lines_without_text_are_told_by_their_number) {
  const auto difference = compare_reports(report({{1, "", 3}, {2, "", 4}}), report({{1, "", 3}, {2, "", 5}}));
  ASSERT_EQ(difference.kernels[0].lines.size(), 1u);
  EXPECT_EQ(difference.kernels[0].lines[0].new_line, 2);
}

TEST(report_difference, the_largest_change_comes_first) {
  const auto difference = compare_reports(report({{1, "a", 3}, {2, "b", 40}}), report({{1, "a", 4}, {2, "b", 4}}));
  ASSERT_EQ(difference.kernels[0].lines.size(), 2u);
  EXPECT_EQ(difference.kernels[0].lines[0].text, "b");
}

TEST(report_difference, figures_of_the_kernel_and_its_main_loop_are_compared) {
  Explanation before = report({{1, "a", 3}}), after = report({{1, "a", 3}});
  before.kernels[0].spills.bytes = 256;
  before.kernels[0].compiler_cycles = 100;
  after.kernels[0].loops.emplace_back();
  after.kernels[0].loops[0].every_iteration.dpas = 8;
  after.kernels[0].main_loop = 0;
  const std::vector<FigureDifference> figures = compare_reports(before, after).kernels[0].figures;
  const auto figure = [&](const std::string& name) {
    for (const FigureDifference& entry : figures)
      if (entry.name == name)
        return entry;
    ADD_FAILURE() << name;
    return FigureDifference{};
  };
  EXPECT_EQ(figure("spilled bytes").before, 256.0);
  EXPECT_EQ(figure("spilled bytes").after, 0.0);
  EXPECT_EQ(figure("compiler cycles").after, std::nullopt) << "the new report does not say";
  EXPECT_EQ(figure("main loop: dpas").before, std::nullopt);
  EXPECT_EQ(figure("main loop: dpas").after, 8.0);
}

TEST(report_difference, kernels_of_one_side_are_named) {
  const auto difference = compare_reports(report({}, "Old"), report({}, "New"));
  ASSERT_EQ(difference.kernels.size(), 2u);
  EXPECT_EQ(difference.kernels[0].name, "New");
  EXPECT_FALSE(difference.kernels[0].in_old);
  EXPECT_EQ(difference.kernels[1].name, "Old");
  EXPECT_FALSE(difference.kernels[1].in_new);
}

} // namespace
} // namespace xeforge::inspection
