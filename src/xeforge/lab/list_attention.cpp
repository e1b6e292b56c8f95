// What `xeforge list` shows of attention.
#include "xeforge/lab/operator_listing.hpp"
#include "xeforge/lab/output.hpp"
#include "xeforge/ops/attention/check.hpp"

#include <fmt/format.h>

#include <set>

namespace xeforge::lab {
namespace {

namespace op = ops::attention;

// One of each kind that bench times, and a layout that few variants take.
constexpr std::string_view typical_uses[] = {"sdpa-bf16",   "sdpa-f32", "sdpa-f16-d80",
                                             "causal-4096", "decode",   "layout-bhds-to-bshd-37-queries"};

std::string options_text(const op::Case& problem) {
  std::string text = fmt::format("{} to {}", problem.q.order, problem.out.order);
  if (!problem.bias.empty())
    text += ", bias";
  if (problem.options.causal != Causal::none)
    text += ", causal";
  return text;
}

} // namespace

OperatorListing list_attention() {
  OperatorListing listing{
      "attention", "softmax(scale * Q K^T + bias, masked) V in one pass, in any layout", {}, Json::array(), {}, {}};
  for (const AttentionVariant& variant : attention_variants())
    listing.variants.push_back({variant.name, variant.summary, variant.accepts});
  Table table(
      {{"case"}, {"b x h x queries x keys"}, {"d", Align::right}, {"type"}, {"options"}, {"variant"}, {"target"}});
  std::set<std::string> said;
  for (const std::string_view name : typical_uses) {
    const op::Case& use = *op::find_case(name);
    const op::CaseDescription description(use);
    const AttentionPlan chosen = plan(description.problem);
    const std::string options = options_text(use);
    listing.choices.push_back({{"case", use.name},
                               {"batch", use.batch},
                               {"heads_q", use.heads_q},
                               {"heads_kv", use.heads_kv},
                               {"seq_q", use.seq_q},
                               {"seq_k", use.seq_k},
                               {"d_qk", use.d_qk},
                               {"d_v", use.d_v},
                               {"dtype", name_of(use.dtype)},
                               {"options", options},
                               {"variant", chosen.variant},
                               {"target", chosen.target},
                               {"reason", chosen.reason}});
    table.add({use.name, fmt::format("{}x{}x{}x{}", use.batch, use.heads_q, use.seq_q, use.seq_k),
               fmt::format("{}", use.d_qk), std::string(name_of(use.dtype)), options, chosen.variant, chosen.target});
    if (said.insert(chosen.reason).second)
      listing.reasons.emplace_back(use.name, chosen.reason);
  }
  listing.table = table.text();
  return listing;
}

} // namespace xeforge::lab
