#include "xeforge/ops/attention/checks/reference.hpp"

#include "xeforge/ops/checks/elements.hpp"

#include <cmath>
#include <limits>

namespace xeforge::ops::attention::reference {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double element(const ConstTensorView<4>& array, std::int64_t b, std::int64_t h, std::int64_t s, std::int64_t d) {
  return load_element(array.data, array.dtype,
                      b * array.strides[0] + h * array.strides[1] + s * array.strides[2] + d * array.strides[3]);
}

// The same of an array that is repeated along every dimension in which it has one element.
double repeated(const ConstTensorView<4>& array, std::int64_t b, std::int64_t h, std::int64_t i, std::int64_t j) {
  const auto& extents = array.shape;
  return element(array, extents[0] == 1 ? 0 : b, extents[1] == 1 ? 0 : h, extents[2] == 1 ? 0 : i,
                 extents[3] == 1 ? 0 : j);
}

std::vector<double> rows_from(const ConstTensorView<4>& array, const Sequence& sequence, std::int64_t h) {
  std::vector<double> rows;
  rows.reserve(static_cast<std::size_t>(sequence.keys * array.shape[3]));
  for (std::int64_t j = 0; j < sequence.keys; ++j)
    for (std::int64_t d = 0; d < array.shape[3]; ++d)
      rows.push_back(element(array, sequence.array_batch, h, sequence.first_k + j, d));
  return rows;
}

} // namespace

std::int64_t sequences_of(const AttentionProblem& problem) {
  const auto& begins = problem.options.cu_seqlens_q;
  return begins.empty() ? problem.q.shape[0] : static_cast<std::int64_t>(begins.size()) - 1;
}

Sequence sequence_of(const AttentionProblem& problem, std::int64_t b) {
  const auto &of_q = problem.options.cu_seqlens_q, &of_k = problem.options.cu_seqlens_k;
  if (of_q.empty())
    return {b, 0, 0, problem.q.shape[2], problem.k.shape[2]};
  const auto at = static_cast<std::size_t>(b);
  return {0, of_q[at], of_k[at], of_q[at + 1] - of_q[at], of_k[at + 1] - of_k[at]};
}

Head::Head(const AttentionProblem& problem, std::int64_t b, std::int64_t h)
    : problem_(problem), sequence_(sequence_of(problem, b)), b_(b), h_(h) {
  const std::int64_t shared_by = problem.q.shape[1] / problem.k.shape[1];
  k_ = rows_from(problem.k, sequence_, h / shared_by);
  v_ = rows_from(problem.v, sequence_, h / shared_by);
}

std::span<const double> Head::row_of(const std::vector<double>& rows, std::int64_t row, std::int64_t length) {
  return std::span(rows).subspan(static_cast<std::size_t>(row * length), static_cast<std::size_t>(length));
}

std::vector<double> Head::query(std::int64_t i) const {
  std::vector<double> query;
  for (std::int64_t d = 0; d < d_qk(); ++d)
    query.push_back(element(problem_.q, sequence_.array_batch, h_, sequence_.first_q + i, d));
  return query;
}

double Head::scale() const {
  return problem_.options.scale ? *problem_.options.scale : 1.0 / std::sqrt(static_cast<double>(d_qk()));
}

double Head::sink() const {
  const ConstVectorView sinks = problem_.options.sinks;
  return sinks.data == nullptr ? -infinity : sinks.data[h_];
}

bool Head::is_kept(std::int64_t i, std::int64_t j) const {
  const AttentionOptions& options = problem_.options;
  const std::int64_t diagonal = i + sequence_.keys - sequence_.queries;
  if (options.attn_mask.data != nullptr && repeated(options.attn_mask, b_, h_, i, j) == 0.0)
    return false;
  if (options.causal == Causal::top_left && j > i)
    return false;
  if (options.causal == Causal::bottom_right && j > diagonal)
    return false;
  if (options.window.left >= 0 && j < diagonal - options.window.left)
    return false;
  return options.window.right < 0 || j <= diagonal + options.window.right;
}

std::vector<Score> Head::scores(std::int64_t i) const {
  const AttentionOptions& options = problem_.options;
  const std::vector<double> q = query(i);
  double slope = 0.0;
  if (const auto& slopes = options.alibi_slopes; slopes.data != nullptr)
    slope = load_element(slopes.data, slopes.dtype,
                         (slopes.shape[0] == 1 ? 0 : b_ * slopes.strides[0]) + h_ * slopes.strides[1]);
  std::vector<Score> scores;
  for (std::int64_t j = 0; j < sequence_.keys; ++j) {
    Score score;
    const std::span<const double> k = key(j);
    for (std::size_t d = 0; d < k.size(); ++d)
      score.dot += q[d] * k[d];
    score.capped = scale() * score.dot;
    if (softcap() != 0.0)
      score.capped = softcap() * std::tanh(score.capped / softcap());
    score.slope = -slope * static_cast<double>(std::abs(i + sequence_.keys - sequence_.queries - j));
    if (options.attn_bias.data != nullptr)
      score.bias = repeated(options.attn_bias, b_, h_, i, j);
    score.total = is_kept(i, j) ? score.capped + score.slope + score.bias : -infinity;
    scores.push_back(score);
  }
  return scores;
}

Row Head::row(std::span<const Score> scores) const {
  Row row;
  row.out.assign(static_cast<std::size_t>(d_v()), 0.0);
  row.weights.assign(scores.size(), 0.0);
  double largest = sink();
  for (const Score& score : scores)
    if (!(score.total <= largest))
      largest = std::isnan(largest) ? largest : score.total;
  row.lse = largest;
  if (std::isnan(largest) || largest == infinity) {
    row.out.assign(row.out.size(), nan);
    return row;
  }
  if (largest == -infinity)
    return row;

  double sum = std::exp(sink() - largest);
  for (const Score& score : scores)
    sum += std::exp(score.total - largest);
  row.lse = largest + std::log(sum);
  for (std::size_t j = 0; j < scores.size(); ++j) {
    row.weights[j] = std::exp(scores[j].total - largest) / sum;
    if (scores[j].total == -infinity)
      continue;
    // A weight is more than 0, also where it is too small to be written as a number.
    const std::span<const double> v = value(static_cast<std::int64_t>(j));
    for (std::size_t d = 0; d < v.size(); ++d)
      row.out[d] += std::isfinite(v[d]) ? row.weights[j] * v[d] : v[d];
  }
  return row;
}

} // namespace xeforge::ops::attention::reference
