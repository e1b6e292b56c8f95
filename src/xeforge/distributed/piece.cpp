#include "xeforge/distributed/piece.hpp"

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

float float_at(const op::Operand<const void>& array, DType dtype, std::int64_t at) {
  switch (dtype) {
  case DType::f16:
    return static_cast<float>(static_cast<const base::half*>(array.data)[at]);
  case DType::bf16:
    return static_cast<float>(static_cast<const base::bfloat16*>(array.data)[at]);
  default:
    return static_cast<const float*>(array.data)[at];
  }
}

// ALiBi's penalties depend on key - query alone: a row of them for each head, which all queries read from another place.
// The kernels' own know no piece of a sequence; added as a bias they give the same bits.
class Penalties {
public:
  Penalties(const Setting& setting, const Segment& queries, const Segment& keys) {
    const ConstTensorView<2>& slopes = setting.options.alibi_slopes;
    const WholeSequence& sequence = setting.sequences[static_cast<std::size_t>(queries.sequence)];
    const bool one_sequence = !setting.options.cu_seqlens_q.empty() || slopes.shape[0] == 1;
    const std::int64_t first_row = slopes.shape[0] == 1 || !one_sequence ? 0 : queries.sequence;
    const std::int64_t rows = one_sequence ? 1 : slopes.shape[0], heads = slopes.shape[1];
    const std::int64_t length = queries.length + keys.length - 1;
    values_.resize(static_cast<std::size_t>(rows * heads * length));
    const std::int64_t diagonal = queries.position + sequence.keys - sequence.queries - keys.position;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t h = 0; h < heads; ++h) {
        const float slope =
            static_cast<const float*>(slopes.data)[(first_row + row) * slopes.strides[0] + h * slopes.strides[1]];
        float* const to = values_.data() + (row * heads + h) * length;
        for (std::int64_t at = 0; at < length; ++at) {
          const auto distance = static_cast<std::int32_t>(std::abs(diagonal - (at - (queries.length - 1))));
          to[at] = -(slope * static_cast<float>(distance));
        }
      }
    operand_ = {values_.data() + (queries.length - 1), rows == 1 ? 0 : heads * length, length, -1, 1};
  }
  op::Operand<const void> operand() const { return operand_; }

private:
  std::vector<float> values_;
  op::Operand<const void> operand_;
};

// Penalties and bias together, for some rows at a time: the kernels add one array.
class Sum {
public:
  Sum(const op::Operand<const void>& penalties, const op::Operand<const void>& bias, DType bias_dtype,
      std::int64_t batch, std::int64_t heads, std::int64_t queries, std::int64_t keys) {
    const std::int64_t batches = penalties.b == 0 && bias.b == 0 ? 1 : batch;
    values_.resize(static_cast<std::size_t>(batches * heads * queries * keys));
    float* to = values_.data();
    for (std::int64_t b = 0; b < batches; ++b)
      for (std::int64_t h = 0; h < heads; ++h)
        for (std::int64_t i = 0; i < queries; ++i)
          for (std::int64_t j = 0; j < keys; ++j)
            *to++ =
                float_at(penalties, DType::f32, b * penalties.b + h * penalties.h + i * penalties.s + j * penalties.d) +
                float_at(bias, bias_dtype, b * bias.b + h * bias.h + i * bias.s + j * bias.d);
    operand_ = {values_.data(), batches == 1 ? 0 : heads * queries * keys, queries * keys, keys, 1};
  }
  op::Operand<const void> operand() const { return operand_; }

private:
  std::vector<float> values_;
  op::Operand<const void> operand_;
};

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

// The heads of k and v [first, end), with the heads of q that read them.
op::Arguments some_heads(const op::Arguments& all, std::int64_t first, std::int64_t end) {
  const std::int64_t sharing = all.heads_q / all.heads_kv, first_q = first * sharing;
  op::Arguments part = all;
  part.heads_kv = end - first;
  part.heads_q = part.heads_kv * sharing;
  part.q = behind(all.q, first_q * all.q.h, all.dtype);
  part.k = behind(all.k, first * all.k.h, all.dtype);
  part.v = behind(all.v, first * all.v.h, all.dtype);
  part.out = behind(all.out, first_q * all.out.h, all.dtype);
  part.lse = behind(all.lse, first_q * all.lse.h, DType::f32);
  part.bias = behind(all.bias, first_q * all.bias.h, all.bias_dtype);
  part.mask = behind(all.mask, first_q * all.mask.h, DType::boolean);
  part.sinks = all.sinks == nullptr ? nullptr : all.sinks + first_q;
  return part;
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
  std::optional<Penalties> penalties;
  if (setting.options.alibi_slopes.data != nullptr) {
    penalties.emplace(setting, queries, keys);
    if (arguments.bias.data != nullptr) {
      // Some rows at a time, so that the sum of both stays small.
      constexpr std::int64_t most_floats = 1 << 21;
      const std::int64_t of_row = arguments.batch * arguments.heads_q * keys.length;
      const std::int64_t rows = std::clamp<std::int64_t>(most_floats / of_row, 1, queries.length);
      if (rows < queries.length) {
        for (std::int64_t row = 0; row < queries.length; row += rows) {
          const std::int64_t count = std::min(rows, queries.length - row);
          const Segment some{queries.sequence, queries.position + row, count, queries.local + row};
          run_piece(setting, some, keys,
                    {part_of(arrays.q, 2, row, count), arrays.k, arrays.v, part_of(arrays.out, 2, row, count),
                     part_of(arrays.lse, 2, row, count)},
                    how);
        }
        return;
      }
    }
  }
  std::optional<Sum> sum;
  if (penalties && arguments.bias.data != nullptr)
    sum.emplace(penalties->operand(), arguments.bias, arguments.bias_dtype, arguments.batch, arguments.heads_q,
                queries.length, keys.length);
  if (penalties) {
    arguments.bias = sum ? sum->operand() : penalties->operand();
    arguments.bias_dtype = DType::f32;
  }
  const std::string variant = how.variant.empty() ? std::string(variant_for(setting, arrays)) : how.variant;
  const auto entries = op::kernels(setting.target);
  const auto kernel = std::ranges::find(entries, variant, &op::KernelEntry::name);
  const std::int64_t launches = std::min(how.launches, arguments.heads_kv);
  for (std::int64_t launch = 0; launch < launches; ++launch) {
    kernel->launch(setting.queue, some_heads(arguments, arguments.heads_kv * launch / launches,
                                             arguments.heads_kv * (launch + 1) / launches));
    if (how.between)
      how.between();
  }
}

} // namespace xeforge::distributed
