// Somebody's own program (gemm.cpp) through the commands, without one of this project's operators.
#include "cli/program.hpp"
#include "cli/schema.hpp"
#include "xeforge/toolchain/tools/device_tools.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <regex>
#include <stdexcept>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class own_kernel : public InFolder {
protected:
  // Built once, with the tests.
  static std::string path_of(const char* name) { return (fs::path(XEFORGE_OWN_PROGRAMS) / name).string(); }
  // A bench of the program in a file, with times of its kernels that are made up: what was measured differs from run to run.
  void write_bench(const char* file, const std::map<std::string, double>& median_ns) const {
    ASSERT_TRUE(is_success(xeforge({"bench", path_of("gemm"), "--seconds", "0.05", "--json", file, "--", "2"})));
    Json bench = json_of(file);
    EXPECT_TRUE(conforms(bench, "bench-program"));
    for (Json& result : bench.at("results")) {
      const double median = median_ns.at(result.at("kernel"));
      result["median_ns"] = median;
      result["min_ns"] = median - 20;
      result["interval_ns"] = {median - 5, median + 5};
      result["samples_ns"] = Json::array();
      for (int i = -20; i <= 20; ++i)
        result["samples_ns"].push_back(median + i);
      result["runs"] = 41;
    }
    write(folder / file, bench.dump());
  }
  Json json_of(const char* file) const { return Json::parse(contents(folder / file)); }
  static const Json& kernel_named(const Json& list, const char* field, const std::string& name) {
    for (const Json& one : list)
      if (one.at(field).get<std::string>().starts_with(name))
        return one;
    throw std::runtime_error("no " + name);
  }
};

constexpr double flops = 2.0 * 64 * 128 * 96;

TEST_F(own_kernel, nothing_but_the_whole_file_is_left_of_a_program_that_counts) {
  ASSERT_TRUE(shell("'" + path_of("gemm-counted") + "' 3").succeeded());
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    files.push_back(entry.path().filename().string());
  EXPECT_EQ(files, (std::vector<std::string>{"gemm-counted.counts.json"}));
  const toolchain::Outcome refused =
      shell("XEFORGE_RECORD_OPTIONS=json=no/such/folder '" + path_of("gemm-counted") + "' 3");
  EXPECT_NE(refused.errors.find("no/such/folder: got 'a folder that cannot be used: No such file or directory'; "
                                "expected a path that can be written"),
            std::string::npos)
      << refused.errors;
}

// It is loaded before programs of others: what it exports takes the place of their own functions of the same names.
TEST_F(own_kernel, the_library_that_records_exports_one_function) {
  const fs::path library = fs::path(XEFORGE_PROGRAM).parent_path().parent_path() / "lib/libxeforge_record.so";
  const toolchain::Outcome outcome = shell("nm -D --defined-only --format=posix '" + library.string() + "'");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  const std::regex expected(
      "XEFORGE_([0-9.]+) A [^\n]*\nxeforge_recorder@@XEFORGE_\\1 [^\n]*\n"); // and the version's node
  EXPECT_TRUE(std::regex_match(outcome.output, expected)) << outcome.output;
}

TEST_F(own_kernel, a_program_that_counts_writes_what_each_kernel_did) {
  const toolchain::Outcome outcome = shell("'" + path_of("gemm-counted") + "' 3");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("counts of 2 kernels are in gemm-counted.counts.json"), std::string::npos)
      << outcome.errors;
  const Json counts = json_of("gemm-counted.counts.json");
  EXPECT_TRUE(conforms(counts, "launches"));
  const Json& naive = kernel_named(counts.at("kernels"), "kernel", "NaiveGemm");
  EXPECT_EQ(naive.at("launches"), 4);
  EXPECT_EQ(naive.at("items"), Json({8, 8, 1}));
  EXPECT_EQ(naive.at("counts").at("dpas_flops"), 4 * flops);
  // Each matrix once, in whole lines; A is loaded again for each of 8 blocks of columns.
  EXPECT_EQ(naive.at("counts").at("touched_loaded_bytes"), 2 * (64 * 96 + 96 * 128));
  EXPECT_EQ(naive.at("counts").at("touched_stored_bytes"), 4 * 64 * 128);
  EXPECT_EQ(naive.at("counts").at("block_loads_2d").at("bytes"), 4 * 2 * (8 * 64 * 96 + 8 * 96 * 128));
  const Json& wide = kernel_named(counts.at("kernels"), "kernel", "WideGemm");
  EXPECT_EQ(wide.at("launches"), 3);
  EXPECT_EQ(wide.at("counts").at("block_loads_2d").at("bytes"), 3 * 2 * (2 * 64 * 96 + 8 * 96 * 128));
}

TEST_F(own_kernel, a_program_that_does_not_count_writes_nothing) {
  const toolchain::Outcome outcome = shell("'" + path_of("gemm") + "' 2 && ls");
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_EQ(outcome.output, "largest difference 0\n");
}

TEST_F(own_kernel, its_kernels_are_placed_below_the_roofs_of_devices_by_any_name) {
  const toolchain::Outcome outcome = xeforge(
      {"roofline", path_of("gemm-counted"), "--device", "bmg-g21,arc140v", "--json", "r.json", "--html", "r.html"});
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("--device bmg-g21: Battlemage G21, taken as b580"), std::string::npos)
      << outcome.errors;
  const Json report = json_of("r.json");
  EXPECT_TRUE(conforms(report, "roofline"));
  EXPECT_EQ(report.at("devices"), Json({"b580", "lnl"}));
  const Json& naive = kernel_named(report.at("cases"), "case", "NaiveGemm");
  EXPECT_EQ(naive.at("flops"), flops);
  EXPECT_EQ(naive.at("bytes"), 2 * (64 * 96 + 96 * 128) + 4 * 64 * 128);
  EXPECT_NEAR(naive.at("counted").at("times_bytes").get<double>(),
              (2.0 * 8 * (64 * 96 + 96 * 128) + 4 * 64 * 128) / (2 * (64 * 96 + 96 * 128) + 4 * 64 * 128), 1e-6);
  EXPECT_EQ(report.at("bounds").at(0).at("class"), "latency") << "so small that a launch takes longer";
}

TEST_F(own_kernel, counts_of_a_file_and_times_of_a_bench_meet_on_the_host) {
  ASSERT_TRUE(shell("'" + path_of("gemm-counted") + "' 2").succeeded());
  const double second = 1e9; // far below any roof
  write_bench("b.json", {{"NaiveGemm", second}, {"WideGemm", second}});
  const toolchain::Outcome outcome = xeforge({"roofline", "gemm-counted.counts.json", "--device", "host", "--bench",
                                              "b.json", "--kernel", "WideGemm", "--json", "r.json"});
  EXPECT_TRUE(outcome.succeeded()) << outcome.errors << outcome.output;
  const Json measured = json_of("r.json").at("bounds").at(0).at("measured");
  EXPECT_EQ(measured.at("seconds"), 1);
  EXPECT_LT(measured.at("percent_of_roof").get<double>(), 100);
}

TEST_F(own_kernel, benches_of_two_versions_are_compared_by_kernel) {
  write_bench("slow.json", {{"NaiveGemm", 3000}, {"WideGemm", 2000}});
  write_bench("fast.json", {{"NaiveGemm", 1000}, {"WideGemm", 1000}});
  const toolchain::Outcome outcome =
      xeforge({"compare", "fast.json", "slow.json", "--kernel", "WideGemm", "--json", "c.json"});
  EXPECT_EQ(outcome.code, 1) << outcome.output << outcome.errors;
  const Json results = json_of("c.json").at("results");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results.at(0).at("verdict"), "slower") << results.dump(2);
  EXPECT_EQ(xeforge({"compare", "slow.json", "--kernel", "NaiveGemm=WideGemm"}).code, 0) << "faster";
  EXPECT_EQ(xeforge({"compare", "slow.json", "--kernel", "WideGemm=NaiveGemm"}).code, 1);
  EXPECT_TRUE(is_refusal(xeforge({"compare", "slow.json", "--kernel", "Gone=WideGemm"}),
                         {"--kernel: got 'Gone', which OLD does not have", "NaiveGemm"}));
}

// docs/guide/optimise-a-kernel.md: seven versions of one kernel in one program.
TEST_F(own_kernel, the_guides_versions_are_counted_timed_and_compared) {
  ASSERT_TRUE(shell("'" + path_of("softmax_topk_steps-counted") + "'").succeeded());
  ASSERT_TRUE(is_success(
      xeforge({"roofline", "softmax_topk_steps-counted.counts.json", "--device", "bmg", "--json", "r.json"})));
  const Json rooflines = json_of("r.json");
  EXPECT_EQ(rooflines.at("cases").size(), 7u);
  // All read the same scores and write the same results.
  for (const Json& one : rooflines.at("cases"))
    EXPECT_EQ(one.at("bytes"), rooflines.at("cases").at(0).at("bytes")) << one.at("case");
  ASSERT_TRUE(is_success(xeforge({"bench", path_of("softmax_topk_steps"), "--seconds", "0.2", "--json", "b.json"})));
  EXPECT_EQ(json_of("b.json").at("results").size(), 7u);
  const toolchain::Outcome outcome = xeforge({"compare", "b.json", "--kernel", "Step3=Step4", "--json", "c.json"});
  EXPECT_LE(outcome.code, 1) << outcome.errors;
  EXPECT_EQ(json_of("c.json").at("results").size(), 1u);
}

TEST_F(own_kernel, a_bench_that_is_interrupted_leaves_nothing) {
  fs::create_directory(folder / "scratch");
  const toolchain::Outcome outcome =
      shell("TMPDIR=scratch timeout -s INT 1 xeforge bench '" + path_of("gemm") +
            "' --seconds 60 --confidence-width 0.01 --json b.json; echo $?; ls -A scratch");
  EXPECT_EQ(outcome.output, "124\n") << outcome.errors;
  EXPECT_FALSE(fs::exists(folder / "b.json"));
}

TEST_F(own_kernel, a_report_starts_with_it) {
  ASSERT_TRUE(is_success(xeforge({"bench", path_of("gemm"), "--seconds", "0.1", "--json", "b.json"})));
  ASSERT_TRUE(is_success(xeforge({"report", "-o", "r.html", "--only", "--title", "My product", "--bench", "b.json"})));
  const std::string page = contents(folder / "r.html");
  EXPECT_NE(page.find("<h1>My product</h1>"), std::string::npos);
  EXPECT_LT(page.find("In short"), page.find("Measured: kernels of"));
  EXPECT_EQ(page.find("softmax-topk"), std::string::npos);
}

TEST_F(own_kernel, reports_are_read_from_pipes_as_well) {
  ASSERT_TRUE(shell("'" + path_of("gemm-counted") + "' 2").succeeded());
  ASSERT_TRUE(is_success(xeforge({"bench", path_of("gemm"), "--seconds", "0.1", "--json", "b.json"})));
  const auto in_bash = [&](const std::string& line) { return shell("exec bash -c '" + line + "'"); };
  EXPECT_TRUE(is_success(in_bash("xeforge roofline <(cat gemm-counted.counts.json) --device b580 --json r.json")));
  EXPECT_EQ(json_of("r.json").at("cases").size(), 2u);
  EXPECT_TRUE(is_success(in_bash("xeforge report -o r.html --only --bench <(cat b.json)")));
  EXPECT_NE(contents(folder / "r.html").find("NaiveGemm"), std::string::npos);
  EXPECT_TRUE(is_success(in_bash("xeforge compare <(cat b.json) b.json")));
}

// With the device tools: the kernel as machine code.
class own_kernel_on_device : public own_kernel {
protected:
  void SetUp() override {
    if (const auto reason = toolchain::missing_device_tools(toolchain::default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
    fs::copy_file(repository() / "tests/own_kernel/gemm.cpp", folder / "gemm.cpp");
    ASSERT_TRUE(
        is_success(xeforge({"explain", "gemm.cpp", "--device", "bmg-g21", "--json", "e.json"}, Noise::expected)));
  }
  enum class Noise { expected };
  // Naming a device by another word than its own is told on standard error.
  toolchain::Outcome xeforge(const Words& words, Noise) const {
    toolchain::Outcome outcome = InFolder::xeforge(words);
    outcome.errors.clear();
    return outcome;
  }
  using own_kernel::xeforge;
};

TEST_F(own_kernel_on_device, two_kernels_of_one_file_are_compared_and_stand_side_by_side) {
  const toolchain::Outcome outcome =
      xeforge({"compare", "e.json", "--kernel", "NaiveGemm=WideGemm", "--html", "v.html", "--json", "c.json"});
  ASSERT_LE(outcome.code, 1) << outcome.errors;
  const Json result = json_of("c.json").at("results").at(0);
  EXPECT_EQ(result.at("kernel"), "NaiveGemm to WideGemm");
  EXPECT_EQ(outcome.code == 1, result.at("verdict") == "slower");
  EXPECT_NE(result.at("reason").get<std::string>().find(" cycles of "), std::string::npos);
  const std::string page = contents(folder / "v.html");
  for (const char* name : {"Source of NaiveGemm to WideGemm before", "Source of NaiveGemm to WideGemm after",
                           "Instructions of NaiveGemm to WideGemm before", "dpas"})
    EXPECT_NE(page.find(name), std::string::npos) << name;
  EXPECT_TRUE(
      is_refusal(xeforge({"compare", "e.json", "e.json", "--kernel", "Gone"}), {"--kernel: got 'Gone'", "NaiveGemm"}));
  EXPECT_TRUE(is_refusal(xeforge({"compare", "e.json"}), {"NEW: got nothing", "--kernel OLD=NEW"}));
}

TEST_F(own_kernel_on_device, the_page_has_every_instruction_beside_the_source) {
  const Json explanation = json_of("e.json");
  for (const Json& kernel : explanation.at("kernels")) {
    int instructions = 0, of_the_source = 0;
    for (const Json& line : kernel.at("listing")) {
      instructions += !line.at("text").get<std::string>().ends_with(':');
      of_the_source += line.at("line") > 0;
    }
    EXPECT_EQ(instructions, kernel.at("instructions")) << kernel.at("name");
    EXPECT_GT(2 * of_the_source, instructions);
  }
}

TEST_F(own_kernel_on_device, a_file_of_another_name_with_more_lines_is_the_same_code) {
  write(folder / "renamed.cpp", "// A line\n// and another.\n" + contents(folder / "gemm.cpp"));
  ASSERT_TRUE(is_success(xeforge({"explain", "renamed.cpp", "--device", "b580", "--json", "f.json"}, Noise::expected)));
  ASSERT_TRUE(is_success(xeforge({"compare", "e.json", "f.json", "--json", "c.json"})));
  const Json comparison = json_of("c.json");
  for (const Json& kernel : comparison.at("results"))
    EXPECT_EQ(kernel.at("verdict"), "unchanged") << kernel.dump(2);
}

// One number ranks the lines of the terminal and of the page.
TEST_F(own_kernel_on_device, the_page_ranks_lines_as_the_terminal_does) {
  const Json explanation = json_of("e.json");
  const Json& kernel = kernel_named(explanation.at("kernels"), "name", "WideGemm");
  ASSERT_FALSE(kernel.at("main_loop").is_null());
  ASSERT_TRUE(is_success(xeforge({"explain", "e.json", "--kernel", "WideGemm", "--html", "e.html"})));
  const std::string page = contents(folder / "e.html");
  const std::string terminal = xeforge({"explain", "e.json", "--kernel", "WideGemm"}).output;
  EXPECT_NE(page.find("each iteration of "), std::string::npos);
  // The first line of both tables: the page names it as gemm.cpp:39, the terminal in its first column.
  std::smatch on_page, on_terminal;
  const std::string rows = page.substr(page.find("<tbody>", page.find("come from, each iteration of ")));
  ASSERT_TRUE(std::regex_search(rows, on_page, std::regex("gemm\\.cpp:(\\d+)")));
  const std::string lines = terminal.substr(terminal.find("\nline "));
  ASSERT_TRUE(std::regex_search(lines, on_terminal, std::regex("\n +(\\d+) .* (\\d+)  sum"))) << terminal;
  EXPECT_EQ(on_page[1], on_terminal[1]);
  EXPECT_NE(rows.substr(0, rows.find("</tr>")).find("data-value=\"" + on_terminal[2].str() + "\""), std::string::npos)
      << "the same cycles: " << on_terminal[2];
}

TEST_F(own_kernel_on_device, a_report_of_its_code_says_its_verdict_first_and_its_origin) {
  ASSERT_TRUE(is_success(xeforge({"report", "-o", "r.html", "--only", "--title", "Mine", "--isa", "e.json"})));
  const std::string page = contents(folder / "r.html");
  EXPECT_LT(page.find("In short"), page.find("Source of NaiveGemm"));
  EXPECT_EQ(page.find("not recorded"), std::string::npos);
  EXPECT_NE(page.find("<dt>commit</dt>"), std::string::npos);
}

TEST_F(own_kernel, what_cannot_be_measured_is_refused) {
  EXPECT_TRUE(
      is_refusal(xeforge({"bench", path_of("gemm-counted")}), {"PROGRAM: got '", "which counts", "-fxeforge-count"}));
  EXPECT_TRUE(is_refusal(xeforge({"roofline", path_of("gemm")}), {"does not count", "-fxeforge-count"}));
  write(folder / "gemm.cpp", "int main() {}\n");
  EXPECT_TRUE(is_refusal(xeforge({"roofline", "gemm.cpp"}),
                         {"PROGRAM: got 'gemm.cpp'", "xeforge-cxx -O2 -fxeforge-count gemm.cpp"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "gemm.cpp"}), {"PROGRAM: got 'gemm.cpp'", "xeforge-cxx -O2 gemm.cpp -o"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "./absent"}), {"PROGRAM: got './absent', which is no file"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "/bin/true"}), {"launched no kernel"}));
  EXPECT_TRUE(
      is_refusal(xeforge({"bench", "/bin/false"}), {"ended with exit code 1", "failing runs are not measured"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", path_of("gemm"), "--kernel", "Gone", "--", "1"}), {"NaiveGemm, WideGemm"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "atention"}), {"OPERATOR: got 'atention'", "program"}));
  write(folder / "bad.json", R"({"format": "xeforge-launches-1", "program": "p", "counted": true, "kernels": [{}]})");
  EXPECT_TRUE(is_refusal(xeforge({"roofline", "./bad.json"}), {"PROGRAM: got './bad.json'"}));
  write(folder / "other.json", R"({"format": "something"})");
  EXPECT_TRUE(is_refusal(xeforge({"roofline", "./other.json"}), {"a file of the format 'something'"}));
}

TEST_F(own_kernel, the_journal_is_the_projects) {
  ASSERT_TRUE(shell("git init -q . && mkdir sub && git -c user.name=n -c user.email=e commit -q --allow-empty -m x")
                  .succeeded());
  const std::string add = "cd sub && xeforge journal add --title t --hypothesis h --prediction p --change c --result r "
                          "--verdict kept --number 'a=1:2 ns' --source notes";
  const toolchain::Outcome outcome = shell(add);
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_TRUE(fs::exists(folder / ".xeforge/JOURNAL"));
  const Json entry = Json::parse(contents(folder / ".xeforge/JOURNAL"));
  std::string commit = shell("git rev-parse --short=12 HEAD").output;
  commit.pop_back();
  EXPECT_TRUE(entry.at("commit").get<std::string>().starts_with(commit)) << entry.at("commit");
  fs::create_directories(folder / "sub/.xeforge");
  ASSERT_TRUE(shell(add).succeeded()) << "the nearest one";
  EXPECT_TRUE(fs::exists(folder / "sub/.xeforge/JOURNAL"));
  EXPECT_NE(shell("cd sub && xeforge journal list").output.find("1 entry in"), std::string::npos);
}

} // namespace
} // namespace xeforge::cli_tests
