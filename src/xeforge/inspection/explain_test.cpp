#include "xeforge/inspection/explain.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/inspection/explained_for_test.hpp"
#include "xeforge/inspection/source_lines.hpp"
#include "xeforge/toolchain/tools/files.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xeforge::inspection {
namespace {

Instruction at_location(Instruction instruction, std::uint32_t location) {
  instruction.location = location;
  return instruction;
}

// Lines 1 to 3 of a file of its own; location 4 is in the extension, called from line 2.
class Explained : public testing::Test {
protected:
  Explained() {
    const std::string file = (scratch_.path() / "kernel.cpp").string();
    toolchain::write_text(file, "first line\n  second line  \nthird line\n");
    locations_ = {{},
                  {"Kernel", {{file, 1}}},
                  {"Kernel", {{file, 2}}},
                  {"Kernel", {{file, 3}}},
                  {"Kernel", {{(scratch_.path() / "headers/sycl/queue.hpp").string(), 70}, {file, 2}}}};
  }
  KernelExplanation explained_with_locations(std::vector<CodeBlock> blocks) const {
    toolchain::Compiled compiled = compiled_of(std::move(blocks));
    compiled.locations = locations_;
    return explain(compiled, scratch_.path() / "headers").kernels.at(0);
  }

  toolchain::ScratchFolder scratch_;
  std::vector<toolchain::SourceLocation> locations_;
};

TEST_F(Explained, lines_sum_what_comes_from_them) {
  const KernelExplanation kernel =
      explained_with_locations({{"L0",
                                 {at_location(move(16, to(1), reg(2)), 1), at_location(dpas(1, 20, 40), 3),
                                  at_location(move(16, to(1), reg(2)), 1)},
                                 {}}});
  ASSERT_EQ(kernel.lines.size(), 2u);
  EXPECT_EQ(kernel.lines[0].location.line, 1);
  EXPECT_EQ(kernel.lines[0].location.text, "first line");
  EXPECT_EQ(kernel.lines[0].mix.moves, 2);
  EXPECT_EQ(kernel.lines[1].mix.dpas, 1);
  EXPECT_EQ(kernel.mix.instructions, 3);
}

TEST_F(Explained, what_the_extension_does_counts_for_the_line_that_called_it) {
  const KernelExplanation kernel = explained_with_locations({{"L0", {at_location(block_load(10, 2), 4)}, {}}});
  ASSERT_EQ(kernel.lines.size(), 1u);
  EXPECT_EQ(kernel.lines[0].location.line, 2);
  EXPECT_EQ(kernel.lines[0].location.text, "second line");
}

TEST_F(Explained, a_file_among_the_headers_is_named_relative_to_them) {
  const auto header = scratch_.path() / "headers/xeforge/ops/kernel.hpp";
  SourceLines lines({{}, {"Kernel", {{header.string(), 5}}}}, scratch_.path() / "headers");
  EXPECT_EQ(lines.of(1).file, "xeforge/ops/kernel.hpp");
  EXPECT_EQ(lines.of(1).text, "") << "the file is not there";
  EXPECT_FALSE(lines.of(0).is_known());
  EXPECT_FALSE(lines.of(77).is_known());
}

TEST_F(Explained, the_finding_names_the_line_with_most_of_it) {
  const Instruction pair = move(16, to(17, ElementType::uw, 0, 2), reg(4, ElementType::uw));
  const KernelExplanation kernel = explained_with_locations(
      loop_of(joined({repeated(4, at_location(pair, 1)), repeated(12, at_location(pair, 2))})));
  ASSERT_TRUE(finding(kernel, FindingKind::vnni_moves));
  EXPECT_EQ(finding(kernel, FindingKind::vnni_moves)->location.line, 2);
  EXPECT_NE(finding(kernel, FindingKind::vnni_moves)->text.find("16 of them build VNNI pairs from line 2 of "),
            std::string::npos);
}

TEST_F(Explained, a_source_in_another_encoding_still_gives_a_report) {
  const std::string file = (scratch_.path() / "latin.cpp").string();
  toolchain::write_text(file, "x = 1; // gr\xf6\xdf"
                              "er\n");
  SourceLines lines({{}, {"Kernel", {{file, 1}}}}, scratch_.path() / "headers");
  EXPECT_EQ(lines.of(1).text, "x = 1; // gr\xef\xbf\xbd\xef\xbf\xbd"
                              "er");
}

TEST(explain, without_locations_all_is_of_no_line) {
  const KernelExplanation kernel = explained(loop_of({}));
  ASSERT_EQ(kernel.lines.size(), 1u);
  EXPECT_FALSE(kernel.lines[0].location.is_known());
}

TEST(explain, blocks_have_their_loops_their_runs_and_their_registers) {
  Instruction chained = dpas(10, 60, 80);
  chained.is_atomic = true;
  const KernelExplanation kernel = explained(
      loop_of(joined({repeated(3, chained), {dpas(10, 60, 80)}, {move(16, to(1), reg(2))}, {dpas(10, 60, 80)}})));
  ASSERT_EQ(kernel.blocks.size(), 2u) << "the last one has no instruction";
  const BlockReport& block = kernel.blocks[1];
  EXPECT_EQ(block.label, "L16");
  EXPECT_EQ(block.loop_depth, 1);
  EXPECT_EQ(block.longest_dpas_run, 4);
  EXPECT_EQ(block.longest_atomic_chain, 4) << "three of them and the one that ends the chain";
  EXPECT_EQ(block.registers_written, 8 + 1 + 1);
  EXPECT_EQ(block.registers_read, 8 + 8 + 4 + 1 + 2);
  EXPECT_GE(block.most_registers_live, 8 + 8 + 4);
}

TEST(explain, dpas_that_are_not_atomic_are_a_run_but_no_chain) {
  const KernelExplanation kernel = explained(loop_of(repeated(4, dpas(10, 60, 80))));
  EXPECT_EQ(kernel.blocks[1].longest_dpas_run, 4);
  EXPECT_EQ(kernel.blocks[1].longest_atomic_chain, 0);
}

TEST(explain, a_loop_has_its_end_and_its_bound) {
  const KernelExplanation kernel = explained(loop_of(repeated(4, dpas(10, 60, 80))));
  ASSERT_EQ(kernel.main_loop, 0u);
  const LoopReport& loop = kernel.loops[0];
  EXPECT_EQ(loop.trip.value().step, "1");
  EXPECT_DOUBLE_EQ(loop.every_iteration.issue_cycles, 7);
  EXPECT_DOUBLE_EQ(loop.every_iteration.cycles_of(Pipe::systolic), 64);
  EXPECT_DOUBLE_EQ(loop.every_iteration.bound_cycles(), 64);
}

TEST(explain, a_wait_in_the_next_iteration_is_found) {
  using Role = toolchain::ScoreboardToken::Role;
  const Instruction sum = operation(Operation::add, 16, to(50), {reg(20), reg(52)});
  const KernelExplanation kernel = explained(loop_of(joined({{with_token(sum, 3, Role::waits_for_result)},
                                                             repeated(5, sum),
                                                             {with_token(block_load(20, 2), 3, Role::sets)}})));
  ASSERT_EQ(kernel.loops[0].loads.size(), 1u);
  EXPECT_DOUBLE_EQ(kernel.loops[0].loads[0].cycles, 1 + 3) << "the load, and what ends the iteration";
}

// ---- JSON -----------------------------------------------------------------------------------------------------------
Explanation example() {
  toolchain::Compiled compiled =
      compiled_of(loop_of(joined({repeated(16, move(16, to(17, ElementType::uw, 0, 2), reg(4, ElementType::uw))),
                                  {fill(20), block_load(20, 2), dpas(10, 60, 80)}})));
  compiled.info.tools = {{"libigc2", "2.40.14-1 pinned"}};
  compiled.kernels[0].report.cycles = 343;
  return explain(compiled, "/nowhere");
}

TEST(explanation_json, what_is_written_is_read_again) {
  const auto json = to_json(example());
  EXPECT_EQ(to_json(parse_explanation("explain.json", json.dump())), json);
  EXPECT_TRUE(is_explanation(json.dump()));
  EXPECT_EQ(json.at("kernels").at(0).at("compiler_cycles"), 343);
  EXPECT_TRUE(json.at("kernels").at(0).at("bank_conflicts").is_null());
}

TEST(explanation_json, other_files_are_refused_by_name) {
  for (const char* text : {"", "{}", "[]", "{\"format\": 5}", "{\"format\": \"xeforge-compile-4\"}",
                           "{\"format\": \"xeforge-explain-4\"}", "{\"format\": \"xeforge-explain-4\", \"source\": 1}"})
    try {
      parse_explanation("out/explain.json", text);
      FAIL() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.argument(), "out/explain.json") << text;
    }
  EXPECT_FALSE(is_explanation("{\"format\": \"xeforge-compile-4\"}"));
  EXPECT_FALSE(is_explanation("[1"));
}

TEST(explanation_json, counts_and_indices_are_checked) {
  const auto refused = [](auto change) {
    auto json = to_json(example());
    change(json.at("kernels").at(0));
    EXPECT_THROW(parse_explanation("explain.json", json.dump()), Error);
  };
  refused([](auto& kernel) { kernel["main_loop"] = 7; });
  refused([](auto& kernel) { kernel["main_loop"] = -1; });
  refused([](auto& kernel) { kernel["instructions"] = -3; });
  refused([](auto& kernel) { kernel["instructions"] = 4e9; });
  refused([](auto& kernel) { kernel["dpas"] = "many"; });
  refused([](auto& kernel) { kernel["spills"]["bytes"] = 7e20; });
  refused([](auto& kernel) { kernel["grf_used"] = 1.5; });
  refused([](auto& kernel) { kernel["sends_by_kind"] = 3; });
  refused([](auto& kernel) { kernel["loops"][0].erase("trip"); });
}

TEST(explanation_json, names_of_kinds_are_those_that_this_version_knows) {
  const auto refusal = [](const char* list, auto value) {
    auto json = to_json(example());
    json.at("kernels").at(0).at(list)["swizzle"] = value;
    try {
      parse_explanation("explain.json", json.dump());
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(
      refusal("mov_by_reason", 3),
      "explain.json: got 3 as 'kernels[0].mov_by_reason.swizzle', which must be one of immediate, blend, conversion, "
      "pairs, strided, broadcast, copy, loop copy, special; expected a report that 'xeforge explain' wrote");
  EXPECT_EQ(
      refusal("pipe_cycles", 3.5),
      "explain.json: got 3.5 as 'kernels[0].pipe_cycles.swizzle', which must be one of control, float, integer, long, "
      "math, dpas, send; expected a report that 'xeforge explain' wrote");
  const nlohmann::json traffic = {{"messages", 1}, {"bytes_read", 0}, {"bytes_written", 0}};
  EXPECT_NE(refusal("sends_by_kind", traffic)
                .find("got object as 'kernels[0].sends_by_kind.swizzle', which must be one of load 2d, "),
            std::string::npos);

  Explanation explanation = example();
  explanation.kernels.at(0).findings.push_back({FindingKind::spills, 3, "some", {}});
  auto json = to_json(explanation);
  json.at("kernels").at(0).at("findings").back()["kind"] = "swizzle";
  try {
    parse_explanation("explain.json", json.dump());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(
        std::string(error.what())
            .find("got 'swizzle' as 'kernels[0].findings[3].kind', which must be one of vnni moves, conversions, "),
        std::string::npos)
        << error.what();
  }
}

TEST(explanation_json, a_condition_of_a_loop_that_is_not_known_is_refused) {
  auto json = to_json(example());
  json.at("kernels").at(0).at("loops").at(0).at("trip")["condition"] = "about";
  try {
    parse_explanation("explain.json", json.dump());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what())
                  .find("got 'about' as 'kernels[0].loops[0].trip.condition', which must be one of eq, ne, "),
              std::string::npos)
        << error.what();
  }
}

TEST(explanation_json, every_kind_is_read_as_it_was_written) {
  InstructionMix mix;
  for (const MoveReason reason : move_reason_names.values())
    mix.moves_by_reason[reason] = 1;
  for (const MessageKind kind : toolchain::message_kind_names.values())
    mix.messages_by_kind[kind] = {1, 2, 3};
  for (const Pipe pipe : pipe_names.values())
    mix.pipe_cycles[pipe] = 1;
  Explanation explanation = example();
  KernelExplanation& kernel = explanation.kernels.at(0);
  kernel.mix = mix;
  kernel.findings.clear();
  for (const FindingKind kind : finding_kind_names.values())
    kernel.findings.push_back({kind, 1, "some", {}});
  const KernelExplanation read = parse_explanation("explain.json", to_json(explanation).dump()).kernels.at(0);
  EXPECT_EQ(read.mix, mix);
  ASSERT_EQ(read.findings.size(), kernel.findings.size());
  for (std::size_t at = 0; at < read.findings.size(); ++at)
    EXPECT_EQ(read.findings[at].kind, kernel.findings[at].kind) << at;
}

} // namespace
} // namespace xeforge::inspection
