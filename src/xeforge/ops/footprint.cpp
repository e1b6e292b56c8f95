#include "xeforge/ops/footprint.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace xeforge::ops {
namespace {

std::uint64_t magnitude(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  return number < 0 ? 0 - bits : bits;
}

// Where the elements of an array stand within a period of pitch bytes: in [begin, begin + length), begin < pitch.
// Dimensions whose stride is a multiple of the pitch do not move them, nor do those of one element, whose stride may be
// any number. That the other strides fit 64 bits as bytes, byte_range() has found out.
struct Phase {
  std::uint64_t begin = 0, length = 0;
};
Phase phase_of(const Footprint& array, std::int64_t pitch) {
  const auto element = static_cast<std::int64_t>(size_of(array.dtype));
  std::uint64_t lowest = reinterpret_cast<std::uintptr_t>(array.first);
  std::uint64_t length = static_cast<std::uint64_t>(element);
  for (std::size_t axis = 0; axis < array.shape.size(); ++axis) {
    if (array.shape[axis] == 1)
      continue;
    const std::int64_t stride = array.strides[axis] * element, reach = (array.shape[axis] - 1) * stride;
    if (stride % pitch == 0)
      continue;
    length += magnitude(reach);
    lowest += static_cast<std::uint64_t>(std::min<std::int64_t>(reach, 0)); // modulo 2^64, as addresses are
  }
  return {lowest % static_cast<std::uint64_t>(pitch), length};
}

bool are_apart_in_period(const Footprint& a, const Footprint& b, std::int64_t pitch) {
  const Phase of_a = phase_of(a, pitch), of_b = phase_of(b, pitch);
  const auto period = static_cast<std::uint64_t>(pitch);
  const std::uint64_t from_a_to_b = (of_b.begin + period - of_a.begin) % period;
  return of_a.length <= from_a_to_b && of_b.length <= period - from_a_to_b;
}

bool have_common_pitch(const Footprint& a, const Footprint& b) {
  for (const Footprint* array : {&a, &b})
    for (std::size_t axis = 0; axis < array->shape.size(); ++axis) {
      if (array->shape[axis] == 1 || array->strides[axis] == 0)
        continue;
      const std::int64_t stride = array->strides[axis] * static_cast<std::int64_t>(size_of(array->dtype));
      const std::int64_t pitch =
          stride < 0 ? -stride : stride; // more than -2^63: byte_range() has found a highest byte
      if (are_apart_in_period(a, b, pitch))
        return true;
    }
  return false;
}

} // namespace

std::optional<ByteRange> byte_range(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides,
                                    DType dtype) {
  const auto element = static_cast<std::int64_t>(size_of(dtype));
  std::int64_t lowest = 0, highest = element - 1;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    std::int64_t reach = 0;
    if (shape[axis] == 1)
      continue;
    if (__builtin_mul_overflow(shape[axis] - 1, strides[axis], &reach) ||
        __builtin_mul_overflow(reach, element, &reach))
      return {};
    std::int64_t& bound = reach < 0 ? lowest : highest;
    if (__builtin_add_overflow(bound, reach, &bound))
      return {};
  }
  if (std::int64_t distance = 0; __builtin_sub_overflow(highest, lowest, &distance))
    return {};
  return ByteRange{lowest, highest};
}

bool elements_are_apart(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides) {
  struct Dimension {
    std::uint64_t stride, steps;
  };
  std::array<Dimension, 8> dimensions{};
  std::size_t count = 0;
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (shape[axis] > 1)
      dimensions[count++] = {magnitude(strides[axis]), static_cast<std::uint64_t>(shape[axis] - 1)};
  std::sort(dimensions.begin(), dimensions.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Dimension& a, const Dimension& b) { return a.stride < b.stride; });
  std::uint64_t reach = 0; // of the dimensions so far
  for (std::size_t i = 0; i < count; ++i) {
    if (dimensions[i].stride <= reach)
      return false;
    reach += dimensions[i].stride * dimensions[i].steps;
  }
  return true;
}

bool are_disjoint(const Footprint& a, const Footprint& b) {
  const auto place_of = [](const Footprint& array, std::int64_t ByteRange::* bound) {
    return reinterpret_cast<std::uintptr_t>(array.first) +
           static_cast<std::uint64_t>((*byte_range(array.shape, array.strides, array.dtype)).*bound);
  };
  return place_of(a, &ByteRange::highest) < place_of(b, &ByteRange::lowest) ||
         place_of(b, &ByteRange::highest) < place_of(a, &ByteRange::lowest) || have_common_pitch(a, b);
}

} // namespace xeforge::ops
