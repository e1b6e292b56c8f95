// expect: a kernel captures or holds less than 4096 bytes
#include <sycl/sycl.hpp>

struct Table {
  int entries[1022];
};

void launch(sycl::queue& q, int* p, int n, Table table) {
  q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { p[i] = table.entries[n]; });
}
