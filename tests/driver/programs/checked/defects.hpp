// Kernels with exactly one defect, and their corrected twins: `PROGRAM NAME wrong` and `PROGRAM NAME right`. The line
// that the checker has to name carries the defect's name as a comment, the other side's the name and "other".
#pragma once

#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <exception>
#include <initializer_list>
#include <string_view>

namespace esimd = sycl::ext::intel::esimd;
namespace xesimd = sycl::ext::intel::experimental::esimd;
using esimd::simd;

struct Defect {
  const char* name;
  void (*wrong)(sycl::queue&);
  void (*right)(sycl::queue&);
};

inline int run_one(int count, char** arguments, std::initializer_list<Defect> defects) {
  sycl::queue queue;
  for (const Defect& each : defects)
    if (count == 3 && std::string_view(arguments[1]) == each.name) {
      try {
        (std::string_view(arguments[2]) == "wrong" ? each.wrong : each.right)(queue);
      } catch (const std::exception& error) {
        std::printf("%s\n", error.what());
        return 3;
      }
      return 0;
    }
  return 4;
}

// Memory of a queue for as long as a defect runs.
template <class T>
class Memory {
public:
  Memory(sycl::queue& queue, std::size_t count) : queue_(queue), data_(sycl::malloc_shared<T>(count, queue)) {
    queue.memset(data_, 0, count * sizeof(T)).wait();
  }
  ~Memory() { sycl::free(data_, queue_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  T* get() const { return data_; }

private:
  sycl::queue& queue_;
  T* data_;
};
