#include "xeforge/emulator/launch_request.hpp"

#include <utility>

namespace xeforge::emulator {
namespace {

std::string message_of(const std::string& kernel, const Extent& group, std::size_t thread, const std::string& place,
                       const std::string& reason) {
  return "kernel " + kernel + ", group (" + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " +
         std::to_string(group[2]) + "), thread " + std::to_string(thread) + ", " + place + ": " + reason;
}

} // namespace

LaunchFault::LaunchFault(std::string kernel, const Extent& group, std::size_t thread, std::string place,
                         std::string reason)
    : std::runtime_error(message_of(kernel, group, thread, place, reason)), kernel_(std::move(kernel)),
      place_(std::move(place)), reason_(std::move(reason)), group_(group), thread_(thread) {}

} // namespace xeforge::emulator
