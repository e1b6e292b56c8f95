// Kernels and how they are launched.
#include <string>
#include <sycl/sycl.hpp>
#include <tuple>
#include <vector>

// expect: fp_control: round_to_nearest; kernels round no other way here
namespace a_kernel_that_rounds_down {
using namespace sycl::ext::intel::experimental;
sycl::ext::oneapi::experimental::properties down{fp_control<fp_mode::round_downward | fp_mode::denorm_allow>};
} // namespace a_kernel_that_rounds_down

// expect: parallel_for: there are no offsets here; add the offset to the ids in the kernel
namespace a_launch_with_an_offset {
void launch(sycl::queue queue) {
  queue.parallel_for(sycl::range<1>(4), sycl::id<1>(2), [=](sycl::id<1>) {});
}
} // namespace a_launch_with_an_offset

// expect: atomic_ref: integers, floating-point numbers and pointers of 32 or 64 bits
namespace atomic_of_two_bytes {
void add(short& number) {
  sycl::atomic_ref<short, sycl::memory_order::relaxed, sycl::memory_scope::device>(number) += 1;
}
} // namespace atomic_of_two_bytes

// expect: copy: the destination is an accessor that only reads
namespace copy_to_an_accessor_that_reads {
void launch(sycl::queue& q, sycl::buffer<int>& b, const int* from) {
  q.submit([&](sycl::handler& cgh) { cgh.copy(from, sycl::accessor(b, cgh, sycl::read_only)); });
}
} // namespace copy_to_an_accessor_that_reads

// expect: copy: the source is an accessor that only writes
namespace copy_from_an_accessor_that_writes {
void launch(sycl::queue& q, sycl::buffer<int>& b, int* to) {
  q.submit([&](sycl::handler& cgh) { cgh.copy(sycl::accessor(b, cgh, sycl::write_only), to); });
}
} // namespace copy_from_an_accessor_that_writes

// expect: fill: the accessor only reads
namespace fill_of_an_accessor_that_reads {
void launch(sycl::queue& q, sycl::buffer<int>& b) {
  q.submit([&](sycl::handler& cgh) { cgh.fill(sycl::accessor(b, cgh, sycl::read_only), 1); });
}
} // namespace fill_of_an_accessor_that_reads

// expect: here: type 'std::vector<int>' in '(lambda at
namespace kernel_captures_a_vector {
void launch(sycl::queue& q, int* p) {
  const std::vector<int> sizes{1, 2};
  q.submit([&](sycl::handler& cgh) { cgh.single_task([=] { p[0] = sizes[1]; }); });
}
} // namespace kernel_captures_a_vector

// expect: here: a class with a destructor or an assignment of its own
namespace kernel_captures_an_owner {
struct Owner {
  int* memory;
  ~Owner() { delete memory; }
};
struct Holder {
  Owner owner;
  int count;
};
void launch(sycl::queue& q, int* p, const Holder& holder) {
  q.single_task([=] { p[0] = *holder.owner.memory; });
}
} // namespace kernel_captures_an_owner

// expect: here: a class with a destructor or an assignment of its own
namespace kernel_captures_what_is_destroyed_beside_a_tuple {
struct Destroyed {
  int n;
  ~Destroyed() {}
};
void launch(sycl::queue& q, int* p, const Destroyed& destroyed, const std::tuple<int, float>& pair) {
  q.single_task([=] { p[0] = destroyed.n + std::get<0>(pair); });
}
} // namespace kernel_captures_what_is_destroyed_beside_a_tuple

// expect: lead to unified shared memory; here: type '
namespace kernel_captures_by_reference {
void launch(sycl::queue& q, int* p, int n) {
  q.parallel_for(sycl::range<1>(8), [&](sycl::id<1> i) { p[i] = n; });
}
} // namespace kernel_captures_by_reference

// expect: a kernel may not refer to variables of the host
namespace kernel_holds_a_reference {
class Scale {
public:
  explicit Scale(const float& factor) : factor_(factor) {}
  float operator()(float x) const { return factor_ * x; }

private:
  const float& factor_;
};

void launch(sycl::queue& q, float* p, float factor) {
  const Scale scale(factor);
  q.parallel_for<class Scaling>(sycl::nd_range<1>(8, 8),
                                [=](sycl::nd_item<1> item) { p[item.get_global_id(0)] = scale(2); });
}
} // namespace kernel_holds_a_reference

// expect: sycl::is_device_copyable says so; here: 'name' of type 'std::basic_string<char>' in 'kernel_object_with_a_string::Named'
namespace kernel_object_with_a_string {
struct Named {
  int* p;
  std::string name;
  void operator()() const { *p = static_cast<int>(name.size()); }
};

void launch(sycl::queue& q, int* p) { q.single_task(Named{p, "x"}); }
} // namespace kernel_object_with_a_string

// expect: a kernel captures or holds less than 4096 bytes
namespace kernel_of_4096_bytes {
struct Table {
  int entries[1022];
};

void launch(sycl::queue& q, int* p, int n, Table table) {
  q.parallel_for(sycl::range<1>(8), [=](sycl::id<1> i) { p[i] = table.entries[n]; });
}
} // namespace kernel_of_4096_bytes

// expect: get_access: an accessor for a command, which has a handler, has the target device
namespace an_accessor_of_the_host_for_a_command {
void submit(sycl::handler& commands, sycl::buffer<int>& buffer) {
  buffer.get_access<sycl::access_mode::read, sycl::target::host_buffer>(commands);
}
} // namespace an_accessor_of_the_host_for_a_command

// expect: memory of a group is a local_accessor
namespace local_memory_of_a_buffer {
void submit(sycl::handler& commands, sycl::buffer<int>& buffer) {
  buffer.get_access<sycl::access_mode::read_write, sycl::target::local>(commands, sycl::range<1>(1));
}
} // namespace local_memory_of_a_buffer

// expect: parallel_for_work_group: use parallel_for over an nd_range, and barrier()
namespace groups_within_a_kernel {
void submit(sycl::handler& commands) {
  commands.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(2), [](sycl::group<1>) {});
}
} // namespace groups_within_a_kernel
