#include "driver_properties.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/driver/command_line.hpp"
#include "xeforge/driver/front_end.hpp"
#include "xeforge/driver/words.hpp"
#include "xeforge/toolchain/tools/response_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace xeforge::fuzz {
namespace {

void require(bool holds) { // a macro would say what; the stack of the fuzzer's report says where
  if (!holds)
    std::abort();
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class Read>
auto read_or_refused(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const Error& error) {
    const std::string_view words = error.what();
    require(words.find(": got ") != std::string::npos && words.find("; expected ") != std::string::npos);
    require(std::ranges::all_of(words, [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; }));
    return std::nullopt;
  }
}

} // namespace

void check_command_line(std::span<const std::byte> bytes) {
  auto words = read_or_refused([&] { return driver::split_response_file("@fuzzed", text_of(bytes)); });
  if (!words)
    return;
  require(driver::split_response_file("@again", toolchain::response_file(*words)) == *words);
  // Files that it names are none of the fuzzer's.
  std::erase_if(*words, [](const std::string& word) { return word.starts_with('@'); });
  const auto line = read_or_refused([&] { return driver::read_command_line(*words); });
  if (!line)
    return;
  require(line->inputs.size() <= words->size() && line->host_arguments.size() <= 2 * words->size());
  require(std::ranges::none_of(line->devices, [](const auto* device) { return device == nullptr; }));
  for (const std::string& input : line->inputs)
    require(std::ranges::find(line->host_arguments, input) != line->host_arguments.end());
}

void check_front_end_jobs(std::span<const std::byte> bytes) {
  for (const driver::FrontEndJob& job : driver::read_front_end_jobs(text_of(bytes)))
    if (const auto settings = read_or_refused([&job] { return driver::settings_of(job); }))
      require(!toolchain::device_arguments(*settings, "/resources").empty());
}

} // namespace xeforge::fuzz
