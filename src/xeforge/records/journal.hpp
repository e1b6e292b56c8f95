// The journal: one entry for each change that was tried, as a line of JSON (docs/formats.md). What was believed, what
// was expected, what was done, what was measured, what was decided.
#pragma once

#include "xeforge/files/json_reader.hpp"
#include "xeforge/records/bench_comparison.hpp"
#include "xeforge/records/compile_comparison.hpp"

#include <optional>
#include <string>
#include <vector>

namespace xeforge::records {

using files::Json;

inline constexpr const char* journal_format = "xeforge-journal-1";

struct JournalNumber {
  std::string name; // "attention/sdpa-bf16", "kernel: spilled_bytes"
  std::string unit; // "ns", "instructions"; may be empty
  std::optional<double> before, after;
  std::optional<statistics::Interval> ratio; // of after to before, where that was estimated
  std::string verdict;                       // what the comparison says; empty where none was made
};

struct JournalEntry {
  std::int64_t id = 0; // 1, 2, 3 ...; given by the journal
  std::string date;    // "2026-11-20", or with a time
  std::string title, hypothesis, prediction, change;
  std::vector<JournalNumber> numbers;
  std::string result, verdict;           // verdict: kept, reverted or neutral
  std::string machine, compiler, commit; // of the numbers; commit: of the code that was measured, or that recorded them
  std::string source;                    // where the numbers come from: files, a command, a document
};

// Throws Error, argument: the field's name, for the first field that is missing or wrong; id is not looked at.
void require_complete(const JournalEntry& entry);

// One line without its end.
std::string journal_line(const JournalEntry& entry);
Json to_json(const JournalEntry& entry);

// name: how errors call the file. Throws Error, with the number of the line, for whatever is no entry.
std::vector<JournalEntry> parse_journal(const std::string& name, const std::string& text);

// What an entry keeps of a comparison: each case that could be compared; each count that moved.
std::vector<JournalNumber> numbers_of(const BenchComparison& comparison);
std::vector<JournalNumber> numbers_of(const std::vector<KernelComparison>& kernels);

} // namespace xeforge::records
