// Arguments in a register and in memory; items beyond the end are off.
kernel void saxpy(global const float* x, global float* y, float a, int n) {
  const int i = get_global_id(0);
  if (i < n)
    y[i] = a * x[i] + y[i];
}
