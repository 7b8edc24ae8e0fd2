#include "dl-place.h"

GQuark
dl_network_error_quark (void)
{
  return g_quark_from_static_string ("dl-network-error");
}
