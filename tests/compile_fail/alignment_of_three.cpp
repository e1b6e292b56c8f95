// expect: alignment: a power of two
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

simd<float, 8> kernel(const float* p) { return block_load<float, 8>(p, properties{alignment<3>}); }
