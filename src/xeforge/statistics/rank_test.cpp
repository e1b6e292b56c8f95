#include "xeforge/statistics/rank_test.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/statistics/normal.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace xeforge::statistics {
namespace {

void require(std::span<const double> samples) {
  if (samples.empty())
    throw Error("samples", "none", "at least one number");
  if (std::ranges::any_of(samples, [](double value) { return std::isnan(value); }))
    throw Error("samples", "a value that is not a number", "numbers");
}

// Ranks of both lists together, doubled so that the mean rank of a tie is an integer.
struct Ranks {
  std::vector<int> doubled;  // of all values in ascending order, from 2 on
  std::vector<int> ties;     // how many values share a rank, for each rank
  double second_doubled = 0; // the sum of those of the second list
};

Ranks ranks_of(std::span<const double> first, std::span<const double> second) {
  struct Value {
    double value;
    bool is_second;
  };
  std::vector<Value> all;
  for (const double value : first)
    all.push_back({value, false});
  for (const double value : second)
    all.push_back({value, true});
  std::ranges::sort(all, {}, &Value::value);
  Ranks ranks;
  for (std::size_t begin = 0; begin < all.size();) {
    std::size_t end = begin;
    while (end < all.size() && all[end].value == all[begin].value)
      ++end;
    const int doubled = static_cast<int>(begin + 1 + end); // twice the mean of begin + 1 ... end
    ranks.ties.push_back(static_cast<int>(end - begin));
    for (; begin < end; ++begin) {
      ranks.doubled.push_back(doubled);
      ranks.second_doubled += all[begin].is_second ? doubled : 0;
    }
  }
  return ranks;
}

// How often each sum comes out when `chosen` of the ranks are drawn, relative to all ways of drawing them: element s is
// for the sum s. Adding one rank after another, as one counts subsets.
std::vector<double> distribution_of_sums(const std::vector<int>& ranks, std::size_t chosen) {
  std::size_t most = 0;
  for (const int rank : ranks)
    most += static_cast<std::size_t>(rank);
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(most + 1)); // [drawn][sum]
  ways[0][0] = 1;
  for (const int rank : ranks)
    for (std::size_t drawn = chosen; drawn > 0; --drawn)
      for (std::size_t sum = most; sum >= static_cast<std::size_t>(rank); --sum)
        ways[drawn][sum] += ways[drawn - 1][sum - static_cast<std::size_t>(rank)];
  double all = 0;
  for (const double count : ways[chosen])
    all += count;
  for (double& count : ways[chosen])
    count /= all;
  return ways[chosen];
}

double exact_p(const Ranks& ranks, std::size_t second_count) {
  const std::vector<double> sums = distribution_of_sums(ranks.doubled, second_count);
  const auto seen = static_cast<std::size_t>(ranks.second_doubled);
  double at_most = 0, at_least = 0;
  for (std::size_t sum = 0; sum < sums.size(); ++sum) {
    at_most += sum <= seen ? sums[sum] : 0;
    at_least += sum >= seen ? sums[sum] : 0;
  }
  return std::min(1.0, 2 * std::min(at_most, at_least));
}

// The variance of u where as many values share a rank as `ties` says.
double variance_of_u(double first, double second, const std::vector<int>& ties) {
  const double all = first + second;
  double lost = 0;
  for (const int tied : ties)
    lost += std::pow(tied, 3) - tied;
  return first * second / 12 * (all + 1 - lost / (all * (all - 1)));
}

double normal_p(double u, double first, double second, const std::vector<int>& ties) {
  const double variance = variance_of_u(first, second, ties);
  if (variance <= 0)
    return 1; // all values are the same
  const double distance = std::max(0.0, std::fabs(u - first * second / 2) - 0.5);
  return std::min(1.0, 2 * normal_tail(distance / std::sqrt(variance)));
}

// How many values of u the test rejects at either end, of lists without ties: 0, 1 ... to the last one that it rejects.
// 0: even lists that do not overlap are not told apart.
std::size_t rejected_u(std::size_t first, std::size_t second, double confidence) {
  const double tail = (1 - confidence) / 2;
  const auto n = static_cast<double>(first), m = static_cast<double>(second);
  if (first + second > most_for_exact) {
    const double lowest = n * m / 2 - 0.5 - normal_above(tail) * std::sqrt(variance_of_u(n, m, {}));
    return lowest < 0 ? 0 : static_cast<std::size_t>(lowest) + 1;
  }
  std::vector<int> ranks;
  for (std::size_t rank = 1; rank <= first + second; ++rank)
    ranks.push_back(static_cast<int>(rank));
  const std::vector<double> sums = distribution_of_sums(ranks, second);
  std::size_t u = 0;
  double at_most = 0;
  for (std::size_t sum = second * (second + 1) / 2; sum < sums.size(); ++sum, ++u) {
    at_most += sums[sum];
    if (at_most > tail)
      break;
  }
  return u;
}

} // namespace

RankTest rank_test(std::span<const double> first, std::span<const double> second) {
  require(first);
  require(second);
  const Ranks ranks = ranks_of(first, second);
  const auto n = static_cast<double>(first.size()), m = static_cast<double>(second.size());
  const double u = ranks.second_doubled / 2 - m * (m + 1) / 2;
  if (first.size() + second.size() <= most_for_exact)
    return {u, exact_p(ranks, second.size()), Method::exact};
  return {u, normal_p(u, n, m, ranks.ties), Method::normal};
}

Shift shift_between(std::span<const double> first, std::span<const double> second, double confidence) {
  require(first);
  require(second);
  if (!(confidence > 0 && confidence < 1))
    throw Error("confidence", "a value outside of 0 to 1", "between 0 and 1, such as 0.95");
  std::vector<double> differences;
  differences.reserve(first.size() * second.size());
  for (const double before : first)
    for (const double after : second)
      differences.push_back(after - before);
  std::ranges::sort(differences);
  // A shift moves u by one where it passes a difference: up to the place of the last u rejected, the test rejects it.
  const std::size_t rejected = rejected_u(first.size(), second.size(), confidence);
  const std::size_t from_end = std::min(rejected > 0 ? rejected - 1 : 0, (differences.size() - 1) / 2);
  return {median(differences),
          {differences[from_end], differences[differences.size() - 1 - from_end]},
          rejected > 0 ? confidence : 0};
}

} // namespace xeforge::statistics
