#include "axpy.hpp"

extern "C" float expected(float x);

int main() {
  constexpr int count = 4096;
  sycl::queue queue;
  float* const x = sycl::malloc_shared<float>(count, queue);
  float* const y = sycl::malloc_shared<float>(count, queue);
  for (int i = 0; i < count; ++i) {
    x[i] = static_cast<float>(i);
    y[i] = 1;
  }
  axpy(queue, 2, x, y, count).wait();
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += y[i] != expected(static_cast<float>(i));
  sycl::free(x, queue);
  sycl::free(y, queue);
  return wrong != 0;
}
