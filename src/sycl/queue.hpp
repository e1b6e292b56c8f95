// sycl::queue. A command runs inside the call that submits it, on the queue's threads, and what its kernel throws comes
// out of that call. So in-order and out-of-order queues give the same results, waiting is free, and an async_handler is
// never needed. Copies of a queue are the same queue.
#pragma once

#include "sycl/context.hpp"
#include "sycl/device.hpp"
#include "sycl/event.hpp"
#include "sycl/exception.hpp"
#include "sycl/handler.hpp"
#include "sycl/property_list.hpp"

#include <memory>
#include <vector>

namespace sycl {
inline namespace _V1 {

class queue {
public:
  explicit queue(const property_list& properties = {});
  explicit queue(const async_handler&, const property_list& properties = {}) : queue(properties) {}
  explicit queue(const device&, const property_list& properties = {}) : queue(properties) {}
  explicit queue(const device&, const async_handler&, const property_list& properties = {}) : queue(properties) {}
  explicit queue(const context&, const device&, const property_list& properties = {}) : queue(properties) {}
  explicit queue(const context&, const device&, const async_handler&, const property_list& properties = {})
      : queue(properties) {}
  template <DeviceSelector Selector>
  explicit queue(const Selector& selector, const property_list& properties = {})
      : queue(device(selector), properties) {}
  template <DeviceSelector Selector>
  explicit queue(const Selector& selector, const async_handler&, const property_list& properties = {})
      : queue(device(selector), properties) {}
  template <DeviceSelector Selector>
  explicit queue(const context&, const Selector& selector, const property_list& properties = {})
      : queue(device(selector), properties) {}

  queue(const queue&);
  queue(queue&&) noexcept;
  queue& operator=(const queue&);
  queue& operator=(queue&&) noexcept;
  ~queue();
  friend bool operator==(const queue& a, const queue& b) { return &a.state() == &b.state(); }

  device get_device() const { return device(); }
  context get_context() const { return context(); }
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

  void wait() {}
  void wait_and_throw() {}
  void throw_asynchronous() {}

  // group(handler&) names one action.
  template <class CommandGroup>
  event submit(const CommandGroup& group) {
    handler commands(state());
    group(commands);
    return commands.command_.finish();
  }

  template <class Name = detail::Unnamed, class Kernel>
  event single_task(const Kernel& kernel) {
    return submit([&](handler& commands) { commands.single_task<Name>(kernel); });
  }
  template <class Name = detail::Unnamed, class Kernel>
  event single_task(const event&, const Kernel& kernel) {
    return single_task<Name>(kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  event single_task(const std::vector<event>&, const Kernel& kernel) {
    return single_task<Name>(kernel);
  }

  template <class Name = detail::Unnamed, class Kernel>
  event parallel_for(range<1> extent, const Kernel& kernel) {
    return launch<Name>(extent, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  event parallel_for(range<2> extent, const Kernel& kernel) {
    return launch<Name>(extent, kernel);
  }
  template <class Name = detail::Unnamed, class Kernel>
  event parallel_for(range<3> extent, const Kernel& kernel) {
    return launch<Name>(extent, kernel);
  }
  template <class Name = detail::Unnamed, int D, class Kernel>
  event parallel_for(nd_range<D> extent, const Kernel& kernel) {
    return launch<Name>(extent, kernel);
  }
  // After: an event, or a vector of events, that has already happened.
  template <class Name = detail::Unnamed, class After, class Kernel>
  event parallel_for(range<1> extent, const After& after, const Kernel& kernel) {
    return launch_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, class After, class Kernel>
  event parallel_for(range<2> extent, const After& after, const Kernel& kernel) {
    return launch_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, class After, class Kernel>
  event parallel_for(range<3> extent, const After& after, const Kernel& kernel) {
    return launch_after<Name>(extent, after, kernel);
  }
  template <class Name = detail::Unnamed, int D, class After, class Kernel>
  event parallel_for(nd_range<D> extent, const After& after, const Kernel& kernel) {
    return launch_after<Name>(extent, after, kernel);
  }

  event memcpy(void* destination, const void* source, std::size_t bytes);
  event memcpy(void* destination, const void* source, std::size_t bytes, const event& after);
  event memcpy(void* destination, const void* source, std::size_t bytes, const std::vector<event>& after);
  event memset(void* destination, int value, std::size_t bytes);
  event memset(void* destination, int value, std::size_t bytes, const event& after);
  event memset(void* destination, int value, std::size_t bytes, const std::vector<event>& after);
  template <class T>
  event copy(const T* source, T* destination, std::size_t count) {
    return submit([&](handler& commands) { commands.copy(source, destination, count); });
  }
  template <class T>
  event fill(void* destination, const T& pattern, std::size_t count) {
    return submit([&](handler& commands) { commands.fill(destination, pattern, count); });
  }

private:
  template <class Name, class Extent, class Kernel>
  event launch(const Extent& extent, const Kernel& kernel) {
    return submit([&](handler& commands) { commands.parallel_for<Name>(extent, kernel); });
  }
  template <class Name, class Extent, class After, class Kernel>
  event launch_after(const Extent& extent, const After& after, const Kernel& kernel) {
    return submit([&](handler& commands) {
      commands.depends_on(after);
      commands.parallel_for<Name>(extent, kernel);
    });
  }
  const property_list& properties() const;
  detail::QueueState& state() const;

  std::shared_ptr<detail::QueueState> state_;
};

template <>
context queue::get_info<info::queue::context>() const;
template <>
device queue::get_info<info::queue::device>() const;

} // namespace _V1
} // namespace sycl
