#include "dl-fabric-reader.h"

/* One more format of a machine's files is a file with a DlFabricFormat, a line here, and a fuzz
 * target with a corpus. */
static const DlFabricFormat *const formats[] = {
  &dl_fabric_ibnetdiscover,
  &dl_fabric_anynet,
  &dl_fabric_edges,
};

const DlFabricFormat *const *
dl_fabric_formats (guint *n)
{
  *n = G_N_ELEMENTS (formats);
  return formats;
}

const DlFabricFormat *
dl_fabric_format_probe (const char *text, gsize length)
{
  guint i = 0;

  while (!formats[i]->probe (text, length))
    i++;
  return formats[i];
}
