#include "sycl/detail/device_memory.hpp"

#include "xeforge/machine/observer.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

// Defined in programs that are built with AddressSanitizer, even if this file is not.
extern "C" {
__attribute__((weak)) void __asan_poison_memory_region(const volatile void* start, std::size_t bytes);   // NOLINT
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* start, std::size_t bytes); // NOLINT
}

namespace sycl {
inline namespace _V1 {
namespace detail {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t least_padding = 256; // four of the widest vectors

bool has_address_sanitizer() { return &__asan_poison_memory_region != nullptr; }

// The padding of one allocation, filled with a pattern.
class GuardedPadding {
public:
  GuardedPadding(const std::byte* memory, std::byte* end, std::byte* last, const char* what, std::uint64_t number)
      : memory_(memory), end_(end), last_(last), what_(what), number_(number) {
    fill();
  }

  const std::byte* memory() const { return memory_; }

  // The error, if the padding was written since the last call.
  std::optional<std::string> damage() {
    const auto is_changed = [](const std::byte& each) { return each != pattern(&each); };
    std::byte* first = end_;
    while (first != last_ && !is_changed(*first))
      ++first;
    if (first == last_)
      return std::nullopt;
    const std::byte* behind = last_;
    while (!is_changed(behind[-1]))
      --behind;
    char address[32];
    std::snprintf(address, sizeof(address), "%p", static_cast<const void*>(memory_));
    std::string text = what_ + " " + std::to_string(number_) + " (" + std::to_string(end_ - memory_) + " bytes at " +
                       address + "): got writes to bytes " + std::to_string(first - memory_) + " to " +
                       std::to_string(behind - memory_ - 1) + "; expected none past its end";
    fill();
    return text;
  }

private:
  // Varies from byte to byte, so that a fill or copy that goes too far changes some byte.
  static std::byte pattern(const std::byte* byte) {
    return static_cast<std::byte>(0xa5 ^ (reinterpret_cast<std::uintptr_t>(byte) * 29 & 0xff));
  }
  void fill() {
    for (std::byte* byte = end_; byte != last_; ++byte)
      *byte = pattern(byte);
  }

  const std::byte* memory_;
  std::byte *end_, *last_;
  std::string what_;
  std::uint64_t number_; // counts the guarded allocations of the program
};

// All guarded memory of the program.
class Guards {
public:
  void add(std::byte* memory, std::byte* end, std::byte* last, const char* what) {
    const std::lock_guard lock(mutex_);
    paddings_.emplace_back(memory, end, last, what, ++number_);
    count_ = paddings_.size();
  }
  std::optional<std::string> remove(const std::byte* memory) {
    if (count_ == 0)
      return std::nullopt;
    const std::lock_guard lock(mutex_);
    const auto padding = std::ranges::find(paddings_, memory, &GuardedPadding::memory);
    if (padding == paddings_.end())
      return std::nullopt;
    std::optional<std::string> damage = padding->damage();
    paddings_.erase(padding);
    count_ = paddings_.size();
    return damage;
  }
  std::optional<std::string> damage() {
    if (count_ == 0)
      return std::nullopt;
    const std::lock_guard lock(mutex_);
    for (GuardedPadding& each : paddings_)
      if (std::optional<std::string> damage = each.damage())
        return damage;
    return std::nullopt;
  }
  // Memory is freed by its address alone, so there is one list. Never destroyed: static objects may free later.
  static Guards& all() {
    static auto* const guards = new Guards; // NOLINT(cppcoreguidelines-owning-memory)
    return *guards;
  }

private:
  std::mutex mutex_;
  std::vector<GuardedPadding> paddings_;
  std::atomic<std::size_t> count_{0};
  std::uint64_t number_ = 0;
};

bool add_overflows(std::size_t& sum, std::size_t more) { return __builtin_add_overflow(sum, more, &sum); }

} // namespace

std::byte* allocate_device_memory(std::size_t alignment, std::size_t bytes, Guard guard, const char* what) {
  // the bytes; padding to a whole page; all of it a multiple of the alignment
  const std::size_t unit = std::max(alignment, page);
  std::size_t whole = bytes;
  if (add_overflows(whole, least_padding + unit - 1))
    return nullptr;
  whole = whole / unit * unit;
  if (whole > PTRDIFF_MAX) // no object is larger
    return nullptr;
  auto* const memory = static_cast<std::byte*>(std::aligned_alloc(alignment, whole));
  if (memory == nullptr)
    return nullptr;
  if (auto* const observer = xeforge::machine::observer(); observer != nullptr)
    observer->allocated(memory, bytes, what);
  if (has_address_sanitizer())
    __asan_poison_memory_region(memory + bytes, whole - bytes);
  else if (guard == Guard::on)
    Guards::all().add(memory, memory + bytes, memory + whole, what);
  return memory;
}

void free_device_memory(std::byte* memory) {
  const std::optional<std::string> damage = Guards::all().remove(memory);
  auto* const observer = xeforge::machine::observer();
  if (observer != nullptr)
    observer->release(memory);
  else
    std::free(memory); // the sanitizer unpoisons it
  if (damage && observer != nullptr)
    observer->found_damage(*damage);
}

void check_guards() {
  const std::optional<std::string> damage = Guards::all().damage();
  if (auto* const observer = xeforge::machine::observer(); damage && observer != nullptr)
    observer->found_damage(*damage);
}

} // namespace detail
} // namespace _V1
} // namespace sycl
