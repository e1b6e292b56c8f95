// What the header of an array file says: which elements, and where in the file they lie.
#pragma once

#include "xeforge/arrays/array.hpp"

#include <cstdint>

namespace xeforge::arrays {

struct ArrayLayout {
  DType dtype = DType::f32;
  Shape shape;
  std::uint64_t offset = 0; // bytes from the beginning of the file to the first element
  std::uint64_t bytes = 0;  // of all elements; offset + bytes is within the file
};

} // namespace xeforge::arrays
