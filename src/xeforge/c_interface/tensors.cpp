#include "xeforge/c_interface/tensors.hpp"

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/half.hpp"
#include "xeforge/ops/footprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace xeforge::c_interface {
namespace {

static_assert(static_cast<int>(DType::f16) == XEFORGE_FLOAT16 && static_cast<int>(DType::bf16) == XEFORGE_BFLOAT16 &&
              static_cast<int>(DType::f32) == XEFORGE_FLOAT32 && static_cast<int>(DType::i32) == XEFORGE_INT32 &&
              static_cast<int>(DType::i64) == XEFORGE_INT64 && static_cast<int>(DType::boolean) == XEFORGE_BOOL);

constexpr std::int64_t most_numbers_of_a_row = std::int64_t{1} << 31;

bool is_floating_point(const xeforge_tensor& tensor) {
  return tensor.dtype == XEFORGE_FLOAT16 || tensor.dtype == XEFORGE_BFLOAT16 || tensor.dtype == XEFORGE_FLOAT32;
}

// Throws unless the tensor has one dimension; its length.
std::int64_t length_of_row(const xeforge_tensor& tensor, const char* name) {
  checked(&tensor, name);
  if (tensor.rank != 1)
    throw Error(std::string(name) + " shape", shape_text(shape_of(tensor)), "one dimension");
  if (tensor.shape[0] < 1 || tensor.shape[0] > most_numbers_of_a_row)
    throw Error(std::string(name) + " shape", shape_text(shape_of(tensor)), "at least one number");
  return tensor.shape[0];
}

} // namespace

std::string shape_text(std::span<const std::int64_t> extents) {
  return extents.size() == 1 ? fmt::format("({},)", extents[0]) : fmt::format("({})", fmt::join(extents, ", "));
}

std::span<const std::int64_t> shape_of(const xeforge_tensor& tensor) {
  return {tensor.shape, static_cast<std::size_t>(tensor.rank)};
}
std::span<const std::int64_t> strides_of(const xeforge_tensor& tensor) {
  return {tensor.strides, static_cast<std::size_t>(tensor.rank)};
}

const xeforge_tensor& checked(const xeforge_tensor* tensor, const char* name) {
  if (tensor == nullptr)
    throw Error(name, "a null pointer", "an array");
  if (tensor->dtype < XEFORGE_FLOAT16 || tensor->dtype > XEFORGE_BOOL)
    throw Error(std::string(name) + " dtype", std::to_string(tensor->dtype),
                "one of the types XEFORGE_FLOAT16 to XEFORGE_BOOL");
  if (tensor->rank < 0 || tensor->rank > XEFORGE_MAX_RANK)
    throw Error(std::string(name) + " rank", std::to_string(tensor->rank), fmt::format("0 to {}", XEFORGE_MAX_RANK));
  if (std::ranges::any_of(shape_of(*tensor), [](std::int64_t extent) { return extent < 0; }))
    throw Error(std::string(name) + " shape", shape_text(shape_of(*tensor)), "extents of at least 0");
  return *tensor;
}

DType dtype_of(const xeforge_tensor& tensor) { return static_cast<DType>(tensor.dtype); }

template <int Rank>
TensorView<Rank> view_of(const xeforge_tensor* tensor, const char* name, const char* dimensions) {
  checked(tensor, name);
  if (tensor->rank != Rank)
    throw Error(std::string(name) + " shape", shape_text(shape_of(*tensor)),
                fmt::format("{} dimensions, {}", Rank, dimensions));
  TensorView<Rank> view{tensor->data, dtype_of(*tensor), {}, {}};
  std::copy_n(tensor->shape, Rank, view.shape.begin());
  std::copy_n(tensor->strides, Rank, view.strides.begin());
  return view;
}
template TensorView<4> view_of<4>(const xeforge_tensor*, const char*, const char*);
template TensorView<3> view_of<3>(const xeforge_tensor*, const char*, const char*);

template <int Rank>
ConstTensorView<Rank> broadcast_view_of(const xeforge_tensor& tensor, const char* name) {
  if (!is_given(&tensor))
    return {};
  checked(&tensor, name);
  if (tensor.rank > Rank)
    throw Error(std::string(name) + " shape", shape_text(shape_of(tensor)), fmt::format("at most {} dimensions", Rank));
  ConstTensorView<Rank> view{tensor.data, dtype_of(tensor), {}, {}};
  const int missing = Rank - tensor.rank;
  for (int axis = 0; axis < Rank; ++axis) {
    const auto place = static_cast<std::size_t>(axis);
    view.shape[place] = axis < missing ? 1 : tensor.shape[axis - missing];
    view.strides[place] = axis < missing ? 0 : tensor.strides[axis - missing];
  }
  return view;
}
template ConstTensorView<4> broadcast_view_of<4>(const xeforge_tensor&, const char*);
template ConstTensorView<2> broadcast_view_of<2>(const xeforge_tensor&, const char*);

float float_at(const xeforge_tensor& tensor, std::int64_t offset) {
  switch (dtype_of(tensor)) {
  case DType::f16:
    return static_cast<float>(static_cast<const base::half*>(tensor.data)[offset]);
  case DType::bf16:
    return static_cast<float>(static_cast<const base::bfloat16*>(tensor.data)[offset]);
  default:
    return static_cast<const float*>(tensor.data)[offset];
  }
}

void expect_disjoint(const xeforge_tensor* output, const char* name, const xeforge_tensor& copied,
                     const char* copied_name) {
  if (!is_given(output) || !is_given(&copied))
    return;
  const auto footprint_of = [](const xeforge_tensor& tensor) {
    return ops::Footprint{tensor.data, dtype_of(tensor), shape_of(tensor), strides_of(tensor)};
  };
  const ops::Footprint written = footprint_of(*output), read = footprint_of(copied);
  for (const ops::Footprint& each : {written, read})
    if (std::ranges::count(each.shape, 0) > 0 || !ops::byte_range(each.shape, each.strides, each.dtype))
      return; // without elements, or refused by the operator
  if (!ops::are_disjoint(written, read))
    throw Error(name, std::string("bytes that overlap those of ") + copied_name, "memory of its own");
}

Floats::Floats(const xeforge_tensor& tensor, const char* name) {
  if (!is_given(&tensor))
    return;
  const std::int64_t length = length_of_row(tensor, name);
  if (!is_floating_point(tensor))
    throw Error(std::string(name) + " dtype", std::string(name_of(dtype_of(tensor))), "float32, float16 or bfloat16");
  if (tensor.dtype == XEFORGE_FLOAT32 && (tensor.strides[0] == 1 || length == 1)) {
    view_ = {static_cast<const float*>(tensor.data), length};
    return;
  }
  copy_.resize(static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i)
    copy_[static_cast<std::size_t>(i)] = float_at(tensor, i * tensor.strides[0]);
  view_ = {copy_.data(), length};
}

Integers::Integers(const xeforge_tensor& tensor, const char* name) {
  if (!is_given(&tensor))
    return;
  const std::int64_t length = length_of_row(tensor, name);
  if (tensor.dtype != XEFORGE_INT32 && tensor.dtype != XEFORGE_INT64)
    throw Error(std::string(name) + " dtype", std::string(name_of(dtype_of(tensor))), "int32 or int64");
  if (tensor.dtype == XEFORGE_INT32 && (tensor.strides[0] == 1 || length == 1)) {
    view_ = {static_cast<const std::int32_t*>(tensor.data), static_cast<std::size_t>(length)};
    return;
  }
  copy_.resize(static_cast<std::size_t>(length));
  for (std::int64_t i = 0; i < length; ++i) {
    const std::int64_t offset = i * tensor.strides[0];
    const std::int64_t value = tensor.dtype == XEFORGE_INT32 ? static_cast<const std::int32_t*>(tensor.data)[offset]
                                                             : static_cast<const std::int64_t*>(tensor.data)[offset];
    if (value < 0 || value > std::numeric_limits<std::int32_t>::max())
      throw Error(name, fmt::format("{} at place {}", value, i), "numbers from 0 that fit into 32 bits");
    copy_[static_cast<std::size_t>(i)] = static_cast<std::int32_t>(value);
  }
  view_ = copy_;
}

} // namespace xeforge::c_interface

using namespace xeforge;

const char* xeforge_dtype_name(xeforge_dtype dtype) {
  return dtype < XEFORGE_FLOAT16 || dtype > XEFORGE_BOOL ? nullptr : name_of(static_cast<DType>(dtype)).data();
}

size_t xeforge_dtype_size(xeforge_dtype dtype) {
  return dtype < XEFORGE_FLOAT16 || dtype > XEFORGE_BOOL ? 0 : size_of(static_cast<DType>(dtype));
}

xeforge_tensor xeforge_dense_tensor(void* data, xeforge_dtype dtype, int32_t rank, const int64_t* shape) {
  xeforge_tensor tensor{data, dtype, rank, {}, {}};
  int64_t stride = 1;
  for (int32_t axis = std::min<int32_t>(rank, XEFORGE_MAX_RANK) - 1; axis >= 0; --axis) {
    tensor.shape[axis] = shape[axis];
    tensor.strides[axis] = stride;
    // What does not fit into memory is found where the array is used.
    if (__builtin_mul_overflow(stride, shape[axis], &stride))
      stride = std::numeric_limits<int64_t>::max();
  }
  return tensor;
}
