// GEMM, bias, softmax, GEMM and permute in one call: for every group g of G0 x G1
//
//   S = scale * A B0 + D     A (M, K), B0 (K, N), bias D (M, N)
//   C = softmax(S) B1        softmax over the rows of S, B1 (N, O)
//
// and C stored as (G0, M, G1, O). What attention is to a transformer, with its result in the order that the next layer
// wants. No S is ever in memory.
//
//   gemm_bias_softmax_gemm_permute [VERIFY INIT TIME [M N K O G0 G1]]
//     VERIFY  0, or 1: compare rows of every group with a computation in double
//     INIT    0: zeros, 1: integers, 2: decimals
//     TIME    0, or 1: print how long a call takes
#include <sycl/sycl.hpp>
#include <xeforge/attention.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <random>
#include <string_view>
#include <vector>

namespace {

using sycl::half;

struct Options {
  int verify = 1, init = 2, time = 0;
  std::int64_t m = 1024, n = 1024, k = 64, o = 64, g0 = 2, g1 = 8;
};

bool parse(std::string_view text, std::int64_t least, std::int64_t most, std::int64_t& value) {
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  return result.ec == std::errc() && result.ptr == text.data() + text.size() && value >= least && value <= most;
}

std::optional<Options> parse(int count, char** words) {
  Options options;
  std::int64_t verify = options.verify, init = options.init, time = options.time;
  if (count != 1 && count != 4 && count != 10)
    return {};
  bool good =
      count == 1 || (parse(words[1], 0, 1, verify) && parse(words[2], 0, 2, init) && parse(words[3], 0, 1, time));
  std::int64_t* const sizes[] = {&options.m, &options.n, &options.k, &options.o, &options.g0, &options.g1};
  for (int i = 0; count == 10 && i < 6; ++i)
    good = good && parse(words[4 + i], 1, 1 << 20, *sizes[i]);
  options.verify = static_cast<int>(verify);
  options.init = static_cast<int>(init);
  options.time = static_cast<int>(time);
  return good ? std::optional(options) : std::nullopt;
}

// Integers up to `largest` of either sign, or decimals below it.
std::vector<half> numbers(std::int64_t count, int init, float largest, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> integer(-static_cast<int>(largest), static_cast<int>(largest));
  std::uniform_real_distribution<float> decimal(-largest, largest);
  std::vector<half> result(static_cast<std::size_t>(count), half(0.0f));
  if (init == 1)
    std::ranges::generate(result, [&] { return half(static_cast<float>(integer(random))); });
  if (init == 2)
    std::ranges::generate(result, [&] { return half(decimal(random)); });
  return result;
}

struct Problem {
  Options size;
  std::vector<half> a, b0, b1, bias; // (G0, G1, M, K), (G0, G1, N, K), (G0, G1, N, O), (G0, G1, M, N)
  std::vector<half> c;               // (G0, M, G1, O)

  explicit Problem(const Options& options) : size(options) {
    const std::int64_t groups = size.g0 * size.g1;
    a = numbers(groups * size.m * size.k, size.init, 2, 1);
    b0 = numbers(groups * size.n * size.k, size.init, 2, 2);
    b1 = numbers(groups * size.n * size.o, size.init, 2, 3);
    bias = numbers(groups * size.m * size.n, size.init, 1, 4);
    c.resize(static_cast<std::size_t>(groups * size.m * size.o));
  }

  // The permutation is nothing but strides: logically C is (G0, G1, M, O).
  void run(sycl::queue& queue) {
    const auto packed = [&](const std::vector<half>& memory, std::int64_t rows, std::int64_t columns) {
      const std::array shape{size.g0, size.g1, rows, columns};
      return xeforge::ConstTensorView<4>{memory.data(), xeforge::DType::f16, shape, xeforge::strides_of(shape, "bhsd")};
    };
    const std::array shape{size.g0, size.g1, size.m, size.o};
    xeforge::AttentionOptions options;
    options.attn_bias = packed(bias, size.m, size.n);
    xeforge::attention(queue, packed(a, size.m, size.k), packed(b0, size.n, size.k), packed(b1, size.n, size.o),
                       {c.data(), xeforge::DType::f16, shape, xeforge::strides_of(shape, "bshd")}, {}, options);
  }
};

// One row of C, as one would write it down.
std::vector<double> reference(const Problem& problem, std::int64_t group, std::int64_t row) {
  const Options& size = problem.size;
  const half* const a = problem.a.data() + (group * size.m + row) * size.k;
  const half* const b0 = problem.b0.data() + group * size.n * size.k;
  const half* const b1 = problem.b1.data() + group * size.n * size.o;
  const half* const bias = problem.bias.data() + (group * size.m + row) * size.n;
  std::vector<double> scores, out(static_cast<std::size_t>(size.o));
  for (std::int64_t n = 0; n < size.n; ++n) {
    double dot = 0;
    for (std::int64_t k = 0; k < size.k; ++k)
      dot += double(float(a[k])) * double(float(b0[n * size.k + k]));
    scores.push_back(dot / std::sqrt(double(size.k)) + double(float(bias[n])));
  }
  const double largest = *std::ranges::max_element(scores);
  double sum = 0;
  for (double& score : scores)
    sum += score = std::exp(score - largest);
  for (std::int64_t n = 0; n < size.n; ++n)
    for (std::int64_t o = 0; o < size.o; ++o)
      out[static_cast<std::size_t>(o)] += scores[static_cast<std::size_t>(n)] / sum * double(float(b1[n * size.o + o]));
  return out;
}

// Rows checked of every group: the first, the last and some between. The weights and the result are rounded to half,
// each by at most 2^-11 of the largest value; twice that leaves room for the sums in float.
int count_wrong_elements(const Problem& problem) {
  const Options& size = problem.size;
  constexpr int rows_checked = 5;
  const double tolerance = 2 * (2 * 0x1p-11) * 2;
  int wrong = 0;
  for (std::int64_t group = 0; group < size.g0 * size.g1; ++group)
    for (int i = 0; i < rows_checked; ++i) {
      const std::int64_t row = (size.m - 1) * i / (rows_checked - 1);
      const std::vector<double> expected = reference(problem, group, row);
      const half* const got =
          problem.c.data() + ((group / size.g1 * size.m + row) * size.g1 + group % size.g1) * size.o;
      for (std::int64_t o = 0; o < size.o; ++o)
        wrong += !(std::abs(double(float(got[o])) - expected[static_cast<std::size_t>(o)]) <= tolerance);
    }
  return wrong;
}

double best_milliseconds(Problem& problem, sycl::queue& queue) {
  double best = 1e300;
  for (int run = 0; run < 5; ++run) {
    const auto start = std::chrono::steady_clock::now();
    problem.run(queue);
    best = std::min(best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

} // namespace

int main(int count, char** words) {
  const std::optional<Options> options = parse(count, words);
  if (!options) {
    std::fputs("usage: gemm_bias_softmax_gemm_permute [VERIFY(0, 1) INIT(0, 1, 2) TIME(0, 1) [M N K O G0 G1]]\n",
               stderr);
    return 2;
  }
  try {
    const Options& size = *options;
    Problem problem(size);
    sycl::queue queue;
    problem.run(queue);
    std::printf("M %lld, N %lld, K %lld, O %lld, G0 %lld, G1 %lld, f16, C as (G0, M, G1, O)\n", (long long)size.m,
                (long long)size.n, (long long)size.k, (long long)size.o, (long long)size.g0, (long long)size.g1);
    if (size.time != 0) {
      const double milliseconds = best_milliseconds(problem, queue);
      const double groups = double(size.g0 * size.g1), scores = groups * double(size.m) * double(size.n);
      const double flops = scores * double(2 * (size.k + size.o) + 2);
      const double bytes = 2 * (scores + groups * double((size.m + size.n) * (size.k + size.o)));
      std::printf("time: %.3f ms, %.1f GFLOPS, %.1f GB/s\n", milliseconds, flops * 1e-6 / milliseconds,
                  bytes * 1e-6 / milliseconds);
    }
    if (size.verify == 0)
      return 0;
    const int wrong = count_wrong_elements(problem);
    std::printf("verify: %d elements differ from the reference\n", wrong);
    return wrong == 0 ? 0 : 1;
  } catch (const xeforge::Error& error) {
    std::fprintf(stderr, "gemm_bias_softmax_gemm_permute: %s\n", error.what());
    return 2;
  }
}
