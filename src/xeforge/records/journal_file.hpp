// The file of the journal. Whatever happens, it holds all entries it held before.
#pragma once

#include "xeforge/records/journal.hpp"

#include <filesystem>

namespace xeforge::records {

// Of a file that does not exist: none.
std::vector<JournalEntry> read_journal(const std::filesystem::path& file);

// Gives the entry the next id and puts it at the end; returns that id. The file is replaced by one that has a line
// more, whole or not at all, while others who append wait; one that holds anything but entries is refused (Error) and
// stays as it is.
std::int64_t append_to_journal(const std::filesystem::path& file, JournalEntry entry);

} // namespace xeforge::records
