// Property lists as in the vendor's extensions, and properties of kernels: accepted, without effect on
// the host. For device code the size of the register file is a compiler option.
#pragma once

namespace sycl {
inline namespace _V1 {
namespace ext {

namespace oneapi::experimental {
template <class... Property>
struct properties {
  constexpr properties() = default;
  constexpr explicit properties(Property...)
    requires(sizeof...(Property) > 0)
  {}
};
template <class... Property>
properties(Property...) -> properties<Property...>;
using empty_properties_t = properties<>;

struct properties_tag {}; // get(properties_tag) of a function object gives its properties
} // namespace oneapi::experimental

namespace intel::experimental {
template <unsigned Registers>
struct grf_size_property {
  static_assert(Registers == 128 || Registers == 256, "grf_size: 128 or 256 registers");
};
struct grf_size_automatic_property {};

template <unsigned Registers>
inline constexpr grf_size_property<Registers> grf_size{};
inline constexpr grf_size_automatic_property grf_size_automatic{};
} // namespace intel::experimental

} // namespace ext
} // namespace _V1
} // namespace sycl
