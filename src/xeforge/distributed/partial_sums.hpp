// What the queries of a rank have summed up over the keys so far: results of disjoint sets of keys, joined by their LSE
// in float, in the order in which they come.
#pragma once

#include "xeforge/distributed/dense.hpp"

#include "xeforge/attention.hpp"

namespace xeforge::distributed {

class PartialSums {
public:
  // shape: of the rank's result (batch, heads_q, queries, d_v). Nothing has been seen.
  PartialSums(sycl::queue& queue, const Shape4& shape);

  // The result over some more keys of the queries from first_row on.
  void add(const ConstTensorView<4>& out, const ConstTensorView<3>& lse, std::int64_t first_row);
  // sinks: heads_q, or not given. lse may be left out.
  void finish(const ConstVectorView& sinks, const TensorView<4>& out, const TensorView<3>& lse);

private:
  sycl::queue& queue_;
  Shape4 shape_;
  Bytes out_, lse_;
};

} // namespace xeforge::distributed
