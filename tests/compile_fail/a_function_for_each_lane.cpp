// expect: sycl_esimd_vectorize: there are no functions here that run once for each lane
#include <sycl/ext/intel/esimd.hpp>

[[intel::sycl_esimd_vectorize(16)]] void each(int* p) { *p += 1; }
