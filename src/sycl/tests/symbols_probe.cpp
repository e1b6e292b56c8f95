// Kernels of every kind, built for the widest instruction set: symbols_test.cmake reads the object file. Not run.
#include <sycl/sycl.hpp>

namespace probe {

struct IdKernel {
  float* p;
  void operator()(sycl::id<1> i) const { p[i] = p[i + 1] * 2; }
};
struct ItemKernel {
  float* p;
  void operator()(sycl::item<3> i) const { p[i.get_linear_id()] = static_cast<float>(i[0] + i.get_range(2)); }
};
struct GroupKernel {
  float* p;
  void operator()(sycl::nd_item<2> i) const {
    i.barrier();
    p[i.get_global_linear_id()] = static_cast<float>(i.get_local_id(1) + (i.get_group().get_group_id() * 2)[0]);
    sycl::group_barrier(i.get_group());
  }
};

void launch_all(sycl::queue& q, float* p) {
  const sycl::event first = q.submit([&](sycl::handler& cgh) { cgh.parallel_for(sycl::range<1>(100), IdKernel{p}); });
  q.parallel_for(sycl::range<3>(4, 5, 6), ItemKernel{p});
  q.submit([&](sycl::handler& cgh) {
    cgh.depends_on(first);
    cgh.parallel_for<class Named>(sycl::nd_range<2>({8, 8}, {2, 2}), GroupKernel{p});
  });
  q.memcpy(p, p + 100, 16).wait();
  q.fill(p, 1.0f, 4);
}

} // namespace probe
