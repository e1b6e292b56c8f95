// Two-dimensional blocks.
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

// expect: 1 to 32 rows
namespace T23_block_2d_of_33_rows {
auto kernel(const half* p, int w, int h, int pitch) { return load_2d<half, 16, 33>(p, w, h, pitch, 0, 0); }
} // namespace T23_block_2d_of_33_rows

// expect: the vector has as many elements as the blocks
namespace T23_block_2d_result_of_another_length {
auto kernel(const half* p, int w, int h, int pitch) {
  return load_2d<half, 16, 16, 1, false, false, 255>(p, w, h, pitch, 0, 0);
}
} // namespace T23_block_2d_result_of_another_length

// expect: a row has at least 4 bytes
namespace T23_block_2d_rows_of_2_bytes {
void kernel(const half* p, int w, int h, int pitch) { lsc_prefetch_2d<half, 1, 8, 1>(p, w, h, pitch, 0, 0); }
} // namespace T23_block_2d_rows_of_2_bytes

// expect: the rows of all blocks together have at most 64 bytes
namespace T23_block_2d_rows_over_64_bytes {
auto kernel(const half* p, int w, int h, int pitch) { return lsc_load_2d<half, 16, 16, 4>(p, w, h, pitch, 0, 0); }
} // namespace T23_block_2d_rows_over_64_bytes

// expect: 2D store: 1 to 8 rows
namespace T23_block_2d_store_of_9_rows {
void kernel(half* p, int w, int h, int pitch, simd<half, 144> v) { store_2d<half, 16, 9>(p, w, h, pitch, 0, 0, v); }
} // namespace T23_block_2d_store_of_9_rows

// expect: 2D store: one block
namespace T23_block_2d_store_of_two_blocks {
void kernel(config_2d_mem_access<half, 16, 8, 2>& access, simd<half, 256> v) { lsc_store_2d(access, v); }
} // namespace T23_block_2d_store_of_two_blocks

// expect: only 8- and 16-bit elements can be transformed
namespace T23_block_2d_transformed_words {
auto kernel(const float* p, int w, int h, int pitch) {
  return load_2d<float, 16, 16, 1, false, true>(p, w, h, pitch, 0, 0);
}
} // namespace T23_block_2d_transformed_words

// expect: either transposed or transformed, not both
namespace T23_block_2d_transposed_and_transformed {
auto kernel(const half* p, int w, int h, int pitch) {
  return load_2d<half, 16, 16, 1, true, true>(p, w, h, pitch, 0, 0);
}
} // namespace T23_block_2d_transposed_and_transformed

// expect: only 32- and 64-bit elements can be transposed
namespace T23_block_2d_transposed_halves {
auto kernel(const half* p, int w, int h, int pitch) { return load_2d<half, 8, 16, 1, true>(p, w, h, pitch, 0, 0); }
} // namespace T23_block_2d_transposed_halves

// expect: at most 4 blocks of 8- or 16-bit elements, 2 of 32-bit ones, 1 of 64-bit ones
namespace T23_block_2d_two_of_doubles {
auto kernel(const double* p, int w, int h, int pitch) { return load_2d<double, 4, 8, 2>(p, w, h, pitch, 0, 0); }
} // namespace T23_block_2d_two_of_doubles
