// expect: a kernel may not refer to variables of the host
#include <sycl/sycl.hpp>

class Scale {
public:
  explicit Scale(const float& factor) : factor_(factor) {}
  float operator()(float x) const { return factor_ * x; }

private:
  const float& factor_;
};

void launch(sycl::queue& q, float* p, float factor) {
  const Scale scale(factor);
  q.parallel_for<class Scaling>(sycl::nd_range<1>(8, 8),
                                [=](sycl::nd_item<1> item) { p[item.get_global_id(0)] = scale(2); });
}
