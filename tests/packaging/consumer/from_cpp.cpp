// The README's example in C++, completed to a program, and rms-norm. Exit code 0: the result is as defined.
#include <xeforge/xeforge.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

int main() {
  const std::int64_t rows = 3, n = 16;
  std::vector<float> storage(static_cast<std::size_t>(rows * n), 0.0f);
  float* scores = storage.data();
  scores[5] = scores[n + 6] = scores[2 * n + 7] = 1.0f;
  std::vector<float> weights(static_cast<std::size_t>(rows * 8));
  std::vector<std::int32_t> indices(static_cast<std::size_t>(rows * 8));

  xeforge::Context context;
  xeforge::SoftmaxTopkOptions options;
  options.k = 8;
  xeforge::softmax_topk(context, xeforge::matrix(scores, rows, n), xeforge::matrix(weights.data(), rows, 8),
                        xeforge::matrix(indices.data(), rows, 8), options);

  bool is_right = true;
  for (std::int64_t row = 0; row < rows; ++row) {
    is_right = is_right && indices[static_cast<std::size_t>(row * 8)] == 5 + row;
    const double expected = std::exp(1.0) / (std::exp(1.0) + 7.0);
    is_right = is_right && std::fabs(static_cast<double>(weights[static_cast<std::size_t>(row * 8)]) - expected) < 1e-6;
  }

  float x[] = {3.0f, 4.0f, 1.0f, 1.0f}, factors[] = {1.0f, 2.0f}, out[4] = {};
  xeforge::rms_norm(context, xeforge::matrix(x, 2, 2), xeforge::Tensor(factors, {2}), xeforge::matrix(out, 2, 2));
  is_right = is_right && std::fabs(static_cast<double>(out[1]) - 2.0 * 4.0 / std::sqrt(12.5 + 1e-6)) < 1e-6;
  is_right = is_right && std::fabs(static_cast<double>(out[2]) - 1.0 / std::sqrt(1.0 + 1e-6)) < 1e-6;

  try {
    options.k = 17;
    xeforge::softmax_topk(context, xeforge::matrix(scores, rows, n), xeforge::matrix(weights.data(), rows, 8),
                          xeforge::matrix(indices.data(), rows, 8), options);
    is_right = false;
  } catch (const xeforge::Error& error) {
    std::puts(error.what());
  }
  return is_right ? 0 : 1;
}
