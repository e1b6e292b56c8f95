#include "xeforge/profiles/profiled_kernel.hpp"

#include <initializer_list>
#include <string_view>

namespace xeforge::profiles {
namespace {

std::optional<double> first_metric(const ProfiledKernel& kernel, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names)
    for (const Metric& metric : kernel.metrics)
      if (metric.name == name)
        return metric.value;
  return std::nullopt;
}

} // namespace

std::optional<double> percent_active(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_ACTIVE[%]", "XVE Array:Active(%)", "EU Array:Active(%)", "EuActive[%]"});
}
std::optional<double> percent_stalled(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_STALL[%]", "XVE Array:Stalled(%)", "EU Array:Stalled(%)", "EuStall[%]"});
}
std::optional<double> percent_occupied(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_THREADS_OCCUPANCY_ALL[%]", "XVE Threads Occupancy(%)", "EU Threads Occupancy(%)",
                               "EuThreadOccupancy[%]"});
}
std::optional<double> percent_of_matrix(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"XVE_INST_EXECUTED_XMX_ALL_UTILIZATION[%]", "XVE Pipelines:XMX active(%)"});
}
std::optional<double> read_gbps(const ProfiledKernel& kernel) {
  if (const auto rate = first_metric(kernel, {"GPU Memory Bandwidth, GB/sec:Read"}))
    return rate;
  const auto bytes = first_metric(kernel, {"GPU_MEMORY_BYTE_READ[bytes]"});
  const auto time = first_metric(kernel, {"GpuTime[ns]"});
  return bytes && time && *time > 0 ? std::optional(*bytes / *time) : std::nullopt;
}
std::optional<double> spilled_bytes(const ProfiledKernel& kernel) {
  return first_metric(kernel, {"Spill Memory Per Thread", "Computing Task:Spill Memory Size"});
}

} // namespace xeforge::profiles
