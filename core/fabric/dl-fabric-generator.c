#include "dl-fabric-generator.h"

#include <glib/gi18n-lib.h>

const DlFabricGenerator dl_fabric_from_file = {
  .id = "file",
  .title = N_ ("File"),
  .description = N_ ("Output of ibnetdiscover, a BookSim anynet file or a list of edges"),
  .keys = "file;hosts-per-switch;service;service-names",
  .usual_engine = "min-hop",
};

/* One more structure is a file with a DlFabricGenerator and a line here; the tests hold it to
 * walks of every pair. */
static const DlFabricGenerator *const generators[] = {
  &dl_fabric_pgft,           &dl_fabric_hyperx,    &dl_fabric_dragonfly_plus, &dl_fabric_slim_fly,
  &dl_fabric_random_regular, &dl_fabric_butterfly, &dl_fabric_torus,
};

const DlFabricGenerator *const *
dl_fabric_generators (guint *n)
{
  *n = G_N_ELEMENTS (generators);
  return generators;
}

const DlFabricGenerator *
dl_fabric_generator_find (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (generators); i++)
    if (g_str_equal (generators[i]->id, id))
      return generators[i];
  return NULL;
}

DlFabric *
dl_fabric_generate (const char *id, const DlFabricSpec *spec, GError **error)
{
  const DlFabricGenerator *generator = dl_fabric_generator_find (id);
  const char *key;

  g_assert (generator != NULL);
  return generator->check (spec, &key, error) ? generator->make (spec, error) : NULL;
}
