#include "record_properties.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/records/comparison_json.hpp"
#include "xeforge/records/journal.hpp"

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

template <class Parse>
auto read_or_refused(Parse parse) -> std::optional<decltype(parse())> {
  try {
    return parse();
  } catch (const Error& error) {
    const std::string_view words = error.what();
    require(words.starts_with("fuzzed") && words.find(": got ") != std::string_view::npos);
    require(words.size() < 1000);
    require(std::ranges::all_of(words, [](char character) { return character >= 0x20 && character < 0x7f; }));
    return std::nullopt;
  }
}

} // namespace

void check_bench(std::span<const std::byte> bytes) {
  const auto report = read_or_refused([&] { return records::parse_bench_report("fuzzed", text_of(bytes)); });
  if (!report)
    return;
  for (const records::Samples samples : {records::Samples::consecutive, records::Samples::independent}) {
    const records::BenchComparison comparison = records::compare_benches(*report, *report, {}, samples);
    require(comparison.cases.size() == report->cases.size());
    require(std::ranges::all_of(comparison.cases, [](const records::CaseComparison& one) {
      return one.verdict == records::Verdict::no_difference || one.verdict == records::Verdict::not_comparable;
    }));
    require(!records::to_json(comparison).dump().empty());
  }
}

void check_journal(std::span<const std::byte> bytes) {
  const auto entries = read_or_refused([&] { return records::parse_journal("fuzzed", text_of(bytes)); });
  if (!entries)
    return;
  std::string again;
  for (const records::JournalEntry& entry : *entries)
    again += records::journal_line(entry) + "\n";
  const auto second = records::parse_journal("fuzzed", again);
  require(second.size() == entries->size());
  for (std::size_t place = 0; place < second.size(); ++place)
    require(records::to_json(second[place]) == records::to_json((*entries)[place]));
}

} // namespace xeforge::fuzz
