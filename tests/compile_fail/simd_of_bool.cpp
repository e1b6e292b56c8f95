// expect: elements are arithmetic types but bool
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<bool, 8> flags;
