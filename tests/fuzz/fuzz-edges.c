/* Lists of edges. */
#include "fuzz-fabric.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  return fuzz_fabric (&dl_fabric_edges, data, size);
}
