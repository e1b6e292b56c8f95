// The kernels with a row for each group: every type of rows and of weights. For devices alone.
#include "xeforge/ops/kernel_table.hpp"
#include "xeforge/ops/rms_norm/host/launch.hpp"
#include "xeforge/ops/rms_norm/kernels/group_kernel.hpp"

namespace xeforge::ops::rms_norm {
inline namespace XEFORGE_TARGET {
namespace {

constexpr std::int64_t word = 8; // bytes

bool is_in_words(const void* first, std::int64_t bytes_apart, std::int64_t rows) {
  return reinterpret_cast<std::uintptr_t>(first) % word == 0 && (rows == 1 || bytes_apart % word == 0);
}

template <class Kernel>
Access access_of(const Arguments& a) {
  const std::int64_t size = sizeof(typename Kernel::Element);
  const auto fits = [&](const void* first, std::int64_t stride) { return is_in_words(first, stride * size, a.rows); };
  if (a.n * size % word != 0 || !fits(a.x.data, a.x.stride) || !fits(a.residual.data, a.residual.stride) ||
      !fits(a.out.data, a.out.stride) || !fits(a.residual_out.data, a.residual_out.stride) || !fits(a.weight, 0))
    return Access::elements;
  return a.n % Kernel::of_item == 0 ? Access::whole : Access::words;
}

template <class Kernel>
void launch_groups_as(sycl::queue& queue, const Arguments& arguments) {
  const auto rows = static_cast<std::size_t>(arguments.rows),
             items = static_cast<std::size_t>((arguments.n + Kernel::of_item - 1) / Kernel::of_item);
  queue.parallel_for(sycl::nd_range<1>(rows * items, items), kernel_of<Kernel>(arguments)).wait();
}

template <class Element, int Pieces>
void launch_pieces_of(sycl::queue& queue, const Arguments& arguments) {
  with_weight_type<Element>(arguments, [&]<class Weight> {
    switch (access_of<GroupKernel<GroupTraits<Element, Weight, Pieces, Access::words>>>(arguments)) {
    case Access::whole:
      return launch_groups_as<GroupKernel<GroupTraits<Element, Weight, Pieces, Access::whole>>>(queue, arguments);
    case Access::words:
      return launch_groups_as<GroupKernel<GroupTraits<Element, Weight, Pieces, Access::words>>>(queue, arguments);
    case Access::elements:
      return launch_groups_as<GroupKernel<GroupTraits<Element, Weight, Pieces, Access::elements>>>(queue, arguments);
    }
  });
}
// More pieces where with four a group would have so many work-items that few groups fit onto a multiprocessor.
template <class Element>
void launch_groups_of(sycl::queue& queue, const Arguments& arguments) {
  constexpr std::int64_t short_row = 8192, longest_row = 65536; // bytes
  using Longest = GroupKernel<GroupTraits<Element, Element, 8, Access::words>>;
  static_assert(Longest::widest_group * Longest::pieces * Longest::piece_bytes == longest_row);
  if (arguments.n * static_cast<std::int64_t>(sizeof(Element)) <= short_row)
    launch_pieces_of<Element, 4>(queue, arguments);
  else
    launch_pieces_of<Element, 8>(queue, arguments);
}

} // namespace

// Precondition: the variant accepts the problem.
void launch_groups(sycl::queue& queue, const Arguments& arguments) {
  launch_by_type<Arguments, &Arguments::dtype, launch_groups_of<sycl::half>,
                 launch_groups_of<sycl::ext::oneapi::bfloat16>, launch_groups_of<float>>(queue, arguments);
}

} // namespace XEFORGE_TARGET
} // namespace xeforge::ops::rms_norm
