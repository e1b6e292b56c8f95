#include "xeforge/lab/output_file.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace xeforge::lab {
namespace {

bool write_whole(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

} // namespace

void OutputFile::refuse(int error_number) const {
  throw Error(option_, fmt::format("'{}': {}", target_, std::generic_category().message(error_number)),
              "a path that can be written, or - for standard output");
}

OutputFile::OutputFile(std::string option, std::string target)
    : option_(std::move(option)), target_(std::move(target)) {
  if (target_.empty() || takes_standard_output())
    return;
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(target_, none);
  if (std::filesystem::is_directory(status))
    refuse(EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error(option_, fmt::format("'{}', which is a device or a pipe", target_), "a file, or - for standard output");
  if (std::filesystem::exists(status) && ::access(target_.c_str(), W_OK) != 0)
    refuse(errno);
  const std::filesystem::path end = std::filesystem::weakly_canonical(target_, none); // a link stays a link
  aside_ = end.parent_path() / fmt::format(".{}.{}.tmp", end.filename().string(), ::getpid());
  descriptor_ = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    refuse(errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0)
    return;
  ::close(descriptor_);
  ::unlink(aside_.c_str());
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
  if (!write_whole(descriptor_, text) || ::fsync(descriptor_) != 0)
    refuse(errno);
  std::error_code error;
  std::filesystem::rename(aside_, std::filesystem::weakly_canonical(target_), error);
  if (error)
    refuse(error.value());
  ::close(descriptor_);
  descriptor_ = -1;
}

} // namespace xeforge::lab
