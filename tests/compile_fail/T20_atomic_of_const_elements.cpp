// expect: a store or an atomic through a local accessor of const elements
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel(sycl::local_accessor<const unsigned, 1> reader, simd<unsigned, 8> offsets) {
  atomic_update<atomic_op::inc, unsigned>(reader, offsets);
}
