// The arrays that one command writes: all of their files appear, whole, or none of them does.
#pragma once

#include "xeforge/arrays/array.hpp"
#include "xeforge/arrays/array_location.hpp"
#include "xeforge/files/output_files.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace xeforge::arrays {

// add() every output before the work begins, commit() at the end (files/output_files.hpp).
class OutputArrays {
public:
  // An array of zeros, whose elements commit() writes to the location; an empty location: to no file. It lives as long as
  // this. Throws xeforge::Error, in the name of the option, where the format cannot hold the array or the file cannot be
  // written.
  Array& add(const std::string& option, const std::string& location, DType dtype, const Shape& shape);

  // In place of add(), where several processes write an array: the file aside, of its whole size, and where its elements
  // begin. All of them have to be written before commit(). Throws xeforge::Error where there is no room.
  struct Reserved {
    std::filesystem::path path;
    std::uint64_t offset = 0, bytes = 0; // of the elements
  };
  Reserved reserve(const std::string& option, const std::string& location, DType dtype, const Shape& shape);

  // Throws xeforge::Error, with every file as it was before, on a full disk, where one of them cannot be replaced, or where
  // an input has changed while it was read.
  void commit();

private:
  struct Output {
    Array array;
    std::optional<std::size_t> file;
  };

  files::OutputFiles files_;
  std::deque<Output> outputs_;
};

} // namespace xeforge::arrays
