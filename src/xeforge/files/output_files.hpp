// Output files: all of them appear, whole, or none of them does. A single file is a set of one.
#pragma once

#include "xeforge/files/identity.hpp"
#include "xeforge/files/temporaries.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::files {

// add() every output before the work begins, write() each, commit() at the end. Up to commit() the bytes are in a
// temporary folder beside the targets; commit() exchanges the files there for the targets, in the order of add(), and the
// destructor removes whatever has not been committed. Not for use by several threads at once.
//
// Errors are xeforge::Error. They call an output by its option, such as "--json", and one without an option by its path.
class OutputFiles {
public:
  OutputFiles();
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  // Returns the output's number. A link stays one, and the file behind it is replaced. Throws where the folder is missing
  // or cannot be written, and where the target is not a regular file, not writable, or a file that the command reads or
  // another output (command_files.hpp).
  std::size_t add(const std::filesystem::path& target, std::string option = {});

  // Appends. Throws on a full disk.
  void write(std::size_t output, std::string_view text);
  void write(std::size_t output, std::span<const std::byte> bytes);

  // For who writes by name: the file that takes the target's place. There is none before write() or extend().
  const std::filesystem::path& aside(std::size_t output);
  // Room for that many bytes behind what is written. Throws where there is none.
  void extend(std::size_t output, std::uint64_t bytes);

  // Every output has to be written (else std::logic_error). Throws, with every target as it was before, where one of
  // them cannot be replaced (on file systems that can exchange two files: all local ones). A file that was there passes
  // its mode on.
  void commit();

private:
  class Output;
  struct Aside {
    FileIdentity folder;
    Temporary files;
  };

  const std::filesystem::path& aside_in(const std::filesystem::path& folder, FileIdentity identity);

  std::vector<std::unique_ptr<Aside>> asides_; // one in each folder
  std::vector<std::unique_ptr<Output>> outputs_;
};

// The text becomes the whole content of the file, which the command may have read.
void replace_file(const std::filesystem::path& target, std::string_view text);

// The same, but a device or a pipe gets the text as it comes; a pipe that nobody reads is an error, not waited for.
void replace_file_or_write(const std::filesystem::path& target, std::string_view text);

// Creates the folder if need be, and those that it lies in. Throws xeforge::Error, in the name of the option if there is one.
void create_folder(const std::filesystem::path& folder, const std::string& option = {});

} // namespace xeforge::files
