// Kernels that measure the ceilings of a device: each does one thing as fast as its hardware allows. Their results
// depend on all their operations, so that the compiler cannot remove any.
#pragma once

#include <sycl/ext/xeforge/slm_matrix.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

namespace xeforge::ops::ceilings {
inline namespace XEFORGE_TARGET {

namespace esimd = sycl::ext::intel::esimd;
namespace slm_matrix = sycl::ext::xeforge::slm_matrix;

// Reads blocks of 2 KB, item i of n the blocks i, i + n, ..., and writes the exclusive or of all, 32 words for each item.
struct ReadKernel {
  static constexpr int words = 256, result_words = 32;

  const std::uint64_t* data; // blocks x words, aligned to 8 bytes
  std::int64_t blocks, items;
  std::uint64_t* results; // items x result_words

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    const auto first = static_cast<std::int64_t>(item[0]);
    esimd::simd<std::uint64_t, words> sum = 0;
#pragma unroll 1
    for (std::int64_t block = first; block < blocks; block += items)
      sum ^= esimd::block_load<std::uint64_t, words>(data + block * words);
    esimd::simd<std::uint64_t, result_words> folded = 0;
#pragma unroll
    for (int start = 0; start < words; start += result_words)
      folded ^= sum.select<result_words, 1>(static_cast<std::uint16_t>(start));
    esimd::block_store<std::uint64_t, result_words>(results + first * result_words, folded);
  }
};

// `steps` times eight multiply-adds of 256 floats, each on the result of the one before.
struct MultiplyAddKernel {
  static constexpr int width = 256, together = 8;
  static constexpr std::int64_t flops_of_a_step = 2 * width * together;

  std::int64_t steps;
  float factor, addend;
  float* results; // items x width

  void operator()(sycl::id<1> item) const SYCL_ESIMD_KERNEL {
    using Floats = esimd::simd<float, width>;
    const Floats by = factor, added = addend;
    Floats sum = 0.0f;
#pragma unroll 1
    for (std::int64_t step = 0; step < steps; ++step)
#pragma unroll
      for (int i = 0; i < together; ++i)
        sum = esimd::fma(sum, by, added);
    esimd::block_store<float, width>(results + static_cast<std::int64_t>(item[0]) * width, sum);
  }
};

// `steps` times sum + left x matrix, with 16 rows of each thread and a matrix of the group's in shared local memory. Each
// thread of a group writes its 16 rows, over those of the other groups: all are the same.
template <class Element>
struct MatrixKernel {
  static constexpr int inner = 256, columns = 128, group_threads = 8;
  static constexpr std::int64_t flops_of_a_step = std::int64_t{2} * 16 * inner * columns; // of a thread

  const Element* left;   // (16 * group_threads) x inner
  const Element* matrix; // inner x columns
  Element* results;      // (16 * group_threads) x columns
  std::int64_t steps;

  void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
    esimd::slm_init<slm_matrix::bytes<inner, columns>>();
    const auto thread = static_cast<std::uint32_t>(item.get_local_id(0));
    const std::int32_t row = static_cast<std::int32_t>(thread) * 16;
    slm_matrix::copy<Element, inner, columns, group_threads>(0, matrix, columns, 0, inner, thread);
    const slm_matrix::Pairs<inner> rows =
        slm_matrix::load<Element, inner>(left, inner, row, 16 * group_threads, 0, inner);
    slm_matrix::wait();
    esimd::barrier();
    slm_matrix::Tile<columns> sum = 0.0f;
#pragma unroll 1
    for (std::int64_t step = 0; step < steps; ++step)
      sum = slm_matrix::multiply<Element, inner, columns>(sum, rows, 0);
    slm_matrix::store<Element, columns>(results, columns, row, 16 * group_threads,
                                        slm_matrix::round<Element, columns>(sum));
  }
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::ceilings
