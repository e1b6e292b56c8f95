// expect: a view of stride 0 has one element many times: it can be read but not written
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(simd<float, 16>& v) { v.select<4, 0>(3) = 1.0f; }
