// expect: a store or an atomic through a local accessor of const elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(sycl::local_accessor<const int, 1> reader, simd<unsigned, 8> offsets, simd<int, 8> values) {
  scatter<int>(reader, offsets, values);
}
