#include "xeforge/ops/checks/guarded_array.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/ops/checks/elements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <sys/mman.h>
#include <unistd.h>

namespace xeforge::ops {
namespace {

constexpr std::byte pattern{0xa5};

std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

struct Dimension {
  std::int64_t extent, stride;
};

// Those of more than one element, the largest step first.
std::vector<Dimension> dimensions_of(const TensorLayout& layout) {
  std::vector<Dimension> dimensions;
  for (std::size_t axis = 0; axis < layout.shape.size(); ++axis)
    if (layout.shape[axis] > 1)
      dimensions.push_back({layout.shape[axis], layout.strides[axis]});
  std::ranges::sort(dimensions,
                    [](const Dimension& a, const Dimension& b) { return std::abs(a.stride) > std::abs(b.stride); });
  return dimensions;
}

// Takes away the dimensions whose elements lie next to each other, and returns how many those are.
std::int64_t take_run(std::vector<Dimension>& dimensions) {
  std::int64_t length = 1;
  for (; !dimensions.empty(); dimensions.pop_back()) {
    const Dimension inner = dimensions.back();
    if (inner.stride != length && inner.stride != 0)
      break;
    length *= inner.stride == 0 ? 1 : inner.extent;
  }
  return length;
}

std::vector<std::int64_t> run_starts_of(const std::vector<Dimension>& dimensions) {
  std::vector<std::int64_t> starts{0};
  for (const Dimension& dimension : dimensions) {
    const std::size_t count = starts.size();
    for (std::int64_t i = 1; i < dimension.extent; ++i)
      for (std::size_t at = 0; at < count; ++at)
        starts.push_back(starts[at] + i * dimension.stride);
  }
  std::ranges::sort(starts);
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  return starts;
}

} // namespace

GuardedArray::GuardedArray(const MatrixLayout& layout)
    : GuardedArray(TensorLayout{layout.dtype, {layout.rows, layout.columns}, {layout.row_stride, 1}}) {}

GuardedArray::GuardedArray(const TensorLayout& layout, Behind behind)
    : layout_(layout), watched_behind_(behind == Behind::watched ? watched : 0) {
  std::vector<Dimension> dimensions = dimensions_of(layout);
  run_length_ = take_run(dimensions);
  run_starts_ = run_starts_of(dimensions);

  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE)), element = size_of(layout.dtype);
  const auto elements = static_cast<std::size_t>(run_starts_.back() + run_length_ - run_starts_.front());
  const std::size_t bytes = (elements + static_cast<std::size_t>(watched + watched_behind_)) * element;
  const std::size_t accessible = rounded_up(bytes, page);
  mapped_bytes_ = accessible + page;
  void* const mapping =
      mmap(nullptr, mapped_bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    throw Error("memory", fmt::format("no room for {} bytes", mapped_bytes_), "a case that fits into memory");
  mapping_ = static_cast<std::byte*>(mapping);
  mprotect(mapping_ + accessible, page, PROT_NONE);
  const std::int64_t from_end = run_starts_.back() + run_length_ + watched_behind_; // of element (0, 0, ...)
  first_ = mapping_ + accessible - from_end * static_cast<std::int64_t>(element);
  // The elements, and what lies between them.
  known_ = KnownMemory(first_ + run_starts_.front() * static_cast<std::int64_t>(element), elements * element);
}

GuardedArray::~GuardedArray() {
  if (mapping_ != nullptr)
    munmap(mapping_, mapped_bytes_);
}

GuardedArray::GuardedArray(GuardedArray&& other) noexcept
    : layout_(std::move(other.layout_)), run_starts_(std::move(other.run_starts_)), run_length_(other.run_length_),
      watched_behind_(other.watched_behind_), mapping_(std::exchange(other.mapping_, nullptr)),
      mapped_bytes_(other.mapped_bytes_), first_(other.first_), known_(std::move(other.known_)) {}

MatrixView GuardedArray::view() const {
  return {first_, layout_.dtype, layout_.shape.at(0), layout_.shape.at(1), layout_.strides.at(0)};
}

// visit(first element, count): element numbers relative to element (0, 0, ...), may be negative. Of a wide gap only
// both ends.
template <class Visit>
void GuardedArray::for_each_surrounding(Visit visit) const {
  visit(run_starts_.front() - watched, watched);
  for (std::size_t run = 0; run + 1 < run_starts_.size(); ++run) {
    const std::int64_t end = run_starts_[run] + run_length_, gap = run_starts_[run + 1] - end;
    if (gap > 0)
      visit(end, std::min(gap, watched));
    if (gap > watched) {
      const std::int64_t rest = std::min(gap - watched, watched);
      visit(end + gap - rest, rest);
    }
  }
  visit(run_starts_.back() + run_length_, watched_behind_);
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
  for (const std::int64_t start : run_starts_)
    set(start, run_length_);
}

std::optional<std::string> GuardedArray::damage() const {
  const auto element = static_cast<std::int64_t>(size_of(layout_.dtype));
  std::optional<std::string> found;
  for_each_surrounding([&](std::int64_t first, std::int64_t count) {
    for (std::int64_t i = first * element; i < (first + count) * element && !found; ++i)
      if (first_[i] != pattern)
        found =
            fmt::format("byte {} counted from the first element, outside the {} elements of strides {}, was written", i,
                        fmt::join(layout_.shape, " x "), fmt::join(layout_.strides, ", "));
  });
  return found;
}

template <int Rank>
std::optional<std::string> first_difference(const TensorView<Rank>& a, const TensorView<Rank>& b) {
  const auto element = static_cast<std::int64_t>(size_of(a.dtype));
  std::array<std::int64_t, Rank> index{};
  for (;;) {
    std::int64_t of_a = 0, of_b = 0;
    for (int axis = 0; axis < Rank; ++axis) {
      of_a += index[axis] * a.strides[axis];
      of_b += index[axis] * b.strides[axis];
    }
    if (std::memcmp(static_cast<const std::byte*>(a.data) + of_a * element,
                    static_cast<const std::byte*>(b.data) + of_b * element, static_cast<std::size_t>(element)) != 0)
      return fmt::format("element ({}): {} and {}", fmt::join(index, ", "), load_element(a.data, a.dtype, of_a),
                         load_element(b.data, b.dtype, of_b));
    int axis = Rank - 1;
    while (axis >= 0 && ++index[axis] == a.shape[axis])
      index[axis--] = 0;
    if (axis < 0)
      return {};
  }
}
template std::optional<std::string> first_difference(const TensorView<2>&, const TensorView<2>&);
template std::optional<std::string> first_difference(const TensorView<3>&, const TensorView<3>&);
template std::optional<std::string> first_difference(const TensorView<4>&, const TensorView<4>&);

std::optional<std::string> first_difference(const MatrixView& a, const MatrixView& b) {
  const auto tensor = [](const MatrixView& view) {
    return TensorView<2>{view.data, view.dtype, {view.rows, view.columns}, {view.row_stride, 1}};
  };
  return first_difference(tensor(a), tensor(b));
}

} // namespace xeforge::ops
