// This machine's ceilings while something is timed on it: the best of all measurements, taken before, between and
// after. A ceiling that was measured while others used the machine would be none.
#pragma once

#include "xeforge/base/dtype.hpp"
#include "xeforge/base/names.hpp"
#include "xeforge/lab/bench/bench_options.hpp"
#include "xeforge/lab/bench/ceilings.hpp"
#include "xeforge/lab/bench/device_ceilings.hpp"

#include <map>
#include <string_view>

namespace xeforge::lab {

// How this machine sums products.
enum class HostArithmetic { f32_fma, bf16_dot };
inline constexpr base::Names<HostArithmetic::bf16_dot> host_arithmetic_names{
    {{HostArithmetic::f32_fma, "f32 FMA"}, {HostArithmetic::bf16_dot, "bf16 dot"}}};
constexpr std::string_view name_of(HostArithmetic arithmetic) { return host_arithmetic_names.of(arithmetic); }

// The fastest that it has for such elements.
HostArithmetic host_arithmetic(DType dtype);
// In 1e9 per second. Precondition: this machine has it.
double measure_arithmetic(HostArithmetic arithmetic, int threads);

class HostCeilings {
public:
  explicit HostCeilings(int threads) : threads_(threads) {}

  // For work of such elements on so many bytes, which stay in the cache or do not.
  void measure(DType dtype, std::int64_t bytes, Residence residence);
  // Of what has been measured before.
  DeviceCeilings of(DType dtype, std::int64_t bytes, Residence residence) const;

private:
  int threads_;
  ReadBandwidth memory_;
  std::map<HostArithmetic, double> flops_per_second_;
  std::map<std::int64_t, double> bytes_per_second_; // by the size of what is read; 0: memory
};

} // namespace xeforge::lab
