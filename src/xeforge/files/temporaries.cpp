#include "xeforge/files/temporaries.hpp"

#include "xeforge/files/system_error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <mutex>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace xeforge::files {
namespace {

namespace fs = std::filesystem;

// A file as it was before another program wrote it: 0 if there was none.
struct Output {
  fs::path path;
  ino_t inode = 0;
  timespec changed = {};
};

// What has to go when a signal ends the program. Signals are the whole process's, and so is this.
struct Belongings {
  std::recursive_mutex mutex;
  std::vector<fs::path> temporaries;
  std::vector<Output> outputs;
  std::vector<pid_t> children;
};
// Never destroyed: a signal may come after the end of main.
Belongings& belongings() {
  static Belongings& all = *new Belongings;
  return all;
}

// --- names -----------------------------------------------------------------------------------------------------------

constexpr std::string_view prefix = ".xeforge-", digits = "0123456789abcdef", suffix = ".tmp";
constexpr std::size_t count_of_digits = 16;

std::string new_name() {
  // From the kernel itself: the C++ library's source of them is one that older systems lack.
  std::array<unsigned char, count_of_digits> random;
  if (::getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size()))
    throw std::system_error(errno, std::generic_category(), "getrandom");
  std::string name(prefix);
  for (const unsigned char number : random)
    name += digits[number % digits.size()];
  return name.append(suffix);
}

bool is_name_of_temporary(std::string_view name) {
  if (name.size() != prefix.size() + count_of_digits + suffix.size() || !name.starts_with(prefix) ||
      !name.ends_with(suffix))
    return false;
  return name.substr(prefix.size(), count_of_digits).find_first_not_of(digits) == std::string_view::npos;
}

// --- locks -----------------------------------------------------------------------------------------------------------

// Where the file system has no locks, nobody can find the temporary abandoned either.
bool is_locked_by_another(int descriptor) {
  return ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}
bool can_lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

bool has_a_name(int descriptor) {
  struct stat status = {};
  return ::fstat(descriptor, &status) == 0 && status.st_nlink > 0;
}

int create(const fs::path& path) {
  if (::mkdir(path.c_str(), 0700) != 0)
    return -1;
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0 && errno == ENOENT) // taken for an abandoned one already: another name
    errno = EEXIST;
  return descriptor;
}

void remove_one(const fs::path& path) {
  std::error_code ignored;
  fs::remove_all(path, ignored); // of a link the link
}

// --- the end ---------------------------------------------------------------------------------------------------------

std::atomic<bool> handles_signals = false;
sigset_t signals_before; // what was blocked
using Handler = void (*)(int);
Handler pipe_before = SIG_DFL, size_before = SIG_DFL;

// Not reaped: who started it waits for it.
bool has_ended(pid_t child, int options) {
  siginfo_t information = {};
  int outcome = 0;
  while ((outcome = ::waitid(P_PID, static_cast<id_t>(child), &information, WEXITED | WNOWAIT | options)) != 0 &&
         errno == EINTR) {
  }
  return outcome != 0 || information.si_pid == child;
}

// Compilers remove what they have begun to write when they are asked to end; who does not end is ended.
void end_children(const std::vector<pid_t>& leaders) {
  constexpr std::chrono::milliseconds step(5), patience(1000);
  for (const pid_t leader : leaders)
    ::kill(-leader, SIGTERM);
  const auto is_running = [](pid_t leader) { return !has_ended(leader, WNOHANG); };
  for (auto waited = step; waited < patience && std::ranges::any_of(leaders, is_running); waited += step)
    std::this_thread::sleep_for(step);
  for (const pid_t leader : leaders) {
    ::kill(-leader, SIGKILL);
    has_ended(leader, 0);
  }
}

// What the children of children are still writing may take a moment to end.
void remove_for_good(const fs::path& path) {
  constexpr int most_tries = 100;
  for (int i = 0; i < most_tries; ++i) {
    std::error_code problem;
    fs::remove_all(path, problem);
    if (!problem)
      return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

Output output_at(const fs::path& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0)
    return {path};
  return {path, status.st_ino, status.st_ctim};
}

void remove_if_written(const Output& before) {
  const Output now = output_at(before.path);
  std::error_code ignored;
  if ((now.inode != before.inode || now.changed.tv_sec != before.changed.tv_sec ||
       now.changed.tv_nsec != before.changed.tv_nsec) &&
      fs::is_regular_file(before.path, ignored))
    fs::remove(before.path, ignored);
}

[[noreturn]] void end_by(int signal) {
  Belongings& all = belongings();
  all.mutex.lock(); // for good: nothing new begins
  end_children(all.children);
  std::ranges::for_each(all.outputs, remove_if_written);
  std::ranges::for_each(all.temporaries, remove_for_good);
  std::signal(signal, SIG_DFL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::raise(signal);
  ::_exit(128 + signal);
}

bool is_ignored(int signal) {
  struct sigaction action = {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

} // namespace

Temporary::Temporary(const fs::path& folder) {
  remove_abandoned(folder);
  const Uninterrupted uninterrupted;
  for (;;) {
    path_ = folder / new_name();
    descriptor_ = Descriptor(create(path_));
    if (!descriptor_.is_open() && errno == EEXIST)
      continue;
    if (!descriptor_.is_open())
      throw_system_error(path_);
    // Between its creation and its lock somebody may have taken it for an abandoned one.
    if (!is_locked_by_another(descriptor_.number()) && has_a_name(descriptor_.number()))
      break;
    remove_one(path_);
  }
  belongings().temporaries.push_back(path_);
  exists_ = true;
}

Temporary::Temporary(fs::path path, Made) : path_(std::move(path)) {
  const Uninterrupted uninterrupted;
  belongings().temporaries.push_back(path_);
  exists_ = true;
}

Temporary::~Temporary() {
  if (!exists_)
    return;
  remove_one(path_);
  has_moved();
}

void Temporary::has_moved() {
  const Uninterrupted uninterrupted;
  std::erase(belongings().temporaries, path_);
  exists_ = false;
}

bool is_in_temporary(const fs::path& path) {
  const Uninterrupted uninterrupted;
  return std::ranges::any_of(belongings().temporaries, [&](const fs::path& temporary) {
    return std::ranges::mismatch(temporary, path).in1 == temporary.end();
  });
}

void remove_abandoned(const fs::path& folder) {
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end; entry.increment(problem)) {
    const fs::path& path = entry->path();
    if (!is_name_of_temporary(path.filename().string()))
      continue;
    const Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat status = {};
    if (descriptor.is_open() && ::fstat(descriptor.number(), &status) == 0 && status.st_uid == ::geteuid() &&
        can_lock(descriptor.number()))
      remove_one(path);
  }
}

void remove_if_interrupted(const fs::path& output) {
  const Uninterrupted uninterrupted;
  belongings().outputs.push_back(output_at(fs::absolute(output)));
}

Uninterrupted::Uninterrupted() { belongings().mutex.lock(); }
Uninterrupted::~Uninterrupted() { belongings().mutex.unlock(); }

void end_cleanly_on_signals() {
  sigset_t ending;
  sigemptyset(&ending);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    if (!is_ignored(signal))
      sigaddset(&ending, signal);
  pipe_before = std::signal(SIGPIPE, SIG_IGN);
  size_before = std::signal(SIGXFSZ, SIG_IGN);
  pthread_sigmask(SIG_BLOCK, &ending, &signals_before); // every later thread inherits it
  handles_signals = true;
  belongings();
  std::thread([ending] {
    for (int signal = 0;;)
      if (sigwait(&ending, &signal) == 0)
        end_by(signal);
  }).detach();
}

bool ends_cleanly_on_signals() { return handles_signals; }

void end_where_nobody_reads(int descriptor) {
  pollfd stream{descriptor, 0, 0};
  if (handles_signals && pipe_before == SIG_DFL && ::poll(&stream, 1, 0) == 1 && (stream.revents & POLLERR) != 0)
    end_by(SIGPIPE);
}

void add_child(pid_t leader) {
  const Uninterrupted uninterrupted;
  belongings().children.push_back(leader);
}
void remove_child(pid_t leader) {
  const Uninterrupted uninterrupted;
  std::erase(belongings().children, leader);
}

void restore_signals_of_child() {
  if (!handles_signals)
    return;
  std::signal(SIGPIPE, pipe_before);
  std::signal(SIGXFSZ, size_before);
  sigprocmask(SIG_SETMASK, &signals_before, nullptr);
}

} // namespace xeforge::files
