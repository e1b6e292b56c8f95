// expect: lead to unified shared memory; here: type '
#include <sycl/sycl.hpp>

void launch(sycl::queue& q, int* p, int n) {
  q.parallel_for(sycl::range<1>(8), [&](sycl::id<1> i) { p[i] = n; });
}
