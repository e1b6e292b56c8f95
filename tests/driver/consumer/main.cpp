#include "axpy.hpp"

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
    wrong += y[i] != 2.0f * static_cast<float>(i) + 1;
  sycl::free(x, queue);
  sycl::free(y, queue);
  return wrong != 0;
}
