// slm_allocator<Bytes>: a piece of the group's shared local memory for as long as the object lives, right behind what
// slm_init and the allocators that already live have claimed, on whatever address that is. For functions that need some
// of their own, whoever calls them. Every item of the group has to make the same ones in the same order.
#pragma once

#include "xeforge/esimd/memory/slm.hpp"

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {

template <int Bytes>
class slm_allocator {
  static_assert(Bytes > 0, "slm_allocator: a positive number of bytes");

public:
  XEFORGE_INLINE slm_allocator() : offset_(port::slm_allocate(Bytes)) {}
  XEFORGE_INLINE ~slm_allocator() { port::slm_release(offset_); }
  slm_allocator(const slm_allocator&) = delete;
  slm_allocator& operator=(const slm_allocator&) = delete;

  XEFORGE_INLINE int get_offset() const { return static_cast<int>(offset_); }

private:
  std::uint32_t offset_;
};

} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
