#include "xeforge/lab/inspect/folder_watch.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace xeforge::lab {
namespace {

bool is_source(const std::filesystem::path& name) {
  constexpr std::array endings{".cpp", ".cc", ".cxx", ".hpp", ".h", ".hh", ".hxx", ".inc"};
  return std::ranges::find(endings, name.extension().string()) != endings.end();
}

} // namespace

FolderWatch::FolderWatch(const std::filesystem::path& folder) : watch_(inotify_init1(IN_CLOEXEC)) {
  if (watch_.number() < 0 ||
      inotify_add_watch(watch_.number(), folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR) < 0)
    throw Error(folder.string(), fmt::format("'{}' on watching it", std::strerror(errno)), "a folder of sources");
}

// Whether one of the changes is of a source.
bool FolderWatch::read_changes(int timeout_ms) {
  pollfd waiting{watch_.number(), POLLIN, 0};
  if (poll(&waiting, 1, timeout_ms) <= 0)
    return false;
  alignas(inotify_event) char bytes[16 * 1024];
  const ssize_t count = ::read(watch_.number(), bytes, sizeof(bytes));
  bool found = false;
  for (ssize_t at = 0; at < count;) {
    const auto* const event = reinterpret_cast<const inotify_event*>(bytes + at);
    found = found || (event->len > 0 && is_source(event->name));
    at += static_cast<ssize_t>(sizeof(inotify_event)) + event->len;
  }
  return found;
}

void FolderWatch::wait() {
  constexpr int for_ever = -1, settled_ms = 30;
  while (!read_changes(for_ever)) {
  }
  while (read_changes(settled_ms)) {
  }
}

} // namespace xeforge::lab
