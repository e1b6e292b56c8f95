#include "xeforge/toolchain/tools/process.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"
#include "xeforge/files/descriptor.hpp"
#include "xeforge/files/temporaries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xeforge::toolchain {
namespace {

using Clock = std::chrono::steady_clock;
using files::Descriptor;

[[noreturn]] void fail_to_start(const Command& command, int error) {
  throw Error(command.program.string(), fmt::format("'{}' when it was started", std::strerror(error)),
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
    entries.push_back(fmt::format("{}={}", name, value));
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

// The status it ended with. As long as it is on the list of children, its number is not given to another process.
int wait_for(pid_t child) {
  siginfo_t information;
  while (::waitid(P_PID, static_cast<id_t>(child), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
  }
  const files::Uninterrupted gone_and_off_the_list;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  files::remove_child(child);
  return status;
}

// No signal reaches the calling thread during the lifetime of this object.
class WithoutSignals {
public:
  WithoutSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~WithoutSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

  const sigset_t& before() const { return before_; }

private:
  sigset_t before_;
};

// What the new process does before it becomes the program. It shares the memory of this one until then, which so need
// not be copied, however much there is: only async-signal-safe calls, no handler of signals runs, and nothing is changed.
struct Start {
  const char* program;
  const char* folder; // or null
  char* const* arguments;
  char* const* environment;
  int output, errors, complaints; // complaints: where the number of an error goes
  pid_t parent;
  const sigset_t* signals; // that the program does not get
  bool leads_a_group;
};
void forget_handlers() {
  for (int signal = 1; signal < NSIG; ++signal)
    if (struct sigaction now;
        ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN && now.sa_handler != SIG_DFL)
      std::signal(signal, SIG_DFL);
}
[[noreturn]] void become_program(const Start& start) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL); // also where this program is killed, nothing it started stays
  if (::getppid() != start.parent)
    ::_exit(127);
  if (start.leads_a_group)
    ::setpgid(0, 0);
  forget_handlers();
  pthread_sigmask(SIG_SETMASK, start.signals, nullptr);
  files::restore_signals_of_child();
  const int input = ::open("/dev/null", O_RDONLY);
  const bool ready = input >= 0 && ::dup2(input, STDIN_FILENO) >= 0 && ::dup2(start.output, STDOUT_FILENO) >= 0 &&
                     ::dup2(start.errors, STDERR_FILENO) >= 0 &&
                     (start.folder == nullptr || ::chdir(start.folder) == 0);
  if (input > STDERR_FILENO)
    ::close(input);
  if (ready)
    ::execve(start.program, start.arguments, start.environment);
  const int error = errno;
  static_cast<void>(!::write(start.complaints, &error, sizeof error));
  ::_exit(127);
}

pid_t spawn(const Command& command, const Pipe& output, const Pipe& errors) {
  std::vector<std::string> words{command.program.string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment = child_environment(command);
  const std::vector<char*> argv = pointers(words), envp = pointers(environment);
  Pipe complaints = open_pipe(command);
  pid_t child = -1;
  {
    const WithoutSignals until_it_runs;
    const Start start{command.program.c_str(),
                      command.folder.empty() ? nullptr : command.folder.c_str(),
                      argv.data(),
                      envp.data(),
                      output.write.number(),
                      errors.write.number(),
                      complaints.write.number(),
                      ::getpid(),
                      &until_it_runs.before(),
                      files::ends_cleanly_on_signals()};
    const files::Uninterrupted known_as_soon_as_it_exists;
    child = ::vfork(); // NOLINT(clang-analyzer-security.insecureAPI.vfork)
    if (child == 0)
      become_program(start);
    if (child < 0)
      fail_to_start(command, errno);
    if (start.leads_a_group) {
      ::setpgid(child, child); // whichever of the two comes first
      files::add_child(child);
    }
  }
  complaints.write.close();
  int error = 0;
  ssize_t count = 0;
  while ((count = ::read(complaints.read.number(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (count == sizeof error) {
    wait_for(child);
    fail_to_start(command, error);
  }
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
  while (output.is_open() || errors.is_open()) {
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

// What a program is told to read is an input of this command as much as what this program reads itself.
static void note_inputs(const Command& command) {
  for (const std::string& argument : command.arguments)
    files::note_input(command.folder / argument); // an absolute path stays one
}

std::filesystem::path installed_program(const std::string& name) {
  const char* const folders = std::getenv("PATH");
  std::istringstream rest(folders == nullptr ? "" : folders);
  for (std::string folder; std::getline(rest, folder, ':');)
    if (const std::filesystem::path program = std::filesystem::path(folder) / name;
        ::access(program.c_str(), X_OK) == 0)
      return program;
  return {};
}

Outcome run(const Command& command) {
  note_inputs(command);
  const Clock::time_point deadline = Clock::now() + command.limit;
  Pipe output = open_pipe(command), errors = open_pipe(command);
  const pid_t child = spawn(command, output, errors);
  output.write.close();
  errors.write.close();

  Outcome outcome{Ending::exited, 0, {}, {}};
  if (!capture(output.read, errors.read, outcome, deadline)) {
    outcome.ending = Ending::timed_out;
    ::kill(files::ends_cleanly_on_signals() ? -child : child, SIGKILL);
  }
  const int status = wait_for(child);
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

void become(const Command& command) {
  std::vector<std::string> words{command.program.string()};
  words.insert(words.end(), command.arguments.begin(), command.arguments.end());
  std::vector<std::string> environment = child_environment(command);
  const std::vector<char*> argv = pointers(words), envp = pointers(environment);
  if (!command.folder.empty() && ::chdir(command.folder.c_str()) != 0)
    fail_to_start(command, errno);
  files::restore_signals_of_child();
  ::execve(command.program.c_str(), argv.data(), envp.data());
  fail_to_start(command, errno);
}

} // namespace xeforge::toolchain
