// Sliding windows: clamped gathers in batches, and blocks with scalar edges.
#include "program_support.hpp"

#include <algorithm>

namespace {

constexpr int BATCH = 32;

struct Windows {
  int outputs, stride, window, offset, inputs;
};

// The largest of each window; elements outside are those at the edge, which a maximum does not mind.
sycl::event pool_by_gather(sycl::queue& q, const sycl::half* in, sycl::half* out, Windows w, int rows) {
  return q.submit([&](sycl::handler& cgh) {
    cgh.parallel_for<class PoolByGather>(sycl::range<1>(rows), [=](sycl::id<1> idx) SYCL_ESIMD_KERNEL {
      using namespace sycl::ext::intel::esimd;
      const int base = (int)idx[0] * w.inputs, out_base = (int)idx[0] * w.outputs;
      simd<int, BATCH> relative = simd<int, BATCH>(0, 1) * w.stride;
      for (int o = 0; o < w.outputs; o += BATCH) {
        simd<sycl::half, BATCH> result(-65504.f);
        for (int k = 0; k < w.window; k++) {
          simd<int, BATCH> at = max(o * w.stride + relative + (w.offset + k), 0);
          at = min(at, w.inputs - 1);
          simd<sycl::half, BATCH> values =
              gather<sycl::half, BATCH>(in + base, simd<uint32_t, BATCH>(at) * sizeof(sycl::half));
          result = max(result, values);
        }
        int n = std::min(BATCH, w.outputs - o);
        if (n == BATCH)
          block_store<sycl::half, BATCH>(out + out_base + o, result, properties{alignment<2>});
        else
          for (int i = 0; i < n; i++)
            out[out_base + o + i] = result[i];
      }
    });
  });
}

float largest_of_window(const sycl::half* in, int start, int end, int inputs) {
  float largest = -INFINITY;
  for (int i = std::max(0, start); i < std::min(end, inputs); ++i)
    largest = std::max(largest, static_cast<float>(in[i]));
  return largest;
}

TEST(Programs, batches_of_windows_are_pooled_by_clamped_gathers) {
  constexpr int rows = 7;
  const Windows w{75, 2, 5, -2, 150};
  sycl::queue q;
  UsmArray<sycl::half> in(q, rows * w.inputs), out(q, rows * w.outputs);
  fill_with_noise(in, rows * w.inputs, 10.f);
  pool_by_gather(q, in, out, w, rows).wait();
  for (int row = 0; row < rows; ++row)
    for (int o = 0; o < w.outputs; ++o) {
      const int start = o * w.stride + w.offset;
      ASSERT_EQ(float(out[row * w.outputs + o]),
                largest_of_window(in + row * w.inputs, start, start + w.window, w.inputs))
          << row << ", " << o;
    }
}

TEST(Programs, windows_inside_are_blocks_and_those_at_the_edges_scalar) {
  constexpr int WINDOW = 16, STRIDE = 5, inputs = 400, outputs = 80;
  sycl::queue q;
  UsmArray<sycl::half> in(q, inputs), out(q, outputs);
  fill_with_noise(in, inputs, 10.f);
  const sycl::half* input = in;
  sycl::half* output = out;
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     using namespace sycl::ext::intel::esimd;
     for (int i = 0; i < outputs; i++) {
       int start = i * STRIDE - 1;
       int end = start + WINDOW;
       if (start < 0 || end > inputs) {
         start = std::max(0, start);
         end = std::min(inputs, end);
         float mx = -INFINITY;
         for (int j = start; j < end; j++)
           mx = std::max(mx, (float)input[j]);
         output[i] = sycl::half(mx);
       } else {
         simd<sycl::half, WINDOW> v = block_load<sycl::half, WINDOW>(input + start, properties{alignment<2>});
         output[i] = sycl::half(hmax<float>(convert<float>(v)));
       }
     }
   }).wait();
  for (int i = 0; i < outputs; ++i)
    ASSERT_EQ(float(out[i]), largest_of_window(in, i * STRIDE - 1, i * STRIDE - 1 + WINDOW, inputs)) << i;
}

TEST(Programs, bytes_are_loaded_from_any_address_and_become_halves) {
  constexpr int N = 24;
  sycl::queue q;
  std::vector<uint8_t> host(100);
  for (int i = 0; i < 100; ++i)
    host[i] = static_cast<uint8_t>(i * 5);
  uint8_t* in = sycl::malloc_device<uint8_t>(100, q);
  sycl::half* out = sycl::malloc_device<sycl::half>(N, q);
  q.memcpy(in, host.data(), 100).wait();
  q.single_task([=]() SYCL_ESIMD_KERNEL {
     using namespace sycl::ext::intel::esimd;
     simd<uint8_t, N> bytes = block_load<uint8_t, N>(in + 3, properties{alignment<1>});
     simd<sycl::half, N> halves = convert<sycl::half>(bytes);
     halves = (halves - sycl::half(128.f)) * sycl::half(0.5f);
     block_store<sycl::half, N>(out, halves);
   }).wait();
  std::vector<sycl::half> got(N);
  q.memcpy(got.data(), out, N * sizeof(sycl::half)).wait();
  for (int i = 0; i < N; ++i)
    EXPECT_EQ(float(got[i]), (host[i + 3] - 128) * 0.5f);
  sycl::free(in, q);
  sycl::free(out, q);
}

} // namespace
