// An output of `xeforge run` that may have been asked for or not; without a location it stays in memory.
#pragma once

#include "xeforge/arrays/output_files.hpp"

#include <optional>
#include <string>

namespace xeforge::lab {

class ResultFile {
public:
  // Refuses, in the name of the option, a location that could not be written.
  ResultFile(arrays::OutputFiles& files, const char* option, const std::string& location, DType dtype,
             const arrays::Shape& shape)
      : files_(files), array_(dtype, shape) {
    if (!location.empty())
      file_ = files.add(arrays::array_location(option, location), dtype, shape);
  }
  arrays::Array& array() { return array_; }
  void write() {
    if (file_)
      files_.write(*file_, array_);
  }

private:
  arrays::OutputFiles& files_;
  arrays::Array array_;
  std::optional<std::size_t> file_;
};

} // namespace xeforge::lab
