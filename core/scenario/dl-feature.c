#include "dl-feature.h"

#include "dl-family.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static const DlFeature pages[] = {
  { "evidence", N_ ("VC balance"), N_ ("Histograms by dimension, and the load of the links"),
    "evidence#balance" },
  { "sizes", N_ ("Sizes"), N_ ("Bandwidths, cables, and how it can grow"), "dragonfly#sizes" },
  { "jobs", N_ ("Jobs"), N_ ("Which nodes each job has: by rule, or painted"), "jobs#placement" },
  { "simulation", N_ ("Simulation"), N_ ("Throughput, latency, ages and stalls while it runs"),
    "simulation#page" },
  { "curve", N_ ("Load curve"), N_ ("Latency and accepted load against offered load"),
    "simulation#curve" },
  { "route", N_ ("Route"), N_ ("The way of one packet, hop by hop, and why"), "evidence#route",
    .former = "trip" },
  { "deadlock", N_ ("Deadlock"), N_ ("Whether routes can deadlock, the shortest cycle, ways out"),
    "datelines#verdict" },
  { "critical", N_ ("Critical cables"), N_ ("What breaking each cable would do, the worst first"),
    "evidence#critical" },
  { "flows", N_ ("Flows"), N_ ("Who loads a link, by source and destination"), "evidence#flows" },
  { "search", N_ ("Best settings"), N_ ("Search better datelines and virtual channels"),
    "evidence#search" },
  { "tables", N_ ("Tables"), N_ ("The selected router’s own tables, as the hardware holds them"),
    "evidence#tables" },
  { "difference", N_ ("Difference"), N_ ("What changed against the state that is pinned as B"),
    "compare#difference" },
  { "model", N_ ("Equations"), N_ ("What the age paper’s equations say, and what they recommend"),
    "ages#equations" },
  { "measured", N_ ("Measured"), N_ ("Counters of a real machine beside what is computed"),
    "counters#beside" },
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
  { "router", N_ ("R_outer"), N_ ("One router from inside: its queues, who competes and who wins"),
    "torus-maps#router", "router", .label = N_ ("Router"),
    .hint = N_ ("F8 runs the simulation and fills the queues") },
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
  { "chord", N_ ("C_hord"), N_ ("Groups round a circle, and what they exchange"), "dragonfly#chord",
    "chord", .label = N_ ("Chord"), .hint = N_ ("Click selects a group, Enter opens it"),
    .is_map = TRUE },
  { "matrix", N_ ("_Routers by Routers"), N_ ("The links between each two routers"), "window#views",
    "matrix", .label = N_ ("Routers"), .hint = N_ ("Click selects a cell, B breaks a cable"),
    .is_map = TRUE },
};

/* What they are called and how they are drawn is the palette's. */
static const DlFeature metrics[] = {
  { "balance" },  { "signed" },     { "load" },           { "critical" },
  { "sim-load" }, { "sim-stalls" }, { "sim-occupancy" },  { "measured" },
  { "use" },      { "vc-share" },   { "measured-flits" }, { "measured-stalls" },
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
    [DL_FEATURE_METRIC] = { metrics, G_N_ELEMENTS (metrics) },
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
