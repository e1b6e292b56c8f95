// slm_allocator<Bytes>: a piece of the group's shared local memory for the lifetime of the object, directly after what
// slm_init and the existing allocators have allocated, without further alignment. For functions that need their own
// memory, whatever their callers use. Every item of the group has to create the same objects in the same order.
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
