// Arrays of the host's that a device is to reach: shared with it for as long as an object lives. What the device has
// given out itself stays as it is.
#pragma once

#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/ops/footprint.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace xeforge::ops {

class SharedArrays {
public:
  // The queue is one of a device other than the CPU, and outlives the object.
  explicit SharedArrays(sycl::queue& queue) : queue_(queue) {}
  ~SharedArrays();
  SharedArrays(const SharedArrays&) = delete;
  SharedArrays& operator=(const SharedArrays&) = delete;

  // Arrays that are not given are passed by. `name`: what the device calls the array in its messages.
  void add(const void* data, std::size_t bytes, const char* name);
  void add(const Footprint& array, const char* name);
  template <class Byte, int Rank>
  void add(const BasicTensorView<Byte, Rank>& view, const char* name) {
    add(footprint(view), name);
  }
  template <class Byte>
  void add(const BasicMatrixView<Byte>& view, const char* name) {
    const std::int64_t shape[]{view.rows, view.columns}, strides[]{view.row_stride, 1};
    add(Footprint{view.data, view.dtype, shape, strides}, name);
  }

  // To be called once, after the last add(). Throws Error where the device cannot have them.
  void share();

private:
  struct Range {
    std::uintptr_t first, end;
    const char* name;
  };

  sycl::queue& queue_;
  std::vector<Range> ranges_;
  std::vector<void*> shared_;
};

} // namespace xeforge::ops
