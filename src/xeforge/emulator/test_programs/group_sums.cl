// A table of constants, shared local memory of a size that the launch says, barriers in a loop.
constant float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};

kernel void group_sums(global const float* x, global float* sums, local float* scratch) {
  const int me = get_local_id(0);
  scratch[me] = x[get_global_id(0)] * weights[me & 7];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_size = get_local_size(0) / 2; half_size > 0; half_size >>= 1) {
    if (me < half_size)
      scratch[me] += scratch[me + half_size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (me == 0)
    sums[get_group_id(0)] = scratch[0];
}
