// Which bytes of memory have a value. Each byte has a byte of shadow, whose bits are set where there is none, and each
// four bytes have the number of an origin (value_origins.hpp). Only tracked memory can be without a value: what kernels
// may use, shared local memory, and the stacks that kernels run on. All other memory has values.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xeforge::checker::values {

struct Shadow {
  std::uint8_t* bits;
  std::uint32_t* origins;
};

// Of bytes that are about to be loaded: to be read alone. Of bytes that are about to be stored: to be written alone.
Shadow shadow_of_load(std::uint64_t address, std::uint64_t bytes);
// With what nobody has told us about (find_foreign_stores).
Shadow shadow_of_instrumented_load(std::uint64_t address, std::uint64_t bytes);
Shadow shadow_of_store(std::uint64_t address, std::uint64_t bytes);

// From here on the bytes have no value, for this reason.
void forget(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin);
// From here on they have one.
void set(std::uint64_t address, std::uint64_t bytes);
// The memory goes back to whoever had it.
void untrack(std::uint64_t address, std::uint64_t bytes);
// As a copy of the bytes does.
void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
// The origin of the first byte that has no value, and which one that is; `bytes` where all have one.
struct Missing {
  std::uint64_t first;
  std::uint32_t origin;
};
Missing find_missing(std::uint64_t address, std::uint64_t bytes);
void set_origins(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin);
// Stacks below the caller's frame, and those of other stacks, have only values again: a launch has ended.
void clear_stacks();
// The runtime, which is not instrumented, begins or resumes an item: what the calls before have left of their arguments
// is not of the next one's. (With what instrumented code calls, instrumentation.cpp.)
void clear_arguments();

// Fresh memory is filled with numbers that follow from their addresses. Where others stand now, somebody has written whom
// nobody instruments: those bytes get values.
void fill_fresh(std::uint64_t address, std::uint64_t bytes);
void find_foreign_stores(std::uint64_t address, std::uint64_t bytes);

} // namespace xeforge::checker::values
