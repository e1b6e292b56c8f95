// xeforge profile: exports of profilers beside compiled kernels.
#include "cli/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace xeforge::cli_tests {
namespace {

using Json = nlohmann::json;

constexpr const char* hotspots = "Computing Task\tComputing Task:Total Time\tComputing Task:Instance Count\t"
                                 "XVE Array:Active(%)\tXVE Array:Stalled(%)\tXVE Threads Occupancy(%)\n"
                                 "main::Axpy<float, 8>\t0.25\t100\t71.5\t20.25\t88.0\n"
                                 "zeCommandListAppendMemoryCopy\t0.75\t1\t0.0\t0.0\t0.0\n";

constexpr const char* compiled_kernel = R"({
  "format": "xeforge-compile-4", "source": "axpy.cpp", "device": "bmg", "platform": "xe2", "grf": 128,
  "zebin": "axpy.zebin", "tools": {},
  "kernels": [{"name": "Axpy_float_8", "source_name": "main::Axpy<float, 8>", "assembly": "", "instructions": 40,
               "dpas": 0, "sends": 3, "mov": 5, "math": 0, "sync": 2, "operations": {}, "loops": [], "grf": 128,
               "grf_used": 20, "spilled_bytes": 64, "slm_bytes": 0, "barriers": 0, "estimated_cycles": 300}]
})";

class profile : public InFolder {
protected:
  profile() {
    write(folder / "hot.csv", hotspots);
    std::filesystem::create_directory(folder / "out");
    write(folder / "out/report.json", compiled_kernel);
  }
};

TEST_F(profile, json_has_what_was_measured_and_what_was_compiled) {
  const toolchain::Outcome outcome = xeforge({"profile", "hot.csv", "--isa", "out", "--json", "-"});
  ASSERT_TRUE(is_success(outcome));
  const Json json = Json::parse(outcome.output);
  EXPECT_EQ(json.at("format"), "xeforge-profile-1");
  EXPECT_EQ(json.at("file"), "hot.csv");
  EXPECT_EQ(json.at("profiler"), "VTune");
  ASSERT_EQ(json.at("kernels").size(), 2u);
  const Json& copy = json.at("kernels").at(0);
  EXPECT_EQ(copy.at("percent_of_total"), 75);
  EXPECT_TRUE(copy.at("static").is_null());
  const Json& kernel = json.at("kernels").at(1);
  EXPECT_EQ(kernel.at("name"), "main::Axpy<float, 8>");
  EXPECT_EQ(kernel.at("shape"), "");
  EXPECT_EQ(kernel.at("calls"), 100);
  EXPECT_EQ(kernel.at("total_ns"), 0.25e9);
  EXPECT_EQ(kernel.at("average_ns"), 2.5e6);
  for (const char* unknown : {"min_ns", "max_ns", "percent_of_matrix", "read_gbps", "spilled_bytes"})
    EXPECT_TRUE(kernel.at(unknown).is_null()) << unknown;
  EXPECT_EQ(kernel.at("percent_active"), 71.5);
  EXPECT_EQ(kernel.at("percent_stalled"), 20.25);
  EXPECT_EQ(kernel.at("percent_occupied"), 88);
  EXPECT_EQ(kernel.at("metrics").at("XVE Array:Active(%)"), 71.5);
  const Json& compiled_kernel = kernel.at("static");
  EXPECT_EQ(compiled_kernel.at("source"), "axpy.cpp");
  EXPECT_EQ(compiled_kernel.at("device"), "bmg");
  EXPECT_EQ(compiled_kernel.at("name"), "Axpy_float_8");
  EXPECT_EQ(compiled_kernel.at("source_name"), "main::Axpy<float, 8>");
  for (const auto& [field, value] : std::map<std::string, int>{{"instructions", 40},
                                                               {"dpas", 0},
                                                               {"sends", 3},
                                                               {"mov", 5},
                                                               {"math", 0},
                                                               {"sync", 2},
                                                               {"grf", 128},
                                                               {"spilled_bytes", 64},
                                                               {"estimated_cycles", 300}})
    EXPECT_EQ(compiled_kernel.at(field), value) << field;
}

TEST_F(profile, for_people_fits_the_line_and_shows_both) {
  const toolchain::Outcome outcome = xeforge({"profile", "hot.csv", "--isa", "out"});
  ASSERT_TRUE(is_success(outcome));
  std::istringstream lines(outcome.output);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(line.size(), 100u) << line;
  for (const char* shown : {"VTune", "2.50 ms", "71.5", "Axpy_float_8", "bmg"})
    EXPECT_NE(outcome.output.find(shown), std::string::npos) << shown;
}

TEST_F(profile, a_kernel_that_was_not_compiled_is_said) {
  write(folder / "other.csv", "Computing Task\tComputing Task:Total Time\nother\t1\n");
  const toolchain::Outcome outcome = xeforge({"profile", "other.csv", "--isa", "out"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_NE(outcome.output.find("No kernel in the profile has the same name"), std::string::npos);
}

TEST_F(profile, what_is_no_export_is_refused_in_one_line) {
  write(folder / "foreign.csv", "Function\tCPU Time\nmain\t1.0\n");
  write(folder / "cut.csv", std::string(hotspots).substr(0, 200));
  EXPECT_TRUE(is_refusal(xeforge({"profile", "foreign.csv"}), {"FILE", "foreign.csv", "'Function", "VTune"}));
  EXPECT_TRUE(is_refusal(xeforge({"profile", "cut.csv"}), {"FILE", "cut.csv", "line 3", "as many as the header has"}));
  EXPECT_TRUE(is_refusal(xeforge({"profile", "absent.csv"}), {"FILE", "absent.csv"}));
  EXPECT_TRUE(is_refusal(xeforge({"profile", "hot.csv", "--isa", "absent"}), {"--isa", "absent"}));
  EXPECT_TRUE(is_refusal(xeforge({"profile", "hot.csv", "--isa", "hot.csv"}), {"--isa", "hot.csv", "report.json"}));
}

} // namespace
} // namespace xeforge::cli_tests
