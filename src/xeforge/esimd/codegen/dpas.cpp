// A row of tiles of a matrix product, whose machine code expect_dpas_code.cmake looks at: C (8 x 32) += A (8 x 16
// steps) times B (16 steps x 32, in the VNNI layout).
#include "xeforge/esimd/matrix/xmx.hpp"
#include "xeforge/esimd/memory/memory.hpp"

using namespace xeforge::esimd;

extern "C" void multiply_tiles(const bfloat16* a, const bfloat16* b, float* c, int steps) {
  simd<float, 128> left(c), right(c + 128);
  for (int k = 0; k < steps; ++k) {
    const simd<bfloat16, 128> rows(a + k * 128);
    left = xmx::dpas<8, 8, float>(left, simd<bfloat16, 256>(b + k * 512), rows);
    right = xmx::dpas<8, 8, float>(right, simd<bfloat16, 256>(b + k * 512 + 256), rows);
  }
  left.copy_to(c);
  right.copy_to(c + 128);
}
