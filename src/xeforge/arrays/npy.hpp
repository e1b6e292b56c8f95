// The .npy format (versions 1.0, 2.0 and 3.0), little-endian float16, float32, int32 and int64, and bool, in C order.
#pragma once

#include "xeforge/arrays/array_layout.hpp"
#include "xeforge/arrays/refusal.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace xeforge::arrays {

// What the file with these bytes holds. Throws xeforge::Error unless every byte of it is accounted for.
ArrayLayout parse_npy(const FileArgument& file, std::span<const std::byte> bytes);

// Everything in front of the elements, a multiple of 64 bytes. Throws xeforge::Error on bfloat16, which .npy lacks.
std::string npy_preamble(const FileArgument& file, DType dtype, std::span<const std::int64_t> shape);

} // namespace xeforge::arrays
