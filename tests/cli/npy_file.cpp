#include "cli/npy_file.hpp"

#include "cli/program.hpp"

namespace xeforge::cli_tests {

static constexpr std::size_t preamble_bytes = 10; // magic, version, header length

std::string npy_bytes(std::string_view dtype, std::string_view shape, std::string_view elements,
                      std::string_view fortran_order) {
  std::string header = "{'descr': '" + std::string(dtype) + "', 'fortran_order': " + std::string(fortran_order) +
                       ", 'shape': " + std::string(shape) + ", }";
  header.append(63 - (preamble_bytes + header.size()) % 64, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  return file + header + std::string(elements);
}

NpyFile read_npy(const std::filesystem::path& path) {
  const std::string file = contents(path);
  if (file.size() < preamble_bytes || file.substr(0, 8) != std::string("\x93NUMPY\x01\x00", 8))
    return {};
  const std::size_t header = static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
  return {file.substr(preamble_bytes, header), file.substr(std::min(file.size(), preamble_bytes + header))};
}

} // namespace xeforge::cli_tests
