// expect: <sycl/ext/intel/esimd.hpp> is the extension of today and <CL/sycl/INTEL/esimd.hpp> that of 2021
#include <CL/sycl/INTEL/esimd.hpp>

#include <sycl/ext/intel/esimd.hpp>
