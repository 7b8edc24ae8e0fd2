/* Graphs in JSON. */
#include "fuzz-fabric.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  return fuzz_fabric (&dl_fabric_node_link, data, size);
}
