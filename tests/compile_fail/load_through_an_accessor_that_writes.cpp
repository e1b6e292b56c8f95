// expect: a load or prefetch through an accessor that only writes
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

using Writer = sycl::accessor<float, 1, sycl::access_mode::write>;
void kernel(const Writer& writer) { simd<float, 8>().copy_from(writer, 0); }
