#include "xeforge/ops/ceilings/ceilings.hpp"

#include "xeforge/ops/ceilings/kernels/ceiling_kernels.hpp"

#include <array>

namespace xeforge::ops::ceilings {
namespace {

constexpr const char* header = "xeforge/ops/ceilings/kernels/ceiling_kernels.hpp";
constexpr std::array<devices::KernelHeader, 3> kernels{
    {{"xeforge::ops::ceilings::on_device::ReadKernel", header},
     {"xeforge::ops::ceilings::on_device::MultiplyAddKernel", header},
     {"xeforge::ops::ceilings::on_device::MatrixKernel<", header}}};

std::size_t as_size(std::int64_t count) { return static_cast<std::size_t>(count); }

template <class Element>
double multiply_elements(sycl::queue& queue, const Multiplying& multiplying) {
  using Kernel = MatrixKernel<Element>;
  static_assert(left_elements == 16 * Kernel::group_threads * Kernel::inner &&
                matrix_elements == Kernel::inner * Kernel::columns &&
                result_elements == 16 * Kernel::group_threads * Kernel::columns);
  const sycl::range<1> local(Kernel::group_threads), global(as_size(multiplying.groups) * Kernel::group_threads);
  queue
      .parallel_for(sycl::nd_range<1>(global, local),
                    Kernel{static_cast<const Element*>(multiplying.left),
                           static_cast<const Element*>(multiplying.matrix), static_cast<Element*>(multiplying.results),
                           multiplying.steps})
      .wait();
  return static_cast<double>(multiplying.groups * Kernel::group_threads * multiplying.steps) * Kernel::flops_of_a_step;
}

} // namespace

std::span<const devices::KernelHeader> device_kernels() { return kernels; }

void read(sycl::queue& queue, const Reading& reading) {
  static_assert(read_unit == ReadKernel::words * 8);
  queue
      .parallel_for(sycl::range<1>(as_size(reading.items)),
                    ReadKernel{static_cast<const std::uint64_t*>(reading.data), reading.bytes / read_unit,
                               reading.items, static_cast<std::uint64_t*>(reading.results)})
      .wait();
}

double multiply_add(sycl::queue& queue, const Adding& adding) {
  queue
      .parallel_for(sycl::range<1>(as_size(adding.items)),
                    MultiplyAddKernel{adding.steps, 0.9375f, 0.0625f, static_cast<float*>(adding.results)})
      .wait();
  return static_cast<double>(adding.items * adding.steps) * MultiplyAddKernel::flops_of_a_step;
}

double multiply(sycl::queue& queue, const Multiplying& multiplying) {
  return multiplying.dtype == DType::bf16 ? multiply_elements<sycl::ext::oneapi::bfloat16>(queue, multiplying)
                                          : multiply_elements<sycl::half>(queue, multiplying);
}

} // namespace xeforge::ops::ceilings
