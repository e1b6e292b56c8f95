#include "xeforge/toolchain/tools/tool_errors.hpp"

#include "xeforge/toolchain/tools/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <vector>

namespace xeforge::toolchain {
namespace {

bool mentions_error(std::string_view line) {
  return line.find("error:") != line.npos || line.find("Error:") != line.npos || line.starts_with("error");
}

// "file.cpp:12:5: error: message": the location and the message.
struct Diagnosis {
  std::string location; // empty where the line names none
  std::string message;
};

Diagnosis parse_diagnosis(std::string_view line) {
  for (const std::string_view mark : {": error: ", ": fatal error: "})
    if (const auto error = line.find(mark); error != line.npos)
      return {std::string(line.substr(0, error)), std::string(line.substr(error + mark.size()))};
  return {{}, std::string(line)};
}

// "file.cpp:12:5" where the line starts with a location in the source.
std::string location_in(const std::string& source, std::string_view line) {
  if (!line.starts_with(source + ":"))
    return {};
  const auto end = line.find_first_not_of("0123456789:", source.size() + 1);
  std::string location(line.substr(0, end));
  if (location.ends_with(':')) // before the message
    location.pop_back();
  return location == source ? std::string() : location;
}

// The first error. Where a header fails, the notes that follow lead back to the source.
Diagnosis first_diagnosis(const std::vector<std::string_view>& lines, const std::string& source) {
  const auto error = std::ranges::find_if(lines, mentions_error);
  if (error == lines.end())
    return {{}, lines.empty() ? std::string() : std::string(lines.front())};
  Diagnosis diagnosis = parse_diagnosis(*error);
  if (diagnosis.location.empty() || diagnosis.location.starts_with(source + ":"))
    return diagnosis;
  for (auto line = std::next(error); line != lines.end() && !mentions_error(*line); ++line)
    if (const std::string location = location_in(source, *line); !location.empty()) {
      diagnosis.message += "' at '" + diagnosis.location;
      diagnosis.location = location;
      break;
    }
  return diagnosis;
}

// The compiler says it of the function that it makes of the kernel.
bool is_repeated_kernel_name(const std::string& message) {
  return message.find("kernel name argument conflicts with a previous declaration") != message.npos;
}

std::string ending(const Outcome& outcome) {
  switch (outcome.ending) {
  case Ending::timed_out:
    return "the tool did not end in time";
  case Ending::killed:
    return fmt::format("the tool crashed ({})", strsignal(outcome.code));
  case Ending::exited:
    return "exit status " + std::to_string(outcome.code);
  }
  return {};
}

} // namespace

Error tool_error(const std::string& stage, const Outcome& outcome, const std::string& source) {
  std::vector<std::string_view> lines = lines_of(outcome.errors);
  const std::vector<std::string_view> output = lines_of(outcome.output);
  lines.insert(lines.end(), output.begin(), output.end());
  const Diagnosis diagnosis = first_diagnosis(lines, source);
  std::string got = fmt::format("'{}'", diagnosis.message);
  if (diagnosis.message.empty() || outcome.ending != Ending::exited)
    got = ending(outcome) + (diagnosis.message.empty() ? "" : ", after " + got);
  const std::string& location = diagnosis.location.empty() ? stage : diagnosis.location;
  if (is_repeated_kernel_name(diagnosis.message))
    return Error(location, "a second kernel of the same name",
                 "a name of its own for each kernel of a source, or none; one object that is launched with different "
                 "properties, or with a range and an nd_range, is several kernels: parallel_for<class Name>(...)");
  return Error(location, got, fmt::format("a {} without errors", stage));
}

} // namespace xeforge::toolchain
