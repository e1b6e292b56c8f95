// Errors for kernels that use something their hardware thread does not have. Compiled once: kernels are built for
// several instruction sets, but texts and exceptions are the same for all.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xeforge::machine {

// All throw KernelError. what: the function that the kernel called.
[[noreturn]] void refuse_without_group(const char* what);
[[noreturn]] void refuse_slm_access(std::uint64_t offset, std::uint64_t size, std::uint32_t allocated);
[[noreturn]] void refuse_slm_size(std::uint32_t bytes, std::uint32_t capacity);
[[noreturn]] void refuse_barrier_count(std::uint32_t count);
[[noreturn]] void refuse_message(std::uint32_t unit, std::uint32_t descriptor); // of raw_send

// An exception is leaving the item of a range that has this number.
void leave_item(std::size_t number) noexcept;
// Beside the loop over items [.., last) of a range: tells which item an exception leaves. `number` is read only then, so that
// the loop is compiled as without it.
class LeavesItem {
public:
  [[gnu::always_inline]] LeavesItem(const std::size_t& number, std::size_t last) : number_(number), last_(last) {}
  [[gnu::always_inline]] ~LeavesItem() {
    if (number_ < last_)
      leave_item(number_);
  }
  LeavesItem(const LeavesItem&) = delete;
  LeavesItem& operator=(const LeavesItem&) = delete;

private:
  const std::size_t& number_;
  const std::size_t last_;
};

// Throws Error unless hardware supports a two-dimensional block message on this surface: width and pitch in bytes and
// height in rows, all three minus one; x in elements. Called by the checker; on the host any surface works.
void check_surface(const void* base, std::uint32_t width, std::uint32_t height, std::uint32_t pitch, std::int32_t x,
                   std::uint32_t element_bytes);

} // namespace xeforge::machine
