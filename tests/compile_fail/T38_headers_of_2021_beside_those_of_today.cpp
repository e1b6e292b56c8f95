// expect: <CL/sycl/INTEL/esimd.hpp> is the extension of 2021 and <sycl/ext/intel/esimd.hpp> that of today
#include <CL/sycl.hpp>
#include <sycl/ext/intel/esimd.hpp>

#include <CL/sycl/INTEL/esimd.hpp>
