// One call of attention over ranks: agree on what is called, decide, run.
#include "xeforge/distributed/attention.hpp"

#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/call.hpp"
#include "xeforge/distributed/dense.hpp"
#include "xeforge/ops/attention/host/band_rule.hpp"
#include "xeforge/ops/attention/host/problem.hpp"
#include "xeforge/ops/attention/host/variants.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace xeforge::distributed {

std::vector<Segment> Call::keys_of(int rank) const {
  return segments_of(shards_k[static_cast<std::size_t>(rank)], setting.sequences, Side::keys);
}
std::int64_t Call::keys_on(int rank) const { return shard_size(shape.seq_k, channel.size(), rank, shards); }
std::int64_t Call::queries_on(int rank) const { return shard_size(shape.seq_q, channel.size(), rank, shards); }

namespace {

namespace op = ops::attention;

using MaybeError = std::optional<Error>;

template <class Extents>
std::string text_of(const Extents& extents) {
  return fmt::format("({})", fmt::join(extents, ", "));
}

// --- lengths ---------------------------------------------------------------------------------------------------------

struct Lengths {
  const char* argument; // "q shape"
  const char* what;     // "queries"
  std::vector<std::int64_t> of_ranks;
  std::int64_t whole;
};

MaybeError lengths_error(const Lengths& lengths, int rank, Shards shards) {
  const auto ranks = static_cast<int>(lengths.of_ranks.size());
  const std::int64_t got = lengths.of_ranks[static_cast<std::size_t>(rank)];
  const std::int64_t expected = shard_size(lengths.whole, ranks, rank, shards);
  if (lengths.whole < 1)
    return Error(lengths.argument, fmt::format("{} {} on all ranks together", lengths.whole, lengths.what),
                 "at least one on each rank");
  if (got != expected)
    return Error(lengths.argument, fmt::format("{} {}", got, lengths.what),
                 fmt::format("{}, the {} part of the {} that the ranks hold ({})", expected, name_of(shards),
                             lengths.whole, fmt::join(lengths.of_ranks, ", ")));
  if (got == 0)
    return Error(lengths.argument, fmt::format("no {}: {} on {} ranks", lengths.what, lengths.whole, ranks),
                 "at least one on each rank");
  return {};
}

// --- what this rank has, by the rules of the whole -------------------------------------------------------------------

MaybeError begins_error(const char* name, std::span<const std::int32_t> begins, std::int64_t length) {
  for (std::size_t i = 0; i < begins.size(); ++i)
    if (const std::int32_t least = i == 0 ? 0 : begins[i - 1]; begins[i] < least || (i == 0 && begins[i] != 0))
      return Error(name, fmt::format("{} at place {}", begins[i], i), "ascending numbers from 0 on");
  if (!begins.empty() && begins.back() != length)
    return Error(name, fmt::format("{} at its end", begins.back()),
                 fmt::format("{} at its end, the length of the sequences on all ranks", length));
  return {};
}

// What stands for a bias that is a function where options are looked at.
ConstTensorView<4> bias_of_function(const AttentionProblem& own, std::int64_t seq_q, std::int64_t seq_k) {
  static const float value = 0.0f;
  return {&value, DType::f32, {own.q.shape[0], own.q.shape[1], seq_q, seq_k}, {0, 0, 0, 0}};
}

// Part of the arrays of the whole that this rank has in their place.
AttentionProblem whole_of(const AttentionProblem& own, std::int64_t seq_q, std::int64_t seq_k,
                          const ContextOptions& context) {
  AttentionProblem whole = own;
  whole.q.shape[2] = whole.out.shape[2] = seq_q;
  whole.k.shape[2] = whole.v.shape[2] = seq_k;
  if (own.lse.data != nullptr)
    whole.lse.shape[2] = seq_q;
  // Strides of the outputs keep the rank's rows apart, not those of the whole.
  whole.out.strides = dense_view(nullptr, whole.out.dtype, whole.out.shape).strides;
  whole.lse.strides = dense_view(nullptr, whole.lse.shape).strides;
  // A rank's rows of a bias stand for those of the whole.
  for (ConstTensorView<4>* view : {&whole.options.attn_bias, &whole.options.attn_mask})
    if (view->data != nullptr && view->shape[2] == own.q.shape[2])
      view->shape[2] = own.q.shape[2] == 1 ? 1 : seq_q;
  if (context.bias)
    whole.options.attn_bias = bias_of_function(own, seq_q, seq_k);
  return whole;
}

MaybeError own_error(const AttentionProblem& own, std::int64_t seq_q, std::int64_t seq_k,
                     const ContextOptions& context) {
  // Types, shapes and options of the whole; then what this rank has in memory.
  AttentionProblem whole = whole_of(own, seq_q, seq_k, context);
  if (context.bias && own.options.attn_bias.data != nullptr)
    return Error("attn_bias", "an array beside a function", "one of the two");
  if (context.bias && !own.options.cu_seqlens_q.empty())
    return Error("attn_bias", "a function together with cu_seqlens_q", "none, or sequences of one length");
  for (const auto& [name, view] :
       {std::pair<const char*, const ConstTensorView<4>*>{"attn_bias shape", &own.options.attn_bias},
        {"attn_mask shape", &own.options.attn_mask}})
    if (view->data != nullptr && view->shape[2] != 1 && view->shape[2] != own.q.shape[2])
      return Error(name, text_of(view->shape),
                   fmt::format("1 row, or {}, one for each query of this rank", own.q.shape[2]));
  if (own.v.shape[2] != own.k.shape[2])
    return Error("v shape", text_of(own.v.shape),
                 fmt::format("{} keys, as k {} has them", own.k.shape[2], text_of(own.k.shape)));
  if (own.out.shape[2] != own.q.shape[2])
    return Error("out shape", text_of(own.out.shape),
                 fmt::format("{} queries, as q {} has them", own.q.shape[2], text_of(own.q.shape)));
  if (own.lse.data != nullptr && own.lse.shape[2] != own.q.shape[2])
    return Error("lse shape", text_of(own.lse.shape),
                 fmt::format("{} queries, as q {} has them", own.q.shape[2], text_of(own.q.shape)));
  if (MaybeError found = op::selection_error(whole))
    return found;
  if (!own.options.variant.empty() && own.options.variant != "decode" && own.options.variant != "tiled" &&
      own.options.variant != "strided")
    return Error("variant", fmt::format("\"{}\"", own.options.variant),
                 "decode, tiled or strided: the variants that know parts of a sequence");
  AttentionProblem mine = own;
  mine.options.cu_seqlens_q = mine.options.cu_seqlens_k = {};
  AttentionProblem strides = mine;
  strides.options.alibi_slopes = {}; // these are of the whole, and have been looked at
  strides.options.attn_bias = strides.options.attn_mask = {};
  if (MaybeError found = op::problem_error(strides))
    return found;
  if (MaybeError found = op::arrays_error(mine))
    return found;
  if (MaybeError found = begins_error("cu_seqlens_q", own.options.cu_seqlens_q, seq_q))
    return found;
  return begins_error("cu_seqlens_k", own.options.cu_seqlens_k, seq_k);
}

// --- what has to be the same everywhere ------------------------------------------------------------------------------

template <class Values>
std::string digest_of(const Values& values) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const auto value : values)
    hash = (hash ^ static_cast<std::uint64_t>(std::bit_cast<std::uint32_t>(value))) * 0x100000001b3u;
  return fmt::format("{} values with digest {:016x}", values.size(), hash);
}

std::vector<float> values_of(const ConstTensorView<2>& view) {
  std::vector<float> values;
  for (std::int64_t b = 0; b < view.shape[0]; ++b)
    for (std::int64_t h = 0; h < view.shape[1]; ++h)
      values.push_back(static_cast<const float*>(view.data)[b * view.strides[0] + h * view.strides[1]]);
  return values;
}

std::string text_of(Causal causal) {
  switch (causal) {
  case Causal::top_left:
    return "top_left";
  case Causal::bottom_right:
    return "bottom_right";
  default:
    return "none";
  }
}

std::string broadcast_text(const ConstTensorView<4>& view) {
  if (view.data == nullptr)
    return "none";
  return fmt::format("{} ({}, {}, queries, {})", name_of(view.dtype), view.shape[0], view.shape[1], view.shape[3]);
}

Terms terms_of(const AttentionProblem& own, std::int64_t seq_q, std::int64_t seq_k, const ContextOptions& context) {
  const AttentionOptions& options = own.options;
  const auto heads_and_depth = [](const ConstTensorView<4>& view) {
    return fmt::format("{} ({}, {}, any, {})", name_of(view.dtype), view.shape[0], view.shape[1], view.shape[3]);
  };
  return {
      {"shards", std::string(name_of(context.shards))},
      {"scheme", std::string(name_of(context.scheme))},
      {"queries of all ranks", fmt::to_string(seq_q)},
      {"keys of all ranks", fmt::to_string(seq_k)},
      {"q shape", heads_and_depth(own.q)},
      {"k shape", heads_and_depth(own.k)},
      {"v shape", heads_and_depth(own.v)},
      {"lse", own.lse.data == nullptr ? "none" : "an array"},
      {"scale", options.scale ? fmt::to_string(*options.scale) : "none"},
      {"softcap", fmt::to_string(options.softcap)},
      {"causal", text_of(options.causal)},
      {"window", fmt::format("({}, {})", options.window.left, options.window.right)},
      {"attn_bias", context.bias ? "a function" : broadcast_text(options.attn_bias)},
      {"attn_mask", broadcast_text(options.attn_mask)},
      {"alibi_slopes", options.alibi_slopes.data == nullptr ? "none"
                                                            : fmt::format("{} {}", text_of(options.alibi_slopes.shape),
                                                                          digest_of(values_of(options.alibi_slopes)))},
      {"sinks", options.sinks.data == nullptr
                    ? "none"
                    : digest_of(std::span(options.sinks.data, static_cast<std::size_t>(options.sinks.size)))},
      {"cu_seqlens_q", digest_of(options.cu_seqlens_q)},
      {"cu_seqlens_k", digest_of(options.cu_seqlens_k)},
      {"variant", options.variant.empty() ? "none" : options.variant},
      {"target", options.target.empty() ? "none" : options.target},
  };
}

// --- the call --------------------------------------------------------------------------------------------------------

// One row serves all queries only where a rank with several has one.
Rows rows_of(Channel& channel, const ConstTensorView<4>& view, std::int64_t queries) {
  const std::int64_t is_one_for_all = view.data != nullptr && view.shape[2] == 1 && queries > 1;
  return channel.sums({&is_one_for_all, 1}).front() > 0 ? Rows::one_for_all : Rows::of_each_query;
}

void add_bias(ContextShape& shape, const ConstTensorView<4>& view, Rows rows) {
  if (view.data == nullptr || rows == Rows::one_for_all)
    return;
  const std::int64_t bytes = view.shape[0] * view.shape[3] * static_cast<std::int64_t>(size_of(view.dtype));
  (view.shape[1] == 1 ? shape.bias_bytes_of_all_heads : shape.bias_bytes_of_head) += bytes;
}

// The least capable instruction set of all ranks, where none is named; the most general of their variants.
machine::CpuTarget common_target(Channel& channel, const AttentionOptions& options) {
  std::int64_t target = static_cast<std::int64_t>(machine::best_cpu_target());
  for (const machine::CpuTargetInfo& info : machine::cpu_targets())
    if (info.name == options.target)
      target = static_cast<std::int64_t>(info.target);
  const std::vector<std::int64_t> all = channel.all_numbers(target);
  return static_cast<machine::CpuTarget>(*std::ranges::min_element(all));
}
std::string common_variant(Channel& channel, AttentionProblem whole, machine::CpuTarget target) {
  whole.options.target = std::string(machine::name_of(target));
  const std::vector<std::int64_t> all = channel.all_numbers(op::choose(whole).variant - op::variants().data());
  return std::string(op::variants()[static_cast<std::size_t>(*std::ranges::max_element(all))].about.name);
}

Done run(Call& call, Scheme scheme) {
  switch (scheme) {
  case Scheme::all_gather:
    return run_all_gather(call);
  case Scheme::head_parallel:
    return run_head_parallel(call);
  default:
    return run_ring(call);
  }
}

std::int64_t scores_of(const Call& call, Scheme scheme) {
  if (scheme == Scheme::head_parallel || call.setting.options.cu_seqlens_q.empty())
    return work_of(call.shape, call.channel.size(), call.channel.rank(), scheme, call.shards).scores;
  std::int64_t pairs = 0;
  for (const Segment& queries : call.queries) {
    const WholeSequence& sequence = call.setting.sequences[static_cast<std::size_t>(queries.sequence)];
    pairs += pairs_in_band(call.setting.rule, sequence, queries, {queries.sequence, 0, sequence.keys, 0});
  }
  return pairs * call.shape.heads_q;
}

} // namespace

std::optional<Error> refusal_of(const Call& call, Scheme scheme) {
  const AttentionOptions& options = call.setting.options;
  const bool has_bias = call.setting.bias || options.attn_bias.data != nullptr;
  if (scheme == Scheme::all_gather && call.variant != "decode" && options.alibi_slopes.data != nullptr && has_bias)
    return Error("scheme", "all-gather for alibi_slopes together with attn_bias",
                 "one of the two, or the ring or the head-parallel scheme");
  return {};
}

ContextReport attention(Channel& channel, sycl::queue& queue, const ConstTensorView<4>& q, const ConstTensorView<4>& k,
                        const ConstTensorView<4>& v, const TensorView<4>& out, const TensorView<3>& lse,
                        const AttentionOptions& options, const ContextOptions& context) {
  const AttentionProblem own{q, k, v, out, lse, options};
  const int ranks = channel.size(), rank = channel.rank();

  // What the ranks have in common, then what is wrong with the part of one.
  Lengths queries{"q shape", "queries", channel.all_numbers(q.shape[2]), context.seq_q};
  Lengths keys{"k shape", "keys", channel.all_numbers(k.shape[2]), context.seq_k};
  MaybeError error;
  for (Lengths* lengths : {&queries, &keys}) {
    if (lengths->whole == 0)
      for (const std::int64_t length : lengths->of_ranks)
        lengths->whole += length;
    if (!error)
      error = lengths_error(*lengths, rank, context.shards);
  }
  const std::int64_t seq_q = queries.whole, seq_k = keys.whole;
  if (!error)
    error = own_error(own, seq_q, seq_k, context);
  agree(channel, error, error ? Terms{} : terms_of(own, seq_q, seq_k, context));

  Call call{.channel = channel,
            .setting = {queue, options, context.bias, 0, sequences_of(options, seq_q, seq_k),
                        op::band_rule(options.causal, options.window), common_target(channel, options)},
            .own = own,
            .shape = {q.shape[0], q.shape[1], k.shape[1], seq_q, seq_k, q.shape[3], v.shape[3], q.dtype, 0, 0,
                      options.causal, options.window, lse.data != nullptr},
            .shards = context.shards,
            .variant = {},
            .is_variant_named = !options.variant.empty(),
            .bias_rows = rows_of(channel, options.attn_bias, q.shape[2]),
            .mask_rows = rows_of(channel, options.attn_mask, q.shape[2]),
            .shards_q = {},
            .shards_k = {},
            .queries = {}};
  add_bias(call.shape, options.attn_bias, call.bias_rows);
  add_bias(call.shape, options.attn_mask, call.mask_rows);
  call.variant = common_variant(channel, whole_of(own, seq_q, seq_k, context), call.setting.target);
  for (int r = 0; r < ranks; ++r) {
    call.shards_q.push_back(shard_of(seq_q, ranks, r, context.shards));
    call.shards_k.push_back(shard_of(seq_k, ranks, r, context.shards));
  }
  call.queries = segments_of(call.shards_q[static_cast<std::size_t>(rank)], call.setting.sequences, Side::queries);

  ContextReport report;
  report.scheme = context.scheme;
  report.reason = fmt::format("{} was asked for", name_of(context.scheme));
  if (context.scheme == Scheme::automatic) {
    Capability capability = context.capability ? *context.capability : measure(channel, queue);
    double numbers[] = {capability.bytes_per_second, capability.latency, capability.flops_per_second};
    channel.from_first(numbers);
    const ContextPlan planned = plan(call.shape, ranks, context.shards, {numbers[0], numbers[1], numbers[2]});
    report.scheme = planned.scheme;
    report.reason = planned.reason;
    if (const MaybeError refusal = refusal_of(call, planned.scheme)) {
      report.scheme = Scheme::ring;
      report.reason = fmt::format("ring; {} would take less time, but does not take alibi_slopes together with "
                                  "attn_bias",
                                  name_of(planned.scheme));
    }
  } else {
    agree(channel, refusal_of(call, context.scheme));
  }

  const std::int64_t bytes_before = channel.bytes_sent(), messages_before = channel.messages();
  const double waiting_before = channel.waiting();
  const Done done = run(call, report.scheme);
  report.bytes_sent = channel.bytes_sent() - bytes_before;
  report.messages = channel.messages() - messages_before;
  report.scores = scores_of(call, report.scheme);
  report.bytes_held = done.bytes_held;
  report.computing = done.computing;
  report.waiting = channel.waiting() - waiting_before;
  return report;
}

} // namespace xeforge::distributed
