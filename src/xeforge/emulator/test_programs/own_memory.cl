// More memory of each item than there are registers.
kernel void own_memory(global const int* a, global int* sums, int n) {
  const int i = get_global_id(0);
  int values[600];
  for (int k = 0; k < n; ++k)
    values[k] = a[i] * k;
  int sum = 0;
  for (int k = 0; k < n; ++k)
    sum += values[(a[i + k] & 0xfff) % n];
  sums[i] = sum;
}
