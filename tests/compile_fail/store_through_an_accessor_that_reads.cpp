// expect: a store or an atomic through an accessor that only reads
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

struct Reader {
  using value_type = const float;
  const float* get_pointer() const { return nullptr; }
  bool is_placeholder() const { return false; }
};
void kernel(Reader reader, simd<float, 8> values) { block_store(reader, 0, values); }
