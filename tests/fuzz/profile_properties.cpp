#include "profile_properties.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/profiles/profile.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace xeforge::fuzz {
namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

void check_refusal(std::string_view words) {
  require(words.starts_with("fuzzed: got "));
  require(words.size() < 3000);
  require(std::ranges::all_of(words, [](char character) { return character >= 0x20 && character < 0x7f; }));
}

void check_kernel(const profiles::ProfiledKernel& kernel) {
  for (const auto& time : {kernel.calls, kernel.total_ns, kernel.average_ns, kernel.least_ns, kernel.most_ns})
    require(!time || (std::isfinite(*time) && *time >= 0));
  for (const profiles::Metric& metric : kernel.metrics)
    require(std::isfinite(metric.value));
}

} // namespace

void check_profile(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  try {
    const profiles::Profile profile = profiles::parse_profile("fuzzed", text);
    require(!profile.kernels.empty());
    std::ranges::for_each(profile.kernels, check_kernel);
    require(std::ranges::is_sorted(profile.kernels, std::greater{}, [](const profiles::ProfiledKernel& kernel) {
      return kernel.total_ns.value_or(-1);
    }));
  } catch (const Error& error) {
    check_refusal(error.what());
  }
}

} // namespace xeforge::fuzz
