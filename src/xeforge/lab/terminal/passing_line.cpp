#include "xeforge/lab/terminal/passing_line.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>

#include <unistd.h>

namespace xeforge::lab {

void show_passing(const std::string& text) {
  if (isatty(STDERR_FILENO))
    fmt::print(stderr, "\r\033[K{}", text);
}

void show_lasting(const std::string& text) {
  if (isatty(STDERR_FILENO))
    fmt::print(stderr, "\r\033[K{}\n", text);
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
    show_passing(fmt::format("{}, {} s", text_, waited.count()));
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

} // namespace xeforge::lab
