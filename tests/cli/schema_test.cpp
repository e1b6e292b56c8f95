// What the program writes as JSON is what docs/schema says. A further schema: a test that calls expect_schema(), and
// its name in the list at the end.
#include "cli/program.hpp"
#include "cli/schema.hpp"

#include "xeforge/inspection/explanation.hpp"
#include "xeforge/toolchain/compile_report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;

// The document conforms, and would not if a field were missing or of another type.
void expect_schema(const Json& document, const std::string& name) {
  ASSERT_TRUE(conforms(document, name)) << document.dump(2).substr(0, 2000);
  const std::vector<Json> spoilt = spoilt_copies(document, name);
  EXPECT_GE(spoilt.size(), 4u) << name;
  for (const Json& copy : spoilt)
    EXPECT_FALSE(conforms(copy, name)) << Json::diff(document, copy);
}

class schema : public InFolder {
protected:
  // Runs the command with --json; code: the exit code it has to have.
  Json json_of(Words words, int code = 0) const {
    words.insert(words.end(), {"--json", "document.json"});
    const toolchain::Outcome outcome = xeforge(words);
    EXPECT_EQ(outcome.code, code) << outcome.errors;
    return Json::parse(contents(folder / "document.json"));
  }
};

TEST_F(schema, of_bench_and_of_comparing_two) {
  const Json bench = json_of({"bench", "softmax-topk", "--case", "mixtral", "--threads", "1"});
  expect_schema(bench, "bench-softmax-topk");
  write(folder / "old.json", bench.dump());
  Json slower = bench;
  for (Json& sample : slower.at("results").at(0).at("samples_ns"))
    sample = 3 * sample.get<double>();
  write(folder / "new.json", slower.dump());
  const Json comparison = json_of({"compare", "old.json", "new.json"}, 1);
  expect_schema(comparison, "compare-bench");
  EXPECT_EQ(comparison.at("results").at(0).at("verdict"), "slower");
  EXPECT_NEAR(comparison.at("results").at(0).at("ratio").get<double>(), 3, 0.3);
}

TEST_F(schema, of_bench_of_attention) {
  expect_schema(json_of({"bench", "attention", "--case", "heads-1", "--seconds", "0.3"}), "bench-attention");
}

TEST_F(schema, of_bench_of_rms_norm) {
  expect_schema(json_of({"bench", "rms-norm", "--case", "few-tokens", "--seconds", "0.3"}), "bench-rms-norm");
}

TEST_F(schema, of_comparing_reports_of_compile) {
  toolchain::CompileReport report;
  report.device = "bmg";
  report.platform = "xe2";
  report.kernels.emplace_back().name = "fold";
  write(folder / "old.json", toolchain::to_json(report).dump());
  report.kernels.front().counts.instructions = 7;
  write(folder / "new.json", toolchain::to_json(report).dump());
  expect_schema(json_of({"compare", "old.json", "new.json"}, 1), "compare-compile");
}

TEST_F(schema, of_comparing_reports_of_explain) {
  inspection::Explanation explanation;
  explanation.source = "fold.cpp";
  explanation.device = "bmg";
  explanation.platform = "xe2";
  inspection::KernelExplanation kernel;
  kernel.name = "fold";
  kernel.registers = 128;
  kernel.lines.emplace_back().location = {"fold.cpp", 3, "a = b;"};
  kernel.lines.back().mix.instructions = kernel.mix.instructions = 4;
  explanation.kernels.push_back(kernel);
  write(folder / "old.json", inspection::to_json(explanation).dump());
  explanation.kernels[0].lines[0].mix.instructions = explanation.kernels[0].mix.instructions = 9;
  write(folder / "new.json", inspection::to_json(explanation).dump());
  const Json comparison = json_of({"compare", "old.json", "new.json"});
  expect_schema(comparison, "compare-explain");
  EXPECT_EQ(comparison.at("results").at(0).at("lines").at(0).at("after"), 9);
}

TEST_F(schema, of_explain) {
  inspection::InstructionMix mix;
  mix.instructions = mix.moves = 3;
  mix.moves_by_reason = {{inspection::MoveReason::pairs, 3}};
  mix.messages_by_kind = {{inspection::MessageKind::load_2d, {1, 512, 0}}};
  mix.pipe_cycles = {{inspection::Pipe::integers, 3}};
  const inspection::SourceLine location{"fold.cpp", 3, "a = b;"};
  const inspection::LineReport line{location, mix};
  inspection::KernelExplanation kernel;
  kernel.name = "fold";
  kernel.mix = mix;
  kernel.registers = 128;
  kernel.registers_used = 70;
  kernel.compiler_cycles = 90;
  kernel.bank_conflicts = 0;
  kernel.spills.lines = kernel.lines = {line};
  kernel.blocks.emplace_back().mix = mix;
  inspection::LoopReport& loop = kernel.loops.emplace_back();
  loop.mix = loop.every_iteration = mix;
  loop.lines = {line};
  loop.loads = {{location, 7}};
  loop.trip = inspection::TripCount{"r3", "1", toolchain::Condition::lt, "r4", location};
  kernel.main_loop = 0;
  kernel.findings = {{inspection::FindingKind::vnni_moves, 3, "3 of 3 instructions", location}};
  inspection::Explanation explanation;
  explanation.source = "fold.cpp";
  explanation.tools = {{"libigc2", "2.40.14-1 pinned"}};
  explanation.kernels = {kernel};
  write(folder / "fold.json", inspection::to_json(explanation).dump());
  expect_schema(json_of({"explain", "fold.json"}), "explain");
}

TEST_F(schema, of_the_journal) {
  const toolchain::Outcome added = xeforge({"journal",      "add",
                                            "--file",       "J",
                                            "--title",      "a",
                                            "--hypothesis", "b",
                                            "--prediction", "c",
                                            "--change",     "d",
                                            "--number",     "a row=29.7:13.6 ns",
                                            "--result",     "e",
                                            "--verdict",    "kept",
                                            "--source",     "f"});
  ASSERT_TRUE(is_success(added));
  expect_schema(json_of({"journal", "list", "--file", "J"}), "journal-list");
  expect_schema(json_of({"journal", "show", "1", "--file", "J"}), "journal");
  expect_schema(Json::parse(contents(folder / "J")), "journal");
}

TEST_F(schema, of_profiles) {
  toolchain::CompileReport report;
  report.source = "axpy.cpp";
  report.device = "bmg";
  toolchain::KernelReport kernel;
  kernel.name = kernel.source_name = "Axpy";
  kernel.registers = 128;
  kernel.cycles = 300;
  report.kernels.push_back(kernel);
  std::filesystem::create_directory(folder / "out");
  write(folder / "out/report.json", toolchain::to_json(report).dump());
  write(folder / "hot.csv", "Computing Task\tComputing Task:Total Time\tXVE Array:Active(%)\nAxpy\t0.25\t71.5\n");
  const Json profile = json_of({"profile", "hot.csv", "--isa", "out"});
  expect_schema(profile, "profile");
  EXPECT_TRUE(profile.at("kernels").at(0).at("static").is_object());
}

TEST_F(schema, of_devices_and_of_the_roofline) {
  expect_schema(json_of({"devices"}), "devices");
  expect_schema(json_of({"devices", "--here"}), "devices-here");
  const Json bounds = json_of({"roofline", "softmax-topk", "--case", "seed", "--device", "b580", "--count"});
  expect_schema(bounds, "roofline");
  EXPECT_TRUE(bounds.at("cases").at(0).at("counted").is_object());
}

TEST_F(schema, of_list_and_of_check) {
  expect_schema(json_of({"list"}), "list");
  for (const std::string op : {"softmax-topk", "attention", "rms-norm"})
    expect_schema(json_of({"check", op, "--set", "smoke"}), "check-" + op);
}

// The largest error of no run is none.
TEST_F(schema, of_a_check_in_which_a_variant_has_no_case) {
  for (const std::string op : {"softmax-topk", "attention"}) {
    const Json check = json_of({"check", op, "--random", "1"});
    EXPECT_TRUE(conforms(check, "check-" + op));
    bool is_any_idle = false;
    for (const Json& row : check.at("results"))
      if (row.at("passed") == 0 && row.at("failed") == 0) {
        is_any_idle = true;
        EXPECT_EQ(row.at("worst_absolute").at("case"), "") << row;
        EXPECT_EQ(row.at("worst_relative").at("case"), "") << row;
      }
    EXPECT_TRUE(is_any_idle) << op;
  }
}

TEST_F(schema, of_this_machines_ceilings_and_of_the_extension_beside_loops) {
  expect_schema(json_of({"roof"}), "roof");
  expect_schema(json_of({"bench", "extension"}), "bench-extension");
}

// No card is here: a document as one would be, whose fields lab_devices_test holds against what is written.
TEST_F(schema, of_a_cards_ceilings) {
  expect_schema({{"device",
                  {{"name", "sm_90"},
                   {"title", "a card"},
                   {"driver", "1.2"},
                   {"compute_units", 1},
                   {"cache_bytes", 1},
                   {"core_mhz", 0},
                   {"memory_mhz", 0},
                   {"copy_gbps", 1.5},
                   {"read_gbps", 1.5},
                   {"f16_product_gflops", 1.5},
                   {"bf16_product_gflops", 1.5},
                   {"f32_fma_gflops", 1.5}}}},
                "roof-device");
}

TEST_F(schema, of_reports_of_compile) {
  toolchain::CompileReport report;
  report.source = "fold.cpp";
  report.device = "bmg";
  report.platform = "xe2";
  report.tools = {{"libigc2", "2.40.14-1 pinned"}};
  toolchain::KernelReport& kernel = report.kernels.emplace_back();
  kernel.name = kernel.source_name = "fold";
  kernel.counts.operations = {{"mov", 3}};
  kernel.registers_used = 70;
  kernel.cycles = 300;
  toolchain::LoopCode& loop = kernel.loops.emplace_back();
  loop.label = "L96";
  loop.depth = 1;
  expect_schema(toolchain::to_json(report), "compile");
}

TEST_F(schema, every_line_of_the_journal_of_this_repository_is_an_entry) {
  std::istringstream lines(contents(repository() / "bench" / "JOURNAL"));
  int entries = 0;
  for (std::string line; std::getline(lines, line); ++entries)
    EXPECT_TRUE(conforms(Json::parse(line), "journal")) << line;
  EXPECT_GE(entries, 6);
}

// The scripts need PyTorch and are no part of the build: reports that they wrote, kept for this. They check each of
// theirs.
TEST_F(schema, of_the_reports_of_the_peers) {
  const std::filesystem::path examples = std::filesystem::path(XEFORGE_REPOSITORY) / "bench/peers/examples";
  expect_schema(Json::parse(contents(examples / "attention.json")), "peers-attention");
  expect_schema(Json::parse(contents(examples / "softmax_topk.json")), "peers-softmax-topk");
}

TEST_F(schema, each_file_of_docs_schema_is_tested) {
  const std::vector<std::string> tested{"bench-attention",
                                        "bench-extension",
                                        "bench-program", // in own_kernel_test.cpp
                                        "bench-rms-norm",
                                        "bench-softmax-topk",
                                        "check-attention",
                                        "check-rms-norm",
                                        "check-run", // in driver/checker_test.cpp
                                        "check-softmax-topk",
                                        "compare-bench",
                                        "compare-compile",
                                        "compare-explain",
                                        "compile",
                                        "devices",
                                        "devices-here",
                                        "emulate", // in emulate_test.cpp
                                        "explain",
                                        "journal",
                                        "journal-list",
                                        "launches", // in own_kernel_test.cpp
                                        "list",
                                        "peers-attention",
                                        "peers-softmax-topk",
                                        "profile",
                                        "roof",
                                        "roof-device",
                                        "roofline"};
  for (const std::string& name : schema_names())
    EXPECT_EQ(std::ranges::count(tested, name), 1) << name << ".json has no test here";
}

} // namespace
} // namespace xeforge::cli_tests
