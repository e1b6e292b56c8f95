// Somebody's own program (gemm.cpp) through the commands, without one of this project's operators.
#include "cli/program.hpp"
#include "cli/schema.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <stdexcept>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class own_kernel : public InFolder {
protected:
  // Built once, with the tests.
  static std::string path_of(const char* name) { return (fs::path(XEFORGE_OWN_PROGRAMS) / name).string(); }
  Json json_of(const char* file) const { return Json::parse(contents(folder / file)); }
  static const Json& kernel_named(const Json& list, const char* field, const std::string& name) {
    for (const Json& one : list)
      if (one.at(field).get<std::string>().starts_with(name))
        return one;
    throw std::runtime_error("no " + name);
  }
};

constexpr double flops = 2.0 * 64 * 128 * 96;

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
  const toolchain::Outcome outcome =
      xeforge({"roofline", path_of("gemm-counted"), "--device", "bmg-g21,arc140v", "--json", "r.json", "--html", "r.html"});
  ASSERT_TRUE(outcome.succeeded()) << outcome.errors;
  EXPECT_NE(outcome.errors.find("--device bmg-g21: Battlemage G21, taken as b580"), std::string::npos) << outcome.errors;
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
  const toolchain::Outcome bench = xeforge({"bench", path_of("gemm"), "--seconds", "0.2", "--json", "b.json"});
  ASSERT_TRUE(bench.succeeded()) << bench.errors;
  EXPECT_NE(bench.output.find("WideGemm"), std::string::npos);
  EXPECT_TRUE(conforms(json_of("b.json"), "bench-program"));
  const toolchain::Outcome outcome = xeforge({"roofline", "gemm-counted.counts.json", "--device", "host", "--bench",
                                              "b.json", "--kernel", "WideGemm", "--json", "r.json"});
  EXPECT_TRUE(outcome.succeeded()) << outcome.errors << outcome.output;
  const Json measured = json_of("r.json").at("bounds").at(0).at("measured");
  EXPECT_GT(measured.at("seconds").get<double>(), 0);
  EXPECT_LE(measured.at("percent_of_roof").get<double>(), 100);
}

TEST_F(own_kernel, benches_of_two_versions_are_compared_by_kernel) {
  ASSERT_TRUE(is_success(xeforge({"bench", path_of("gemm"), "--seconds", "0.5", "--json", "slow.json", "--", "40"})));
  ASSERT_TRUE(
      is_success(xeforge({"bench", path_of("gemm"), "--seconds", "0.5", "--json", "fast.json", "--", "--fast", "40"})));
  const toolchain::Outcome outcome =
      xeforge({"compare", "fast.json", "slow.json", "--kernel", "WideGemm", "--json", "c.json"});
  EXPECT_EQ(outcome.code, 1) << outcome.output << outcome.errors;
  const Json results = json_of("c.json").at("results");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(results.at(0).at("verdict"), "slower") << results.dump(2);
  EXPECT_EQ(xeforge({"compare", "slow.json", "--kernel", "NaiveGemm=NaiveGemm"}).code, 0);
  EXPECT_TRUE(is_refusal(xeforge({"compare", "slow.json", "--kernel", "Gone=WideGemm"}),
                         {"--kernel: got 'Gone', which OLD does not have", "NaiveGemm"}));
}

TEST_F(own_kernel, a_report_starts_with_it) {
  ASSERT_TRUE(is_success(xeforge({"bench", path_of("gemm"), "--seconds", "0.1", "--json", "b.json"})));
  ASSERT_TRUE(
      is_success(xeforge({"report", "-o", "r.html", "--only", "--title", "My product", "--bench", "b.json"})));
  const std::string page = contents(folder / "r.html");
  EXPECT_NE(page.find("<h1>My product</h1>"), std::string::npos);
  EXPECT_LT(page.find("In short"), page.find("Measured: kernels of"));
  EXPECT_EQ(page.find("softmax-topk"), std::string::npos);
}

TEST_F(own_kernel, what_cannot_be_measured_is_refused) {
  EXPECT_TRUE(is_refusal(xeforge({"bench", path_of("gemm-counted")}), {"PROGRAM: got '", "which counts", "-fxeforge-count"}));
  EXPECT_TRUE(is_refusal(xeforge({"roofline", path_of("gemm")}), {"does not count", "-fxeforge-count"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "./absent"}), {"PROGRAM: got './absent', which is no file"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "/bin/true"}), {"launched no kernel"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "/bin/false"}), {"ended with exit code 1", "what fails is not measured"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", path_of("gemm"), "--kernel", "Gone", "--", "1"}), {"NaiveGemm, WideGemm"}));
  EXPECT_TRUE(is_refusal(xeforge({"bench", "atention"}), {"OPERATOR: got 'atention'", "program"}));
  write(folder / "bad.json", R"({"format": "xeforge-launches-1", "program": "p", "counted": true, "kernels": [{}]})");
  EXPECT_TRUE(is_refusal(xeforge({"roofline", "./bad.json"}), {"PROGRAM: got './bad.json'"}));
  write(folder / "other.json", R"({"format": "something"})");
  EXPECT_TRUE(is_refusal(xeforge({"roofline", "./other.json"}), {"a file of the format 'something'"}));
}

TEST_F(own_kernel, the_journal_is_the_projects) {
  ASSERT_TRUE(shell("git init -q . && mkdir sub && git -c user.name=n -c user.email=e commit -q --allow-empty -m x").succeeded());
  const std::string add = "cd sub && xeforge journal add --title t --hypothesis h --prediction p --change c --result r "
                          "--verdict kept --number 'a=1:2 ns'";
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
