// What the ranks can send and compute, found out in some milliseconds.
#include "xeforge/attention.hpp"
#include "xeforge/distributed/attention.hpp"
#include "xeforge/distributed/dense.hpp"

#include <algorithm>

namespace xeforge::distributed {
namespace {

// Seconds of one exchange with both neighbours, the best of some.
double exchange_seconds(Channel& channel, std::int64_t bytes) {
  constexpr int tries = 5;
  Bytes sent(bytes), received(bytes);
  const Underway underway(channel);
  const int ranks = channel.size(), rank = channel.rank();
  double best = 1e9;
  for (int i = 0; i < tries; ++i) {
    channel.barrier();
    const double start = seconds_now();
    channel.begin_exchange(bytes, sent.data(), 1, (rank + 1) % ranks, received.data(), 1, (rank - 1 + ranks) % ranks);
    channel.wait();
    best = std::min(best, seconds_now() - start);
  }
  return channel.largest(best);
}

double flops_per_second(sycl::queue& queue) {
  constexpr std::int64_t heads = 4, length = 256, depth = 64;
  const Shape4 shape{1, heads, length, depth};
  Bytes q(count_of(shape) * 4), k(count_of(shape) * 4), v(count_of(shape) * 4), out(count_of(shape) * 4);
  double best = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double start = seconds_now();
    xeforge::attention(queue, dense_view(q.data(), DType::f32, shape), dense_view(k.data(), DType::f32, shape),
                       dense_view(v.data(), DType::f32, shape), dense_view(out.data(), DType::f32, shape), {});
    best = std::min(best, seconds_now() - start);
  }
  return 2.0 * heads * length * length * (2 * depth) / best;
}

} // namespace

Capability measure(Channel& channel, sycl::queue& queue) {
  constexpr std::int64_t small = 8, large = 1 << 20;
  const double of_small = exchange_seconds(channel, small), of_large = exchange_seconds(channel, large);
  Capability capability;
  capability.latency = of_small;
  capability.bytes_per_second = static_cast<double>(large) / std::max(of_large - of_small, of_large / 2);
  capability.flops_per_second = 1.0 / channel.largest(1.0 / flops_per_second(queue));
  return capability;
}

} // namespace xeforge::distributed
