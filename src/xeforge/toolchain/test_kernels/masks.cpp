// Masks of which only a part is needed: single lanes of selects, lanes that are not overwritten, bools as numbers.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>

constexpr int mask_lanes = 32, results_of_masks = 3;

// Item i takes 32 elements of x and y, and writes 3 times 32.
template <class Name, class T>
void take_parts_of_masks(sycl::queue& queue, const T* x, const T* y, T* to, int items) {
  using namespace sycl::ext::intel::esimd;
  using Vector = simd<T, mask_lanes>;
  queue.parallel_for<Name>(sycl::range<1>(static_cast<std::size_t>(items)), [=](sycl::id<1> item) SYCL_ESIMD_KERNEL {
    T* results = to + item[0] * mask_lanes * results_of_masks;
    const Vector left(x + item[0] * mask_lanes), right(y + item[0] * mask_lanes);
    const simd_mask<mask_lanes> is_larger = left > right;
    const Vector chosen = merge(left, right, is_larger), other = merge(right, left, is_larger);
    chosen.copy_to(results); // so that the whole mask is needed as well
    Vector parts = right;
    parts[0] = other[30];
    parts[1] = other[13];
    const Vector third = merge(left, Vector(5), is_larger);
    parts.template select<4, 1>(8) = third.template select<4, 1>(20);
    Vector written = merge(left, right, left < right);
    written.template select<16, 1>(0) = left.template select<16, 1>(4);
    written.template select<8, 1>(24) = right.template select<8, 1>(3);
    parts.template select<8, 1>(16) = written.template select<8, 1>(16);
    parts[2] = T(is_larger[29]);
    parts.copy_to(results + mask_lanes);
    // The last of three times is what one lane is taken of.
    Vector last = left;
    simd_mask<mask_lanes> was_larger = is_larger;
    for (int i = 0; i < 3; ++i) {
      last = merge(Vector(last + right), left, last > right);
      was_larger |= last > left;
    }
    Vector ends = left;
    ends[0] = last[28];
    ends[1] = merge(left, right, was_larger).template select<4, 1>(26)[1];
    ends.copy_to(results + 2 * mask_lanes);
  });
}

template void take_parts_of_masks<class MasksOfInts>(sycl::queue&, const int*, const int*, int*, int);
template void take_parts_of_masks<class MasksOfShorts>(sycl::queue&, const short*, const short*, short*, int);
template void take_parts_of_masks<class MasksOfLongs>(sycl::queue&, const long*, const long*, long*, int);
template void take_parts_of_masks<class MasksOfFloats>(sycl::queue&, const float*, const float*, float*, int);
