// expect: here: type 'std::vector<int>' in '(lambda at
#include <sycl/sycl.hpp>

#include <vector>

void launch(sycl::queue& q, int* p) {
  const std::vector<int> sizes{1, 2};
  q.submit([&](sycl::handler& cgh) { cgh.single_task([=] { p[0] = sizes[1]; }); });
}
