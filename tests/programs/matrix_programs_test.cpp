// Matrix products from two-dimensional blocks, as programs for the systolic array write them.
#include "program_support.hpp"

#include <sycl/ext/intel/esimd/xmx/dpas.hpp>
#include <sycl/ext/intel/experimental/esimd/memory.hpp>

namespace {

using namespace sycl::ext::intel::esimd;
using namespace sycl::ext::intel::experimental::esimd;
using fp16 = sycl::half;

// Two threads of a group share the rows of A and keep step at a named barrier; payloads are made once and moved.
void multiply_in_step(const fp16* a, const fp16* b, fp16* c, uint32_t m, uint32_t n, uint32_t k,
                      sycl::nd_item<2>& item) {
  __esimd_nbarrier_init(1);
  const int column = int(item.get_group(0)) * 32 + int(item.get_local_id(0)) * 16, row = int(item.get_group(1)) * 16;
  simd<float, 256> acc[2] = {0};
  config_2d_mem_access<fp16, 16, 16, 1> block_a(a, k * 2 - 1, m - 1, k * 2 - 1, 0, row);
  config_2d_mem_access<fp16, 16, 16, 1> block_b(b, n * 2 - 1, k - 1, n * 2 - 1, column, 0);
  for (uint32_t at = 0; at < k; at += 16) {
    block_a.set_x(at);
    block_b.set_y(at);
    simd<fp16, 256> rows = lsc_load_2d<fp16, 16, 16, 1, false, false, cache_hint::cached, cache_hint::cached>(block_a);
    simd<fp16, 256> pairs = lsc_load_2d<fp16, 16, 16, 1, false, true, cache_hint::cached, cache_hint::cached>(block_b);
    lsc_prefetch_2d<fp16, 16, 16, 1, false, false, cache_hint::cached, cache_hint::cached>(block_a.set_x(at + 16));
    auto upper = acc[0].select<128, 1>(0);
    auto lower = acc[0].select<128, 1>(128);
    upper = xmx::dpas<8, 8, float, float, fp16, fp16>(simd<float, 128>(upper.data()), simd<fp16, 256>(pairs.data()),
                                                      simd<fp16, 128>(rows.select<128, 1>(0).data()));
    lower = xmx::dpas<8, 8, float>(lower.read(), pairs, simd<fp16, 128>(rows.select<128, 1>(128)));
    __esimd_nbarrier_arrive(0, 0, 2, 2);
    __esimd_nbarrier(0, 0, 2);
  }
  simd<fp16, 256> out = acc[0] + acc[1]; // the second one is zero: it was never written
  for (int i = 0; i < 16; i += 8)
    lsc_store_2d<fp16, 16, 8, cache_hint::write_back, cache_hint::write_back>(
        c, n * 2 - 1, m - 1, n * 2 - 1, column, row + i, simd<fp16, 128>(out.select<128, 1>(i * 16).data()));
}

TEST(Programs, blocks_of_a_product_are_computed_by_threads_in_step) {
  constexpr int m = 24, n = 64, k = 40; // neither rows nor depth are whole blocks: what is outside reads as zero
  sycl::queue q;
  auto device = q.get_device();
  auto context = q.get_context();
  auto* a = static_cast<fp16*>(sycl::aligned_alloc_shared(64, m * k * 2, device, context));
  auto* b = static_cast<fp16*>(sycl::aligned_alloc_shared(64, k * n * 2, device, context));
  auto* c = static_cast<fp16*>(sycl::aligned_alloc_shared(64, m * n * 2, device, context));
  for (int i = 0; i < m * k; ++i)
    a[i] = float(i % 5 - 2);
  for (int i = 0; i < k * n; ++i)
    b[i] = float(i % 7 - 3);
  q.submit([&](sycl::handler& cgh) {
     cgh.parallel_for<class InStep>(sycl::nd_range<2>({n / 32 * 2, (m + 15) / 16}, {2, 1}),
                                    [=](sycl::nd_item<2> item)
                                        SYCL_ESIMD_KERNEL { multiply_in_step(a, b, c, m, n, k, item); });
   }).wait();
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      float expected = 0;
      for (int i = 0; i < k; ++i)
        expected += float(a[row * k + i]) * float(b[i * n + column]);
      ASSERT_EQ(float(c[row * n + column]), expected) << row << ", " << column;
    }
  for (fp16* matrix : {a, b, c})
    sycl::free(matrix, context);
}

TEST(Programs, products_of_bytes_and_of_short_floats_need_no_spelled_types) {
  sycl::queue q;
  UsmArray<signed char> a(q, 256);
  UsmArray<unsigned char> b(q, 512);
  UsmArray<int> integers(q, 128);
  UsmArray<float> floats(q, 32);
  for (int i = 0; i < 256; ++i)
    a[i] = static_cast<signed char>(i % 11 - 5);
  for (int i = 0; i < 512; ++i)
    b[i] = static_cast<unsigned char>(i % 256);
  const signed char* pa = a;
  const unsigned char* pb = b;
  int* out = integers;
  float* out_floats = floats;
  q.single_task<class ShortProducts>([=]() SYCL_ESIMD_KERNEL {
     simd<signed char, 256> rows(pa);
     simd<unsigned char, 512> quads(pb);
     simd<int, 128> once = xmx::dpas<8, 8, int>(quads, rows), twice(1);
     twice = xmx::dpas<8, 8, int, int, unsigned char, signed char>(twice, quads, rows);
     simd<int, 128> sum = once + twice;
     sum.copy_to(out);
     simd<tfloat32, 16> steps = simd<float, 16>(0.f, 1.f);
     simd<tfloat32, 128> twos = tfloat32(2.0f);
     simd<float, 32> products = xmx::dpas<8, 2, float, tfloat32, tfloat32>(twos, steps);
     products.copy_to(out_floats);
   }).wait();
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 16; ++column) {
      int expected = 0;
      for (int k = 0; k < 32; ++k)
        expected += a[row * 32 + k] * b[k / 4 * 64 + column * 4 + k % 4];
      ASSERT_EQ(integers[row * 16 + column], 2 * expected + 1) << row << ", " << column;
    }
  for (int i = 0; i < 32; ++i)
    ASSERT_EQ(floats[i], i < 16 ? 56 : 184) << i; // 2 x (0 + ... + 7), 2 x (8 + ... + 15)
}

} // namespace
