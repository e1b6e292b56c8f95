// One of two values for each element, by a condition on two arrays: a branch for each element, or a mask for all.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int width = 16;
constexpr int yes = 7, no = -3;

// The place of a piece of `width` elements; the last one is moved back to end where the arrays end.
int start_of(sycl::id<1> piece, int count) { return std::min(static_cast<int>(piece) * width, count - width); }
sycl::range<1> pieces(int count) { return sycl::range<1>((count + width - 1) / width); }

// a, b, chosen: count elements, count >= width. chosen = yes where a and b are positive.
void choose_by_branch(sycl::queue& queue, const int* a, const int* b, int* chosen, int count) {
  queue.parallel_for<class ChooseByBranch>(pieces(count), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = start_of(piece, count);
    const simd<int, width> va(a + start), vb(b + start);
    simd<int, width> result;
#pragma unroll 1
    for (int i = 0; i < width; ++i) {
      if (va[i] > 0 && vb[i] > 0)
        result[i] = yes;
      else
        result[i] = no;
    }
    result.copy_to(chosen + start);
  });
  queue.wait();
}

void choose_by_mask(sycl::queue& queue, const int* a, const int* b, int* chosen, int count) {
  queue.parallel_for<class ChooseByMask>(pieces(count), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = start_of(piece, count);
    const simd<int, width> va(a + start), vb(b + start);
    simd<int, width> result;
    result.merge(yes, no, (va > 0) & (vb > 0));
    result.copy_to(chosen + start);
  });
  queue.wait();
}

int main() {
  constexpr int count = 437;
  sycl::queue queue;
  SharedVector<int> a(count, queue), b(count, queue), branched(count, 0, queue), masked(count, 0, queue);
  for (int i = 0; i < count; ++i) {
    a[i] = i % 5 - 2; // -2 to 2: every sign meets every sign, zero too
    b[i] = i / 5 % 5 - 2;
  }
  choose_by_branch(queue, a.data(), b.data(), branched.data(), count);
  choose_by_mask(queue, a.data(), b.data(), masked.data(), count);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const int expected = a[i] > 0 && b[i] > 0 ? yes : no;
    wrong += (branched[i] != expected) + (masked[i] != expected);
  }
  std::printf("conditional_merge: %d wrong choices of %d\n", wrong, 2 * count);
  return wrong == 0 ? 0 : 1;
}
