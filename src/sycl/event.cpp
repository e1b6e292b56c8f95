#include "sycl/event.hpp"

#include "sycl/exception.hpp"

namespace sycl {
inline namespace _V1 {

static std::uint64_t checked(std::uint64_t time) {
  if (time == 0)
    throw exception(make_error_code(errc::invalid),
                    "get_profiling_info: got an event without times; expected one of a queue made with "
                    "property::queue::enable_profiling");
  return time;
}

template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const {
  return checked(times_.submitted);
}
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_start>() const {
  return checked(times_.started);
}
template <>
std::uint64_t event::get_profiling_info<info::event_profiling::command_end>() const {
  return checked(times_.ended);
}

} // namespace _V1
} // namespace sycl
