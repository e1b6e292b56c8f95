// Inputs and closeness for the programs' tests.
#pragma once

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <vector>

// Halves in [-range, range], always the same ones.
inline void fill_with_noise(sycl::half* values, int count, float range) {
  std::srand(42);
  for (int i = 0; i < count; ++i)
    values[i] = sycl::half((static_cast<float>(std::rand()) / static_cast<float>(RAND_MAX) * 2.f - 1.f) * range);
}

// Memory of a queue that is freed at the end of the scope.
template <class T>
class UsmArray {
public:
  UsmArray(sycl::queue& q, int count) : queue_(q), data_(sycl::malloc_shared<T>(static_cast<std::size_t>(count), q)) {}
  ~UsmArray() { sycl::free(data_, queue_); }
  UsmArray(const UsmArray&) = delete;
  UsmArray& operator=(const UsmArray&) = delete;
  operator T*() const { return data_; }
  T* get() const { return data_; }

private:
  sycl::queue& queue_;
  T* data_;
};
