// What a running kernel is refused: an Error that knows who was refused, and where in its code. The queue makes a
// sycl::exception of it that says both.
#pragma once

#include "xeforge/base/error.hpp"

#include <string>

namespace xeforge::machine {

class KernelError : public Error {
public:
  // site: where the refused call returns to.
  KernelError(std::string_view argument, std::string_view got, std::string_view expected, const void* site)
      : Error(argument, got, expected), site_(site) {}

  const void* site() const noexcept { return site_; }
  // "thread (1,0,0) of group (0,0,0)"; empty as long as the runtime has not seen the error.
  const std::string& item() const noexcept { return item_; }
  // The first who says it is the innermost.
  void met_by(const std::string& item) {
    if (item_.empty())
      item_ = item;
  }

private:
  const void* site_;
  std::string item_;
};

} // namespace xeforge::machine
