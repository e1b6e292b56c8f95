// The header of a .npy file: a Python dictionary literal, of which this reads just the part the format uses.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/arrays/refusal.hpp"

#include <string>
#include <string_view>

namespace xeforge::arrays {

inline constexpr std::size_t most_axes = 64; // what numpy can hold

enum class ElementOrder { row_major, column_major };

struct NpyHeader {
  std::string descr; // e.g. "<f2"
  ElementOrder order = ElementOrder::row_major;
  Shape shape;
};

// text: from the opening brace to the end of the padding. Throws xeforge::Error unless it is a dictionary of exactly
// the keys descr (a string), fortran_order (True or False) and shape (a tuple of at most most_axes integers, none of
// them negative).
NpyHeader parse_npy_header(const FileArgument& file, std::string_view text);

} // namespace xeforge::arrays
