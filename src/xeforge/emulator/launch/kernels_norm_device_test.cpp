// The row kernel of rms-norm as machine code, against a reference in double.
#include "xeforge/emulator/launch/device_run_for_test.hpp"

#include "xeforge/base/bfloat16.hpp"
#include "xeforge/base/half.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace xeforge::emulator {
namespace {

// Rows at multiples of 16 bytes, whatever their length.
template <class T>
class Rows {
public:
  Rows(std::size_t rows, std::size_t columns, float largest, unsigned seed)
      : stride_((columns + 15) / 16 * 16), room_(rows * stride_ + 16, T(77.0f)) {
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> numbers(-largest, largest);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns; ++column)
        (*this)(row, column) = T(numbers(engine));
  }
  std::vector<T>& room() { return room_; }
  T* first() { return reinterpret_cast<T*>((reinterpret_cast<std::uintptr_t>(room_.data()) + 15) / 16 * 16); }
  T& operator()(std::size_t row, std::size_t column) { return first()[row * stride_ + column]; }
  std::int64_t stride() const { return static_cast<std::int64_t>(stride_); }

private:
  std::size_t stride_;
  std::vector<T> room_;
};

class NormKernels : public DeviceRun {
protected:
  // unit: relative rounding error of the type.
  template <class T>
  void expect_norm(const char* kernel, std::size_t columns, float largest, double unit) {
    constexpr std::size_t rows = 5;
    constexpr double eps = 1e-3f;
    Rows<T> x(rows, columns, largest, 1), residual(rows, columns, largest, 2), weight(1, columns, 2.0f, 3),
        out(rows, columns, 0.0f, 4), sum(rows, columns, 0.0f, 5);
    forget_allocations();
    allocate("x", x.room(), Writable::no);
    allocate("residual", residual.room(), Writable::no);
    allocate("weight", weight.room(), Writable::no);
    allocate("out", out.room());
    allocate("sum", sum.room());
    run("src/xeforge/ops/rms_norm/kernels/row_device.cpp", kernel, items(rows),
        KernelObject(x.first(), residual.first(), weight.first(), out.first(), sum.first(), x.stride(),
                     residual.stride(), out.stride(), sum.stride(), static_cast<std::int32_t>(columns),
                     static_cast<float>(eps)));
    for (std::size_t row = 0; row < rows; ++row) {
      double squares = 0;
      for (std::size_t column = 0; column < columns; ++column)
        squares += std::pow(double(float(x(row, column))) + float(residual(row, column)), 2);
      const double root = std::sqrt(squares / static_cast<double>(columns) + eps);
      for (std::size_t column = 0; column < columns; ++column) {
        const double h = double(float(x(row, column))) + float(residual(row, column));
        const double expected = h / root * float(weight(0, column));
        EXPECT_NEAR(float(sum(row, column)), h, 1.01 * unit * std::fabs(h) + 1e-30) << kernel << " column " << column;
        EXPECT_NEAR(float(out(row, column)), expected, (unit + 5e-6) * std::fabs(expected) + 1e-7)
            << kernel << " of " << columns << ", row " << row << " column " << column;
      }
      if (columns % 16 != 0)
        EXPECT_EQ(float(out(row, columns)), 77.0f) << kernel << " of " << columns << " wrote behind row " << row;
    }
  }
};

// Whole pieces of 64 columns, none, and every shorter piece behind them.
TEST_F(NormKernels, the_row_kernel_of_rms_norm_normalises_rows_of_any_length) {
  for (const std::size_t columns : {1u, 31u, 64u, 127u, 200u, 512u}) {
    expect_norm<base::half>("RmsNormF16", columns, 8.0f, 0x1p-11);
    expect_norm<base::bfloat16>("RmsNormBf16", columns, 8.0f, 0x1p-8);
    expect_norm<float>("RmsNormF32", columns, 8.0f, 0x1p-24);
  }
}

TEST_F(NormKernels, squares_that_float_does_not_hold_are_added_once_more_of_smaller_numbers) {
  expect_norm<base::bfloat16>("RmsNormBf16", 200, 1e30f, 0x1p-8);
  expect_norm<float>("RmsNormF32", 200, 1e30f, 0x1p-24);
}

} // namespace
} // namespace xeforge::emulator
