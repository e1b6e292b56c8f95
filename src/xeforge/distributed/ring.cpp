// Keys and values travel from rank to rank: while a block is computed with, it goes on to the next rank and the one
// before comes in.
#include "xeforge/distributed/agreement.hpp"
#include "xeforge/distributed/call.hpp"
#include "xeforge/distributed/partial_sums.hpp"
#include "xeforge/distributed/shards.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace xeforge::distributed {
namespace {

// Keys of a rank, then its values, each (batch, heads_kv, keys, depth).
struct Block {
  TensorView<4> k, v;
};
Block block_at(std::byte* data, const ContextShape& shape, std::int64_t keys) {
  const Shape4 of_k{shape.batch, shape.heads_kv, keys, shape.d_qk}, of_v{shape.batch, shape.heads_kv, keys, shape.d_v};
  const std::int64_t bytes_of_k = count_of(of_k) * static_cast<std::int64_t>(size_of(shape.dtype));
  return {dense_view(data, shape.dtype, of_k), dense_view(data + bytes_of_k, shape.dtype, of_v)};
}

// Room for the result of one piece.
struct PieceRoom {
  Bytes out, lse;
};

// Launches of a piece: between them messages are helped along.
constexpr std::int64_t launches_of_piece = 4;

void add_block(Call& call, PartialSums& sums, PieceRoom& room, const Block& block, int owner) {
  const ContextShape& shape = call.shape;
  for (const Segment& keys : call.keys_of(owner))
    for (const Segment& queries : call.queries) {
      if (!is_seen(call.setting, queries, keys))
        continue;
      const Shape4 of_out{shape.batch, shape.heads_q, queries.length, shape.d_v};
      const PieceArrays arrays{
          part_of(call.own.q, 2, queries.local, queries.length),
          part_of(ConstTensorView<4>(block.k), 2, keys.local, keys.length),
          part_of(ConstTensorView<4>(block.v), 2, keys.local, keys.length),
          dense_view(room.out.data(), shape.dtype, of_out),
          dense_view(reinterpret_cast<float*>(room.lse.data()), {of_out[0], of_out[1], of_out[2]})};
      run_piece(call.setting, queries, keys, arrays,
                {.variant = call.is_variant_named ? call.variant : "", .launches = launches_of_piece, .between = [&] {
                   call.channel.poke();
                 }});
      sums.add(arrays.out, arrays.lse, queries.local);
    }
}

} // namespace

Done run_ring(Call& call) {
  Channel& channel = call.channel;
  const ContextShape& shape = call.shape;
  const int ranks = channel.size(), rank = channel.rank();
  std::int64_t most_keys = 0, most_queries = 0;
  for (int other = 0; other < ranks; ++other)
    most_keys = std::max(most_keys, call.keys_on(other));
  for (const Segment& queries : call.queries)
    most_queries = std::max(most_queries, queries.length);

  const std::int64_t unit = bytes_of_key(shape);
  std::optional<PartialSums> sums;
  Bytes now, next;
  PieceRoom room;
  agree_on(channel, [&] {
    sums.emplace(call.setting.queue, call.own.out.shape);
    now = Bytes(unit * most_keys);
    if (ranks > 1)
      next = Bytes(unit * most_keys);
    const std::int64_t rows = shape.batch * shape.heads_q * most_queries;
    room.out = Bytes(rows * shape.d_v * static_cast<std::int64_t>(size_of(shape.dtype)));
    room.lse = Bytes(rows * static_cast<std::int64_t>(sizeof(float)));
    const Block own = block_at(now.data(), shape, call.keys_on(rank));
    copy(call.own.k, own.k);
    copy(call.own.v, own.v);
  });

  const Underway underway(channel);
  Computing computing(channel);
  for (int step = 0; step < ranks; ++step) {
    const int owner = (rank - step + ranks) % ranks, coming = (owner - 1 + ranks) % ranks;
    const bool travels = step + 1 < ranks;
    if (travels)
      channel.begin_exchange(unit, now.data(), call.keys_on(owner), (rank + 1) % ranks, next.data(),
                             call.keys_on(coming), (rank - 1 + ranks) % ranks);
    computing.run([&] { add_block(call, *sums, room, block_at(now.data(), shape, call.keys_on(owner)), owner); });
    if (travels)
      channel.wait();
    now.swap(next);
  }
  computing.agree(); // before anything is written
  const TensorView<4> out{const_cast<void*>(call.own.out.data), call.own.out.dtype, call.own.out.shape,
                          call.own.out.strides};
  const TensorView<3> lse{const_cast<void*>(call.own.lse.data), call.own.lse.dtype, call.own.lse.shape,
                          call.own.lse.strides};
  const double start = seconds_now();
  sums->finish(call.setting.options.sinks, out, lse);
  return {now.size() + next.size(), computing.seconds() + seconds_now() - start};
}

} // namespace xeforge::distributed
