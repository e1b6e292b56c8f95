#include "sycl/queue.hpp"

#include "sycl/detail/queue_state.hpp"

namespace sycl {
inline namespace _V1 {

queue::queue(const property_list& properties) : state_(std::make_shared<detail::QueueState>(properties)) {}
queue::queue(const queue&) = default;
queue::queue(queue&&) noexcept = default;
queue& queue::operator=(const queue&) = default;
queue& queue::operator=(queue&&) noexcept = default;
queue::~queue() = default;

const property_list& queue::properties() const { return state_->properties; }
detail::QueueState& queue::state() const { return *state_; }

template <>
context queue::get_info<info::queue::context>() const {
  return get_context();
}
template <>
device queue::get_info<info::queue::device>() const {
  return get_device();
}

event queue::memcpy(void* destination, const void* source, std::size_t bytes) {
  return submit([&](handler& commands) { commands.memcpy(destination, source, bytes); });
}
event queue::memcpy(void* destination, const void* source, std::size_t bytes, const event&) {
  return memcpy(destination, source, bytes);
}
event queue::memcpy(void* destination, const void* source, std::size_t bytes, const std::vector<event>&) {
  return memcpy(destination, source, bytes);
}
event queue::memset(void* destination, int value, std::size_t bytes) {
  return submit([&](handler& commands) { commands.memset(destination, value, bytes); });
}
event queue::memset(void* destination, int value, std::size_t bytes, const event&) {
  return memset(destination, value, bytes);
}
event queue::memset(void* destination, int value, std::size_t bytes, const std::vector<event>&) {
  return memset(destination, value, bytes);
}

} // namespace _V1
} // namespace sycl
