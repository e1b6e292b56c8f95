#include "xeforge/python/exchange.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

namespace xeforge::python::exchange {
namespace {

constexpr int32_t cpu = 1;
constexpr uint32_t major_version = 1;
constexpr uint64_t alignment = 64;
constexpr int64_t largest = INT64_MAX - 4096; // bytes: with the description it is still a size

struct ElementType {
  uint8_t code, bits;
};
// Indexed by xeforge_dtype.
constexpr ElementType element_types[] = {{2, 16}, {4, 16}, {2, 32}, {0, 32}, {0, 64}, {6, 8}};
static_assert(XEFORGE_FLOAT16 == 0 && XEFORGE_BFLOAT16 == 1 && XEFORGE_FLOAT32 == 2 && XEFORGE_INT32 == 3 &&
              XEFORGE_INT64 == 4 && XEFORGE_BOOL == 5);

void free_memory(Managed* memory) { std::free(memory->owner); }

} // namespace

const Functions* supported(const Functions* newest) {
  while (newest != nullptr && newest->major != major_version)
    newest = newest->older;
  return newest;
}

// The elements follow, at the next multiple of the alignment.
struct alignas(alignment) Block::Content {
  Managed managed;
  xeforge_dtype dtype;
  int64_t shape[XEFORGE_MAX_RANK], strides[XEFORGE_MAX_RANK];
};

Block::~Block() { std::free(content_); }

Block::Outcome Block::make(const int64_t* shape, int32_t rank, xeforge_dtype dtype) {
  const ElementType type = element_types[dtype];
  int64_t strides[XEFORGE_MAX_RANK], elements = 1, bytes = 0;
  bool is_empty = false;
  for (int32_t axis = rank; axis-- > 0;) {
    strides[axis] = elements; // as if an extent of 0 was one of 1
    is_empty = is_empty || shape[axis] == 0;
    if (__builtin_mul_overflow(elements, shape[axis] == 0 ? 1 : shape[axis], &elements))
      return Outcome::too_large;
  }
  if (!is_empty && (__builtin_mul_overflow(elements, type.bits / 8, &bytes) || bytes > largest))
    return Outcome::too_large;
  const auto whole = (static_cast<uint64_t>(bytes) + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, sizeof(Content) + whole);
  if (memory == nullptr)
    return Outcome::out_of_memory;
  content_ = new (memory) Content{};
  content_->dtype = dtype;
  std::copy_n(shape, rank, content_->shape);
  std::copy_n(strides, rank, content_->strides);
  content_->managed = {
      major_version, 0, memory,
      free_memory,   0, {content_ + 1, cpu, 0, rank, type.code, type.bits, 1, content_->shape, content_->strides, 0}};
  return Outcome::made;
}

xeforge_tensor Block::tensor() const {
  return xeforge_dense_tensor(content_ + 1, content_->dtype, content_->managed.description.rank, content_->shape);
}

Managed* Block::release() {
  Managed* const managed = &content_->managed;
  content_ = nullptr;
  return managed;
}

} // namespace xeforge::python::exchange
