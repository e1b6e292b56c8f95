// expect: __esimd_lane_id: there are no functions here that run once for each lane
#include <sycl/ext/intel/esimd.hpp>

int lane() { return __esimd_lane_id(); }
