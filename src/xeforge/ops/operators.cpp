// The table of all operators.
#include "xeforge/ops/operator.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/attention/checks/operator.hpp"
#include "xeforge/ops/rms_norm/checks/operator.hpp"
#include "xeforge/ops/softmax_topk/checks/operator.hpp"

#include <algorithm>

namespace xeforge::ops {

std::span<const Operator> operators() {
  static const Operator all[] = {softmax_topk::make_operator(), attention::make_operator(), rms_norm::make_operator()};
  return all;
}

const Operator* find_operator(std::string_view name) {
  const auto all = operators();
  const auto found = std::ranges::find(all, name, &Operator::name);
  return found == all.end() ? nullptr : &*found;
}

const OperatorCase* Operator::find_case(std::string_view case_name) const {
  const auto found =
      std::ranges::find(cases, case_name, [](const auto& one) { return std::string_view(one->facts().name); });
  return found == cases.end() ? nullptr : found->get();
}

bool OperatorCase::is_accepted_by(const Forced& forced) const {
  try {
    plan(forced);
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::int64_t value_of(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, [](const auto& field) { return std::string_view(field.first); });
  return found == fields.end() ? 0 : found->second;
}

} // namespace xeforge::ops
