// The .safetensors format: F16, BF16, F32, I32, I64 and BOOL tensors by name, next to tensors of any other type.
#pragma once

#include "xeforge/arrays/array_layout.hpp"
#include "xeforge/arrays/refusal.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace xeforge::arrays {

// The tensor of that name in the file with these bytes. Throws xeforge::Error unless the file as a whole is sound (its
// tensors cover what follows the header without gap or overlap) and has that tensor; the names it has are listed.
ArrayLayout parse_safetensors(const FileArgument& file, std::span<const std::byte> bytes, std::string_view tensor);

// Everything in front of the elements of a file with this one tensor, a multiple of 64 bytes. Throws xeforge::Error on
// a name that the format cannot hold: empty, not UTF-8, or "__metadata__".
std::string safetensors_preamble(const FileArgument& file, std::string_view tensor, DType dtype,
                                 std::span<const std::int64_t> shape);

} // namespace xeforge::arrays
