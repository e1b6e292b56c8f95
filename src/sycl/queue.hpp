// sycl::queue. A submitted command runs asynchronously: on the thread that waits for it, or on the queue's own
// (detail/scheduler.hpp). In an in-order queue each command waits for the previous one; in any queue it waits for its
// events and for conflicting users of its buffers. Copies of a queue are the same queue; destroying the last one waits
// for all commands.
#pragma once

#include "sycl/context.hpp"
#include "sycl/detail/identity.hpp"
#include "sycl/device.hpp"
#include "sycl/event.hpp"
#include "sycl/exception.hpp"
#include "sycl/handler.hpp"
#include "sycl/property_list.hpp"

#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace sycl {
inline namespace _V1 {

namespace detail {
// Arguments that may come between a range and a kernel.
template <class T>
concept AfterOrProperties = std::is_convertible_v<const T&, const event&> ||
                            std::is_convertible_v<const T&, const std::vector<event>&> || KernelProperties<T>;
} // namespace detail

class queue {
public:
  explicit queue(const property_list& properties = {}) : queue(async_handler(), properties) {}
  explicit queue(const async_handler& handler, const property_list& properties = {})
      : queue(device(), handler, properties) {}
  explicit queue(const device& on, const property_list& properties = {}) : queue(on, async_handler(), properties) {}
  explicit queue(const device& on, const async_handler& handler, const property_list& properties = {});
  explicit queue(const context& whole, const device& on, const property_list& properties = {})
      : queue(detail::device_of(whole, on), whole.handler_, properties) {}
  explicit queue(const context& whole, const device& on, const async_handler& handler,
                 const property_list& properties = {})
      : queue(detail::device_of(whole, on), handler, properties) {}
  template <detail::DeviceSelector Selector>
  explicit queue(const Selector& selector, const property_list& properties = {})
      : queue(device(selector), properties) {}
  template <detail::DeviceSelector Selector>
  explicit queue(const Selector& selector, const async_handler& handler, const property_list& properties = {})
      : queue(device(selector), handler, properties) {}
  template <detail::DeviceSelector Selector>
  explicit queue(const context& whole, const Selector& selector, const property_list& properties = {})
      : queue(whole, device(selector), properties) {}
  template <detail::DeviceSelector Selector>
  explicit queue(const context& whole, const Selector& selector, const async_handler& handler,
                 const property_list& properties = {})
      : queue(whole, device(selector), handler, properties) {}
  explicit queue(const device_selector& selector, const property_list& properties = {})
      : queue(device(selector), properties) {}
  explicit queue(const device_selector& selector, const async_handler& handler, const property_list& properties = {})
      : queue(device(selector), handler, properties) {}

  queue(const queue&);
  queue(queue&&) noexcept;
  queue& operator=(const queue&);
  queue& operator=(queue&&) noexcept;
  ~queue();
  friend bool operator==(const queue& a, const queue& b) { return a.state_ == b.state_; }
  friend void free(void*, const queue&); // waits, without reporting the failures of commands

  const void* identity() const { return state_.get(); }

  device get_device() const;
  context get_context() const { return context(get_device()); }
  backend get_backend() const noexcept { return get_device().get_backend(); }
  template <class Param>
  typename Param::return_type get_info() const = delete;
  bool is_in_order() const { return has_property<property::queue::in_order>(); }
  template <class Property>
  bool has_property() const {
    return properties().has_property<Property>();
  }
  template <class Property>
  Property get_property() const {
    return properties().get_property<Property>();
  }

  // Waits for everything that was submitted. Without an async_handler, throws the first error of a kernel.
  void wait() const;
  // Also hands the errors to the async_handler.
  void wait_and_throw() const;
  void throw_asynchronous() const;
  bool ext_oneapi_empty() const;
  event ext_oneapi_submit_barrier() {
    return submit([](handler& commands) { commands.ext_oneapi_barrier(); });
  }
  event ext_oneapi_submit_barrier(const std::vector<event>& after) {
    return submit([&](handler& commands) { commands.ext_oneapi_barrier(after); });
  }

  // group(handler&) names one action.
  template <class CommandGroup>
  event submit(CommandGroup&& group) {
    handler commands(state_);
    group(commands);
    return commands.command_.submit();
  }
  // The second queue is a fallback for devices that fail; it is not needed here.
  template <class CommandGroup>
  event submit(CommandGroup&& group, const queue&) {
    return submit(std::forward<CommandGroup>(group));
  }

  // after: an event or a vector of events, or instead the kernel's properties.
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> single_task(const Kernel& kernel) {
    return submit([&](handler& commands) { commands.single_task<Name>(kernel); });
  }
  template <class Name = detail::Unnamed, detail::AfterOrProperties After, class Kernel>
  detail::launched_t<Kernel, event> single_task(const After& after, const Kernel& kernel) {
    return launch_after(after, [&](handler& commands, const auto&... properties) {
      commands.single_task<Name>(properties..., kernel);
    });
  }
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> single_task(const std::vector<event>& after, const Kernel& kernel) {
    return launch_after(after, [&](handler& commands) { commands.single_task<Name>(kernel); });
  }

  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<1> extent, const Kernel& kernel) {
    return submit([&](handler& commands) { commands.parallel_for<Name>(extent, kernel); });
  }
  template <class Name = detail::Unnamed, detail::AfterOrProperties After, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<1> extent, const After& after, const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<1> extent, const std::vector<event>& after,
                                                 const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }
  XEFORGE_REFUSED_BEGIN
  template <class = detail::Unnamed, int D, class Kernel>
  event parallel_for(range<D>, id<D>, const Kernel&) =
      delete ("parallel_for: there are no offsets here; add the offset to the ids in the kernel");
  XEFORGE_REFUSED_END
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<2> extent, const Kernel& kernel) {
    return submit([&](handler& commands) { commands.parallel_for<Name>(extent, kernel); });
  }
  template <class Name = detail::Unnamed, detail::AfterOrProperties After, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<2> extent, const After& after, const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<2> extent, const std::vector<event>& after,
                                                 const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<3> extent, const Kernel& kernel) {
    return submit([&](handler& commands) { commands.parallel_for<Name>(extent, kernel); });
  }
  template <class Name = detail::Unnamed, detail::AfterOrProperties After, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<3> extent, const After& after, const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(range<3> extent, const std::vector<event>& after,
                                                 const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, int D, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(nd_range<D> extent, const Kernel& kernel) {
    return submit([&](handler& commands) { commands.parallel_for<Name>(extent, kernel); });
  }
  template <class Name = detail::Unnamed, int D, detail::AfterOrProperties After, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(nd_range<D> extent, const After& after, const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, int D, class Kernel>
  detail::launched_t<Kernel, event> parallel_for(nd_range<D> extent, const std::vector<event>& after,
                                                 const Kernel& kernel) {
    return parallel_for_after<Name>(extent, after, kernel);
  }

  // ---- memory, optionally after an event or a vector of events
  template <class... After>
  event memcpy(void* destination, const void* source, std::size_t bytes, const After&... after) {
    return submit_after([&](handler& commands) { commands.memcpy(destination, source, bytes); }, after...);
  }
  event memcpy(void* destination, const void* source, std::size_t bytes, const std::vector<event>& after) {
    return submit_after([&](handler& commands) { commands.memcpy(destination, source, bytes); }, after);
  }
  template <class... After>
  event memset(void* destination, int value, std::size_t bytes, const After&... after) {
    return submit_after([&](handler& commands) { commands.memset(destination, value, bytes); }, after...);
  }
  event memset(void* destination, int value, std::size_t bytes, const std::vector<event>& after) {
    return submit_after([&](handler& commands) { commands.memset(destination, value, bytes); }, after);
  }
  template <class T, class... After>
  event fill(void* destination, const T& pattern, std::size_t count, const After&... after) {
    return submit_after([&](handler& commands) { commands.fill(destination, pattern, count); }, after...);
  }
  template <class T>
  event fill(void* destination, const T& pattern, std::size_t count, const std::vector<event>& after) {
    return submit_after([&](handler& commands) { commands.fill(destination, pattern, count); }, after);
  }
  template <class T, class... After>
  event copy(const T* source, T* destination, std::size_t count, const After&... after) {
    return submit_after([&](handler& commands) { commands.copy(source, destination, count); }, after...);
  }
  template <class T>
  event copy(const T* source, T* destination, std::size_t count, const std::vector<event>& after) {
    return submit_after([&](handler& commands) { commands.copy(source, destination, count); }, after);
  }
  template <class... After>
  event prefetch(const void* memory, std::size_t bytes, const After&... after) {
    return submit_after([&](handler& commands) { commands.prefetch(memory, bytes); }, after...);
  }
  template <class... After>
  event mem_advise(const void* memory, std::size_t bytes, int advice, const After&... after) {
    return submit_after([&](handler& commands) { commands.mem_advise(memory, bytes, advice); }, after...);
  }

  event prefetch(const void* memory, std::size_t bytes, const std::vector<event>& after) {
    return submit_after([&](handler& commands) { commands.prefetch(memory, bytes); }, after);
  }
  event mem_advise(const void* memory, std::size_t bytes, int advice, const std::vector<event>& after) {
    return submit_after([&](handler& commands) { commands.mem_advise(memory, bytes, advice); }, after);
  }

  // ---- elements of accessors, which the command is given (handler)
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class Destination, class... After>
  event copy(const accessor<T, D, Mode, Target, P>& source, const Destination& destination, const After&... after) {
    return submit_after(
        [&](handler& commands) {
          commands.require(source);
          if constexpr (requires { commands.require(destination); })
            commands.require(destination);
          commands.copy(source, destination);
        },
        after...);
  }
  template <class Source, class T, int D, access_mode Mode, target Target, access::placeholder P, class... After>
    requires(std::is_pointer_v<Source> || requires(const Source& source) { source.use_count(); })
  event copy(const Source& source, const accessor<T, D, Mode, Target, P>& destination, const After&... after) {
    return submit_after(
        [&](handler& commands) {
          commands.require(destination);
          commands.copy(source, destination);
        },
        after...);
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class... After>
  event fill(const accessor<T, D, Mode, Target, P>& destination, const std::type_identity_t<T>& value,
             const After&... after) {
    return submit_after(
        [&](handler& commands) {
          commands.require(destination);
          commands.fill(destination, value);
        },
        after...);
  }
  template <class T, int D, access_mode Mode, target Target, access::placeholder P, class... After>
  event update_host(const accessor<T, D, Mode, Target, P>& used, const After&... after) {
    return submit_after(
        [&](handler& commands) {
          commands.require(used);
          commands.update_host(used);
        },
        after...);
  }

  // Rows of memory (handler).
  event ext_oneapi_memcpy2d(void* destination, std::size_t destination_pitch, const void* source,
                            std::size_t source_pitch, std::size_t width, std::size_t height,
                            const std::vector<event>& after = {}) {
    return submit_after(
        [&](handler& commands) {
          commands.ext_oneapi_memcpy2d(destination, destination_pitch, source, source_pitch, width, height);
        },
        after);
  }
  event ext_oneapi_memcpy2d(void* destination, std::size_t destination_pitch, const void* source,
                            std::size_t source_pitch, std::size_t width, std::size_t height, const event& after) {
    return ext_oneapi_memcpy2d(destination, destination_pitch, source, source_pitch, width, height, std::vector{after});
  }
  template <class T>
  event ext_oneapi_copy2d(const T* source, std::size_t source_pitch, T* destination, std::size_t destination_pitch,
                          std::size_t width, std::size_t height, const std::vector<event>& after = {}) {
    return submit_after(
        [&](handler& commands) {
          commands.ext_oneapi_copy2d(source, source_pitch, destination, destination_pitch, width, height);
        },
        after);
  }
  template <class T>
  event ext_oneapi_copy2d(const T* source, std::size_t source_pitch, T* destination, std::size_t destination_pitch,
                          std::size_t width, std::size_t height, const event& after) {
    return ext_oneapi_copy2d(source, source_pitch, destination, destination_pitch, width, height, std::vector{after});
  }
  event ext_oneapi_memset2d(void* destination, std::size_t pitch, int value, std::size_t width, std::size_t height,
                            const std::vector<event>& after = {}) {
    return submit_after(
        [&](handler& commands) { commands.ext_oneapi_memset2d(destination, pitch, value, width, height); }, after);
  }
  event ext_oneapi_memset2d(void* destination, std::size_t pitch, int value, std::size_t width, std::size_t height,
                            const event& after) {
    return ext_oneapi_memset2d(destination, pitch, value, width, height, std::vector{after});
  }
  template <class T>
  event ext_oneapi_fill2d(void* destination, std::size_t pitch, const T& pattern, std::size_t width, std::size_t height,
                          const std::vector<event>& after = {}) {
    return submit_after(
        [&](handler& commands) { commands.ext_oneapi_fill2d(destination, pitch, pattern, width, height); }, after);
  }
  template <class T>
  event ext_oneapi_fill2d(void* destination, std::size_t pitch, const T& pattern, std::size_t width, std::size_t height,
                          const event& after) {
    return ext_oneapi_fill2d(destination, pitch, pattern, width, height, std::vector{after});
  }

private:
  // Inlined with everything it calls: an out-of-line function would be shared between builds for different instruction
  // sets.
  template <class Group, class... After>
  [[gnu::always_inline]] event submit_after(const Group& group, const After&... after) {
    handler commands(state_);
    (commands.depends_on(after), ...);
    group(commands);
    return commands.command_.submit();
  }
  // launch(handler&, properties...) launches the kernel.
  template <detail::AfterOrProperties After, class Launch>
  event launch_after(const After& after, const Launch& launch) {
    return submit([&](handler& commands) {
      if constexpr (detail::KernelProperties<After>) {
        launch(commands, after);
      } else {
        commands.depends_on(after);
        launch(commands);
      }
    });
  }
  template <class Name, class Extent, detail::AfterOrProperties After, class Kernel>
  event parallel_for_after(const Extent& extent, const After& after, const Kernel& kernel) {
    return launch_after(after, [&](handler& commands, const auto&... properties) {
      commands.parallel_for<Name>(extent, properties..., kernel);
    });
  }
  const property_list& properties() const;

  std::shared_ptr<detail::QueueState> state_;
};

template <>
context queue::get_info<info::queue::context>() const;
template <>
device queue::get_info<info::queue::device>() const;
template <>
std::uint32_t queue::get_info<info::queue::reference_count>() const;

} // namespace _V1
} // namespace sycl

template <>
struct std::hash<sycl::queue> : sycl::detail::IdentityHash {};
