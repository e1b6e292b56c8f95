// Which bytes of memory are initialised. Each byte has a byte of shadow, whose bits are set where it is uninitialised,
// and each four bytes have the number of an origin (value_origins.hpp). Only tracked memory can be uninitialised:
// memory that kernels may use, shared local memory, and the stacks that kernels run on. All other memory counts as
// initialised.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xeforge::checker::values {

struct Shadow {
  std::uint8_t* bits;
  std::uint32_t* origins;
};

// The shadow of bytes that are about to be loaded is only read; that of bytes that are about to be stored is only
// written.
Shadow shadow_of_load(std::uint64_t address, std::uint64_t bytes);
// The same, also after writes by code without instrumentation (find_foreign_stores).
Shadow shadow_of_instrumented_load(std::uint64_t address, std::uint64_t bytes);
Shadow shadow_of_store(std::uint64_t address, std::uint64_t bytes);

// Marks the bytes as uninitialised, with this origin.
void forget(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin);
// Marks the bytes as initialised.
void set(std::uint64_t address, std::uint64_t bytes);
// Stops tracking the memory.
void untrack(std::uint64_t address, std::uint64_t bytes);
// Copies the shadow, as a copy of the bytes does.
void copy(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
// The origin and position of the first uninitialised byte; the position is `bytes` if all are initialised.
struct Missing {
  std::uint64_t first;
  std::uint32_t origin;
};
Missing find_missing(std::uint64_t address, std::uint64_t bytes);
void set_origins(std::uint64_t address, std::uint64_t bytes, std::uint32_t origin);
// A launch has ended: stack memory below the caller's frame, and other stacks, count as initialised again.
void clear_stacks();
// The runtime, which is not instrumented, starts or resumes an item: shadows of arguments that earlier calls left do
// not apply to the next call. (Defined in instrumentation.cpp.)
void clear_arguments();

// Fresh memory is filled with numbers derived from the addresses. If the contents differ later, code without
// instrumentation has written them, and those bytes count as initialised.
void fill_fresh(std::uint64_t address, std::uint64_t bytes);
void find_foreign_stores(std::uint64_t address, std::uint64_t bytes);

} // namespace xeforge::checker::values
