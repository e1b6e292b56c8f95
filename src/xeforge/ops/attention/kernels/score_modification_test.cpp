// The example of docs/guide/score-modification.md, built and run.
#include "xeforge/ops/attention/host/launch/launch_tiled.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace xeforge::ops::attention {
namespace {

// Scores of keys of other documents than the query's become -inf. Queries and keys are the same tokens.
struct SameDocument {
  const std::int32_t* document; // of each token

  template <int N>
  ESIMD_INLINE esimd::simd<float, N> operator()(const ScoreCoordinates& coordinates,
                                                esimd::simd<float, N> scores) const {
    const auto keys = load_strided<N>(document + coordinates.key, 1, coordinates.count);
    scores.merge(esimd::simd<float, N>(-infinity), keys != static_cast<float>(document[coordinates.query]));
    return scores;
  }
};

constexpr std::int64_t tokens = 300, depth = 24;

std::vector<float> some_numbers(int seed) {
  std::vector<float> numbers(static_cast<std::size_t>(tokens * depth));
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] =
        static_cast<float>(static_cast<int>((i * 7919 + static_cast<std::size_t>(seed) * 104729) % 2003) - 1001) /
        700.0f;
  return numbers;
}

// One head of tokens x depth.
ConstTensorView<4> view_of(const std::vector<float>& numbers) {
  return {numbers.data(), DType::f32, {1, 1, tokens, depth}, {tokens * depth, tokens * depth, depth, 1}};
}

// The attention of query i over the keys of its document, in double.
std::vector<double> expected_row(const std::vector<float>& q, const std::vector<float>& k, const std::vector<float>& v,
                                 const std::vector<std::int32_t>& document, std::int64_t i) {
  std::vector<double> row(static_cast<std::size_t>(depth), 0.0);
  double sum = 0.0;
  for (std::int64_t j = 0; j < tokens; ++j) {
    if (document[static_cast<std::size_t>(j)] != document[static_cast<std::size_t>(i)])
      continue;
    double score = 0.0;
    for (std::int64_t d = 0; d < depth; ++d)
      score +=
          static_cast<double>(q[static_cast<std::size_t>(i * depth + d)]) * k[static_cast<std::size_t>(j * depth + d)];
    const double weight = std::exp(score / std::sqrt(static_cast<double>(depth)));
    sum += weight;
    for (std::int64_t d = 0; d < depth; ++d)
      row[static_cast<std::size_t>(d)] += weight * v[static_cast<std::size_t>(j * depth + d)];
  }
  for (double& element : row)
    element /= sum;
  return row;
}

TEST(ScoreModification, of_the_guide_lets_each_token_see_its_own_document) {
  const std::vector<float> q = some_numbers(1), k = some_numbers(2), v = some_numbers(3);
  std::vector<std::int32_t> document(static_cast<std::size_t>(tokens));
  for (std::int64_t i = 0; i < tokens; ++i)
    document[static_cast<std::size_t>(i)] = i < 5 ? 1 : i < 180 ? 2 : 3;
  std::vector<float> result(q.size());

  const AttentionProblem problem{view_of(q), view_of(k), view_of(v), view_of(result), {}, {}};
  const TensorView<4> out{result.data(), DType::f32, problem.out.shape, problem.out.strides};
  const Arguments arguments = kernel_arguments(problem, out, {});
  sycl::queue queue;
  launch_tiled_as<float>(queue, arguments, ScoreChain<SameDocument>{{document.data()}, arguments.scale});

  for (std::int64_t i = 0; i < tokens; ++i) {
    const std::vector<double> expected = expected_row(q, k, v, document, i);
    for (std::int64_t d = 0; d < depth; ++d)
      ASSERT_NEAR(result[static_cast<std::size_t>(i * depth + d)], expected[static_cast<std::size_t>(d)], 1e-5)
          << "token " << i << ", element " << d;
  }
}

// Line by line, without indentation, as the formatter may move code.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    if (const std::size_t start = line.find_first_not_of(' '); start != std::string::npos)
      lines.push_back(line.substr(start));
  return lines;
}
std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(ScoreModification, stands_in_the_guide_as_it_stands_here) {
  const std::string root = XEFORGE_REPOSITORY "/",
                    here = root + "src/xeforge/ops/attention/kernels/score_modification_test.cpp";
  const std::vector<std::string> guide = lines_of(text_of(root + "docs/guide/score-modification.md"));
  const std::vector<std::string> source = lines_of(text_of(here));
  ASSERT_FALSE(guide.empty());
  int blocks = 0;
  for (auto line = guide.begin(); line != guide.end(); ++line) {
    if (*line != "```cpp")
      continue;
    const auto end = std::find(line, guide.end(), "```");
    EXPECT_NE(std::search(source.begin(), source.end(), line + 1, end), source.end())
        << "the block that begins with: " << line[1];
    ++blocks;
  }
  EXPECT_EQ(blocks, 2);
}

} // namespace
} // namespace xeforge::ops::attention
