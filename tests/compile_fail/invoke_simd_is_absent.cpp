// expect: invoke_simd: there are no sub-groups here
#include <sycl/ext/oneapi/experimental/invoke_simd.hpp>

int main() {}
