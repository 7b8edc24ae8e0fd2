/* Topologies of ns-3. */
#include "fuzz-fabric.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  return fuzz_fabric (&dl_fabric_ns3, data, size);
}
