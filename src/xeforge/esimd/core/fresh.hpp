// Initial contents of a simd without an initialiser, for the checker's tool init (-fxeforge-check=init): uninitialised,
// or zeros if it is value-initialised (simd<T, N> x{}). Both call the same constructor. It can tell them apart because
// value-initialisation zeroes the memory before, while the compiler fills variables without an initialiser with a
// pattern (-ftrivial-auto-var-init=pattern). Included only by port/checked.hpp; other programs do not contain it.
#pragma once

#include "xeforge/esimd/core/vector.hpp"
#include "xeforge/machine/checks.hpp"

#if XEFORGE_CHECK & 8
#define XEFORGE_IF_CHECKED(...) __VA_ARGS__
#else
#define XEFORGE_IF_CHECKED(...)
#endif

namespace xeforge::esimd {
inline namespace XEFORGE_TARGET {
namespace detail {

struct Fresh {
  Fresh() = default; // of what has values
  template <class Raw>
  XEFORGE_INLINE explicit Fresh(Raw& data) {
    if (is_zero(data))
      return;
    const void* memory = nullptr;
    [[clang::nomerge]] memory = machine::checks::without_value(sizeof(Raw));
    data = *static_cast<const Raw*>(memory);
  }

private:
  template <class Raw>
  XEFORGE_INLINE static bool is_zero(const Raw& data) {
    using Bytes = std::uint8_t __attribute__((ext_vector_type(sizeof(Raw))));
    return __builtin_reduce_or(__builtin_bit_cast(Bytes, data)) == 0;
  }
};

} // namespace detail
} // namespace XEFORGE_TARGET
} // namespace xeforge::esimd
