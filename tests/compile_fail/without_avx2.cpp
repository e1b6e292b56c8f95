// expect: xeforge needs AVX2, F16C and FMA: compile with xeforge-cxx, or with -march=x86-64-v3 or newer
// flags: -march=x86-64
#include <sycl/sycl.hpp>

int main() { sycl::queue queue; }
