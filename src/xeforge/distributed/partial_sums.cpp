#include "xeforge/distributed/partial_sums.hpp"

#include <sycl/sycl.hpp>

#include <cmath>
#include <limits>

namespace xeforge::distributed {
namespace {

// How much each of two parts counts, and the LSE of both. A part that saw nothing has -inf and counts nothing.
struct Shares {
  float a, b, lse;
};
Shares shares_of(float a, float b) {
  constexpr float nothing = -std::numeric_limits<float>::infinity();
  if (a == nothing && b == nothing)
    return {0.0f, 0.0f, nothing};
  const float larger = a > b || std::isnan(a) ? a : b; // NaN stays
  const float part_a = std::exp(a - larger), part_b = std::exp(b - larger), sum = part_a + part_b;
  return {part_a / sum, part_b / sum, larger + std::log(sum)};
}

template <class Element>
void for_elements(DType dtype, const Element& function) {
  switch (dtype) {
  case DType::f16:
    return function(base::half());
  case DType::bf16:
    return function(base::bfloat16());
  default:
    return function(float());
  }
}

// Calls function(b, h, s) for every row, in parallel.
template <class Function>
void for_rows(sycl::queue& queue, std::int64_t batch, std::int64_t heads, std::int64_t rows, const Function& function) {
  queue
      .parallel_for(sycl::range<1>(static_cast<std::size_t>(batch * heads * rows)),
                    [=](sycl::id<1> item) {
                      const auto row = static_cast<std::int64_t>(item[0]);
                      function(row / (heads * rows), row / rows % heads, row % rows);
                    })
      .wait();
}

template <class T, class View>
T* row_at(const View& view, std::int64_t b, std::int64_t h, std::int64_t s) {
  return static_cast<T*>(view.data) + b * view.strides[0] + h * view.strides[1] + s * view.strides[2];
}

} // namespace

PartialSums::PartialSums(sycl::queue& queue, const Shape4& shape)
    : queue_(queue), shape_(shape), out_(count_of(shape) * static_cast<std::int64_t>(sizeof(float))),
      lse_(count_of(shape) / shape[3] * static_cast<std::int64_t>(sizeof(float))) {
  float* const lse = reinterpret_cast<float*>(lse_.data());
  std::fill_n(lse, count_of(shape) / shape[3], -std::numeric_limits<float>::infinity());
}

void PartialSums::add(const ConstTensorView<4>& out, const ConstTensorView<3>& lse, std::int64_t first_row) {
  const TensorView<4> all_out = dense_view(out_.data(), DType::f32, shape_);
  const TensorView<3> all_lse = dense_view(reinterpret_cast<float*>(lse_.data()), {shape_[0], shape_[1], shape_[2]});
  for_elements(out.dtype, [&]<class Element>(Element) {
    for_rows(queue_, out.shape[0], out.shape[1], out.shape[2], [=](std::int64_t b, std::int64_t h, std::int64_t s) {
      float* const lse_so_far = row_at<float>(all_lse, b, h, first_row + s);
      const Shares shares = shares_of(*lse_so_far, *row_at<const float>(lse, b, h, s));
      float* const sums = row_at<float>(all_out, b, h, first_row + s);
      const Element* const part = row_at<const Element>(out, b, h, s);
      for (std::int64_t d = 0; d < out.shape[3]; ++d)
        sums[d] = shares.a * sums[d] + shares.b * static_cast<float>(part[d * out.strides[3]]);
      *lse_so_far = shares.lse;
    });
  });
}

void PartialSums::finish(const ConstVectorView& sinks, const TensorView<4>& out, const TensorView<3>& lse) {
  const TensorView<4> all_out = dense_view(out_.data(), DType::f32, shape_);
  const TensorView<3> all_lse = dense_view(reinterpret_cast<float*>(lse_.data()), {shape_[0], shape_[1], shape_[2]});
  for_elements(out.dtype, [&]<class Element>(Element) {
    for_rows(queue_, out.shape[0], out.shape[1], out.shape[2], [=](std::int64_t b, std::int64_t h, std::int64_t s) {
      const float* const sums = row_at<const float>(all_out, b, h, s);
      // A sink is a key whose value is 0.
      const float own = *row_at<const float>(all_lse, b, h, s);
      const Shares shares = sinks.data == nullptr ? Shares{1.0f, 0.0f, own} : shares_of(own, sinks.data[h]);
      Element* const to = row_at<Element>(out, b, h, s);
      for (std::int64_t d = 0; d < out.shape[3]; ++d)
        to[d * out.strides[3]] = static_cast<Element>(shares.a * sums[d]);
      if (lse.data != nullptr)
        *row_at<float>(lse, b, h, s) = shares.lse;
    });
  });
}

} // namespace xeforge::distributed
