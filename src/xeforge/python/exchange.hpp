// The functions that a type of arrays offers to compiled code, as DLPack 1.3 lays them out (dlpack.h: DLPackExchangeAPI):
// they describe an array and make one of existing memory, without a capsule or another Python object in between. The
// layouts, which are fixed, stand here.
#pragma once

#include "xeforge/xeforge.h"

#include <cstdint>

namespace xeforge::python::exchange {

// DLTensor: what xeforge_tensor_from_dlpack reads.
struct Description {
  void* data;
  int32_t device_type, device_id;
  int32_t rank;
  uint8_t type_code, type_bits;
  uint16_t type_lanes;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
};
static_assert(sizeof(Description) == 48);

// DLManagedTensorVersioned: memory, and how it is freed.
struct Managed {
  uint32_t major, minor;
  void* owner;
  void (*free)(Managed*);
  uint64_t flags; // read_only and others
  Description description;
};
static_assert(sizeof(Managed) == 80);
inline constexpr uint64_t read_only = 1;

// DLPackExchangeAPI. Its functions are called with the GIL; they return 0, or -1 with a Python error set.
struct Functions {
  uint32_t major, minor;
  const Functions* older;
  void* allocate;
  int (*share)(void* array, Managed** result);
  int (*adopt)(Managed* memory, void** array);       // takes the memory, also where it fails
  int (*describe)(void* array, Description* result); // may be null
  void* stream;
};
static_assert(sizeof(Functions) == 56);

// Those of the version that stands above; null: there are none.
const Functions* supported(const Functions* newest);

// Memory for an array, aligned to 64 bytes and in one piece with its description, freed with this object unless released.
class Block {
public:
  Block() = default;
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block();

  enum class Outcome { made, too_large, out_of_memory };
  // A dense array; all extents at least 0.
  Outcome make(const int64_t* shape, int32_t rank, xeforge_dtype dtype);
  explicit operator bool() const { return content_ != nullptr; }
  xeforge_tensor tensor() const;
  Managed* release(); // for Functions::adopt

private:
  struct Content;
  Content* content_ = nullptr;
};

} // namespace xeforge::python::exchange
