// Sums of products whose operands the program places in the register file itself, so that no two that are read at once
// lie in the same bank. A byte of the register file is named: 64 bytes are one register.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int width = 16; // floats: one register

ESIMD_PRIVATE ESIMD_REGISTER(640) simd<float, width> factor;        // r10
ESIMD_PRIVATE ESIMD_REGISTER(960) simd<float, width> other_factor;  // r15
ESIMD_PRIVATE ESIMD_REGISTER(4096) simd<float, width> summand;      // r64
ESIMD_PRIVATE ESIMD_REGISTER(2560) simd<float, width> bound_result; // r40

// a, b, c, results: count floats, count >= width. results = c + a * b; the last piece is moved back to end where the
// arrays end.
void multiply_add(sycl::queue& queue, const float* a, const float* b, const float* c, float* results, int count) {
  const sycl::range<1> pieces((count + width - 1) / width);
  queue.parallel_for<class MultiplyAdd>(pieces, [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = std::min(static_cast<int>(piece) * width, count - width);
    factor.copy_from(a + start);
    other_factor.copy_from(b + start);
    summand.copy_from(c + start);
    bound_result = summand + factor * other_factor;
    bound_result.copy_to(results + start);
  });
  queue.wait();
}

int main() {
  constexpr int count = 459;
  sycl::queue queue;
  SharedVector<float> a(count, queue), b(count, queue), c(count, queue), results(count, -1.0f, queue);
  for (int i = 0; i < count; ++i) { // small whole numbers: exact, however products and sums are rounded
    a[i] = static_cast<float>(i % 101 - 50);
    b[i] = static_cast<float>(i % 13);
    c[i] = static_cast<float>(i);
  }
  multiply_add(queue, a.data(), b.data(), c.data(), results.data(), count);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += results[i] != a[i] * b[i] + c[i];
  std::printf("register_binding: %d wrong results of %d\n", wrong, count);
  return wrong == 0 ? 0 : 1;
}
