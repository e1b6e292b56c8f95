#include "xeforge/toolchain/process.hpp"

#include "xeforge/base/error.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xeforge::toolchain {
namespace {

using Clock = std::chrono::steady_clock;

class Descriptor {
public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (number_ >= 0)
      ::close(std::exchange(number_, -1));
  }
  int number() const { return number_; }
  bool open() const { return number_ >= 0; }

private:
  int number_;
};

[[noreturn]] void fail_to_start(const Command& command, int error) {
  throw Error(command.program.string(), std::string("'") + std::strerror(error) + "' when it was started",
              "a program that can be run");
}

struct Pipe {
  Descriptor read, write;
};

Pipe open_pipe(const Command& command) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    fail_to_start(command, errno);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

std::vector<std::string> child_environment(const Command& command) {
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::string name = text.substr(0, text.find('='));
    bool replaced = false;
    for (const auto& [added, value] : command.environment)
      replaced = replaced || added == name;
    if (!replaced)
      entries.push_back(text);
  }
  for (const auto& [name, value] : command.environment)
    entries.push_back(name + "=" + value);
  return entries;
}

// The null-terminated array of C strings that exec wants; valid as long as texts is.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts)
    result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

pid_t spawn(const Command& command, const Pipe& output, const Pipe& errors) {
  std::vector<std::string> words{command.program.string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment = child_environment(command);

  posix_spawn_file_actions_t actions;
  if (const int error = posix_spawn_file_actions_init(&actions))
    fail_to_start(command, error);
  const std::unique_ptr<posix_spawn_file_actions_t, int (*)(posix_spawn_file_actions_t*)> cleanup(
      &actions, posix_spawn_file_actions_destroy);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output.write.number(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.write.number(), STDERR_FILENO);
  if (!command.folder.empty())
    posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());

  pid_t child = 0;
  const std::vector<char*> argv = pointers(words), envp = pointers(environment);
  if (const int error = posix_spawn(&child, command.program.c_str(), &actions, nullptr, argv.data(), envp.data()))
    fail_to_start(command, error);
  return child;
}

// Appends what can be read now; closes the descriptor at its end.
void drain(Descriptor& source, std::string& text) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(source.number(), buffer.data(), buffer.size());
  if (count > 0)
    text.append(buffer.data(), static_cast<std::size_t>(count));
  else if (count == 0 || errno != EINTR)
    source.close();
}

// Milliseconds for poll, at least 1 while the deadline is ahead, 0 after it.
int remaining(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 1 << 30));
}

// Reads both streams until they end; false when the deadline came first.
bool capture(Descriptor& output, Descriptor& errors, Outcome& outcome, Clock::time_point deadline) {
  while (output.open() || errors.open()) {
    const int wait = remaining(deadline);
    std::array<pollfd, 2> streams{pollfd{output.number(), POLLIN, 0}, pollfd{errors.number(), POLLIN, 0}};
    if (wait == 0)
      return false;
    if (::poll(streams.data(), streams.size(), wait) <= 0)
      continue;
    if (streams[0].revents != 0)
      drain(output, outcome.output);
    if (streams[1].revents != 0)
      drain(errors, outcome.errors);
  }
  return true;
}

} // namespace

Outcome run(const Command& command) {
  const Clock::time_point deadline = Clock::now() + command.limit;
  Pipe output = open_pipe(command), errors = open_pipe(command);
  const pid_t child = spawn(command, output, errors);
  output.write.close();
  errors.write.close();

  Outcome outcome{Ending::exited, 0, {}, {}};
  if (!capture(output.read, errors.read, outcome, deadline)) {
    outcome.ending = Ending::timed_out;
    ::kill(child, SIGKILL);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (outcome.ending == Ending::timed_out)
    outcome.code = SIGKILL;
  else if (WIFSIGNALED(status)) {
    outcome.ending = Ending::killed;
    outcome.code = WTERMSIG(status);
  } else {
    outcome.code = WEXITSTATUS(status);
  }
  return outcome;
}

} // namespace xeforge::toolchain
