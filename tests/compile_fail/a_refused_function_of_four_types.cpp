// expect: esimd_dp4a: a spelling of 2021; use dp4a
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<unsigned, 16> kernel(simd<unsigned, 16> a, simd<unsigned, 16> b, simd<unsigned, 16> c) {
  auto sums = esimd_dp4a<unsigned, unsigned, unsigned, unsigned, 16>(a, b, c);
  return sums;
}
