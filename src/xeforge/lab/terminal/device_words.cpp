#include "xeforge/lab/terminal/device_words.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/machine/device_names.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace xeforge::lab {

void tell_device(const std::string& option, const std::string& word, std::string_view taken) {
  const machine::DeviceName* const row = machine::find_device_name(word);
  if (row == nullptr || machine::is_same_word(word, taken))
    return;
  fmt::print(stderr, "xeforge: {} {}: {}, taken as {}\n", option, word, row->title, taken);
}

const machine::DeviceModel& model_named(const std::string& option, const std::string& word) {
  try {
    const machine::DeviceModel& model = machine::device_model(word);
    tell_device(option, word, model.name);
    return model;
  } catch (const Error& error) {
    throw Error(option, error.got(), error.expected());
  }
}

} // namespace xeforge::lab
