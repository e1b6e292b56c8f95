// The corpus of one reader, file by file.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

namespace xeforge::fuzz {

// Every file of the folder through the check; how many there were.
template <class Check>
int replay(const std::string& folder, Check check) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(XEFORGE_FUZZ_CORPUS) / folder)) {
    SCOPED_TRACE(entry.path().string());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    check(std::as_bytes(std::span(bytes)));
    ++files;
  }
  return files;
}

} // namespace xeforge::fuzz
