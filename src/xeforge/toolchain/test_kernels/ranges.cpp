// Launches of one to three dimensions, with and without groups, one without any, and one named after a number.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

void launch(sycl::queue& queue, unsigned* to) {
  queue.parallel_for<class Range1>(sycl::range<1>(7), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL { to[i] = 1; });
  queue.parallel_for<class Range2>(sycl::range<2>(5, 7),
                                   [=](sycl::id<2> i) SYCL_ESIMD_KERNEL { to[i[0] * 7 + i[1]] = 2; });
  queue.parallel_for<class Range3>(sycl::range<3>(3, 5, 7), [=](sycl::item<3> i) SYCL_ESIMD_KERNEL {
    to[i.get_linear_id()] = static_cast<unsigned>(i[2]);
  });
  queue.parallel_for<class Groups2>(sycl::nd_range<2>({8, 16}, {2, 4}), [=](sycl::nd_item<2> i) SYCL_ESIMD_KERNEL {
    to[i.get_global_linear_id()] = static_cast<unsigned>(i.get_local_id(1) * 3 + i.get_group(0));
  });
  queue.parallel_for<class Groups3>(sycl::nd_range<3>({2, 4, 8}, {1, 2, 4}), [=](sycl::nd_item<3> i) SYCL_ESIMD_KERNEL {
    to[i.get_global_linear_id()] = static_cast<unsigned>(i.get_group_linear_id());
  });
  queue.single_task<class Once>([=]() SYCL_ESIMD_KERNEL { to[0] = 3; });
  queue.single_task<unsigned short>([=]() SYCL_ESIMD_KERNEL { to[0] = 4; });
}
