/* Cabling files: whatever the bytes, a network that holds together or an error. */
#include "fuzz-target.h"

#include "dl-cabling.h"

static void
check (const DlDragonfly *dragonfly)
{
  for (guint link = 0; link < dragonfly->n_links; link++)
    {
      const guint back = dragonfly->link_back[link];

      g_assert_cmpuint (dragonfly->link_back[back], ==, link);
      g_assert_cmpuint (dragonfly->link_to[back], ==, dragonfly->link_from[link]);
      g_assert_cmpuint (dragonfly->link_class[back], ==, dragonfly->link_class[link]);
      g_assert_cmpuint (dragonfly->link_to[link], !=, dragonfly->link_from[link]);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  DlCablingReport report = { 0 };
  g_autoptr (DlDragonfly) dragonfly
      = dl_cabling_read ((const char *) data, size, "cabling", &report, &error);

  g_assert_true ((dragonfly == NULL) == (error != NULL));
  if (dragonfly != NULL)
    check (dragonfly);
  dl_cabling_report_clear (&report);
  return 0;
}
