// Cases about shapes: lengths and depths around the widths of vectors and tiles, heads, and layouts.
#include "xeforge/ops/attention/checks/case_table.hpp"

#include <fmt/format.h>

namespace xeforge::ops::attention {
namespace {

// Real ones, small: the set smoke.
void add_models(Cases& cases) {
  for (const DType dtype : types) {
    const auto name = [&](std::string_view model) { return fmt::format("{}-{}", model, name_of(dtype)); };
    cases.push_back({.name = name("plain"), .set = CaseSet::smoke, .dtype = dtype, .seq_q = 70, .seq_k = 70});
    cases.push_back({.name = name("bias-and-permute"), // what the operator is for
                     .set = CaseSet::smoke,
                     .dtype = dtype,
                     .heads_q = 3,
                     .heads_kv = 3,
                     .seq_q = 65,
                     .seq_k = 130,
                     .out = {.order = "bshd"},
                     .bias = "hqk",
                     .bias_dtype = dtype});
    cases.push_back({.name = name("encoder"), // padded sentences
                     .set = CaseSet::smoke,
                     .dtype = dtype,
                     .batch = 3,
                     .heads_q = 4,
                     .heads_kv = 4,
                     .seq_q = 40,
                     .seq_k = 40,
                     .d_qk = 32,
                     .d_v = 32,
                     .q = {.order = "bshd"},
                     .k = {.order = "bshd"},
                     .v = {.order = "bshd"},
                     .out = {.order = "bshd"},
                     .mask = "bk",
                     .mask_fill = MaskFill::padding});
    cases.push_back({.name = name("prefill"), // of a decoder that shares its heads of k and v
                     .set = CaseSet::smoke,
                     .dtype = dtype,
                     .heads_q = 4,
                     .heads_kv = 2,
                     .seq_q = 150,
                     .seq_k = 150,
                     .d_qk = 128,
                     .d_v = 128,
                     .out = {.order = "bshd"},
                     .options = {.causal = Causal::bottom_right}});
    cases.push_back({.name = name("decode-step"),
                     .set = CaseSet::smoke,
                     .dtype = dtype,
                     .batch = 2,
                     .heads_q = 8,
                     .heads_kv = 2,
                     .seq_q = 1,
                     .seq_k = 301,
                     .d_qk = 128,
                     .d_v = 128,
                     .options = {.causal = Causal::bottom_right}});
  }
}

void add_lengths(Cases& cases) {
  std::size_t turn = 0;
  for (const std::int64_t seq_k : {1, 2, 3, 7, 8, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 97, 127, 128, 129, 161, 257})
    for (const std::int64_t seq_q : {5, 17, 33})
      cases.push_back({.name = fmt::format("keys-{}-queries-{}", seq_k, seq_q),
                       .dtype = type_in_turn(turn++),
                       .heads_q = 1,
                       .heads_kv = 1,
                       .seq_q = seq_q,
                       .seq_k = seq_k});
  for (const std::int64_t seq_q : {1, 2, 3, 7, 8, 15, 16, 31, 32, 47, 48, 63, 64, 65, 127, 128, 129, 200})
    for (const std::int64_t seq_k : {64, 129})
      cases.push_back({.name = fmt::format("queries-{}-keys-{}", seq_q, seq_k),
                       .dtype = type_in_turn(++turn / 2),
                       .heads_q = 1,
                       .heads_kv = 1,
                       .seq_q = seq_q,
                       .seq_k = seq_k});
  for (const DType dtype : types) {
    cases.push_back({.name = fmt::format("many-tiles-{}", name_of(dtype)),
                     .dtype = dtype,
                     .heads_q = 1,
                     .heads_kv = 1,
                     .seq_q = 70,
                     .seq_k = 900,
                     .d_qk = 128,
                     .d_v = 128});
    cases.push_back({.name = fmt::format("long-decode-{}", name_of(dtype)),
                     .dtype = dtype,
                     .heads_q = 4,
                     .heads_kv = 2,
                     .seq_q = 2,
                     .seq_k = 5003});
  }
}

void add_decode_lengths(Cases& cases) {
  for (std::int64_t seq_q = 1; seq_q <= 16; ++seq_q)
    for (const std::int64_t seq_k : {1, 40, 333})
      cases.push_back({.name = fmt::format("decode-{}-of-{}", seq_q, seq_k),
                       .dtype = type_in_turn(static_cast<std::size_t>(seq_q + seq_k)),
                       .heads_q = 6,
                       .heads_kv = 2,
                       .seq_q = seq_q,
                       .seq_k = seq_k,
                       .d_qk = 64,
                       .d_v = seq_q % 2 ? 64 : 72});
}

void add_depths(Cases& cases) {
  for (const DType dtype : types) {
    const auto add = [&](std::int64_t d_qk, std::int64_t d_v, std::int64_t seq_q) {
      cases.push_back({.name = fmt::format("depth-{}-{}-{}-queries-{}", d_qk, d_v, seq_q, name_of(dtype)),
                       .dtype = dtype,
                       .heads_q = 2,
                       .heads_kv = 1,
                       .seq_q = seq_q,
                       .seq_k = 45,
                       .d_qk = d_qk,
                       .d_v = d_v});
    };
    for (const std::int64_t d :
         {1, 2, 3, 8, 15, 16, 17, 32, 33, 40, 48, 64, 72, 80, 88, 96, 100, 112, 128, 160, 192, 255, 256, 512}) {
      add(d, d, 20);
      if (d % 8 != 0 || d == 80 || d == 512)
        add(d, d, 3);
    }
    for (const auto& [d_qk, d_v] : {std::pair{64, 128}, {128, 64}, {192, 128}, {72, 40}, {1, 512}, {512, 1}, {3, 80}})
      for (const std::int64_t seq_q : {3, 20})
        add(d_qk, d_v, seq_q);
  }
}

void add_heads(Cases& cases) {
  std::size_t turn = 0;
  for (const auto& [heads_q, heads_kv] : {std::pair{8, 2}, {6, 3}, {7, 1}, {12, 4}, {5, 5}})
    for (const std::int64_t seq_q : {1, 4, 36}) {
      const std::string name = fmt::format("heads-{}-of-{}-{}-queries", heads_q, heads_kv, seq_q);
      const Case plain{.name = name,
                       .dtype = type_in_turn(turn++),
                       .batch = 2,
                       .heads_q = heads_q,
                       .heads_kv = heads_kv,
                       .seq_q = seq_q,
                       .seq_k = 52};
      cases.push_back(plain);
      Case masked = plain;
      masked.name = name + "-mask-per-head";
      masked.mask = "hqk";
      cases.push_back(masked);
      Case biased = plain;
      biased.name = name + "-bias-per-head";
      biased.bias = "bhk";
      cases.push_back(biased);
    }
}

void add_layouts(Cases& cases) {
  constexpr std::string_view orders[] = {"bhsd", "bshd", "sbhd", "bhds"};
  std::size_t turn = 0;
  for (const std::int64_t seq_q : {3, 37}) {
    const auto add = [&](std::string name, const Memory& in, const Memory& out) {
      cases.push_back({.name = fmt::format("{}-{}-queries", name, seq_q),
                       .dtype = type_in_turn(turn++),
                       .batch = 2,
                       .heads_q = 4,
                       .heads_kv = 2,
                       .seq_q = seq_q,
                       .seq_k = 50,
                       .d_qk = 40,
                       .d_v = 48,
                       .q = in,
                       .k = in,
                       .v = in,
                       .out = out});
    };
    for (const std::string_view in : orders)
      for (const std::string_view out : orders)
        add(fmt::format("layout-{}-to-{}", in, out), {.order = in}, {.order = out});
    for (const std::int64_t gap : {1, 3, 8, 24})
      add(fmt::format("gap-{}", gap), {.order = "bshd", .gap = gap}, {.order = "sbhd", .gap = gap});
    add("spread-2", {.spread = 2}, {.order = "bshd", .spread = 2});
    add("spread-3-in", {.order = "bshd", .gap = 1, .spread = 3}, {});
    add("spread-5-out", {}, {.order = "bshd", .gap = 2, .spread = 5});
    add("backwards", {.order = "BHSd"}, {.order = "bSHd"});
    add("all-backwards", {.order = "BHSD"}, {.order = "BHSD"});
    add("transposed-and-permuted", {.order = "dshb"}, {.order = "dbsh"});
    for (const char input : {'q', 'k', 'v'}) { // one input unlike the others
      Case problem{.name = fmt::format("{}-alone-transposed-{}-queries", input, seq_q),
                   .dtype = type_in_turn(turn++),
                   .seq_q = seq_q,
                   .seq_k = 50};
      (input == 'q' ? problem.q : input == 'k' ? problem.k : problem.v).order = "bhds";
      cases.push_back(problem);
    }
    cases.push_back({.name = fmt::format("shared-keys-{}-queries", seq_q), // one sequence of keys for the whole batch
                     .dtype = type_in_turn(turn++),
                     .batch = 3,
                     .seq_q = seq_q,
                     .seq_k = 50,
                     .k = {.order = "hsd"},
                     .v = {.order = "shd"}});
    for (const DType dtype : types) // rows so far apart that their offsets do not fit into 32 bits
      cases.push_back({.name = fmt::format("far-rows-{}-queries-{}", seq_q, name_of(dtype)),
                       .dtype = dtype,
                       .heads_q = 1,
                       .heads_kv = 1,
                       .seq_q = seq_q,
                       .seq_k = 40,
                       .q = {.gap = std::int64_t{1} << 26},
                       .k = {.gap = std::int64_t{1} << 26},
                       .v = {.gap = std::int64_t{1} << 26},
                       .out = {.gap = std::int64_t{1} << 26}});
  }
}

void add_lse(Cases& cases) {
  for (const DType dtype : types)
    for (const std::int64_t seq_q : {2, 34})
      cases.push_back({.name = fmt::format("no-lse-{}-queries-{}", seq_q, name_of(dtype)),
                       .dtype = dtype,
                       .seq_q = seq_q,
                       .seq_k = 70,
                       .lse = Lse::not_wanted});
}

} // namespace

void add_shapes(Cases& cases) {
  add_models(cases);
  add_lengths(cases);
  add_decode_lengths(cases);
  add_depths(cases);
  add_heads(cases);
  add_layouts(cases);
  add_lse(cases);
}

} // namespace xeforge::ops::attention
