#include "xeforge/checker/value_checks.hpp"

#include "xeforge/checker/checker.hpp"
#include "xeforge/checker/rules.hpp"
#include "xeforge/checker/value_origins.hpp"
#include "xeforge/checker/value_shadow.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <vector>

namespace xeforge::checker {
namespace {

// An uninitialised value may be used at many locations; only the first one is reported.
void report_value(const Rule& rule, std::uint32_t origin, const void* site, const std::string& what) {
  Launch* const launch = this_launch();
  const Culprit who = launch != nullptr ? launch->culprit_here() : Culprit();
  if (!Checker::get().has(init) || !Checker::get().is_first_of_origin(origins::root(origin), who.kernel))
    return;
  const origins::Origin from = origins::at(origin);
  Checker::get().report(
      rule, who, site, from.site, [&](const std::string& location, const std::string& other_location) {
        return from.text + (from.site != nullptr ? " " + other_location : std::string()) + ", " + what + " " +
               (launch != nullptr ? "of " + who.thread_text() : std::string("of the host")) + " at " + location;
      });
}

constexpr const char* stored = "is stored by a store";

} // namespace

void report_use_of_value(std::uint32_t origin, const void* site) {
  report_value(rules::value_used, origin, site, "is used in a branch, an address or a call");
}

MissingBytes missing_bytes(std::uint64_t address, std::uint64_t bytes) {
  values::find_foreign_stores(address, bytes);
  const std::uint64_t first = values::find_missing(address, bytes).first;
  if (first == bytes)
    return {1, 0};
  std::uint64_t last = bytes - 1;
  const values::Shadow shadow = values::shadow_of_load(address, bytes);
  while (shadow.bits[last] == 0)
    --last;
  return {first, last};
}

// A load keeps one origin, that of its first uninitialised byte.
void note_missing(std::uint64_t address, std::uint64_t bytes, const std::string& memory, const void* site) {
  const std::uint32_t origin = values::find_missing(address, bytes).origin;
  const bool is_stored = origin != origins::root(origin);
  if (is_stored) // it has an origin already
    return;
  const bool fresh = origins::is_fresh(origin);
  values::set_origins(address, bytes, origins::make({memory + ", uninitialised, read at", site, fresh}));
}

void check_stored_values(Launch&, const std::byte* data, std::uint64_t bytes, const void* site) {
  const auto address = reinterpret_cast<std::uint64_t>(data);
  if (const values::Missing missing = values::find_missing(address, bytes); missing.first < bytes)
    report_value(rules::value_stored, missing.origin, site, stored);
}

void check_stored_values(Launch& launch, const machine::checks::Lanes& lanes, const void* site) {
  const auto count = static_cast<std::uint64_t>(lanes.count);
  const auto address = reinterpret_cast<std::uint64_t>(lanes.values);
  if (values::find_missing(address, count * lanes.elements * lanes.element_bytes).first ==
      count * lanes.elements * lanes.element_bytes)
    return;
  for (std::uint64_t element = 0; element < lanes.elements; ++element)
    for (std::uint64_t lane = 0; lane < count; ++lane)
      if (lanes.on[lane])
        check_stored_values(launch, lanes.values + (element * count + lane) * lanes.element_bytes, lanes.element_bytes,
                            site);
}

void check_stored_values(Launch& launch, const machine::checks::Surface& surface, const void* site) {
  const std::int64_t x = std::int64_t{surface.x} * surface.element_bytes;
  const std::int64_t left = std::max<std::int64_t>(-x, 0);
  const std::int64_t right = std::min<std::int64_t>(surface.row_bytes, std::int64_t{surface.width} + 1 - x);
  for (std::int64_t row = 0; row < surface.rows && left < right; ++row)
    if (surface.y + row >= 0 && surface.y + row <= std::int64_t{surface.height})
      check_stored_values(launch, surface.values + row * surface.row_bytes + left,
                          static_cast<std::uint64_t>(right - left), site);
}

void report_changed_value(std::uint64_t address, std::uint64_t bytes, const std::string& memory, const void* site) {
  const std::uint32_t origin = values::find_missing(address, bytes).origin;
  const bool fresh = origins::is_fresh(origin);
  report_value(rules::value_changed, origins::make({memory + ", uninitialised", nullptr, fresh}), site,
               "is changed by an atomic");
  values::set(address, bytes);
}

// A slot for each uninitialised simd; its origin is the line of the constructor call.
static const void* memory_without_value(std::uint64_t bytes, const void* site) {
  constexpr std::uint64_t most = 1024, slot_bytes = 64 * 1024;
  struct Slots {
    std::mutex mutex;
    std::map<const void*, std::uint64_t> numbers;
    std::vector<std::uint64_t> sizes = std::vector<std::uint64_t>(most);
    std::uint64_t start = reinterpret_cast<std::uint64_t>(
        mmap(nullptr, most* slot_bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  };
  static auto* const slots = new Slots; // NOLINT(cppcoreguidelines-owning-memory): used until the very end
  const std::lock_guard lock(slots->mutex);
  const std::uint64_t next = slots->numbers.size();
  const std::uint64_t number = slots->numbers.emplace(site, std::min(next, most - 1)).first->second;
  const std::uint64_t address = slots->start + number * slot_bytes;
  if (slots->sizes[number] < bytes) {
    values::forget(address, bytes, origins::make({"an uninitialised simd, declared at", site, false}));
    slots->sizes[number] = bytes;
  }
  return reinterpret_cast<const void*>(address); // NOLINT(performance-no-int-to-ptr)
}

} // namespace xeforge::checker

namespace xeforge::machine::checks {
const void* without_value(std::uint64_t bytes) {
  return checker::memory_without_value(bytes, __builtin_return_address(0));
}
} // namespace xeforge::machine::checks
