// expect: bf8.hpp> has elements that Xe2, Xe3 and PVC do not compute with
#include <sycl/ext/intel/experimental/esimd/bf8.hpp>

int main() {}
