#include "xeforge/distributed/made_bias.hpp"

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/error.hpp"
#include "xeforge/base/half.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace xeforge::distributed {
namespace {

float float_at(const Operand<const void>& array, DType dtype, std::int64_t at) {
  switch (dtype) {
  case DType::f16:
    return static_cast<float>(static_cast<const base::half*>(array.data)[at]);
  case DType::bf16:
    return static_cast<float>(static_cast<const base::bfloat16*>(array.data)[at]);
  default:
    return static_cast<const float*>(array.data)[at];
  }
}

void add(const Operand<const void>& array, DType dtype, const TensorView<4>& values) {
  float* to = static_cast<float*>(values.data);
  for (std::int64_t b = 0; b < values.shape[0]; ++b)
    for (std::int64_t h = 0; h < values.shape[1]; ++h)
      for (std::int64_t i = 0; i < values.shape[2]; ++i)
        for (std::int64_t j = 0; j < values.shape[3]; ++j)
          *to++ += float_at(array, dtype, b * array.b + h * array.h + i * array.s + j * array.d);
}

// The keys that any of the queries sees by its position.
Range seen_keys(const ops::attention::Arguments& arguments) {
  const auto band = arguments.band.of(arguments.seq_q, arguments.seq_k);
  const std::int64_t begin = std::min(band.keys_of(0).begin, arguments.seq_k);
  return {begin, std::max(begin, band.keys_of(arguments.seq_q - 1).end)};
}

} // namespace

Penalties::Penalties(const Setting& setting, const Segment& queries, const Segment& keys) {
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

Shape4 made_at_a_time(const ops::attention::Arguments& piece) {
  // 8 MiB, or one query of the heads that share keys where that is more. Kernels like some queries at a time; then
  // many heads, which run in parallel.
  constexpr std::int64_t most_floats = 1 << 21, enough_queries = 64;
  const std::int64_t sharing = piece.heads_q / piece.heads_kv;
  const auto fitting = [&](std::int64_t of_each, std::int64_t wanted) {
    return std::clamp<std::int64_t>(most_floats / of_each, 1, wanted);
  };
  const std::int64_t least = std::min(enough_queries, piece.seq_q);
  const std::int64_t groups = fitting(least * sharing * piece.seq_k, piece.heads_kv);
  const std::int64_t batches = fitting(least * groups * sharing * piece.seq_k, piece.batch);
  const std::int64_t queries = fitting(batches * groups * sharing * piece.seq_k, piece.seq_q);
  return {batches, groups * sharing, queries, piece.seq_k};
}

void make_bias(const Setting& setting, const Segment& queries, const Segment& keys, std::int64_t batch,
               std::int64_t head, const Operand<const void>& penalties, Bytes& room,
               ops::attention::Arguments& arguments) {
  const TensorView<4> values =
      dense_view(room.data(), DType::f32, {arguments.batch, arguments.heads_q, arguments.seq_q, arguments.seq_k});
  const Range seen = setting.bias ? seen_keys(arguments) : Range{};
  if (seen.size() < arguments.seq_k)
    std::fill_n(static_cast<float*>(values.data), count_of(values.shape), 0.0f);
  if (setting.bias) {
    if (seen.size() > 0)
      ask(setting.bias, {batch, setting.first_head + head, queries.position, keys.position + seen.begin,
                         part_of(values, 3, seen.begin, seen.size())});
  } else {
    add(arguments.bias, arguments.bias_dtype, values);
  }
  if (penalties.data != nullptr)
    add(penalties, DType::f32, values);
  arguments.bias = {values.data, values.strides[0], values.strides[1], values.strides[2], 1};
  arguments.bias_dtype = DType::f32;
}

void ask(const BiasFunction& function, const BiasBlock& block) {
  const auto& [data, dtype, shape, strides] = block.values;
  for (std::int64_t b = 0; b < shape[0]; ++b)
    for (std::int64_t h = 0; h < shape[1]; ++h)
      for (std::int64_t i = 0; i < shape[2]; ++i)
        std::fill_n(static_cast<float*>(data) + b * strides[0] + h * strides[1] + i * strides[2], shape[3],
                    std::numeric_limits<float>::quiet_NaN());
  constexpr const char* expected = "a function that writes its block";
  try {
    function(block);
  } catch (const Error&) {
    throw;
  } catch (const std::exception& problem) {
    throw Error("bias", problem.what(), expected);
  } catch (...) {
    throw Error("bias", "an exception that is no std::exception", expected);
  }
}

BiasFunction relative_bias(const ConstMatrixView& table, std::int64_t zero) {
  if (table.data == nullptr || table.dtype != DType::f32)
    throw Error("table", table.data == nullptr ? "a null pointer" : name_of(table.dtype), "an array of float32");
  if (table.rows < 1 || table.columns < 1)
    throw Error("table shape", fmt::format("({}, {})", table.rows, table.columns), "(1 or heads_q, 1 or more)");
  return [table, zero](const BiasBlock& block) {
    const auto& [data, dtype, shape, strides] = block.values;
    if (table.rows != 1 && block.head + shape[1] > table.rows)
      throw Error("bias", fmt::format("a table of {} rows", table.rows), "1, or one for each head of q");
    for (std::int64_t b = 0; b < shape[0]; ++b)
      for (std::int64_t h = 0; h < shape[1]; ++h) {
        const float* const row =
            static_cast<const float*>(table.data) + (table.rows == 1 ? 0 : block.head + h) * table.row_stride;
        for (std::int64_t i = 0; i < shape[2]; ++i)
          for (std::int64_t j = 0; j < shape[3]; ++j)
            static_cast<float*>(data)[b * strides[0] + h * strides[1] + i * strides[2] + j * strides[3]] =
                row[std::clamp<std::int64_t>(block.key + j - (block.query + i) + zero, 0, table.columns - 1)];
      }
  };
}

} // namespace xeforge::distributed
