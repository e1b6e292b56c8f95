// A kernel whose code fills the last variable that it has spilled by a load longer than that variable, beyond what the kernel says
// that it spills. Says nothing where all is right.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>

using namespace sycl::ext::intel::esimd;

int main() {
  constexpr int lanes = 512, parts = 2;
  sycl::queue q;
  auto* const halves = sycl::malloc_shared<sycl::half>(lanes * parts, q);
  auto* const bytes = sycl::malloc_shared<std::uint8_t>(lanes * parts, q);
  float* const sums = sycl::malloc_shared<float>(lanes, q);
  for (int i = 0; i < lanes * parts; ++i) {
    halves[i] = sycl::half(static_cast<float>(i % 7));
    bytes[i] = 0x38; // 1 with 4 bits of exponent and 3 of fraction
  }
  const int count = parts;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     simd<float, lanes> sum = 0.0f, kept[parts];
     for (int part = 0; part < count; ++part)
       kept[part] = convert<float>(block_load<sycl::half, lanes>(halves + part * lanes));
     for (int part = 0; part < count; ++part) {
       const simd<std::uint16_t, lanes> small =
           convert<std::uint16_t>(block_load<std::uint8_t, lanes>(bytes + part * lanes));
       const simd<std::uint16_t, lanes> sign = (small >> 7) & 1, exponent = (small >> 3) & 15, fraction = small & 7;
       simd<std::uint16_t, lanes> as_half = (sign << 15) | ((exponent + 8) << 10) | (fraction << 7);
       as_half.merge(sign << 15, exponent == 0);
       sum += kept[part] * convert<float>(as_half.template bit_cast_view<sycl::half>().read());
     }
     block_store<float, lanes>(sums, sum);
   }).wait();
  for (int i = 0; i < lanes; ++i)
    if (sums[i] != static_cast<float>(halves[i]) + static_cast<float>(halves[i + lanes]))
      return std::printf("%d: %g\n", i, static_cast<double>(sums[i])), 1;
}
