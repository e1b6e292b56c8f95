// Products of tiles: operands lie packed in memory (panels.hpp), sums stay in registers.
//
// A step is 32 bits of the direction that is summed over: one float, or two bfloat16. For each step A has 32 bits for
// every row, which are broadcast, and B a register for every vector of columns. Steps come in blocks of eight, as the
// matrix engine takes them.
//
// Eight rows of two vectors are sixteen chains of multiply-adds, enough to hide their latency on two units. They need
// ten loads for sixteen multiply-adds, where the machine has a load for each. With three vectors it would be eleven for
// twenty-four, and no faster. Where there are sixteen registers, six rows of two vectors fit.
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

namespace xeforge::tile {

namespace esimd = sycl::ext::intel::esimd;

inline constexpr int block_steps = 8;

// Elements of a step.
template <class Packed>
inline constexpr int per_step = 4 / static_cast<int>(sizeof(Packed));

// Rows x (Vectors * Lanes) sums of products of Packed.
template <class Packed, int Rows, int Lanes, int Vectors>
struct RegisterTile {
  esimd::simd<float, Lanes> sums[Rows][Vectors];

  ESIMD_INLINE auto& row(int r, int v) { return sums[r][v]; }
};
// The matrix engine takes all rows of a vector as one.
template <int Rows, int Lanes, int Vectors>
struct RegisterTile<sycl::ext::oneapi::bfloat16, Rows, Lanes, Vectors> {
  esimd::simd<float, Rows * Lanes> vectors[Vectors]; // Rows x Lanes each

  ESIMD_INLINE auto row(int r, int v) {
    return vectors[v].template select<Lanes, 1>(static_cast<std::uint16_t>(r * Lanes));
  }
};

// tile += A B. a: an A panel of blocks blocks; vector v of the columns of B: a B panel at b + v * b_stride. beside() is
// called before each block: other work of a few registers, for units that products leave idle.
template <int Rows, int Lanes, int Vectors, class Beside>
ESIMD_INLINE void matmul_tile(RegisterTile<sycl::ext::oneapi::bfloat16, Rows, Lanes, Vectors>& tile,
                              const sycl::ext::oneapi::bfloat16* a, const sycl::ext::oneapi::bfloat16* b,
                              std::int64_t b_stride, int blocks, Beside beside) {
  using sycl::ext::oneapi::bfloat16;
  constexpr int a_size = 2 * block_steps * Rows, b_size = 2 * block_steps * Lanes;
  auto sums = tile;
  for (int block = 0; block < blocks; ++block) {
    beside();
    const esimd::simd<bfloat16, a_size> a_block(a + block * a_size); // Rows x 8 steps
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
      sums.vectors[v] = esimd::xmx::dpas<block_steps, Rows, float>(
          sums.vectors[v], esimd::simd<bfloat16, b_size>(b + v * b_stride + block * b_size), a_block);
  }
  tile = sums;
}
template <int Rows, int Lanes, int Vectors, class Beside>
ESIMD_INLINE void matmul_tile(RegisterTile<float, Rows, Lanes, Vectors>& tile, const float* a, const float* b,
                              std::int64_t b_stride, int blocks, Beside beside) {
  using Floats = esimd::simd<float, Lanes>;
  auto sums = tile;
  for (int block = 0; block < blocks; ++block, a += Rows * block_steps) {
    beside();
#pragma unroll
    for (int step = 0; step < block_steps; ++step, b += Lanes) {
      Floats b_vectors[Vectors];
#pragma unroll
      for (int v = 0; v < Vectors; ++v)
        b_vectors[v].copy_from(b + v * b_stride);
#pragma unroll
      for (int r = 0; r < Rows; ++r)
#pragma unroll
        for (int v = 0; v < Vectors; ++v)
          sums.row(r, v) = esimd::fma(Floats(a[r * block_steps + step]), b_vectors[v], sums.row(r, v));
    }
  }
  tile = sums;
}

template <class Packed, int Rows, int Lanes, int Vectors>
ESIMD_INLINE void matmul_tile(RegisterTile<Packed, Rows, Lanes, Vectors>& tile, const Packed* a, const Packed* b,
                              std::int64_t b_stride, int blocks) {
  matmul_tile(tile, a, b, b_stride, blocks, []() __attribute__((always_inline)) {});
}

template <class Packed, int Rows, int Lanes, int Vectors>
ESIMD_INLINE void clear(RegisterTile<Packed, Rows, Lanes, Vectors>& tile) {
#pragma unroll
  for (int r = 0; r < Rows; ++r)
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
      tile.row(r, v) = 0.0f;
}

// Rows of floats in memory, stride apart; row r is multiplied by factors[r] as it is loaded.
template <class Packed, int Rows, int Lanes, int Vectors>
ESIMD_INLINE void load_scaled(RegisterTile<Packed, Rows, Lanes, Vectors>& tile, const float* address,
                              std::int64_t stride, const float* factors) {
#pragma unroll
  for (int r = 0; r < Rows; ++r)
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
      tile.row(r, v) = esimd::simd<float, Lanes>(address + r * stride + v * Lanes) * factors[r];
}
template <class Packed, int Rows, int Lanes, int Vectors>
ESIMD_INLINE void store_tile(RegisterTile<Packed, Rows, Lanes, Vectors>& tile, float* address, std::int64_t stride) {
#pragma unroll
  for (int r = 0; r < Rows; ++r)
#pragma unroll
    for (int v = 0; v < Vectors; ++v)
      esimd::simd<float, Lanes>(tile.row(r, v)).copy_to(address + r * stride + v * Lanes);
}

} // namespace xeforge::tile
