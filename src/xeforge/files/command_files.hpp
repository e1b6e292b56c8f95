// Which files one command has read and which it writes: no output takes the place of an input or of another output, by
// whichever path, link or second name.
//
// A CommandFiles exists once in a program, for as long as its command runs; every reader and every writer of this
// project tells it. Where none exists, as in a library, nothing is remembered and nothing refused. Nor is it of files in
// temporaries (temporaries.hpp): nobody asked for them, and the system gives their numbers to other files once they are gone.
#pragma once

#include "xeforge/files/identity.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace xeforge::files {

class CommandFiles {
public:
  CommandFiles();
  ~CommandFiles();
  CommandFiles(const CommandFiles&) = delete;
  CommandFiles& operator=(const CommandFiles&) = delete;

private:
  friend void note_input(const std::filesystem::path&, std::string_view);
  friend void note_rewritten(const std::filesystem::path&);
  friend std::optional<std::string> problem_of_output(const std::filesystem::path&, std::string_view);
  friend std::optional<std::string> problem_of_standard_output(std::string_view);
  friend void note_written_output();
  friend bool is_any_output_written();

  struct Input {
    FileIdentity file;
    std::string option;
  };
  struct Output {
    FileIdentity folder;
    std::string name, option;
  };
  std::vector<Input> inputs_;
  std::vector<FileIdentity> rewritten_;
  std::vector<Output> outputs_;
  std::string standard_output_; // the option that writes there
  bool is_any_written_ = false;
};

// A file that is being read, or may be: a path that leads nowhere, or not to a file, is nobody's input. option: the one
// that named it, if any.
void note_input(const std::filesystem::path& path, std::string_view option = {});

// A file that the command is asked to read and to write again: as an output it is no conflict with itself as an input.
void note_rewritten(const std::filesystem::path& path);

// What speaks against writing to the path, in the words of an error: "a file that this command reads", "the file that
// --x reads", "the file that --svg writes". Remembers it as the output of the option where nothing does. To be asked when the output is opened,
// and again before it takes its place: an input may have been read since.
std::optional<std::string> problem_of_output(const std::filesystem::path& path, std::string_view option);

// The same of standard output: "where --svg is written".
std::optional<std::string> problem_of_standard_output(std::string_view option);

// An output is in its place.
void note_written_output();
bool is_any_output_written();

} // namespace xeforge::files
