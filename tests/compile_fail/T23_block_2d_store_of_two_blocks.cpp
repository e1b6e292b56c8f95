// expect: 2D store: one block
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
using sycl::half;

void kernel(config_2d_mem_access<half, 16, 8, 2>& access, simd<half, 256> v) { lsc_store_2d(access, v); }
