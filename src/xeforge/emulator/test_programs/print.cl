kernel void print(global const int* a) {
  const int i = get_global_id(0);
  if (i < 3)
    printf("item %d has %5d and %.2f%%, %s\n", i, a[i], 1.5f * i, "as it should");
}
