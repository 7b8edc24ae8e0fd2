#include "dl-feature.h"

#include "dl-family.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Pages, views and actions of the window: menus, help, lessons and their check read these rows. A
 * page is a DlPane made for a DlView in a file of its own (ui/state/dl-pane.h has its pieces,
 * ui/page/dl-pages.h declares it), a row here, its id in pages[] of each family that has it
 * (dl-torus-family.c and its like, in the order of the menu; Alt+1 to Alt+0 reach the first ten),
 * and a row in ui/families/dl-family-rooms.c that makes it.
 * A view is a widget made for a DlView, a row, its id in views[], and a line in the room of the
 * family (dl-torus-room.c and its like). Metrics stand in ui/draw/base/dl-metric.c. Tests hold each
 * row to data/lessons/README.md and to a topic of the manual. */
static const DlFeature pages[] = {
  { "evidence", N_ ("VC balance"), N_ ("Histograms by dimension, and the load of the links"),
    "evidence#balance" },
  { "load", N_ ("Channel load"),
    N_ ("Distribution of the channel load, and the link that limits it"), "evidence#load" },
  { "sizes", N_ ("Sizes"), N_ ("Bandwidths, cables, and possible sizes"), "dragonfly#sizes",
    .is_table = TRUE },
  { "jobs", N_ ("Jobs"), N_ ("The nodes of each job: by rule, or painted"), "jobs#placement" },
  { "route", N_ ("Route"), N_ ("The route of one packet, hop by hop, with reasons"),
    "evidence#route", .former = "trip" },
  { "deadlock", N_ ("Deadlock"), N_ ("Deadlock of the routes, the shortest cycle, and remedies"),
    "datelines#verdict" },
  { "engines", N_ ("Routing engines"),
    N_ ("Compare reachability, deadlock, load and hops of the routing engines"), "faults#engines",
    .is_table = TRUE },
  { "flows", N_ ("Flows"), N_ ("The flows over a link, by source and destination"),
    "evidence#flows" },
  { "tables", N_ ("Tables"), N_ ("The tables of the selected router, as in the hardware"),
    "evidence#tables", .is_table = TRUE },
  { "difference", N_ ("Difference"), N_ ("The change from the state pinned as B"),
    "compare#difference", .is_table = TRUE },
  { "simulation", N_ ("Simulation"), N_ ("Throughput, latency, ages and stalls while it runs"),
    "simulation#page", .group = DL_PAGE_SIMULATION },
  { "curve", N_ ("Load curve"), N_ ("Latency and accepted throughput against offered load"),
    "simulation#curve", .group = DL_PAGE_SIMULATION },
  { "fairness", N_ ("Fairness"), N_ ("What each source gets through the network"),
    "simulation#fairness", .group = DL_PAGE_SIMULATION, .is_table = TRUE },
  { "model", N_ ("Equations"), N_ ("Results and recommendations of the age paper’s equations"),
    "ages#equations", .group = DL_PAGE_SIMULATION },
  { "critical", N_ ("Critical cables"),
    N_ ("The effect of breaking each cable, the most critical first"), "evidence#critical",
    .group = DL_PAGE_SEARCH, .is_table = TRUE },
  { "search", N_ ("Best settings"), N_ ("Search for better datelines and virtual channels"),
    "evidence#search", .group = DL_PAGE_SEARCH },
  { "measured", N_ ("Measured"), N_ ("Counters of a real machine compared with computed values"),
    "counters#beside", .group = DL_PAGE_MEASURED, .is_table = TRUE },
};

/* Translators: hints have at most 65 characters. */
static const DlFeature views[] = {
  { "ring-matrix", N_ ("_Ring Matrix"),
    N_ ("Every link: one row per ring, one column per position"), "torus-maps#ring-matrix",
    "ring-matrix", .label = N_ ("Matrix"),
    .hint = N_ ("Click selects a link, B breaks it; datelines can be dragged"), .is_map = TRUE },
  { "planes", N_ ("_Planes"), N_ ("Every node with its ports, plane by plane"), "torus-maps#planes",
    "planes", .label = N_ ("Planes"),
    .hint = N_ ("Click selects; X, Y and Z choose the axis; P enlarges a plane"), .is_map = TRUE },
  { "isometric", N_ ("I_sometric"), N_ ("The whole network as a block, cut open"),
    "torus-maps#isometric", "isometric", .label = N_ ("Isometric"),
    .hint = N_ ("Click selects a node; the slider moves the cut"), .is_map = TRUE },
  { "ring", N_ ("R_ing"), N_ ("One ring, VC0 and VC1 stacked: VC paper, figure 3(b)"),
    "torus-maps#ring", "ring-balance", .label = N_ ("Ring"),
    .hint = N_ ("Click selects a link; arrow keys go along the ring") },
  { "table", N_ ("_Table"), N_ ("All links in numbers, sortable"), "window#table",
    .label = N_ ("Table"), .hint = N_ ("Click selects a link; a click on a heading sorts"),
    .former = "links" },
  { "router", N_ ("R_outer"), N_ ("One router from inside: queues, competing packets, and winners"),
    "torus-maps#router", "router", .label = N_ ("Router"),
    .hint = N_ ("F8 runs the simulation and fills the queues"),
    .simulated_hint = N_ ("F7 simulates one cycle, Shift+F7 up to the next grant") },
  { "packets", N_ ("P_ackets"),
    N_ ("A small network, and each packet of the simulation on its way"), "toys#packets", "packets",
    .label = N_ ("Packets"),
    .hint = N_ ("Point at a packet for its story; click a link to select it"),
    .former = "group-packets" },
  { "groups", N_ ("_Groups"), N_ ("Groups by groups: the blue links from row to column"),
    "dragonfly#groups", "groups", .label = N_ ("Groups"),
    .hint = N_ ("Click selects a cell, B breaks a cable, Enter opens a group"), .is_map = TRUE },
  { "group", N_ ("_Inside of a Group"),
    N_ ("The inside of a group: routers, green and black links, blue ports"), "dragonfly#group",
    "group", .label = N_ ("Group"), .hint = N_ ("Click selects a router or link, B breaks it"),
    .is_map = TRUE },
  { "chord", N_ ("C_hord"), N_ ("Groups around a circle, and their traffic"), "dragonfly#chord",
    "chord", .label = N_ ("Chord"), .hint = N_ ("Click selects a group, Enter opens it"),
    .is_map = TRUE },
  { "matrix", N_ ("_Routers by Routers"), N_ ("The links between every two routers"),
    "window#views", "matrix", .label = N_ ("Routers"),
    .hint = N_ ("Click selects a cell, B breaks a cable"), .is_map = TRUE },
  { "levels", N_ ("_Levels"), N_ ("Switches by level, with the cables between them in bundles"),
    "fabric#levels", "levels", .label = N_ ("Levels"),
    .hint = N_ ("Click opens a folded box or selects, Esc folds, B breaks"), .is_map = TRUE },
  { "switches", N_ ("_Switches"), N_ ("Switches by switches: the links from row to column"),
    "fabric#switches", "switches", .label = N_ ("Switches"),
    .hint = N_ ("Click selects a cell, B breaks a cable, S sorts by load"), .is_map = TRUE },
  { "switch", N_ ("S_witch"), N_ ("One switch from inside: ports, loads, and its table in short"),
    "fabric#switch", "switch", .label = N_ ("Switch"),
    .hint = N_ ("Click selects a direction of a cable, Enter goes to its end"), .is_map = TRUE },
};

#define EVERYWHERE(id)                                                                             \
  {                                                                                                \
    id, .everywhere = TRUE                                                                         \
  }

static const DlFeature live[] = { EVERYWHERE ("run"), EVERYWHERE ("pause"), EVERYWHERE ("reset") };

static const DlFeature actions[] = {
  EVERYWHERE ("undo"),       EVERYWHERE ("redo"),        EVERYWHERE ("break"),
  { "break-direction" },     EVERYWHERE ("break-node"),  EVERYWHERE ("break-random"),
  EVERYWHERE ("break-tool"), EVERYWHERE ("restore-all"), { "find-worst" },
  EVERYWHERE ("library"),    EVERYWHERE ("compare"),     EVERYWHERE ("export"),
  { "explain-route" },       { "show-cycle" },
};

const char *
dl_page_group_title (DlPageGroup group)
{
  static const char *const titles[DL_N_PAGE_GROUPS] = {
    [DL_PAGE_NETWORK] = N_ ("Network"),
    [DL_PAGE_SIMULATION] = N_ ("Simulation"),
    [DL_PAGE_SEARCH] = N_ ("Search"),
    [DL_PAGE_MEASURED] = N_ ("Measured"),
  };

  g_assert (group < DL_N_PAGE_GROUPS);
  return titles[group];
}

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

  for (; own != NULL && *own != NULL; own++)
    if (i-- == 0)
      return dl_feature_find (kind, *own);
  for (; n > 0; n--, rows++)
    if (rows->everywhere && i-- == 0)
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
