#include "sycl/queue.hpp"

#include "sycl/detail/queue_state.hpp"

namespace sycl {
inline namespace _V1 {

queue::queue(const device& on, const async_handler& handler, const property_list& properties)
    : state_(std::make_shared<detail::QueueState>(on, properties, handler)) {}
queue::queue(const queue&) = default;
queue::queue(queue&&) noexcept = default;
queue& queue::operator=(const queue&) = default;
queue& queue::operator=(queue&&) noexcept = default;
queue::~queue() = default;

device queue::get_device() const { return state_->device; }
const property_list& queue::properties() const { return state_->properties; }

void queue::wait() const {
  state_->scheduler->wait_for_all();
  state_->scheduler->report_without_handler();
}
void queue::wait_and_throw() const {
  state_->scheduler->wait_for_all();
  throw_asynchronous();
}
void queue::throw_asynchronous() const { state_->scheduler->report_failures(); }
bool queue::ext_oneapi_empty() const {
  state_->scheduler->hurry(); // a program that polls does not wait
  return state_->scheduler->unfinished().empty();
}

template <>
context queue::get_info<info::queue::context>() const {
  return get_context();
}
template <>
device queue::get_info<info::queue::device>() const {
  return get_device();
}
template <>
std::uint32_t queue::get_info<info::queue::reference_count>() const {
  return static_cast<std::uint32_t>(state_.use_count());
}

} // namespace _V1
} // namespace sycl
