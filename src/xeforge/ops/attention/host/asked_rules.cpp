#include "xeforge/ops/attention/host/asked_rules.hpp"

namespace xeforge::ops::attention {

RuleSet asked_rules(const AttentionOptions& options) {
  // Every member has a name here: an option that is added to the struct does not compile until somebody has said which
  // rule it is.
  const auto& [scale, softcap, alibi_slopes, attn_bias, attn_mask, causal, window, sinks, cu_seqlens_q, cu_seqlens_k,
               variant, target] = options;
  RuleSet asked;
  const auto ask = [&asked](Rule rule, bool is_given) {
    if (is_given)
      asked.add(rule);
  };
  ask(Rule::scale, scale.has_value());
  ask(Rule::softcap, softcap != 0.0f);
  ask(Rule::alibi_slopes, alibi_slopes.data != nullptr);
  ask(Rule::attn_bias, attn_bias.data != nullptr);
  ask(Rule::attn_mask, attn_mask.data != nullptr);
  ask(Rule::causal, causal != Causal::none);
  ask(Rule::window, window.left != -1 || window.right != -1);
  ask(Rule::sinks, sinks.data != nullptr);
  ask(Rule::cu_seqlens, !cu_seqlens_q.empty() || !cu_seqlens_k.empty());
  return asked;
}

} // namespace xeforge::ops::attention
