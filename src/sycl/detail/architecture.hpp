// The device architecture that a program runs on, in the vendor's extension. The CPU reports the device that kernels
// are compiled for by default, whose features it has. In device code it is the device compiled for (device_name.hpp).
#pragma once

#include "sycl/device.hpp"

#include <string_view>

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class architecture {
  unknown,
  x86_64,
  intel_gpu_bdw,
  intel_gpu_skl,
  intel_gpu_kbl,
  intel_gpu_cfl,
  intel_gpu_apl,
  intel_gpu_bxt = intel_gpu_apl,
  intel_gpu_glk,
  intel_gpu_whl,
  intel_gpu_aml,
  intel_gpu_cml,
  intel_gpu_icllp,
  intel_gpu_icl = intel_gpu_icllp,
  intel_gpu_ehl,
  intel_gpu_jsl = intel_gpu_ehl,
  intel_gpu_tgllp,
  intel_gpu_tgl = intel_gpu_tgllp,
  intel_gpu_rkl,
  intel_gpu_adl_s,
  intel_gpu_rpl_s = intel_gpu_adl_s,
  intel_gpu_adl_p,
  intel_gpu_adl_n,
  intel_gpu_dg1,
  intel_gpu_acm_g10,
  intel_gpu_acm_g11,
  intel_gpu_acm_g12,
  intel_gpu_dg2_g10 = intel_gpu_acm_g10,
  intel_gpu_dg2_g11 = intel_gpu_acm_g11,
  intel_gpu_dg2_g12 = intel_gpu_acm_g12,
  intel_gpu_pvc,
  intel_gpu_pvc_vg,
  intel_gpu_mtl_u,
  intel_gpu_mtl_h,
  intel_gpu_arl_u,
  intel_gpu_arl_h,
  intel_gpu_bmg_g21,
  intel_gpu_bmg_g31,
  intel_gpu_lnl_m,
  intel_gpu_ptl_h,
  intel_gpu_ptl_u,
  intel_gpu_wcl
};

namespace info::device {
struct architecture : sycl::info::detail::Returns<experimental::architecture> {};
} // namespace info::device

namespace detail {
constexpr architecture architecture_named(std::string_view device) {
  struct Named {
    std::string_view device;
    architecture value;
  };
  constexpr Named all[] = {{"bmg", architecture::intel_gpu_bmg_g21},     {"bmg-g21", architecture::intel_gpu_bmg_g21},
                           {"bmg-g31", architecture::intel_gpu_bmg_g31}, {"lnl-m", architecture::intel_gpu_lnl_m},
                           {"ptl", architecture::intel_gpu_ptl_h},       {"ptl-h", architecture::intel_gpu_ptl_h},
                           {"ptl-u", architecture::intel_gpu_ptl_u},     {"wcl", architecture::intel_gpu_wcl},
                           {"pvc", architecture::intel_gpu_pvc},         {"dg2", architecture::intel_gpu_dg2_g10},
                           {"mtl", architecture::intel_gpu_mtl_u}};
  for (const Named& named : all)
    if (named.device == device)
      return named.value;
  return architecture::unknown;
}
constexpr std::string_view device_compiled_for(); // device_name.hpp
constexpr architecture compiled_for() { return architecture_named(device_compiled_for()); }

// The rest of a chain of branches. is_taken: whether a branch was taken.
template <bool is_taken>
struct ArchitectureBranch {
  template <architecture... asked, class Function>
  constexpr auto else_if_architecture_is(Function function) const {
    constexpr bool is_this = !is_taken && ((asked == compiled_for()) || ...);
    if constexpr (is_this)
      function();
    return ArchitectureBranch<is_taken || is_this>{};
  }
  template <class Function>
  constexpr void otherwise(Function function) const {
    if constexpr (!is_taken)
      function();
  }
};
} // namespace detail

// Calls the function if the device is one of these; the result has else_if_architecture_is<...>(function) and
// otherwise(function). A function that is not called need not compile for the device.
template <architecture... asked, class Function>
constexpr auto if_architecture_is(Function function) {
  return detail::ArchitectureBranch<false>{}.template else_if_architecture_is<asked...>(function);
}

} // namespace ext::oneapi::experimental

template <>
inline ext::oneapi::experimental::architecture
device::get_info<ext::oneapi::experimental::info::device::architecture>() const {
#ifndef __SYCL_DEVICE_ONLY__
  if (const std::string_view model = detail::model_name(*this); !model.empty())
    return ext::oneapi::experimental::detail::architecture_named(model);
#endif
  return ext::oneapi::experimental::detail::compiled_for();
}
inline bool device::ext_oneapi_architecture_is(ext::oneapi::experimental::architecture asked) const {
  return asked == get_info<ext::oneapi::experimental::info::device::architecture>();
}

} // namespace _V1
} // namespace sycl

#ifdef XEFORGE_DEVICE_IS_NAMED_LATER
#define XEFORGE_HEADER_TO_NAME_DEVICE <sycl/detail/device_name.hpp>
#else
#include "sycl/detail/device_name.hpp"
#endif
