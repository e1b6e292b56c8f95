// What a running kernel is refused: an Error that knows who was refused, and where in its code. The queue makes a
// sycl::exception of it that says both.
#pragma once

#include "xeforge/base/error.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace xeforge::machine {

// The calls that are being made: return addresses, the innermost first, at most so many.
std::vector<const void*> calls_here(std::size_t most);

class KernelError : public Error {
public:
  // To be thrown by a function that the kernel has called.
  KernelError(std::string_view argument, std::string_view got, std::string_view expected);

  // The calls that were being made, innermost first: return addresses up to the one in the function `run`, which is
  // instantiated for the kernel. Empty where that is not among them.
  std::vector<const void*> calls_of(const void* run) const;

  // "thread (1,0,0) of group (0,0,0)"; empty as long as the runtime has not seen the error.
  const std::string& item() const noexcept { return item_; }
  // The first who says it is the innermost.
  void met_by(const std::string& item) {
    if (item_.empty())
      item_ = item;
  }

private:
  std::vector<const void*> calls_;
  std::string item_;
};

// How messages call an item of a range, by its row-major number: "item 5", in two or three dimensions "item (0,1,2)".
std::string text_of_item(std::size_t number, const std::array<std::size_t, 3>& range);

// The item that an exception has left on this thread (LeavesItem in refusals.hpp), once.
std::optional<std::size_t> take_left_item() noexcept;

} // namespace xeforge::machine
