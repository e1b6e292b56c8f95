#include "agreement.hpp"

#include "xeforge/base/half.hpp"
#include "xeforge/toolchain/binary/kernel_names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <string_view>
#include <utility>

namespace machine_code {

using namespace xeforge;

namespace {

Agreement* active = nullptr;

template <class Element>
Element element_at(const std::byte* from) {
  Element element;
  std::memcpy(&element, from, sizeof(element));
  return element;
}

double number_at(const std::byte* from, Closeness::Element element) {
  return element == Closeness::Element::single
             ? element_at<float>(from)
             : static_cast<float>(base::half::from_bits(element_at<std::uint16_t>(from)));
}

bool is_close(double a, double b, const Closeness& closeness) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b))
    return a == b;
  return std::abs(a - b) <= closeness.absolute + closeness.relative * std::max(std::abs(a), std::abs(b));
}

} // namespace

std::string kernel_name(const char* symbol) {
  std::string readable = toolchain::readable_name(std::string("_ZTS") + symbol);
  while (readable.ends_with('*'))
    readable.pop_back();
  // The namespace that keeps the programs apart is not in the compiled source.
  constexpr std::string_view prefix = "programs::";
  for (auto at = readable.find(prefix); at != readable.npos; at = readable.find(prefix, at)) {
    const auto end = readable.find("::", at + prefix.size());
    readable.erase(at, end - at + 2);
  }
  return toolchain::short_name(readable);
}

Agreement::Agreement(sycl::queue host, ClosenessOfKernels closeness, MemorySource source)
    : host_(std::move(host)), closeness_(std::move(closeness)), source_(std::move(source)) {
  active = this;
}
Agreement::~Agreement() {
  for (const auto& [memory, size] : memory_)
    source_.give_back(memory);
  active = nullptr;
}
Agreement& Agreement::current() { return *active; }

void Agreement::leave_to_order(const std::string& kernel, const void* memory, std::size_t bytes) {
  left_to_order_[kernel] = {static_cast<const std::byte*>(memory), bytes};
}

void* Agreement::allocate(std::size_t bytes) {
  const std::size_t size = std::max<std::size_t>(bytes, 1);
  std::byte* const memory = source_.take(size);
  std::memset(memory, 0, size);
  memory_.emplace(memory, size);
  return memory;
}
void Agreement::release(void* memory) {
  if (memory_.erase(static_cast<std::byte*>(memory)) != 0)
    source_.give_back(static_cast<std::byte*>(memory));
}

Agreement::Contents Agreement::contents() const {
  Contents all;
  for (const auto& [memory, size] : memory_)
    all.emplace_back(memory, memory + size);
  return all;
}
void Agreement::restore(const Contents& contents) {
  std::size_t i = 0;
  for (const auto& [memory, size] : memory_)
    std::ranges::copy(contents[i++], memory);
}

void Agreement::compare(const std::string& kernel, const Contents& host) const {
  const auto known = closeness_.find(kernel);
  const Closeness closeness = known == closeness_.end() ? Closeness{} : known->second;
  const std::size_t step = closeness.element == Closeness::Element::single ? 4
                           : closeness.element == Closeness::Element::half ? 2
                                                                           : 1;
  const auto ordered = left_to_order_.find(kernel);
  const auto is_left_to_order = [&](const std::byte* at) {
    return ordered != left_to_order_.end() && at >= ordered->second.data() &&
           at < ordered->second.data() + ordered->second.size();
  };
  std::size_t i = 0, wrong = 0, first = 0, whose = 0;
  for (const auto& [found, size] : memory_) {
    const std::vector<std::byte>& expected = host[i];
    if (std::memcmp(expected.data(), found, size) == 0) {
      ++i;
      continue;
    }
    for (std::size_t at = 0; at + step <= expected.size(); at += step) {
      if (std::memcmp(&expected[at], found + at, step) == 0 || is_left_to_order(found + at) ||
          (closeness.element != Closeness::Element::none &&
           is_close(number_at(&expected[at], closeness.element), number_at(found + at, closeness.element), closeness)))
        continue;
      if (wrong++ == 0)
        first = at, whose = i;
    }
    ++i;
  }
  if (wrong == 0)
    return;
  const auto allocation = std::next(memory_.begin(), static_cast<std::ptrdiff_t>(whose));
  const std::size_t word = first / 4 * 4;
  const auto bits = [&](const std::byte* from) {
    return word + 4 <= allocation->second ? element_at<std::uint32_t>(from + word) : 0;
  };
  ADD_FAILURE() << label(kernel) << ": " << wrong << " elements differ, the first at byte " << first
                << " of allocation " << whose << ", whose word is 0x" << std::hex << bits(allocation->first)
                << " on the device and 0x" << bits(host[whose].data()) << " on the host";
}

sycl::event Agreement::launch(LaunchOfBoth launch) {
  launch.kernel = name_on_device(launch.kernel);
  before(launch.kernel);
  if (repeat(launch)) {
    after(launch.kernel);
    return on_host_.at(launch.kernel);
  }
  const Contents start = contents();
  sycl::event& on_host = on_host_[launch.kernel] = launch.on_queue(host_);
  on_host.wait_and_throw();
  const Contents host = contents();
  restore(start);
  if (!run_on_device(launch)) {
    restore(host);
    return on_host;
  }
  compare(launch.kernel, host);
  after(launch.kernel);
  return on_host;
}

} // namespace machine_code
