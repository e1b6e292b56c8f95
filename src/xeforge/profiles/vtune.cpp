// A VTune report: lines of warnings, one header, one row a computing task. Times are in seconds.
#include "xeforge/base/error.hpp"
#include "xeforge/profiles/delimited.hpp"
#include "xeforge/profiles/readers.hpp"

#include <fmt/format.h>

namespace xeforge::profiles {
namespace {

constexpr std::string_view task = "Computing Task", source_task = "Source Computing Task";
constexpr std::string_view delimiters = "\t,;:|^";

struct TaskHeader {
  std::size_t line;
  char delimiter;
};

// The line whose first field is the task's column.
std::optional<TaskHeader> find_header(const std::vector<std::string_view>& lines) {
  for (std::size_t at = 0; at < lines.size(); ++at)
    for (const char delimiter : delimiters)
      for (const std::string_view title : {task, source_task})
        for (const std::string& start : {std::string(title) + delimiter, fmt::format("\"{}\"{}", title, delimiter)})
          if (lines[at].starts_with(start))
            return TaskHeader{at, delimiter};
  return std::nullopt;
}

std::string place(std::size_t line) { return fmt::format("line {}: ", line + 1); }

struct Table {
  const std::string& name;
  std::vector<std::string> columns;
  char delimiter;

  // Of a row that is not right, what is wrong, and the way out: names of columns have commas.
  [[noreturn]] void refuse(std::size_t line, const std::string& got, const std::string& expected) const {
    throw Error(name, place(line) + got, expected);
  }
  std::vector<std::string> row(std::string_view text, std::size_t line) const {
    auto fields = fields_of(text, delimiter);
    if (!fields)
      refuse(line, "a quote that is not closed", "a whole file");
    if (fields->size() == columns.size() + 1 && fields->back().empty())
      fields->pop_back();
    if (fields->size() != columns.size())
      refuse(
          line, fmt::format("{} fields", fields->size()),
          fmt::format("{}, as many as the header has; a whole file, exported with -csv-delimiter tab", columns.size()));
    return *std::move(fields);
  }
};

double not_negative(const Table& table, std::size_t line, const std::string& column, const std::string& text) {
  const auto value = number_in(text);
  if (!value || *value < 0)
    table.refuse(line, fmt::format("{} as {}", shown(text), shown(column)), "a number of 0 or more");
  return *value;
}

ProfiledKernel kernel_of(const Table& table, const std::vector<std::string>& fields, std::size_t line) {
  constexpr double nanoseconds = 1e9;
  ProfiledKernel kernel;
  kernel.name = fields[0];
  for (std::size_t at = 1; at < fields.size(); ++at) {
    const std::string& column = table.columns[at];
    if (fields[at].empty())
      continue;
    if (column.ends_with("Task:Total Time"))
      kernel.total_ns = not_negative(table, line, column, fields[at]) * nanoseconds;
    else if (column.ends_with("Task:Instance Count"))
      kernel.calls = not_negative(table, line, column, fields[at]);
    else if (const auto value = number_in(fields[at]); value && !column.ends_with("Task:Average Time"))
      kernel.metrics.push_back({column, *value});
  }
  // Versions disagree about the unit of the average time; it follows from the other two.
  if (kernel.total_ns && kernel.calls && *kernel.calls > 0)
    kernel.average_ns = *kernel.total_ns / *kernel.calls;
  return kernel;
}

} // namespace

bool is_vtune(std::string_view text) { return find_header(lines_of(text)).has_value(); }

std::vector<ProfiledKernel> parse_vtune(const std::string& name, std::string_view text) {
  const std::vector<std::string_view> lines = lines_of(text);
  const TaskHeader header = *find_header(lines);
  const auto columns = fields_of(lines[header.line], header.delimiter);
  if (!columns)
    throw Error(name, place(header.line) + "a quote that is not closed", "a whole file");
  const Table table{name, *columns, header.delimiter};
  std::vector<ProfiledKernel> kernels;
  for (std::size_t line = header.line + 1; line < lines.size(); ++line) {
    if (trimmed(lines[line]).empty())
      continue;
    const std::vector<std::string> fields = table.row(lines[line], line);
    // "[Outside any task]" is the time without a kernel.
    if (!fields[0].empty() && !fields[0].starts_with("[Outside"))
      kernels.push_back(kernel_of(table, fields, line));
  }
  return kernels;
}

} // namespace xeforge::profiles
