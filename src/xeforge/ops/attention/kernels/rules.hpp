// What a problem may ask of a kernel beside softmax(q k^T) v, and which of it each kernel takes. A problem goes only to a
// kernel that takes every rule that it asks for (host/variants.cpp): what a kernel does not name here it never gets.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace xeforge::ops::attention {

// In the order in which they act on a score; sinks and cu_seqlens are about whole rows and sequences.
enum class Rule { scale, softcap, alibi_slopes, attn_bias, attn_mask, causal, window, sinks, cu_seqlens };
inline constexpr int rule_count = static_cast<int>(Rule::cu_seqlens) + 1;

class RuleSet {
public:
  constexpr RuleSet() = default;
  constexpr RuleSet(std::initializer_list<Rule> rules) {
    for (const Rule rule : rules)
      add(rule);
  }
  constexpr void add(Rule rule) { bits_ |= bit(rule); }
  constexpr bool contains(Rule rule) const { return (bits_ & bit(rule)) != 0; }
  constexpr bool is_empty() const { return bits_ == 0; }
  constexpr RuleSet without(RuleSet others) const {
    RuleSet rest;
    rest.bits_ = bits_ & ~others.bits_;
    return rest;
  }
  friend constexpr bool operator==(RuleSet, RuleSet) = default;

private:
  static constexpr std::uint32_t bit(Rule rule) { return std::uint32_t{1} << static_cast<int>(rule); }
  std::uint32_t bits_ = 0;
};

// ScoreRules (score_rules.hpp) and what is around it in each of these three.
inline constexpr RuleSet decode_kernel_rules{Rule::scale,     Rule::softcap,   Rule::alibi_slopes,
                                             Rule::attn_bias, Rule::attn_mask, Rule::causal,
                                             Rule::window,    Rule::sinks,     Rule::cu_seqlens};
inline constexpr RuleSet tiled_kernel_rules = decode_kernel_rules;
inline constexpr RuleSet strided_kernel_rules = decode_kernel_rules;
// XeModifiedScores (xe_rules.hpp) and the band; no mask is read, and sequences have one length.
inline constexpr RuleSet xe_kernel_rules{Rule::scale,  Rule::softcap, Rule::alibi_slopes, Rule::attn_bias,
                                         Rule::causal, Rule::window,  Rule::sinks};
// The scores and the band of hopper_rules.hpp.
inline constexpr RuleSet hopper_kernel_rules{Rule::scale,     Rule::softcap,   Rule::alibi_slopes,
                                             Rule::attn_bias, Rule::attn_mask, Rule::causal,
                                             Rule::window,    Rule::sinks,     Rule::cu_seqlens};
inline constexpr RuleSet hopper_decode_kernel_rules = hopper_kernel_rules.without({Rule::cu_seqlens});

} // namespace xeforge::ops::attention
