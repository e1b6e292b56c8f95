// Arrays as the DLPack protocol describes them. Its header is the caller's; the layout, which is fixed, stands here.
#include "xeforge/base/error.hpp"
#include "xeforge/c_interface/guarded.hpp"
#include "xeforge/c_interface/tensors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace xeforge::c_interface {
namespace {

struct DataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};

struct Tensor {
  void* data;
  std::int32_t device_type, device_id;
  std::int32_t rank;
  DataType dtype;
  const std::int64_t* shape;
  const std::int64_t* strides; // null: no gaps, the last dimension adjacent
  std::uint64_t byte_offset;
};
static_assert(sizeof(Tensor) == 48);

constexpr std::int32_t cpu = 1, cuda_host = 3, rocm_host = 11; // memory that the CPU reads

std::optional<xeforge_dtype> dtype_from(DataType type) {
  constexpr std::uint8_t integer = 0, floating_point = 2, bfloat = 4, boolean = 6;
  struct Entry {
    std::uint8_t code, bits;
    xeforge_dtype dtype;
  };
  constexpr Entry table[] = {{floating_point, 16, XEFORGE_FLOAT16}, {bfloat, 16, XEFORGE_BFLOAT16},
                             {floating_point, 32, XEFORGE_FLOAT32}, {integer, 32, XEFORGE_INT32},
                             {integer, 64, XEFORGE_INT64},          {boolean, 8, XEFORGE_BOOL}};
  for (const Entry& entry : table)
    if (entry.code == type.code && entry.bits == type.bits && type.lanes == 1)
      return entry.dtype;
  return std::nullopt;
}

// As numpy and torch call it.
std::string name_of(DataType type) {
  constexpr const char* names[] = {"int", "uint", "float", nullptr, "bfloat", "complex", "bool"};
  const char* const name = type.code < std::size(names) ? names[type.code] : nullptr;
  if (name == nullptr || type.lanes != 1)
    return fmt::format("DLPack's code {} with {} bits and {} lanes", type.code, type.bits, type.lanes);
  return name + std::to_string(type.bits);
}

// Not null for an array without elements, which has no memory and is given all the same.
void* address_of(const Tensor& from, const xeforge_tensor& tensor) {
  alignas(64) static std::byte nothing;
  const auto extents = shape_of(tensor);
  if (from.data == nullptr && std::ranges::find(extents, 0) != extents.end())
    return &nothing;
  return from.data == nullptr ? nullptr : static_cast<std::byte*>(from.data) + from.byte_offset;
}

xeforge_tensor read(const Tensor& from) {
  if (from.device_type != cpu && from.device_type != cuda_host && from.device_type != rocm_host)
    throw Error("device", fmt::format("DLPack's device type {}", from.device_type), "memory of the host, type 1");
  if (from.rank < 0 || from.rank > XEFORGE_MAX_RANK)
    throw Error("rank", std::to_string(from.rank), fmt::format("0 to {}", XEFORGE_MAX_RANK));
  const auto dtype = dtype_from(from.dtype);
  if (!dtype)
    throw Error("dtype", name_of(from.dtype), "float16, bfloat16, float32, int32, int64 or bool, one lane");
  xeforge_tensor tensor = xeforge_dense_tensor(nullptr, *dtype, from.rank, from.shape);
  tensor.data = address_of(from, tensor);
  if (from.strides != nullptr)
    std::copy_n(from.strides, from.rank, tensor.strides);
  return tensor;
}

} // namespace
} // namespace xeforge::c_interface

xeforge_status xeforge_tensor_from_dlpack(const void* dl_tensor, xeforge_tensor* tensor, xeforge_error* error) {
  using namespace xeforge;
  return c_interface::guarded(error, [&] {
    if (dl_tensor == nullptr)
      throw Error("dl_tensor", "a null pointer", "a DLTensor");
    if (tensor == nullptr)
      throw Error("tensor", "a null pointer", "a place for the result");
    *tensor = c_interface::read(*static_cast<const c_interface::Tensor*>(dl_tensor));
  });
}
