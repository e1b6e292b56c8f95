// The element types of arrays that cross an interface at run time: names, sizes, and the C++ type of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace xeforge {

// Named only: installed headers use this one, and not every compiler that reads them has these types.
namespace base {
class half;
class bfloat16;
} // namespace base

enum class DType { f16, bf16, f32, i32, i64, boolean };

constexpr std::size_t size_of(DType dtype) {
  switch (dtype) {
  case DType::f16:
  case DType::bf16:
    return 2;
  case DType::f32:
  case DType::i32:
    return 4;
  case DType::i64:
    return 8;
  case DType::boolean:
    return 1;
  }
  return 0;
}

constexpr std::string_view name_of(DType dtype) {
  switch (dtype) {
  case DType::f16:
    return "float16";
  case DType::bf16:
    return "bfloat16";
  case DType::f32:
    return "float32";
  case DType::i32:
    return "int32";
  case DType::i64:
    return "int64";
  case DType::boolean:
    return "bool";
  }
  return "unknown";
}

template <class T>
constexpr DType dtype_of() = delete;
template <>
constexpr DType dtype_of<base::half>() {
  return DType::f16;
}
template <>
constexpr DType dtype_of<base::bfloat16>() {
  return DType::bf16;
}
template <>
constexpr DType dtype_of<float>() {
  return DType::f32;
}
template <>
constexpr DType dtype_of<std::int32_t>() {
  return DType::i32;
}
template <>
constexpr DType dtype_of<std::int64_t>() {
  return DType::i64;
}
template <>
constexpr DType dtype_of<bool>() {
  return DType::boolean;
}

} // namespace xeforge
