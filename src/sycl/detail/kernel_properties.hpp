// Property lists as in the vendor's extensions, and properties of kernels: accepted, without effect on the host. In device
// code the size of the register file has one: a kernel that asks for 256 registers is compiled for them.
#pragma once

#include <algorithm>
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

namespace detail {

// As older versions of the vendor's headers spell it.
enum class register_alloc_mode_enum : std::uint32_t { automatic = 0, large = 2 };
template <register_alloc_mode_enum Mode>
struct register_alloc_mode_property {};
template <register_alloc_mode_enum Mode>
inline constexpr register_alloc_mode_property<Mode> register_alloc_mode{};

// The registers that a property, or one of a list, asks for; 0: none does.
template <class Property>
inline constexpr unsigned wanted_registers = 0;
template <unsigned Registers>
inline constexpr unsigned wanted_registers<ext::intel::experimental::grf_size_property<Registers>> = Registers;
template <>
inline constexpr unsigned wanted_registers<register_alloc_mode_property<register_alloc_mode_enum::large>> = 256;
template <class... Property>
inline constexpr unsigned wanted_registers<ext::oneapi::experimental::properties<Property...>> =
    std::max({0u, wanted_registers<Property>...});

// The registers for a kernel that is launched with these properties, or has properties of its own.
template <class Properties, class Kernel>
consteval unsigned wanted_registers_of() {
  using ext::oneapi::experimental::properties_tag;
  unsigned registers = wanted_registers<Properties>;
  if constexpr (requires(const Kernel& kernel) { kernel.get(properties_tag{}); })
    registers =
        std::max(registers,
                 wanted_registers<std::remove_cvref_t<decltype(std::declval<const Kernel&>().get(properties_tag{}))>>);
  return registers;
}

} // namespace detail
} // namespace _V1
} // namespace sycl
