// Functions whose machine code expect_vector_code.cmake looks at.
#include "xeforge/esimd/memory/memory.hpp"

using namespace xeforge::esimd;

// out = a * b + c
extern "C" void multiply_add(const float* a, const float* b, const float* c, float* out) {
  const simd<float, 128> x(a), y(b), z(c);
  block_store(out, simd<float, 128>(x * y + z));
}

// Halves above 1 are replaced by their square.
extern "C" void square_large_halves(const half* in, half* out) {
  simd<half, 64> x(in);
  x.merge(x * x, x > half(1.0f));
  block_store(out, x);
}

// Row 2 of an 8 x 8 block becomes half of the sum of its neighbours.
extern "C" void update_row(const float* in, float* out) {
  simd<float, 64> block(in);
  auto rows = block.bit_cast_view<float, 8, 8>();
  rows.row(2) = (rows.row(1) + rows.row(3)) * 0.5f;
  block_store(out, block);
}

// bfloat16 in and out.
extern "C" void scale_bfloat16(const bfloat16* in, bfloat16* out) {
  const simd<bfloat16, 32> x(in);
  block_store(out, simd<bfloat16, 32>(x * 3.0f));
}
