// Temporary folders, ".xeforge-0123456789abcdef.tmp". None outlives its command for long: they go with their owner, when a signal ends the program (end_cleanly_on_signals), and where it was killed or lost its power, with the
// next temporary that is made in the same folder.
//
// An owner holds a lock (flock) on its temporary as long as it lives, which the system takes back however it ends. One
// of this name, of this user, that nobody has locked is therefore abandoned, whichever container it comes from.
#pragma once

#include "xeforge/files/descriptor.hpp"

#include <filesystem>

#include <sys/types.h>

namespace xeforge::files {

class Temporary {
public:
  // In the folder given, which has to exist. Throws std::system_error.
  explicit Temporary(const std::filesystem::path& folder);
  // One that another process of the same command has made, and which each of them removes when it ends.
  enum class Made { by_another };
  Temporary(std::filesystem::path path, Made made);
  ~Temporary(); // removes it and everything in it
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const std::filesystem::path& path() const { return path_; }

  // It is not to be removed, or not by this process.
  void has_moved();

private:
  std::filesystem::path path_;
  Descriptor descriptor_;
  bool exists_ = false;
};

// Whether a path leads into a temporary of this process, by the name that the temporary has.
bool is_in_temporary(const std::filesystem::path& path);

// Removes the abandoned temporaries of the folder. What cannot be removed stays.
void remove_abandoned(const std::filesystem::path& folder);

// An output that a program which this one starts is to write in its place, now or later: a signal that ends this program
// removes it, unless it still is the file that it is now.
void remove_if_interrupted(const std::filesystem::path& output);

// While one lives, a signal that ends the program waits: for steps that belong together, such as putting several
// outputs in their places.
class Uninterrupted {
public:
  Uninterrupted();
  ~Uninterrupted();
  Uninterrupted(const Uninterrupted&) = delete;
  Uninterrupted& operator=(const Uninterrupted&) = delete;
};

// From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT end the program as before, but not until its temporaries are removed
// and the programs it has started are ended; a signal that is ignored stays so. Writing to a closed pipe or beyond a
// limit of file sizes is an error of the write. To be called once, before any other thread is started.
void end_cleanly_on_signals();
bool ends_cleanly_on_signals();

// A stream that could not be written: where it is a pipe that nobody reads any more, this ends the program as the
// signal would have, which is what a pipeline expects; where that was ignored, or for another reason, it returns.
void end_where_nobody_reads(int descriptor);

// Of a program that was started: it leads a process group of its own, which is ended with this program.
void add_child(pid_t leader);
void remove_child(pid_t leader);
// In a new process, before it becomes the other program: signals are as they were before end_cleanly_on_signals().
// Async-signal-safe.
void restore_signals_of_child();

} // namespace xeforge::files
