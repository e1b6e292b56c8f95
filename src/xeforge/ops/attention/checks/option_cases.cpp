// Cases about what happens to a score: bias, masks, softcap, slopes, sinks, and sequences one after another.
#include "xeforge/ops/attention/checks/case_table.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace xeforge::ops::attention {
namespace {

// Every set of dimensions in which a bias or mask may differ, and two of them transposed.
constexpr std::string_view dimension_sets[] = {".",  "b",   "h",   "q",   "k",   "bh",   "bq", "bk",   "hq",  "hk",
                                               "qk", "bhq", "bhk", "bqk", "hqk", "bhqk", "kq", "bhkq", "qkh", "kb"};

Case small(std::string name, std::size_t turn, std::int64_t seq_q) {
  Case problem;
  problem.name = fmt::format("{}-{}-queries", name, seq_q);
  problem.dtype = type_in_turn(turn);
  problem.batch = 2;
  problem.heads_q = 4;
  problem.heads_kv = 2;
  problem.seq_q = seq_q;
  problem.seq_k = 67;
  return problem;
}

void add_biases(Cases& cases) {
  std::size_t turn = 0;
  for (const std::int64_t seq_q : {3, 37})
    for (const std::string_view dimensions : dimension_sets) {
      Case problem = small(fmt::format("bias-{}", dimensions), turn, seq_q);
      problem.bias = dimensions;
      problem.bias_dtype = turn++ % 2 ? problem.dtype : DType::f32;
      cases.push_back(problem);
      problem.name += "-expanded";
      problem.bias_repeat = Repeat::expanded;
      cases.push_back(problem);
    }
  constexpr std::pair<DType, DType> both_types[] = {{DType::f16, DType::f32}, // of q, and of the bias
                                                    {DType::f16, DType::f16},
                                                    {DType::bf16, DType::f32},
                                                    {DType::bf16, DType::bf16},
                                                    {DType::f32, DType::f32}};
  for (const auto& [dtype, bias] : both_types)
    for (const std::int64_t seq_q : {5, 33}) {
      Case problem = small(fmt::format("bias-of-{}-to-{}", name_of(bias), name_of(dtype)), 0, seq_q);
      problem.dtype = dtype;
      problem.bias = "hqk";
      problem.bias_dtype = bias;
      cases.push_back(problem);
    }
}

void add_masks(Cases& cases) {
  std::size_t turn = 1;
  for (const std::int64_t seq_q : {3, 37})
    for (const std::string_view dimensions : dimension_sets) {
      Case problem = small(fmt::format("mask-{}", dimensions), turn++, seq_q);
      problem.mask = dimensions;
      cases.push_back(problem);
      problem.name += "-expanded"; // "k": strides (0, 0, 0, 1)
      problem.mask_repeat = Repeat::expanded;
      cases.push_back(problem);
      problem.name = fmt::format("mask-{}-and-bias-{}-queries", dimensions, seq_q);
      problem.mask_repeat = Repeat::single;
      problem.bias = "hqk";
      cases.push_back(problem);
    }
  // Sizes at which vectors and tiles end, with a mask of rank 2 and one of rank 4.
  for (const std::int64_t seq_q : {16, 17})
    for (const std::int64_t seq_k : {128, 129})
      for (const std::string_view dimensions : {"qk", "bhqk"})
        for (const DType dtype : types) {
          Case problem = small(fmt::format("mask-{}-of-{}-{}", dimensions, seq_k, name_of(dtype)), 0, seq_q);
          problem.dtype = dtype;
          problem.seq_k = seq_k;
          problem.mask = dimensions;
          problem.mask_repeat = dimensions == "qk" ? Repeat::expanded : Repeat::single;
          cases.push_back(problem);
        }
}

struct Extent {
  std::int64_t seq_q, seq_k;
};

void add_causal(Cases& cases) {
  std::size_t turn = 0;
  for (const Causal causal : {Causal::top_left, Causal::bottom_right})
    for (const auto& [seq_q, seq_k] : {Extent{33, 33},
                                       {17, 65},
                                       {65, 17},
                                       {1, 40},
                                       {40, 1},
                                       {128, 129},
                                       {70, 300},
                                       {300, 70},
                                       {16, 16},
                                       {12, 100},
                                       {16, 5},
                                       {130, 130}}) {
      Case problem = small(fmt::format("causal-{}-{}", causal == Causal::top_left ? "top-left" : "bottom-right", seq_k),
                           turn++, seq_q);
      problem.seq_k = seq_k;
      problem.heads_q = problem.heads_kv = 2;
      problem.batch = 1;
      problem.options.causal = causal;
      cases.push_back(problem);
    }
}

void add_windows(Cases& cases) {
  std::size_t turn = 0;
  for (const auto& [left, right] : {AttentionWindow{0, 0},
                                    {-1, 0},
                                    {0, -1},
                                    {3, 5},
                                    {16, 0},
                                    {100, 100},
                                    {-1, 3},
                                    {64, -1},
                                    {1000, 1000},
                                    {15, 16}})
    for (const auto& [seq_q, seq_k] : {Extent{40, 40}, {9, 140}, {130, 35}, {70, 300}}) {
      const std::string name = fmt::format("window-{}-{}-of-{}", left, right, seq_k);
      Case problem = small(name, turn++, seq_q);
      problem.seq_k = seq_k;
      problem.batch = 1;
      problem.options.window = {left, right};
      cases.push_back(problem);
      const bool is_top_left = turn % 2 == 0;
      problem.name += is_top_left ? "-top-left" : "-bottom-right";
      problem.options.causal = is_top_left ? Causal::top_left : Causal::bottom_right;
      cases.push_back(problem);
    }
}

void add_score_changes(Cases& cases) {
  std::size_t turn = 0;
  for (const std::int64_t seq_q : {4, 45}) {
    for (const float softcap : {0.5f, 5.0f, 50.0f})
      for (const std::string_view bias : {"", "hqk"}) {
        Case problem = small(fmt::format("softcap-{}{}", softcap, bias.empty() ? "" : "-and-bias"), turn++, seq_q);
        problem.options.softcap = softcap;
        problem.bias = bias;
        problem.fill = softcap < 10.0f ? Fill::sharp : Fill::normal;
        cases.push_back(problem);
      }
    for (const float scale : {1.0f, 0.0f, -0.5f, 0.3f}) {
      Case problem = small(fmt::format("scale-{}", scale), turn++, seq_q);
      problem.options.scale = scale;
      problem.bias = "qk";
      cases.push_back(problem);
    }
    for (const SlopeFill slopes : {SlopeFill::per_head, SlopeFill::per_batch_and_head})
      for (const std::int64_t seq_k : {20, 45, 133}) {
        Case problem =
            small(fmt::format("slopes-per-{}-{}-keys", slopes == SlopeFill::per_head ? "head" : "batch", seq_k), turn++,
                  seq_q);
        problem.seq_k = seq_k;
        problem.slopes = slopes;
        cases.push_back(problem);
      }
    for (const SinkFill sinks : {SinkFill::normal, SinkFill::extreme})
      for (const MaskFill mask : {MaskFill::all_kept, MaskFill::rows_off}) {
        Case problem = small(fmt::format("sinks-{}{}", sinks == SinkFill::normal ? "normal" : "extreme",
                                         mask == MaskFill::rows_off ? "-masked-rows" : ""),
                             turn++, seq_q);
        problem.sinks = sinks;
        problem.mask = "qk";
        problem.mask_fill = mask;
        cases.push_back(problem);
      }
  }
  // Without a mask, which the kernel of the Xe devices does not take.
  for (const DType dtype : types)
    for (const std::int64_t seq_q : {4, 45}) {
      Case problem = small(fmt::format("sinks-alone-{}", name_of(dtype)), 0, seq_q);
      problem.dtype = dtype;
      problem.sinks = SinkFill::normal;
      cases.push_back(problem);
    }
}

void add_everything(Cases& cases) {
  for (const DType dtype : types)
    for (const std::int64_t seq_q : {1, 7, 16, 50, 140}) {
      Case problem = small(fmt::format("everything-{}", name_of(dtype)), 0, seq_q);
      problem.set = seq_q == 50 || seq_q == 7 ? CaseSet::smoke : CaseSet::ci;
      problem.dtype = problem.bias_dtype = dtype;
      problem.seq_k = 135;
      problem.d_qk = 80;
      problem.d_v = 96;
      problem.q = {.order = "bshd", .gap = 5};
      problem.out.order = "sbhd";
      problem.bias = "hqk";
      problem.mask = "bqk";
      problem.slopes = SlopeFill::per_batch_and_head;
      problem.sinks = SinkFill::normal;
      problem.options.softcap = 20.0f;
      problem.options.causal = Causal::bottom_right;
      problem.options.window = {60, -1};
      problem.options.scale = 0.2f;
      cases.push_back(problem);
    }
}

// What users combine, with a single query and with several tiles of queries and keys. An odd number of keys, so that rows of a
// mask begin anywhere; with a bias one that 8 divides.
void add_combinations(Cases& cases) {
  struct Combination {
    std::string_view name;
    SlopeFill slopes;
    std::string_view mask, bias;
    MaskFill mask_fill;
    float softcap;
    Causal causal;
    SinkFill sinks;
  };
  constexpr SlopeFill no_slopes = SlopeFill::none, per_head = SlopeFill::per_head,
                      per_batch = SlopeFill::per_batch_and_head;
  constexpr Causal open = Causal::none, causal = Causal::bottom_right;
  constexpr SinkFill no_sinks = SinkFill::none, sinks = SinkFill::normal;
  constexpr Combination all[] = {
      {"slopes-causal", per_head, "", "", MaskFill::random, 0.0f, causal, no_sinks},
      {"slopes-causal-sinks", per_batch, "", "", MaskFill::random, 0.0f, causal, sinks},
      {"slopes-padding", per_batch, "bk", "", MaskFill::padding, 0.0f, open, no_sinks},
      {"slopes-causal-mask", per_head, "bqk", "", MaskFill::random, 0.0f, causal, no_sinks},
      {"padding-causal", no_slopes, "bk", "", MaskFill::padding, 0.0f, causal, no_sinks},
      {"padding-bias", no_slopes, "bk", "bhqk", MaskFill::padding, 0.0f, open, no_sinks},
      {"padding-softcap", no_slopes, "bk", "", MaskFill::padding, 5.0f, causal, no_sinks},
      {"mask-softcap-bias", no_slopes, "hqk", "bhqk", MaskFill::random, 5.0f, open, no_sinks},
      {"softcap-bias", no_slopes, "", "hqk", MaskFill::random, 5.0f, open, sinks},
      {"rows-off-sinks", no_slopes, "bqk", "", MaskFill::rows_off, 0.0f, open, sinks},
      {"none-kept-slopes", per_head, "bqk", "", MaskFill::none_kept, 0.0f, open, no_sinks},
      {"blocks-causal", no_slopes, "bqk", "", MaskFill::blocks, 0.0f, causal, no_sinks},
      {"sparse-per-head", no_slopes, "bhqk", "", MaskFill::sparse, 0.0f, open, no_sinks}};
  std::size_t turn = 0;
  for (const std::int64_t seq_q : {1, 150})
    for (const DType dtype : {DType::f16, DType::bf16})
      for (const Combination& combination : all) {
        Case problem = small(fmt::format("combined-{}-{}", combination.name, name_of(dtype)), 0, seq_q);
        problem.dtype = problem.bias_dtype = dtype;
        problem.heads_q = 6;
        problem.d_qk = problem.d_v = turn % 2 ? 128 : 64;
        if (turn % 3 == 0)
          problem.options.scale = 0.2f;
        if (turn % 4 == 0)
          problem.options.window = {100, -1};
        ++turn;
        problem.seq_k = combination.bias.empty() ? 397 : 392;
        problem.slopes = combination.slopes;
        problem.mask = combination.mask;
        problem.mask_fill = combination.mask_fill;
        problem.bias = combination.bias;
        problem.options.softcap = combination.softcap;
        problem.options.causal = combination.causal;
        problem.sinks = combination.sinks;
        cases.push_back(problem);
      }
}

// Sequences one after another, some of them empty on one side or on both.
void add_sequences(Cases& cases) {
  struct Lengths {
    std::string_view name;
    std::vector<std::int32_t> q, k;
  };
  const Lengths all[] = {{"prefill", {5, 0, 33, 32, 1}, {17, 3, 0, 70, 64}},
                         {"decode", {1, 1, 2, 0, 16}, {100, 1, 0, 7, 65}},
                         {"one", {40}, {50}},
                         {"no-keys", {3, 20}, {0, 31}},
                         {"same", {20, 0, 65, 18}, {20, 0, 65, 18}}};
  std::size_t turn = 0;
  for (const Lengths& lengths : all)
    for (int version = 0; version < 7; ++version) {
      Case problem;
      problem.name =
          fmt::format("sequences-{}-{}", lengths.name,
                      std::array{"plain", "top-left", "bottom-right", "window", "slopes", "all", "softcap"}[version]);
      problem.dtype = type_in_turn(turn++);
      problem.heads_q = 4;
      problem.heads_kv = 2;
      problem.lengths_q = lengths.q;
      problem.lengths_k = lengths.k;
      problem.q.order = version % 2 ? "bshd" : "bhsd";
      problem.k.order = problem.v.order = version % 3 ? "bshd" : "bhsd";
      problem.out.order = version % 2 ? "bshd" : "bhsd";
      const bool all_at_once = version == 5;
      if (version == 1)
        problem.options.causal = Causal::top_left;
      if (version == 2 || all_at_once)
        problem.options.causal = Causal::bottom_right;
      if (version == 3 || all_at_once)
        problem.options.window = {12, 3};
      if (version == 4 || all_at_once)
        problem.slopes = SlopeFill::per_batch_and_head;
      if (all_at_once || version == 6) {
        problem.sinks = SinkFill::normal;
        problem.options.softcap = 10.0f;
      }
      cases.push_back(problem);
    }
}

} // namespace

void add_options(Cases& cases) {
  add_biases(cases);
  add_masks(cases);
  add_causal(cases);
  add_windows(cases);
  add_score_changes(cases);
  add_everything(cases);
  add_combinations(cases);
  add_sequences(cases);
}

} // namespace xeforge::ops::attention
