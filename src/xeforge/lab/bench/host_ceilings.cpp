#include "xeforge/lab/bench/host_ceilings.hpp"

#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

// Which bandwidth bounds data of so many bytes.
std::int64_t bandwidth_key(std::int64_t bytes, Residence residence) {
  return residence == Residence::cache ? bytes : 0;
}

void keep_better(double& best, double measured) { best = std::max(best, measured); }

} // namespace

HostArithmetic host_arithmetic(DType dtype) {
  return dtype == DType::bf16 && has_bf16_dot() ? HostArithmetic::bf16_dot : HostArithmetic::f32_fma;
}

double measure_arithmetic(HostArithmetic arithmetic, int threads) {
  return arithmetic == HostArithmetic::bf16_dot ? *measure_bf16_dot(threads) : measure_f32_fma(threads);
}

void HostCeilings::measure(DType dtype, std::int64_t bytes, Residence residence) {
  const HostArithmetic arithmetic = host_arithmetic(dtype);
  keep_better(flops_per_second_[arithmetic], 1e9 * measure_arithmetic(arithmetic, threads_));
  const double gbps = residence == Residence::cache ? ReadBandwidth(static_cast<std::size_t>(bytes)).measure(threads_)
                                                    : memory_.measure(threads_);
  keep_better(bytes_per_second_[bandwidth_key(bytes, residence)], 1e9 * gbps);
}

DeviceCeilings HostCeilings::of(DType dtype, std::int64_t bytes, Residence residence) const {
  const HostArithmetic arithmetic = host_arithmetic(dtype);
  const roofline::Ceilings ceilings{flops_per_second_.at(arithmetic),
                                    bytes_per_second_.at(bandwidth_key(bytes, residence))};
  return {"host",
          ceilings,
          ceilings,
          machine::Provenance::measured,
          fmt::format("{}, threads: {}", name_of(arithmetic), threads_),
          residence == Residence::cache
              ? fmt::format("reads of {} in the cache", bytes_text(static_cast<double>(bytes)))
              : "reads of memory"};
}

} // namespace xeforge::lab
