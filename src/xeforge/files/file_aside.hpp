// A file that is written aside and then takes the place of its target whole, or is removed.
#pragma once

#include "xeforge/files/temporaries.hpp"

#include <filesystem>
#include <string_view>

namespace xeforge::files {

class FileAside {
public:
  // target: a file that exists, or a path in a folder that does; a link stays one, what it leads to is replaced. Throws
  // std::system_error, also where the folder cannot be written and for a device or a pipe.
  explicit FileAside(const std::filesystem::path& target);

  void write(std::string_view text); // throws std::system_error
  // For who writes by name.
  const std::filesystem::path& path() const { return aside_.path(); }
  // With the mode of the file that was there. Throws std::system_error; then the target is as it was.
  void replace_target();

private:
  std::filesystem::path target_;
  Temporary aside_;
};

// The text becomes the whole content of the target. Throws std::system_error; then the target is as it was.
void replace_file(const std::filesystem::path& target, std::string_view text);

// All bytes to the descriptor. Throws std::system_error.
void write_whole(int descriptor, std::string_view text);

} // namespace xeforge::files
