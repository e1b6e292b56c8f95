// xeforge journal: what was tried, what was expected of it, and what it gave.
#include "xeforge/base/error.hpp"
#include "xeforge/base/printable.hpp"
#include "xeforge/lab/commands.hpp"
#include "xeforge/lab/compare/comparable.hpp"
#include "xeforge/lab/compare/comparison_text.hpp"
#include "xeforge/lab/terminal/json_file.hpp"
#include "xeforge/lab/terminal/operator_options.hpp"
#include "xeforge/lab/terminal/output.hpp"
#include "xeforge/lab/terminal/project.hpp"
#include "xeforge/lab/terminal/provenance.hpp"
#include "xeforge/records/journal_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace xeforge::lab {
namespace {

using records::JournalEntry;
using records::JournalNumber;

// The one that is named, else the project's.
std::string journal_of(const std::string& file) { return file.empty() ? project_journal().string() : file; }

struct AddOptions {
  std::string file, before, after;
  std::vector<std::string> numbers;
  JournalEntry entry;
};

std::optional<double> number_or_nothing(const std::string& all, const std::string& text) {
  if (text.empty())
    return std::nullopt;
  double value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end || !std::isfinite(value))
    throw Error("--number", fmt::format("'{}'", files::shown(all)),
                "NAME=BEFORE:AFTER UNIT, such as 'a row=29.7:13.6 ns'");
  return value;
}

// "NAME=BEFORE:AFTER UNIT"; one of the two and the unit may be missing.
JournalNumber number_by_hand(const std::string& text) {
  const std::size_t equals = text.find('='), colon = text.find(':', equals), blank = text.find(' ', colon);
  if (equals == std::string::npos || colon == std::string::npos)
    number_or_nothing(text, "no number");
  return {text.substr(0, equals),
          blank == std::string::npos ? "" : text.substr(blank + 1),
          number_or_nothing(text, text.substr(equals + 1, colon - equals - 1)),
          number_or_nothing(text, text.substr(colon + 1, blank == std::string::npos ? blank : blank - colon - 1)),
          std::nullopt,
          ""};
}

void fill(std::string& field, const std::string& value) {
  if (field.empty())
    field = value;
}

// Numbers and where they come from, as two reports have them.
void take_from_reports(JournalEntry& entry, const AddOptions& options) {
  const Comparable before = read_comparable("--before", options.before);
  const Comparable after = read_comparable("--after", options.after);
  require_one_kind("--before", before, "--after", after);
  if (const auto* report = std::get_if<records::BenchReport>(&after)) {
    entry.numbers = numbers_of(records::compare_benches(std::get<records::BenchReport>(before), *report, {}));
    fill(entry.machine, report->origin.machine);
    fill(entry.compiler, report->origin.compiler);
    fill(entry.commit, report->origin.commit);
  } else if (const auto* code = std::get_if<toolchain::CompileReport>(&after)) {
    entry.numbers = numbers_of(records::compare_reports(std::get<toolchain::CompileReport>(before), *code));
    fill(entry.machine,
         fmt::format("none: compiled for {} and inspected", code->device.empty() ? code->platform : code->device));
    if (const auto compiler = code->tools.find("libigc2"); compiler != code->tools.end())
      fill(entry.compiler, "libigc2 " + compiler->second);
  } else {
    throw Error("--after", "a report of explain", "reports of bench or compile, which have numbers to keep");
  }
  if (entry.numbers.empty())
    throw Error("--after", fmt::format("'{}', in which no number moved or none can be compared", options.after),
                "a report to compare with --before");
  fill(entry.source, fmt::format("{} and {}", options.before, options.after));
}

void add(const AddOptions& given) {
  AddOptions options = given;
  options.file = journal_of(given.file);
  JournalEntry entry = options.entry;
  if (options.before.empty() != options.after.empty())
    throw Error(options.before.empty() ? "--before" : "--after", "nothing", "both --before and --after, or neither");
  if (!options.before.empty())
    take_from_reports(entry, options);
  for (const std::string& text : options.numbers)
    entry.numbers.push_back(number_by_hand(text));
  const Provenance here = provenance();
  fill(entry.date, here.date.substr(0, here.date.find('T')));
  fill(entry.machine, here.machine);
  fill(entry.compiler, here.compiler);
  fill(entry.commit, commit_of_project());
  if (given.file.empty()) {
    std::error_code problem; // what cannot be made is refused by the journal
    std::filesystem::create_directories(std::filesystem::path(options.file).parent_path(), problem);
  }
  with_option_names([&] { records::require_complete(entry); });
  const std::int64_t id = records::append_to_journal(options.file, entry);
  print("Entry {} is in {}\n", id, options.file);
}

std::string ratio_text(const JournalNumber& number) {
  if (number.ratio)
    return fmt::format("{} {}", change_text(number.ratio->low), change_text(number.ratio->high));
  return number.before && number.after && *number.before != 0 ? change_text(*number.after / *number.before) : "";
}

std::string value_text(const std::optional<double>& value, const std::string& unit) {
  if (!value)
    return "-";
  return unit == "ns" && std::fabs(*value) >= 1e3 ? duration_text(*value)
                                                  : fmt::format("{:.6g}{}{}", *value, unit.empty() ? "" : " ", unit);
}

struct ReadOptions {
  std::string file, json;
  std::int64_t id = 0;
};

// A project without a journal has one without entries; a file that is named has to be there.
std::vector<JournalEntry> entries_of(const ReadOptions& options) {
  std::error_code problem;
  if (!options.file.empty() && !std::filesystem::exists(options.file, problem))
    throw Error("--file", fmt::format("'{}', which does not exist", files::shown(options.file)), "a journal");
  return records::read_journal(journal_of(options.file));
}

void list(const ReadOptions& options) {
  JsonFile json(options.json);
  const std::vector<JournalEntry> entries = entries_of(options);
  Table table({{"id", Align::right}, {"date"}, {"verdict"}, {"title"}, {"first number", Align::right}});
  Json all = Json::array();
  for (const JournalEntry& entry : entries) {
    const JournalNumber& first = entry.numbers.front();
    table.add({std::to_string(entry.id), entry.date.substr(0, 10), entry.verdict, entry.title, ratio_text(first)});
    all.push_back(to_json(entry));
  }
  if (!json.takes_standard_output())
    print("{}\n{} in {}; xeforge journal show ID shows one\n", table.text(),
          counted(entries.size(), "entry", "entries"), journal_of(options.file));
  json.write({{"format", "xeforge-journal-list-1"}, {"entries", std::move(all)}});
}

std::string paragraph(const char* title, const std::string& text) {
  return fmt::format("\n{}\n", title) + wrapped(text, 2);
}

std::string entry_text(const JournalEntry& entry) {
  const Mood mood = entry.verdict == "kept" ? Mood::good : entry.verdict == "reverted" ? Mood::bad : Mood::plain;
  std::string text =
      fmt::format("{}. {}\n{}, {}\n", entry.id, base::one_line(entry.title), entry.date, coloured(entry.verdict, mood));
  text += paragraph("Hypothesis", entry.hypothesis) + paragraph("Prediction", entry.prediction) +
          paragraph("Change", entry.change) + paragraph("Result", entry.result);
  Table table({{"number"}, {"before", Align::right}, {"after", Align::right}, {"change", Align::right}, {"verdict"}});
  for (const JournalNumber& number : entry.numbers)
    table.add({number.name, value_text(number.before, number.unit), value_text(number.after, number.unit),
               ratio_text(number), number.verdict});
  text += "\n" + table.text();
  return text + "\n" + wrapped("machine: " + entry.machine, 0) + wrapped("compiler: " + entry.compiler, 0) +
         wrapped("commit: " + entry.commit, 0) + wrapped("source: " + entry.source, 0);
}

void show(const ReadOptions& options) {
  JsonFile json(options.json);
  const std::vector<JournalEntry> entries = entries_of(options);
  const auto found = std::ranges::find(entries, options.id, &JournalEntry::id);
  if (found == entries.end())
    throw Error("ID", fmt::format("{}", options.id),
                entries.empty()
                    ? "an existing entry; the journal is empty"
                    : fmt::format("an entry of the journal, {} to {}", entries.front().id, entries.back().id));
  if (!json.takes_standard_output())
    print("{}", entry_text(*found));
  json.write(to_json(*found));
}

void add_file(Command command, std::string& file) {
  command
      .add_option("--file", file, "the journal (bench/JOURNAL or .xeforge/JOURNAL of the current project if not given)")
      .type_name("FILE");
}

void add_journal_add(Command journal) {
  Command command = journal.add_command("add", "Add an entry");
  auto options = std::make_shared<AddOptions>();
  JournalEntry& entry = options->entry;
  const auto text = [&](const char* name, std::string& value, const char* help) {
    command.add_option(name, value, help).type_name("TEXT");
  };
  text("--title", entry.title, "what was tried, in a few words");
  text("--hypothesis", entry.hypothesis, "what is believed to take the time, and why");
  text("--prediction", entry.prediction, "the expected effect, written down before measuring");
  text("--change", entry.change, "what was changed");
  text("--result", entry.result, "what was observed");
  text("--verdict", entry.verdict, "kept, reverted or neutral");
  text("--before", options->before, "report of bench or compile before the change");
  text("--after", options->after, "report after the change");
  command
      .add_option("--number", options->numbers,
                  "a number entered by hand, as 'NAME=BEFORE:AFTER UNIT'; may be repeated")
      .type_name("TEXT")
      .one_value_each();
  text("--date", entry.date, "date of the measurement (today if not given)");
  text("--machine", entry.machine, "machine of the measurement (that of --after, or this one)");
  text("--compiler", entry.compiler, "compiler used (that of --after, or of this program)");
  text("--commit", entry.commit, "commit that was measured (that of --after, or of the project)");
  text("--source", entry.source, "where the numbers come from (--before and --after if not given)");
  add_file(command, options->file);
  add_examples(command,
               {"xeforge journal add --title 'two rows a step' --hypothesis 'chains are too short' \\",
                "    --prediction '20% less' --change 'fold_kernel: two rows' --before a.json --after b.json \\",
                "    --result 'spills' --verdict reverted"});
  command.on_run([options] { add(*options); });
}

} // namespace

void add_journal_command(Command app) {
  Command command = app.add_command("journal", "Record what was tried, and list the records");
  command.require_command();
  add_examples(command, {"xeforge journal list", "xeforge journal show 3", "xeforge journal add --help"});
  add_journal_add(command);

  auto listing = std::make_shared<ReadOptions>();
  Command list_command = command.add_command("list", "List all entries, one line each");
  add_file(list_command, listing->file);
  add_json(list_command, listing->json);
  add_examples(list_command, {"xeforge journal list", "xeforge journal list --json -"});
  list_command.on_run([listing] { list(*listing); });

  auto showing = std::make_shared<ReadOptions>();
  Command show_command = command.add_command("show", "Show one entry in full");
  add_integer(show_command, "ID", showing->id, {1, 1'000'000'000}, "number of the entry").required();
  add_file(show_command, showing->file);
  add_json(show_command, showing->json);
  add_examples(show_command, {"xeforge journal show 1", "xeforge journal show 1 --json -"});
  show_command.on_run([showing] { show(*showing); });
}

} // namespace xeforge::lab
