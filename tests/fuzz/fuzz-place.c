/* Places as they are typed: whatever the text, in a network of each family, a place that the
 * network has, whose name leads to it again, or an error that says why not. */
#include "dl-family.h"

#include "fuzz-target.h"

static const char *const presets[] = { "torus-5x5x5", "mesh-4x4", "cascade-2", "generic-33" };

static void
check (const char *preset, const char *text)
{
  g_autoptr (DlScenario) scenario = dl_preset_new_scenario (preset);
  const DlFamily *family = scenario->family;
  g_autoptr (GError) error = NULL;
  const gpointer shape = family->build (scenario, &error);
  DlPlace place, again;
  DlNet net;

  g_assert_no_error (error);
  net = *dl_shape_net (shape);
  if (dl_family_parse_place (family, &net, text, &place, &error))
    {
      g_autofree char *plain = family->name (shape, place, DL_NAME_FILE);
      g_autofree char *name
          = place.kind == DL_PLACE_GROUP ? g_strconcat ("group ", plain, NULL) : g_strdup (plain);

      g_assert_no_error (error);
      g_assert_true (dl_net_has_place (&net, place));
      g_assert_true (dl_family_parse_place (family, &net, name, &again, &error));
      g_assert_true (dl_place_equal (place, again));
    }
  else
    {
      g_assert_nonnull (error);
      g_assert_true (error->domain == DL_NETWORK_ERROR);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
    }
  dl_shared_unref (shape);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    check (presets[i], text);
  return 0;
}
