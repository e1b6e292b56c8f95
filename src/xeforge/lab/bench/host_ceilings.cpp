#include "xeforge/lab/bench/host_ceilings.hpp"

#include "xeforge/base/dtype.hpp"
#include "xeforge/lab/terminal/output.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace xeforge::lab {
namespace {

constexpr const char *dot = "bf16 dot", *multiply_add = "f32 FMA";

// Which bandwidth bounds data of so many bytes.
std::int64_t bandwidth_key(std::int64_t bytes, Residence residence) {
  return residence == Residence::cache ? bytes : 0;
}

void keep_better(double& best, double measured) { best = std::max(best, measured); }

} // namespace

std::string host_arithmetic(const std::string& dtype) {
  return dtype == name_of(DType::bf16) && has_bf16_dot() ? dot : multiply_add;
}

void HostCeilings::measure(const std::string& dtype, std::int64_t bytes, Residence residence) {
  const std::string arithmetic = host_arithmetic(dtype);
  const double gflops = arithmetic == dot ? *measure_bf16_dot(threads_) : measure_f32_fma(threads_);
  keep_better(flops_per_second_[arithmetic], 1e9 * gflops);
  const double gbps = residence == Residence::cache ? ReadBandwidth(static_cast<std::size_t>(bytes)).measure(threads_)
                                                    : memory_.measure(threads_);
  keep_better(bytes_per_second_[bandwidth_key(bytes, residence)], 1e9 * gbps);
}

DeviceCeilings HostCeilings::of(const std::string& dtype, std::int64_t bytes, Residence residence) const {
  const std::string arithmetic = host_arithmetic(dtype);
  const roofline::Ceilings ceilings{flops_per_second_.at(arithmetic),
                                    bytes_per_second_.at(bandwidth_key(bytes, residence))};
  return {"host",
          ceilings,
          ceilings,
          machine::Provenance::measured,
          fmt::format("{}, threads: {}", arithmetic, threads_),
          residence == Residence::cache
              ? fmt::format("reads of {} in the cache", bytes_text(static_cast<double>(bytes)))
              : "reads of memory"};
}

} // namespace xeforge::lab
