// What unitrace writes: sections for people, each a header that begins with "Kernel" and rows below it up to an empty
// line. Names are in quotes or not, by version; without quotes a name may contain commas.
#include "xeforge/base/error.hpp"
#include "xeforge/profiles/delimited.hpp"
#include "xeforge/profiles/readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace xeforge::profiles {
namespace {

enum class SectionKind { timing, properties, metrics };

struct Header {
  SectionKind kind;
  std::vector<std::string> columns;
};

bool has(const std::vector<std::string>& columns, std::string_view column) {
  return std::ranges::find(columns, column) != columns.end();
}

std::optional<Header> header_in(std::string_view line) {
  if (!trimmed(line).starts_with("Kernel,") && !trimmed(line).starts_with("\"Kernel\""))
    return std::nullopt;
  auto columns = fields_of(line, ',');
  if (!columns)
    return std::nullopt;
  if (columns->back().empty())
    columns->pop_back();
  if (has(*columns, "Calls") && has(*columns, "Time (ns)"))
    return Header{SectionKind::timing, *std::move(columns)};
  if (has(*columns, "Spill Memory Per Thread"))
    return Header{SectionKind::properties, *std::move(columns)};
  if (std::ranges::any_of(*columns, [](const std::string& column) { return column.ends_with(']'); }))
    return Header{SectionKind::metrics, *std::move(columns)};
  return std::nullopt;
}

// The oldest versions put blanks, not commas, between the numbers of the properties.
void split_blanks(std::vector<std::string>& fields) {
  std::string_view rest = fields.back();
  std::vector<std::string> parts;
  while (!(rest = trimmed(rest)).empty()) {
    const std::string_view part = rest.substr(0, rest.find_first_of(" \t"));
    parts.emplace_back(part);
    rest.remove_prefix(part.size());
  }
  fields.pop_back();
  fields.insert(fields.end(), parts.begin(), parts.end());
}

// The name and as many fields as the header has columns behind it.
std::optional<std::vector<std::string>> row_of(std::string_view line, const Header& header) {
  auto fields = fields_of(line, ',');
  if (!fields)
    return std::nullopt;
  const std::size_t columns = header.columns.size();
  if (fields->size() > 1 && fields->back().empty() && fields->size() != columns)
    fields->pop_back();
  if (header.kind == SectionKind::properties && fields->size() < columns && fields->size() > 1)
    split_blanks(*fields);
  if (fields->size() < columns)
    return std::nullopt;
  while (fields->size() > columns) {
    (*fields)[0] += ", " + (*fields)[1];
    fields->erase(fields->begin() + 1);
  }
  return fields;
}

struct Collected {
  ProfiledKernel kernel;
  double weight = 0, rows = 0; // of the metrics: nanoseconds, and instances or samples
};

// Kernels in the order in which the file names them first.
class Kernels {
public:
  Collected& of(const std::string& name) {
    const auto [found, is_new] = places_.try_emplace(name, kernels_.size());
    if (is_new) {
      Collected collected;
      const std::size_t bracket = name.ends_with(']') ? name.rfind('[') : std::string::npos;
      collected.kernel.name = trimmed(std::string_view(name).substr(0, bracket));
      if (bracket != std::string::npos)
        collected.kernel.shape = name.substr(bracket + 1, name.size() - bracket - 2);
      kernels_.push_back(std::move(collected));
    }
    return kernels_[found->second];
  }
  std::vector<ProfiledKernel> taken() {
    std::vector<ProfiledKernel> all;
    for (Collected& collected : kernels_)
      all.push_back(std::move(collected.kernel));
    return all;
  }

private:
  std::vector<Collected> kernels_;
  std::map<std::string, std::size_t> places_;
};

class Reader {
public:
  explicit Reader(const std::string& name) : name_(name) {}

  void take(std::string_view line, std::size_t number) {
    line_ = number;
    if (const auto header = header_in(line)) {
      header_ = *header;
      is_in_section_ = true;
    } else if (trimmed(line).empty() || trimmed(line).starts_with('=')) {
      is_in_section_ = false;
    } else if (is_in_section_) {
      take_row(line);
    }
  }
  std::vector<ProfiledKernel> kernels() { return kernels_.taken(); }

private:
  void take_row(std::string_view line) {
    const auto fields = row_of(line, header_);
    if (!fields)
      refuse(shown(line), fmt::format("a name and {} fields, as the header of the section has; a whole file",
                                      header_.columns.size() - 1));
    if ((*fields)[0].empty()) // what was sampled while no kernel ran
      return;
    Collected& collected = kernels_.of((*fields)[0]);
    switch (header_.kind) {
    case SectionKind::timing:
      take_times(collected.kernel, *fields);
      break;
    case SectionKind::properties:
      take_properties(collected.kernel, *fields);
      break;
    case SectionKind::metrics:
      take_metrics(collected, *fields);
      break;
    }
  }

  // Two rows of one name are two builds of one kernel.
  void take_times(ProfiledKernel& kernel, const std::vector<std::string>& fields) {
    const double calls = number(fields, "Calls"), total = number(fields, "Time (ns)");
    kernel.calls = kernel.calls.value_or(0) + calls;
    kernel.total_ns = kernel.total_ns.value_or(0) + total;
    if (*kernel.calls > 0)
      kernel.average_ns = *kernel.total_ns / *kernel.calls;
    if (has(header_.columns, "Min (ns)") && has(header_.columns, "Max (ns)")) {
      kernel.least_ns = std::min(kernel.least_ns.value_or(1e300), number(fields, "Min (ns)"));
      kernel.most_ns = std::max(kernel.most_ns.value_or(0), number(fields, "Max (ns)"));
    }
  }

  void take_properties(ProfiledKernel& kernel, const std::vector<std::string>& fields) const {
    for (std::size_t at = 1; at < fields.size(); ++at)
      if (const auto value = number_in(fields[at]))
        metric(kernel, header_.columns[at]) = *value;
  }

  void take_metrics(Collected& collected, const std::vector<std::string>& fields) const {
    const double time = has(header_.columns, "GpuTime[ns]") ? number(fields, "GpuTime[ns]") : 1;
    collected.weight += time;
    collected.rows += 1;
    for (std::size_t at = 1; at < fields.size(); ++at) {
      const std::string& column = header_.columns[at];
      if (!column.ends_with(']') || column.ends_with("[Address]")) // ids, flags, places
        continue;
      const auto value = number_in(fields[at]);
      if (!value)
        refuse(fmt::format("{} as {}", shown(fields[at]), shown(column)), "a number");
      const double share = !is_share(column) ? 1 / collected.rows : collected.weight > 0 ? time / collected.weight : 1;
      double& taken = metric(collected.kernel, column);
      taken += is_sampled_event(column) ? *value : (*value - taken) * share;
    }
  }

  static bool is_share(const std::string& column) { return column.ends_with("[%]") || column.ends_with("[MHz]"); }
  // One row for each address of a kernel at which hardware threads were seen.
  static bool is_sampled_event(const std::string& column) { return column.ends_with("[Events]"); }

  static double& metric(ProfiledKernel& kernel, const std::string& name) {
    const auto found = std::ranges::find(kernel.metrics, name, &Metric::name);
    if (found != kernel.metrics.end())
      return found->value;
    kernel.metrics.push_back({name, 0});
    return kernel.metrics.back().value;
  }

  double number(const std::vector<std::string>& fields, std::string_view column) const {
    const auto at = std::ranges::find(header_.columns, column) - header_.columns.begin();
    const std::string& text = fields[static_cast<std::size_t>(at)];
    const auto value = number_in(text);
    if (!value || *value < 0)
      refuse(fmt::format("{} as {}", shown(text), shown(column)), "a number of 0 or more");
    return *value;
  }

  [[noreturn]] void refuse(const std::string& got, const std::string& expected) const {
    throw Error(name_, fmt::format("line {}: {}", line_ + 1, got), expected);
  }

  const std::string& name_;
  Header header_{};
  bool is_in_section_ = false;
  std::size_t line_ = 0;
  Kernels kernels_;
};

} // namespace

bool is_unitrace(std::string_view text) {
  return std::ranges::any_of(lines_of(text), [](std::string_view line) { return header_in(line).has_value(); });
}

std::vector<ProfiledKernel> parse_unitrace(const std::string& name, std::string_view text) {
  Reader reader(name);
  const std::vector<std::string_view> lines = lines_of(text);
  for (std::size_t line = 0; line < lines.size(); ++line)
    reader.take(lines[line], line);
  return reader.kernels();
}

} // namespace xeforge::profiles
