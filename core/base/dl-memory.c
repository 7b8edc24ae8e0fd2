#include "dl-memory.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

#define MIB (1 << 20)

gboolean
dl_memory_keep (void)
{
#ifdef __GLIBC__
  return mallopt (M_MMAP_THRESHOLD, 32 * MIB) == 1 && mallopt (M_TRIM_THRESHOLD, 64 * MIB) == 1;
#else
  return FALSE;
#endif
}
