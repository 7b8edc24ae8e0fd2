#include "dl-lesson-places.h"

#include <string.h>

#define TORUS     (1 << DL_KIND_TORUS)
#define DRAGONFLY (1 << DL_KIND_DRAGONFLY)
#define BOTH      (TORUS | DRAGONFLY)

static const DlLessonPlaceId pages[] = {
  { "evidence", TORUS },  { "trip", DRAGONFLY }, { "sizes", DRAGONFLY }, { "jobs", DRAGONFLY },
  { "simulation", BOTH }, { "curve", BOTH },     { "route", TORUS },     { "deadlock", TORUS },
  { "critical", TORUS },  { "flows", TORUS },    { "search", TORUS },    { "tables", TORUS },
  { "difference", BOTH }, { "model", TORUS },    { "measured", BOTH },
};

static const DlLessonPlaceId views[] = {
  { "ring-matrix", TORUS }, { "planes", TORUS },     { "isometric", TORUS },
  { "ring", TORUS },        { "table", TORUS },      { "router", TORUS },
  { "packets", TORUS },     { "groups", DRAGONFLY }, { "group", DRAGONFLY },
  { "chord", DRAGONFLY },   { "links", DRAGONFLY },  { "group-packets", DRAGONFLY },
};

static const DlLessonPlaceId metrics[] = {
  { "balance", TORUS },
  { "signed", TORUS },
  { "load", BOTH },
  { "critical", TORUS },
  { "sim-load", BOTH },
  { "sim-stalls", BOTH },
  { "sim-occupancy", BOTH },
  { "measured", TORUS },
  { "use", DRAGONFLY },
  { "vc-share", DRAGONFLY },
  { "measured-flits", DRAGONFLY },
  { "measured-stalls", DRAGONFLY },
};

static const DlLessonPlaceId live[] = { { "run", BOTH }, { "pause", BOTH }, { "reset", BOTH } };

static const DlLessonPlaceId actions[] = {
  { "undo", BOTH },           { "redo", BOTH },
  { "break", BOTH },          { "break-direction", TORUS },
  { "break-node", BOTH },     { "break-random", BOTH },
  { "break-tool", BOTH },     { "restore-all", BOTH },
  { "find-worst", TORUS },    { "library", BOTH },
  { "compare", BOTH },        { "export", BOTH },
  { "explain-route", TORUS }, { "show-cycle", TORUS },
};

const DlLessonPlaceId *
dl_lesson_places (DlLessonPlaceKind kind, guint *n)
{
  static const struct
  {
    const DlLessonPlaceId *ids;
    guint n;
  } tables[DL_N_LESSON_PLACES] = {
    [DL_LESSON_PLACE_PAGE] = { pages, G_N_ELEMENTS (pages) },
    [DL_LESSON_PLACE_VIEW] = { views, G_N_ELEMENTS (views) },
    [DL_LESSON_PLACE_METRIC] = { metrics, G_N_ELEMENTS (metrics) },
    [DL_LESSON_PLACE_LIVE] = { live, G_N_ELEMENTS (live) },
    [DL_LESSON_PLACE_ACTION] = { actions, G_N_ELEMENTS (actions) },
  };

  *n = tables[kind].n;
  return tables[kind].ids;
}

gboolean
dl_lesson_has_place (DlLessonPlaceKind kind, const char *id, const DlFamily *family, char **names)
{
  g_autoptr (GString) all = g_string_new (NULL);
  gboolean found = FALSE;
  guint n;
  const DlLessonPlaceId *ids = dl_lesson_places (kind, &n);

  for (guint i = 0; i < n; i++)
    {
      if ((ids[i].kinds & 1u << dl_family_index (family)) == 0)
        continue;
      g_string_append_printf (all, "%s%s", all->len > 0 ? ", " : "", ids[i].id);
      found |= strcmp (ids[i].id, id) == 0;
    }
  if (names != NULL)
    *names = g_string_free (g_steal_pointer (&all), FALSE);
  return found;
}
