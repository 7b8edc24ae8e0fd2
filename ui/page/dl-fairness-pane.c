#include "dl-fairness-chart.h"
#include "dl-family-room.h"
#include "dl-live.h"
#include "dl-pane.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define CHART_HEIGHT 190
/* The table is sorted and filled again, which is not needed for every picture. */
#define TABLE_MS 1000

/* Data shown, and source of rows: shared by reference. */
typedef struct
{
  const DlFamily *family;
  gpointer shape; /* a reference */
  guint n_nodes;
  DlFairness fairness;
  guint64 *packets;  /* (n_nodes) delivered from each */
  guint16 *distance; /* (n_nodes) hops to the one destination; NULL: there are several */
} Shares;

#define DL_TYPE_FAIRNESS_PANE (dl_fairness_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlFairnessPane, dl_fairness_pane, DL, FAIRNESS_PANE, DlPane)

struct _DlFairnessPane
{
  DlPane parent;
  Shares *shares;         /* nullable */
  GArray *bars, *sorted;  /* of @shares; nullable */
  DlEvaluation *measured; /* that @distance is of; nullable */
  guint16 *distance;      /* (n_nodes) nullable */
  guint refresh;          /* until the table follows */

  GtkLabel *headline, *summary, *hint;
  GtkWidget *run, *chart, *table;
  DlRows *rows;
};

G_DEFINE_FINAL_TYPE (DlFairnessPane, dl_fairness_pane, DL_TYPE_PANE)

static void
shares_clear (gpointer data)
{
  Shares *shares = data;

  dl_shared_unref (shares->shape);
  g_free (shares->packets);
  g_free (shares->distance);
}

static void
shares_unref (gpointer shares)
{
  g_atomic_rc_box_release_full (shares, shares_clear);
}

static Shares *
shares_new (const DlLivePicture *picture, const guint16 *distance)
{
  Shares *shares = g_atomic_rc_box_new0 (Shares);
  guint n_senders = picture->n_senders;

  shares->family = picture->family;
  shares->shape = dl_shared_ref (picture->shape);
  shares->n_nodes = picture->n_nodes;
  shares->packets
      = g_memdup2 (picture->sources_since, picture->n_nodes * sizeof *picture->sources_since);
  if (distance != NULL)
    {
      shares->distance = g_memdup2 (distance, picture->n_nodes * sizeof *distance);
      n_senders = 0;
      for (guint node = 0; node < picture->n_nodes; node++)
        n_senders += distance[node] != DL_FAIRNESS_NO_DISTANCE;
    }
  dl_fairness_init (&shares->fairness, shares->packets, shares->n_nodes, n_senders);
  return shares;
}

/* Distances ------------------------------------------------------------------------------------ */

static gboolean
works (const DlFamily *family, const DlNet *net, guint node)
{
  return net->graph->router_up[dl_shape_router_at (net->shape, dl_place_node (node)).a];
}

/* Hops from each node to the pattern's one destination, by the routes of the analysis. */
static guint16 *
find_distances (const DlEvaluation *result)
{
  const DlScenario *scenario = result->scenario;
  const DlNet *net = &result->net;
  guint16 *distance;
  DlPlace place;
  guint dest;

  if (!scenario->traffic.pattern->needs_target || scenario->traffic.target == NULL
      || !dl_family_parse_place (scenario->family, net, scenario->traffic.target, &place, NULL))
    return NULL;
  dest = dl_shape_node_at (net->shape, place);
  if (dest == DL_NO_NODE || !works (scenario->family, net, dest))
    return NULL;
  distance = g_new (guint16, net->graph->n_nodes);
  for (guint node = 0; node < net->graph->n_nodes; node++)
    {
      DlPairRoute route = { 0 };

      distance[node] = DL_FAIRNESS_NO_DISTANCE;
      if (node != dest && works (scenario->family, net, node)
          && scenario->family->follow (result->analysis_of_family, node, dest, &route)
          && route.delivered)
        distance[node] = route.n_hops;
      g_free (route.line);
    }
  return distance;
}

static void
follow_result (DlFairnessPane *self)
{
  DlEvaluation *result
      = dl_session_get_result (dl_view_get_session (dl_pane_get_view (DL_PANE (self))));

  if (result == self->measured)
    return;
  g_clear_pointer (&self->measured, dl_evaluation_unref);
  g_clear_pointer (&self->distance, g_free);
  if (result == NULL)
    return;
  self->measured = dl_evaluation_ref (result);
  self->distance = find_distances (result);
}

/* Columns -------------------------------------------------------------------------------------- */

static char *
source_text (gconstpointer source, guint index)
{
  const Shares *shares = source;

  return shares->family->name (shares->shape, dl_place_node (index), DL_NAME_PEOPLE);
}

static double
get_index (gconstpointer source, guint index)
{
  return index;
}

static double
get_distance (gconstpointer source, guint index)
{
  const Shares *shares = source;

  return shares->distance != NULL ? shares->distance[index] : NAN;
}

static double
get_packets (gconstpointer source, guint index)
{
  return ((const Shares *) source)->packets[index];
}

static double
get_share (gconstpointer source, guint index)
{
  const Shares *shares = source;

  return shares->packets[index] * shares->fairness.n / (double) shares->fairness.packets;
}

static const DlTableColumn columns[] = {
  { NULL, N_ ("Source"), .value = get_index, .text = source_text, .name = TRUE, .min_chars = 9 },
  { NULL, N_ ("Hops"), DL_COLUMN_REAL, .value = get_distance, .min_chars = 3 },
  { NULL, N_ ("Share"), DL_COLUMN_REAL, 2, .value = get_share, .min_chars = 5 },
  { NULL, N_ ("Packets"), DL_COLUMN_REAL, .value = get_packets, .min_chars = 6 },
};

static void
fill_table (DlFairnessPane *self)
{
  const Shares *shares = self->shares;
  g_autofree guint32 *nodes = NULL;
  guint n = 0;

  if (shares == NULL || shares->fairness.packets == 0)
    {
      dl_rows_set (self->rows, NULL, NULL, 0);
      return;
    }
  nodes = g_new (guint32, shares->n_nodes);
  for (guint node = 0; node < shares->n_nodes; node++)
    if (shares->distance != NULL ? shares->distance[node] != DL_FAIRNESS_NO_DISTANCE
                                 : shares->packets[node] > 0)
      nodes[n++] = node;
  dl_rows_set (self->rows, self->shares, nodes, n);
}

static gboolean
refresh (gpointer user_data)
{
  DlFairnessPane *self = user_data;

  self->refresh = 0;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    fill_table (self);
  return G_SOURCE_REMOVE;
}

static void
on_activate (GtkColumnView *table, guint position, DlFairnessPane *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  dl_view_select (dl_pane_get_view (DL_PANE (self)), dl_place_node (dl_row_get_index (row)));
}

/* Display -------------------------------------------------------------------------------------- */

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlFairnessPane *self = user_data;
  const DlFairnessChart chart = { self->bars, self->sorted };

  if (self->shares != NULL)
    dl_fairness_chart_draw (cr, (DlRect) { 0, 0, width, height }, &chart,
                            dl_view_theme (GTK_WIDGET (area)));
}

/* The chart in words. */
static void
describe (DlFairnessPane *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; self->bars != NULL && i < self->bars->len; i++)
    {
      const DlFairnessBar *bar = &g_array_index (self->bars, DlFairnessBar, i);

      /* Translators: hops from the destination, and the mean share of the sources there */
      g_string_append_printf (
          text, g_dngettext (GETTEXT_PACKAGE, "%u hop: %.2f. ", "%u hops: %.2f. ", bar->distance),
          bar->distance, bar->mean);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text->str, -1);
  g_string_free (text, TRUE);
}

static void
show_summary (DlFairnessPane *self)
{
  const DlFairness *fairness = &self->shares->fairness;
  const guint starved = fairness->n_starved;
  g_autofree char *headline = NULL;
  g_autofree char *summary = NULL;
  g_autofree char *none = NULL;

  if (fairness->packets == 0)
    {
      gtk_label_set_text (self->headline, _ ("Nothing delivered yet"));
      dl_pane_show_text (self->summary, "");
      return;
    }
  headline = g_strdup_printf (_ ("Jain’s index %.3f"), fairness->jain);
  none = starved > 0
             ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, " %'u source delivered nothing.",
                                             " %'u sources delivered nothing.", starved),
                                starved)
             : g_strdup ("");
  summary = g_strdup_printf (
      /* Translators: packets, sources, then shares; the last one is a sentence or nothing */
      _ ("%'lu packets of %'u sources. Smallest share %.2f, largest %.2f; 1 is an equal share.%s"),
      (gulong) fairness->packets, fairness->n, fairness->least, fairness->most, none);
  gtk_label_set_text (self->headline, headline);
  dl_pane_show_text (self->summary, summary);
}

/* Follows the simulation only while the page is visible. */
static void
follow (DlFairnessPane *self)
{
  const DlLivePicture *picture
      = dl_live_get_picture (dl_view_get_live (dl_pane_get_view (DL_PANE (self))));
  const gboolean any = picture != NULL && picture->sources_since != NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_pointer (&self->shares, shares_unref);
  g_clear_pointer (&self->bars, g_array_unref);
  g_clear_pointer (&self->sorted, g_array_unref);
  dl_pane_show_text (self->hint, any ? ""
                                     : _ ("No simulation yet. Run it with F8 to see what each "
                                          "source gets through the network."));
  gtk_widget_set_visible (self->run, !any);
  gtk_widget_set_visible (GTK_WIDGET (self->headline), any);
  gtk_widget_set_visible (self->chart, any);
  gtk_widget_set_visible (self->table, any);
  if (!any)
    {
      dl_pane_show_text (self->summary, "");
      fill_table (self);
      return;
    }
  follow_result (self);
  /* The picture may be of a network that is on its way out. */
  self->shares = shares_new (
      picture, self->measured != NULL && self->measured->net.graph->n_nodes == picture->n_nodes
                   ? self->distance
                   : NULL);
  if (self->shares->distance != NULL)
    self->bars = dl_fairness_by_distance (&self->shares->fairness, self->shares->packets,
                                          self->shares->distance, self->shares->n_nodes);
  self->sorted
      = dl_fairness_sorted (&self->shares->fairness, self->shares->packets, self->shares->n_nodes);
  show_summary (self);
  describe (self);
  gtk_widget_queue_draw (self->chart);
  if (dl_rows_get_source (self->rows) == NULL)
    fill_table (self);
  else if (self->refresh == 0)
    self->refresh = g_timeout_add (TABLE_MS, refresh, self);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlFairnessPane *self = DL_FAIRNESS_PANE (object);

  g_clear_handle_id (&self->refresh, g_source_remove);
  g_clear_pointer (&self->shares, shares_unref);
  g_clear_pointer (&self->bars, g_array_unref);
  g_clear_pointer (&self->sorted, g_array_unref);
  g_clear_pointer (&self->measured, dl_evaluation_unref);
  g_clear_pointer (&self->distance, g_free);
  G_OBJECT_CLASS (dl_fairness_pane_parent_class)->dispose (object);
  g_clear_object (&self->rows);
}

static void
dl_fairness_pane_class_init (DlFairnessPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_fairness_pane_init (DlFairnessPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *view;

  gtk_widget_add_css_class (box, "dl-evidence");
  self->headline = dl_pane_add_label (box, "dl-headline", TRUE);
  self->summary = dl_pane_add_label (box, "dl-description", TRUE);
  self->hint = dl_pane_add_label (box, "dl-description", TRUE);
  self->run = dl_pane_add_button (box, _ ("_Run the Simulation"),
                                  _ ("Simulate the network cycle by cycle (F8)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->run), "win.sim-run");
  self->chart = dl_pane_add_chart (box, CHART_HEIGHT, draw, _ ("Share of each source"), self);
  dl_pane_chart_grows (self->chart);

  self->rows = dl_rows_new (g_atomic_rc_box_acquire, shares_unref);
  view = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns), _ ("Sources"));
  gtk_widget_add_css_class (view, "data-table");
  g_signal_connect (view, "activate", G_CALLBACK (on_activate), self);
  self->table = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->table), view);
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->table), GTK_COLUMN_VIEW (view), columns,
               G_N_ELEMENTS (columns), 3);
  gtk_widget_set_vexpand (self->table, TRUE);
  gtk_widget_set_size_request (self->table, -1, 160);
  gtk_box_append (GTK_BOX (box), self->table);
  dl_pane_set_child (DL_PANE (self), box);
}

/* How evenly the simulated network serves its sources: a chart, Jain's index, and each source in
 * a table. It follows the simulation. */
static GtkWidget *
create (DlView *view)
{
  DlFairnessPane *self = dl_pane_new (DL_TYPE_FAIRNESS_PANE, view, _ ("Fairness"));

  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_fairness = {
  .id = "fairness",
  .create = create,
  .title = N_ ("Fairness"),
  .description = N_ ("What each source gets through the network"),
  .topic = "simulation#fairness",
  .group = DL_PAGE_SIMULATION,
  .is_table = TRUE,
  .own = TRUE,
};
