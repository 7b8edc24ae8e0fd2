/* HyperX (Ahn et al. 2009, 2): switches at the points of a lattice, each connected to all others
 * that differ in one coordinate. */
#include "dl-fabric-builder.h"
#include "dl-fabric-options.h"

#include <glib/gi18n-lib.h>

static guint
cables_of (const DlFabricSpec *spec, guint i)
{
  return i < spec->n_cables ? spec->cables[i] : 1;
}

static gboolean
check (const DlFabricSpec *spec, const char **key, GError **error)
{
  guint64 switches = 1, ports = spec->hosts_per_switch;

  *key = "size";
  if (spec->n_dimensions < 1 || spec->n_dimensions > DL_FABRIC_MAX_DIMENSIONS)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                   g_dngettext (GETTEXT_PACKAGE,
                                "a HyperX of %u dimension is not supported (expected 1 to %d)",
                                "a HyperX of %u dimensions is not supported (expected 1 to %d)",
                                spec->n_dimensions),
                   spec->n_dimensions, DL_FABRIC_MAX_DIMENSIONS);
      return FALSE;
    }
  if (spec->n_cables > 0 && spec->n_cables != spec->n_dimensions)
    {
      *key = "cables";
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
          g_dngettext (GETTEXT_PACKAGE, "cables has %u dimension and size %u (expected as many)",
                       "cables has %u dimensions and size %u (expected as many)", spec->n_cables),
          spec->n_cables, spec->n_dimensions);
      return FALSE;
    }
  for (guint i = 0; i < spec->n_dimensions; i++)
    {
      *key = spec->size[i] < 2 ? "size" : "cables";
      if (spec->size[i] < 2 || cables_of (spec, i) < 1)
        {
          g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                               _ ("a dimension is empty (expected 2 switches and 1 cable or "
                                  "more)"));
          return FALSE;
        }
      ports += (guint64) (spec->size[i] - 1) * cables_of (spec, i);
      switches *= spec->size[i];
      *key = "size";
      if (ports > DL_FABRIC_MAX_PORTS || switches > DL_FABRIC_MAX_VERTICES)
        {
          g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "switches of %lu port, or as many switches, are not supported "
                                    "(expected at most %d ports and %d switches)",
                                    "switches of %lu ports, or as many switches, are not supported "
                                    "(expected at most %d ports and %d switches)",
                                    (gulong) ports),
                       (gulong) ports, DL_FABRIC_MAX_PORTS, DL_FABRIC_MAX_VERTICES);
          return FALSE;
        }
    }
  *key = "hosts-per-switch";
  if (spec->hosts_per_switch < 1
      || switches * (spec->hosts_per_switch + 1) > DL_FABRIC_MAX_VERTICES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   g_dngettext (GETTEXT_PACKAGE,
                                "%u host per switch is not supported (expected 1 to %d)",
                                "%u hosts per switch are not supported (expected 1 to %d)",
                                spec->hosts_per_switch),
                   spec->hosts_per_switch, (gint) (DL_FABRIC_MAX_VERTICES / switches) - 1);
      return FALSE;
    }
  return TRUE;
}

static DlFabric *
make (const DlFabricSpec *spec, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  DlFabricStructure structure = { .shape = DL_FABRIC_HYPERX, .n = spec->n_dimensions };
  guint n = 1, stride = 1, port = spec->hosts_per_switch; /* before those of the dimension */

  for (guint i = 0; i < spec->n_dimensions; i++)
    {
      structure.children[i] = spec->size[i];
      structure.cables[i] = cables_of (spec, i);
      n *= spec->size[i];
    }
  for (guint s = 0; s < n; s++)
    {
      g_autoptr (GString) name = g_string_new ("X");

      for (guint i = 0, rest = s; i < spec->n_dimensions; rest /= spec->size[i], i++)
        g_string_append_printf (name, "%s%u", i > 0 ? "." : "", rest % spec->size[i]);
      dl_fabric_builder_add_switch (builder, name->str, 0, 0);
      for (guint h = 0; h < spec->hosts_per_switch; h++)
        {
          const DlFabricEnd host = { dl_fabric_builder_add_host (builder, NULL, 0), TRUE, 1 };

          if (!dl_fabric_builder_add_cable (builder, (DlFabricEnd) { s, FALSE, h + 1 }, host,
                                            error))
            return NULL;
        }
    }
  for (guint i = 0; i < spec->n_dimensions; i++)
    {
      const guint size = spec->size[i], cables = cables_of (spec, i);

      /* By the other's coordinate, leaving out the own one; parallel cables side by side. */
      for (guint s = 0; s < n; s++)
        for (guint other = s / stride % size + 1; other < size; other++)
          for (guint k = 0; k < cables; k++)
            {
              const guint own = s / stride % size, far = s + (other - own) * stride;
              const DlFabricEnd a = { s, FALSE, port + (other - 1) * cables + k + 1 };
              const DlFabricEnd b = { far, FALSE, port + own * cables + k + 1 };

              if (!dl_fabric_builder_add_cable (builder, a, b, error))
                return NULL;
            }
      stride *= size;
      port += (size - 1) * cables;
    }
  return dl_fabric_builder_finish (builder, &structure, error);
}

const DlFabricGenerator dl_fabric_hyperx = {
  .id = "hyperx",
  .title = N_ ("HyperX"),
  .description = N_ ("A lattice of switches, all of a line joined with each other"),
  .citation = "Ahn et al., HyperX: topology, routing, and packaging of efficient large-scale "
              "networks, SC 2009",
  .keys = "size;cables;hosts-per-switch",
  .usual_engine = "dor",
  .check = check,
  .make = make,
};
