#include "xeforge/lab/json_file.hpp"

#include "xeforge/base/error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace xeforge::lab {
namespace {

[[noreturn]] void refuse(const std::string& target, int error_number) {
  throw Error("--json", fmt::format("'{}': {}", target, std::generic_category().message(error_number)),
              "a path that can be written, or - for standard output");
}

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

JsonFile::JsonFile(std::string target) : target_(std::move(target)) {
  if (target_.empty() || takes_standard_output())
    return;
  std::error_code none;
  const std::filesystem::file_status status = std::filesystem::status(target_, none);
  if (std::filesystem::is_directory(status))
    refuse(target_, EISDIR);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    throw Error("--json", fmt::format("'{}', which is a device or a pipe", target_),
                "a file, or - for standard output");
  if (std::filesystem::exists(status) && ::access(target_.c_str(), W_OK) != 0)
    refuse(target_, errno);
  const std::filesystem::path end = std::filesystem::weakly_canonical(target_, none); // a link stays a link
  aside_ = end.parent_path() / fmt::format(".{}.{}.tmp", end.filename().string(), ::getpid());
  descriptor_ = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    refuse(target_, errno);
}

JsonFile::~JsonFile() {
  if (descriptor_ < 0)
    return;
  ::close(descriptor_);
  ::unlink(aside_.c_str());
}

void JsonFile::write(const Json& json) {
  if (target_.empty())
    return;
  const std::string text = json.dump(2) + "\n";
  if (takes_standard_output())
    fmt::print("{}", text);
  else
    write_aside(text);
}

void JsonFile::write_aside(const std::string& text) {
  if (!write_whole(descriptor_, text) || ::fsync(descriptor_) != 0)
    refuse(target_, errno);
  std::error_code error;
  std::filesystem::rename(aside_, std::filesystem::weakly_canonical(target_), error);
  if (error)
    refuse(target_, error.value());
  ::close(descriptor_);
  descriptor_ = -1;
}

} // namespace xeforge::lab
