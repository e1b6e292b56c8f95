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

// Vectors of 2 to 32 bytes that are set to 0, copied as a whole and seen as larger numbers; which ones is in memory.
template <class Name, class T, int N>
void small_vectors(sycl::queue& queue, const int* values, int* found) {
  queue.parallel_for<Name>(sycl::range<1>(16), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
    const int* const which = values + i * 8;
    const simd<T, N> first(T(1), T(2)), second(T(50), T(3));
    simd<T, N> parts[3] = {first, second, first + second};
    parts[which[0] % 3] = T(0);
    parts[which[1] % 3] = parts[which[2] % 3];
    parts[which[3] % 3][which[4] % N] = T(7);
    simd<T, N> sum = parts[which[5] % 3];
    if constexpr (N * sizeof(T) % 8 == 0) {
      simd<T, N> seen = parts[which[6] % 3];
      for (int k = 0; k < which[7] % 3; ++k)
        seen.template bit_cast_view<long>() += 85l;
      sum += seen;
    }
    unsigned together = 0;
    for (int k = 0; k < N; ++k)
      together = together * 3 + static_cast<unsigned>(static_cast<int>(sum[k]));
    found[i] = static_cast<int>(together);
  });
}

void launch(sycl::queue& queue, const int* values, int* integers, float* floats) {
  one_array(queue, values, integers);
  structs(queue, values, floats);
  vectors(queue, values, floats);
  small_vectors<class OwnBytes2, unsigned char, 2>(queue, values, integers);
  small_vectors<class OwnBytes3, unsigned char, 3>(queue, values, integers + 16);
  small_vectors<class OwnBytes8, unsigned char, 8>(queue, values, integers + 32);
  small_vectors<class OwnShorts4, short, 4>(queue, values, integers + 48);
  small_vectors<class OwnShorts16, short, 16>(queue, values, integers + 64);
  small_vectors<class OwnFloats2, float, 2>(queue, values, integers + 80);
}
