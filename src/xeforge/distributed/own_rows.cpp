#include "xeforge/distributed/own_rows.hpp"

namespace xeforge::distributed {

OwnRows::OwnRows(const ConstTensorView<4>& whole, const std::vector<Range>& shard) {
  if (shard.size() == 1) {
    view_ = part_of(whole, 2, shard[0].begin, shard[0].size());
    return;
  }
  Shape4 shape = whole.shape;
  shape[2] = 0;
  for (const Range& range : shard)
    shape[2] += range.size();
  // What variants differ in: whether the elements of a row are adjacent.
  const std::int64_t step = whole.strides[3] == 1 ? 1 : 2;
  copy_ = Bytes(step * count_of(shape) * static_cast<std::int64_t>(size_of(whole.dtype)));
  TensorView<4> own = dense_view(copy_.data(), whole.dtype, shape);
  for (std::int64_t& stride : own.strides)
    stride *= step;
  std::int64_t local = 0;
  for (const Range& range : shard) {
    copy(part_of(whole, 2, range.begin, range.size()), part_of(own, 2, local, range.size()));
    local += range.size();
  }
  view_ = own;
}

void place_rows(const ConstTensorView<4>& part, const std::vector<Range>& shard, const TensorView<4>& whole) {
  std::int64_t local = 0;
  for (const Range& range : shard) {
    copy(part_of(part, 2, local, range.size()), part_of(whole, 2, range.begin, range.size()));
    local += range.size();
  }
}

} // namespace xeforge::distributed
