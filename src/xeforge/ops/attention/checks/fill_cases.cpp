// Cases about values: every fill of the inputs, of the bias and of the mask, in every type.
#include "xeforge/ops/attention/checks/case_table.hpp"

#include <fmt/format.h>

#include <utility>

namespace xeforge::ops::attention {
namespace {

constexpr std::pair<Fill, std::string_view> input_fills[] = {{Fill::sharp, "sharp"},
                                                             {Fill::ascending, "ascending"},
                                                             {Fill::descending, "descending"},
                                                             {Fill::equal, "equal"},
                                                             {Fill::one_hot, "one-hot"},
                                                             {Fill::zeros, "zeros"},
                                                             {Fill::huge, "huge"},
                                                             {Fill::integers, "integers"},
                                                             {Fill::tiny, "tiny"},
                                                             {Fill::large_values, "large-values"},
                                                             {Fill::nan_queries, "nan-queries"},
                                                             {Fill::nan_masked, "nan-masked"},
                                                             {Fill::wild_values, "wild-values"}};
constexpr std::pair<BiasFill, std::string_view> bias_fills[] = {{BiasFill::padding, "padding"},
                                                                {BiasFill::very_negative, "very-negative"},
                                                                {BiasFill::large, "large"},
                                                                {BiasFill::some_minus_inf, "some-minus-inf"},
                                                                {BiasFill::minus_inf_rows, "minus-inf-rows"},
                                                                {BiasFill::plus_infinity, "plus-infinity"}};
constexpr std::pair<MaskFill, std::string_view> mask_fills[] = {
    {MaskFill::sparse, "sparse"}, {MaskFill::padding, "padding"},   {MaskFill::rows_off, "rows-off"},
    {MaskFill::blocks, "blocks"}, {MaskFill::all_kept, "all-kept"}, {MaskFill::none_kept, "none-kept"}};

} // namespace

void add_fills(Cases& cases) {
  for (const DType dtype : types)
    for (const std::int64_t seq_q : {3, 44}) {
      const auto add = [&](std::string_view kind, std::string_view name) -> Case& {
        Case problem;
        problem.name = fmt::format("{}-{}-{}-queries-{}", kind, name, seq_q, name_of(dtype));
        problem.dtype = dtype;
        problem.batch = 2;
        problem.seq_q = seq_q;
        problem.seq_k = 150;
        return cases.emplace_back(problem);
      };
      for (const auto& [fill, name] : input_fills) {
        Case& problem = add("fill", name);
        problem.fill = fill;
        if (fill == Fill::huge)
          problem.bias = "qk"; // tells ties apart
        if (fill == Fill::nan_masked) {
          problem.mask = "bk";
          problem.mask_fill = MaskFill::padding;
        }
      }
      for (const auto& [fill, name] : bias_fills) {
        Case& problem = add("bias", name);
        problem.bias = fill == BiasFill::padding || fill == BiasFill::very_negative ? "bk" : "bqk";
        problem.bias_fill = fill;
        problem.bias_dtype = seq_q == 3 ? DType::f32 : dtype;
      }
      for (const auto& [fill, name] : mask_fills) {
        Case& problem = add("mask", name);
        problem.mask = fill == MaskFill::padding ? "bk" : "bqk";
        problem.mask_fill = fill;
        problem.seq_k = 200; // blocks of keys that no query of a block keeps
      }
    }
}

} // namespace xeforge::ops::attention
