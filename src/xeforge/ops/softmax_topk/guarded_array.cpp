#include "xeforge/ops/softmax_topk/guarded_array.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/softmax_topk/elements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace xeforge::ops::softmax_topk {
namespace {

constexpr std::byte pattern{0xa5};

std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

} // namespace

// Placed so that the watched elements behind the last row end where the forbidden page begins.
GuardedArray::GuardedArray(const MatrixLayout& layout) : layout_(layout) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), element = size_of(layout.dtype);
  const auto elements = static_cast<std::size_t>((layout.rows - 1) * layout.row_stride + layout.columns);
  const std::size_t bytes = (elements + 2 * watched) * element;
  const std::size_t accessible = rounded_up(bytes, page);
  mapped_bytes_ = accessible + page;
  void* const mapping =
      mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    throw Error("memory", fmt::format("no room for {} bytes", mapped_bytes_), "a case that fits into memory");
  mapping_ = static_cast<std::byte*>(mapping);
  mprotect(mapping_ + accessible, page, PROT_NONE);
  first_ = mapping_ + accessible - (elements + watched) * element;
}

GuardedArray::~GuardedArray() {
  if (mapping_ != nullptr)
    munmap(mapping_, mapped_bytes_);
}

GuardedArray::GuardedArray(GuardedArray&& other) noexcept
    : layout_(other.layout_), mapping_(std::exchange(other.mapping_, nullptr)), mapped_bytes_(other.mapped_bytes_),
      first_(other.first_) {}

MatrixView GuardedArray::view() const {
  return {first_, layout_.dtype, layout_.rows, layout_.columns, layout_.row_stride};
}

// visit(first element, count): element numbers relative to (0, 0), may be negative. Of a wide gap only both ends.
template <class Visit>
void GuardedArray::for_each_surrounding(Visit visit) const {
  visit(-watched, watched);
  const std::int64_t gap = layout_.row_stride - layout_.columns;
  for (std::int64_t row = 0; row + 1 < layout_.rows; ++row) {
    const std::int64_t row_end = row * layout_.row_stride + layout_.columns;
    visit(row_end, std::min(gap, watched));
    if (gap > watched)
      visit(row_end + gap - watched, watched);
  }
  visit((layout_.rows - 1) * layout_.row_stride + layout_.columns, watched);
}

void GuardedArray::set_surroundings(double value) {
  for_each_surrounding([&](std::int64_t first, std::int64_t count) {
    for (std::int64_t i = first; i < first + count; ++i)
      store_element(first_, layout_.dtype, i, value);
  });
}

void GuardedArray::set_pattern() {
  const auto element = static_cast<std::int64_t>(size_of(layout_.dtype));
  const auto set = [&](std::int64_t first, std::int64_t count) {
    std::memset(first_ + first * element, static_cast<int>(pattern), static_cast<std::size_t>(count * element));
  };
  for_each_surrounding(set);
  for (std::int64_t row = 0; row < layout_.rows; ++row)
    set(row * layout_.row_stride, layout_.columns);
}

std::optional<std::string> GuardedArray::damage() const {
  const auto element = static_cast<std::int64_t>(size_of(layout_.dtype));
  std::optional<std::string> found;
  for_each_surrounding([&](std::int64_t first, std::int64_t count) {
    for (std::int64_t i = first * element; i < (first + count) * element && !found; ++i)
      if (first_[i] != pattern)
        found =
            fmt::format("byte {} counted from element (0, 0), outside the {} x {} elements of stride {}, was written",
                        i, layout_.rows, layout_.columns, layout_.row_stride);
  });
  return found;
}

std::optional<std::string> first_difference(const MatrixView& a, const MatrixView& b) {
  const std::size_t element = size_of(a.dtype);
  const auto at = [&](const MatrixView& view, std::int64_t row, std::int64_t column) {
    return static_cast<const std::byte*>(view.data) +
           (row * view.row_stride + column) * static_cast<std::int64_t>(element);
  };
  for (std::int64_t row = 0; row < a.rows; ++row)
    for (std::int64_t column = 0; column < a.columns; ++column)
      if (std::memcmp(at(a, row, column), at(b, row, column), element) != 0)
        return fmt::format("row {}, column {}: {} and {}", row, column,
                           load_element(a.data, a.dtype, row * a.row_stride + column),
                           load_element(b.data, b.dtype, row * b.row_stride + column));
  return {};
}

} // namespace xeforge::ops::softmax_topk
