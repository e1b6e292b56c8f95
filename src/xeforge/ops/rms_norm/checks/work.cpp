#include "xeforge/ops/rms_norm/checks/work.hpp"

namespace xeforge::ops::rms_norm {
namespace {

template <class Byte>
std::int64_t bytes_of(const BasicMatrixView<Byte>& view) {
  const std::int64_t rows = view.row_stride == 0 ? 1 : view.rows;
  return view.data == nullptr ? 0 : rows * view.columns * static_cast<std::int64_t>(size_of(view.dtype));
}

} // namespace

Work work_of(const RmsNormProblem& problem) {
  const auto& [x, weight, out, options] = problem;
  const double of_element = options.residual.data == nullptr ? 4 : 5;
  return {static_cast<double>(x.rows) * (of_element * static_cast<double>(x.columns) + 4),
          bytes_of(x) + bytes_of(weight) + bytes_of(out) + bytes_of(options.residual) + bytes_of(options.residual_out)};
}

} // namespace xeforge::ops::rms_norm
