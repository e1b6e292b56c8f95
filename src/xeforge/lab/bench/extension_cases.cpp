#include "xeforge/lab/bench/extension_cases.hpp"

#include <sycl/ext/intel/esimd.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace xeforge::lab::XEFORGE_TARGET {
namespace {

namespace esimd = sycl::ext::intel::esimd;

constexpr std::int64_t in_cache = 1 << 14, in_memory = extension_floats; // floats of an array
constexpr int width = 32;                                                // floats of an item of vadd and axpy
constexpr int columns = 1024, rows = 256;                                // of the softmax
constexpr int extent = 256;                                              // of the matrices
constexpr float factor = 0.37f;

// --- with the extension ----------------------------------------------------------------------------------------------

template <std::int64_t count>
void vadd_esimd(sycl::queue& queue, const ExtensionArrays& arrays) {
  const float* const a = arrays.a;
  const float* const b = arrays.b;
  float* const result = arrays.result;
  queue
      .parallel_for(sycl::range<1>(count / width),
                    [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
                      const std::size_t at = item[0] * width;
                      const esimd::simd<float, width> sum =
                          esimd::block_load<float, width>(a + at) + esimd::block_load<float, width>(b + at);
                      esimd::block_store(result + at, sum);
                    })
      .wait();
}

template <std::int64_t count>
void axpy_esimd(sycl::queue& queue, const ExtensionArrays& arrays) {
  const float* const x = arrays.a;
  const float* const y = arrays.b;
  float* const result = arrays.result;
  queue
      .parallel_for(sycl::range<1>(count / width),
                    [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
                      const std::size_t at = item[0] * width;
                      const esimd::simd<float, width> sum =
                          esimd::block_load<float, width>(x + at) * factor + esimd::block_load<float, width>(y + at);
                      esimd::block_store(result + at, sum);
                    })
      .wait();
}

// One row per item.
void softmax_esimd(sycl::queue& queue, const ExtensionArrays& arrays) {
  constexpr int step = 64;
  const float* const scores = arrays.a;
  float* const result = arrays.result;
  queue
      .parallel_for(sycl::range<1>(rows),
                    [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
                      const float* const from = scores + row[0] * columns;
                      float* const to = result + row[0] * columns;
                      esimd::simd<float, step> largest = -std::numeric_limits<float>::infinity();
                      for (int at = 0; at < columns; at += step)
                        largest = esimd::max(largest, esimd::block_load<float, step>(from + at));
                      const float maximum = esimd::hmax<float>(largest);
                      esimd::simd<float, step> sums = 0.0f;
                      for (int at = 0; at < columns; at += step) {
                        const esimd::simd<float, step> weights =
                            esimd::exp(esimd::simd<float, step>(esimd::block_load<float, step>(from + at) - maximum));
                        sums += weights;
                        esimd::block_store(to + at, weights);
                      }
                      const float share = 1.0f / esimd::reduce<float>(sums, std::plus<>());
                      for (int at = 0; at < columns; at += step) {
                        const esimd::simd<float, step> weights = esimd::block_load<float, step>(to + at) * share;
                        esimd::block_store(to + at, weights);
                      }
                    })
      .wait();
}

// result = half_a x half_b. An item has 16 x 32 results: 2 x 2 tiles of dpas.
void gemm_esimd(sycl::queue& queue, const ExtensionArrays& arrays) {
  constexpr int tile_rows = 16, tile_columns = 32, depth = 16;
  constexpr unsigned half_row = extent * sizeof(sycl::half) - 1, float_row = extent * sizeof(float) - 1;
  constexpr unsigned last = extent - 1;
  const sycl::half* const a = arrays.half_a;
  const sycl::half* const b = arrays.half_b;
  float* const result = arrays.result;
  queue
      .parallel_for(sycl::range<2>(extent / tile_rows, extent / tile_columns),
                    [=](sycl::id<2> item) SYCL_ESIMD_KERNEL {
                      const int row = static_cast<int>(item[0]) * tile_rows;
                      const int column = static_cast<int>(item[1]) * tile_columns;
                      esimd::simd<float, 128> sums[2][2]; // 8 x 16 each
                      for (auto& tiles : sums)
                        for (auto& tile : tiles)
                          tile = 0.0f;
                      for (int k = 0; k < extent; k += depth) {
                        esimd::simd<sycl::half, 128> left[2]; // 8 x 16
                        for (int i = 0; i < 2; ++i)
                          left[i] = esimd::load_2d<sycl::half, depth, 8>(a, half_row, last, half_row, k, row + 8 * i);
                        for (int j = 0; j < 2; ++j) {
                          const esimd::simd<sycl::half, 256> right = // 16 x 16, pairs of rows together
                              esimd::load_2d<sycl::half, 16, depth, 1, false, true>(b, half_row, last, half_row,
                                                                                    column + 16 * j, k);
                          for (int i = 0; i < 2; ++i)
                            sums[i][j] = esimd::xmx::dpas<8, 8, float>(sums[i][j], right, left[i]);
                        }
                      }
                      for (int i = 0; i < 2; ++i)
                        for (int j = 0; j < 2; ++j)
                          esimd::store_2d<float, 16, 8>(result, float_row, last, float_row, column + 16 * j,
                                                        row + 8 * i, sums[i][j]);
                    })
      .wait();
}

// --- as loops --------------------------------------------------------------------------------------------------------

template <std::int64_t count>
void vadd_loop(const ExtensionArrays& arrays) {
  const float* const __restrict a = arrays.a;
  const float* const __restrict b = arrays.b;
  float* const __restrict result = arrays.result;
  for (std::int64_t i = 0; i < count; ++i)
    result[i] = a[i] + b[i];
}

template <std::int64_t count>
void axpy_loop(const ExtensionArrays& arrays) {
  const float* const __restrict x = arrays.a;
  const float* const __restrict y = arrays.b;
  float* const __restrict result = arrays.result;
  for (std::int64_t i = 0; i < count; ++i)
    result[i] = std::fma(x[i], factor, y[i]);
}

// exp(x) for x <= 0, in operations that the compiler turns into vector instructions: 2^n times the Taylor polynomial
// of 2^f, |f| <= 1/2, whose error is below that of a float.
inline float exp_of(float x) {
  constexpr float log2_e = 1.44269504f;
  const float power = std::max(x * log2_e, -126.0f);
  const float whole = __builtin_rintf(power);
  const float t = (power - whole) * 0.693147181f;
  float sum = 1.0f / 5040;
  for (const float coefficient : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f, 1.0f, 1.0f})
    sum = std::fma(sum, t, coefficient);
  return sum * __builtin_bit_cast(float, (static_cast<std::int32_t>(whole) + 127) << 23);
}

// Partial results lane by lane: the compiler may not reorder a sum of floats itself.
void softmax_loop(const ExtensionArrays& arrays) {
  constexpr int step = 64;
  for (int row = 0; row < rows; ++row) {
    const float* const __restrict from = arrays.a + row * columns;
    float* const __restrict to = arrays.result + row * columns;
    float largest[step];
    std::fill_n(largest, step, -std::numeric_limits<float>::infinity());
    for (int at = 0; at < columns; at += step)
      for (int lane = 0; lane < step; ++lane)
        largest[lane] = largest[lane] < from[at + lane] ? from[at + lane] : largest[lane];
    const float maximum = *std::max_element(largest, largest + step);
    float sums[step] = {};
    for (int at = 0; at < columns; at += step)
      for (int lane = 0; lane < step; ++lane) {
        const float weight = exp_of(from[at + lane] - maximum);
        sums[lane] += weight;
        to[at + lane] = weight;
      }
    float sum = 0.0f;
    for (const float part : sums)
      sum += part;
    const float share = 1.0f / sum;
    for (int at = 0; at < columns; ++at)
      to[at] *= share;
  }
}

// Tiles of results that stay in registers, halves converted as they are read. The height is the one of 4 and 8 that the
// compiler makes the faster code of.
void gemm_loop(const ExtensionArrays& arrays) {
#ifdef __AVX512F__
  constexpr int tile_rows = 4;
#else
  constexpr int tile_rows = 8;
#endif
  constexpr int tile_columns = 32;
  const auto* const __restrict a = reinterpret_cast<const _Float16*>(arrays.half_a);
  const auto* const __restrict b = reinterpret_cast<const _Float16*>(arrays.half_b);
  float* const __restrict result = arrays.result;
  for (int row = 0; row < extent; row += tile_rows)
    for (int column = 0; column < extent; column += tile_columns) {
      float sums[tile_rows][tile_columns] = {};
      for (int k = 0; k < extent; ++k) {
        float right[tile_columns];
        for (int j = 0; j < tile_columns; ++j)
          right[j] = static_cast<float>(b[k * extent + column + j]);
        for (int i = 0; i < tile_rows; ++i) {
          const auto left = static_cast<float>(a[(row + i) * extent + k]);
          for (int j = 0; j < tile_columns; ++j)
            sums[i][j] = std::fma(left, right[j], sums[i][j]);
        }
      }
      for (int i = 0; i < tile_rows; ++i)
        std::copy_n(sums[i], tile_columns, result + (row + i) * extent + column);
    }
}

// --- what launches and barriers cost ---------------------------------------------------------------------------------

void launch_nothing(sycl::queue& queue) {
  queue.parallel_for(sycl::range<1>(1), [=](sycl::id<1>) SYCL_ESIMD_KERNEL {}).wait();
}

void wait_for_each_other(sycl::queue& queue) {
  queue
      .parallel_for(sycl::nd_range<1>(ExtensionOverheads::items, ExtensionOverheads::items),
                    [=](sycl::nd_item<1>) SYCL_ESIMD_KERNEL {
                      for (int i = 0; i < ExtensionOverheads::barriers; ++i)
                        esimd::barrier();
                    })
      .wait();
}

constexpr double bytes_of_three(std::int64_t floats) { return 3.0 * sizeof(float) * static_cast<double>(floats); }

constexpr ExtensionCase cases[] = {
    {"vadd", "c = a + b, 16,384 floats", in_cache, bytes_of_three(in_cache), "GB/s", 0, &vadd_esimd<in_cache>,
     &vadd_loop<in_cache>},
    {"vadd-memory", "the same, 4,194,304 floats", in_memory, bytes_of_three(in_memory), "GB/s", 0,
     &vadd_esimd<in_memory>, &vadd_loop<in_memory>},
    {"axpy", "c = s a + b, 16,384 floats", in_cache, bytes_of_three(in_cache), "GB/s", 1e-6, &axpy_esimd<in_cache>,
     &axpy_loop<in_cache>},
    {"axpy-memory", "the same, 4,194,304 floats", in_memory, bytes_of_three(in_memory), "GB/s", 1e-6,
     &axpy_esimd<in_memory>, &axpy_loop<in_memory>},
    {"softmax", "of 256 rows of 1,024 floats", rows * columns, 2.0 * sizeof(float) * rows * columns, "GB/s", 1e-5,
     &softmax_esimd, &softmax_loop},
    {"gemm", "256 x 256 x 256, halves, sums in float, dpas", extent * extent, 2.0 * extent * extent * extent, "GFLOPS",
     1e-5, &gemm_esimd, &gemm_loop},
};

} // namespace

ExtensionBenchmarks extension_benchmarks() { return {cases, {&launch_nothing, &wait_for_each_other}}; }

} // namespace xeforge::lab::XEFORGE_TARGET
