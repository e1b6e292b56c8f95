// expect: kernel_queue_info: groups of a launch do not wait for each other here
#include <sycl/ext/oneapi/experimental/kernel_queue_info.hpp>

int main() {}
