#include "xeforge/ops/softmax_topk/checks/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace xeforge::ops::softmax_topk {
namespace {

constexpr DType f16 = DType::f16, bf16 = DType::bf16, f32 = DType::f32, i32 = DType::i32, i64 = DType::i64;
constexpr CaseSet smoke = CaseSet::smoke, full = CaseSet::full;

struct FillName {
  Fill fill;
  std::string_view name;
};
constexpr std::array<FillName, 20> fill_names{{
    {Fill::normal, "normal"},
    {Fill::few_values, "few-values"},
    {Fill::close, "close"},
    {Fill::all_equal, "all-equal"},
    {Fill::ascending, "ascending"},
    {Fill::descending, "descending"},
    {Fill::all_negative, "all-negative"},
    {Fill::near_overflow, "near-overflow"},
    {Fill::denormals, "denormals"},
    {Fill::signed_zeros, "signed-zeros"},
    {Fill::one_hot, "one-hot"},
    {Fill::some_minus_inf, "some-minus-inf"},
    {Fill::all_minus_inf, "all-minus-inf"},
    {Fill::some_plus_inf, "some-plus-inf"},
    {Fill::nan_scattered, "nan-scattered"},
    {Fill::all_nan, "all-nan"},
    {Fill::specials, "specials"},
    {Fill::comb, "comb"},
    {Fill::same_rows, "same-rows"},
    {Fill::mixed, "mixed"},
}};

constexpr auto all_fills = [] {
  std::array<Fill, fill_names.size()> result{};
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = fill_names[i].fill;
  return result;
}();

// --- options of the routers ------------------------------------------------------------------------------------------

SoftmaxTopkOptions best(std::int64_t k) {
  SoftmaxTopkOptions options;
  options.k = k;
  return options;
}
SoftmaxTopkOptions unnormalised(SoftmaxTopkOptions options) {
  options.renormalize = false;
  return options;
}
SoftmaxTopkOptions sigmoid(SoftmaxTopkOptions options) {
  options.scoring = Scoring::sigmoid;
  return options;
}
SoftmaxTopkOptions grouped(SoftmaxTopkOptions options, std::int64_t groups, std::int64_t kept) {
  options.num_expert_group = groups;
  options.topk_group = kept;
  return options;
}
SoftmaxTopkOptions scaled(SoftmaxTopkOptions options, float factor) {
  options.routed_scaling_factor = factor;
  return options;
}

// --- the parts of the table ------------------------------------------------------------------------------------------

using Cases = std::vector<Case>;

struct RealShape {
  std::string_view name;
  std::int64_t n;
  SoftmaxTopkOptions options;
  BiasFill bias = BiasFill::none;
};

std::vector<RealShape> real_shapes() {
  return {
      {"mixtral", 8, best(2)},
      {"olmoe", 64, unnormalised(best(8))},
      {"deepseek-v2", 160, scaled(unnormalised(grouped(best(6), 8, 3)), 16.0f)},
      {"qwen3-moe", 128, best(8)},
      {"gpt-oss-120b", 128, best(4)},
      {"gpt-oss-20b", 32, best(4)},
      {"deepseek-v3", 256, scaled(sigmoid(grouped(best(8), 8, 4)), 2.5f), BiasFill::normal},
      {"kimi-k2", 384, scaled(sigmoid(best(8)), 2.827f), BiasFill::normal},
      {"llama-4", 16, unnormalised(sigmoid(best(1)))},
      {"block-selection", 1024, best(64)},
  };
}

// Timed over a prefill chunk of 8,192 tokens in f16; checked with every fill in the three types.
void add_real_shapes(Cases& cases) {
  for (const RealShape& shape : real_shapes()) {
    const std::string name(shape.name);
    cases.push_back(
        {.name = name, .timed = true, .rows = 8192, .n = shape.n, .bias = shape.bias, .options = shape.options});
    const SoftmaxTopkOptions& options = shape.options;
    const bool is_routed = options.scoring != Scoring::softmax || !options.renormalize || options.num_expert_group > 1;
    if (is_routed) // the size alone, without the router's options
      cases.push_back({.name = name + "-plain", .timed = true, .rows = 8192, .n = shape.n, .options = best(options.k)});
    for (const DType scores : {f16, bf16, f32})
      cases.push_back({.name = fmt::format("{}-{}-mixed", name, name_of(scores)),
                       .set = smoke,
                       .rows = 76,
                       .n = shape.n,
                       .scores = scores,
                       .weights = scores == bf16 ? bf16 : f32,
                       .indices = scores == f32 ? i64 : i32,
                       .fill = Fill::mixed,
                       .bias = shape.bias,
                       .options = shape.options});
    cases.push_back({.name = name + "-odd-strides",
                     .rows = 38,
                     .n = shape.n,
                     .scores_gap = 1,
                     .weights_gap = 3,
                     .indices_gap = 5,
                     .fill = Fill::mixed,
                     .bias = shape.bias,
                     .options = shape.options});
    // What a card takes at once; with the router's options, and the size alone.
    for (const bool plain : {false, true})
      if (plain ? is_routed : true)
        cases.push_back({.name = name + (plain ? "-plain-65536" : "-65536"),
                         .set = CaseSet::cards,
                         .timed_on_cards = true,
                         .rows = 65536,
                         .n = shape.n,
                         .bias = plain ? BiasFill::none : shape.bias,
                         .options = plain ? best(shape.options.k) : shape.options});
    for (const DType scores : {bf16, f32})
      cases.push_back({.name = fmt::format("{}-{}", name, name_of(scores)),
                       .set = full,
                       .timed = true,
                       .rows = 8192,
                       .n = shape.n,
                       .scores = scores,
                       .bias = shape.bias,
                       .options = shape.options});
  }
}

void add_seed(Cases& cases) {
  cases.push_back({.name = "seed", .timed = true, .rows = 32768, .weights = f16, .options = best(8)});
  cases.push_back({.name = "seed-large",
                   .set = full,
                   .timed = true,
                   .timed_on_cards = true,
                   .rows = 1048576,
                   .weights = f16,
                   .options = best(8)});
}

// The seed's shape and a grouped one with a bias, with each fill in each type.
void add_fills(Cases& cases) {
  for (const FillName& fill : fill_names)
    for (const DType scores : {f16, bf16, f32}) {
      const std::string suffix = fmt::format("{}-{}", fill.name, name_of(scores));
      cases.push_back({.name = "fill-" + suffix,
                       .rows = 40,
                       .scores = scores,
                       .weights = scores,
                       .fill = fill.fill,
                       .options = best(8)});
      cases.push_back({.name = "fill-unnormalised-" + suffix,
                       .rows = 40,
                       .scores = scores,
                       .fill = fill.fill,
                       .options = unnormalised(best(8))});
      cases.push_back({.name = "fill-sigmoid-" + suffix,
                       .rows = 40,
                       .n = 64,
                       .scores = scores,
                       .fill = fill.fill,
                       .options = scaled(sigmoid(best(8)), 1.5f)});
      cases.push_back({.name = "fill-grouped-" + suffix,
                       .rows = 40,
                       .n = 96,
                       .scores = scores,
                       .fill = fill.fill,
                       .options = grouped(best(6), 8, 3)});
      cases.push_back({.name = "fill-biased-" + suffix,
                       .rows = 40,
                       .n = 96,
                       .scores = scores,
                       .fill = fill.fill,
                       .bias = BiasFill::normal,
                       .options = unnormalised(grouped(best(6), 8, 3))});
    }
}

void add_biases(Cases& cases) {
  const SoftmaxTopkOptions plain = best(8), deepseek = sigmoid(grouped(best(8), 8, 4));
  for (const SoftmaxTopkOptions& options : {plain, sigmoid(plain), grouped(plain, 8, 4), deepseek}) {
    const std::string suffix = fmt::format("{}{}", options.scoring == Scoring::softmax ? "softmax" : "sigmoid",
                                           options.num_expert_group > 1 ? "-grouped" : "");
    cases.push_back({.name = "bias-near-ties-" + suffix,
                     .n = 256,
                     .scores = f32,
                     .fill = Fill::same_rows,
                     .bias = BiasFill::cancelling,
                     .options = options});
    cases.push_back({.name = "bias-ties-" + suffix,
                     .n = 256,
                     .fill = Fill::few_values,
                     .bias = BiasFill::few_values,
                     .options = options});
    cases.push_back({.name = "bias-large-" + suffix,
                     .rows = 38,
                     .n = 256,
                     .fill = Fill::mixed,
                     .bias = BiasFill::large,
                     .options = scaled(options, -0.5f)});
  }
  cases.push_back({.name = "bias-groups-of-one",
                   .rows = 38,
                   .n = 16,
                   .fill = Fill::mixed,
                   .bias = BiasFill::normal,
                   .options = grouped(best(3), 16, 5)});
}

// Row counts around the widths of vectors and blocks of rows, sizes of rows around those of vectors and tiles.
void add_tails(Cases& cases) {
  for (const std::int64_t rows : {1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 1000}) {
    cases.push_back({.name = fmt::format("rows-{}", rows), .rows = rows, .weights = f16, .options = best(8)});
    cases.push_back({.name = fmt::format("rows-{}-odd-strides", rows),
                     .rows = rows,
                     .scores_gap = 1,
                     .weights_gap = 3,
                     .indices_gap = 5,
                     .fill = Fill::mixed,
                     .options = best(8)});
  }
  for (const std::int64_t n :
       {1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 63, 65, 100, 127, 129, 255, 257, 511, 1000, 1023, 1025})
    for (const std::int64_t k : {1, 8, 33})
      for (const DType scores : {f16, bf16, f32})
        if (k <= n)
          cases.push_back({.name = fmt::format("n-{}-k-{}-{}", n, k, name_of(scores)),
                           .rows = 38,
                           .n = n,
                           .scores = scores,
                           .indices = scores == bf16 ? i64 : i32,
                           .scores_gap = n % 4,
                           .fill = Fill::mixed,
                           .options = best(k)});
}

void add_all_columns(Cases& cases) {
  for (const std::int64_t n : {1, 2, 3, 7, 8, 16, 64, 100, 127, 128, 129, 255, 1000})
    cases.push_back({.name = fmt::format("all-of-{}", n),
                     .rows = n > 500 ? 19 : 38,
                     .n = n,
                     .scores = n % 2 ? f16 : f32,
                     .fill = Fill::mixed,
                     .options = unnormalised(best(n))});
}

void add_long_rows(Cases& cases) {
  for (const std::int64_t n : {4096, 65536})
    for (const DType scores : {f16, bf16, f32})
      for (const Fill fill : {Fill::normal, Fill::descending, Fill::specials})
        cases.push_back({.name = fmt::format("long-{}-{}-{}", n, name_of(scores), name_of(fill)),
                         .rows = 3,
                         .n = n,
                         .scores = scores,
                         .scores_gap = 1,
                         .fill = fill,
                         .options = n == 4096 ? best(100) : unnormalised(best(8))});
  cases.push_back({.name = "long-grouped",
                   .rows = 3,
                   .n = 65536,
                   .bias = BiasFill::normal,
                   .options = sigmoid(grouped(best(64), 256, 16))});
  cases.push_back({.name = "all-of-4096", .rows = 2, .n = 4096, .scores = f32, .options = best(4096)});
  cases.push_back({.name = "all-of-65536", .set = full, .rows = 2, .n = 65536, .scores = f32, .options = best(65536)});
}

// Rows so far apart that their numbers in elements or bytes do not fit into 32 bits. Only the rows take memory.
void add_far_rows(Cases& cases) {
  constexpr std::int64_t far = std::int64_t{1} << 26; // 32 of these reach 2^31 elements
  cases.push_back({.name = "far-rows", .rows = 33, .n = 384, .scores_gap = far + 640, .options = best(8)});
  cases.push_back({.name = "far-outputs",
                   .set = full,
                   .rows = 33,
                   .n = 384,
                   .scores_gap = far,
                   .weights_gap = far,
                   .indices_gap = far,
                   .options = best(8)});
  // The smallest known to overflow elsewhere: tokens x experts x bytes of several arrays in one 32-bit offset.
  cases.push_back({.name = "many-tokens", .set = full, .rows = 54273, .n = 384, .options = best(8)});
}

Cases make_cases() {
  Cases cases;
  add_seed(cases);
  add_real_shapes(cases);
  add_fills(cases);
  add_biases(cases);
  add_tails(cases);
  add_all_columns(cases);
  add_long_rows(cases);
  add_far_rows(cases);
  return cases;
}

} // namespace

std::span<const Case> cases() {
  static const Cases all = make_cases();
  return all;
}

std::vector<const Case*> cases_of(CaseSet set) { return cases_in(cases(), set); }
const Case* find_case(std::string_view name) { return find_case_in(cases(), name); }

std::string_view name_of(Fill fill) { return std::ranges::find(fill_names, fill, &FillName::fill)->name; }
std::span<const Fill> fills() { return all_fills; }

} // namespace xeforge::ops::softmax_topk
