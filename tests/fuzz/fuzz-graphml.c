/* GraphML. */
#include "fuzz-fabric.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  return fuzz_fabric (&dl_fabric_graphml, data, size);
}
