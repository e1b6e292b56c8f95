// A function gets a plain pointer, of which the compiler cannot know what memory it belongs to, and says so itself.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int width = 16;
using Floats = simd<float, width>;

Floats plus_memory(float* memory, const Floats& values, int index) SYCL_ESIMD_FUNCTION {
  const sycl::global_ptr<float, sycl::access::decorated::yes> global =
      sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes, float>(memory);
  Floats loaded;
  loaded.copy_from(global + index);
  return loaded + values;
}

Floats plus_plain_memory(float* memory, const Floats& values, int index) SYCL_ESIMD_FUNCTION {
  Floats loaded;
  loaded.copy_from(memory + index);
  return loaded + values;
}

// The place of a piece of `width` elements; the last one is moved back to end where the arrays end.
int start_of(sycl::id<1> piece, int count) { return std::min(static_cast<int>(piece) * width, count - width); }
sycl::range<1> pieces(int count) { return sycl::range<1>((count + width - 1) / width); }

// a, b, sums: count floats, count >= width.
void add_cast(sycl::queue& queue, float* a, const float* b, float* sums, int count) {
  queue.parallel_for<class AddCast>(pieces(count), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = start_of(piece, count);
    plus_memory(a, Floats(b + start), start).copy_to(sums + start);
  });
  queue.wait();
}

void add_plain(sycl::queue& queue, float* a, const float* b, float* sums, int count) {
  queue.parallel_for<class AddPlain>(pieces(count), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = start_of(piece, count);
    plus_plain_memory(a, Floats(b + start), start).copy_to(sums + start);
  });
  queue.wait();
}

int main() {
  constexpr int count = 333;
  sycl::queue queue;
  SharedVector<float> a(count, queue), b(count, queue), cast(count, -1.0f, queue), plain(count, -1.0f, queue);
  for (int i = 0; i < count; ++i) {
    a[i] = static_cast<float>(i) * 0.25f;
    b[i] = static_cast<float>(i % 11) - 5.5f;
  }
  add_cast(queue, a.data(), b.data(), cast.data(), count);
  add_plain(queue, a.data(), b.data(), plain.data(), count);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += (cast[i] != a[i] + b[i]) + (plain[i] != a[i] + b[i]);
  std::printf("address_space_cast: %d wrong sums of %d\n", wrong, 2 * count);
  return wrong == 0 ? 0 : 1;
}
