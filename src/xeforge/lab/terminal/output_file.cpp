#include "xeforge/lab/terminal/output_file.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include <unistd.h>

namespace xeforge::lab {

void OutputFile::refuse(int error_number) const {
  throw Error(option_, fmt::format("'{}': {}", target_, std::generic_category().message(error_number)),
              "a path that can be written, or - for standard output");
}

void OutputFile::refuse_conflict() const {
  if (const auto conflict = files::problem_of_output(target_, option_))
    throw Error(option_, fmt::format("'{}': {}", target_, *conflict),
                "a path that no other output uses, or - for standard output");
}

OutputFile::OutputFile(std::string option, std::string target)
    : option_(std::move(option)), target_(std::move(target)) {
  if (target_.empty())
    return;
  if (takes_standard_output()) {
    if (const auto conflict = files::problem_of_standard_output(option_))
      throw Error(option_, fmt::format("'-', {}", *conflict), "a file: one output alone goes to standard output");
    return;
  }
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(target_, none);
  if (std::filesystem::is_directory(status))
    refuse(EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(option_, fmt::format("'{}', which is a device or a pipe", target_), "a file, or - for standard output");
  if (std::filesystem::exists(status) && ::access(target_.c_str(), W_OK) != 0)
    refuse(errno);
  refuse_conflict();
  try {
    aside_.emplace(target_);
  } catch (const std::system_error& problem) {
    refuse(problem.code().value());
  }
}

void OutputFile::write(std::string_view text) {
  if (target_.empty())
    return;
  if (takes_standard_output())
    fmt::print("{}", text);
  else
    write_aside(text);
}

void OutputFile::write_aside(std::string_view text) {
  refuse_conflict(); // what was read since
  try {
    aside_->write(text);
    aside_->replace_target();
  } catch (const std::system_error& problem) {
    refuse(problem.code().value());
  }
  aside_.reset();
  files::note_written_output();
}

} // namespace xeforge::lab
