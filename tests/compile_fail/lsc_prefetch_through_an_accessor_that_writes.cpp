// expect: a load or prefetch through an accessor that only writes
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::experimental::esimd;

using Writer = sycl::accessor<float, 1, sycl::access_mode::write>;
void kernel(const Writer& writer) {
  lsc_prefetch<float, 8, lsc_data_size::default_size, cache_hint::cached, cache_hint::cached>(writer, 0);
}
