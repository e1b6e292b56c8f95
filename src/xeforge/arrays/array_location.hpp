// Where an array lies, as a user writes it: FILE.npy, or FILE.safetensors#TENSOR.
#pragma once

#include "xeforge/arrays/refusal.hpp"

#include <string>
#include <string_view>

namespace xeforge::arrays {

enum class FileFormat { npy, safetensors };

struct ArrayLocation {
  FileArgument file; // .path without #TENSOR
  FileFormat format = FileFormat::npy;
  std::string tensor; // safetensors: the name, empty where none was given; npy: empty
};

// The end of the path decides the format; the first ".safetensors#" separates path and tensor. Throws xeforge::Error on
// any other ending. argument: the option the text came with, e.g. "--scores".
ArrayLocation array_location(std::string_view argument, std::string_view text);

} // namespace xeforge::arrays
