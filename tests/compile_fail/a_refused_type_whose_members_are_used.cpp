// expect: CacheHint: a spelling of 2021; use cache_hint
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

template <CacheHint Hint = CacheHint::None>
simd<float, 16> load(const float* address) {
  return block_load<float, 16>(address);
}
