// Order and clusters: elements exchanged inside of a vector, and found by comparison with all others.
#include "program_support.hpp"

#include <algorithm>

namespace {

using namespace sycl::ext::intel::esimd;

// A bitonic network over the elements of one vector: each step exchanges with the partner whose number differs in a
// bit.
sycl::event sort_runs(sycl::queue& q, uint32_t* values, int count) {
  return q.submit([&](sycl::handler& cgh) {
    cgh.parallel_for<class SortRuns>(sycl::range<1>(count / 32), [=](sycl::id<1> run) SYCL_ESIMD_KERNEL {
      simd<uint32_t, 32> v;
      v.copy_from(values + run * 32);
      const simd<uint16_t, 32> lane(0, 1);
      for (int length = 2; length <= 32; length <<= 1)
        for (int distance = length >> 1; distance > 0; distance >>= 1) {
          const simd<uint16_t, 32> partner = lane ^ distance;
          const simd<uint32_t, 32> other = v.iselect(partner);
          const simd_mask<32> ascends = (lane & length) == 0;
          const simd_mask<32> is_lower = (lane & distance) == 0;
          const simd<uint32_t, 32> smaller = min(v, other), larger = max(v, other);
          v = merge(smaller, larger, ascends == is_lower);
        }
      v.copy_to(values + run * 32);
    });
  });
}

TEST(Programs, runs_are_sorted_by_a_network_of_exchanges) {
  constexpr int count = 32 * 11;
  sycl::queue q;
  UsmArray<uint32_t> values(q, count);
  std::vector<uint32_t> expected(count);
  for (int i = 0; i < count; ++i) // ties, both ends of the range, one run that is sorted and one that is reversed
    expected[i] = i < 32 ? i : i < 64 ? 64 - i : i % 5 == 0 ? 0xFFFFFFFFu * (i % 2) : uint32_t(i * 2654435761u) >> 27;
  std::copy(expected.begin(), expected.end(), values.get());
  sort_runs(q, values, count).wait();
  for (int run = 0; run < count; run += 32) {
    std::sort(expected.begin() + run, expected.begin() + run + 32);
    for (int i = run; i < run + 32; ++i)
      ASSERT_EQ(values[i], expected[i]) << i;
  }
}

// Columns of a square tile become rows, by views of two dimensions.
template <int N>
class Transpose;
template <int N>
void transpose(sycl::queue& q, const float* from, float* to) {
  q.single_task<Transpose<N>>([=]() SYCL_ESIMD_KERNEL {
     simd<float, N * N> in(from), out;
     auto rows = in.template bit_cast_view<float, N, N>();
     auto columns = out.template bit_cast_view<float, N, N>();
#pragma unroll
     for (int i = 0; i < N; i++)
       columns.row(i) = rows.column(i);
     out.copy_to(to);
   }).wait();
}

TEST(Programs, a_tile_is_transposed_by_rows_and_columns) {
  sycl::queue q;
  UsmArray<float> from(q, 256), to(q, 256);
  for (int i = 0; i < 256; ++i)
    from[i] = i * 0.5f;
  transpose<8>(q, from, to);
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(to[i], from[i % 8 * 8 + i / 8]) << i;
  transpose<16>(q, from, to);
  for (int i = 0; i < 256; ++i)
    ASSERT_EQ(to[i], from[i % 16 * 16 + i / 16]) << i;
}

// Points go to the nearest of twenty centres; sums and counts of each are kept in registers, found by the number of the
// centre, and added to everybody's by atomics.
TEST(Programs, points_are_counted_at_their_nearest_centre) {
  constexpr int points = 1024, centres = 20, per_thread = 64;
  sycl::queue q;
  UsmArray<float> x(q, points), y(q, points), centre_x(q, 32), centre_y(q, 32), sums(q, 64);
  UsmArray<int> nearest(q, points);
  for (int i = 0; i < points; ++i) { // coordinates are eighths, so that every sum is exact
    x[i] = float(i * 7 % 800) / 8;
    y[i] = float(i * 13 % 640) / 8;
  }
  for (int i = 0; i < 64; ++i)
    sums[i] = 0;
  for (int c = 0; c < 32; ++c) {
    centre_x[c] = float(c * 5);
    centre_y[c] = float(c * 37 % 80);
  }
  const float *px = x, *py = y, *cx = centre_x, *cy = centre_y;
  float* all = sums;
  int* numbers = nearest;
  q.parallel_for<class Nearest>(sycl::range<1>(points / per_thread), [=](sycl::id<1> thread) SYCL_ESIMD_KERNEL {
     simd<float, centres> centres_x(cx), centres_y(cy);
     simd<float, 64> sum = 0; // of x, and how many
     for (int i = 0; i < per_thread; i += 16) {
       const int start = int(thread) * per_thread + i;
       simd<float, 16> vx(px + start), vy(py + start), least = 1e9f;
       simd<int, 16> number = -1;
       for (int c = 0; c < centres; c++) {
         simd<float, 16> dx = vx - centres_x[c], dy = vy - centres_y[c];
         simd<float, 16> distance = dx * dx + dy * dy;
         number.merge(c, distance < least);
         least.merge(distance, distance < least);
       }
       number.copy_to(numbers + start);
       for (int k = 0; k < 16; k++) {
         const int c = number[k];
         sum.select<1, 1>(c) += vx[k];
         sum.select<1, 1>(32 + c) += 1.0f;
       }
     }
     simd<uint32_t, 32> offsets(0, sizeof(float));
     atomic_update<atomic_op::fadd, float, 32>(all, offsets, sum.select<32, 1>(0).read(), 1);
     atomic_update<atomic_op::fadd, float, 32>(all + 32, offsets, sum.select<32, 1>(32).read(), simd_mask<32>(1));
   }).wait();

  std::vector<float> expected(64);
  for (int i = 0; i < points; ++i) {
    int best = 0;
    const auto distance = [&](int c) {
      return (x[i] - centre_x[c]) * (x[i] - centre_x[c]) + (y[i] - centre_y[c]) * (y[i] - centre_y[c]);
    };
    for (int c = 1; c < centres; ++c)
      if (distance(c) < distance(best))
        best = c;
    ASSERT_EQ(nearest[i], best) << i;
    expected[best] += x[i];
    expected[32 + best] += 1;
  }
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(sums[i], expected[i]) << i;
}

} // namespace
