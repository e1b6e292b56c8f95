// Calls through the C interface give what the definition says, for arrays of every kind of strides.
#include "xeforge/c_interface/example_for_test.hpp"

#include <atomic>
#include <limits>
#include <thread>

namespace xeforge::c_interface_tests {
namespace {

class softmax_topk : public Call {
protected:
  static constexpr std::int64_t rows = 37, n = 64, k = 8;
  std::vector<float> weights = std::vector<float>(rows * k, -7.0f);
  std::vector<std::int64_t> indices = std::vector<std::int64_t>(rows * k, -7);
  xeforge_softmax_topk_options options;

  softmax_topk() {
    xeforge_softmax_topk_defaults(&options, sizeof options);
    options.k = k;
  }

  // row(r) gives the scores of row r, weight(r, i) and index(r, i) the results.
  template <class Row, class Weight, class Index>
  static void expect_rows(std::int64_t count, Row row, Weight weight, Index index) {
    for (std::int64_t r = 0; r < count; ++r) {
      const Winners expected = best_of(row(r), k);
      for (std::int64_t i = 0; i < k; ++i) {
        const auto place = static_cast<std::size_t>(i);
        ASSERT_EQ(index(r, i), expected.indices[place]) << "row " << r << ", winner " << i;
        ASSERT_NEAR(weight(r, i), expected.weights[place], 1e-6) << "row " << r << ", winner " << i;
      }
    }
  }
};

TEST_F(softmax_topk, of_a_matrix) {
  std::vector<float> scores = numbers(rows * n);
  const xeforge_tensor from = tensor(scores, {rows, n}), to = tensor(weights, {rows, k}),
                       which = tensor(indices, {rows, k});
  ASSERT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_OK) << error.message;
  expect_rows(
      rows, [&](std::int64_t r) { return std::vector<float>(scores.begin() + r * n, scores.begin() + (r + 1) * n); },
      [&](std::int64_t r, std::int64_t i) { return weights[r * k + i]; },
      [&](std::int64_t r, std::int64_t i) { return indices[r * k + i]; });
}

TEST_F(softmax_topk, of_columns_into_columns) {
  std::vector<float> scores = numbers(rows * n); // n x rows in memory
  xeforge_tensor from = tensor(scores, {rows, n}), to = tensor(weights, {rows, k}), which = tensor(indices, {rows, k});
  from.strides[0] = to.strides[0] = which.strides[0] = 1;
  from.strides[1] = to.strides[1] = which.strides[1] = rows;
  ASSERT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_OK) << error.message;
  expect_rows(
      rows,
      [&](std::int64_t r) {
        std::vector<float> row;
        for (std::int64_t column = 0; column < n; ++column)
          row.push_back(scores[column * rows + r]);
        return row;
      },
      [&](std::int64_t r, std::int64_t i) { return weights[i * rows + r]; },
      [&](std::int64_t r, std::int64_t i) { return indices[i * rows + r]; });
}

TEST_F(softmax_topk, of_three_dimensions_backwards_in_the_first) {
  std::vector<float> scores = numbers(6 * 5 * n);
  xeforge_tensor from = tensor(scores, {6, 5, n}), to = tensor(weights, {6, 5, k}), which = tensor(indices, {6, 5, k});
  from.data = scores.data() + 5 * 5 * n;
  from.strides[0] = -5 * n;
  ASSERT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_OK) << error.message;
  expect_rows(
      30,
      [&](std::int64_t r) {
        const auto first = scores.begin() + ((5 - r / 5) * 5 + r % 5) * n;
        return std::vector<float>(first, first + n);
      },
      [&](std::int64_t r, std::int64_t i) { return weights[r * k + i]; },
      [&](std::int64_t r, std::int64_t i) { return indices[r * k + i]; });
}

TEST_F(softmax_topk, of_one_row_repeated_by_a_stride_of_0) {
  std::vector<float> scores = numbers(n);
  xeforge_tensor from = tensor(scores, {rows, n});
  from.strides[0] = 0;
  const xeforge_tensor to = tensor(weights, {rows, k}), which = tensor(indices, {rows, k});
  ASSERT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_OK) << error.message;
  expect_rows(
      rows, [&](std::int64_t) { return scores; }, [&](std::int64_t r, std::int64_t i) { return weights[r * k + i]; },
      [&](std::int64_t r, std::int64_t i) { return indices[r * k + i]; });
}

TEST_F(softmax_topk, of_more_columns_than_one_block_holds) {
  constexpr std::int64_t many = 20000;
  std::vector<float> scores = numbers(many * n);
  std::vector<float> many_weights(many * k);
  std::vector<std::int64_t> many_indices(many * k);
  xeforge_tensor from = tensor(scores, {many, n});
  from.strides[0] = 1;
  from.strides[1] = many;
  const xeforge_tensor to = tensor(many_weights, {many, k}), which = tensor(many_indices, {many, k});
  ASSERT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_OK) << error.message;
  expect_rows(
      many,
      [&](std::int64_t r) {
        std::vector<float> row;
        for (std::int64_t column = 0; column < n; ++column)
          row.push_back(scores[column * many + r]);
        return row;
      },
      [&](std::int64_t r, std::int64_t i) { return many_weights[r * k + i]; },
      [&](std::int64_t r, std::int64_t i) { return many_indices[r * k + i]; });
}

TEST_F(softmax_topk, of_no_rows_is_nothing_to_do) {
  std::vector<float> scores;
  const xeforge_tensor from = tensor(scores, {0, n}), to = tensor(weights, {0, k}), which = tensor(indices, {0, k});
  EXPECT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_OK) << error.message;
  EXPECT_EQ(weights.front(), -7.0f);
}

TEST_F(softmax_topk, takes_a_correction_bias_of_any_type_and_stride) {
  std::vector<float> scores(static_cast<std::size_t>(n), 0.0f);
  std::vector<std::uint16_t> bias(static_cast<std::size_t>(2 * n), 0); // bfloat16, every second
  bias[2 * 41] = 0x3f80;                                               // 1.0
  const std::int64_t length = n;
  options.k = 1;
  options.correction_bias = xeforge_dense_tensor(bias.data(), XEFORGE_BFLOAT16, 1, &length);
  options.correction_bias.strides[0] = 2;
  const xeforge_tensor from = tensor(scores, {n}), to = tensor(weights, {1}), which = tensor(indices, {1});
  ASSERT_EQ(xeforge_softmax_topk(context, &from, &to, &which, &options, &error), XEFORGE_OK) << error.message;
  EXPECT_EQ(indices.front(), 41);
}

TEST_F(softmax_topk, from_several_threads_with_one_context) {
  constexpr int threads = 4, calls = 200;
  std::vector<std::thread> callers;
  std::atomic<int> failures{0};
  for (int thread = 0; thread < threads; ++thread)
    callers.emplace_back([&, thread] {
      std::vector<float> scores = numbers(rows * n, thread), to_data(rows * k);
      std::vector<std::int64_t> which_data(rows * k);
      const xeforge_tensor from = tensor(scores, {rows, n}), to = tensor(to_data, {rows, k}),
                           which = tensor(which_data, {rows, k});
      for (int call = 0; call < calls; ++call) {
        which_data.assign(which_data.size(), -1);
        if (xeforge_softmax_topk(context, &from, &to, &which, &options, nullptr) != XEFORGE_OK)
          ++failures;
        for (std::int64_t r = 0; r < rows; ++r)
          if (std::vector<float> row(scores.begin() + r * n, scores.begin() + (r + 1) * n);
              which_data[r * k] != best_of(row, k).indices[0])
            ++failures;
      }
    });
  for (std::thread& caller : callers)
    caller.join();
  EXPECT_EQ(failures, 0);
}

// ---- attention ------------------------------------------------------------------------------------------------------

class attention : public Call {
protected:
  static constexpr std::int64_t batch = 2, heads = 4, heads_kv = 2, seq_q = 5, seq_k = 7, d = 8;
  std::vector<float> q = numbers(batch * heads * seq_q * d, 1), k = numbers(batch * heads_kv * seq_k * d, 2),
                     v = numbers(batch * heads_kv * seq_k * d, 3);
  std::vector<float> out = std::vector<float>(batch * heads * seq_q * d, -7.0f),
                     lse = std::vector<float>(batch * heads * seq_q, -7.0f);
  xeforge_tensor of_q = tensor(q, {batch, heads, seq_q, d}), of_k = tensor(k, {batch, heads_kv, seq_k, d}),
                 of_v = tensor(v, {batch, heads_kv, seq_k, d}), of_out = tensor(out, {batch, heads, seq_q, d}),
                 of_lse = tensor(lse, {batch, heads, seq_q});
  xeforge_attention_options options;

  attention() { xeforge_attention_defaults(&options, sizeof options); }

  static double at(const xeforge_tensor& from, std::int64_t b, std::int64_t h, std::int64_t s, std::int64_t i) {
    return static_cast<const float*>(
        from.data)[b * from.strides[0] + h * from.strides[1] + s * from.strides[2] + i * from.strides[3]];
  }

  // Every element of out and lse against the definition; extra(b, h, i, j) is added to a score, -inf masks.
  template <class Extra>
  void expect_result(Extra extra) {
    ASSERT_EQ(xeforge_attention(context, &of_q, &of_k, &of_v, &of_out, &of_lse, &options, &error), XEFORGE_OK)
        << error.message;
    for (std::int64_t b = 0; b < batch; ++b)
      for (std::int64_t h = 0; h < heads; ++h)
        for (std::int64_t i = 0; i < seq_q; ++i) {
          std::vector<double> weight(seq_k);
          double sum = 0;
          for (std::int64_t j = 0; j < seq_k; ++j) {
            double score = 0;
            for (std::int64_t e = 0; e < d; ++e)
              score += at(of_q, b, h, i, e) * at(of_k, b, h / 2, j, e);
            sum += weight[j] = std::exp(score / std::sqrt(static_cast<double>(d)) + extra(b, h, i, j));
          }
          ASSERT_NEAR(lse[(b * heads + h) * seq_q + i], std::log(sum), 1e-5);
          for (std::int64_t e = 0; e < d; ++e) {
            double expected = 0;
            for (std::int64_t j = 0; j < seq_k; ++j)
              expected += weight[j] / sum * at(of_v, b, h / 2, j, e);
            ASSERT_NEAR(at(of_out, b, h, i, e), expected, 1e-5) << b << ' ' << h << ' ' << i << ' ' << e;
          }
        }
  }
};

double nothing(std::int64_t, std::int64_t, std::int64_t, std::int64_t) { return 0; }

TEST_F(attention, with_shared_heads) { expect_result(nothing); }

TEST_F(attention, into_another_order_and_from_any_last_stride) {
  of_out.strides[0] = seq_q * heads * d; // bshd
  of_out.strides[1] = d;
  of_out.strides[2] = heads * d;
  of_k.strides[2] = 1; // keys transposed
  of_k.strides[3] = seq_k;
  expect_result(nothing);
}

TEST_F(attention, with_a_bias_of_two_dimensions) {
  std::vector<float> bias = numbers(seq_q * seq_k, 5);
  options.attn_bias = tensor(bias, {seq_q, seq_k});
  expect_result([&](std::int64_t, std::int64_t, std::int64_t i, std::int64_t j) { return bias[i * seq_k + j]; });
}

TEST_F(attention, says_what_is_wrong_with_a_bias_of_the_dimensions_that_it_was_given_with) {
  std::vector<float> bias = numbers(seq_q * seq_k, 5), slopes = numbers(3, 6);
  options.attn_bias = tensor(bias, {seq_q, seq_k - 1});
  EXPECT_EQ(xeforge_attention(context, &of_q, &of_k, &of_v, &of_out, nullptr, &options, &error),
            XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.argument, "attn_bias shape");
  EXPECT_EQ(error.got, "(" + std::to_string(seq_q) + ", " + std::to_string(seq_k - 1) + ")");
  options.attn_bias = tensor(bias, {seq_q, seq_k});
  options.attn_bias.strides[0] = std::int64_t{1} << 62;
  EXPECT_EQ(xeforge_attention_plan(context, &of_q, &of_k, &of_v, &of_out, nullptr, &options, nullptr, &error),
            XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.got, "(4611686018427387904, 1)");
  options.attn_bias = {};
  options.alibi_slopes = tensor(slopes, {3});
  EXPECT_EQ(xeforge_attention(context, &of_q, &of_k, &of_v, &of_out, nullptr, &options, &error),
            XEFORGE_INVALID_ARGUMENT);
  EXPECT_STREQ(error.got, "(3,)");
}

TEST_F(attention, causal) {
  options.causal = XEFORGE_CAUSAL_BOTTOM_RIGHT;
  expect_result([&](std::int64_t, std::int64_t, std::int64_t i, std::int64_t j) {
    return j <= i + seq_k - seq_q ? 0.0 : -std::numeric_limits<double>::infinity();
  });
}

TEST_F(attention, with_slopes_in_half_precision) {
  std::vector<std::uint16_t> slopes{0x3800, 0x3400, 0x3000, 0x2c00}; // 1/2, 1/4, 1/8, 1/16 as float16
  const std::int64_t count = heads;
  options.alibi_slopes = xeforge_dense_tensor(slopes.data(), XEFORGE_FLOAT16, 1, &count);
  expect_result([&](std::int64_t, std::int64_t h, std::int64_t i, std::int64_t j) {
    return -std::ldexp(1.0, static_cast<int>(-h - 1)) * static_cast<double>(std::abs(i + seq_k - seq_q - j));
  });
}

TEST_F(attention, sequences_begin_where_integers_of_any_width_say) {
  std::vector<std::int64_t> begins_q{0, 2, 5};
  std::vector<std::int32_t> begins_k{0, 4, 7};
  of_q.shape[0] = of_k.shape[0] = of_v.shape[0] = of_out.shape[0] = of_lse.shape[0] = 1;
  options.cu_seqlens_q = tensor(begins_q, {3});
  options.cu_seqlens_k = tensor(begins_k, {3});
  std::vector<float> expected = out;
  ASSERT_EQ(xeforge_attention(context, &of_q, &of_k, &of_v, &of_out, nullptr, &options, &error), XEFORGE_OK)
      << error.message;
  // The second sequence alone.
  std::vector<float> alone(heads * 3 * d);
  xeforge_tensor second_q = of_q, second_k = of_k, second_v = of_v, second_out = tensor(alone, {1, heads, 3, d});
  second_q.data = q.data() + 2 * d;
  second_q.shape[2] = 3;
  second_k.data = k.data() + 4 * d;
  second_v.data = v.data() + 4 * d;
  second_k.shape[2] = second_v.shape[2] = 3;
  xeforge_attention_defaults(&options, sizeof options);
  ASSERT_EQ(xeforge_attention(context, &second_q, &second_k, &second_v, &second_out, nullptr, &options, &error),
            XEFORGE_OK)
      << error.message;
  for (std::int64_t h = 0; h < heads; ++h)
    for (std::int64_t i = 0; i < 3 * d; ++i)
      ASSERT_NEAR(out[(h * seq_q + 2) * d + i], alone[h * 3 * d + i], 1e-5);
}

TEST_F(attention, of_two_halves_merges_to_that_of_the_whole) {
  xeforge_tensor half_k = of_k, half_v = of_v;
  half_k.shape[2] = half_v.shape[2] = 4;
  std::vector<float> out_a = out, out_b = out, lse_a = lse, lse_b = lse;
  const xeforge_tensor to_a = tensor(out_a, {batch, heads, seq_q, d}), sum_a = tensor(lse_a, {batch, heads, seq_q});
  const xeforge_tensor to_b = tensor(out_b, {batch, heads, seq_q, d}), sum_b = tensor(lse_b, {batch, heads, seq_q});
  ASSERT_EQ(xeforge_attention(context, &of_q, &half_k, &half_v, &to_a, &sum_a, nullptr, &error), XEFORGE_OK)
      << error.message;
  half_k.shape[2] = half_v.shape[2] = 3;
  half_k.data = k.data() + 4 * d;
  half_v.data = v.data() + 4 * d;
  ASSERT_EQ(xeforge_attention(context, &of_q, &half_k, &half_v, &to_b, &sum_b, nullptr, &error), XEFORGE_OK)
      << error.message;
  std::vector<float> merged = out, merged_lse = lse;
  const xeforge_tensor to = tensor(merged, {batch, heads, seq_q, d}), sum = tensor(merged_lse, {batch, heads, seq_q});
  ASSERT_EQ(xeforge_merge(context, &to_a, &sum_a, &to_b, &sum_b, &to, &sum, &error), XEFORGE_OK) << error.message;
  expect_result(nothing);
  for (std::size_t i = 0; i < out.size(); ++i)
    ASSERT_NEAR(merged[i], out[i], 1e-5);
  for (std::size_t i = 0; i < lse.size(); ++i)
    ASSERT_NEAR(merged_lse[i], lse[i], 1e-5);
}

} // namespace
} // namespace xeforge::c_interface_tests
