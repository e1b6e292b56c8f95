// The programs that prove the table, as text.
#pragma once

#include "table.hpp"

namespace fidelity {

// Every use that the host takes, called one after another by main().
std::string host_program(const Table& table);
enum class Side { host, xe, nvidia };
// Every use that the device path takes: a kernel for each group, and those that launch kernels of their own.
std::string device_program(const Table& table, Side side);
// One use that is refused on that side.
std::string refused_program(const Table& table, const Entry& refused, Side side);

// Every use that the compiler has to refuse at once, or where it generates code for a call: entry i stands in line first_line + i.
struct AbsentNames {
  std::string program;
  int first_line;
  std::vector<Entry> entries;
};
AbsentNames absent_names(const Table& table, Where where);

} // namespace fidelity
