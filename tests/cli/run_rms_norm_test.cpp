// xeforge run rms-norm: results small enough to work out by hand, and what is refused.
#include "cli/npy_file.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace xeforge::cli_tests {
namespace {

class run_rms_norm : public InFolder {
protected:
  // Two rows whose mean squares are 12.5 and 4.
  void write_inputs() const {
    write(folder / "x.npy", npy_bytes("<f4", "(2, 2)", bytes_of<float>({3, 4, 2, -2})));
    write(folder / "w.npy", npy_bytes("<f4", "(2,)", bytes_of<float>({1, 10})));
    write(folder / "r.npy", npy_bytes("<f4", "(2, 2)", bytes_of<float>({1, -4, 0, 0})));
  }
  toolchain::Outcome normalise(Words words) const {
    words.insert(words.begin(), {"run", "rms-norm", "--x", "x.npy", "--weight", "w.npy", "--out", "o.npy"});
    return xeforge(words);
  }
  void expect(const char* file, const std::vector<float>& expected) const {
    const auto got = read_npy(folder / file).values<float>();
    ASSERT_EQ(got.size(), expected.size()) << file;
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], expected[i], 1e-5f) << file << " element " << i;
  }
};

TEST_F(run_rms_norm, each_row_is_divided_by_the_root_of_the_mean_of_its_squares) {
  write_inputs();
  ASSERT_TRUE(is_success(normalise({})));
  const float root = std::sqrt(12.5f);
  expect("o.npy", {3 / root, 40 / root, 1, -10});
}

TEST_F(run_rms_norm, a_residual_is_added_first_and_the_sum_is_written_where_it_is_asked_for) {
  write_inputs();
  ASSERT_TRUE(is_success(normalise({"--residual", "r.npy", "--residual-out", "sum.npy", "--eps", "8"})));
  expect("sum.npy", {4, 0, 2, -2});
  const float first = std::sqrt(16.0f), second = std::sqrt(12.0f);
  expect("o.npy", {4 / first, 0, 2 / second, -20 / second});
}

TEST_F(run_rms_norm, every_variant_and_instruction_set_may_be_named) {
  write_inputs();
  const toolchain::Outcome outcome = normalise({"--variant", "rows", "--target", "v3", "--threads", "1"});
  ASSERT_TRUE(is_success(outcome));
  EXPECT_NE(outcome.output.find("2 rows x 2 float32, variant rows on v3, 1 thread"), std::string::npos)
      << outcome.output;
}

TEST_F(run_rms_norm, refusals_name_the_option_and_write_nothing) {
  write_inputs();
  write(folder / "w3.npy", npy_bytes("<f4", "(3,)", bytes_of<float>({1, 1, 1})));
  const std::pair<Words, const char*> refusals[] = {
      {{"--weight", "w3.npy"}, "--weight: got an array of shape (3,)"},
      {{"--residual", "w.npy"}, "--residual: got an array of shape (2,)"},
      {{"--residual-out", "sum.npy"}, "--residual-out: got a file, though there is no --residual"},
      {{"--eps", "0"}, "--eps: got 0"},
      {{"--variant", "streamed"}, "--variant: got \"streamed\""}};
  for (const auto& [words, message] : refusals) {
    Words all{"run", "rms-norm", "--x", "x.npy", "--out", "o.npy"};
    if (words[0] != "--weight")
      all.insert(all.end(), {"--weight", "w.npy"});
    all.insert(all.end(), words.begin(), words.end());
    const toolchain::Outcome outcome = xeforge(all);
    EXPECT_EQ(outcome.code, 2) << message;
    EXPECT_NE(outcome.errors.find(message), std::string::npos) << outcome.errors;
    EXPECT_FALSE(std::filesystem::exists(folder / "o.npy")) << message;
  }
}

} // namespace
} // namespace xeforge::cli_tests
