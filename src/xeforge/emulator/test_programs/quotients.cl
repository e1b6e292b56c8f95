// Two dimensions, registers by index, division of integers with branches of their own, functions of floats.
kernel void quotients(global const int* a, global const int* b, global int* quotient, global float* root) {
  const size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);
  int squares[16];
  for (int k = 0; k < 16; ++k)
    squares[k] = a[i] + k * k;
  quotient[i] = squares[b[i] & 15] / b[i] + a[i] % b[i];
  root[i] = sqrt((float)(a[i] & 0xffff));
}
