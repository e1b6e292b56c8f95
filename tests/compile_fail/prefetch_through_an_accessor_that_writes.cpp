// expect: a load or prefetch through an accessor that only writes
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

using Writer = sycl::accessor<float, 1, sycl::access_mode::write>;
void kernel(const Writer& writer) {
  prefetch<float>(writer, simd<unsigned, 16>(0, 4),
                  properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>});
}
