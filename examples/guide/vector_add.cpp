// Sums of two arrays, in pieces of 48, 47 and 8 floats for each thread: what an odd length costs, and a short one.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

template <int length>
class VectorAdd;

// a, b, sums: count floats, count >= length. The last piece is moved back so that it ends where the arrays end; what it
// shares with the piece before is written twice, with the same values.
template <int length>
void add(sycl::queue& queue, const float* a, const float* b, float* sums, int count) {
  const int pieces = (count + length - 1) / length;
  queue.parallel_for<VectorAdd<length>>(sycl::range<1>(pieces), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = std::min(static_cast<int>(piece) * length, count - length);
    const simd<float, length> va(a + start);
    const simd<float, length> vb(b + start);
    const simd<float, length> sum = va + vb;
    sum.copy_to(sums + start);
  });
  queue.wait();
}

template <int length>
int wrong_sums(sycl::queue& queue, const SharedVector<float>& a, const SharedVector<float>& b) {
  SharedVector<float> sums(a.size(), -1.0f, queue);
  add<length>(queue, a.data(), b.data(), sums.data(), static_cast<int>(a.size()));
  int wrong = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    wrong += sums[i] != a[i] + b[i];
  return wrong;
}

int main() {
  sycl::queue queue;
  SharedVector<float> a(1003, queue), b(1003, queue); // 1003 = 20 x 48 + 43 = 21 x 47 + 16 = 125 x 8 + 3
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<float>(i) * 0.37f;
    b[i] = 1000.0f - static_cast<float>(i % 17);
  }
  const int wrong = wrong_sums<48>(queue, a, b) + wrong_sums<47>(queue, a, b) + wrong_sums<8>(queue, a, b);
  std::printf("vector_add: %d wrong sums of %zu\n", wrong, 3 * a.size());
  return wrong == 0 ? 0 : 1;
}
