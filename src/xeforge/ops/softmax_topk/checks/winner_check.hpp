// Judges winners that are not the reference's.
#pragma once

#include "xeforge/ops/softmax_topk/checks/reference.hpp"

#include <optional>
#include <string>

namespace xeforge::ops::softmax_topk {

// Describes what is wrong with the winners of a row, or returns nothing. Without a correction bias any difference is
// wrong, since selection compares input values. With a bias it compares sums rounded to float, so another order is
// accepted if every comparison it implies is between selection scores (or group scores) closer than the derived bounds.
// Columns with the same score and the same bias have the same sum in any arithmetic: of those the lower must still come
// first. Precondition: winners and expected differ.
std::optional<std::string> winner_complaint(reference::Row scores, std::span<const std::int64_t> winners,
                                            std::span<const std::int64_t> expected, const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk
