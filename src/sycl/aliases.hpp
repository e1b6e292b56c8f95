// The names that OpenCL gives to numbers: of fixed sizes, on host and device alike. In sycl, in sycl::opencl, and
// without a namespace as OpenCL's own headers have them.
#pragma once

#include "sycl/detail/numbers/half.hpp"

#include <cstdint>

namespace sycl {
inline namespace _V1 {
namespace opencl {

using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;

} // namespace opencl
using opencl::cl_bool;
using opencl::cl_char;
using opencl::cl_double;
using opencl::cl_float;
using opencl::cl_half;
using opencl::cl_int;
using opencl::cl_long;
using opencl::cl_short;
using opencl::cl_uchar;
using opencl::cl_uint;
using opencl::cl_ulong;
using opencl::cl_ushort;
} // namespace _V1
} // namespace sycl

// Not cl_bool and cl_half, which are other types in OpenCL's headers: with both in sight they would be ambiguous.
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_float = float;
using cl_double = double;
