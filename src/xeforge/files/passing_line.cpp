#include "xeforge/files/passing_line.hpp"

#include "xeforge/base/printable.hpp"

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace xeforge::files {

void show_passing(const std::string& text) {
  if (isatty(STDERR_FILENO))
    std::fprintf(stderr, "\r\033[K%s", base::one_line(text).c_str());
}

void show_lasting(const std::string& text) {
  if (isatty(STDERR_FILENO))
    std::fprintf(stderr, "\r\033[K%s\n", base::one_line(text).c_str());
}

Waiting::Waiting(std::string text) : text_(std::move(text)) {
  if (isatty(STDERR_FILENO))
    clock_ = std::jthread([this](const std::stop_token& stop) { show_each_second(stop); });
}

void Waiting::show_each_second(const std::stop_token& stop) {
  using namespace std::chrono;
  std::unique_lock lock(mutex_);
  for (seconds waited{2}; !stopped_.wait_until(lock, stop, start_ + waited, [&] { return stop.stop_requested(); });
       ++waited)
    show_passing(text_ + ", " + std::to_string(waited.count()) + " s");
  show_passing("");
}

void Waiting::now(std::string text) {
  const std::scoped_lock lock(mutex_);
  text_ = std::move(text);
}

void Waiting::end() {
  if (!clock_.joinable())
    return;
  clock_.request_stop();
  clock_.join();
}

} // namespace xeforge::files
