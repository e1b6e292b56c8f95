#include "xeforge/lab/terminal/output_file.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/command_files.hpp"

#include <fmt/format.h>

namespace xeforge::lab {

template <class Action>
static void or_standard_output(const Action& action) {
  try {
    action();
  } catch (const Error& refusal) {
    throw Error(refusal.argument(), refusal.got(), fmt::format("{}, or - for standard output", refusal.expected()));
  }
}

OutputFile::OutputFile(std::string option, std::string target) : target_(std::move(target)) {
  if (takes_standard_output()) {
    if (const auto conflict = files::problem_of_standard_output(option))
      throw Error(option, fmt::format("'-', {}", *conflict), "a file: one output alone goes to standard output");
  } else if (is_wanted()) {
    or_standard_output([&] { files_.add(target_, std::move(option)); });
  }
}

void OutputFile::write(std::string_view text) {
  if (takes_standard_output())
    fmt::print("{}", text);
  else if (is_wanted())
    or_standard_output([&] {
      files_.write(0, text);
      files_.commit();
    });
}

} // namespace xeforge::lab
