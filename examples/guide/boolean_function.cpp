// Bits of one array where a mask has ones, of another where it has zeros: any function of three bits is one
// instruction.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int width = 16;
using Words = simd<std::uint32_t, width>;

// The place of a piece of `width` elements; the last one is moved back to end where the arrays end.
int start_of(sycl::id<1> piece, int count) { return std::min(static_cast<int>(piece) * width, count - width); }
sycl::range<1> pieces(int count) { return sycl::range<1>((count + width - 1) / width); }

// mask, ones, zeros, blend: count words, count >= width.
void blend_by_bfn(sycl::queue& queue, const std::uint32_t* mask, const std::uint32_t* ones, const std::uint32_t* zeros,
                  std::uint32_t* blend, int count) {
  queue.parallel_for<class BlendByBfn>(pieces(count), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    constexpr bfn_t x_chooses = (bfn_t::x & bfn_t::y) | (~bfn_t::x & bfn_t::z);
    const int start = start_of(piece, count);
    const Words x(mask + start), y(ones + start), z(zeros + start);
    const Words result = bfn<x_chooses>(x, y, z);
    result.copy_to(blend + start);
  });
  queue.wait();
}

void blend_by_operators(sycl::queue& queue, const std::uint32_t* mask, const std::uint32_t* ones,
                        const std::uint32_t* zeros, std::uint32_t* blend, int count) {
  queue.parallel_for<class BlendByOperators>(pieces(count), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = start_of(piece, count);
    const Words x(mask + start), y(ones + start), z(zeros + start);
    const Words result = (x & y) | (~x & z);
    result.copy_to(blend + start);
  });
  queue.wait();
}

int main() {
  constexpr int count = 300;
  sycl::queue queue;
  SharedVector<std::uint32_t> mask(count, queue), ones(count, queue), zeros(count, queue);
  for (int i = 0; i < count; ++i) {
    mask[i] = 0xF0F0F0F0u * static_cast<std::uint32_t>(i % 3) + static_cast<std::uint32_t>(i); // all eight cases
    ones[i] = 0xCCCCCCCCu ^ static_cast<std::uint32_t>(i << 20);
    zeros[i] = 0xAAAAAAAAu + static_cast<std::uint32_t>(i * 77);
  }
  SharedVector<std::uint32_t> by_bfn(count, 0, queue), by_operators(count, 0, queue);
  blend_by_bfn(queue, mask.data(), ones.data(), zeros.data(), by_bfn.data(), count);
  blend_by_operators(queue, mask.data(), ones.data(), zeros.data(), by_operators.data(), count);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    std::uint32_t expected = 0;
    for (int bit = 0; bit < 32; ++bit)
      expected |= ((mask[i] >> bit & 1 ? ones[i] : zeros[i]) >> bit & 1) << bit;
    wrong += (by_bfn[i] != expected) + (by_operators[i] != expected);
  }
  std::printf("boolean_function: %d wrong words of %d\n", wrong, 2 * count);
  return wrong == 0 ? 0 : 1;
}
