// Host back end of detail/launch.hpp: copies the kernel into its command and instantiates, for each kernel type, the
// one function that the runtime calls: for a span of items of a range, for one item of an nd_range. Its name contains
// the kernel's type, so kernels built for different instruction sets under different names never share one.
#pragma once

#include "sycl/detail/command.hpp"
#include "sycl/detail/item_builder.hpp"
#include "xeforge/machine/kernel_names.hpp"
#include "xeforge/machine/refusals.hpp"
#include "xeforge/runtime/launch.hpp"
#ifdef XEFORGE_DEVICE_CODE
#include "xeforge/devices/kernel_record.hpp"
#ifndef XEFORGE_SOURCE_IS_NAMED_LATER // precompiled headers
#include "sycl/detail/source_name.hpp"
#endif
#endif
#ifdef XEFORGE_CHECK
#include "xeforge/machine/checks.hpp"
#endif

#include <new>
#include <type_traits>

namespace sycl {
inline namespace _V1 {
namespace detail {

template <int D>
[[gnu::always_inline]] inline xeforge::runtime::Extents extents_of(const range<D>& extent) {
  return {extent[0], D > 1 ? extent[D > 1 ? 1 : 0] : 1, D > 2 ? extent[D > 2 ? 2 : 0] : 1};
}

// In a program built with device code, a constant that says which kernel in it corresponds to `run`; it adds no
// instruction.
#ifdef XEFORGE_DEVICE_CODE
namespace {
extern const char* const source_name;
}
template <class Name, class Kernel, int D, auto run, bool takes_constants>
struct KernelRecorder {
  using Record = xeforge::devices::KernelRecord;
  template <class Member>
  static constexpr Member run_as() {
    if constexpr (std::is_same_v<Member, decltype(run)>)
      return run;
    else
      return nullptr;
  }
#ifdef __GXX_RTTI
  static constexpr const std::type_info* name = &typeid(Name*);
#else
  static constexpr const std::type_info* name = nullptr;
#endif
  [[gnu::section("xeforge_kernels"), gnu::used, gnu::retain]] static inline const Record record = {
      run_as<decltype(Record::run_item)>(),
      run_as<decltype(Record::run_span)>(),
      name,
      source_name,
      sizeof(Kernel),
      D,
      takes_constants};
};
template <class Name, class Kernel, int D, auto run, bool takes_constants>
[[gnu::always_inline]] inline void record_kernel() {
  static_cast<void>(&KernelRecorder<KernelName<Name, Kernel>, Kernel, D, run, takes_constants>::record);
}
#else
template <class Name, class Kernel, int D, auto run, bool takes_constants>
[[gnu::always_inline]] inline void record_kernel() {}
#endif

// The name of a kernel for messages and for the recorder.
#ifdef XEFORGE_NAMES_KERNELS
template <class Name>
[[gnu::always_inline]] inline const char* signature_with() {
  return __PRETTY_FUNCTION__;
}
template <class Name, class Kernel, class Run>
[[gnu::always_inline]] inline void name_kernel(Run run, std::size_t bytes) {
  using Named = std::conditional_t<std::is_same_v<Name, Unnamed>, Kernel, Name>;
  xeforge::machine::tell_of_kernel<Kernel>(reinterpret_cast<const void*>(run), signature_with<Named>(), bytes);
#ifdef XEFORGE_CHECK
  xeforge::machine::checks::kernel_is_checked(reinterpret_cast<const void*>(run));
#endif
}
#else
template <class Name, class Kernel, class Run>
[[gnu::always_inline]] inline void name_kernel(Run, std::size_t) {}
#endif

// In a checked program the start of each item of a range, and barriers, are reported.
#ifdef XEFORGE_CHECK
[[gnu::always_inline]] inline void begin_item(std::size_t number) { xeforge::machine::checks::begin_item(number); }
[[gnu::always_inline]] inline void wait_for_group() {
  namespace checks = xeforge::machine::checks;
  xeforge::machine::HardwareThread* const thread = xeforge::machine::this_thread();
  if (thread == nullptr)
    xeforge::machine::refuse_without_group("barrier");
  [[clang::nomerge]] checks::barrier_signal();
  [[clang::nomerge]] checks::barrier_wait();
  thread->barrier(*thread);
  checks::barrier_passed();
}
#else
[[gnu::always_inline]] inline void begin_item(std::size_t) {}
#endif

// A kernel as its command keeps it.
template <class Kernel>
struct KeptKernel {
  Kernel kernel;
  const LaunchData* data; // of the command

  static void destroy(void* object) { static_cast<KeptKernel*>(object)->~KeptKernel(); }
};

template <class Kernel>
[[gnu::always_inline]] inline const KeptKernel<Kernel>* keep(Command& command, const Kernel& kernel) {
  using Kept = KeptKernel<Kernel>;
  const auto* const kept = ::new (command.storage_for(sizeof(Kept), alignof(Kept))) Kept{kernel, &command.data()};
  if constexpr (!std::is_trivially_destructible_v<Kernel>)
    command.destroy_with(&Kept::destroy);
  return kept;
}

// A group of its own, so that it has shared local memory and barriers.
template <class Kernel>
struct SingleOnHost {
  static void run_item(const void* object, const xeforge::machine::HardwareThread&) {
    const auto& kept = *static_cast<const KeptKernel<Kernel>*>(object);
    call_kernel(kept.kernel, &kept.data->constants);
  }
};

template <class Kernel, int D>
struct RangeOnHost {
  // Divides once per span and counts up inside it.
  static void run_span(const void* object, const std::size_t* extent, std::size_t first, std::size_t last) {
    const auto& kept = *static_cast<const KeptKernel<Kernel>*>(object);
    range<D> full;
    id<D> index;
    std::size_t rest = first;
    for (int d = D - 1; d > 0; --d) {
      full[d] = extent[d];
      index[d] = rest % extent[d];
      rest /= extent[d];
    }
    full[0] = extent[0];
    index[0] = rest;
    std::size_t linear = first;
    const xeforge::machine::LeavesItem leaves(linear, last);
    for (; linear < last; ++linear) {
      begin_item(linear);
      call_with_item<D>(kept.kernel, &kept.data->constants, index, full);
      int d = D - 1;
      for (++index[d]; d > 0 && index[d] == full[d]; ++index[d]) {
        index[d] = 0;
        --d;
      }
    }
  }
};

struct HostCoordinates {
  [[gnu::always_inline]] std::size_t group_id(int d) const { return thread.group_id[d]; }
  [[gnu::always_inline]] std::size_t group_range(int d) const { return thread.group_range[d]; }
  [[gnu::always_inline]] std::size_t local_id(int d) const { return thread.local_id[d]; }
  [[gnu::always_inline]] std::size_t local_range(int d) const { return thread.local_range[d]; }

  const xeforge::machine::HardwareThread& thread;
};

// The position of the calling item.
template <int D>
[[gnu::always_inline]] inline nd_item<D> this_nd_item(const char* asked) {
  const xeforge::machine::HardwareThread* const thread = xeforge::machine::this_thread();
  if (thread == nullptr) [[unlikely]]
    xeforge::machine::refuse_without_group(asked);
  return ItemBuilder::nd_item<D>(HostCoordinates{*thread});
}

template <class Kernel, int D>
struct GroupsOnHost {
  static void run_item(const void* object, const xeforge::machine::HardwareThread& thread) {
    const auto& kept = *static_cast<const KeptKernel<Kernel>*>(object);
    if (kept.data->local_bytes > *thread.slm_size) [[unlikely]]
      *thread.slm_size = kept.data->local_bytes;
    call_with_nd_item<D>(kept.kernel, &kept.data->constants, ItemBuilder::nd_item<D>(HostCoordinates{thread}));
  }
};

template <class Name, class Properties, class Kernel>
[[gnu::always_inline]] inline void launch_single(Command& command, const Kernel& kernel) {
  record_kernel<Name, Kernel, 1, &SingleOnHost<Kernel>::run_item, takes_handler_v<Kernel>>();
  name_kernel<Name, Kernel>(&SingleOnHost<Kernel>::run_item, sizeof(KeptKernel<Kernel>));
  command.run_groups(keep(command, kernel), &SingleOnHost<Kernel>::run_item, {1, 1, 1}, {1, 1, 1});
}

template <class Name, class Properties, int D, class Kernel>
[[gnu::always_inline]] inline void launch_range(Command& command, const range<D>& extent, const Kernel& kernel) {
  record_kernel<Name, Kernel, D, &RangeOnHost<Kernel, D>::run_span, takes_handler_in_range<Kernel, D>()>();
  name_kernel<Name, Kernel>(&RangeOnHost<Kernel, D>::run_span, sizeof(KeptKernel<Kernel>));
  command.run({keep(command, kernel), &RangeOnHost<Kernel, D>::run_span, extents_of(extent)});
}

template <class Name, class Properties, int D, class Kernel>
[[gnu::always_inline]] inline void launch_groups(Command& command, const nd_range<D>& extent, const Kernel& kernel) {
  record_kernel<Name, Kernel, D, &GroupsOnHost<Kernel, D>::run_item, takes_handler_in_groups<Kernel, D>()>();
  name_kernel<Name, Kernel>(&GroupsOnHost<Kernel, D>::run_item, sizeof(KeptKernel<Kernel>));
  command.run_groups(keep(command, kernel), &GroupsOnHost<Kernel, D>::run_item, extents_of(extent.get_global_range()),
                     extents_of(extent.get_local_range()));
}

} // namespace detail
} // namespace _V1
} // namespace sycl
