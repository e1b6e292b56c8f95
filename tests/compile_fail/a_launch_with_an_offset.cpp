// expect: parallel_for: there are no offsets here; add the offset to the ids in the kernel
#include <sycl/sycl.hpp>

void launch(sycl::queue queue) {
  queue.parallel_for(sycl::range<1>(4), sycl::id<1>(2), [=](sycl::id<1>) {});
}
