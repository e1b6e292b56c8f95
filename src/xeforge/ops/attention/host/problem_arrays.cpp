// What can be said against the arrays themselves: where they stand, and the few values that have to make sense.
#include "xeforge/ops/attention/host/problem.hpp"
#include "xeforge/ops/footprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace xeforge::ops::attention {
namespace {

using MaybeError = std::optional<Error>;

struct NamedFootprint {
  const char* name;
  Footprint bytes;
};

MaybeError pointer_error(const NamedFootprint& array) {
  const auto& [name, bytes] = array;
  if (bytes.first == nullptr)
    return Error(name, "a null pointer",
                 fmt::format("{} of shape ({})", name_of(bytes.dtype), fmt::join(bytes.shape, ", ")));
  if (reinterpret_cast<std::uintptr_t>(bytes.first) % size_of(bytes.dtype) != 0)
    return Error(name, fmt::format("address {}", fmt::ptr(bytes.first)),
                 fmt::format("an address that is a multiple of {}", size_of(bytes.dtype)));
  return {};
}

MaybeError overlap_error(const NamedFootprint& output, const NamedFootprint& other) {
  if (are_disjoint(output.bytes, other.bytes))
    return {};
  return Error(output.name, fmt::format("bytes that overlap those of {}", other.name), "memory of its own");
}

// Pointers of all, then overlaps of every output with every input and with the other output.
MaybeError memory_error(std::span<const NamedFootprint> outputs, std::span<const NamedFootprint> inputs) {
  for (const auto arrays : {inputs, outputs})
    for (const NamedFootprint& array : arrays)
      if (MaybeError found = pointer_error(array))
        return found;
  for (const NamedFootprint& output : outputs)
    for (const NamedFootprint& input : inputs)
      if (MaybeError found = overlap_error(output, input))
        return found;
  return outputs.size() < 2 ? MaybeError{} : overlap_error(outputs[1], outputs[0]);
}

// begin numbers from 0 to length, none smaller than the one before it.
MaybeError begins_error(const char* name, std::span<const std::int32_t> begins, const char* array,
                        std::int64_t length) {
  if (begins.front() != 0)
    return Error(name, fmt::format("{} at its start", begins.front()), "0 at its start");
  for (std::size_t i = 1; i < begins.size(); ++i)
    if (begins[i] < begins[i - 1])
      return Error(name, fmt::format("{} behind {}, at place {}", begins[i], begins[i - 1], i), "ascending numbers");
  if (begins.back() != length)
    return Error(name, fmt::format("{} at its end", begins.back()),
                 fmt::format("{} at its end, the length of the sequence dimension of {}", length, array));
  return {};
}

MaybeError slopes_error(const ConstTensorView<2>& slopes) {
  if (slopes.data == nullptr)
    return {};
  for (std::int64_t b = 0; b < slopes.shape[0]; ++b)
    for (std::int64_t h = 0; h < slopes.shape[1]; ++h)
      if (const float slope = static_cast<const float*>(slopes.data)[b * slopes.strides[0] + h * slopes.strides[1]];
          !std::isfinite(slope))
        return Error("alibi_slopes", fmt::format("{} at ({}, {})", slope, b, h), "finite numbers");
  return {};
}

MaybeError sinks_error(const ConstVectorView& sinks) {
  for (std::int64_t h = 0; h < (sinks.data == nullptr ? 0 : sinks.size); ++h)
    if (!(sinks.data[h] < std::numeric_limits<float>::infinity())) // NaN is not
      return Error("sinks", fmt::format("{} at head {}", sinks.data[h], h), "finite numbers or -inf");
  return {};
}

MaybeError values_error(const AttentionProblem& problem) {
  const AttentionOptions& options = problem.options;
  if (MaybeError found = slopes_error(options.alibi_slopes))
    return found;
  if (MaybeError found = sinks_error(options.sinks))
    return found;
  if (options.cu_seqlens_q.empty())
    return {};
  if (MaybeError found = begins_error("cu_seqlens_q", options.cu_seqlens_q, "q", problem.q.shape[2]))
    return found;
  return begins_error("cu_seqlens_k", options.cu_seqlens_k, "k", problem.k.shape[2]);
}

template <class T>
Footprint vector_footprint(const T* first, const std::int64_t& size) {
  static constexpr std::int64_t adjacent = 1;
  return {first, dtype_of<T>(), {&size, 1}, {&adjacent, 1}};
}

template <class View>
bool is_same_array(const View& a, const View& b) {
  return a.data == b.data && a.strides == b.strides;
}

} // namespace

std::optional<Error> arrays_error(const AttentionProblem& problem) {
  const AttentionOptions& options = problem.options;
  const auto begins_q = static_cast<std::int64_t>(options.cu_seqlens_q.size());
  const auto begins_k = static_cast<std::int64_t>(options.cu_seqlens_k.size());
  std::vector<NamedFootprint> inputs{
      {"q", footprint(problem.q)}, {"k", footprint(problem.k)}, {"v", footprint(problem.v)}};
  std::vector<NamedFootprint> outputs{{"out", footprint(problem.out)}};
  if (options.attn_bias.data != nullptr)
    inputs.push_back({"attn_bias", footprint(options.attn_bias)});
  if (options.attn_mask.data != nullptr)
    inputs.push_back({"attn_mask", footprint(options.attn_mask)});
  if (options.alibi_slopes.data != nullptr)
    inputs.push_back({"alibi_slopes", footprint(options.alibi_slopes)});
  if (options.sinks.data != nullptr)
    inputs.push_back({"sinks", vector_footprint(options.sinks.data, options.sinks.size)});
  if (begins_q != 0) {
    inputs.push_back({"cu_seqlens_q", vector_footprint(options.cu_seqlens_q.data(), begins_q)});
    inputs.push_back({"cu_seqlens_k", vector_footprint(options.cu_seqlens_k.data(), begins_k)});
  }
  if (problem.lse.data != nullptr)
    outputs.push_back({"lse", footprint(problem.lse)});
  if (MaybeError found = memory_error(outputs, inputs))
    return found;
  return values_error(problem);
}

std::optional<Error> merge_error(const ConstTensorView<4>& out_a, const ConstTensorView<3>& lse_a,
                                 const ConstTensorView<4>& out_b, const ConstTensorView<3>& lse_b,
                                 const ConstTensorView<4>& out, const ConstTensorView<3>& lse) {
  const DType type = out_a.dtype;
  if (type != DType::f16 && type != DType::bf16 && type != DType::f32)
    return Error("out_a dtype", std::string(name_of(type)), "float16, bfloat16 or float32");
  const std::array<std::int64_t, 4>& shape = out_a.shape;
  for (const std::int64_t extent : shape)
    if (extent < 1)
      return Error("out_a shape", fmt::format("({})", fmt::join(shape, ", ")), "extents of at least 1");

  const auto array_error = [](const std::string& name, const auto& view, DType dtype, const auto& expected) {
    if (view.dtype != dtype)
      return MaybeError(Error(name + " dtype", std::string(name_of(view.dtype)), std::string(name_of(dtype))));
    if (view.shape != expected)
      return MaybeError(Error(name + " shape", fmt::format("({})", fmt::join(view.shape, ", ")),
                              fmt::format("({})", fmt::join(expected, ", "))));
    if (!byte_range(view.shape, view.strides, view.dtype))
      return MaybeError(Error(name + " strides", fmt::format("({})", fmt::join(view.strides, ", ")),
                              "strides with which the array fits into memory"));
    return pointer_error({name.c_str(), footprint(view)});
  };
  const std::array<std::int64_t, 3> rows{shape[0], shape[1], shape[2]};
  const std::pair<const char*, const ConstTensorView<4>*> results[] = {
      {"out_a", &out_a}, {"out_b", &out_b}, {"out", &out}};
  for (const auto& [name, view] : results)
    if (MaybeError found = array_error(name, *view, type, shape))
      return found;
  const std::pair<const char*, const ConstTensorView<3>*> sums[] = {
      {"lse_a", &lse_a}, {"lse_b", &lse_b}, {"lse", &lse}};
  for (const auto& [name, view] : sums)
    if (MaybeError found = array_error(name, *view, DType::f32, rows))
      return found;
  if (!elements_are_apart(out.shape, out.strides))
    return Error("out strides", fmt::format("({})", fmt::join(out.strides, ", ")), "strides that keep elements apart");
  if (!elements_are_apart(lse.shape, lse.strides))
    return Error("lse strides", fmt::format("({})", fmt::join(lse.strides, ", ")), "strides that keep elements apart");

  // An output may be an input of its own kind, element by element; everything else is memory of its own.
  const NamedFootprint target{"out", footprint(out)}, target_sum{"lse", footprint(lse)};
  for (const auto& [name, view] : results)
    if (!is_same_array(*view, out))
      if (MaybeError found = overlap_error(target, {name, footprint(*view)}))
        return found;
  for (const auto& [name, view] : sums) {
    if (MaybeError found = overlap_error(target, {name, footprint(*view)}))
      return found;
    if (!is_same_array(*view, lse))
      if (MaybeError found = overlap_error(target_sum, {name, footprint(*view)}))
        return found;
  }
  for (const auto& [name, view] : results)
    if (MaybeError found = overlap_error(target_sum, {name, footprint(*view)}))
      return found;
  return {};
}

} // namespace xeforge::ops::attention
