// The header of a .safetensors file: a JSON object that says for each tensor its type, its shape and where it lies.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/arrays/refusal.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::arrays {

struct TensorEntry {
  std::string name;
  std::string dtype; // as in the file, e.g. "BF16"; not necessarily one that this library knows
  Shape shape;
  std::uint64_t begin = 0, end = 0; // bytes, counted from the end of the header
};

// json: the header without its length. In the order of the file. Throws xeforge::Error on anything that is not a
// directory of tensors, and on a name, key or metadata key that comes twice.
std::vector<TensorEntry> parse_tensor_directory(const FileArgument& file, std::string_view json);

} // namespace xeforge::arrays
