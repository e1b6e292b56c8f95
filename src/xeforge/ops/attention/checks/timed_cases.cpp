// The cases that bench times: what a user would compare with other implementations. Checked on a sample of rows.
#include "xeforge/ops/attention/checks/case_table.hpp"

#include <fmt/format.h>

namespace xeforge::ops::attention {
namespace {

constexpr DType f16 = DType::f16, bf16 = DType::bf16, f32 = DType::f32;

// Of the name in every table of results: B 1, H 8, Sq = Skv = 2048, d 128, output bshd.
Case sdpa(std::string name, DType dtype) {
  Case problem;
  problem.name = std::move(name);
  problem.set = CaseSet::full;
  problem.timed = true;
  problem.rows_checked = 48;
  problem.dtype = problem.bias_dtype = dtype;
  problem.heads_q = problem.heads_kv = 8;
  problem.seq_q = problem.seq_k = 2048;
  problem.d_qk = problem.d_v = 128;
  problem.out.order = "bshd";
  problem.lse = Lse::not_wanted;
  return problem;
}

std::string short_name(DType dtype) { return dtype == f16 ? "f16" : dtype == bf16 ? "bf16" : "f32"; }

void add_tables_of_types(Cases& cases) {
  for (const DType dtype : {bf16, f32, f16}) {
    const std::string name = "sdpa-" + short_name(dtype);
    Case with_bias = sdpa(name, dtype), without_bias = sdpa(name + "-no-bias", dtype);
    with_bias.timed_on_cards = without_bias.timed_on_cards = dtype != f32;
    with_bias.bias = "hqk";
    cases.push_back(with_bias);
    cases.push_back(without_bias);
    with_bias.name = name + "-bhsd-out";
    with_bias.out.order = "bhsd";
    cases.push_back(with_bias);
  }
}

// Where the bias costs most: it has twice the bytes of the inputs' type.
void add_wide_bias(Cases& cases) {
  for (const DType dtype : {bf16, f16}) {
    Case problem = sdpa("sdpa-" + short_name(dtype) + "-f32-bias", dtype);
    problem.bias = "hqk";
    problem.bias_dtype = f32;
    cases.push_back(problem);
  }
}

void add_timed_causal(Cases& cases) {
  for (const Causal causal : {Causal::none, Causal::bottom_right}) {
    Case problem = sdpa(causal == Causal::none ? "full-4096" : "causal-4096", bf16);
    problem.seq_q = problem.seq_k = 4096;
    problem.options.causal = causal;
    cases.push_back(problem);
  }
}

void add_timed_depths(Cases& cases) {
  for (const std::int64_t d : {64, 80, 96, 256})
    for (const DType dtype : {bf16, f32, f16}) {
      Case problem = sdpa(fmt::format("sdpa-{}-d{}", short_name(dtype), d), dtype);
      problem.d_qk = problem.d_v = d;
      problem.bias = "hqk";
      cases.push_back(problem);
    }
}

void add_decode(Cases& cases) {
  Case problem = sdpa("decode", bf16);
  problem.batch = 8;
  problem.heads_q = 32;
  problem.seq_q = 1;
  problem.seq_k = 8192;
  problem.timed_on_cards = true;
  cases.push_back(problem);
}

// What fills a card: with a bias for each query and key, without one, where half of the scores are needed, with capped
// scores, with slopes, with a mask for each query and key, and with sequences of different lengths.
void add_large(Cases& cases) {
  for (const DType dtype : {bf16, f16})
    for (const std::string_view rule : {"bias", "plain", "causal", "softcap", "alibi", "mask", "packed"}) {
      Case problem = sdpa(fmt::format("large-{}-{}", short_name(dtype), rule), dtype);
      problem.set = CaseSet::cards;
      problem.timed = false;
      problem.timed_on_cards = true;
      problem.batch = 4;
      problem.heads_q = problem.heads_kv = 16;
      problem.seq_q = problem.seq_k = 4096;
      if (rule == "bias")
        problem.bias = "bhqk";
      if (rule == "causal")
        problem.options.causal = Causal::bottom_right;
      if (rule == "softcap")
        problem.options.softcap = 50.0f;
      if (rule == "alibi")
        problem.slopes = SlopeFill::per_head;
      if (rule == "mask")
        problem.mask = "bqk";
      if (rule == "packed") {
        problem.batch = 1;
        problem.lengths_q = problem.lengths_k = {4096, 2048, 6144, 1024, 3072};
      }
      cases.push_back(problem);
    }
}

// Cost should grow with the square of the sequence, and linearly with batch x heads.
void add_series(Cases& cases) {
  for (const std::int64_t length : {1024, 2048, 4096, 8192, 16384}) {
    Case problem = sdpa(fmt::format("length-{}", length), bf16);
    problem.heads_q = problem.heads_kv = 2;
    problem.seq_q = problem.seq_k = length;
    cases.push_back(problem);
  }
  for (const std::int64_t heads : {1, 2, 4, 8, 16}) {
    Case problem = sdpa(fmt::format("heads-{}", heads), bf16);
    problem.batch = 2;
    problem.heads_q = problem.heads_kv = heads;
    problem.seq_q = problem.seq_k = 1024;
    cases.push_back(problem);
  }
}

} // namespace

void add_timed(Cases& cases) {
  add_tables_of_types(cases);
  add_wide_bias(cases);
  add_timed_causal(cases);
  add_timed_depths(cases);
  add_decode(cases);
  add_large(cases);
  add_series(cases);
}

} // namespace xeforge::ops::attention
