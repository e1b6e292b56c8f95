// The C++ of xeforge.hpp says the same as the C below it.
#include "xeforge/c_interface/example_for_test.hpp"
#include "xeforge/xeforge.hpp"

namespace xeforge::c_interface_tests {
namespace {

TEST(over_c, softmax_topk_takes_plain_pointers) {
  const std::vector<float> scores = numbers(2 * 16);
  std::vector<float> weights(2 * 4);
  std::vector<std::int32_t> indices(2 * 4);
  const Context context(1);
  SoftmaxTopkOptions options;
  options.k = 4;
  xeforge::softmax_topk(context, matrix(scores.data(), 2, 16), matrix(weights.data(), 2, 4),
                        matrix(indices.data(), 2, 4), options);
  const Winners expected = best_of({scores.begin() + 16, scores.end()}, 4);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(indices[4 + i], expected.indices[i]);
    EXPECT_NEAR(weights[4 + i], expected.weights[i], 1e-6);
  }
}

TEST(over_c, attention_of_one_key_is_its_value) {
  std::vector<float> q = numbers(8), k = numbers(8), v = numbers(8, 4), out(8), lse(1);
  const Context context(1);
  AttentionOptions options;
  options.scale = 0.0f;
  xeforge::attention(context, Tensor(q.data(), {1, 1, 1, 8}), Tensor(k.data(), {1, 1, 1, 8}),
                     Tensor(v.data(), {1, 1, 1, 8}), Tensor(out.data(), {1, 1, 1, 8}), Tensor(lse.data(), {1, 1, 1}),
                     options);
  EXPECT_EQ(out, v);
  EXPECT_EQ(lse[0], 0.0f);
}

TEST(over_c, errors_carry_their_parts) {
  std::vector<float> data(16);
  std::vector<std::int32_t> indices(16);
  const Context context(1);
  SoftmaxTopkOptions options;
  options.k = 17;
  try {
    xeforge::softmax_topk(context, matrix(data.data(), 1, 16), matrix(data.data(), 1, 16),
                          matrix(indices.data(), 1, 16), options);
    FAIL() << "no exception";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), XEFORGE_INVALID_ARGUMENT);
    EXPECT_EQ(error.argument(), "k");
    EXPECT_EQ(error.got(), "17");
    EXPECT_STREQ(error.what(), "k: got 17; expected 1 to 16, the number of columns");
  }
  const Support support = supports(context, matrix(data.data(), 1, 16), Tensor(), Tensor(), options);
  EXPECT_FALSE(support);
  EXPECT_EQ(support.reason, "k: got 17; expected 1 to 16, the number of columns");
}

TEST(over_c, plans_name_the_variant) {
  std::vector<float> data(1 << 12);
  const Context context(1);
  const Tensor q(data.data(), {1, 1, 4, 8});
  EXPECT_EQ(plan(context, q, q, q, q).variant, "decode");
}

} // namespace
} // namespace xeforge::c_interface_tests
