// Rows reduced in registers, in SLM, and fused with a selection.
#include "program_support.hpp"

#include <functional>
#include <numeric>

namespace {

constexpr int ROW = 128;
constexpr int TOP_K = 8;

// Softmax of a row, its eight largest probabilities, and their share of the eight's sum: one load, one store.
sycl::event fused_softmax_topk(sycl::queue& q, const sycl::half* scores, sycl::half* weights, int* winners, int rows) {
  return q.submit([&](sycl::handler& cgh) {
    cgh.parallel_for<class FusedSoftmaxTopK>(sycl::range<1>(rows), [=](sycl::id<1> idx) SYCL_ESIMD_KERNEL {
      using namespace sycl::ext::intel::esimd;
      const int row = (int)idx[0];
      simd<sycl::half, ROW> loaded = block_load<sycl::half, ROW>(scores + row * ROW);
      simd<float, ROW> x = convert<float>(loaded);
      float largest = hmax<float>(x);
      x -= largest;
      simd<float, ROW> e = exp(x);
      float total = sycl::ext::intel::esimd::detail::sum<float, float, ROW>(e);
      simd<sycl::half, ROW> p = convert<sycl::half>(e / total);

      const simd<int, TOP_K> lane(0, 1);
      simd<sycl::half, TOP_K> best;
      simd<int, TOP_K> where;
#pragma unroll
      for (int i = 0; i < TOP_K; i++) {
        best[i] = p[i];
        where[i] = i;
      }
#pragma unroll
      for (int i = TOP_K; i < ROW; i++) {
        sycl::half candidate = p[i];
        sycl::half weakest = hmin<sycl::half>(best);
        if (candidate > weakest) {
          int place = (int)fbl(pack_mask(best == weakest));
          simd_mask<TOP_K> m = (lane == place);
          best.merge(simd<sycl::half, TOP_K>(candidate), m);
          where.merge(simd<int, TOP_K>(i), m);
        }
      }
      simd<float, TOP_K> chosen = convert<float>(best);
      float share = sycl::ext::intel::esimd::detail::sum<float, float, TOP_K>(chosen);
      block_store<sycl::half, TOP_K>(weights + row * TOP_K, convert<sycl::half>(chosen / share));
      block_store<int, TOP_K>(winners + row * TOP_K, where);
    });
  });
}

TEST(Programs, softmax_topk_normalise_in_one_kernel) {
  constexpr int rows = 301;
  sycl::queue q{sycl::property::queue::enable_profiling{}};
  UsmArray<sycl::half> scores(q, rows * ROW), weights(q, rows * TOP_K);
  UsmArray<int> winners(q, rows * TOP_K);
  fill_with_noise(scores, rows * ROW, 4.f);
  sycl::event done = fused_softmax_topk(q, scores, weights, winners, rows);
  done.wait();
  EXPECT_GT(done.get_profiling_info<sycl::info::event_profiling::command_end>(),
            done.get_profiling_info<sycl::info::event_profiling::command_start>());
  for (int row = 0; row < rows; ++row) {
    std::vector<double> p(ROW);
    for (int i = 0; i < ROW; ++i)
      p[i] = std::exp(static_cast<double>(static_cast<float>(scores[row * ROW + i])));
    std::vector<double> sorted = p;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const double share = std::accumulate(sorted.begin(), sorted.begin() + TOP_K, 0.0);
    std::vector<bool> taken(ROW, false);
    for (int k = 0; k < TOP_K; ++k) {
      const int winner = winners[row * TOP_K + k];
      ASSERT_TRUE(winner >= 0 && winner < ROW && !taken[winner]);
      taken[winner] = true;
      // Probabilities are rounded to half before they compete.
      ASSERT_GE(p[winner], sorted[TOP_K - 1] * (1 - 0x1p-10)) << row;
      ASSERT_NEAR(static_cast<float>(weights[row * TOP_K + k]), p[winner] / share, 0.002) << row;
    }
  }
}

constexpr int GROUP_SIZE = 8;

// Each group computes one dot product, its items an eighth of it each.
sycl::event dot_products(sycl::queue& q, const sycl::half* a, const sycl::half* b, float* out, int outputs,
                         int length) {
  return q.submit([&](sycl::handler& cgh) {
    cgh.parallel_for<class DotProducts>(
        sycl::nd_range<1>(outputs * GROUP_SIZE, GROUP_SIZE), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
          using namespace sycl::ext::intel::esimd;
          const int group = (int)item.get_group(0);
          const int local = (int)item.get_local_id(0);
          slm_init<GROUP_SIZE * sizeof(float)>();
          simd<float, 64> acc(0.f);
          for (int i = local * 64; i < length; i += GROUP_SIZE * 64) {
            simd<sycl::half, 64> x = block_load<sycl::half, 64>(a + group * length + i);
            simd<sycl::half, 64> y = block_load<sycl::half, 64>(b + i);
            acc += convert<float>(x) * convert<float>(y);
          }
          float partial = reduce<float>(acc, std::plus<float>());
          slm_block_store<float, 1>(local * sizeof(float), simd<float, 1>(partial));
          barrier();
          if (local == 0) {
            simd<float, GROUP_SIZE> parts = slm_block_load<float, GROUP_SIZE>(0);
            out[group] = sycl::ext::intel::esimd::detail::sum<float, float, GROUP_SIZE>(parts);
          }
        });
  });
}

TEST(Programs, a_work_group_reduces_through_slm) {
  constexpr int outputs = 37, length = 2048;
  sycl::queue q;
  UsmArray<sycl::half> a(q, outputs * length), b(q, length);
  UsmArray<float> out(q, outputs);
  fill_with_noise(a, outputs * length, 1.f);
  fill_with_noise(b, length, 1.f);
  dot_products(q, a, b, out, outputs, length).wait();
  for (int o = 0; o < outputs; ++o) {
    double expected = 0, magnitude = 0;
    for (int i = 0; i < length; ++i) {
      const double term = static_cast<double>(float(a[o * length + i])) * static_cast<double>(float(b[i]));
      expected += term;
      magnitude += std::fabs(term);
    }
    // 32 sums in a lane, then six and three steps of a tree, each with half a unit in the last place.
    EXPECT_NEAR(out[o], expected, magnitude * 41 * 0x1p-24);
  }
}

// Loads first, arithmetic after; scalars of one register times rows of others.
TEST(Programs, rows_are_loaded_first_and_scaled_by_scalars_out_of_a_register) {
  constexpr int KEYS = 8, DEPTH = 64;
  constexpr int batch = 2, heads = 3, sequence = 5;
  sycl::queue q{sycl::property::queue::in_order{}};
  UsmArray<sycl::half> values(q, KEYS * DEPTH), scale(q, batch * heads * sequence * KEYS);
  UsmArray<float> out(q, batch * heads * sequence * DEPTH);
  fill_with_noise(values, KEYS * DEPTH, 1.f);
  fill_with_noise(scale, batch * heads * sequence * KEYS, 1.f);
  const sycl::half *v_in = values, *s_in = scale;
  float* o_out = out;
  q.parallel_for(sycl::range<3>(batch, heads, sequence), [=](sycl::id<3> idx) SYCL_ESIMD_KERNEL {
    using namespace sycl::ext::intel::esimd;
    const int b = (int)idx[0], h = (int)idx[1], s = (int)idx[2];
    const int row = (b * heads + h) * sequence + s;
    simd<sycl::half, DEPTH> rows[KEYS];
#pragma unroll
    for (int i = 0; i < KEYS; i++)
      rows[i] = block_load<sycl::half, DEPTH>(v_in + i * DEPTH);
    simd<sycl::half, KEYS> weights = block_load<sycl::half, KEYS>(s_in + row * KEYS);
    simd<float, DEPTH> acc(0.f);
#pragma unroll
    for (int i = 0; i < KEYS; i++) {
      sycl::half w = weights[i];
      acc += convert<float>(w * rows[i]);
    }
    simd<sycl::half, DEPTH> first = weights.replicate_w<DEPTH, 1>(0);
    acc += convert<float>(first);
    block_store<float, DEPTH>(o_out + row * DEPTH, acc);
  });
  q.wait();
  for (int row = 0; row < batch * heads * sequence; ++row)
    for (int d = 0; d < DEPTH; ++d) {
      double expected = float(s_in[row * KEYS]);
      for (int i = 0; i < KEYS; ++i)
        expected += static_cast<double>(float(s_in[row * KEYS + i])) * static_cast<double>(float(v_in[i * DEPTH + d]));
      // Every product is rounded to half.
      ASSERT_NEAR(o_out[row * DEPTH + d], expected, KEYS * 0x1p-11);
    }
}

} // namespace
