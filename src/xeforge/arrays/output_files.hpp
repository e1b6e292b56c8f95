// The output files of one command: all of them appear, whole, or none of them does.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/arrays/array_location.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace xeforge::arrays {

// protect() the inputs, add() every output before the work begins, write() each once, commit() at the end. Up to
// commit() the bytes are in temporary files (files/temporaries.hpp) next to the targets; commit() exchanges them
// for the targets, and the destructor removes whatever has not been committed. Not for use by several threads at once.
class OutputFiles {
public:
  OutputFiles();
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  // No output added later may be this file, by whichever path. An input that cannot be found is not an error here.
  void protect(const FileArgument& input);

  // Returns the output's number for write(). Throws xeforge::Error where the format cannot hold the array, the folder
  // is missing or cannot be written, the target is not a regular file or not writable, an input, or another output.
  std::size_t add(const ArrayLocation& location, DType dtype, std::span<const std::int64_t> shape);

  // array: of the type and shape given to add() (else std::logic_error). Throws xeforge::Error on a full disk.
  void write(std::size_t output, const Array& array);

  // In place of write(), where several processes write an array: the file aside, of its whole size, and where its elements
  // begin. All of them have to be written before commit(). Throws xeforge::Error where there is no room.
  struct Reserved {
    std::filesystem::path path;
    std::uint64_t offset = 0, bytes = 0; // of the elements
  };
  Reserved reserve(std::size_t output);

  // Every output must have been written (else std::logic_error). Throws xeforge::Error, with every target as it was
  // before, when one of them cannot be replaced (on file systems that can exchange two files: all local ones), or when
  // an input has changed while it was read.
  void commit();

private:
  class Output;
  struct Protected;

  void refuse_conflicts(const Output& added) const;

  std::vector<std::unique_ptr<Output>> outputs_;
  std::vector<Protected> inputs_;
};

} // namespace xeforge::arrays
