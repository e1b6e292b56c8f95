// A file opened for reading: its bytes in memory, mapped where it is large.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/arrays/array_layout.hpp"
#include "xeforge/arrays/refusal.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace xeforge::arrays {

// When the pages of a mapped file are brought in: all at once, which is quickest, or each when it is first looked at, for
// who reads a part of an array.
enum class Pages { at_once, as_touched };

// The size is the one at opening. Where another process changes the file later, what is read is no error but worthless:
// require_unchanged_inputs() finds out.
class InputFile {
public:
  // Throws xeforge::Error where the path is not a regular file that can be read.
  explicit InputFile(const FileArgument& file);

  std::span<const std::byte> bytes() const { return bytes_; }

  // The array the layout describes: shown where it lies, or copied where that is not aligned to the element.
  // layout: within bytes().
  Array array(const ArrayLayout& layout, Pages pages = Pages::at_once) const;

private:
  std::shared_ptr<const void> owner_;
  std::span<const std::byte> bytes_;
};

// To be asked when all inputs have been used, before anything that was made of them is kept. Throws xeforge::Error in
// the name of a large file that has changed since it was opened.
void require_unchanged_inputs();

} // namespace xeforge::arrays
