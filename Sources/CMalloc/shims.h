#pragma once

#include <malloc.h>
#include <stddef.h>

/* Bytes in use on the heap, once what is free has been given back to the system; 0 where the C library does not tell. */
static inline size_t malloc_bytes_in_use(void) {
#ifdef __GLIBC__
    malloc_trim(0);
    struct mallinfo2 usage = mallinfo2();
    return usage.uordblks + usage.hblkhd;
#else
    return 0;
#endif
}
