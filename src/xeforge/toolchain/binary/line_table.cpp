#include "xeforge/toolchain/binary/line_table.hpp"

#include "xeforge/base/error.hpp"
#include "xeforge/toolchain/binary/elf.hpp"

#include <algorithm>
#include <memory>

#include <elfutils/libdw.h>
#include <fmt/format.h>

namespace xeforge::toolchain {
namespace {

[[noreturn]] void refuse(const std::string& name) {
  throw Error(name, fmt::format("'{}'", dwarf_errmsg(-1)), "line numbers as the compiler writes them (DWARF)");
}

struct CloseElf {
  void operator()(Elf* elf) const { elf_end(elf); }
};
struct CloseDwarf {
  void operator()(Dwarf* dwarf) const { dwarf_end(dwarf); }
};

std::vector<LineRow> rows_of(const std::string& name, Dwarf_Lines* lines, std::size_t count) {
  std::vector<LineRow> rows;
  for (std::size_t index = 0; index < count; ++index) {
    Dwarf_Line* const line = dwarf_onesrcline(lines, index);
    Dwarf_Addr address = 0;
    int number = 0;
    bool ends = false;
    if (!line || dwarf_lineaddr(line, &address) != 0 || dwarf_lineno(line, &number) != 0 ||
        dwarf_lineendsequence(line, &ends) != 0)
      refuse(name);
    if (!ends && number >= 0)
      rows.push_back({address, static_cast<std::uint32_t>(number)});
  }
  std::ranges::sort(rows, {}, [](const LineRow& row) { return std::pair(row.offset, row.line); });
  return rows;
}

} // namespace

std::vector<std::vector<LineRow>> read_line_tables(const std::string& name, std::span<const std::byte> zebin) {
  const ElfFile sections(name, zebin);
  const ElfSection* const table = sections.find(".debug_line");
  if (table == nullptr || table->bytes.empty())
    return {};
  std::vector<std::byte> file(zebin.begin(), zebin.end()); // libelf wants one that it could change
  elf_version(EV_CURRENT);
  const std::unique_ptr<Elf, CloseElf> elf(elf_memory(reinterpret_cast<char*>(file.data()), file.size()));
  const std::unique_ptr<Dwarf, CloseDwarf> dwarf(elf ? dwarf_begin_elf(elf.get(), DWARF_C_READ, nullptr) : nullptr);
  if (!dwarf)
    refuse(name);
  std::vector<std::vector<LineRow>> tables;
  Dwarf_CU* unit = nullptr;
  for (Dwarf_Off offset = 0, next = 0;; offset = next) {
    Dwarf_Files* files = nullptr;
    Dwarf_Lines* lines = nullptr;
    std::size_t file_count = 0, line_count = 0;
    const int outcome = dwarf_next_lines(dwarf.get(), offset, &next, &unit, &files, &file_count, &lines, &line_count);
    if (outcome < 0)
      refuse(name);
    if (outcome > 0)
      return tables;
    tables.push_back(rows_of(name, lines, line_count));
    if (next <= offset)
      return tables;
  }
}

std::uint32_t line_at(const std::vector<LineRow>& rows, std::uint64_t offset) {
  const auto after = std::ranges::upper_bound(rows, offset, {}, &LineRow::offset);
  return after == rows.begin() ? 0 : std::prev(after)->line;
}

} // namespace xeforge::toolchain
