// No command writes over what it reads, nor over another of its outputs, by whichever path.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <tuple>

namespace xeforge::cli_tests {
namespace {

namespace fs = std::filesystem;

constexpr const char* compiled = R"({
  "format": "xeforge-compile-4", "source": "axpy.cpp", "device": "bmg", "platform": "xe2", "grf": 128,
  "zebin": "axpy.zebin", "tools": {},
  "kernels": [{"name": "Axpy", "source_name": "Axpy", "assembly": "", "instructions": 40,
               "dpas": 0, "sends": 3, "mov": 5, "math": 0, "sync": 2, "operations": {}, "loops": [], "grf": 128,
               "grf_used": 20, "spilled_bytes": 64, "slm_bytes": 0, "barriers": 0, "estimated_cycles": 300}]
})";
constexpr const char* bench = R"({"machine": "a machine", "results": [
  {"op": "softmax-topk", "case": "seed", "median_ns": 1e6, "min_ns": 9e5, "runs": 20, "check": "passed"}]})";
constexpr const char* profile = "Computing Task\tComputing Task:Total Time\nother\t1\n";

class own_files : public InFolder {
protected:
  // words: those of a command that reads `input`; option: the one that names what it writes.
  void expect_input_stays(Words words, const std::string& option, const std::string& input) const {
    const auto as_they_were = snapshot();
    fs::create_symlink(input, folder / "link");
    fs::create_hard_link(folder / input, folder / "twin");
    const auto before = snapshot();
    words.push_back(option);
    for (const std::string& output : {input, "./" + input, std::string("link"), std::string("twin")}) {
      words.push_back(output);
      EXPECT_TRUE(is_own_file(xeforge(words), option)) << testing::PrintToString(words);
      EXPECT_TRUE(snapshot() == before) << testing::PrintToString(words);
      words.pop_back();
    }
    fs::remove(folder / "link");
    fs::remove(folder / "twin");
    EXPECT_TRUE(snapshot() == as_they_were);
  }
  // Something may have been printed before the input was known.
  static testing::AssertionResult is_own_file(const toolchain::Outcome& outcome, const std::string& option) {
    if (outcome.code == 2 && outcome.errors.find(option + ": got ") != std::string::npos &&
        outcome.errors.find("a file that this command reads") != std::string::npos)
      return testing::AssertionSuccess();
    return testing::AssertionFailure() << outcome.code << " " << outcome.errors;
  }
};

TEST_F(own_files, reports_of_compile_are_kept) {
  write(folder / "report.json", compiled);
  ASSERT_TRUE(is_success(xeforge({"isa", "report.json"})));
  expect_input_stays({"isa", "report.json"}, "--json", "report.json");
  expect_input_stays({"isa", "."}, "--json", "report.json"); // the folder that compile made
  expect_input_stays({"compare", "report.json", "report.json"}, "--json", "report.json");
}

TEST_F(own_files, files_beside_a_report_are_kept) {
  write(folder / "report.json", compiled);
  write(folder / "axpy.zebin", "compiled");
  expect_input_stays({"isa", "."}, "--json", "axpy.zebin");
}

TEST_F(own_files, sources_and_what_they_include_are_kept) {
  if (!fs::exists(repository() / ".device-tools" / "COMPLETE"))
    GTEST_SKIP() << "no device tools";
  write(folder / "part.hpp", "inline constexpr float one = 1;\n");
  write(folder / "kernel.cpp", "#include <sycl/ext/intel/esimd.hpp>\n#include <sycl/sycl.hpp>\n#include \"part.hpp\"\n"
                               "void f(sycl::queue& queue, float* data) {\n"
                               "  queue.single_task<class K>([=]() SYCL_ESIMD_KERNEL { data[0] = one; });\n}\n");
  write(folder / "data.npy", npy_bytes("<f4", "(4,)", std::string(16, '\0')));
  const Words compile{"compile", "kernel.cpp", "--device", "bmg", "-o", "out"};
  const Words explain{"explain", "kernel.cpp", "--device", "bmg"};
  const Words emulate{"emulate", "kernel.cpp", "--device", "bmg", "--range", "1", "--arg", "inout:data.npy"};
  for (const auto& [command, option, output] :
       {std::tuple{compile, "--html", "kernel.cpp"}, std::tuple{compile, "--html", "part.hpp"},
        std::tuple{explain, "--json", "part.hpp"}, std::tuple{emulate, "--json", "kernel.cpp"},
        std::tuple{emulate, "--trace", "kernel.cpp"}, std::tuple{emulate, "--trace", "part.hpp"}}) {
    const std::string before = contents(folder / output);
    Words words = command;
    words.insert(words.end(), {option, output});
    EXPECT_TRUE(is_own_file(xeforge(words), option)) << testing::PrintToString(words);
    EXPECT_EQ(contents(folder / output), before) << testing::PrintToString(words);
  }
}

TEST_F(own_files, what_a_page_is_made_of_is_kept) {
  write(folder / "report.json", compiled);
  write(folder / "bench.json", bench);
  write(folder / "profile.csv", profile);
  write(folder / "J", "");
  const Words words{"report", "--bench", "bench.json", "--isa", ".", "--profile", "profile.csv", "--journal", "J"};
  for (const char* input : {"bench.json", "report.json", "profile.csv", "J"})
    expect_input_stays(words, "-o", input);
  expect_input_stays({"profile", "profile.csv"}, "--json", "profile.csv");
}

// With the device tools; their inputs are inputs as well.
TEST_F(own_files, a_source_is_kept) {
  if (!fs::exists(repository() / ".device-tools" / "COMPLETE"))
    GTEST_SKIP() << "no device tools";
  write(folder / "kernel.cpp", "#include <sycl/ext/intel/esimd.hpp>\n#include <sycl/sycl.hpp>\n"
                               "void f(sycl::queue& queue, float* data) {\n"
                               "  queue.single_task<class K>([=]() SYCL_ESIMD_KERNEL { data[0] = 1; });\n}\n");
  ASSERT_TRUE(is_success(xeforge({"explain", "kernel.cpp", "--device", "bmg"})));
  expect_input_stays({"explain", "kernel.cpp", "--device", "bmg"}, "--json", "kernel.cpp");
}

TEST_F(own_files, a_journal_is_not_replaced_by_its_listing) {
  ASSERT_TRUE(is_success(
      xeforge({"journal",  "add",      "--file",   "J", "--title",   "t",    "--hypothesis", "h", "--change", "c",
               "--number", "a=1:2 ns", "--result", "r", "--verdict", "kept", "--prediction", "p", "--source", "s"})));
  expect_input_stays({"journal", "list", "--file", "J"}, "--json", "J");
  expect_input_stays({"journal", "show", "1", "--file", "J"}, "--json", "J");
}

TEST_F(own_files, two_outputs_of_one_command_are_two_files) {
  const toolchain::Outcome outcome =
      xeforge({"roofline", "attention", "--device", "bmg", "--html", "page", "--svg", "./page"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.errors.find("the file that --html writes"), std::string::npos) << outcome.errors;
  EXPECT_TRUE(snapshot().empty());
}

TEST_F(own_files, standard_output_is_that_of_one_output) {
  write(folder / "explain.json", "{}");
  const auto refused = [&](Words words, const std::string& first, const std::string& second) {
    words.insert(words.end(), {second, "-", first, "-"});
    EXPECT_TRUE(is_refusal(xeforge(words), {second + ": got '-', where " + first + " is written; expected a file"}))
        << testing::PrintToString(words);
  };
  const Words roofline{"roofline", "attention", "--case", "decode", "--device", "b580"};
  refused(roofline, "--json", "--svg");
  refused(roofline, "--json", "--html");
  refused(roofline, "--html", "--svg");
  refused({"explain", "explain.json"}, "--json", "--html");
  refused({"compare", "explain.json", "explain.json"}, "--json", "--html");
}

} // namespace
} // namespace xeforge::cli_tests
