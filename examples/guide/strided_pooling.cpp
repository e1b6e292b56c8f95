// The largest element of each window of a row: windows of 16 elements, one every 5, the first one starting before the
// row and the last ones ending behind it. Four ways: element by element; a block where the window is inside and
// elements where not; 32 windows at once with a mask for what is outside; 32 at once with offsets clamped to the row.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

using sycl::half;
constexpr int window = 16, stride = 5, before = 1; // the first window starts `before` elements before the row
constexpr int batch = 32;                          // windows at once
constexpr float least = -65504.0f;

// The largest of the elements from start to end, of those that the row has.
half largest_in_row(const half* row, int start, int end, int length) SYCL_ESIMD_FUNCTION {
  simd<float, 1> largest = least;
  for (int i = std::max(start, 0); i < std::min(end, length); ++i)
    largest = max(largest, static_cast<float>(row[i]));
  return static_cast<float>(largest[0]);
}

// For all four: from is rows x length, to rows x windows; one row per thread.
void pool_elements(sycl::queue& queue, const half* from, half* to, int rows, int length, int windows) {
  queue.parallel_for<class PoolElements>(sycl::range<1>(rows), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const half* const row = from + item * length;
    for (int w = 0; w < windows; ++w) {
      const int start = w * stride - before;
      to[item * windows + w] = largest_in_row(row, start, start + window, length);
    }
  });
  queue.wait();
}

void pool_blocks(sycl::queue& queue, const half* from, half* to, int rows, int length, int windows) {
  queue.parallel_for<class PoolBlocks>(sycl::range<1>(rows), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const half* const row = from + item * length;
    for (int w = 0; w < windows; ++w) {
      const int start = w * stride - before;
      if (start < 0 || start + window > length)
        to[item * windows + w] = largest_in_row(row, start, start + window, length);
      else // an odd start: only 2 bytes of alignment
        to[item * windows + w] = hmax<half>(block_load<half, window>(row + start, properties{alignment<2>}));
    }
  });
  queue.wait();
}

// Stores the batch of results that begins with window w; of the last batch only what there is.
void store_batch(half* results, int w, int windows, const simd<half, batch>& largest) SYCL_ESIMD_FUNCTION {
  const simd<int, batch> place(0, 1);
  scatter<half, batch>(results + w, simd<std::uint32_t, batch>(place * sizeof(half)), largest, place < windows - w);
}

void pool_masked(sycl::queue& queue, const half* from, half* to, int rows, int length, int windows) {
  queue.parallel_for<class PoolMasked>(sycl::range<1>(rows), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const half* const row = from + item * length;
    const simd<half, batch> outside = least;
    for (int w = 0; w < windows; w += batch) {
      const simd<int, batch> starts = (w + simd<int, batch>(0, 1)) * stride - before;
      simd<half, batch> largest = least;
      for (int i = 0; i < window; ++i) {
        const simd<int, batch> at = starts + i;
        const simd<std::uint32_t, batch> offsets = at * sizeof(half);
        largest = max(largest, gather<half, batch>(row, offsets, (at >= 0) & (at < length), outside));
      }
      store_batch(to + item * windows, w, windows, largest);
    }
  });
  queue.wait();
}

// What is outside of the row becomes the element at its edge. That is in the window too: the maximum does not mind.
void pool_clamped(sycl::queue& queue, const half* from, half* to, int rows, int length, int windows) {
  queue.parallel_for<class PoolClamped>(sycl::range<1>(rows), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    const half* const row = from + item * length;
    for (int w = 0; w < windows; w += batch) {
      const simd<int, batch> starts = (w + simd<int, batch>(0, 1)) * stride - before;
      simd<half, batch> largest = least;
      for (int i = 0; i < window; ++i) {
        const simd<int, batch> at = min(max(simd<int, batch>(starts + i), 0), length - 1);
        largest = max(largest, gather<half, batch>(row, simd<std::uint32_t, batch>(at * sizeof(half))));
      }
      store_batch(to + item * windows, w, windows, largest);
    }
  });
  queue.wait();
}

int main() {
  constexpr int rows = 7, length = 200, windows = 40; // two batches, of 32 and of 8; the last window has 6 elements
  sycl::queue queue;
  SharedVector<half> from(rows * length, queue);
  std::vector<float> expected(rows * windows, least);
  for (int i = 0; i < rows * length; ++i)
    from[i] = static_cast<float>(i * 7919 % 2003) * -0.5f - 1; // all negative: a zero that slips in is the largest
  for (int row = 0; row < rows; ++row)
    for (int w = 0; w < windows; ++w)
      for (int i = w * stride - before; i < w * stride - before + window; ++i)
        if (i >= 0 && i < length)
          expected[row * windows + w] =
              std::max(expected[row * windows + w], static_cast<float>(from[row * length + i]));

  int wrong = 0;
  for (const auto pool : {pool_elements, pool_blocks, pool_masked, pool_clamped}) {
    SharedVector<half> to(rows * windows, half(1.0f), queue);
    pool(queue, from.data(), to.data(), rows, length, windows);
    for (int i = 0; i < rows * windows; ++i)
      wrong += static_cast<float>(to[i]) != expected[i];
  }
  std::printf("strided_pooling: %d wrong results of %d\n", wrong, 4 * rows * windows);
  return wrong == 0 ? 0 : 1;
}
