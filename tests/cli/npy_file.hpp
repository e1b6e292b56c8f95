// .npy files written and read with no help from the program under test.
#pragma once

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace xeforge::cli_tests {

// A version 1.0 file: dtype as in "<f4", shape as in "(2, 4)", order as in "False".
std::string npy_bytes(std::string_view dtype, std::string_view shape, std::string_view elements,
                      std::string_view fortran_order = "False");

template <class T>
std::string bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

struct NpyFile {
  std::string header; // the dictionary, as text
  std::string elements;

  template <class T>
  std::vector<T> values() const {
    std::vector<T> result(elements.size() / sizeof(T));
    std::memcpy(result.data(), elements.data(), result.size() * sizeof(T));
    return result;
  }
};
// Empty where the file is none.
NpyFile read_npy(const std::filesystem::path& path);

} // namespace xeforge::cli_tests
