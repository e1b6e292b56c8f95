// Property lists as in the vendor's extensions, and properties of kernels: accepted, without effect on
// the host. For device code the size of the register file is a compiler option.
#pragma once

#include <cstddef>
#include <cstdint>

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

// The sub-group of an explicit-SIMD kernel is one item.
template <unsigned Items>
struct sub_group_size_property {
  static_assert(Items == 1,
                "sub_group_size: 1; an item is a hardware thread here, and its lanes are the elements of a simd");
};
template <unsigned Items>
inline constexpr sub_group_size_property<Items> sub_group_size{};
template <std::size_t... Items>
struct work_group_size_property {};
template <std::size_t... Items>
inline constexpr work_group_size_property<Items...> work_group_size{};
template <std::size_t... Items>
inline constexpr work_group_size_property<Items...> work_group_size_hint{};

struct properties_tag {}; // get(properties_tag) of a function object gives its properties
} // namespace oneapi::experimental

namespace intel::experimental {
template <unsigned Registers>
struct grf_size_property {
  static_assert(Registers == 128 || Registers == 256, "grf_size: 128 or 256 registers");
};
struct grf_size_automatic_property {};

// Rounding and denormals in a kernel: always to nearest, with denormals. Other rounding modes are refused; permission
// to flush denormals has no effect.
enum class fp_mode : std::uint32_t {
  round_to_nearest = 0,
  round_upward = 1 << 4,
  round_downward = 2 << 4,
  round_toward_zero = 3 << 4,
  denorm_ftz = 0,
  denorm_d_allow = 1 << 6,
  denorm_f_allow = 1 << 7,
  denorm_hf_allow = 1 << 10,
  denorm_allow = denorm_d_allow | denorm_f_allow | denorm_hf_allow
};
constexpr fp_mode operator|(fp_mode a, fp_mode b) {
  return static_cast<fp_mode>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
template <fp_mode Mode>
struct fp_control_property {
  static_assert((static_cast<std::uint32_t>(Mode) & static_cast<std::uint32_t>(fp_mode::round_toward_zero)) == 0,
                "fp_control: round_to_nearest; kernels round no other way here");
};
template <fp_mode Mode>
inline constexpr fp_control_property<Mode> fp_control{};

template <unsigned Registers>
inline constexpr grf_size_property<Registers> grf_size{};
inline constexpr grf_size_automatic_property grf_size_automatic{};
} // namespace intel::experimental

} // namespace ext
} // namespace _V1
} // namespace sycl
