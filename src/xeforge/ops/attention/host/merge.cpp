// merge(): two partial results of the same queries become one.
#include "xeforge/attention.hpp"

#include "xeforge/ops/attention/host/problem.hpp"

#include <sycl/sycl.hpp>

#include <cmath>
#include <limits>

namespace xeforge {
namespace {

// One row of d_v elements per work-item.
//   lse = log(exp(lse_a) + exp(lse_b));   out = out_a * exp(lse_a - lse) + out_b * exp(lse_b - lse)
// A part that saw no key has lse = -inf and weighs nothing; where neither saw one, O = 0 and LSE = -inf.
template <class Element>
struct MergeRow {
  ConstTensorView<4> out_a, out_b;
  ConstTensorView<3> lse_a, lse_b;
  TensorView<4> out;
  TensorView<3> lse;

  void operator()(sycl::id<1> item) const {
    const auto row = static_cast<std::int64_t>(item[0]);
    const std::array place{row / (out.shape[1] * out.shape[2]), row / out.shape[2] % out.shape[1], row % out.shape[2]};
    const float a = *at<const float>(lse_a, place), b = *at<const float>(lse_b, place);
    const float larger = a > b || std::isnan(a) ? a : b; // NaN stays
    // Of two infinite sums the difference is NaN; where both are -inf, neither part counts.
    const bool is_empty = a == b && std::isinf(a) && a < 0.0f;
    const float part_a = is_empty ? 0.0f : std::exp(a - larger), part_b = is_empty ? 0.0f : std::exp(b - larger);
    const float sum = part_a + part_b;
    const float share_a = is_empty ? 0.0f : part_a / sum, share_b = is_empty ? 0.0f : part_b / sum;

    const Element* const from_a = at<const Element>(out_a, place);
    const Element* const from_b = at<const Element>(out_b, place);
    Element* const to = at<Element>(out, place);
    for (std::int64_t d = 0; d < out.shape[3]; ++d)
      to[d * out.strides[3]] = static_cast<Element>(share_a * static_cast<float>(from_a[d * out_a.strides[3]]) +
                                                    share_b * static_cast<float>(from_b[d * out_b.strides[3]]));
    *at<float>(lse, place) = is_empty ? larger : larger + std::log(sum);
  }

private:
  template <class T, class View>
  static T* at(const View& view, const std::array<std::int64_t, 3>& place) {
    return static_cast<T*>(view.data) + place[0] * view.strides[0] + place[1] * view.strides[1] +
           place[2] * view.strides[2];
  }
};

} // namespace

void merge(sycl::queue& queue, const ConstTensorView<4>& out_a, const ConstTensorView<3>& lse_a,
           const ConstTensorView<4>& out_b, const ConstTensorView<3>& lse_b, const TensorView<4>& out,
           const TensorView<3>& lse) {
  if (const auto error = ops::attention::merge_error(out_a, lse_a, out_b, lse_b, out, lse))
    throw *error;
  const sycl::range<1> rows(static_cast<std::size_t>(out.shape[0] * out.shape[1] * out.shape[2]));
  const auto launch = [&]<class Element>(Element) {
    queue.parallel_for(rows, MergeRow<Element>{out_a, out_b, lse_a, lse_b, out, lse}).wait();
  };
  switch (out.dtype) {
  case DType::f16:
    return launch(base::half{});
  case DType::bf16:
    return launch(base::bfloat16{});
  default:
    return launch(0.0f);
  }
}

} // namespace xeforge
