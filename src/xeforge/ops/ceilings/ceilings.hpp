// Launches that measure the ceilings of a device other than the CPU. Their kernels are compiled as the operators' are.
#pragma once

#include "xeforge/base/dtype.hpp"
#include "xeforge/base/sycl_queue.hpp"
#include "xeforge/devices/kernel_header.hpp"

#include <cstdint>
#include <span>

namespace xeforge::ops::ceilings {

// What device code of these launches is made of.
std::span<const devices::KernelHeader> device_kernels();

// Each returns when it is done. Arrays are the device's.

inline constexpr std::int64_t read_unit = 2048; // bytes
// Reads all bytes, a multiple of the unit, with this many items, which write 256 bytes each.
struct Reading {
  const void* data;
  std::int64_t bytes, items;
  void* results;
};
void read(sycl::queue& queue, const Reading& reading);

// Multiply-adds of floats. Each item writes 1 KB. Returns the flops.
struct Adding {
  std::int64_t items, steps;
  void* results;
};
double multiply_add(sycl::queue& queue, const Adding& adding);

// Products of elements of f16 or bf16 by the engine that takes a matrix from shared local memory. Returns the flops.
inline constexpr std::int64_t left_elements = 128 * 256, matrix_elements = 256 * 128, result_elements = 128 * 128;
struct Multiplying {
  DType dtype;
  const void *left, *matrix;
  void* results;
  std::int64_t groups, steps;
};
double multiply(sycl::queue& queue, const Multiplying& multiplying);

} // namespace xeforge::ops::ceilings
