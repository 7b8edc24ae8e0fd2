/* Parallel-ports generalized fat trees, PGFT(h; m1..mh; w1..wh; p1..ph) (Zahavi 2010, 3): a vertex
 * of level l has digits a1..ah, the first l of them below w, the others below m; one of level l - 1
 * and one of level l are joined by pl cables if all digits but the l-th agree. */
#include "dl-fabric-builder.h"
#include "dl-fabric-options.h"

#include <glib/gi18n-lib.h>

/* Vertices of level @l, 0: hosts; saturates. */
static guint64
count_level (const DlFabricSpec *spec, guint l)
{
  guint64 n = 1;

  for (guint i = 0; i < spec->n_levels; i++)
    {
      n *= i < l ? spec->parents[i] : spec->children[i];
      if (n > G_MAXUINT32)
        return G_MAXUINT32;
    }
  return n;
}

/* Switches and hosts without building it; saturates at G_MAXUINT. */
static void
count_all (const DlFabricSpec *spec, guint *switches, guint *hosts)
{
  guint64 n = 0;

  for (guint l = 1; l <= spec->n_levels; l++)
    n += count_level (spec, l);
  *switches = (guint) MIN (n, G_MAXUINT);
  *hosts = (guint) count_level (spec, 0);
}

static guint
cables_of (const DlFabricSpec *spec, guint i)
{
  return i < spec->n_cables ? spec->cables[i] : 1;
}

static gboolean
check (const DlFabricSpec *spec, const char **key, GError **error)
{
  guint switches, hosts;

  *key = "children";
  if (spec->n_levels < 1 || spec->n_levels > DL_FABRIC_MAX_DIMENSIONS)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                   g_dngettext (GETTEXT_PACKAGE,
                                "a fat tree of %u level is not supported (expected 1 to %d)",
                                "a fat tree of %u levels is not supported (expected 1 to %d)",
                                spec->n_levels),
                   spec->n_levels, DL_FABRIC_MAX_DIMENSIONS);
      return FALSE;
    }
  *key = "parents";
  if (spec->n_parents != spec->n_levels)
    {
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
          g_dngettext (GETTEXT_PACKAGE, "parents has %u level and children %u (expected as many)",
                       "parents has %u levels and children %u (expected as many)", spec->n_parents),
          spec->n_parents, spec->n_levels);
      return FALSE;
    }
  if (spec->n_cables > 0 && spec->n_cables != spec->n_levels)
    {
      *key = "cables";
      g_set_error (
          error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
          g_dngettext (GETTEXT_PACKAGE, "cables has %u level and children %u (expected as many)",
                       "cables has %u levels and children %u (expected as many)", spec->n_cables),
          spec->n_cables, spec->n_levels);
      return FALSE;
    }
  if (spec->parents[0] * cables_of (spec, 0) != 1)
    {
      *key = spec->parents[0] != 1 ? "parents" : "cables";
      g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                           _ ("a host has one cable to one switch (the first value must be 1)"));
      return FALSE;
    }
  for (guint i = 0; i < spec->n_levels; i++)
    {
      const gboolean top = i + 1 == spec->n_levels;
      const guint64 p = cables_of (spec, i);
      const guint64 up = top ? 0 : (guint64) spec->parents[i + 1] * cables_of (spec, i + 1);

      *key = spec->children[i] < 1 ? "children" : spec->parents[i] < 1 ? "parents" : "cables";
      if (spec->children[i] < 1 || spec->parents[i] < 1 || p < 1)
        {
          g_set_error_literal (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_PARAMETER,
                               _ ("a level of a fat tree is empty (expected 1 or more)"));
          return FALSE;
        }
      *key = "children";
      if (spec->children[i] * p + up > DL_FABRIC_MAX_PORTS)
        {
          g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                       g_dngettext (GETTEXT_PACKAGE,
                                    "a switch of level %u needs %lu port (expected at most %d)",
                                    "a switch of level %u needs %lu ports (expected at most %d)",
                                    (gulong) (spec->children[i] * p + up)),
                       i + 1, (gulong) (spec->children[i] * p + up), DL_FABRIC_MAX_PORTS);
          return FALSE;
        }
    }
  *key = "children";
  count_all (spec, &switches, &hosts);
  if (hosts > DL_FABRIC_MAX_VERTICES || switches > DL_FABRIC_MAX_VERTICES
      || hosts + switches > DL_FABRIC_MAX_VERTICES)
    {
      g_set_error (error, DL_FABRIC_ERROR, DL_FABRIC_ERROR_LIMIT,
                   _ ("hosts and switches, %u and %u, are more than %d (use fewer children)"),
                   hosts, switches, DL_FABRIC_MAX_VERTICES);
      return FALSE;
    }
  return TRUE;
}

static DlFabric *
make (const DlFabricSpec *spec, GError **error)
{
  g_autoptr (DlFabricBuilder) builder = dl_fabric_builder_new ();
  DlFabricStructure structure = { .shape = DL_FABRIC_PGFT, .n = spec->n_levels };
  guint below = 0; /* the first switch of the level below */
  guint n_below = (guint) count_level (spec, 0);
  guint low = 1; /* product of w1 .. w(l - 1): what the digits before the l-th count */

  for (guint h = 0; h < n_below; h++)
    dl_fabric_builder_add_host (builder, NULL, 0);
  for (guint l = 1; l <= spec->n_levels; l++)
    {
      const guint m = spec->children[l - 1], w = spec->parents[l - 1], p = cables_of (spec, l - 1);
      const guint n = (guint) count_level (spec, l);
      const guint first = dl_fabric_builder_count_switches (builder);

      structure.children[l - 1] = m;
      structure.parents[l - 1] = w;
      structure.cables[l - 1] = p;
      for (guint s = 0; s < n; s++)
        {
          g_autofree char *name = g_strdup_printf ("L%u-%u", l, s);

          dl_fabric_builder_add_switch (builder, name, 0, m * p);
        }
      /* Digits of s: those before the l-th, the l-th, those after it. Port k m + c of the parent
       * leads to child c; port k w + d of the child, past its own children, to parent d. */
      for (guint s = 0; s < n; s++)
        for (guint k = 0; k < p; k++)
          for (guint c = 0; c < m; c++)
            {
              const guint d = s / low % w;
              const guint child = s % low + low * (c + m * (s / low / w));
              const DlFabricEnd parent_end = { first + s, FALSE, k * m + c + 1 };
              const guint down = l == 1 ? 0 : spec->children[l - 2] * cables_of (spec, l - 2);
              const DlFabricEnd child_end
                  = { below + child, l == 1, l == 1 ? 1 : down + k * w + d + 1 };

              if (!dl_fabric_builder_add_cable (builder, parent_end, child_end, error))
                return NULL;
            }
      below = first;
      n_below = n;
      low *= w;
    }
  return dl_fabric_builder_finish (builder, &structure, error);
}

const DlFabricGenerator dl_fabric_pgft = {
  .id = "fat-tree",
  .title = N_ ("Fat tree"),
  .description = N_ (
      "Levels of switches, from many leaves up to few or equally many roots; also leaf and spine"),
  .citation = "Zahavi, D-Mod-K routing providing non-blocking traffic for shift permutations on "
              "real life fat trees, CCIT report 776, 2010",
  .keys = "children;parents;cables",
  .usual_engine = "ftree",
  .check = check,
  .make = make,
};
