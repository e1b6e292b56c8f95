// Every rank gets the whole sequences of some heads, and gives back their results: two exchanges of all with all.
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/call.hpp"
#include "xeforge/distributed/heads.hpp"
#include "xeforge/ops/attention/host/arguments.hpp"
#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/attention/host/variants.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <functional>

namespace xeforge::distributed {

Range query_heads_of(const ContextShape& shape, int ranks, int rank) {
  return shard_of(shape.heads_q, ranks, rank, Shards::contiguous).front();
}
Range key_heads_of(const ContextShape& shape, int ranks, int rank) {
  const Range heads = query_heads_of(shape, ranks, rank);
  const std::int64_t sharing = shape.heads_q / shape.heads_kv;
  if (heads.size() == 0)
    return {heads.begin / sharing, heads.begin / sharing};
  return {heads.begin / sharing, (heads.end - 1) / sharing + 1};
}

namespace {

namespace op = ops::attention;

using HeadsOf = std::function<Range(int rank)>;
using Ranges = std::vector<std::vector<Range>>;

std::int64_t size_of_all(const std::vector<Range>& ranges) {
  std::int64_t size = 0;
  for (const Range& range : ranges)
    size += range.size();
  return size;
}

// The rows of an array of the logical shape (b, h, s, d) go to the ranks that take their heads, or come back from them.
// A message between two ranks: (heads, b, rows of the one with the part, d) without gaps.
class Exchange {
public:
  Exchange(const Call& call, const Ranges& shards, HeadsOf heads_of, DType dtype, std::int64_t batch,
           std::int64_t depth)
      : call_(call), shards_(shards), heads_of_(std::move(heads_of)), dtype_(dtype), batch_(batch), depth_(depth),
        unit_(batch * depth * static_cast<std::int64_t>(size_of(dtype))) {
    const int ranks = call.channel.size();
    own_heads_ = heads_of_(call.channel.rank()).size();
    for (int r = 0; r < ranks; ++r) {
      const std::int64_t rows = size_of_all(shards_[static_cast<std::size_t>(r)]);
      add(part_counts_, part_places_, heads_of_(r).size() * size_of_all(own_shard()));
      add(whole_counts_, whole_places_, own_heads_ * rows);
    }
  }

  // This rank's rows of all heads become all rows of this rank's heads.
  void to_heads(const ConstTensorView<4>& part, const TensorView<4>& whole) {
    Bytes sent, received;
    agree_on(call_.channel, [&] {
      sent = Bytes(total(part_counts_) * unit_);
      received = Bytes(total(whole_counts_) * unit_);
      for (int r = 0; r < call_.channel.size(); ++r)
        if (const Range heads = heads_of_(r); heads.size() > 0)
          copy(part_of(part, 1, heads.begin, heads.size()), part_message(sent, r));
    });
    call_.channel.exchange_all(unit_, sent.data(), part_counts_, part_places_, received.data(), whole_counts_,
                               whole_places_);
    for_whole(received, [&](const TensorView<4>& message, const Range& range, std::int64_t local) {
      copy(part_of(ConstTensorView<4>(message), 2, local, range.size()), part_of(whole, 2, range.begin, range.size()));
    });
  }

  // All rows of this rank's heads become this rank's rows of all heads.
  void from_heads(const ConstTensorView<4>& whole, const TensorView<4>& part) {
    Bytes sent, received;
    agree_on(call_.channel, [&] {
      sent = Bytes(total(whole_counts_) * unit_);
      received = Bytes(total(part_counts_) * unit_);
      for_whole(sent, [&](const TensorView<4>& message, const Range& range, std::int64_t local) {
        copy(part_of(whole, 2, range.begin, range.size()), part_of(message, 2, local, range.size()));
      });
    });
    call_.channel.exchange_all(unit_, sent.data(), whole_counts_, whole_places_, received.data(), part_counts_,
                               part_places_);
    for (int r = 0; r < call_.channel.size(); ++r)
      if (const Range heads = heads_of_(r); heads.size() > 0)
        copy(part_message(received, r), part_of(part, 1, heads.begin, heads.size()));
  }

private:
  using Counts = std::vector<std::int64_t>;

  static void add(Counts& counts, Counts& places, std::int64_t count) {
    places.push_back(counts.empty() ? 0 : places.back() + counts.back());
    counts.push_back(count);
  }
  static std::int64_t total(const Counts& counts) {
    std::int64_t sum = 0;
    for (const std::int64_t count : counts)
      sum += count;
    return sum;
  }
  const std::vector<Range>& own_shard() const { return shards_[static_cast<std::size_t>(call_.channel.rank())]; }

  // A message of so many heads and rows, seen as (b, h, s, d).
  TensorView<4> message(Bytes& bytes, std::int64_t place, std::int64_t heads, std::int64_t rows) const {
    return {bytes.data() + place * unit_,
            dtype_,
            {batch_, heads, rows, depth_},
            {rows * depth_, batch_ * rows * depth_, depth_, 1}};
  }
  TensorView<4> part_message(Bytes& bytes, int r) const {
    return message(bytes, part_places_[static_cast<std::size_t>(r)], heads_of_(r).size(), size_of_all(own_shard()));
  }
  // visit(message, range of positions, where it begins in the message)
  template <class Visit>
  void for_whole(Bytes& bytes, const Visit& visit) const {
    for (std::size_t r = 0; r < shards_.size() && own_heads_ > 0; ++r) {
      const TensorView<4> of_rank = message(bytes, whole_places_[r], own_heads_, size_of_all(shards_[r]));
      std::int64_t local = 0;
      for (const Range& range : shards_[r]) {
        visit(of_rank, range, local);
        local += range.size();
      }
    }
  }

  const Call& call_;
  const Ranges& shards_;
  HeadsOf heads_of_;
  DType dtype_;
  std::int64_t batch_, depth_, own_heads_;
  std::int64_t unit_;
  Counts part_counts_, part_places_, whole_counts_, whole_places_;
};

// An array of whole sequences of this rank's heads.
struct Whole {
  Bytes bytes;
  TensorView<4> view;

  void allocate(DType dtype, const Shape4& shape) {
    bytes = Bytes(count_of(shape) * static_cast<std::int64_t>(size_of(dtype)));
    view = dense_view(bytes.data(), dtype, shape);
  }
};

// A bias or mask for this rank's heads: its own rows where one serves all queries, else everybody's.
ConstTensorView<4> bias_of_heads(const Call& call, const ConstTensorView<4>& own, Rows rows, Whole& room) {
  const Range heads = query_heads_of(call.shape, call.channel.size(), call.channel.rank());
  if (own.data == nullptr)
    return own;
  const bool by_head = own.shape[1] != 1;
  if (rows == Rows::one_for_all)
    return by_head ? part_of(own, 1, heads.begin, heads.size()) : own;
  const auto heads_of = [&](int rank) {
    const Range of_rank = query_heads_of(call.shape, call.channel.size(), rank);
    return by_head ? of_rank : Range{0, of_rank.size() > 0 ? 1 : 0};
  };
  agree_on(call.channel, [&] {
    room.allocate(own.dtype, {own.shape[0], heads_of(call.channel.rank()).size(), call.shape.seq_q, own.shape[3]});
  });
  Exchange(call, call.shards_q, heads_of, own.dtype, own.shape[0], own.shape[3]).to_heads(own, room.view);
  return room.view;
}

// The problem of the heads [first, end) of q, of this rank's, which read the heads of k and v from first_kv on.
AttentionProblem some_heads(const AttentionProblem& all, std::int64_t first, std::int64_t end, std::int64_t first_kv,
                            std::int64_t heads_kv) {
  AttentionProblem some = all;
  const std::int64_t count = end - first;
  some.q = part_of(all.q, 1, first, count);
  some.k = part_of(all.k, 1, first_kv, heads_kv);
  some.v = part_of(all.v, 1, first_kv, heads_kv);
  some.out = part_of(all.out, 1, first, count);
  some.lse = part_of(all.lse, 1, first, count);
  AttentionOptions& options = some.options;
  if (options.attn_bias.data != nullptr && options.attn_bias.shape[1] != 1)
    options.attn_bias = part_of(options.attn_bias, 1, first, count);
  if (options.attn_mask.data != nullptr && options.attn_mask.shape[1] != 1)
    options.attn_mask = part_of(options.attn_mask, 1, first, count);
  if (options.alibi_slopes.data != nullptr)
    options.alibi_slopes = part_of(options.alibi_slopes, 1, first, count);
  if (options.sinks.data != nullptr)
    options.sinks = {options.sinks.data + first, count};
  return some;
}

// first_head: of the problem's, among all of q.
void compute(const Call& call, const AttentionProblem& problem, std::int64_t first_head) {
  const op::Choice choice = op::choose(problem);
  const TensorView<4> out{const_cast<void*>(problem.out.data), problem.out.dtype, problem.out.shape,
                          problem.out.strides};
  const TensorView<3> lse{const_cast<void*>(problem.lse.data), problem.lse.dtype, problem.lse.shape,
                          problem.lse.strides};
  if (call.setting.bias) {
    const Setting of_heads{call.setting.queue,     problem.options,   call.setting.bias,  first_head,
                           call.setting.sequences, call.setting.rule, call.setting.target};
    run_piece(of_heads, {0, 0, call.shape.seq_q, 0}, {0, 0, call.shape.seq_k, 0},
              {problem.q, problem.k, problem.v, out, lse},
              {.variant = std::string(choice.variant->about.name), .with_sinks = true});
    return;
  }
  ops::find_kernel(op::kernels(call.setting.target), choice.variant->about.name)
      ->launch(call.setting.queue, op::kernel_arguments(problem, out, lse));
}

// Heads of q that share one of k and v go together; a group that is cut between ranks is a call of its own.
void compute_heads(const Call& call, const AttentionProblem& problem, const Range& heads, const Range& key_heads) {
  const std::int64_t sharing = call.shape.heads_q / call.shape.heads_kv;
  if (heads.begin % sharing == 0 && heads.end % sharing == 0)
    return compute(call, problem, heads.begin);
  for (std::int64_t key_head = key_heads.begin; key_head < key_heads.end; ++key_head) {
    const std::int64_t first = std::max(heads.begin, key_head * sharing);
    const std::int64_t end = std::min(heads.end, (key_head + 1) * sharing);
    compute(call, some_heads(problem, first - heads.begin, end - heads.begin, key_head - key_heads.begin, 1), first);
  }
}

TensorView<4> as_four(const TensorView<3>& view) {
  return {view.data,
          view.dtype,
          {view.shape[0], view.shape[1], view.shape[2], 1},
          {view.strides[0], view.strides[1], view.strides[2], 1}};
}

} // namespace

Done run_head_parallel(Call& call) {
  const ContextShape& shape = call.shape;
  const int ranks = call.channel.size(), rank = call.channel.rank();
  const Range heads = query_heads_of(shape, ranks, rank), key_heads = key_heads_of(shape, ranks, rank);
  const auto of_q = [&](int r) { return query_heads_of(shape, ranks, r); };
  const auto of_k = [&](int r) { return key_heads_of(shape, ranks, r); };
  const std::int64_t batch = shape.batch;

  Whole q, k, v, out, lse, bias, mask;
  agree_on(call.channel, [&] {
    q.allocate(shape.dtype, {batch, heads.size(), shape.seq_q, shape.d_qk});
    k.allocate(shape.dtype, {batch, key_heads.size(), shape.seq_k, shape.d_qk});
    v.allocate(shape.dtype, {batch, key_heads.size(), shape.seq_k, shape.d_v});
    out.allocate(shape.dtype, {batch, heads.size(), shape.seq_q, shape.d_v});
    lse.allocate(DType::f32, {batch, heads.size(), shape.seq_q, 1});
  });
  Exchange(call, call.shards_q, of_q, shape.dtype, batch, shape.d_qk).to_heads(call.own.q, q.view);
  Exchange(call, call.shards_k, of_k, shape.dtype, batch, shape.d_qk).to_heads(call.own.k, k.view);
  Exchange(call, call.shards_k, of_k, shape.dtype, batch, shape.d_v).to_heads(call.own.v, v.view);
  AttentionProblem problem{q.view,
                           k.view,
                           v.view,
                           out.view,
                           dense_view(reinterpret_cast<float*>(lse.bytes.data()), {batch, heads.size(), shape.seq_q}),
                           call.own.options};
  AttentionOptions& options = problem.options;
  options.attn_bias = bias_of_heads(call, call.own.options.attn_bias, call.bias_rows, bias);
  options.attn_mask = bias_of_heads(call, call.own.options.attn_mask, call.mask_rows, mask);
  if (options.alibi_slopes.data != nullptr)
    options.alibi_slopes = part_of(options.alibi_slopes, 1, heads.begin, heads.size());
  if (options.sinks.data != nullptr)
    options.sinks = {options.sinks.data + heads.begin, heads.size()};
  options.variant = call.is_variant_named ? call.variant : "";
  options.target = std::string(machine::name_of(call.setting.target));

  Computing computing(call.channel);
  computing.run([&] {
    if (heads.size() > 0)
      compute_heads(call, problem, heads, key_heads);
  });
  computing.agree(); // before anything is written

  const TensorView<4> own_out{const_cast<void*>(call.own.out.data), shape.dtype, call.own.out.shape,
                              call.own.out.strides};
  Exchange(call, call.shards_q, of_q, shape.dtype, batch, shape.d_v).from_heads(out.view, own_out);
  if (call.own.lse.data != nullptr) {
    const TensorView<3> own_lse{const_cast<void*>(call.own.lse.data), DType::f32, call.own.lse.shape,
                                call.own.lse.strides};
    Exchange(call, call.shards_q, of_q, DType::f32, batch, 1).from_heads(lse.view, as_four(own_lse));
  }
  return {k.bytes.size() + v.bytes.size(), computing.seconds()};
}

} // namespace xeforge::distributed
