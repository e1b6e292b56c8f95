// expect: sycl::is_device_copyable says so; here: 'name' of type 'std::basic_string<char>' in 'Named'
#include <sycl/sycl.hpp>

#include <string>

struct Named {
  int* p;
  std::string name;
  void operator()() const { *p = static_cast<int>(name.size()); }
};

void launch(sycl::queue& q, int* p) { q.single_task(Named{p, "x"}); }
