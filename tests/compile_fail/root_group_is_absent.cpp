// expect: root_group: groups of a launch do not wait for each other here
#include <sycl/ext/oneapi/experimental/root_group.hpp>

int main() {}
