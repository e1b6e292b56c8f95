// What random kernels (generate.py) begin with: numbers for their inputs, and their results as text.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cinttypes>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <type_traits>

namespace esimd = sycl::ext::intel::esimd;
using esimd::simd;
using esimd::simd_mask;

enum class Numbers { small, tiny, any };

std::uint64_t random_bits(std::uint64_t& state) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (state ^ state >> 29) * 0x9E3779B97F4A7C15u ^ state >> 32;
}

template <class T>
T number(Numbers which, std::uint64_t bits) {
  const int small =
      which == Numbers::tiny ? int(bits >> 40) % 4 - 2 + int(bits >> 50) % 2 : int(bits >> 40) % 200 - 100;
  if constexpr (std::is_integral_v<T>) {
    return which == Numbers::any ? T(bits >> 17) : T(small);
  } else {
    const double unusual[] = {INFINITY, -INFINITY, NAN,  0.0, -0.0, 1e-40, 6e-8, 65504,
                              1e5,      -3e9,      1e19, 0.5, -0.5, 1.5,   2.5,  127.5};
    if (which == Numbers::any && bits >> 60 < 8)
      return T(float(unusual[bits >> 20 & 15]));
    return T(which == Numbers::any ? float(small) * 0.375f : float(small));
  }
}

template <class T>
T* filled(sycl::queue& queue, int count, Numbers which, std::uint64_t seed) {
  T* const memory = sycl::malloc_shared<T>(count, queue);
  for (int i = 0; i < count; ++i)
    memory[i] = number<T>(which, random_bits(seed));
  return memory;
}

template <class T>
void show(int kernel, const char* name, int item, const T* memory, int count) {
  std::printf("kernel %d item %d %s", kernel, item, name);
  for (int i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, memory + i, sizeof(T));
    if (memory[i] != memory[i])
      std::printf(" nan");
    else
      std::printf(" %" PRIx64, bits);
  }
  std::printf("\n");
}
