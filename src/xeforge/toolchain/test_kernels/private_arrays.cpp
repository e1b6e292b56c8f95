// Arrays that each item has to itself, too large for registers or indexed in ways that keep them in memory.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

using namespace sycl::ext::intel::esimd;

// values: how many numbers to take, then places; what is found at them goes behind.
void one_array(sycl::queue& queue, const int* values, int* found) {
  queue.parallel_for<class OwnArray>(sycl::range<1>(128), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    int own[4096];
    for (int k = 0; k < values[0]; ++k)
      own[values[k] & 4095] = k + static_cast<int>(i) * 1000;
    found[i] = own[values[i % static_cast<unsigned>(values[0])] & 4095];
  });
}

struct Entry {
  int key;
  float weight;
  short owner;
};

// Each item of a group writes its entries, then all wait: whoever shared their memory would see what others wrote.
void structs(sycl::queue& queue, const int* values, float* found) {
  queue.parallel_for<class OwnStructs>(sycl::nd_range<1>(320, 32), [=](sycl::nd_item<1> item) SYCL_ESIMD_KERNEL {
    const auto me = static_cast<int>(item.get_global_id(0));
    Entry own[600];
    for (int k = 0; k < 600; ++k)
      own[k] = {values[k], 0.5f * static_cast<float>(k), static_cast<short>(me)};
    barrier();
    float sum = 0;
    for (int k = 0; k < 16; ++k) {
      const Entry& entry = own[values[k + me] % 600];
      sum += entry.weight + static_cast<float>(entry.key % 7 + entry.owner);
    }
    found[me] = sum;
  });
}

// Rows written in an order that memory tells, read one after another.
void vectors(sycl::queue& queue, const int* values, float* found) {
  queue.parallel_for<class OwnVectors>(sycl::range<1>(48), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    float own[2048];
    for (int k = 0; k < 128; ++k)
      for (int lane = 0; lane < 16; ++lane)
        own[(k * 37 + values[0]) % 128 * 16 + lane] = static_cast<float>(k * lane + static_cast<int>(i));
    simd<float, 16> sum(0.0f);
    for (int k = 0; k < 128; ++k) {
      simd<float, 16> row;
      row.copy_from(own + k * 16);
      sum += row;
    }
    block_store<float, 16>(found + i * 16, sum);
  });
}

void launch(sycl::queue& queue, const int* values, int* integers, float* floats) {
  one_array(queue, values, integers);
  structs(queue, values, floats);
  vectors(queue, values, floats);
}
