// Which rules a variant is given: none that it does not take.
#include "xeforge/ops/attention/host/variants.hpp"

#include "xeforge/ops/attention/host/asked_rules.hpp"
#include "xeforge/ops/choice.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace xeforge::ops::attention {
namespace {

constexpr Rule unknown_rule = static_cast<Rule>(rule_count); // the one that is invented next

std::string_view refusal_of_rule(const Variant& variant, Rule rule) { return rules_refusal(variant, RuleSet{rule}); }

std::vector<Variant> all_variants() {
  std::vector<Variant> all(variants().begin(), variants().end());
  all.insert(all.end(), variants_on_devices().begin(), variants_on_devices().end());
  return all;
}

TEST(VariantRules, a_rule_that_no_variant_knows_is_refused_by_every_variant) {
  for (const Variant& variant : all_variants()) {
    EXPECT_EQ(refusal_of_rule(variant, unknown_rule), "does not know an option of this problem") << variant.about.name;
    RuleSet all_and_one_more = variant.rules;
    all_and_one_more.add(unknown_rule);
    EXPECT_FALSE(rules_refusal(variant, all_and_one_more).empty()) << variant.about.name;
  }
}

TEST(VariantRules, a_problem_that_no_variant_takes_is_refused) {
  const auto against = [](const Variant& variant) { return refusal_of_rule(variant, unknown_rule); };
  try {
    first_accepting(variants(), against);
    FAIL() << "a variant was chosen";
  } catch (const Error& error) {
    EXPECT_EQ(error.argument(), "variant");
    EXPECT_NE(error.expected().find("decode does not know an option of this problem; tiled does not"),
              std::string::npos)
        << error.what();
  }
}

TEST(VariantRules, what_a_variant_takes_is_not_refused_and_everything_else_is) {
  for (const Variant& variant : all_variants()) {
    EXPECT_EQ(rules_refusal(variant, variant.rules), "") << variant.about.name;
    for (int i = 0; i < rule_count; ++i) {
      const Rule rule = static_cast<Rule>(i);
      EXPECT_EQ(refusal_of_rule(variant, rule).empty(), variant.rules.contains(rule)) << variant.about.name << " " << i;
    }
  }
}

TEST(VariantRules, the_last_variant_takes_every_rule) {
  for (int i = 0; i < rule_count; ++i) {
    EXPECT_TRUE(variants().back().rules.contains(static_cast<Rule>(i))) << i;
    EXPECT_TRUE(variants_on_devices().back().rules.contains(static_cast<Rule>(i))) << i;
  }
}

TEST(VariantRules, the_kernel_of_the_xe_devices_says_what_it_leaves_out) {
  const Variant& xe = *find_variant("xe");
  EXPECT_EQ(refusal_of_rule(xe, Rule::attn_mask), "takes no attn_mask");
  EXPECT_EQ(refusal_of_rule(xe, Rule::cu_seqlens), "takes no cu_seqlens");
}

// Each option alone asks for its rule and for no other.
struct Asked {
  Rule rule;
  void (*give)(AttentionOptions& options);
};
constexpr float numbers[2]{1, 2};
constexpr std::int32_t starts[2]{0, 1};
constexpr std::array<Asked, 12> options_that_ask{{
    {Rule::scale, [](AttentionOptions& options) { options.scale = 1.0f; }},
    {Rule::softcap, [](AttentionOptions& options) { options.softcap = 30.0f; }},
    {Rule::alibi_slopes, [](AttentionOptions& options) { options.alibi_slopes.data = numbers; }},
    {Rule::attn_bias, [](AttentionOptions& options) { options.attn_bias.data = numbers; }},
    {Rule::attn_mask, [](AttentionOptions& options) { options.attn_mask.data = numbers; }},
    {Rule::causal, [](AttentionOptions& options) { options.causal = Causal::top_left; }},
    {Rule::causal, [](AttentionOptions& options) { options.causal = Causal::bottom_right; }},
    {Rule::window, [](AttentionOptions& options) { options.window.left = 0; }},
    {Rule::window, [](AttentionOptions& options) { options.window.right = 0; }},
    {Rule::sinks, [](AttentionOptions& options) { options.sinks = {numbers, 2}; }},
    {Rule::cu_seqlens, [](AttentionOptions& options) { options.cu_seqlens_q = starts; }},
    {Rule::cu_seqlens, [](AttentionOptions& options) { options.cu_seqlens_k = starts; }},
}};

TEST(AskedRules, each_option_asks_for_its_rule_alone) {
  EXPECT_TRUE(asked_rules({}).is_empty());
  EXPECT_TRUE(asked_rules({.variant = "tiled", .target = "v3"}).is_empty());
  RuleSet seen;
  for (const Asked& expected : options_that_ask) {
    AttentionOptions options;
    expected.give(options);
    EXPECT_EQ(asked_rules(options), RuleSet{expected.rule}) << static_cast<int>(expected.rule);
    seen.add(expected.rule);
  }
  for (int i = 0; i < rule_count; ++i)
    EXPECT_TRUE(seen.contains(static_cast<Rule>(i))) << "no option asks for rule " << i;
}

} // namespace
} // namespace xeforge::ops::attention
