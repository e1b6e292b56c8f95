// The line numbers that a compiled file holds for its instructions (.debug_line), read with libdw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xeforge::toolchain {

// From `offset` in the kernel's instructions up to the next row: the line number, which here is the number of a location.
struct LineRow {
  std::uint64_t offset;
  std::uint32_t line;
};

// One table for each kernel, in ascending order of offsets. Which kernel is not said: the compiler leaves that to
// relocations whose symbols lack names. None for a file without line numbers. Throws Error, with `name` for the file,
// where they cannot be read.
std::vector<std::vector<LineRow>> read_line_tables(const std::string& name, std::span<const std::byte> zebin);

// The line of the instruction at the offset; 0 before the first row.
std::uint32_t line_at(const std::vector<LineRow>& rows, std::uint64_t offset);

} // namespace xeforge::toolchain
