// Kernel bundles. Kernels are compiled with the program, so a bundle has nothing to build: it names kernels, and
// carries values of specialization constants.
#pragma once

#include "sycl/context.hpp"
#include "sycl/detail/identity.hpp"
#include "sycl/detail/launch_data.hpp"
#include "sycl/device.hpp"
#include "sycl/kernel_handler.hpp"

#include <cstdint>
#include <string>
#include <typeinfo>
#include <vector>

namespace sycl {
inline namespace _V1 {

enum class bundle_state { input, object, executable };

class queue;
template <bundle_state State>
class kernel_bundle;

namespace detail {
struct KernelAccess;

// One address for each kernel name.
template <class Name>
struct KernelIdentity {
  static constexpr char mark = 0;
};
} // namespace detail

class kernel_id {
public:
  const char* get_name() const noexcept { return name_; }
  const void* identity() const { return mark_; }
  friend bool operator==(const kernel_id& a, const kernel_id& b) { return a.mark_ == b.mark_; }

private:
  friend detail::KernelAccess;
  kernel_id(const char* mark, const char* name) : mark_(mark), name_(name) {}

  const char* mark_;
  const char* name_;
};

class kernel {
public:
  context get_context() const { return context(); }
  kernel_bundle<bundle_state::executable> get_kernel_bundle() const;
  template <class Param>
  typename Param::return_type get_info(const device& of) const {
    return Param::value(of);
  }
  template <class Param>
  typename Param::return_type get_info() const {
    return Param::value();
  }
  template <class Param, class... Arguments>
  typename Param::return_type ext_oneapi_get_info(const queue&, const Arguments&...) const {
    return Param::value();
  }
  template <class Param, class... Arguments>
  typename Param::return_type ext_oneapi_get_info(const Arguments&...) const {
    return Param::value();
  }

private:
  friend detail::KernelAccess;
  kernel() = default;
};

namespace detail {
struct KernelAccess {
  template <class Name>
  static kernel_id id() {
    return kernel_id(&KernelIdentity<Name>::mark, __PRETTY_FUNCTION__);
  }
  static sycl::kernel kernel() { return {}; }
};
std::size_t most_group_items(const device& of); // that every kernel can be launched with
std::size_t most_groups_at_once();
} // namespace detail

template <class Name>
kernel_id get_kernel_id() {
  return detail::KernelAccess::id<Name>();
}

template <bundle_state State>
class kernel_bundle {
public:
  kernel_bundle() = default;
  template <bundle_state Other>
  explicit kernel_bundle(const kernel_bundle<Other>& other) : constants_(other.constants_) {}

  bool empty() const noexcept { return false; }
  context get_context() const noexcept { return context(); }
  std::vector<device> get_devices() const noexcept { return {device()}; }
  bool has_kernel(const kernel_id&) const noexcept { return true; }
  bool has_kernel(const kernel_id&, const device&) const noexcept { return true; }
  template <class Name>
  bool has_kernel() const noexcept {
    return true;
  }
  kernel get_kernel(const kernel_id&) const { return detail::KernelAccess::kernel(); }
  template <class Name>
  kernel get_kernel() const {
    return detail::KernelAccess::kernel();
  }

  template <auto& Id>
  bool has_specialization_constant() const noexcept {
    return true;
  }
  bool contains_specialization_constants() const noexcept { return true; }
  bool native_specialization_constant() const noexcept { return false; }
  template <auto& Id>
  void set_specialization_constant(const detail::specialization_value_t<Id>& value) {
    detail::set_specialization_value<Id>(constants_, value);
  }
  template <auto& Id>
  detail::specialization_value_t<Id> get_specialization_constant() const {
#ifdef __SYCL_DEVICE_ONLY__
    return detail::specialization_value<Id>(nullptr); // the host's side of a launch, which nothing runs here
#else
    return detail::specialization_value<Id>(&constants_);
#endif
  }

  const detail::SpecializationValues& detail_constants() const { return constants_; } // for handler

private:
  template <bundle_state Any>
  friend kernel_bundle<Any> join(const std::vector<kernel_bundle<Any>>& bundles);
  template <bundle_state Other>
  friend class kernel_bundle;

  detail::SpecializationValues constants_;
};

inline kernel_bundle<bundle_state::executable> kernel::get_kernel_bundle() const { return {}; }

// Each bundle has all kernels.
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context&) {
  return {};
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context&, const std::vector<device>&) {
  return {};
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context&, const std::vector<kernel_id>&) {
  return {};
}
template <bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context&, const std::vector<device>&, const std::vector<kernel_id>&) {
  return {};
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context&) {
  return {};
}
template <class Name, bundle_state State>
kernel_bundle<State> get_kernel_bundle(const context&, const std::vector<device>&) {
  return {};
}
template <bundle_state State>
bool has_kernel_bundle(const context&) {
  return true;
}
template <bundle_state State>
bool has_kernel_bundle(const context&, const std::vector<device>&) {
  return true;
}
template <bundle_state State>
bool has_kernel_bundle(const context&, const std::vector<kernel_id>&) {
  return true;
}
template <bundle_state State>
bool has_kernel_bundle(const context&, const std::vector<device>&, const std::vector<kernel_id>&) {
  return true;
}
template <class Name, bundle_state State>
bool has_kernel_bundle(const context&) {
  return true;
}
template <class Name, bundle_state State>
bool has_kernel_bundle(const context&, const std::vector<device>&) {
  return true;
}

inline kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input>& bundle,
                                                     const property_list& = {}) {
  return kernel_bundle<bundle_state::executable>(bundle);
}
inline kernel_bundle<bundle_state::executable> build(const kernel_bundle<bundle_state::input>& bundle,
                                                     const std::vector<device>&, const property_list& = {}) {
  return build(bundle);
}
inline kernel_bundle<bundle_state::object> compile(const kernel_bundle<bundle_state::input>& bundle,
                                                   const property_list& = {}) {
  return kernel_bundle<bundle_state::object>(bundle);
}
inline kernel_bundle<bundle_state::executable> link(const kernel_bundle<bundle_state::object>& bundle,
                                                    const property_list& = {}) {
  return kernel_bundle<bundle_state::executable>(bundle);
}
template <bundle_state State>
kernel_bundle<State> join(const std::vector<kernel_bundle<State>>& bundles) {
  kernel_bundle<State> joined;
  for (const kernel_bundle<State>& bundle : bundles)
    joined.constants_.add(bundle.constants_);
  return joined;
}
inline bool is_compatible(const std::vector<kernel_id>&, const device&) { return true; }
template <class Name>
bool is_compatible(const device&) {
  return true;
}

namespace info::kernel_device_specific {
struct work_group_size {
  using return_type = std::size_t;
  static return_type value(const sycl::device& of) { return sycl::detail::most_group_items(of); }
};
struct preferred_work_group_size_multiple {
  using return_type = std::size_t;
  static return_type value(const sycl::device&) { return 1; }
};
struct max_sub_group_size {
  using return_type = std::uint32_t;
  static return_type value(const sycl::device&) { return 1; }
};
struct max_num_sub_groups {
  using return_type = std::uint32_t;
  static return_type value(const sycl::device& of) {
    return static_cast<return_type>(sycl::detail::most_group_items(of));
  }
};
struct private_mem_size {
  using return_type = std::size_t;
  static return_type value(const sycl::device&) { return 0; }
};
} // namespace info::kernel_device_specific

// How many groups of a kernel may wait for one another: as many as run at once.
namespace ext::oneapi::experimental::info {
namespace kernel_queue_specific {
struct max_num_work_groups {
  using return_type = std::size_t;
  static return_type value() { return sycl::detail::most_groups_at_once(); }
};
struct max_num_work_group_sync : max_num_work_groups {};
} // namespace kernel_queue_specific
namespace kernel_device_specific {
using max_num_work_groups = kernel_queue_specific::max_num_work_groups;
using max_num_work_group_sync = kernel_queue_specific::max_num_work_group_sync;
} // namespace kernel_device_specific
} // namespace ext::oneapi::experimental::info

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::kernel_id> : sycl::detail::IdentityHash {};
