// expect: the operation is std::plus or std::multiplies
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

float kernel(simd<float, 8> v) { return reduce<float>(v, std::minus<>()); }
