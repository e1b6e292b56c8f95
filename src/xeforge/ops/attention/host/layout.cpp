// Strides from the order of letters.
#include "xeforge/attention.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

namespace xeforge {

std::array<std::int64_t, 4> strides_of(const std::array<std::int64_t, 4>& shape, std::string_view layout) {
  constexpr std::string_view logical = "bhsd";
  constexpr std::array<std::string_view, 4> layouts{"bhsd", "bshd", "sbhd", "bhds"};
  if (std::ranges::find(layouts, layout) == layouts.end())
    throw Error("layout", fmt::format("\"{}\"", layout), fmt::format("one of {}", fmt::join(layouts, ", ")));
  std::array<std::int64_t, 4> strides{};
  std::int64_t step = 1;
  for (auto letter = layout.rbegin(); letter != layout.rend(); ++letter) {
    const std::size_t axis = logical.find(*letter);
    strides[axis] = step;
    if (__builtin_mul_overflow(step, shape[axis], &step))
      throw Error("layout", fmt::format("the shape ({})", fmt::join(shape, ", ")),
                  "a shape whose number of elements is a 64-bit integer");
  }
  return strides;
}

} // namespace xeforge
