// A tensor of batch x sequence x head x depth becomes one of batch x head x sequence x depth. One kernel has a range of
// one dimension and finds its place with divisions; the other has a range of the tensor's own shape.
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>
#include <vector>

using namespace sycl::ext::intel::esimd;

template <class T>
using SharedVector = std::vector<T, sycl::usm_allocator<T, sycl::usm::alloc::shared>>;

using sycl::half;
constexpr int depth = 64; // elements of a thread

struct Shape {
  int batch, sequence, heads;
};

void copy_row(const half* from, half* to, Shape shape, int b, int s, int h) SYCL_ESIMD_FUNCTION {
  const int source = (b * shape.sequence + s) * shape.heads + h;
  const int target = (b * shape.heads + h) * shape.sequence + s;
  block_store(to + target * depth, block_load<half, depth>(from + source * depth, properties{alignment<64>}),
              properties{alignment<64>});
}

void permute_decoding(sycl::queue& queue, const half* from, half* to, Shape shape) {
  const sycl::range<1> rows(shape.batch * shape.sequence * shape.heads);
  queue.parallel_for<class PermuteDecoding>(rows, [=](sycl::id<1> row) SYCL_ESIMD_KERNEL {
    const int index = static_cast<int>(row);
    copy_row(from, to, shape, index / (shape.heads * shape.sequence), index / shape.heads % shape.sequence,
             index % shape.heads);
  });
  queue.wait();
}

void permute_by_range(sycl::queue& queue, const half* from, half* to, Shape shape) {
  const sycl::range<3> rows(shape.batch, shape.sequence, shape.heads);
  queue.parallel_for<class PermuteByRange>(rows, [=](sycl::id<3> row) SYCL_ESIMD_KERNEL {
    copy_row(from, to, shape, static_cast<int>(row[0]), static_cast<int>(row[1]), static_cast<int>(row[2]));
  });
  queue.wait();
}

int main() {
  constexpr Shape shape{3, 7, 5};
  constexpr int count = shape.batch * shape.sequence * shape.heads * depth;
  sycl::queue queue;
  SharedVector<half> from(count, queue);
  for (int i = 0; i < count; ++i)
    from[i] = static_cast<float>(i % 2039); // whole numbers that halves have; rows are all different
  int wrong = 0;
  for (const auto permute : {permute_decoding, permute_by_range}) {
    SharedVector<half> to(count, half(-1.0f), queue);
    permute(queue, from.data(), to.data(), shape);
    int i = 0;
    for (int b = 0; b < shape.batch; ++b)
      for (int h = 0; h < shape.heads; ++h)
        for (int s = 0; s < shape.sequence; ++s)
          for (int d = 0; d < depth; ++d)
            wrong += static_cast<float>(to[i++]) !=
                     static_cast<float>(from[((b * shape.sequence + s) * shape.heads + h) * depth + d]);
  }
  std::printf("index_decode: %d wrong elements of %d\n", wrong, 2 * count);
  return wrong == 0 ? 0 : 1;
}
