// An array from a file, and the bytes of one for a file, in whichever format its location names.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/arrays/array_location.hpp"
#include "xeforge/arrays/input_file.hpp"

#include <string>

namespace xeforge::arrays {

// Files of 1 MiB and more are mapped, not copied; then the array is read-only and must not outlive the file's content.
// Zero-size arrays are read as such. Throws xeforge::Error naming the argument and the path.
Array read_array(const ArrayLocation& location, Pages pages = Pages::at_once);

// What stands in front of the elements when this type and shape is written there. Throws xeforge::Error where the
// format cannot hold them.
std::string preamble(const ArrayLocation& location, DType dtype, std::span<const std::int64_t> shape);

} // namespace xeforge::arrays
