/* Freed memory stays with the program. */
#include "dl-memory.h"

#include <string.h>
#include <sys/resource.h>

#define BLOCKS     128
#define BLOCK_SIZE 65536 /* from the heap, also without dl_memory_keep */
#define PAGE_SIZE  4096

static glong
faults (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

static void
use_blocks (void)
{
  char *blocks[BLOCKS];

  for (guint i = 0; i < BLOCKS; i++)
    blocks[i] = memset (g_malloc (BLOCK_SIZE), 1, BLOCK_SIZE);
  for (guint i = BLOCKS; i-- > 0;)
    g_free (blocks[i]);
}

static void
test_second_use (void)
{
  glong before;

  if (!dl_memory_keep ())
    {
      g_test_skip ("The allocator has no limits to set.");
      return;
    }
  use_blocks ();
  before = faults ();
  use_blocks ();
  g_assert_cmpint (faults () - before, <, BLOCKS * BLOCK_SIZE / PAGE_SIZE / 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/memory/second-use", test_second_use);
  return g_test_run ();
}
