// A file opened for reading: its bytes in memory, mapped where it is large.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/arrays/array_layout.hpp"
#include "xeforge/arrays/refusal.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace xeforge::arrays {

// The size is the one at opening. A file that another process shortens later is beyond what a reader of a mapping can
// survive; one that is short already is seen as short.
class InputFile {
public:
  // Throws xeforge::Error where the path is not a regular file that can be read.
  explicit InputFile(const FileArgument& file);

  std::span<const std::byte> bytes() const { return bytes_; }

  // The array the layout describes: shown where it lies, or copied where that is not aligned to the element.
  // layout: within bytes().
  Array array(const ArrayLayout& layout) const;

private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
};

} // namespace xeforge::arrays
