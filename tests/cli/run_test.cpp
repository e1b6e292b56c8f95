// xeforge run softmax-topk: results small enough to work out by hand.
#include "cli/npy_file.hpp"
#include "cli/numbers.hpp"
#include "cli/program.hpp"

#include <gtest/gtest.h>

namespace xeforge::cli_tests {
namespace {

class run : public InFolder {
protected:
  void write_scores(std::string_view shape, const std::vector<float>& values) const {
    write(folder / "x.npy", npy_bytes("<f4", shape, bytes_of(values)));
  }
  // Runs with the scores of x.npy and the words added; both outputs are asked for.
  toolchain::Outcome select(Words words) const {
    words.insert(words.begin(),
                 {"run", "softmax-topk", "--scores", "x.npy", "--weights", "w.npy", "--indices", "i.npy"});
    return xeforge(words);
  }
  void expect_weights(const std::vector<float>& expected) const {
    const auto got = read_npy(folder / "w.npy").values<float>();
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t i = 0; i < got.size(); ++i)
      EXPECT_NEAR(got[i], expected[i], 1e-6f) << "weight " << i;
  }
  template <class Index = std::int32_t>
  void expect_indices(const std::vector<Index>& expected) const {
    EXPECT_EQ(read_npy(folder / "i.npy").values<Index>(), expected);
  }
};

// exp of the first row: 1, 2, 4, 0 of 7; of the second: 3, 1, 3, 1 of 8.
TEST_F(run, the_best_columns_come_first_with_weights_that_sum_to_one) {
  write_scores("(2, 4)", {0, log_2, log_4, -infinity, log_3, 0, log_3, 0});
  ASSERT_TRUE(is_success(select({"--k", "2"})));
  expect_indices({2, 1, 0, 2});
  expect_weights({4.0f / 6, 2.0f / 6, 0.5f, 0.5f});
}

TEST_F(run, without_renormalising_the_weights_are_the_probabilities) {
  write_scores("(2, 4)", {0, log_2, log_4, -infinity, log_3, 0, log_3, 0});
  ASSERT_TRUE(is_success(select({"--k", "2", "--no-renormalize"})));
  expect_weights({4.0f / 7, 2.0f / 7, 3.0f / 8, 3.0f / 8});
}

// sigmoid(0) = 1/2, sigmoid(log 3) = 3/4.
TEST_F(run, sigmoid_and_a_scaling_factor) {
  write_scores("(1, 3)", {0, log_3, -infinity});
  ASSERT_TRUE(is_success(select({"--k", "2", "--scoring", "sigmoid", "--routed-scaling-factor", "2.5"})));
  expect_indices({1, 0});
  expect_weights({2.5f * 0.6f, 2.5f * 0.4f});
}

// The bias decides who wins and not what it weighs.
TEST_F(run, a_correction_bias_selects_but_does_not_weigh) {
  write_scores("(1, 4)", {log_4, log_2, 0, 0});
  write(folder / "b.npy", npy_bytes("<f4", "(4,)", bytes_of<float>({0, 0, 0, 1})));
  ASSERT_TRUE(is_success(select({"--k", "2", "--correction-bias", "b.npy"})));
  expect_indices({3, 0});
  expect_weights({1.0f / 5, 4.0f / 5});
}

// Groups (5, 0), (4, 4): the first has the larger maximum, so column 1 is taken before the two fours.
TEST_F(run, only_the_best_groups_are_looked_at) {
  write_scores("(1, 4)", {5, 0, 4, 4});
  ASSERT_TRUE(is_success(select({"--k", "2", "--num-expert-group", "2", "--topk-group", "1"})));
  expect_indices({0, 1});
}

TEST_F(run, the_shape_keeps_its_leading_dimensions_and_indices_may_be_wide) {
  write_scores("(2, 1, 3)", {1, 2, 3, 6, 5, 4});
  ASSERT_TRUE(is_success(select({"--k", "1", "--index-dtype", "int64"})));
  EXPECT_NE(read_npy(folder / "i.npy").header.find("(2, 1, 1)"), std::string::npos);
  EXPECT_NE(read_npy(folder / "i.npy").header.find("<i8"), std::string::npos);
  EXPECT_NE(read_npy(folder / "w.npy").header.find("<f4"), std::string::npos);
  expect_indices<std::int64_t>({2, 0});
  expect_weights({1, 1});
}

TEST_F(run, half_precision_scores_are_read) {
  write(folder / "x.npy", npy_bytes("<f2", "(4,)", bytes_of<std::uint16_t>({0x3c00, 0x4000, 0xfc00, 0x0000})));
  ASSERT_TRUE(is_success(select({"--k", "1"}))); // 1, 2, -inf, 0
  expect_indices({1});
  expect_weights({1});
}

TEST_F(run, one_output_alone_is_enough) {
  write_scores("(1, 2)", {0, 1});
  ASSERT_TRUE(is_success(xeforge({"run", "softmax-topk", "--scores", "x.npy", "--k", "1", "--indices", "i.npy"})));
  expect_indices({1});
  EXPECT_EQ(snapshot().size(), 2u);
}

std::string safetensors_bytes(const std::string& header, const std::string& elements) {
  std::string file(8, '\0');
  for (std::size_t byte = 0; byte < 8; ++byte)
    file[byte] = static_cast<char>(header.size() >> (8 * byte));
  return file + header + elements;
}

TEST_F(run, tensors_of_a_safetensors_file_are_read_and_written) {
  // bfloat16: 1, 3, 2, 0
  write(folder / "x.safetensors", safetensors_bytes(R"({"logits":{"dtype":"BF16","shape":[1,4],"data_offsets":[0,8]}})",
                                                    bytes_of<std::uint16_t>({0x3f80, 0x4040, 0x4000, 0x0000})));
  ASSERT_TRUE(is_success(xeforge({"run", "softmax-topk", "--scores", "x.safetensors#logits", "--k", "2", "--weights",
                                  "w.safetensors#weights", "--indices", "i.npy"})));
  expect_indices({1, 2});
  const std::string written = contents(folder / "w.safetensors");
  EXPECT_NE(written.find(R"("weights")"), std::string::npos);
  EXPECT_NE(written.find(R"("F32")"), std::string::npos);
}

TEST_F(run, every_variant_instruction_set_and_thread_count_gives_the_same_files) {
  std::vector<float> values;
  for (int i = 0; i < 64 * 128; ++i)
    values.push_back(static_cast<float>((i * 7919) % 1009) / 64.0f);
  std::vector<_Float16> halves(values.begin(), values.end());
  write(folder / "x.npy", npy_bytes("<f2", "(64, 128)", bytes_of(halves)));
  ASSERT_TRUE(is_success(select({"--k", "8"})));
  const std::string weights = contents(folder / "w.npy"), indices = contents(folder / "i.npy");

  for (const Words& words :
       {Words{"--threads", "1"}, Words{"--variant", "stream"}, Words{"--variant", "seed"}, Words{"--target", "v3"}}) {
    Words all{"--k", "8"};
    all.insert(all.end(), words.begin(), words.end());
    ASSERT_TRUE(is_success(select(all)));
    EXPECT_EQ(contents(folder / "i.npy"), indices) << words.back();
    EXPECT_EQ(contents(folder / "w.npy"), weights) << words.back();
  }
}

} // namespace
} // namespace xeforge::cli_tests
