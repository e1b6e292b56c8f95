// A rank's rows of an array that it has whole, as in a file.
#pragma once

#include "xeforge/distributed/dense.hpp"
#include "xeforge/ranks.hpp"

#include <vector>

namespace xeforge::distributed {

// Of the dimension s. One range is seen where it lies, several are copied.
class OwnRows {
public:
  OwnRows(const ConstTensorView<4>& whole, const std::vector<Range>& shard);
  ConstTensorView<4> view() const { return view_; }

private:
  Bytes copy_;
  ConstTensorView<4> view_;
};

// The rows of a part back to their places in the whole.
void place_rows(const ConstTensorView<4>& part, const std::vector<Range>& shard, const TensorView<4>& whole);

} // namespace xeforge::distributed
