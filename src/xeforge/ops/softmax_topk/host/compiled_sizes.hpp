// The (n, k) that kernels are compiled for; every other pair goes to the "stream" kernel.
#pragma once

#include <array>

namespace xeforge::ops::softmax_topk {

struct CompiledSize {
  int n, k;
};

// Routers of mixture-of-experts models (Mixtral, Llama 4, gpt-oss, OLMoE, Qwen3-MoE, DeepSeek V2 and V3, Kimi K2) and
// block selection.
inline constexpr std::array<CompiledSize, 10> fold_sizes{
    {{8, 2}, {16, 1}, {32, 4}, {64, 8}, {128, 4}, {128, 8}, {160, 6}, {256, 8}, {384, 8}, {1024, 64}}};

struct RoutedSize {
  int n, k, groups;
  int kept; // groups, usually: kernels for another number are slower
};

// DeepSeek V2 and V3 (groups), Kimi K2 (a correction bias without groups).
inline constexpr std::array<RoutedSize, 3> routed_sizes{{{160, 6, 8, 3}, {256, 8, 8, 4}, {384, 8, 1, 1}}};

// Sizes for the kernel with one row per warp, for types, options and numbers of winners that lanes_sizes and
// routed_lanes_sizes do not support.
struct WarpsSize {
  int n, k, groups;
};
inline constexpr std::array<WarpsSize, 4> warps_sizes{{{160, 6, 8}, {256, 8, 8}, {384, 8, 1}, {1024, 64, 1}}};

inline constexpr std::array<CompiledSize, 6> seed_sizes{{{128, 8}, {128, 4}, {64, 8}, {32, 4}, {16, 1}, {8, 2}}};

// Those of fold_sizes whose rows fill whole partial sums and whose winners are no more than these.
inline constexpr std::array<CompiledSize, 8> lanes_sizes{
    {{16, 1}, {32, 4}, {64, 8}, {128, 4}, {128, 8}, {160, 6}, {256, 8}, {384, 8}}};

// DeepSeek V2; V3 and Kimi K2, which rank by sigmoid plus a correction bias.
struct RoutedLanesSize {
  int n, k, groups;
  bool is_biased;
};
inline constexpr std::array<RoutedLanesSize, 3> routed_lanes_sizes{
    {{160, 6, 8, false}, {256, 8, 8, true}, {384, 8, 1, true}}};

} // namespace xeforge::ops::softmax_topk
