// Single elements of arrays whose type is known at run time, as double: for references and checks, not for speed.
#pragma once

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/dtype.hpp"
#include "xeforge/base/half.hpp"

#include <cstdint>
#include <limits>

namespace xeforge::ops {

inline double load_element(const void* data, DType dtype, std::int64_t index) {
  switch (dtype) {
  case DType::f16:
    return static_cast<float>(static_cast<const base::half*>(data)[index]);
  case DType::bf16:
    return static_cast<float>(static_cast<const base::bfloat16*>(data)[index]);
  case DType::f32:
    return static_cast<const float*>(data)[index];
  case DType::i32:
    return static_cast<const std::int32_t*>(data)[index];
  case DType::i64:
    return static_cast<double>(static_cast<const std::int64_t*>(data)[index]);
  case DType::boolean:
    return static_cast<const std::uint8_t*>(data)[index] != 0;
  }
  return 0.0;
}

// Rounds to the nearest value of the type.
inline void store_element(void* data, DType dtype, std::int64_t index, double value) {
  switch (dtype) {
  case DType::f16:
    static_cast<base::half*>(data)[index] = base::half(static_cast<_Float16>(value));
    return;
  case DType::bf16:
    static_cast<base::bfloat16*>(data)[index] = base::bfloat16(value);
    return;
  case DType::f32:
    static_cast<float*>(data)[index] = static_cast<float>(value);
    return;
  case DType::i32:
    static_cast<std::int32_t*>(data)[index] = static_cast<std::int32_t>(value);
    return;
  case DType::i64:
    static_cast<std::int64_t*>(data)[index] = static_cast<std::int64_t>(value);
    return;
  case DType::boolean:
    static_cast<std::uint8_t*>(data)[index] = value != 0.0;
    return;
  }
}

// What checks need to know of a floating-point type.
struct FloatLimits {
  double unit;     // half a unit in the last place of 1: the relative rounding error
  double largest;  // finite
  double smallest; // above 0, subnormal
};
inline FloatLimits limits_of(DType dtype) {
  const auto limits = []<class T>(T) {
    using Limits = std::numeric_limits<T>;
    return FloatLimits{static_cast<float>(Limits::epsilon()) / 2.0, static_cast<float>(Limits::max()),
                       static_cast<float>(Limits::denorm_min())};
  };
  if (dtype == DType::f16)
    return limits(base::half(0));
  return dtype == DType::bf16 ? limits(base::bfloat16(0)) : limits(0.0f);
}

} // namespace xeforge::ops
