// xeforge run attention --ranks context.
#include "xeforge/arrays/refusal.hpp"
#include "xeforge/distributed.hpp"
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/own_rows.hpp"
#include "xeforge/lab/ranks/rank_commands.hpp"
#include "xeforge/lab/ranks/shared_outputs.hpp"
#include "xeforge/lab/run/attention_command.hpp"
#include "xeforge/lab/run/rank_options.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <cmath>
#include <optional>

namespace xeforge::lab {
namespace {

using namespace distributed;

// This rank's part of what the files have, and room for its result.
struct Part {
  Part(const AttentionProblem& whole, const std::vector<Range>& shard_q, const std::vector<Range>& shard_k)
      : q(whole.q, shard_q), k(whole.k, shard_k), v(whole.v, shard_k), options(whole.options) {
    for (auto [view, rows] : {std::pair{&options.attn_bias, &bias}, {&options.attn_mask, &mask}})
      if (view->data != nullptr && view->shape[2] == whole.q.shape[2] && view->shape[2] != 1)
        *view = rows->emplace(*view, shard_q).view();
    const Shape4 shape{q.view().shape[0], q.view().shape[1], q.view().shape[2], v.view().shape[3]};
    out_bytes = Bytes(count_of(shape) * static_cast<std::int64_t>(size_of(whole.q.dtype)));
    lse_bytes = Bytes(count_of(shape) / shape[3] * static_cast<std::int64_t>(sizeof(float)));
    out = dense_view(out_bytes.data(), whole.q.dtype, shape);
    lse = dense_view(reinterpret_cast<float*>(lse_bytes.data()), {shape[0], shape[1], shape[2]});
  }

  OwnRows q, k, v;
  std::optional<OwnRows> bias, mask;
  AttentionOptions options;
  Bytes out_bytes, lse_bytes;
  TensorView<4> out;
  TensorView<3> lse;
};

Scheme scheme_of(const std::string& name) {
  for (const Scheme scheme : {Scheme::ring, Scheme::all_gather, Scheme::head_parallel})
    if (name == name_of(scheme))
      return scheme;
  return Scheme::automatic;
}

// What ranks may be told differently by mistake, and what decides how many messages follow. The rest is compared by
// attention() itself.
Terms terms_of(const AttentionFiles& said, const AttentionProblem& whole, const RankOptions& ranks) {
  return {{"--q", shape_of(whole.q)},
          {"--k", shape_of(whole.k)},
          {"--v", shape_of(whole.v)},
          {"--out", said.out},
          {"--out-layout", said.layout_of_out()},
          {"--lse", said.lse.empty() ? "none" : said.lse},
          {"--scheme", ranks.scheme},
          {"--shards", ranks.shards}};
}

void print_report(MpiChannel& channel, const ContextReport& report) {
  const std::vector<std::int64_t> bytes = channel.all_numbers(report.bytes_sent),
                                  messages = channel.all_numbers(report.messages),
                                  scores = channel.all_numbers(report.scores),
                                  held = channel.all_numbers(report.bytes_held),
                                  computing = channel.all_numbers(std::llround(report.computing * 1e9)),
                                  waiting = channel.all_numbers(std::llround(report.waiting * 1e9));
  if (channel.rank() != 0)
    return;
  print("rank    bytes sent  messages          scores    bytes held   computing     waiting\n");
  for (std::size_t rank = 0; rank < bytes.size(); ++rank)
    print("{:>4} {:>13} {:>9} {:>15} {:>13} {:>11} {:>11}\n", rank, bytes[rank], messages[rank], scores[rank],
          held[rank], duration_text(static_cast<double>(computing[rank])),
          duration_text(static_cast<double>(waiting[rank])));
  print("{}\n", report.reason);
}

void run(MpiChannel& channel, const AttentionFiles& said, const RankOptions& ranks, std::int64_t threads) {
  SharedOutputs outputs(channel);
  AttentionInputs inputs(arrays::Pages::as_touched);
  AttentionProblem whole;
  agree_on(channel, [&] {
    whole = inputs.read(said);
    plan(whole); // of several ranges a part is copied, so the whole has to be sound first
  });
  agree(channel, {}, terms_of(said, whole, ranks));

  std::optional<Part> part;
  const Shards shards = ranks.shards == "zigzag" ? Shards::zigzag : Shards::contiguous;
  const std::array<std::int64_t, 4>& shape = whole.out.shape;
  const std::vector<Range> shard_q = shard_of(shape[2], channel.size(), channel.rank(), shards);
  agree_on(channel,
           [&] { part.emplace(whole, shard_q, shard_of(whole.k.shape[2], channel.size(), channel.rank(), shards)); });
  const std::size_t out = outputs.add("--out", said.out, whole.q.dtype, stored_shape(shape, said.layout_of_out()));
  std::optional<std::size_t> lse;
  if (!said.lse.empty())
    lse = outputs.add("--lse", said.lse, DType::f32, {shape[0], shape[1], shape[2]});

  const ContextReport report = attention(MPI_COMM_WORLD, part->q.view(), part->k.view(), part->v.view(), part->out,
                                         lse ? part->lse : TensorView<3>{}, part->options,
                                         {.scheme = scheme_of(ranks.scheme),
                                          .shards = shards,
                                          .seq_q = shape[2],
                                          .seq_k = whole.k.shape[2],
                                          .threads = threads});

  place_rows(part->out, shard_q, {outputs.elements(out), whole.q.dtype, shape, whole.out.strides});
  if (lse) {
    const Shape4 of_lse{shape[0], shape[1], shape[2], 1};
    place_rows(dense_view(part->lse.data, DType::f32, {shape[0], shape[1], part->lse.shape[2], 1}), shard_q,
               dense_view(outputs.elements(*lse), DType::f32, of_lse));
  }
  outputs.commit();

  if (channel.rank() == 0)
    print("attention: q {}, k {}, v {} {} on {} ranks, {}, {} shards\n", shape_of(whole.q), shape_of(whole.k),
          shape_of(whole.v), name_of(whole.q.dtype), channel.size(), name_of(report.scheme), name_of(shards));
  print_report(channel, report);
}

} // namespace

void add_rank_attention(Command run_command, WorkOfRanks& work) {
  Command command = run_command.add_command("attention", "softmax(scale * Q K^T + bias, masked) V, over ranks");
  auto said = std::make_shared<AttentionFiles>();
  auto ranks = std::make_shared<RankOptions>();
  auto threads = std::make_shared<std::int64_t>(0);
  const Option scale = add_attention_options(command, said, names_in(attention_variants()));
  add_threads(command, *threads);
  RankOptions::add_context(command, *ranks);
  command.on_run([=, &work] {
    if (scale.is_given())
      said->operation.scale = said->scale;
    work = [=](MpiChannel& channel) { run(channel, *said, *ranks, *threads); };
  });
}

} // namespace xeforge::lab
