// The README's example in C++, completed to a program, rms-norm, and attention over the one rank that there is. Exit code 0:
// the result is as defined.
#include <xeforge/xeforge.hpp>
#include <xeforge/xeforge_ranks.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

// Of a rank that is alone.
class Alone : public xeforge::ranks::Transport {
public:
  Alone() : Transport(0, 1) {}
  void send(const void*, std::int64_t, std::int32_t) override {}
  void receive(void*, std::int64_t, std::int32_t) override {}
  void wait() override {}
  void abandon() noexcept override {}
};

bool attends_to_the_key_that_a_bias_leaves(const xeforge::Context& context) {
  std::vector<float> zeros(2, 0.0f), values{1.0f, 2.0f, 3.0f}, out(2, 0.0f);
  std::vector<float> keys(3, 0.0f);
  xeforge::ranks::Options options;
  options.bias = [](const xeforge::ranks::BiasBlock& block) {
    for (std::int64_t query = 0; query < block.values.shape[2]; ++query)
      for (std::int64_t key = 0; key < block.values.shape[3]; ++key)
        static_cast<float*>(block.values.data)[query * block.values.strides[2] + key * block.values.strides[3]] =
            block.key + key == block.query + query + 1 ? 0.0f : -INFINITY;
  };
  Alone alone;
  xeforge::ranks::attention(context, alone, xeforge::Tensor(zeros.data(), {1, 1, 2, 1}),
                            xeforge::Tensor(keys.data(), {1, 1, 3, 1}), xeforge::Tensor(values.data(), {1, 1, 3, 1}),
                            xeforge::Tensor(out.data(), {1, 1, 2, 1}), xeforge::Tensor(), {}, options);
  return out[0] == 2.0f && out[1] == 3.0f;
}

} // namespace

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

  bool is_right = attends_to_the_key_that_a_bias_leaves(context);
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
