// expect: the vendor's intrinsics of flat lanes: got elements of less than 32 bits
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

auto kernel(simd<uint64_t, 8> places) { return __esimd_svm_gather<unsigned char, 8>(places.data()); }
