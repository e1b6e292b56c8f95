// Which device architecture a program runs on, in the vendor's extension. The host device answers with the device that
// kernels are compiled for by default, whose features it has.
#pragma once

#include "sycl/device.hpp"

namespace sycl {
inline namespace _V1 {
namespace ext::oneapi::experimental {

enum class architecture {
  unknown,
  x86_64,
  intel_gpu_tgllp,
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

} // namespace ext::oneapi::experimental

template <>
inline ext::oneapi::experimental::architecture
device::get_info<ext::oneapi::experimental::info::device::architecture>() const {
  return ext::oneapi::experimental::architecture::intel_gpu_bmg_g21;
}
inline bool device::ext_oneapi_architecture_is(ext::oneapi::experimental::architecture asked) const {
  return asked == get_info<ext::oneapi::experimental::info::device::architecture>();
}

} // namespace _V1
} // namespace sycl
