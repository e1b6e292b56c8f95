// From the C interface's arrays to the views of the operators. Whatever is wrong with an array is an Error that names
// it.
#pragma once

#include "xeforge/base/error.hpp"
#include "xeforge/base/tensor_view.hpp"
#include "xeforge/xeforge.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace xeforge::c_interface {

// "(2, 3, 4)"
std::string shape_text(std::span<const std::int64_t> extents);
std::span<const std::int64_t> shape_of(const xeforge_tensor& tensor);
std::span<const std::int64_t> strides_of(const xeforge_tensor& tensor);

inline bool is_given(const xeforge_tensor* tensor) { return tensor != nullptr && tensor->data != nullptr; }

// The tensor, after a look at its type, rank and extents. Throws for a null pointer.
const xeforge_tensor& checked(const xeforge_tensor* tensor, const char* name);

DType dtype_of(const xeforge_tensor& tensor);

// A tensor of exactly Rank dimensions; dimensions says which, e.g. "(batch, heads_q, seq_q, d_qk)".
template <int Rank>
TensorView<Rank> view_of(const xeforge_tensor* tensor, const char* name, const char* dimensions);

// A tensor of up to Rank dimensions, those that lack in front taken as 1; not given: an empty view.
template <int Rank>
ConstTensorView<Rank> broadcast_view_of(const xeforge_tensor& tensor, const char* name);

// A short row of numbers as floats: where it lies, if it is adjacent floats, else a copy.
class Floats {
public:
  Floats(const xeforge_tensor& tensor, const char* name);
  Floats(const Floats&) = delete;
  Floats& operator=(const Floats&) = delete;
  ConstVectorView view() const { return view_; }

private:
  std::vector<float> copy_;
  ConstVectorView view_;
};

// The same for int32.
class Integers {
public:
  Integers(const xeforge_tensor& tensor, const char* name);
  Integers(const Integers&) = delete;
  Integers& operator=(const Integers&) = delete;
  std::span<const std::int32_t> view() const { return view_; }

private:
  std::vector<std::int32_t> copy_;
  std::span<const std::int32_t> view_;
};

// Throws where an output has bytes of an array that is copied before anything is written. Both are checked, or not given.
void expect_disjoint(const xeforge_tensor* output, const char* name, const xeforge_tensor& copied,
                     const char* copied_name);

// One number of a floating-point type as a float.
float float_at(const xeforge_tensor& tensor, std::int64_t offset);

} // namespace xeforge::c_interface
