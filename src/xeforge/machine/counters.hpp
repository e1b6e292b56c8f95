// What kernels did, counted: messages and their bytes by kind, barriers, flops. Only programs that are compiled with
// XEFORGE_COUNT count (esimd/port/counted.hpp); in all others everything here stays 0, and costs nothing.
//
//   #include <xeforge/machine/counters.hpp>
//   xeforge::machine::reset_counters();
//   queue.submit(...).wait();
//   std::puts(xeforge::machine::describe(xeforge::machine::counted()).c_str());
#pragma once

#include <cstdint>
#include <string>

namespace xeforge::machine {

// Bytes are those of enabled lanes, and for 2D blocks those inside the surface. The hardware may move more: it
// fetches whole cache lines.
struct MessageCount {
  std::uint64_t messages = 0, bytes = 0;
};

struct Counters {
  // Global memory.
  MessageCount block_loads, block_stores;       // consecutive elements from one address
  MessageCount gathers, scatters;               // an address for each lane
  MessageCount block_loads_2d, block_stores_2d; // of a surface
  MessageCount prefetches;                      // of every kind; they load nothing into registers
  MessageCount atomics;                         // read and write: counted once
  // Shared local memory.
  MessageCount slm_loads, slm_stores, slm_atomics;

  std::uint64_t barriers = 0;         // of the group, for each item: whole ones, and the waiting halves of split ones
  std::uint64_t named_barriers = 0;   // waits, for each item
  std::uint64_t dpas_flops = 0;       // 2 for each product of dpas, of any precision
  std::uint64_t arithmetic_flops = 0; // of floats of every width: operators, fma (2), extended math, extrema, roundings

  std::uint64_t loaded_bytes() const { return block_loads.bytes + gathers.bytes + block_loads_2d.bytes; }
  std::uint64_t stored_bytes() const { return block_stores.bytes + scatters.bytes + block_stores_2d.bytes; }
  // What a roofline needs: what was loaded, stored and changed in global memory, and all flops.
  std::uint64_t moved_bytes() const { return loaded_bytes() + stored_bytes() + 2 * atomics.bytes; }
  std::uint64_t flops() const { return dpas_flops + arithmetic_flops; }
};

void add(Counters& sum, const Counters& others);
// Precondition: others were taken earlier.
void subtract(Counters& sum, const Counters& others);
// Each number rounded to the nearest.
void divide(Counters& sum, double by);

// Those of the calling thread.
Counters& thread_counters();

// The sum over all threads since the last reset. Precondition: no kernel is running.
Counters counted();
void reset_counters();

// Readable text, with one line for each kind that is not zero.
std::string describe(const Counters& counters);

} // namespace xeforge::machine
