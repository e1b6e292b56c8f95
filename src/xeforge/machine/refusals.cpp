#include "xeforge/machine/refusals.hpp"

#include "xeforge/machine/kernel_error.hpp"
#include "xeforge/machine/thread.hpp"

#include <optional>
#include <string>
#include <utility>

namespace xeforge::machine {

void refuse_without_group(const char* what) {
  throw KernelError(what, "a kernel without work-groups", "a kernel launched over an nd_range");
}
void refuse_slm_access(std::uint64_t offset, std::uint64_t size, std::uint32_t allocated) {
  throw KernelError("slm", "an access to bytes " + std::to_string(offset) + " to " + std::to_string(offset + size),
                    "offsets within the " + std::to_string(allocated) + " bytes that slm_init gives");
}
void refuse_slm_size(std::uint32_t bytes, std::uint32_t capacity) {
  throw KernelError("slm_init", std::to_string(bytes) + " bytes", "at most " + std::to_string(capacity));
}
void refuse_barrier_count(std::uint32_t count) {
  throw KernelError("named_barrier_init", std::to_string(count) + " named barriers",
                    "at most " + std::to_string(named_barriers));
}
void refuse_message(std::uint32_t unit, std::uint32_t descriptor) {
  throw KernelError(
      "raw_send", "a message to unit " + std::to_string(unit) + " with descriptor " + std::to_string(descriptor),
      "loads, stores, prefetches and atomics of units 14 and 15, and the signal to a named barrier of unit 3");
}

static thread_local std::optional<std::size_t> left_item; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

void leave_item(std::size_t number) noexcept { left_item = number; }
std::optional<std::size_t> take_left_item() noexcept { return std::exchange(left_item, std::nullopt); }

void check_surface(const void* base, std::uint32_t width, std::uint32_t height, std::uint32_t pitch, std::int32_t x,
                   std::uint32_t element_bytes) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 24;
  const std::uint64_t columns = std::uint64_t{width} + 1, rows = std::uint64_t{height} + 1,
                      distance = std::uint64_t{pitch} + 1;
  const std::uint64_t unit = element_bytes < 4 ? 4 : element_bytes;
  const auto refuse_unless = [](bool right, const char* what, std::uint64_t got, const std::string& expected) {
    if (!right)
      throw Error(what, std::to_string(got), expected);
  };
  refuse_unless(reinterpret_cast<std::uintptr_t>(base) % 64 == 0, "2D block: address of the surface, modulo 64",
                reinterpret_cast<std::uintptr_t>(base) % 64, "0");
  refuse_unless(columns >= 64 && columns <= limit && columns % unit == 0, "2D block: width of the surface in bytes",
                columns, "64 to 16777216, a multiple of " + std::to_string(unit));
  refuse_unless(rows <= limit, "2D block: height of the surface in rows", rows, "at most 16777216");
  refuse_unless(distance >= columns && distance >= 64 && distance <= limit && distance % 8 == 0,
                "2D block: pitch of the surface in bytes", distance,
                "at least the width and 64, at most 16777216, a multiple of 8");
  const std::int64_t left = std::int64_t{x} * static_cast<std::int64_t>(element_bytes);
  if (left % 4 != 0)
    throw Error("2D block: x in bytes", std::to_string(left), "a multiple of 4");
}

} // namespace xeforge::machine
