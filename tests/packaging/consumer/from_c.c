/* The operators from C99, against what they are defined to be. Exit code 0: they agree. */
#include <xeforge/xeforge.h>

#include <math.h>
#include <stdio.h>

static int failures = 0;

static void expect(int condition, const char* what) {
  if (!condition) {
    printf("wrong: %s\n", what);
    ++failures;
  }
}

static void route(xeforge_context* context) {
  float scores[2][4] = {{0.0f, 2.0f, 1.0f, -1.0f}, {3.0f, 3.0f, 0.0f, 1.0f}};
  float weights[2][2];
  int32_t indices[2][2];
  const int64_t rows[2] = {2, 4}, winners[2] = {2, 2};
  const xeforge_tensor from = xeforge_dense_tensor(scores, XEFORGE_FLOAT32, 2, rows);
  const xeforge_tensor to = xeforge_dense_tensor(weights, XEFORGE_FLOAT32, 2, winners);
  const xeforge_tensor which = xeforge_dense_tensor(indices, XEFORGE_INT32, 2, winners);
  xeforge_softmax_topk_options options;
  xeforge_error error;
  xeforge_softmax_topk_defaults(&options, sizeof options);
  options.k = 2;
  expect(xeforge_softmax_topk(context, &from, &to, &which, &options, &error) == XEFORGE_OK, error.message);
  expect(indices[0][0] == 1 && indices[0][1] == 2, "indices of row 0");
  expect(indices[1][0] == 0 && indices[1][1] == 1, "the lower column first where scores are equal");
  expect(fabs((double)weights[0][0] - 1.0 / (1.0 + exp(-1.0))) < 1e-6, "weights of row 0");
  expect(fabs((double)weights[1][0] - 0.5) < 1e-6, "weights of row 1");

  options.k = 5;
  expect(xeforge_softmax_topk(context, &from, &to, &which, &options, &error) == XEFORGE_INVALID_ARGUMENT, "k of 5");
  puts(error.message);
}

static void attend(xeforge_context* context) {
  float q[1][1][1][2] = {{{{1.0f, 0.0f}}}}, k[1][1][2][2] = {{{{1.0f, 0.0f}, {0.0f, 1.0f}}}};
  float v[1][1][2][2] = {{{{1.0f, 2.0f}, {3.0f, 4.0f}}}}, out[1][1][1][2];
  const int64_t of_q[4] = {1, 1, 1, 2}, of_k[4] = {1, 1, 2, 2};
  const xeforge_tensor queries = xeforge_dense_tensor(q, XEFORGE_FLOAT32, 4, of_q);
  const xeforge_tensor keys = xeforge_dense_tensor(k, XEFORGE_FLOAT32, 4, of_k);
  const xeforge_tensor values = xeforge_dense_tensor(v, XEFORGE_FLOAT32, 4, of_k);
  const xeforge_tensor result = xeforge_dense_tensor(out, XEFORGE_FLOAT32, 4, of_q);
  const double first = 1.0 / (1.0 + exp(-1.0 / sqrt(2.0)));
  xeforge_error error;
  expect(xeforge_attention(context, &queries, &keys, &values, &result, NULL, NULL, &error) == XEFORGE_OK,
         error.message);
  expect(fabs((double)out[0][0][0][0] - (first + 3.0 * (1.0 - first))) < 1e-5, "attention");
}

static void normalise(xeforge_context* context) {
  float x[2][2] = {{3.0f, 4.0f}, {0.0f, 2.0f}}, weight[2] = {1.0f, 2.0f},
        residual[2][2] = {{0.0f, 0.0f}, {1.0f, -1.0f}};
  float out[2][2], sum[2][2];
  const int64_t rows[2] = {2, 2}, row[1] = {2};
  const xeforge_tensor from = xeforge_dense_tensor(x, XEFORGE_FLOAT32, 2, rows);
  const xeforge_tensor factors = xeforge_dense_tensor(weight, XEFORGE_FLOAT32, 1, row);
  const xeforge_tensor to = xeforge_dense_tensor(out, XEFORGE_FLOAT32, 2, rows);
  xeforge_rms_norm_options options;
  xeforge_error error;
  xeforge_rms_norm_defaults(&options, sizeof options);
  options.residual = xeforge_dense_tensor(residual, XEFORGE_FLOAT32, 2, rows);
  options.residual_out = xeforge_dense_tensor(sum, XEFORGE_FLOAT32, 2, rows);
  expect(xeforge_rms_norm(context, &from, &factors, &to, &options, &error) == XEFORGE_OK, error.message);
  expect(fabs((double)out[0][0] - 3.0 / sqrt(12.5 + 1e-6)) < 1e-6, "the first of (3, 4), whose mean square is 12.5");
  expect(fabs((double)out[0][1] - 2.0 * 4.0 / sqrt(12.5 + 1e-6)) < 1e-6, "the second, with its weight");
  expect(fabs((double)out[1][0] - 1.0 / sqrt(1.0 + 1e-6)) < 1e-6, "a row with its residual, (1, 1)");
  expect(sum[1][0] == 1.0f && sum[1][1] == 1.0f, "the sum of the row and its residual");

  options.eps = 0.0f;
  expect(xeforge_rms_norm(context, &from, &factors, &to, &options, &error) == XEFORGE_INVALID_ARGUMENT, "eps of 0");
  puts(error.message);
}

int main(void) {
  xeforge_context* context = NULL;
  xeforge_error error;
  if (xeforge_context_create(0, &context, &error) != XEFORGE_OK) {
    puts(error.message);
    return 1;
  }
  route(context);
  attend(context);
  normalise(context);
  xeforge_context_destroy(context);
  return failures != 0;
}
