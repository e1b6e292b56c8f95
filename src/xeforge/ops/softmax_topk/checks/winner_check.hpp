// Judges winners that are not the reference's.
#pragma once

#include "xeforge/ops/softmax_topk/checks/reference.hpp"

#include <optional>
#include <string>

namespace xeforge::ops::softmax_topk {

// What is wrong with the winners of a row, in words, or nothing. Without a correction bias any difference is wrong:
// selection compares input values. With one it compares sums rounded to float, so winners may stand where they do if
// every decision they imply is between selection scores (or group scores) closer than the derived bounds. Columns of
// one score and one bias have the same sum in any arithmetic: between those the lower still comes first.
// Precondition: winners and expected differ.
std::optional<std::string> winner_complaint(reference::Row scores, std::span<const std::int64_t> winners,
                                            std::span<const std::int64_t> expected, const SoftmaxTopkOptions& options);

} // namespace xeforge::ops::softmax_topk
