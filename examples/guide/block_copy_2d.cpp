// A picture copied in two-dimensional blocks, each one message, the next one prefetched. What a block has outside of
// the picture reads as zero and is not written: no edge is treated by hand.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;
using namespace sycl::ext::intel::experimental::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int block_columns = 16, block_rows = 8;
using Block = config_2d_mem_access<int, block_columns, block_rows, 1>;

// from, to: rows x columns, pitch elements from row to row. A thread copies the blocks of one strip of 16 columns.
void copy(sycl::queue& queue, const int* from, int* to, int rows, int columns, int pitch) {
  const sycl::range<1> strips((columns + block_columns - 1) / block_columns);
  queue.parallel_for<class BlockCopy>(strips, [=](sycl::id<1> strip) SYCL_ESIMD_KERNEL {
    constexpr auto cached = cache_hint::cached, uncached = cache_hint::uncached, back = cache_hint::write_back;
    const unsigned width = columns * sizeof(int) - 1, height = rows - 1, pitch_bytes = pitch * sizeof(int) - 1;
    const int x = static_cast<int>(strip) * block_columns;
    // The sixteen numbers that describe a message are made once; afterwards only the row changes.
    Block source(from, width, height, pitch_bytes, x, 0), target(to, width, height, pitch_bytes, x, 0);
    for (int y = 0; y < rows; y += block_rows) {
      source.set_y(y + block_rows);
      lsc_prefetch_2d<int, block_columns, block_rows, 1, false, false, cached, cached>(source);
      source.set_y(y);
      target.set_y(y);
      const auto block = lsc_load_2d<int, block_columns, block_rows, 1, false, false, cached, cached>(source);
      lsc_store_2d<int, block_columns, block_rows, 1, uncached, back>(target, block);
    }
  });
  queue.wait();
}

int main() {
  constexpr int rows = 45, columns = 75, pitch = 80; // 4 strips and 11 columns; 5 blocks and 5 rows
  sycl::queue queue;
  SharedVector<int> from(rows * pitch, queue), to(rows * pitch, -1, queue);
  for (int i = 0; i < rows * pitch; ++i)
    from[i] = i % pitch < columns ? i * 3 + 1 : 1 << 30;
  copy(queue, from.data(), to.data(), rows, columns, pitch);
  int wrong = 0;
  for (int i = 0; i < rows * pitch; ++i)
    wrong += to[i] != (i % pitch < columns ? i * 3 + 1 : -1);
  std::printf("block_copy_2d: %d wrong elements of %d\n", wrong, rows * pitch);
  return wrong == 0 ? 0 : 1;
}
