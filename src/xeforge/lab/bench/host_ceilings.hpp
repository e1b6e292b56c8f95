// This machine's ceilings while something is timed on it: the best of all measurements, taken before, between and
// after. A ceiling that was measured while others used the machine would be none.
#pragma once

#include "xeforge/lab/bench/bench_options.hpp"
#include "xeforge/lab/bench/ceilings.hpp"
#include "xeforge/lab/bench/device_ceilings.hpp"

#include <map>
#include <string>

namespace xeforge::lab {

class HostCeilings {
public:
  explicit HostCeilings(int threads) : threads_(threads) {}

  // For work of such elements on so many bytes, which stay in the cache or do not.
  void measure(const std::string& dtype, std::int64_t bytes, Residence residence);
  // Of what has been measured before.
  DeviceCeilings of(const std::string& dtype, std::int64_t bytes, Residence residence) const;

private:
  int threads_;
  ReadBandwidth memory_;
  std::map<std::string, double> flops_per_second_;  // by the name of the arithmetic
  std::map<std::int64_t, double> bytes_per_second_; // by the size of what is read; 0: memory
};

// "bf16 dot" or "f32 FMA": the fastest arithmetic that this machine has for sums of products of such elements.
std::string host_arithmetic(const std::string& dtype);

} // namespace xeforge::lab
