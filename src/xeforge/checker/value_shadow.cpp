#include "xeforge/checker/value_shadow.hpp"

#include "xeforge/checker/value_origins.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unistd.h>
#include <vector>

namespace xeforge::checker::values {
namespace {

// Addresses of a process have 47 bits. A window of addresses gets shadow memory when its first page is tracked.
constexpr std::uint64_t window_bits = 36, window_bytes = std::uint64_t{1} << window_bits;
constexpr std::uint64_t window_count = std::uint64_t{1} << (47 - window_bits);
constexpr std::uint64_t page_bytes = 4096;
// Kernels have no longer accesses. An access that begins in a window may end after it; bytes there count as
// initialised.
constexpr std::uint64_t most_access_bytes = std::uint64_t{64} << 20;
constexpr std::uint64_t shadow_bytes = window_bytes + most_access_bytes;

struct Window {
  std::uint8_t* bits;
  std::uint8_t* origins; // 4 for each 4 bytes
  std::uint8_t* tracked; // 1 for each page
};

// Reserves only addresses; a page is allocated when it is written, and reads as zeros until then.
std::uint8_t* reserve(std::uint64_t bytes, int protection = PROT_READ | PROT_WRITE) {
  void* const start = mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (start == MAP_FAILED) {
    std::fprintf(
        stderr,
        "==xeforge== init: got no %llu MiB of addresses for its shadow; expected no limit of them (ulimit -v) and "
        "vm.overcommit_memory 0 or 1 (programs built with -fxeforge-check=mem,race,sync do without)\n",
        static_cast<unsigned long long>(bytes >> 20));
    _exit(2);
  }
  return static_cast<std::uint8_t*>(start);
}

constinit std::array<std::atomic<Window*>, window_count> windows{}; // NOLINT
constinit std::mutex windows_mutex;                                 // NOLINT

Window* window_at(std::uint64_t address) {
  return address >> 47 != 0 ? nullptr : windows[address >> window_bits].load(std::memory_order_acquire);
}
Window& made_window_at(std::uint64_t address) {
  if (Window* const there = window_at(address); there != nullptr)
    return *there;
  const std::lock_guard lock(windows_mutex);
  std::atomic<Window*>& window = windows[address >> window_bits];
  if (window.load() == nullptr)
    window = new Window{reserve(shadow_bytes), reserve(shadow_bytes), reserve(window_bytes / page_bytes)}; // NOLINT
  return *window.load();
}

constexpr std::uint64_t in_window(std::uint64_t address) { return address % window_bytes; }

// Calls visit(address, bytes) for pieces that are each in one window and no longer than an access.
template <class Visit>
void for_pieces(std::uint64_t address, std::uint64_t bytes, Visit visit) {
  while (bytes > 0) {
    const std::uint64_t piece = std::min({bytes, window_bytes - in_window(address), most_access_bytes});
    visit(address, piece);
    address += piece;
    bytes -= piece;
  }
}

// The shadow of memory that is not tracked: zeros for reading, and memory for writing that is never read.
Shadow clean() {
  static std::uint8_t* const zeros = reserve(most_access_bytes, PROT_READ);
  return {zeros, reinterpret_cast<std::uint32_t*>(zeros)};
}
Shadow sink() {
  static std::uint8_t* const unread = reserve(most_access_bytes);
  return {unread, reinterpret_cast<std::uint32_t*>(unread)};
}

Shadow shadow_in(const Window& window, std::uint64_t address) {
  const std::uint64_t at = in_window(address);
  return {window.bits + at, reinterpret_cast<std::uint32_t*>(window.origins + at / 4 * 4)};
}

bool is_tracked(std::uint64_t address) {
  const Window* const window = window_at(address);
  return window != nullptr && window->tracked[in_window(address) / page_bytes] != 0;
}

void mark(std::uint64_t address, std::uint64_t bytes, std::uint8_t how) {
  for (std::uint64_t page = address / page_bytes; page * page_bytes < address + bytes; ++page)
    made_window_at(page * page_bytes).tracked[in_window(page * page_bytes) / page_bytes] = how;
}

// The pages of stacks that the thread's kernels have stored to.
std::vector<std::uint64_t>& stack_pages() {
  static thread_local std::vector<std::uint64_t> pages;
  return pages;
}

// Whether the address is on the caller's stack: at most a little below its frame, and not far above.
bool is_on_stack(std::uint64_t address) {
  constexpr std::uint64_t most_below = 256 * 1024, most_above = std::uint64_t{8} << 20;
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  return address + most_below > here && address < here + most_above;
}

std::uint64_t pattern_at(std::uint64_t word) {
  std::uint64_t mixed = (word + 1) * 0x9e3779b97f4a7c15;
  mixed ^= mixed >> 29;
  return mixed * 0xbf58476d1ce4e5b9 | 0x0101010101010101; // no byte is 0
}
std::uint8_t fresh_byte(std::uint64_t address) {
  return static_cast<std::uint8_t>(pattern_at(address / 8) >> address % 8 * 8);
}

} // namespace

Shadow shadow_of_load(std::uint64_t address, std::uint64_t bytes) {
  const Window* const window = window_at(address);
  return window == nullptr || bytes > most_access_bytes ? clean() : shadow_in(*window, address);
}
Shadow shadow_of_instrumented_load(std::uint64_t address, std::uint64_t bytes) {
  if (window_at(address) != nullptr && find_missing(address, bytes).first < bytes) [[unlikely]]
    find_foreign_stores(address, bytes);
  return shadow_of_load(address, bytes);
}
Shadow shadow_of_store(std::uint64_t address, std::uint64_t bytes) {
  if (is_tracked(address)) [[likely]]
    return shadow_in(*window_at(address), address);
  if (!is_on_stack(address))
    return sink();
  mark(address, bytes, 1);
  for (std::uint64_t page = address / page_bytes; page * page_bytes < address + bytes; ++page)
    stack_pages().push_back(page);
  return shadow_in(*window_at(address), address);
}

void forget(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin) {
  if (bytes == 0)
    return;
  mark(address, bytes, 1);
  for_pieces(address, bytes, [](std::uint64_t first, std::uint64_t count) {
    std::memset(shadow_in(*window_at(first), first).bits, 0xff, count);
  });
  set_origins(address, bytes, origin);
}
void set_origins(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin) {
  for_pieces(address, bytes, [origin](std::uint64_t first, std::uint64_t count) {
    if (is_tracked(first))
      std::fill_n(shadow_in(*window_at(first), first).origins, (first % 4 + count + 3) / 4, origin);
  });
}
void set(std::uint64_t address, std::uint64_t bytes) {
  for_pieces(address, bytes, [](std::uint64_t first, std::uint64_t count) {
    if (is_tracked(first))
      std::memset(shadow_in(*window_at(first), first).bits, 0, count);
  });
}
void untrack(std::uint64_t address, std::uint64_t bytes) {
  set(address, bytes);
  const std::uint64_t first = (address + page_bytes - 1) / page_bytes, last = (address + bytes) / page_bytes;
  if (first < last)
    mark(first * page_bytes, (last - first) * page_bytes, 0);
}

static void copy_piece(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  if (!is_tracked(to))
    return;
  find_foreign_stores(from, bytes);
  const Missing missing = find_missing(from, bytes);
  const Shadow target = shadow_in(*window_at(to), to);
  if (missing.first == bytes)
    return set(to, bytes);
  std::memmove(target.bits, shadow_of_load(from, bytes).bits, bytes);
  set_origins(to, bytes, origins::stored(missing.origin));
}
void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  for_pieces(to, bytes,
             [to, from](std::uint64_t first, std::uint64_t count) { copy_piece(first, from + (first - to), count); });
}

Missing find_missing(std::uint64_t address, std::uint64_t bytes) {
  if (window_at(address) == nullptr)
    return {bytes, 0};
  const Shadow shadow = shadow_of_load(address, bytes);
  std::uint64_t first = 0;
  for (std::uint64_t word = 0; first + 8 <= bytes; first += 8) {
    std::memcpy(&word, shadow.bits + first, 8);
    if (word != 0)
      break;
  }
  while (first < bytes && shadow.bits[first] == 0)
    ++first;
  return {first, first < bytes ? shadow.origins[(address % 4 + first) / 4] : 0};
}

void clear_stacks() {
  const auto here = reinterpret_cast<std::uint64_t>(__builtin_frame_address(0));
  for (const std::uint64_t page : stack_pages())
    if (const std::uint64_t address = page * page_bytes; address + page_bytes <= here || !is_on_stack(address))
      std::memset(shadow_in(*window_at(address), address).bits, 0, page_bytes);
}

void fill_fresh(std::uint64_t address, std::uint64_t bytes) {
  auto* const memory = reinterpret_cast<std::uint8_t*>(address);
  std::uint64_t at = 0;
  for (; at < bytes && (address + at) % 8 != 0; ++at)
    memory[at] = fresh_byte(address + at);
  for (; at + 8 <= bytes; at += 8) {
    const std::uint64_t word = pattern_at((address + at) / 8);
    std::memcpy(memory + at, &word, 8);
  }
  for (; at < bytes; ++at)
    memory[at] = fresh_byte(address + at);
}

void find_foreign_stores(std::uint64_t address, std::uint64_t bytes) {
  constexpr std::uint64_t block = 64;
  const Missing missing = find_missing(address, bytes);
  if (missing.first == bytes || !is_tracked(address) || !origins::is_fresh(missing.origin))
    return;
  for (std::uint64_t first = (address + missing.first) / block * block; first < address + bytes; first += block) {
    const Shadow shadow = shadow_in(*window_at(first), first);
    const auto* const memory = reinterpret_cast<const std::uint8_t*>(first);
    bool is_changed = false;
    for (std::uint64_t i = 0; i < block && !is_changed; ++i)
      is_changed =
          shadow.bits[i] != 0 && origins::is_fresh(shadow.origins[i / 4]) && memory[i] != fresh_byte(first + i);
    if (is_changed)
      for (std::uint64_t i = 0; i < block; ++i)
        if (origins::is_fresh(shadow.origins[i / 4]))
          shadow.bits[i] = 0;
  }
}

} // namespace xeforge::checker::values
