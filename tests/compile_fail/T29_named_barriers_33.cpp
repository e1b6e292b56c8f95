// expect: a group has 32 named barriers
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

void kernel() { named_barrier_init<33>(); }
