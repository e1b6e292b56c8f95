#include "xeforge/distributed/piece.hpp"

#include "xeforge/distributed/made_bias.hpp"
#include "xeforge/ops/attention/host/arguments.hpp"
#include "xeforge/ops/attention/host/launch/kernels.hpp"
#include "xeforge/ops/attention/host/variants.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace xeforge::distributed {
namespace {

namespace op = ops::attention;

template <class Byte>
op::Operand<Byte> operand(const BasicTensorView<Byte, 4>& view) {
  return {view.data, view.strides[0], view.strides[1], view.strides[2], view.strides[3]};
}

// An operand that begins `elements` later.
template <class T>
op::Operand<T> behind(op::Operand<T> array, std::int64_t elements, DType dtype) {
  using Char = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
  if (array.data != nullptr)
    array.data = reinterpret_cast<T*>(reinterpret_cast<Char*>(array.data) +
                                      elements * static_cast<std::int64_t>(size_of(dtype)));
  return array;
}

// The rows and columns of a bias or mask of this rank's queries that a piece reads; stride 0 where one value serves all.
op::Operand<const void> scores_part(const ConstTensorView<4>& view, const Segment& queries, const Segment& keys) {
  if (view.data == nullptr)
    return {};
  const auto stride = [&](std::size_t axis) { return view.shape[axis] == 1 ? 0 : view.strides[axis]; };
  const op::Operand<const void> all{view.data, stride(0), stride(1), stride(2), stride(3)};
  return behind(all, queries.local * all.s + keys.position * all.d, view.dtype);
}

std::string_view variant_for(const Setting& setting, const PieceArrays& arrays) {
  AttentionProblem problem{arrays.q, arrays.k, arrays.v, arrays.out, arrays.lse, {}};
  problem.options.target = std::string(machine::name_of(setting.target));
  return op::choose(problem).variant->about.name;
}

op::Arguments arguments_of(const Setting& setting, const Segment& queries, const Segment& keys,
                           const PieceArrays& arrays, const HowToRun& how) {
  const AttentionOptions& options = setting.options;
  op::Arguments arguments;
  arguments.q = operand(arrays.q);
  arguments.k = operand(arrays.k);
  arguments.v = operand(arrays.v);
  arguments.out = operand(arrays.out);
  arguments.lse = {static_cast<float*>(arrays.lse.data), arrays.lse.strides[0], arrays.lse.strides[1],
                   arrays.lse.strides[2], 0};
  arguments.dtype = arrays.q.dtype;
  arguments.batch = arrays.q.shape[0];
  arguments.heads_q = arrays.q.shape[1];
  arguments.heads_kv = arrays.k.shape[1];
  arguments.seq_q = queries.length;
  arguments.seq_k = keys.length;
  arguments.d_qk = arrays.q.shape[3];
  arguments.d_v = arrays.v.shape[3];
  arguments.scale = options.scale.value_or(static_cast<float>(1.0 / std::sqrt(static_cast<double>(arguments.d_qk))));
  arguments.softcap = options.softcap;
  arguments.bias = scores_part(options.attn_bias, queries, keys);
  arguments.bias_dtype = options.attn_bias.data == nullptr ? DType::f32 : options.attn_bias.dtype;
  arguments.mask = scores_part(options.attn_mask, queries, keys).as<const std::uint8_t>();
  arguments.sinks = how.with_sinks ? options.sinks.data : nullptr;
  arguments.band =
      band_of_piece(setting.rule, setting.sequences[static_cast<std::size_t>(queries.sequence)], queries, keys);
  return arguments;
}

// All arrays with queries begin `by` later, in the dimension whose stride is given.
void move_queries(op::Arguments& arguments, std::int64_t by, const auto& stride) {
  arguments.q = behind(arguments.q, by * stride(arguments.q), arguments.dtype);
  arguments.out = behind(arguments.out, by * stride(arguments.out), arguments.dtype);
  arguments.lse = behind(arguments.lse, by * stride(arguments.lse), DType::f32);
  arguments.bias = behind(arguments.bias, by * stride(arguments.bias), arguments.bias_dtype);
  arguments.mask = behind(arguments.mask, by * stride(arguments.mask), DType::boolean);
}
void move_keys(op::Arguments& arguments, std::int64_t by, const auto& stride) {
  arguments.k = behind(arguments.k, by * stride(arguments.k), arguments.dtype);
  arguments.v = behind(arguments.v, by * stride(arguments.v), arguments.dtype);
}

// The heads of k and v [first, end), with the heads of q that read them.
op::Arguments some_heads(const op::Arguments& all, std::int64_t first, std::int64_t end) {
  const std::int64_t sharing = all.heads_q / all.heads_kv, first_q = first * sharing;
  const auto stride = [](const auto& array) { return array.h; };
  op::Arguments part = all;
  part.heads_kv = end - first;
  part.heads_q = part.heads_kv * sharing;
  move_queries(part, first_q, stride);
  move_keys(part, first, stride);
  part.sinks = all.sinks == nullptr ? nullptr : all.sinks + first_q;
  return part;
}

op::Arguments some_batches(const op::Arguments& all, std::int64_t first, std::int64_t count) {
  const auto stride = [](const auto& array) { return array.b; };
  op::Arguments part = all;
  part.batch = count;
  move_queries(part, first, stride);
  move_keys(part, first, stride);
  return part;
}

using Launch = std::function<void(const op::Arguments& arguments)>;

// A piece some scores at a time, each of which gets a bias that is made for it.
void launch_with_made_bias(const Setting& setting, const Segment& queries, const Segment& keys,
                           const op::Arguments& piece, const Launch& launch) {
  const Shape4 most = made_at_a_time(piece);
  Bytes room(count_of(most) * static_cast<std::int64_t>(sizeof(float)));
  const std::int64_t sharing = piece.heads_q / piece.heads_kv;
  for (std::int64_t row = 0; row < queries.length; row += most[2]) {
    const Segment some{queries.sequence, queries.position + row, std::min(most[2], queries.length - row),
                       queries.local + row};
    std::optional<Penalties> penalties;
    if (setting.options.alibi_slopes.data != nullptr)
      penalties.emplace(setting, some, keys);
    op::Arguments rows = piece;
    rows.seq_q = some.length;
    move_queries(rows, row, [](const auto& array) { return array.s; });
    rows.band = band_of_piece(setting.rule, setting.sequences[static_cast<std::size_t>(queries.sequence)], some, keys);
    for (std::int64_t batch = 0; batch < piece.batch; batch += most[0]) {
      const op::Arguments batches = some_batches(rows, batch, std::min(most[0], piece.batch - batch));
      for (std::int64_t head = 0; head < piece.heads_q; head += most[1]) {
        op::Arguments part = some_heads(batches, head / sharing, std::min(head + most[1], piece.heads_q) / sharing);
        op::Operand<const void> of_part;
        if (penalties)
          of_part =
              behind(penalties->operand(), batch * penalties->operand().b + head * penalties->operand().h, DType::f32);
        make_bias(setting, some, keys, batch, head, of_part, room, part);
        launch(part);
      }
    }
  }
}

} // namespace

bool is_seen(const Setting& setting, const Segment& queries, const Segment& keys) {
  if (queries.sequence != keys.sequence)
    return false;
  const auto rule =
      band_of_piece(setting.rule, setting.sequences[static_cast<std::size_t>(queries.sequence)], queries, keys);
  const auto band = rule.of(queries.length, keys.length);
  // Both bounds grow with the query: the last one's end and the first one's begin decide, unless the band is empty.
  return queries.length - 1 + band.end > 0 && band.first < keys.length && band.first < band.end;
}

void run_piece(const Setting& setting, const Segment& queries, const Segment& keys, const PieceArrays& arrays,
               const HowToRun& how) {
  op::Arguments arguments = arguments_of(setting, queries, keys, arrays, how);
  const std::string variant = how.variant.empty() ? std::string(variant_for(setting, arrays)) : how.variant;
  const op::KernelEntry* const kernel = ops::find_kernel(op::kernels(setting.target), variant);
  const Launch launch = [&](const op::Arguments& part) {
    const std::int64_t launches = std::min(how.launches, part.heads_kv);
    for (std::int64_t i = 0; i < launches; ++i) {
      kernel->launch(setting.queue, some_heads(part, part.heads_kv * i / launches, part.heads_kv * (i + 1) / launches));
      if (how.between)
        how.between();
    }
  };
  const bool has_penalties = setting.options.alibi_slopes.data != nullptr;
  if (setting.bias || (has_penalties && arguments.bias.data != nullptr))
    return launch_with_made_bias(setting, queries, keys, arguments, launch);
  std::optional<Penalties> penalties;
  if (has_penalties) {
    penalties.emplace(setting, queries, keys);
    arguments.bias = penalties->operand();
    arguments.bias_dtype = DType::f32;
  }
  launch(arguments);
}

} // namespace xeforge::distributed
