// expect: a store or an atomic through a local accessor of const elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(sycl::local_accessor<const float, 1> reader, simd<float, 8> values) { block_store(reader, 0, values); }
