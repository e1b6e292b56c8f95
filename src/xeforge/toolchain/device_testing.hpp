// What tests with the real device tools share.
#pragma once

#include "xeforge/toolchain/compilation.hpp"
#include "xeforge/toolchain/tools/repository.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <regex>

namespace xeforge::toolchain {

// Skips where the tools are not unpacked.
class WithDeviceTools : public testing::Test {
protected:
  void SetUp() override {
    if (const auto reason = missing_device_tools(default_tools_folder()))
      GTEST_SKIP() << "no device tools (" << *reason << "); './forge device-tools' fetches them";
  }
};

// How often a pattern stands in a disassembly.
inline int occurrences(const std::string& text, const std::string& pattern) {
  const std::regex expression(pattern);
  return static_cast<int>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), expression), std::sregex_iterator()));
}

} // namespace xeforge::toolchain
