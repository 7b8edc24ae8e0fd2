/* Dragonfly+ (Shpiner et al. 2017, III): a group is a bipartite graph of leaves, which have the
 * hosts, and spines, which have the channels to other groups. */
#include "dl-fabric-builder.h"
#include "dl-fabric-options.h"

#include <glib/gi18n-lib.h>

static guint
globals_of (const DlFabricSpec *spec)
{
  return spec->global_per_spine > 0 ? spec->global_per_spine : spec->leaves;
}

static gboolean
check (const DlFabricSpec *spec, const char **key, GError **error)
{
  const guint64 globals = globals_of (spec);
  const guint64 vertices
      = (guint64) spec->groups
        * ((guint64) spec->leaves * (spec->hosts_per_switch + 1ull) + spec->spines);

  *key = spec->groups < 1 ? "groups" : spec->leaves < 1 ? "leaves" : "spines";
  if (spec->groups < 1 || spec->leaves < 1 || spec->spines < 1)
    {
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                           _ ("a Dragonfly+ needs groups, leaves and spines (expected 1 or more)"));
      return FALSE;
    }
  *key = spec->hosts_per_switch < 1 ? "hosts-per-switch" : "spines";
  if (spec->hosts_per_switch < 1 || spec->spines + spec->hosts_per_switch > DL_FABRIC_MAX_PORTS
      || spec->leaves + globals > DL_FABRIC_MAX_PORTS)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("a leaf has ports for spines and hosts, a spine for leaves and groups "
                      "(expected 1 host or more, and at most %d ports)"),
                   DL_FABRIC_MAX_PORTS);
      return FALSE;
    }
  *key = "groups";
  if (spec->groups > 1 && globals * spec->spines < spec->groups - 1)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                   g_dngettext (GETTEXT_PACKAGE,
                                "each of %u group needs a channel to each other one, and has %lu "
                                "(use more leaves or spines)",
                                "each of %u groups needs a channel to each other one, and has %lu "
                                "(use more leaves or spines)",
                                spec->groups),
                   spec->groups, (gulong) (globals * spec->spines));
      return FALSE;
    }
  if (vertices > DL_FABRIC_MAX_VERTICES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("hosts and switches, %lu in total, are more than %d (use fewer groups)"),
                   (gulong) vertices, DL_FABRIC_MAX_VERTICES);
      return FALSE;
    }
  return TRUE;
}

/* Channel @c of the @n from group @g to group @other leaves by a spine of @g, and there by a port
 * past those to the leaves: the channels of a pair are spread over the spines, as the Cascade's
 * cables are over its blades. */
static DlFabricEnd
global_end (const DlFabricSpec *spec, guint g, guint other, guint n, guint c)
{
  const guint slot = (other - (other > g)) * n + c, size = spec->leaves + spec->spines;

  return (DlFabricEnd) { g * size + spec->leaves + slot % spec->spines, FALSE,
                         spec->leaves + slot / spec->spines + 1 };
}

static DlFabric *
make (const DlFabricSpec *spec, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  const guint size = spec->leaves + spec->spines;
  const guint n = spec->groups > 1 ? globals_of (spec) * spec->spines / (spec->groups - 1) : 0;

  for (guint g = 0; g < spec->groups; g++)
    for (guint i = 0; i < size; i++)
      {
        const gboolean leaf = i < spec->leaves;
        g_autofree char *name
            = g_strdup_printf (leaf ? "G%u-leaf%u" : "G%u-spine%u", g, leaf ? i : i - spec->leaves);

        dl_fabric_builder_add_switch (builder, name, 0,
                                      leaf ? 0 : spec->leaves + globals_of (spec));
        for (guint h = 0; leaf && h < spec->hosts_per_switch; h++)
          {
            const DlFabricEnd host = { dl_fabric_builder_add_host (builder, NULL, 0), TRUE, 1 };

            if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { g * size + i, FALSE, h + 1 },
                                              host, error))
              return NULL;
          }
      }
  for (guint g = 0; g < spec->groups; g++)
    {
      for (guint leaf = 0; leaf < spec->leaves; leaf++)
        for (guint spine = 0; spine < spec->spines; spine++)
          if (!dl_fabric_builder_add_cable (
                  builder,
                  (DlFabricEnd) { g * size + leaf, FALSE, spec->hosts_per_switch + spine + 1 },
                  (DlFabricEnd) { g * size + spec->leaves + spine, FALSE, leaf + 1 }, error))
            return NULL;
      for (guint other = g + 1; other < spec->groups; other++)
        for (guint c = 0; c < n; c++)
          if (!dl_fabric_builder_add_cable (builder, global_end (spec, g, other, n, c),
                                            global_end (spec, other, g, n, c), error))
            return NULL;
    }
  return dl_fabric_builder_finish (builder, NULL, error);
}

const DlFabricGenerator dl_fabric_dragonfly_plus = {
  .id = "dragonfly-plus",
  .title = N_ ("Dragonfly+"),
  .description = N_ ("Groups of leaves and spines, with links between groups at the spines"),
  .citation = "Shpiner et al., Dragonfly+: low cost topology for scaling datacenters, HiPINEB 2017",
  .keys = "groups;leaves;spines;global-per-spine;hosts-per-switch",
  .usual_engine = "dfsssp",
  .check = check,
  .make = make,
};
