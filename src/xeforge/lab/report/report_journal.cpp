// The journal as sections of a report: every entry in a table and in full, and the ladders of what was kept. The
// journal is read leniently: a line that is damaged, or lacks a field, is shown as what it is.
#include "xeforge/files/json.hpp"
#include "xeforge/lab/report/report_sections.hpp"
#include "xeforge/lab/terminal/input_json.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/pages/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace xeforge::lab {
namespace {

using pages::ColumnKind::label;

constexpr const char* told_fields[] = {"title",   "date",    "hypothesis", "prediction", "change", "result",
                                       "verdict", "machine", "compiler",   "commit",     "source"};

std::string missing_fields(const Json& entry) {
  std::string missing;
  for (const char* field : told_fields)
    if (!text_in(entry, field))
      missing += (missing.empty() ? "" : ", ") + std::string(field);
  return missing;
}

struct Change {
  std::string measure, unit;
  std::optional<double> before, after;
  std::string verdict; // what a comparison said; may be empty
};

// The numbers of an entry that name a measure.
std::vector<Change> changes_of(const Json& entry) {
  std::vector<Change> changes;
  for (const Json& one : list_in(entry, "numbers"))
    if (const auto measure = text_in(one, "name"))
      changes.push_back({*measure, text_in(one, "unit").value_or(""), number_in(one, "before"), number_in(one, "after"),
                         text_in(one, "verdict").value_or("")});
  return changes;
}

std::string value_text(std::optional<double> value, const std::string& unit) {
  if (!value)
    return "-";
  if (unit == "ns" && *value >= 1000)
    return duration_text(*value);
  return fmt::format("{:.4g}{}{}", *value, unit.empty() ? "" : " ", unit);
}

std::string changes_text(const Json& entry) {
  std::string text;
  for (const Change& change : changes_of(entry))
    text += fmt::format("{}{}: {} to {}{}{}", text.empty() ? "" : "; ", change.measure,
                        value_text(change.before, change.unit), value_text(change.after, change.unit),
                        change.verdict.empty() ? "" : ", ", change.verdict);
  return text.empty() ? "-" : text;
}

std::string in_full(const Json& entry) {
  std::string text;
  for (const auto& [field, value] : entry.items())
    text += fmt::format("{}: {}\n", field, value.is_string() ? value.get<std::string>() : value.dump());
  return text;
}

pages::SortableTable entries_table(const std::string& file, const std::vector<JournalLine>& lines) {
  pages::SortableTable table{
      "The journal",
      {{"title"}, {"verdict", label}, {"hypothesis"}, {"numbers"}, {"result"}, {"date", label}},
      {},
      {{"command", "xeforge journal list"}, {"file", file}, {"machine, compiler, commit", "of each entry, below"}}};
  for (const JournalLine& line : lines)
    if (line.damage.empty())
      table.rows.push_back({text_cell(text_in(line.entry, "title")), text_cell(text_in(line.entry, "verdict")),
                            text_cell(text_in(line.entry, "hypothesis")), text_cell(changes_text(line.entry)),
                            text_cell(text_in(line.entry, "result")), text_cell(text_in(line.entry, "date"))});
  return table;
}

// Which lines are damaged, and which entries lack something.
std::vector<std::string> complaints_about(const std::vector<JournalLine>& lines) {
  std::vector<std::string> complaints;
  for (const JournalLine& line : lines)
    if (!line.damage.empty())
      complaints.push_back(fmt::format("Line {} is left out: {}.", line.number, line.damage));
    else if (const std::string missing = missing_fields(line.entry); !missing.empty())
      complaints.push_back(fmt::format("Line {} lacks: {}.", line.number, missing));
  return complaints;
}

// The measure at its start and after each entry that was kept, in the order of the journal.
struct Ladder {
  pages::LadderChart chart;
  bool is_broken = false; // an entry begins elsewhere than the one before it ended, by more than 2%
};

std::vector<Ladder> ladders_of(const std::vector<JournalLine>& lines) {
  std::vector<Ladder> ladders;
  std::map<std::string, std::size_t> positions;
  for (const JournalLine& line : lines) {
    if (!line.damage.empty() || text_in(line.entry, "verdict") != "kept")
      continue;
    for (const Change& change : changes_of(line.entry)) {
      if (!change.before || !change.after || *change.before < 0 || *change.after < 0)
        continue;
      const auto [entry, is_new] =
          positions.try_emplace(fmt::format("{}\n{}", change.measure, change.unit), ladders.size());
      if (is_new)
        ladders.push_back({{change.measure,
                            change.unit.empty() ? "no unit recorded" : change.unit,
                            {{"before", *change.before, ""}}}});
      Ladder& ladder = ladders[entry->second];
      const double last = ladder.chart.steps.back().value;
      ladder.is_broken |= std::abs(*change.before - last) > 0.02 * last;
      ladder.chart.steps.push_back({text_in(line.entry, "title").value_or(fmt::format("line {}", line.number)),
                                    *change.after, text_in(line.entry, "change").value_or("")});
    }
  }
  std::erase_if(ladders, [](const Ladder& ladder) { return ladder.chart.steps.size() < 3; });
  return ladders;
}

} // namespace

std::vector<JournalLine> read_journal(const std::string& option, const std::string& path) {
  std::istringstream stream(read_input(option, path, "a journal written by 'xeforge journal add'"));
  std::vector<JournalLine> lines;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos)
      continue;
    Json entry = files::parse_json_or_discard<Json>(line);
    if (entry.is_discarded())
      lines.push_back({number, Json::object(), "it is no JSON"});
    else if (!entry.is_object())
      lines.push_back({number, Json::object(), "it is no object"});
    else
      lines.push_back({number, std::move(entry), ""});
  }
  if (!lines.empty() && std::ranges::none_of(lines, [](const JournalLine& line) { return line.damage.empty(); }))
    throw Error(option, fmt::format("'{}', in which no line is an entry", path),
                "a journal written by 'xeforge journal add'");
  return lines;
}

pages::Section journal_section(const std::string& file, const std::vector<JournalLine>& lines) {
  pages::Section section{"Journal", {}};
  section.blocks.emplace_back(pages::Paragraph{"What was tried, why, and the result, oldest first."});
  for (const std::string& complaint : complaints_about(lines))
    section.blocks.emplace_back(pages::Paragraph{complaint});
  section.blocks.emplace_back(entries_table(file, lines));
  for (const JournalLine& line : lines)
    if (line.damage.empty())
      section.blocks.emplace_back(pages::Details{
          fmt::format("Line {}: {}", line.number, text_in(line.entry, "title").value_or("without a title")),
          in_full(line.entry)});
  return section;
}

std::optional<pages::Section> ladders_section(const std::string& file, const std::vector<JournalLine>& lines) {
  const std::vector<Ladder> ladders = ladders_of(lines);
  if (ladders.empty())
    return std::nullopt;
  pages::Section section{"Ladders", {}};
  section.blocks.emplace_back(pages::Paragraph{
      fmt::format("The steps of {} that were kept, for each measure that more than one of them changed.", file)});
  for (const Ladder& ladder : ladders)
    section.blocks.emplace_back(pages::Figure{
        picture_of(ladder.chart),
        ladder.is_broken ? "A step did not start from the result of the step before it: the runs were made "
                           "at different times, or something else changed between them."
                         : ""});
  return section;
}

} // namespace xeforge::lab
