// sycl::handler: describes the single action of a command group and its dependencies.
#pragma once

#include "sycl/accessor.hpp"
#include "sycl/detail/command.hpp"
#include "sycl/detail/kernel_captures.hpp"
#include "sycl/detail/launch.hpp"
#include "sycl/detail/sizes.hpp"
#include "sycl/event.hpp"
#include "sycl/interop_handle.hpp"
#include "sycl/kernel_bundle.hpp"
#include "sycl/nd_range.hpp"
#include "xeforge/base/refused.hpp"

#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {
inline namespace _V1 {

class queue;

namespace detail {
// The type of a property list contains all its information.
template <class T>
concept KernelProperties = std::is_class_v<T> && std::is_empty_v<T>;
} // namespace detail

class handler {
public:
  handler(const handler&) = delete;
  handler& operator=(const handler&) = delete;

  void depends_on(const event& dependency) { command_.wait_for(dependency.command_); }
  void depends_on(const std::vector<event>& dependencies) {
    for (const event& each : dependencies)
      depends_on(each);
  }
  // Without events: after everything that was submitted to the queue before.
  void ext_oneapi_barrier() {
    command_.wait_for_everything_before();
    command_.do_nothing();
  }
  void ext_oneapi_barrier(const std::vector<event>& dependencies) {
    depends_on(dependencies);
    command_.do_nothing();
  }

  template <class T, int D, access_mode Mode, target Target, access::placeholder P>
  void require(const accessor<T, D, Mode, Target, P>& used) {
    expect_of_a_buffer("require", used);
    command_.use(*used.used_, detail::only_reads<Mode> ? detail::Use::read : detail::Use::write);
  }

  // ---- constants and bundles
  template <auto& Id>
  void set_specialization_constant(const detail::specialization_value_t<Id>& value) {
    has_constants_ = true;
    expect_one_source_of_constants();
    detail::set_specialization_value<Id>(command_.data().constants, value);
  }
  template <auto& Id>
  detail::specialization_value_t<Id> get_specialization_constant() {
#ifdef __SYCL_DEVICE_ONLY__
    return detail::specialization_value<Id>(nullptr); // the host's side of a launch, which nothing runs here
#else
    return detail::specialization_value<Id>(&command_.data().constants);
#endif
  }
  template <bundle_state State>
  void use_kernel_bundle(const kernel_bundle<State>& bundle) {
    has_bundle_ = true;
    expect_one_source_of_constants();
    command_.data().constants.add(bundle.detail_constants());
  }

  // ---- kernels
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel> single_task(const Kernel& kernel) {
    detail::launch_single<Name, detail::NoProperties>(command_, kernel);
  }
  template <class Name = detail::Unnamed, detail::KernelProperties Properties, class Kernel>
  detail::launched_t<Kernel> single_task(const Properties&, const Kernel& kernel) {
    detail::launch_single<Name, Properties>(command_, kernel);
  }

  // kernel takes an item<D>, an id<D>, or what an item converts to, and perhaps a kernel_handler.
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel> parallel_for(range<1> extent, const Kernel& kernel) {
    detail::launch_range<Name, detail::NoProperties>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel> parallel_for(range<2> extent, const Kernel& kernel) {
    detail::launch_range<Name, detail::NoProperties>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel> parallel_for(range<3> extent, const Kernel& kernel) {
    detail::launch_range<Name, detail::NoProperties>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, detail::KernelProperties Properties, class Kernel>
  detail::launched_t<Kernel> parallel_for(range<1> extent, const Properties&, const Kernel& kernel) {
    detail::launch_range<Name, Properties>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, detail::KernelProperties Properties, class Kernel>
  detail::launched_t<Kernel> parallel_for(range<2> extent, const Properties&, const Kernel& kernel) {
    detail::launch_range<Name, Properties>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, detail::KernelProperties Properties, class Kernel>
  detail::launched_t<Kernel> parallel_for(range<3> extent, const Properties&, const Kernel& kernel) {
    detail::launch_range<Name, Properties>(command_, extent, kernel);
  }

  // kernel takes an nd_item<D>, or in older programs an item<D> or id<D>, and perhaps a kernel_handler. Throws
  // errc::nd_range unless the local size divides the global size in each dimension and is between 1 and
  // max_work_group_size in all.
  template <class Name = detail::Unnamed, int D, class Kernel>
  detail::launched_t<Kernel> parallel_for(nd_range<D> extent, const Kernel& kernel) {
    detail::launch_groups<Name, detail::NoProperties>(command_, extent, kernel);
  }
  template <class Name = detail::Unnamed, int D, detail::KernelProperties Properties, class Kernel>
  detail::launched_t<Kernel> parallel_for(nd_range<D> extent, const Properties&, const Kernel& kernel) {
    detail::launch_groups<Name, Properties>(command_, extent, kernel);
  }

  XEFORGE_REFUSED_BEGIN
  template <class = detail::Unnamed, int D, class Kernel>
  void parallel_for(range<D>, id<D>, const Kernel&) =
      delete ("parallel_for: there are no offsets here; add the offset to the ids in the kernel");
  template <class...>
  void
  parallel_for_work_group(...) = delete ("parallel_for_work_group: use parallel_for over an nd_range, and barrier()");
  XEFORGE_REFUSED_END

  // task() or task(interop_handle), on a thread of the host.
  template <class Given>
  void host_task(Given&& task) {
    using Task = std::decay_t<Given>;
    ::new (command_.storage_for(sizeof(Task), alignof(Task))) Task(std::forward<Given>(task));
    if constexpr (!std::is_trivially_destructible_v<Task>)
      command_.destroy_with([](void* object) { static_cast<Task*>(object)->~Task(); });
    command_.call_on_host([](void* object) {
      Task& kept = *static_cast<Task*>(object);
      if constexpr (std::is_invocable_v<Task&>)
        kept();
      else
        kept(interop_handle());
    });
  }

  // ---- memory
  void memcpy(void* destination, const void* source, std::size_t bytes) { command_.copy(destination, source, bytes); }
  void memset(void* destination, int value, std::size_t bytes) { command_.set(destination, value, bytes); }
  void prefetch(const void*, std::size_t) { command_.do_nothing(); }
  void mem_advise(const void*, std::size_t, int) { command_.do_nothing(); }
  template <class T>
  void copy(const T* source, T* destination, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    command_.copy(destination, source, detail::checked_bytes("copy", range<1>(count), sizeof(T)));
  }
  template <class T>
  void fill(void* destination, const T& pattern, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<T>);
    detail::checked_bytes("fill", range<1>(count), sizeof(T));
    command_.fill(destination, &pattern, sizeof(T), count);
  }

  // The vendor's extension: rows of `width` bytes, or elements, at distances of the pitches in the same unit, which are
  // not below the width.
  void ext_oneapi_memcpy2d(void* destination, std::size_t destination_pitch, const void* source,
                           std::size_t source_pitch, std::size_t width, std::size_t height) {
    command_.copy_rows(destination, destination_pitch, source, source_pitch, width, height);
  }
  template <class T>
  void ext_oneapi_copy2d(const T* source, std::size_t source_pitch, T* destination, std::size_t destination_pitch,
                         std::size_t width, std::size_t height) {
    static_assert(std::is_trivially_copyable_v<T>);
    command_.copy_rows(destination, row_bytes<T>(destination_pitch), source, row_bytes<T>(source_pitch),
                       row_bytes<T>(width), height);
  }
  void ext_oneapi_memset2d(void* destination, std::size_t pitch, int value, std::size_t width, std::size_t height) {
    const auto byte = static_cast<unsigned char>(value);
    command_.fill_rows(destination, pitch, &byte, 1, width, height);
  }
  template <class T>
  void ext_oneapi_fill2d(void* destination, std::size_t pitch, const T& pattern, std::size_t width,
                         std::size_t height) {
    static_assert(std::is_trivially_copyable_v<T>);
    command_.fill_rows(destination, row_bytes<T>(pitch), &pattern, sizeof(T), row_bytes<T>(width), height);
  }

  // The elements of an accessor, in row-major order, to adjacent elements, the other way, and to those of another.
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class U>
  void copy(const accessor<T, D, Mode, Target, P>& source, U* destination) {
    static_assert(can_be_read<Mode>, "copy: the source is an accessor that only writes");
    expect_given(source);
    const detail::BlockShape shape = source.block_shape();
    command_.copy(packed(destination, shape), source.block(), shape);
  }
  template <class U, class T, int D, access_mode Mode, target Target, access::placeholder P>
  void copy(const U* source, const accessor<T, D, Mode, Target, P>& destination) {
    static_assert(!detail::only_reads<Mode>, "copy: the destination is an accessor that only reads");
    expect_given(destination);
    const detail::BlockShape shape = destination.block_shape();
    command_.copy(destination.block(), packed(source, shape), shape);
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class U>
  void copy(const accessor<T, D, Mode, Target, P>& source, const std::shared_ptr<U>& destination) {
    copy(source, destination.get());
  }
  template <class U, class T, int D, access_mode Mode, target Target, access::placeholder P>
  void copy(const std::shared_ptr<U>& source, const accessor<T, D, Mode, Target, P>& destination) {
    copy(static_cast<const U*>(source.get()), destination);
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class U, int E,
            access_mode OtherMode, target OtherTarget, access::placeholder Q>
  void copy(const accessor<T, D, Mode, Target, P>& source,
            const accessor<U, E, OtherMode, OtherTarget, Q>& destination) {
    static_assert(can_be_read<Mode>, "copy: the source is an accessor that only writes");
    static_assert(!detail::only_reads<OtherMode>, "copy: the destination is an accessor that only reads");
    expect_given(source);
    expect_given(destination);
    const detail::BlockShape shape = source.block_shape(), room = destination.block_shape();
    if (room.row_bytes < shape.row_bytes || room.rows < shape.rows || room.planes < shape.planes)
      detail::throw_buffer_error("copy", "a destination smaller than the source", "one of at least its range");
    command_.copy(destination.block(), source.block(), shape);
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P>
  void fill(const accessor<T, D, Mode, Target, P>& destination, const std::type_identity_t<T>& value) {
    static_assert(!detail::only_reads<Mode>, "fill: the accessor only reads");
    expect_given(destination);
    command_.fill(destination.block(), destination.block_shape(), &value, sizeof(T));
  }
  // Into the program's memory that the buffer was made from.
  template <class T, int D, access_mode Mode, target Target, access::placeholder P>
  void update_host(const accessor<T, D, Mode, Target, P>& used) {
    expect_of_a_buffer("update_host", used);
    expect_given(used);
    command_.update_host(*used.used_);
  }

  template <class... Arguments>
  void set_args(Arguments&&...) {} // kernels are functions of the program: their captures are their arguments

private:
  friend queue;
  friend detail::Command& detail::command_of(handler& commands);
  [[gnu::always_inline]] explicit handler(const std::shared_ptr<detail::QueueState>& state) : command_(state) {}

  template <access_mode Mode>
  static constexpr bool can_be_read = Mode == access_mode::read || Mode == access_mode::read_write;

  template <class Accessor>
  static void expect_of_a_buffer(const char* what, const Accessor& used) {
    if (used.used_ == nullptr)
      detail::throw_buffer_error(what, "an accessor of no buffer", "one that was made of a buffer");
  }
  void expect_one_source_of_constants() const {
    if (has_constants_ && has_bundle_)
      detail::throw_buffer_error("specialization constants", "set_specialization_constant and use_kernel_bundle",
                                 "one of them for a command");
  }
  template <class Accessor>
  void expect_given(const Accessor& used) const {
    if (used.is_placeholder())
      command_.expect_use(*used.used_);
  }
  template <class T>
  static std::size_t row_bytes(std::size_t elements) {
    return detail::checked_bytes("a row", range<1>(elements), sizeof(T));
  }
  template <class U>
  static detail::Block packed(const U* start, const detail::BlockShape& shape) {
    return {reinterpret_cast<std::byte*>(const_cast<std::remove_const_t<U>*>(start)), shape.row_bytes,
            shape.row_bytes * shape.rows};
  }

  detail::Command command_;
  bool has_constants_ = false, has_bundle_ = false;
};

namespace detail {
inline Command& command_of(handler& commands) { return commands.command_; }
} // namespace detail

} // namespace _V1
} // namespace sycl
