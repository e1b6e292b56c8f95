// expect: no template named 'square_root_of_the_sum' in namespace 'xeforge::esimd::port'
// flags: -march=x86-64-v3 -DXEFORGE_COUNT
#include <sycl/ext/intel/esimd.hpp>

namespace xeforge::esimd {
namespace XEFORGE_PORT { // of the back end alone: port/watched.hpp does not know it
inline namespace XEFORGE_TARGET {
template <int N>
inline raw_vector<float, N> square_root_of_the_sum(raw_vector<float, N> x, raw_vector<float, N> y) {
  return sqrt<N>(x + y);
}
} // namespace XEFORGE_TARGET
} // namespace XEFORGE_PORT

raw_vector<float, 16> kernel(raw_vector<float, 16> x) { return port::square_root_of_the_sum<16>(x, x); }
} // namespace xeforge::esimd
