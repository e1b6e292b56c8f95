// A picture of three bytes per pixel; each result is the mean of a pixel and its eight neighbours, channel by channel.
// A thread loads 8 x 32 bytes into registers once and adds nine windows of 6 x 24 bytes of them: neighbours are other
// regions of the same registers, not other loads.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int channels = 3;
constexpr int tile_rows = 6, tile_bytes = 24; // results of one thread: 6 rows of 8 pixels
constexpr float ninth = 1.0f / 9;

// `from` is rows x row_bytes, pitch bytes from row to row, a multiple of 16. Result (row, byte) in `to`, of the same
// shape, is the mean around pixel (row + 1, byte + 3); for the last two rows and pixels, whose neighbours lie outside,
// it is that of a picture with zeros around. Row_bytes is a multiple of 4.
void filter(sycl::queue& queue, const std::uint8_t* from, std::uint8_t* to, int rows, int row_bytes, int pitch) {
  const sycl::range<2> tiles((rows + tile_rows - 1) / tile_rows, (row_bytes + tile_bytes - 1) / tile_bytes);
  queue.parallel_for<class LinearFilter>(tiles, [=](sycl::id<2> tile) SYCL_ESIMD_KERNEL {
    const int row = static_cast<int>(tile[0]) * tile_rows;
    const int byte = static_cast<int>(tile[1]) * tile_bytes;
    // 1. One message. Rows have 32 bytes, of which 30 are needed: rows of a power of two lie well in registers.
    simd<std::uint8_t, 8 * 32> loaded =
        load_2d<std::uint8_t, 32, 8>(from, row_bytes - 1, rows - 1, pitch - 1, byte, row);
    auto in = loaded.bit_cast_view<std::uint8_t, 8, 32>();

    // 2. Nine windows, each converted as it is added.
    simd<float, tile_rows * tile_bytes> sums = 0;
    auto sum = sums.bit_cast_view<float, tile_rows, tile_bytes>();
#pragma unroll
    for (int down = 0; down < 3; ++down)
#pragma unroll
      for (int right = 0; right < 3; ++right)
        sum += in.select<tile_rows, 1, tile_bytes, 1>(down, right * channels);

    // 3. One message; what lies outside of the picture is not written.
    const simd<std::uint8_t, tile_rows * tile_bytes> means = convert<std::uint8_t>(simd(sums * ninth));
    store_2d<std::uint8_t, tile_bytes, tile_rows>(to, row_bytes - 1, rows - 1, pitch - 1, byte, row, means);
  });
  queue.wait();
}

int main() {
  constexpr int rows = 45, row_bytes = 47 * channels + 3, pitch = 160; // tiles: 7 and a half by 6
  static_assert(row_bytes % 4 == 0 && pitch % 16 == 0);
  sycl::queue queue;
  SharedVector<std::uint8_t> from(rows * pitch, 0xEE, queue), to(rows * pitch, 0xAA, queue);
  for (int row = 0; row < rows; ++row)
    for (int byte = 0; byte < row_bytes; ++byte)
      from[row * pitch + byte] = static_cast<std::uint8_t>(row == 7 ? 255 : row * 31 + byte * 17 + row * byte);
  filter(queue, from.data(), to.data(), rows, row_bytes, pitch);

  const auto pixel = [&](int row, int byte) {
    return row < rows && byte < row_bytes ? static_cast<int>(from[row * pitch + byte]) : 0;
  };
  int wrong = 0;
  for (int row = 0; row < rows; ++row)
    for (int byte = 0; byte < pitch; ++byte) {
      int sum = 0;
      for (int down = 0; down < 3; ++down)
        for (int right = 0; right < 3; ++right)
          sum += pixel(row + down, byte + right * channels);
      const int expected = byte < row_bytes ? static_cast<int>(static_cast<float>(sum) * ninth) : 0xAA;
      wrong += to[row * pitch + byte] != expected;
    }
  std::printf("linear_filter: %d wrong bytes of %d\n", wrong, rows * pitch);
  return wrong == 0 ? 0 : 1;
}
