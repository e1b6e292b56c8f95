// The programs of the guide as machine code of bmg: what they may cost, and what they must not do. With the real tools;
// skipped where they are absent.
#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <regex>
#include <string>
#include <vector>

namespace xeforge::toolchain {
namespace {

// How often a pattern stands in a kernel's disassembly.
struct Pattern {
  std::string expression;
  int times;
};

const std::string indirect_access = "r\\[a0[^\\n]*"; // an instruction that takes a register's number from a0
const std::string scalar_indirect = "\\n *add \\(1\\|M0\\) +r\\[a0[^\\n]*"; // counts one element

struct Kernel {
  const char* name;
  int instructions; // about a tenth above what the pinned compiler makes
  int sends;        // exactly: two for arguments and place, one for the end, the rest is the program's
  std::vector<Pattern> patterns;
};

struct Program {
  const char* name;
  std::vector<Kernel> kernels;
};
void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

// One row per kernel. Patterns that are 0 times: what the program is written to avoid.
std::vector<Program> programs() {
  return {
      {"address_space_cast", {{"AddCast", 31, 6, {}}, {"AddPlain", 31, 6, {}}}},
      {"block_copy_2d",
       {{"BlockCopy",
         55,
         6,
         {{"rd:8; load_block2d\\.ugm\\.d32\\.a64\\.ca\\.ca", 1},
          {"rd:0; load_block2d\\.ugm\\.d32\\.a64\\.ca\\.ca", 1},
          {"wr:1\\+8, rd:0; store_block2d\\.ugm\\.d32\\.a64\\.uc\\.wb", 1}}}}},
      {"boolean_function", {{"BlendByBfn", 33, 7, {{"bfn\\.", 1}}}, {"BlendByOperators", 33, 7, {}}}},
      {"byte_histogram",
       {{"HistogramLoop", 102, 12, {{indirect_access, 2}, {"atomic_iadd\\.ugm\\.d32", 8}}},
        {"HistogramUnrolled", 410, 12, {{scalar_indirect, 256}, {indirect_access, 256}, {"a0\\.0<1>:uw +r", 16}}}}},
      {"conditional_merge",
       {{"ChooseByBranch", 47, 6, {{"jmpi", 4}}}, {"ChooseByMask", 34, 6, {{indirect_access, 0}, {"jmpi", 0}}}}},
      {"hue_adjustment", {{"HueAllCases", 64, 7, {{"jmpi", 0}}}, {"HueNeededCases", 75, 7, {{"jmpi", 4}}}}},
      {"index_decode", {{"PermuteDecoding", 148, 5, {{" math\\.", 2}}}, {"PermuteByRange", 47, 5, {{" math\\.", 0}}}}},
      {"linear_filter",
       {{"LinearFilter", 262, 5, {{"rd:4; load_block2d\\.ugm\\.d8", 1}, {"store_block2d\\.ugm\\.d8", 1}}}}},
      {"prefix_sum",
       {{"PrefixOneByOne", 47, 5, {{"add \\(4\\|M0\\)[^\\n]*<0;1,0>:w", 4}}},
        {"PrefixAtOnce", 48, 5, {{"add \\(4\\|M0\\)[^\\n]*<0;1,0>:w", 0}, {"add \\(4\\|M0\\)[^\\n]*:q", 1}}}}},
      {"register_binding",
       {{"MultiplyAdd", 36, 7, {{"mad \\(16\\|M0\\) +r40\\.0<1>:f +r64\\.0.* +r15\\.0.* +r10\\.0", 1}}}}},
      {"split_reduction",
       {{"SplitReduction", 87, 11, {{"store\\.slm\\.d32", 1}, {"load\\.slm\\.d64x2t", 1}, {"signal barrier", 1}}}}},
      {"strided_pooling",
       {{"PoolElements", 85, 5, {}},
        {"PoolBlocks", 124, 6, {}},
        {"PoolMasked", 106, 5, {{"\\n *\\(f[^\\n]*load\\.ugm\\.d16u32", 1}}},
        {"PoolClamped", 106, 5, {{"\\n *\\(f[^\\n]*load\\.ugm\\.d16u32", 0}}}}},
      {"sum_reduction",
       {{"SumByReduce", 35, 5, {{" add \\([0-9]+\\|M0\\)[^\\n]*:d +r[^\\n]*:d +r[^\\n]*:d ", 6}}},
        {"SumOneByOne", 63, 5, {}}}},
      {"vector_add",
       {{"VectorAdd_48", 37, 9, {{"add \\(32\\|M0\\)[^\\n]*:f", 1}, {"add \\(16\\|M0\\)[^\\n]*:f", 1}}},
        {"VectorAdd_47", 53, 18, {{"add \\([0-9]+\\|M0\\)[^\\n]*:f", 6}}},
        {"VectorAdd_8", 31, 6, {{"add \\(8\\|M0\\)[^\\n]*:f", 1}}}}},
  };
}

int occurrences(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  return static_cast<int>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
}

class GuideProgram : public testing::TestWithParam<Program> {
protected:
  void SetUp() override {
    if (const auto reason = missing_device_tools(default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  }
  static Compiled compiled(const char* program) {
    const auto source = headers_folder().parent_path() / "examples/guide" / (std::string(program) + ".cpp");
    return compile(
        DeviceTools(default_tools_folder()),
        {.source = source, .device = machine::device_model("bmg"), .settings = default_settings(headers_folder())});
  }
};

TEST_P(GuideProgram, is_within_its_budgets_and_does_what_its_page_says) {
  const Program& program = GetParam();
  const Compiled result = compiled(program.name);
  ASSERT_EQ(result.kernels.size(), program.kernels.size());
  for (const Kernel& expected : program.kernels) {
    const auto found = std::ranges::find(result.kernels, expected.name, &CompiledKernel::name);
    ASSERT_NE(found, result.kernels.end()) << expected.name;
    EXPECT_EQ(found->report.spilled_bytes, 0u) << expected.name;
    EXPECT_EQ(found->report.counts.sends, expected.sends) << expected.name;
    EXPECT_LE(found->report.counts.instructions, expected.instructions) << expected.name;
    const std::string& text = found->assembly;
    for (const Pattern& pattern : expected.patterns)
      EXPECT_EQ(occurrences(text, pattern.expression), pattern.times) << expected.name << ": " << pattern.expression;
  }
}

INSTANTIATE_TEST_SUITE_P(programs, GuideProgram, testing::ValuesIn(programs()),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace xeforge::toolchain
