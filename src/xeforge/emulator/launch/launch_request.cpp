#include "xeforge/emulator/launch/launch_request.hpp"

#include <utility>

namespace xeforge::emulator {
namespace {

std::string message_of(const std::string& kernel, const Extent& group, std::size_t thread, const std::string& location,
                       const std::string& reason) {
  return "kernel " + kernel + ", group (" + std::to_string(group[0]) + ", " + std::to_string(group[1]) + ", " +
         std::to_string(group[2]) + "), thread " + std::to_string(thread) + ", " + location + ": " + reason;
}

} // namespace

LaunchFault::LaunchFault(std::string kernel, const Extent& group, std::size_t thread, std::string location,
                         std::string reason)
    : std::runtime_error(message_of(kernel, group, thread, location, reason)), kernel_(std::move(kernel)),
      location_(std::move(location)), reason_(std::move(reason)), group_(group), thread_(thread) {}

} // namespace xeforge::emulator
