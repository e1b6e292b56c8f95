// Writes the pages that pages_test.py looks at: every kind of block, hostile names, a crowd of points.
#include "xeforge/pages/charts.hpp"
#include "xeforge/pages/page.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

using namespace xeforge::pages;

const std::string hostile =
    "</title></script><script>window.wasAttacked = true</script><img src=\"http://x.example/a\" "
    "onerror=\"window.wasAttacked = true\">\" onfocus=\"window.wasAttacked = true";

RooflineChart crowd() {
  RooflineChart chart{
      "A crowd below two roofs", {{"roof one", 110e9, 18e9}, {"roof two, of another machine", 55e12, 112e9}}, {}};
  for (int point = 0; point < 14; ++point)
    chart.points.push_back({"point number " + std::to_string(point), 0.7 + 0.05 * (point * 7 % 11),
                            (8 + point * 5 % 9 * 0.6) * 1e9, point % 5 ? PointKind::measured : PointKind::bound});
  chart.points.push_back({"far from it", 40, 60e9, PointKind::measured});
  return chart;
}

LadderChart ladder() {
  return {
      "A ladder", "TFLOP/s", {{"baseline", 64, "a first kernel"}, {"a step", 70, ""}, {"a step back", 68, "slower"}}};
}

SortableTable numbers() {
  return {
      "Numbers",
      {{"name"}, {"value", ColumnKind::number}},
      {{{"bravo"}, {"9.5", 9.5}}, {{"alpha"}, {"10", 10}}, {{"delta"}, {"-", std::nullopt}}, {{"charlie"}, {"-2", -2}}},
      {{"command", "a command"}, {"machine", "a machine"}}};
}

CodeView code() {
  return {"A kernel",
          "cycles of an iteration",
          {{1, "void kernel() {", 0, 0},
           {2, "  load(); // a long line " + std::string(120, '.'), 3, 4},
           {3, "  dpas();", 1, 16},
           {4, "}", 0, 0}},
          {{"L0:", 0},
           {"(W) send.ugm (1|M0) r10 r4 null:0 0x0 0x0240F580", 2},
           {"dpas.8x8 (16|M0) r20:f r20:f r10:bf r4.0:bf", 3}}};
}

// The second line is new, the first is another one than before.
Versions versions() {
  return {{"A kernel before",
           "cycles",
           {{2, "  slow();", 2, 8}, {3, "  dpas();", 1, 16}},
           {{"mov r1 r2", 2}, {"dpas.8x8 r20", 3}}},
          {"A kernel after",
           "cycles",
           {{3, "  fast();", 1, 4}, {4, "  dpas();", 1, 16}},
           {{"add r1 r2", 3}, {"dpas.8x8 r20", 4}}},
          {{3, 4}}};
}

Page everything() {
  return {"Every kind of block",
          "A page to look at.",
          {{"Tables", {Paragraph{"Words."}, numbers()}},
           {"Pictures", {Figure{picture_of(crowd()), "A roofline."}, Figure{picture_of(ladder()), "A ladder."}}},
           {"Code", {code(), versions()}},
           {"Details", {Details{"What is folded", "is\n  kept"}}}}};
}

Page hostile_page() {
  const RooflineChart roofline{hostile, {{hostile, 1e12, 1e11}}, {{hostile, 1, 1e10, PointKind::measured}}};
  const LadderChart steps{hostile, hostile, {{hostile, 1, hostile}, {hostile, 2, hostile}}};
  return {hostile,
          hostile,
          {{hostile,
            {Paragraph{hostile}, SortableTable{hostile, {{hostile}}, {{{hostile}}}, {{hostile, hostile}}},
             Figure{picture_of(roofline), hostile}, Figure{picture_of(steps), hostile}, Details{hostile, hostile},
             CodeView{hostile, hostile, {{1, hostile, 1, 1}}, {{hostile, 1}}},
             Versions{{hostile, hostile, {{1, hostile, 1, 1}}, {{hostile, 1}}},
                      {hostile, hostile, {{1, hostile, 1, 1}}, {{hostile, 1}}},
                      {}}}}}};
}

} // namespace

int main(int argument_count, char** arguments) {
  if (argument_count != 2) {
    std::cerr << "sample_pages: got " << argument_count - 1 << " arguments; expected a folder\n";
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::ofstream(folder / "everything.html") << html(everything());
  std::ofstream(folder / "hostile.html") << html(hostile_page());
  std::ofstream(folder / "roofline.svg") << roofline_svg(crowd());
  std::ofstream(folder / "ladder.svg") << ladder_svg(ladder());
  std::ofstream(folder / "roofline-narrow.svg") << roofline_svg(crowd(), ChartWidth::narrow);
  std::ofstream(folder / "ladder-narrow.svg") << ladder_svg(ladder(), ChartWidth::narrow);
}
