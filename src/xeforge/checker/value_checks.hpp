// Tool init: uninitialised values, where they matter.
#pragma once

#include "xeforge/machine/checks.hpp"

#include <cstdint>
#include <string>

namespace xeforge::checker {

struct Launch;

// An instrumented branch or address depends on a value with this origin.
void report_use_of_value(std::uint32_t origin, const void* site);

// A kernel loads bytes: from now on, this load is the origin of the uninitialised ones. memory: "bytes 0..63 of the
// SLM" for the bytes [first, last] of the piece.
template <class Text>
void note_load_of_values(std::uint64_t address, std::uint64_t bytes, const void* site, Text memory);
void note_missing(std::uint64_t address, std::uint64_t bytes, const std::string& memory, const void* site);
struct MissingBytes {
  std::uint64_t first, last; // first > last: none
};
MissingBytes missing_bytes(std::uint64_t address, std::uint64_t bytes);

template <class Text>
void note_load_of_values(std::uint64_t address, std::uint64_t bytes, const void* site, Text memory) {
  if (const MissingBytes missing = missing_bytes(address, bytes); missing.first <= missing.last)
    note_missing(address, bytes, memory(missing.first, missing.last), site);
}

// A kernel stores values to memory that others see.
void check_stored_values(Launch& launch, const std::byte* values, std::uint64_t bytes, const void* site);
void check_stored_values(Launch& launch, const machine::checks::Lanes& lanes, const void* site);
void check_stored_values(Launch& launch, const machine::checks::Surface& surface, const void* site);
// An atomic operation uses uninitialised memory. memory: "bytes 0..3 of malloc_shared 1".
void report_changed_value(std::uint64_t address, std::uint64_t bytes, const std::string& memory, const void* site);

} // namespace xeforge::checker
