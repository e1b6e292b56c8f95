#include "xeforge/arrays/array_file.hpp"

#include "xeforge/arrays/input_file.hpp"
#include "xeforge/arrays/npy.hpp"
#include "xeforge/arrays/safetensors.hpp"

namespace xeforge::arrays {

Array read_array(const ArrayLocation& location, Pages pages) {
  const InputFile file(location.file);
  const auto layout = location.format == FileFormat::npy
                          ? parse_npy(location.file, file.bytes())
                          : parse_safetensors(location.file, file.bytes(), location.tensor);
  require_unchanged_inputs(); // the header was looked at where it lies
  return file.array(layout, pages);
}

std::string preamble(const ArrayLocation& location, DType dtype, std::span<const std::int64_t> shape) {
  if (location.format == FileFormat::npy)
    return npy_preamble(location.file, dtype, shape);
  return safetensors_preamble(location.file, location.tensor, dtype, shape);
}

} // namespace xeforge::arrays
