// xeforge bench extension: that both ways of each program give the same results, on every instruction set.
#include "cli/program.hpp"
#include "xeforge/machine/cpu_targets.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;
class bench_extension : public InFolder {};

TEST_F(bench_extension, finds_the_same_results_with_esimd_and_with_loops_on_each_target) {
  for (const machine::CpuTargetInfo& target : machine::cpu_targets()) {
    if (!target.available)
      continue;
    const toolchain::Outcome outcome =
        xeforge({"bench", "extension", "--target", std::string(target.name), "--json", "-"});
    ASSERT_TRUE(is_success(outcome));
    const Json report = Json::parse(outcome.output);
    EXPECT_EQ(report.at("target"), target.name);
    EXPECT_GT(report.at("launch_ns"), 0);
    EXPECT_GT(report.at("barrier_ns"), 0);
    EXPECT_EQ(report.at("barrier_items"), 32);
    std::vector<std::string> names;
    for (const Json& result : report.at("results")) {
      names.push_back(result.at("case"));
      EXPECT_EQ(result.at("check"), "passed") << result;
      EXPECT_EQ(result.at("threads"), 1);
      EXPECT_GT(result.at("loop_ns"), 0);
      EXPECT_DOUBLE_EQ(result.at("ratio").get<double>(),
                       result.at("esimd_ns").get<double>() / result.at("loop_ns").get<double>());
    }
    EXPECT_EQ(names, (std::vector<std::string>{"vadd", "vadd-memory", "axpy", "axpy-memory", "softmax", "gemm"}));
  }
}

} // namespace
} // namespace xeforge::cli_tests
