/* What the program computes, in another language. */
float expected(float x) {
#ifdef SYCL_LANGUAGE_VERSION
#error "definitions for C++ in C"
#endif
  return 2.0f * x + 1;
}
