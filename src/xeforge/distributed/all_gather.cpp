// Every rank gets all keys and values, in the order of the sequence, and computes its queries as one process would.
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/call.hpp"
#include "xeforge/distributed/made_bias.hpp"
#include "xeforge/ops/attention/host/arguments.hpp"
#include "xeforge/ops/attention/host/launch/kernels.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <numeric>

namespace xeforge::distributed {
namespace {

namespace op = ops::attention;

// What a kernel writes where the caller wants no LSE.
TensorView<3> lse_or_room(const Call& call, Bytes& room) {
  if (call.own.lse.data != nullptr)
    return {const_cast<void*>(call.own.lse.data), DType::f32, call.own.lse.shape, call.own.lse.strides};
  const auto& shape = call.own.out.shape;
  if (room.size() == 0)
    room = Bytes(shape[0] * shape[1] * shape[2] * static_cast<std::int64_t>(sizeof(float)));
  return dense_view(reinterpret_cast<float*>(room.data()), {shape[0], shape[1], shape[2]});
}

// --- few queries -----------------------------------------------------------------------------------------------------

// The "decode" kernels group the queries of a sequence and split its keys by all of them, so they get the whole
// sequence: its few queries, of which those of other ranks are zero. Sequences none of whose queries are here are empty.
class WholeQueries {
public:
  explicit WholeQueries(const Call& call) : call_(call) {
    const ContextShape& shape = call.shape;
    const auto& sequences = call.setting.sequences;
    begins_q_.push_back(0);
    for (std::size_t b = 0; b < sequences.size(); ++b) {
      std::int64_t queries = 0;
      for (const Segment& segment : call.queries)
        if (segment.sequence == static_cast<std::int64_t>(b)) {
          places_.push_back({segment.local, begins_q_.back() + segment.position, segment.length});
          queries = sequences[b].queries;
        }
      begins_q_.push_back(begins_q_.back() + static_cast<std::int32_t>(queries));
    }
    const std::int64_t rows = std::max(1, begins_q_.back());
    const auto element = static_cast<std::int64_t>(size_of(shape.dtype));
    of_q_ = {shape.batch, shape.heads_q, rows, shape.d_qk};
    of_out_ = {shape.batch, shape.heads_q, rows, shape.d_v};
    q_ = Bytes(count_of(of_q_) * element);
    out_ = Bytes(count_of(of_out_) * element);
    lse_ = Bytes(shape.batch * shape.heads_q * rows * static_cast<std::int64_t>(sizeof(float)));
    for (const Place& place : places_)
      copy(part_of(call.own.q, 2, place.local, place.length), part_of(q(), 2, place.whole, place.length));
    attn_bias_ = call.setting.bias ? asked_rows() : whole_rows(call.own.options.attn_bias, bias_);
    attn_mask_ = whole_rows(call.own.options.attn_mask, mask_);
  }

  void run(const ConstTensorView<4>& k, const ConstTensorView<4>& v) {
    AttentionProblem problem{q(), k, v, out(), lse(), call_.own.options};
    problem.options.attn_bias = attn_bias_;
    problem.options.attn_mask = attn_mask_;
    problem.options.cu_seqlens_q = call_.own.options.cu_seqlens_q;
    op::Arguments arguments = op::kernel_arguments(problem, out(), lse());
    // Grids and splits are those of the whole; the begins say which queries are here.
    if (arguments.cu_seqlens_q != nullptr)
      arguments.cu_seqlens_q = begins_q_.data();
    ops::find_kernel(op::kernels(call_.setting.target), call_.variant)->launch(call_.setting.queue, arguments);
  }

  void give(const TensorView<4>& to_out, const TensorView<3>& to_lse) {
    for (const Place& place : places_) {
      copy(part_of(ConstTensorView<4>(out()), 2, place.whole, place.length),
           part_of(to_out, 2, place.local, place.length));
      const auto as_four = [](const TensorView<3>& view) {
        return TensorView<4>{view.data,
                             view.dtype,
                             {view.shape[0], view.shape[1], view.shape[2], 1},
                             {view.strides[0], view.strides[1], view.strides[2], 1}};
      };
      if (to_lse.data != nullptr)
        copy(part_of(ConstTensorView<4>(as_four(lse())), 2, place.whole, place.length),
             part_of(as_four(to_lse), 2, place.local, place.length));
    }
  }

private:
  struct Place {
    std::int64_t local, whole, length;
  };
  TensorView<4> q() { return dense_view(q_.data(), call_.shape.dtype, of_q_); }
  TensorView<4> out() { return dense_view(out_.data(), call_.shape.dtype, of_out_); }
  TensorView<3> lse() {
    return dense_view(reinterpret_cast<float*>(lse_.data()), {of_out_[0], of_out_[1], of_out_[2]});
  }
  // A bias or mask of this rank's queries, with the others' rows of zeros.
  ConstTensorView<4> whole_rows(const ConstTensorView<4>& own, Bytes& room) const {
    if (own.data == nullptr || own.shape[2] == 1)
      return own;
    Shape4 shape = own.shape;
    shape[2] = of_q_[2];
    room = Bytes(count_of(shape) * static_cast<std::int64_t>(size_of(own.dtype)));
    const TensorView<4> whole = dense_view(room.data(), own.dtype, shape);
    for (const Place& place : places_)
      copy(part_of(own, 2, place.local, place.length), part_of(whole, 2, place.whole, place.length));
    return whole;
  }

  // A function's values for all keys: the queries are few. There is one sequence.
  ConstTensorView<4> asked_rows() {
    const Shape4 shape{of_q_[0], of_q_[1], of_q_[2], call_.shape.seq_k};
    bias_ = Bytes(count_of(shape) * static_cast<std::int64_t>(sizeof(float)));
    const TensorView<4> whole = dense_view(bias_.data(), DType::f32, shape);
    for (const Place& place : places_)
      ask(call_.setting.bias, {0, 0, place.whole, 0, part_of(whole, 2, place.whole, place.length)});
    return whole;
  }

  const Call& call_;
  std::vector<std::int32_t> begins_q_;
  std::vector<Place> places_;
  Shape4 of_q_{}, of_out_{};
  Bytes q_, out_, lse_, bias_, mask_;
  ConstTensorView<4> attn_bias_, attn_mask_;
};

// --- keys and values -------------------------------------------------------------------------------------------------

// (keys, batch, heads_kv, depth): what a rank holds lies together, whatever it is part of, and a rank's ranges are
// adjacent. Kernels take any strides.
TensorView<4> by_key(std::byte* data, const ContextShape& shape, std::int64_t keys, std::int64_t depth,
                     std::int64_t pitch) {
  return {data, shape.dtype, {shape.batch, shape.heads_kv, keys, depth}, {shape.heads_kv * depth, depth, pitch, 1}};
}

} // namespace

Done run_all_gather(Call& call) {
  Channel& channel = call.channel;
  const ContextShape& shape = call.shape;
  const auto element = static_cast<std::int64_t>(size_of(shape.dtype));
  const std::int64_t pitch = shape.batch * shape.heads_kv * (shape.d_qk + shape.d_v); // elements of a key and its value
  const std::int64_t unit = pitch * element;
  const auto ranks = static_cast<std::size_t>(channel.size());
  const auto pieces = call.shards_k.front().size(); // of each rank, one after another
  const TensorView<4> out{const_cast<void*>(call.own.out.data), shape.dtype, call.own.out.shape, call.own.out.strides};
  Bytes all, lse_room;
  std::optional<WholeQueries> few;
  TensorView<3> lse;
  agree_on(channel, [&] {
    all = Bytes(shape.seq_k * unit);
    std::int64_t local = 0;
    for (const Range& range : call.shards_k[static_cast<std::size_t>(channel.rank())]) {
      std::byte* const first = all.data() + range.begin * unit;
      copy(part_of(call.own.k, 2, local, range.size()), by_key(first, shape, range.size(), shape.d_qk, pitch));
      copy(part_of(call.own.v, 2, local, range.size()),
           by_key(first + shape.batch * shape.heads_kv * shape.d_qk * element, shape, range.size(), shape.d_v, pitch));
      local += range.size();
    }
    lse = lse_or_room(call, lse_room);
    if (call.variant == "decode")
      few.emplace(call);
  });
  for (std::size_t piece = 0; piece < pieces; ++piece) {
    std::vector<std::int64_t> counts(ranks), places(ranks);
    for (std::size_t r = 0; r < ranks; ++r) {
      counts[r] = call.shards_k[r][piece].size();
      places[r] = call.shards_k[r][piece].begin;
    }
    channel.gather_all(unit, all.data(), counts, places);
  }

  const ConstTensorView<4> k = by_key(all.data(), shape, shape.seq_k, shape.d_qk, pitch);
  const ConstTensorView<4> v =
      by_key(all.data() + shape.batch * shape.heads_kv * shape.d_qk * element, shape, shape.seq_k, shape.d_v, pitch);
  Computing computing(channel);
  computing.run([&] {
    if (few) {
      few->run(k, v);
      few->give(out, lse);
      return;
    }
    for (const Segment& queries : call.queries) {
      const WholeSequence& sequence = call.setting.sequences[static_cast<std::size_t>(queries.sequence)];
      const Segment keys{queries.sequence, 0, sequence.keys, 0};
      run_piece(call.setting, queries, keys,
                {part_of(call.own.q, 2, queries.local, queries.length), part_of(k, 2, sequence.first_k, sequence.keys),
                 part_of(v, 2, sequence.first_k, sequence.keys), part_of(out, 2, queries.local, queries.length),
                 part_of(lse, 2, queries.local, queries.length)},
                {.variant = call.variant, .with_sinks = true});
    }
  });
  computing.agree();
  return {all.size(), computing.seconds()};
}

} // namespace xeforge::distributed
