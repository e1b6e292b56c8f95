#include "xeforge/checker/value_origins.hpp"

#include <deque>
#include <map>
#include <mutex>
#include <utility>

namespace xeforge::checker::origins {
namespace {

// The highest bit: the value has been stored. The next: fresh memory, so that no look-up is needed.
constexpr std::uint32_t stored_bit = std::uint32_t{1} << 31, fresh_bit = std::uint32_t{1} << 30;

struct All {
  std::mutex mutex;
  std::deque<Origin> origins{{"uninitialised memory", nullptr, false}};
  std::map<std::pair<const void*, std::string>, std::uint32_t> numbers;

  // Never destroyed: programs use values until the very end.
  static All& get() {
    static auto* const all = new All; // NOLINT(cppcoreguidelines-owning-memory)
    return *all;
  }
};

} // namespace

std::uint32_t make(const Origin& origin) {
  All& all = All::get();
  const std::lock_guard lock(all.mutex);
  const auto [entry, is_new] =
      all.numbers.emplace(std::pair(origin.site, origin.text), static_cast<std::uint32_t>(all.origins.size()));
  if (is_new)
    all.origins.push_back(origin);
  return entry->second | (origin.fresh ? fresh_bit : 0);
}

Origin at(std::uint32_t number) {
  All& all = All::get();
  const std::lock_guard lock(all.mutex);
  const std::uint32_t index = number & ~(stored_bit | fresh_bit);
  return all.origins[index < all.origins.size() ? index : 0];
}

std::uint32_t stored(std::uint32_t number) { return number == 0 ? 0 : number | stored_bit; }
std::uint32_t root(std::uint32_t number) { return number & ~stored_bit; }
bool is_fresh(std::uint32_t number) { return (number & (stored_bit | fresh_bit)) == fresh_bit; }

} // namespace xeforge::checker::origins
