#include "xeforge/records/journal.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/files/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <set>
#include <string_view>

namespace xeforge::records {
namespace {

using files::JsonDocument;
using files::JsonValue;
using files::shown;

constexpr const char* expected_entry = "an entry that 'xeforge journal add' wrote";

struct TextField {
  const char* name;
  std::string JournalEntry::* value;
  const char* expected;
};

// In the order of the line; numbers stand between change and result.
constexpr std::array<TextField, 5> fields_before_numbers{{
    {"date", &JournalEntry::date, "a date, such as 2026-11-20"},
    {"title", &JournalEntry::title, "what was tried, in a few words"},
    {"hypothesis", &JournalEntry::hypothesis, "what is believed to take the time, and why"},
    {"prediction", &JournalEntry::prediction, "what the change should give, before it is measured"},
    {"change", &JournalEntry::change, "what was changed"},
}};
constexpr std::array<TextField, 6> fields_after_numbers{{
    {"result", &JournalEntry::result, "what was seen, in words"},
    {"verdict", &JournalEntry::verdict, "kept, reverted or neutral"},
    {"machine", &JournalEntry::machine, "what it was measured on"},
    {"compiler", &JournalEntry::compiler, "what it was compiled with"},
    {"commit", &JournalEntry::commit, "the commit that was measured, or that recorded the numbers"},
    {"source", &JournalEntry::source, "where the numbers come from: files, a command, a document"},
}};

void require_text(const TextField& field, const JournalEntry& entry) {
  const std::string& text = entry.*field.value;
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    throw Error(field.name, "nothing", field.expected);
}

bool is_digit(char character) { return character >= '0' && character <= '9'; }

// Takes what the pattern says from the front of the text, where that is there: 'd' is a digit.
bool take(std::string_view& text, std::string_view pattern) {
  const std::string_view front = text.substr(0, pattern.size());
  if (!std::ranges::equal(front, pattern, [](char character, char wanted) {
        return wanted == 'd' ? is_digit(character) : character == wanted;
      }))
    return false;
  text.remove_prefix(pattern.size());
  return true;
}

int number_in(std::string_view digits) {
  int number = 0;
  for (const char digit : digits)
    number = 10 * number + (digit - '0');
  return number;
}

// "hh:mm" at the front of the text, which is taken.
bool take_hours_and_minutes(std::string_view& text) {
  const std::string_view all = text;
  return take(text, "dd:dd") && number_in(all.substr(0, 2)) < 24 && number_in(all.substr(3, 2)) < 60;
}

// "hh:mm", "hh:mm:ss" or "hh:mm:ss.fff", and where it is said the zone, "Z" or "+hh:mm".
bool is_time(std::string_view text) {
  if (!take_hours_and_minutes(text))
    return false;
  const std::string_view seconds = text;
  if (take(text, ":dd")) {
    if (number_in(seconds.substr(1, 2)) >= 60)
      return false;
    if (take(text, ".d"))
      text.remove_prefix(std::min(text.find_first_not_of("0123456789"), text.size()));
  }
  return text.empty() || text == "Z" ||
         ((take(text, "+") || take(text, "-")) && take_hours_and_minutes(text) && text.empty());
}

// "yyyy-mm-dd" of a day that is in the calendar; a time may follow behind a 'T'.
bool is_date(std::string_view text) {
  const std::string_view all = text;
  if (!take(text, "dddd-dd-dd"))
    return false;
  const std::chrono::year_month_day day{std::chrono::year(number_in(all.substr(0, 4))),
                                        std::chrono::month(static_cast<unsigned>(number_in(all.substr(5, 2)))),
                                        std::chrono::day(static_cast<unsigned>(number_in(all.substr(8, 2))))};
  return day.ok() && (text.empty() || (take(text, "T") && is_time(text)));
}

void require_number(const JournalNumber& number) {
  if (number.name.empty())
    throw Error("numbers", "one without a name", "a name for each");
  if (!number.before && !number.after)
    throw Error("numbers", fmt::format("neither a before nor an after of '{}'", shown(number.name)),
                "at least one of them");
}

Json to_json(const JournalNumber& number) {
  return {{"name", number.name},
          {"unit", number.unit},
          {"before", files::number_or_null<Json>(number.before)},
          {"after", files::number_or_null<Json>(number.after)},
          {"ratio", number.ratio ? Json{number.ratio->low, number.ratio->high} : Json(nullptr)},
          {"verdict", number.verdict}};
}

JournalNumber parse_number(const JsonValue& json) {
  JournalNumber number{json["name"].text(), json["unit"].text(), {}, {}, {}, json["verdict"].text()};
  for (const auto& [name, value] : {std::pair("before", &number.before), std::pair("after", &number.after)})
    if (const auto field = json.find(name))
      *value = field->number();
  if (const JsonValue field = json["ratio"]; !field.is_null()) {
    const std::vector<double> ratio = field.numbers();
    if (ratio.size() != 2)
      field.refuse("a list of two numbers");
    number.ratio = statistics::Interval{ratio[0], ratio[1]};
  }
  return number;
}

JournalEntry parse_line(const JsonDocument& document) {
  const JsonValue json = document.root_of_format(journal_format);
  JournalEntry entry;
  entry.id = json["id"].whole<std::int64_t>(1, 1'000'000'000);
  for (const TextField& field : fields_before_numbers)
    entry.*field.value = json[field.name].text();
  for (const JsonValue& number : json["numbers"].list())
    entry.numbers.push_back(parse_number(number));
  for (const TextField& field : fields_after_numbers)
    entry.*field.value = json[field.name].text();
  try {
    require_complete(entry);
  } catch (const Error& error) {
    document.refuse(fmt::format("{}: {}", error.argument(), error.got()));
  }
  return entry;
}

} // namespace

void require_complete(const JournalEntry& entry) {
  for (const TextField& field : fields_before_numbers)
    require_text(field, entry);
  if (!is_date(entry.date))
    throw Error("date", fmt::format("'{}'", shown(entry.date)), "a date, such as 2026-11-20 or 2026-11-20T10:30");
  if (entry.numbers.empty())
    throw Error("numbers", "nothing", "at least one number, from files (--before and --after) or by hand (--number)");
  std::ranges::for_each(entry.numbers, require_number);
  for (const TextField& field : fields_after_numbers)
    require_text(field, entry);
  if (entry.verdict != "kept" && entry.verdict != "reverted" && entry.verdict != "neutral")
    throw Error("verdict", fmt::format("'{}'", shown(entry.verdict)), "kept, reverted or neutral");
}

Json to_json(const JournalEntry& entry) {
  Json json{{"format", journal_format}, {"id", entry.id}};
  for (const TextField& field : fields_before_numbers)
    json[field.name] = entry.*field.value;
  json["numbers"] = Json::array();
  for (const JournalNumber& number : entry.numbers)
    json["numbers"].push_back(to_json(number));
  for (const TextField& field : fields_after_numbers)
    json[field.name] = entry.*field.value;
  return json;
}

// What is no UTF-8 becomes a replacement character: a line that could not be read again would spoil the journal.
std::string journal_line(const JournalEntry& entry) {
  return to_json(entry).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<JournalEntry> parse_journal(const std::string& name, const std::string& text) {
  std::vector<JournalEntry> entries;
  std::set<std::int64_t> ids;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string place = fmt::format("{}:{}", name, ++number);
    if (end == text.size())
      throw Error(place, "a line without an end", expected_entry);
    const JsonDocument document(place, expected_entry, text.substr(begin, end - begin));
    entries.push_back(parse_line(document));
    if (!ids.insert(entries.back().id).second)
      document.refuse(fmt::format("a second entry with the id {}", entries.back().id));
    begin = end + 1;
  }
  return entries;
}

std::vector<JournalNumber> numbers_of(const BenchComparison& comparison) {
  std::vector<JournalNumber> numbers;
  for (const CaseComparison& one : comparison.cases)
    if (one.verdict != Verdict::not_comparable)
      numbers.push_back({fmt::format("{}/{}", one.op, one.name), "ns", one.old_median_ns, one.new_median_ns,
                         one.ratio_interval, name_of(one.verdict)});
  return numbers;
}

std::vector<JournalNumber> numbers_of(const std::vector<KernelComparison>& kernels) {
  std::vector<JournalNumber> numbers;
  for (const KernelComparison& kernel : kernels)
    for (const Figure& figure : kernel.figures)
      if (figure.before != figure.after)
        numbers.push_back({fmt::format("{}: {}", kernel.name, figure.name), "", figure.before, figure.after,
                           std::nullopt, name_of(kernel.verdict)});
  return numbers;
}

} // namespace xeforge::records
