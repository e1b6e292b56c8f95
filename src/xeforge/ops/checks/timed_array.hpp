// Arrays for timing: with the layout of given arrays, but in aligned memory: large pages for the CPU, device memory for
// a device.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/base/tensor_view.hpp"
#include "xeforge/ops/checks/buffer.hpp"
#include "xeforge/ops/device_variants.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace xeforge::ops {

// A buffer, and beside it memory of the queue's device where that is not the CPU.
class TimedMemory {
public:
  TimedMemory(sycl::queue& queue, std::size_t bytes) : host_(bytes) {
    if (!is_on_device(queue))
      return;
    queue_ = queue;
    device_ = static_cast<std::byte*>(sycl::malloc_device(std::max<std::size_t>(bytes, 1), queue));
    if (device_ == nullptr)
      throw Error("device " + device_name(queue), "no memory of " + std::to_string(bytes) + " bytes",
                  "as much as the arrays of the case");
    to_device();
  }
  ~TimedMemory() {
    if (device_ != nullptr)
      sycl::free(device_, *queue_);
  }
  TimedMemory(TimedMemory&& other) noexcept
      : host_(std::move(other.host_)), queue_(std::move(other.queue_)), device_(std::exchange(other.device_, nullptr)) {
  }
  TimedMemory& operator=(TimedMemory&&) = delete;

  std::byte* data() { return device_ == nullptr ? host_.data() : device_; }
  std::byte* on_host() { return host_.data(); }
  std::size_t bytes() const { return host_.bytes(); }
  void to_device() { copy(device_, host_.data()); }
  void to_host() { copy(host_.data(), device_); }

private:
  void copy(void* to, const void* from) {
    if (device_ != nullptr && host_.bytes() > 0)
      queue_->memcpy(to, from, host_.bytes()).wait();
  }

  Buffer host_;
  std::optional<sycl::queue> queue_;
  std::byte* device_ = nullptr;
};

// A copy of a few numbers that the host side reads as well before each launch, such as where sequences begin: in memory
// that a device and the host share.
template <class T>
class TimedNumbers {
public:
  TimedNumbers(sycl::queue& queue, std::span<const T> numbers) : queue_(queue), count_(numbers.size()) {
    if (numbers.empty())
      return;
    shared_ = sycl::malloc_shared<T>(count_, queue_);
    if (shared_ == nullptr)
      throw Error("device", "no memory of " + std::to_string(numbers.size_bytes()) + " bytes that it shares",
                  "as much as the arrays of the case");
    std::ranges::copy(numbers, shared_);
  }
  ~TimedNumbers() {
    if (shared_ != nullptr)
      sycl::free(shared_, queue_);
  }
  TimedNumbers(const TimedNumbers&) = delete;

  std::span<const T> numbers() const { return {shared_, count_}; }

private:
  sycl::queue& queue_;
  std::size_t count_;
  T* shared_ = nullptr;
};

inline std::span<const float> numbers_of(const ConstVectorView& vector) {
  return {vector.data, static_cast<std::size_t>(vector.size)};
}
// Of rows without gaps.
inline std::span<const float> numbers_of(const ConstTensorView<2>& rows) {
  return {static_cast<const float*>(rows.data),
          rows.data == nullptr ? 0 : static_cast<std::size_t>(rows.shape[0] * rows.shape[1])};
}

// Strides of any sign.
template <int Rank>
class TimedArray {
public:
  // Filled with zeros; not given if the other array is not.
  TimedArray(sycl::queue& queue, const ConstTensorView<Rank>& like)
      : extent_(extent_of(like)), memory_(queue, extent_.bytes),
        view_{memory_.data() + extent_.before_first, like.dtype, like.shape, like.strides} {
    if (like.data == nullptr)
      view_ = {};
  }
  TensorView<Rank> view() const { return view_; }

  // What the elements are now, in memory of the host.
  TensorView<Rank> fetched() {
    memory_.to_host();
    TensorView<Rank> on_host = view_;
    if (view_.data != nullptr)
      on_host.data = memory_.on_host() + extent_.before_first;
    return on_host;
  }

  // The same elements, and what lies between them.
  static TimedArray copy_of(sycl::queue& queue, const ConstTensorView<Rank>& other) {
    TimedArray copy(queue, other);
    if (other.data != nullptr) {
      std::memcpy(copy.memory_.on_host(), static_cast<const std::byte*>(other.data) - copy.extent_.before_first,
                  copy.memory_.bytes());
      copy.memory_.to_device();
    }
    return copy;
  }

private:
  struct Extent {
    std::size_t bytes = 0, before_first = 0; // of the element (0, 0, ...)
  };
  static Extent extent_of(const ConstTensorView<Rank>& view) {
    if (view.data == nullptr)
      return {};
    std::int64_t lowest = 0, highest = 0;
    for (std::size_t axis = 0; axis < Rank; ++axis) {
      const std::int64_t reach = std::max<std::int64_t>(view.shape[axis] - 1, 0) * view.strides[axis];
      (reach < 0 ? lowest : highest) += reach;
    }
    return {static_cast<std::size_t>(highest - lowest + 1) * size_of(view.dtype),
            static_cast<std::size_t>(-lowest) * size_of(view.dtype)};
  }

  Extent extent_;
  TimedMemory memory_;
  TensorView<Rank> view_;
};

inline ConstMatrixView const_view_of(const MatrixView& view) {
  return {view.data, view.dtype, view.rows, view.columns, view.row_stride};
}

// The same of a matrix.
class TimedMatrix {
public:
  TimedMatrix(sycl::queue& queue, const ConstMatrixView& like) : array_(queue, tensor_of(like)) {}
  static TimedMatrix copy_of(sycl::queue& queue, const ConstMatrixView& other) {
    return TimedMatrix(TimedArray<2>::copy_of(queue, tensor_of(other)));
  }
  MatrixView view() const { return matrix_of(array_.view()); }
  MatrixView fetched() { return matrix_of(array_.fetched()); }
  ConstMatrixView const_view() const { return const_view_of(view()); }

private:
  explicit TimedMatrix(TimedArray<2> array) : array_(std::move(array)) {}
  static MatrixView matrix_of(const TensorView<2>& view) {
    return {view.data, view.dtype, view.shape[0], view.shape[1], view.strides[0]};
  }
  static ConstTensorView<2> tensor_of(const ConstMatrixView& view) {
    return {view.data, view.dtype, {view.rows, view.columns}, {view.row_stride, 1}};
  }

  TimedArray<2> array_;
};

} // namespace xeforge::ops
