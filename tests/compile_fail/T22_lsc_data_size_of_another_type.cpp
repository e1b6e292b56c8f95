// expect: lsc: the data size is not that of the elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(const float* p, simd<unsigned, 8> at) { return lsc_gather<float, 1, lsc_data_size::u64>(p, at); }
