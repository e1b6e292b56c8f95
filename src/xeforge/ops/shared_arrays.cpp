#include "xeforge/ops/shared_arrays.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/devices/device_choice.hpp"

#include <sycl/sycl.hpp>

#include <algorithm>

namespace xeforge::ops {
namespace {

devices::Device& device_of(const sycl::queue& queue) { return queue.get_device().chosen()->device(); }

} // namespace

SharedArrays::~SharedArrays() {
  for (void* const memory : shared_)
    device_of(queue_).release(memory);
}

void SharedArrays::add(const void* data, std::size_t bytes, const char* name) {
  if (data == nullptr || bytes == 0 || sycl::get_pointer_type(data, queue_.get_context()) != sycl::usm::alloc::unknown)
    return;
  const auto first = reinterpret_cast<std::uintptr_t>(data);
  ranges_.push_back({first, first + bytes, name});
}

void SharedArrays::add(const Footprint& array, const char* name) {
  if (array.first == nullptr || std::ranges::find(array.shape, 0) != array.shape.end())
    return;
  const auto range = byte_range(array.shape, array.strides, array.dtype);
  if (!range)
    throw Error(name, "an array beyond the end of all memory", "an array that fits into memory");
  add(static_cast<const std::byte*>(array.first) + range->lowest,
      static_cast<std::size_t>(range->highest - range->lowest + 1), name);
}

// Arrays may interleave, as parts of a wider one: what overlaps is one range.
void SharedArrays::share() {
  std::ranges::sort(ranges_, {}, &Range::first);
  std::vector<Range> apart;
  for (const Range& range : ranges_)
    if (!apart.empty() && range.first < apart.back().end)
      apart.back().end = std::max(apart.back().end, range.end);
    else
      apart.push_back(range);
  shared_.reserve(apart.size());
  for (const Range& range : apart) {
    void* const memory = reinterpret_cast<void*>(range.first);
    device_of(queue_).share(memory, range.end - range.first, range.name);
    shared_.push_back(memory);
  }
}

} // namespace xeforge::ops
