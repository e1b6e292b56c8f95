// From here on the names of SYCL are those of both.hpp: to be included behind every other header.
#define queue agreed_queue
#define handler agreed_handler
#define usm_allocator agreed_allocator
#define malloc_shared agreed_malloc
#define free agreed_free

// Only the real main() may end without a return; nobody calls those that do.
#pragma clang diagnostic ignored "-Wreturn-type"
