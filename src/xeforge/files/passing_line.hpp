// What a command says while it works: one line on standard error, which the next one replaces. Nothing where nobody
// looks at a terminal.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace xeforge::files {

// Empty: takes the line away.
void show_passing(const std::string& text);
// A line that stays above the passing one.
void show_lasting(const std::string& text);

// Says what takes so long, and for how long it has: from the third second on, until it ends.
class Waiting {
public:
  explicit Waiting(std::string text);
  ~Waiting() { end(); }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  // What it is at from here on, in place of what was said before.
  void now(std::string text);
  void end(); // takes the line away

private:
  void show_each_second(const std::stop_token& stop);

  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  std::condition_variable_any stopped_;
  std::string text_;
  std::jthread clock_; // none where nobody looks
};

} // namespace xeforge::files
