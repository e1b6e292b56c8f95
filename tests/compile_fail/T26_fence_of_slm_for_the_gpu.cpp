// expect: shared local memory belongs to a group
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel() { fence<memory_kind::local, fence_flush_op::none, fence_scope::gpu>(); }
