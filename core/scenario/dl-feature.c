#include "dl-feature.h"

#include "dl-family.h"

#include <string.h>

/* Pages, views and actions of the window, one row each: menus, help, lessons and their check read
 * them. A page is a file that makes a DlPane for a DlView and has its DlMaker (as
 * ui/page/dl-load-pane.c; ui/state/dl-pane.h has the pieces), the file's line in meson.build, its
 * name in ui/families/dl-family-rooms.c, and its id here, in the order of the menu (Alt+1 to Alt+0
 * reach the first ten); one that only some families have stands in their pages[] (dl-torus-family.c
 * and its like), and one in a family's folder has its DlMaker in that room's pages[]
 * (dl-fabric-room.c). A view is a widget made for a DlView, its id here and in views[], and a row
 * in the room of the family (dl-torus-room.c and its like). Metrics stand in
 * ui/draw/base/dl-metric.c. Tests hold each row to data/lessons/README.md and to a topic of the
 * manual. */
#define EVERYWHERE(id)                                                                             \
  {                                                                                                \
    id, .everywhere = TRUE                                                                         \
  }

static const DlFeature pages[] = {
  { "evidence" },
  EVERYWHERE ("load"),
  { "sizes" },
  { "jobs" },
  { "route", "trip", TRUE },
  EVERYWHERE ("deadlock"),
  { "engines" },
  EVERYWHERE ("flows"),
  { "tables" },
  EVERYWHERE ("difference"),
  { "simulation" },
  { "curve" },
  { "fairness" },
  { "workload" },
  { "model" },
  EVERYWHERE ("journey"),
  EVERYWHERE ("critical"),
  { "rates" },
  { "rails" },
  { "search" },
  { "measured" },
};

static const DlFeature views[] = {
  { "ring-matrix" },
  { "planes" },
  { "isometric" },
  { "ring" },
  { "table", "links" },
  { "router" },
  { "packets", "group-packets" },
  { "groups" },
  { "group" },
  { "chord" },
  { "matrix" },
  { "levels" },
  { "switches" },
  { "switch" },
};

static const DlFeature live[] = { EVERYWHERE ("run"), EVERYWHERE ("pause"), EVERYWHERE ("reset") };

static const DlFeature actions[] = {
  EVERYWHERE ("undo"),       EVERYWHERE ("redo"),        EVERYWHERE ("break"),
  { "break-direction" },     EVERYWHERE ("break-node"),  EVERYWHERE ("break-random"),
  EVERYWHERE ("break-tool"), EVERYWHERE ("restore-all"), { "find-worst" },
  EVERYWHERE ("library"),    EVERYWHERE ("compare"),     EVERYWHERE ("export"),
  { "explain-route" },       { "show-cycle" },
};

const DlFeature *
dl_features (DlFeatureKind kind, guint *n)
{
  static const struct
  {
    const DlFeature *rows;
    guint n;
  } tables[DL_N_FEATURES] = {
    [DL_FEATURE_PAGE] = { pages, G_N_ELEMENTS (pages) },
    [DL_FEATURE_VIEW] = { views, G_N_ELEMENTS (views) },
    [DL_FEATURE_LIVE] = { live, G_N_ELEMENTS (live) },
    [DL_FEATURE_ACTION] = { actions, G_N_ELEMENTS (actions) },
  };

  *n = tables[kind].n;
  return tables[kind].rows;
}

const DlFeature *
dl_feature_find (DlFeatureKind kind, const char *id)
{
  guint n;
  const DlFeature *rows = dl_features (kind, &n);

  for (guint i = 0; i < n && id != NULL; i++)
    if (strcmp (rows[i].id, id) == 0 || g_strcmp0 (rows[i].former, id) == 0)
      return &rows[i];
  return NULL;
}

const DlFeature *
dl_family_feature (const DlFamily *family, DlFeatureKind kind, guint i)
{
  const char *const *own = family->features[kind];
  guint n;
  const DlFeature *rows = dl_features (kind, &n);

  for (; kind != DL_FEATURE_PAGE && own != NULL && *own != NULL; own++)
    if (i-- == 0)
      return dl_feature_find (kind, *own);
  for (; n > 0; n--, rows++)
    if ((kind == DL_FEATURE_PAGE ? dl_family_has_feature (family, kind, rows->id)
                                 : rows->everywhere)
        && i-- == 0)
      return rows;
  return NULL;
}

gboolean
dl_family_has_feature (const DlFamily *family, DlFeatureKind kind, const char *id)
{
  const DlFeature *row = dl_feature_find (kind, id);

  return row != NULL
         && (row->everywhere
             || (family->features[kind] != NULL
                 && g_strv_contains (family->features[kind], row->id)));
}

char *
dl_family_feature_names (const DlFamily *family, DlFeatureKind kind)
{
  GString *names = g_string_new (NULL);
  guint n;
  const DlFeature *rows = dl_features (kind, &n);

  for (guint i = 0; i < n; i++)
    if (dl_family_has_feature (family, kind, rows[i].id))
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", rows[i].id);
  return g_string_free (names, FALSE);
}
