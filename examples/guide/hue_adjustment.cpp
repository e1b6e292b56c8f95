// The hue of pixels on a circle of 1530 steps, from which two of the channels are the largest and the smallest: six
// cases, each for a few pixels only. One kernel computes all six for all pixels; the other asks first whether any of
// its pixels has the smallest channel that two of the cases need.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

constexpr int pixels = 32; // of one thread
constexpr int third = 510; // of the circle: red at 0, green at 510, blue at 1020
using Channel = simd<std::int16_t, pixels>;

// The hues between two of the channels, for pixels whose third one is the smallest. `here` is where the first of both
// stands on the circle. Which of them is larger decides from where one counts.
Channel between(const Channel& first, const Channel& second, const Channel& smallest, int here) SYCL_ESIMD_FUNCTION {
  const Channel from_first = here + (second - smallest);
  const Channel from_second = here + third - (first - smallest);
  return merge(from_first, from_second, first >= second);
}

struct Smallest {
  simd_mask<pixels> blue, red, green; // each pixel in one of them
};
Smallest smallest_of(const Channel& red, const Channel& green, const Channel& blue) SYCL_ESIMD_FUNCTION {
  const simd_mask<pixels> is_blue = (blue <= red) & (blue <= green);
  const simd_mask<pixels> is_red = !is_blue & (red <= green);
  return {is_blue, is_red, !is_blue & !is_red};
}

// red, green, blue, hues: count elements, a multiple of 32.
void hues_of_all_cases(sycl::queue& queue, const std::uint8_t* red, const std::uint8_t* green, const std::uint8_t* blue,
                       std::int16_t* hues, int count) {
  queue.parallel_for<class HueAllCases>(sycl::range<1>(count / pixels), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = static_cast<int>(piece) * pixels;
    const Channel r = block_load<std::uint8_t, pixels>(red + start, properties{alignment<32>});
    const Channel g = block_load<std::uint8_t, pixels>(green + start, properties{alignment<32>});
    const Channel b = block_load<std::uint8_t, pixels>(blue + start, properties{alignment<32>});
    const Smallest smallest = smallest_of(r, g, b);
    Channel hue = between(r, g, b, 0);
    hue.merge(between(g, b, r, third), smallest.red);
    hue.merge(between(b, r, g, 2 * third), smallest.green);
    block_store(hues + start, hue, properties{alignment<64>});
  });
  queue.wait();
}

void hues_of_needed_cases(sycl::queue& queue, const std::uint8_t* red, const std::uint8_t* green,
                          const std::uint8_t* blue, std::int16_t* hues, int count) {
  queue.parallel_for<class HueNeededCases>(sycl::range<1>(count / pixels), [=](sycl::id<1> piece) SYCL_ESIMD_KERNEL {
    const int start = static_cast<int>(piece) * pixels;
    const Channel r = block_load<std::uint8_t, pixels>(red + start, properties{alignment<32>});
    const Channel g = block_load<std::uint8_t, pixels>(green + start, properties{alignment<32>});
    const Channel b = block_load<std::uint8_t, pixels>(blue + start, properties{alignment<32>});
    const Smallest smallest = smallest_of(r, g, b);
    Channel hue = 0;
    if (smallest.blue.any())
      hue.merge(between(r, g, b, 0), smallest.blue);
    if (smallest.red.any())
      hue.merge(between(g, b, r, third), smallest.red);
    if (smallest.green.any())
      hue.merge(between(b, r, g, 2 * third), smallest.green);
    block_store(hues + start, hue, properties{alignment<64>});
  });
  queue.wait();
}

int expected_hue(int red, int green, int blue) {
  if (blue <= red && blue <= green)
    return red >= green ? green - blue : third - (red - blue);
  if (red <= green)
    return green >= blue ? third + (blue - red) : 2 * third - (green - red);
  return blue >= red ? 2 * third + (red - green) : 3 * third - (blue - green);
}

int main() {
  constexpr int levels[] = {0, 1, 128, 254, 255};
  constexpr int count = 32 * 40;
  sycl::queue queue;
  SharedVector<std::uint8_t> red(count, queue), green(count, queue), blue(count, queue);
  for (int i = 0; i < count; ++i) {
    const bool all_one_kind = i < 64; // two threads that need one case only
    red[i] = static_cast<std::uint8_t>(levels[i % 5]);
    green[i] = static_cast<std::uint8_t>(all_one_kind ? 255 : levels[i / 5 % 5]); // then every triple of levels
    blue[i] = static_cast<std::uint8_t>(all_one_kind ? 0 : levels[i / 25 % 5]);
  }
  SharedVector<std::int16_t> all(count, -1, queue), needed(count, -1, queue);
  hues_of_all_cases(queue, red.data(), green.data(), blue.data(), all.data(), count);
  hues_of_needed_cases(queue, red.data(), green.data(), blue.data(), needed.data(), count);
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    const int expected = expected_hue(red[i], green[i], blue[i]);
    wrong += (all[i] != expected) + (needed[i] != expected);
  }
  std::printf("hue_adjustment: %d wrong hues of %d\n", wrong, 2 * count);
  return wrong == 0 ? 0 : 1;
}
