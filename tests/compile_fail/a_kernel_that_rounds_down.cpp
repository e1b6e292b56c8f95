// expect: fp_control: round_to_nearest; kernels round no other way here
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::experimental;
sycl::ext::oneapi::experimental::properties down{fp_control<fp_mode::round_downward | fp_mode::denorm_allow>};
