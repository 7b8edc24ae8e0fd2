#include "dl-simulation-pane.h"

#include "dl-figure-family.h"
#include "dl-measure.h"
#include "dl-rows.h"
#include "dl-simulation-charts.h"
#include "dl-simulation-text.h"
#include "dl-text-size.h"
#include "dl-wait-list.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* A line of numbers: what it is called, what it is, and whether it is always there. */
typedef struct
{
  const char *title;
  const char *description;
  gsize offset; /* in DlLivePicture */
  gboolean loss;
} Line;

static const Line counts[] = {
  { N_ ("Injected"), N_ ("Packets that left their source queue, since cycle 0"),
    G_STRUCT_OFFSET (DlLivePicture, injected), FALSE },
  { N_ ("Delivered"), N_ ("Packets that arrived whole, since cycle 0"),
    G_STRUCT_OFFSET (DlLivePicture, delivered), FALSE },
  { N_ ("In flight"), N_ ("Packets in the network now"), G_STRUCT_OFFSET (DlLivePicture, in_flight),
    FALSE },
  { N_ ("Waiting"), N_ ("Packets in the queues of their sources now"),
    G_STRUCT_OFFSET (DlLivePicture, waiting), FALSE },
  { N_ ("Dropped: broken link"),
    N_ ("Packets that were on a link, or committed to it, when it "
        "broke"),
    G_STRUCT_OFFSET (DlLivePicture, dropped_link), TRUE },
  { N_ ("Dropped: deadlock"), N_ ("Packets that waited for each other when the routes changed"),
    G_STRUCT_OFFSET (DlLivePicture, dropped_deadlock), TRUE },
  { N_ ("Dropped: route lost"),
    N_ ("Packets that waited at their source when their route "
        "disappeared"),
    G_STRUCT_OFFSET (DlLivePicture, dropped_source), TRUE },
  { N_ ("Not sent: no route"), N_ ("Packets that no route takes to their destination"),
    G_STRUCT_OFFSET (DlLivePicture, unreachable), TRUE },
  { N_ ("Not sent: dateline"), N_ ("Packets that would be dropped at a dateline"),
    G_STRUCT_OFFSET (DlLivePicture, at_dateline), TRUE },
};

static const Line latencies[] = {
  { N_ ("Packet latency, mean"),
    N_ ("From creation to the ejection of the tail flit, with the time in the source queue"),
    G_STRUCT_OFFSET (DlLivePicture, total_latency_mean), FALSE },
  { N_ ("Network latency, mean"),
    N_ ("From leaving the source queue to the ejection of the tail flit"),
    G_STRUCT_OFFSET (DlLivePicture, latency_mean), FALSE },
  { N_ ("Standard deviation"), N_ ("Standard deviation of the network latency"),
    G_STRUCT_OFFSET (DlLivePicture, latency_sd), FALSE },
  { N_ ("Median"), N_ ("Half of the packets had no larger network latency"),
    G_STRUCT_OFFSET (DlLivePicture, latency_p50), FALSE },
  { N_ ("99th percentile"), N_ ("99 of 100 packets had no larger network latency"),
    G_STRUCT_OFFSET (DlLivePicture, latency_p99), FALSE },
  { N_ ("Maximum"), N_ ("Network latency of the slowest packet"),
    G_STRUCT_OFFSET (DlLivePicture, latency_max), FALSE },
};

#define N_COUNTS    G_N_ELEMENTS (counts)
#define N_LATENCIES G_N_ELEMENTS (latencies)

struct _DlSimulationPane
{
  DlPane parent;
  GtkStack *stack; /* nothing yet, or what there is */
  GtkLabel *nothing, *invitation, *problem;

  GtkInscription *time, *state;
  GtkLabel *reason;
  GtkWidget *losses;
  GtkWidget *count_names[N_COUNTS];
  GtkInscription *count_values[N_COUNTS];
  GtkLabel *latency_title;
  GtkInscription *cycles[N_LATENCIES], *us[N_LATENCIES];
  GtkInscription *sample, *interval;
  GtkWidget *ways; /* where packets choose: */
  GtkInscription *minimal, *nonminimal, *bandwidth;
  DlSimulationCharts *charts;
};

G_DEFINE_FINAL_TYPE (DlSimulationPane, dl_simulation_pane, DL_TYPE_PANE)

static DlLive *
live_of (DlSimulationPane *self)
{
  return dl_view_get_live (dl_pane_get_view (DL_PANE (self)));
}

/* What is shown -------------------------------------------------------------------------------- */

/* @text is given away. */
static void
set_text (GtkInscription *inscription, char *text)
{
  if (g_strcmp0 (gtk_inscription_get_text (inscription), text) != 0)
    gtk_inscription_set_text (inscription, text);
  g_free (text);
}

/* The same of a column. */
static void
show_number (GtkInscription *number, char *text)
{
  dl_number_show (number, text);
  g_free (text);
}

static void
show_counts (DlSimulationPane *self, const DlLivePicture *picture)
{
  gboolean any_loss = FALSE;

  for (guint i = 0; i < N_COUNTS; i++)
    {
      const guint64 count = G_STRUCT_MEMBER (guint64, picture, counts[i].offset);
      const gboolean shown = !counts[i].loss || count > 0;

      any_loss |= counts[i].loss && shown;
      gtk_widget_set_visible (self->count_names[i], shown);
      gtk_widget_set_visible (GTK_WIDGET (self->count_values[i]), shown);
      if (shown)
        show_number (self->count_values[i], dl_number_text (count, 0));
    }
  gtk_widget_set_visible (self->losses, any_loss);
}

/* About how many packets the latencies are of: those that were delivered in that time. */
static double
n_recent (const DlLivePicture *picture)
{
  return round (picture->accepted * picture->load_flits * picture->recent_cycles
                * picture->n_working_nodes / picture->packet_flits);
}

/* Up to a billion in at most five digits, a separator and a unit. */
static char *
short_text (double value, guint digits)
{
  const gboolean thousands = value < 9999500;
  g_autofree char *number = NULL;

  if (!(value >= 99999.5))
    return dl_number_text (value, digits);
  number = dl_number_text (value / (thousands ? 1e3 : 1e6), !thousands && value < 99950000 ? 1 : 0);
  /* Translators: thousands and millions, short */
  return g_strdup_printf (thousands ? _ ("%sk") : _ ("%sM"), number);
}

static void
show_latencies (DlSimulationPane *self, const DlLivePicture *picture)
{
  const gboolean timed = !isnan (picture->cycle_ns);

  gtk_label_set_text (self->latency_title,
                      timed ? _ ("Latency, in cycles and in µs") : _ ("Latency, in cycles"));
  for (guint i = 0; i < N_LATENCIES; i++)
    {
      const double cycles = G_STRUCT_MEMBER (double, picture, latencies[i].offset);
      const double us = cycles * (picture->cycle_ns / 1000);

      show_number (self->cycles[i], short_text (cycles, cycles < 100 ? 1 : 0));
      gtk_widget_set_visible (GTK_WIDGET (self->us[i]), timed);
      if (timed)
        show_number (self->us[i], short_text (us, us < 10 ? 2 : us < 1000 ? 1 : 0));
    }
  if (isnan (picture->accepted))
    set_text (self->sample, g_strdup (_ ("Nothing delivered yet")));
  else
    /* Translators: so many packets, delivered in the last so many cycles */
    set_text (self->sample,
              g_strdup_printf (_ ("%'lu packets in the last %'lu cycles"),
                               (gulong) n_recent (picture), (gulong) picture->recent_cycles));
  set_text (self->interval, dl_simulation_interval_text (picture));
}

/* What packets choose between at their source. */
static void
show_ways (DlSimulationPane *self, const DlLivePicture *picture)
{
  const gboolean ways = dl_family_has_measure (picture->family, "minimal_share");
  char *bandwidth = ways ? dl_simulation_bandwidth_text (picture) : NULL;

  gtk_widget_set_visible (self->ways, ways);
  gtk_widget_set_visible (GTK_WIDGET (self->bandwidth), bandwidth != NULL);
  if (ways)
    {
      set_text (self->minimal, dl_simulation_way_text (picture, FALSE));
      set_text (self->nonminimal, dl_simulation_way_text (picture, TRUE));
    }
  if (bandwidth != NULL)
    set_text (self->bandwidth, bandwidth);
}

static void
show_picture (DlSimulationPane *self, const DlLivePicture *picture)
{
  set_text (self->time, dl_simulation_time_text (picture));
  set_text (self->state, dl_simulation_state_text (picture));
  gtk_widget_set_visible (GTK_WIDGET (self->state), picture->deadlock == NULL);
  dl_pane_show_text (self->reason,
                     picture->deadlock == NULL ? dl_simulation_reason_text (picture) : NULL);
  show_counts (self, picture);
  show_latencies (self, picture);
  show_ways (self, picture);
}

static const char *
invitation (DlSimulationPane *self)
{
  DlSession *session = dl_view_get_session (dl_pane_get_view (DL_PANE (self)));

  return _ (dl_figure_family_of (dl_session_get_scenario (session)->family)->invitation);
}

/* There is no picture where there is a @problem (nullable). */
static void
show_nothing (DlSimulationPane *self, const char *problem)
{
  gtk_label_set_text (self->nothing, problem != NULL ? _ ("This cannot be simulated")
                                                     : _ ("Nothing is simulated yet"));
  gtk_label_set_text (self->invitation, invitation (self));
  gtk_widget_set_visible (GTK_WIDGET (self->invitation), problem == NULL);
  dl_pane_show_text (self->problem, problem);
}

/* Nothing is drawn while nobody looks. */
static void
follow (DlSimulationPane *self)
{
  const DlLivePicture *picture = dl_live_get_picture (live_of (self));
  const gboolean shown = gtk_widget_get_mapped (GTK_WIDGET (self));

  if (shown)
    {
      gtk_stack_set_visible_child_name (self->stack, picture != NULL ? "live" : "nothing");
      if (picture != NULL)
        show_picture (self, picture);
      else
        show_nothing (self, dl_live_get_problem (live_of (self)));
    }
  dl_simulation_charts_follow (self->charts, shown);
}

/* Making it ------------------------------------------------------------------------------------ */

static GtkWidget *
new_name (const char *title, const char *css_class)
{
  GtkWidget *name = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_label_set_lines (GTK_LABEL (name), 2);
  gtk_widget_set_hexpand (name, TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (name, css_class);
  return name;
}

static GtkWidget *
new_grid (void)
{
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  return grid;
}

static void
on_text_size (GtkInscription *line)
{
  gtk_inscription_set_min_lines (line, dl_text_size_is_large () ? 2 : 1);
}

/* Its text may be any: as wide as there is room, a line high, or two of a large text. */
static GtkInscription *
add_line (GtkWidget *box, const char *css_class)
{
  GtkWidget *line = gtk_inscription_new (NULL);

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (line), 8);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (line),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_add_css_class (line, "dl-number");
  gtk_widget_add_css_class (line, css_class);
  dl_text_size_follow (line, G_CALLBACK (on_text_size), line);
  gtk_box_append (GTK_BOX (box), line);
  return GTK_INSCRIPTION (line);
}

/* The lines that are losses, or the others. */
static GtkWidget *
add_counts (DlSimulationPane *self, GtkWidget *box, gboolean losses)
{
  GtkWidget *grid = new_grid ();

  for (guint i = 0; i < N_COUNTS; i++)
    {
      if (counts[i].loss != losses)
        continue;
      self->count_names[i] = new_name (_ (counts[i].title), losses ? "dl-error" : NULL);
      self->count_values[i] = GTK_INSCRIPTION (dl_number_new (9));
      gtk_widget_set_tooltip_text (self->count_names[i], _ (counts[i].description));
      gtk_accessible_update_relation (GTK_ACCESSIBLE (self->count_values[i]),
                                      GTK_ACCESSIBLE_RELATION_LABELLED_BY, self->count_names[i],
                                      NULL, -1);
      gtk_grid_attach (GTK_GRID (grid), self->count_names[i], 0, i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (self->count_values[i]), 1, i, 1, 1);
    }
  gtk_box_append (GTK_BOX (box), grid);
  return grid;
}

/* A row per figure: its name, cycles, microseconds. */
static void
add_latencies (DlSimulationPane *self, GtkWidget *page)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *grid = new_grid ();

  self->latency_title = dl_pane_add_label (box, "dl-group-title", FALSE);
  for (guint i = 0; i < N_LATENCIES; i++)
    {
      GtkWidget *name = new_name (_ (latencies[i].title), "dl-description");

      gtk_widget_set_hexpand (name, TRUE);
      gtk_widget_set_tooltip_text (name, _ (latencies[i].description));
      self->cycles[i] = GTK_INSCRIPTION (dl_number_new (5));
      self->us[i] = GTK_INSCRIPTION (dl_number_new (5));
      gtk_widget_add_css_class (GTK_WIDGET (self->us[i]), "dl-description");
      gtk_grid_attach (GTK_GRID (grid), name, 0, i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (self->cycles[i]), 1, i, 1, 1);
      gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (self->us[i]), 2, i, 1, 1);
      gtk_accessible_update_relation (GTK_ACCESSIBLE (self->cycles[i]),
                                      GTK_ACCESSIBLE_RELATION_LABELLED_BY, name, NULL, -1);
    }
  gtk_box_append (GTK_BOX (box), grid);
  self->sample = add_line (box, "dl-description");
  self->interval = add_line (box, "dl-description");
  gtk_inscription_set_min_lines (self->sample, 2);
  gtk_inscription_set_min_lines (self->interval, 2);
  gtk_box_append (GTK_BOX (page), box);
}

static void
add_ways (DlSimulationPane *self, GtkWidget *page)
{
  self->ways = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  gtk_label_set_text (dl_pane_add_label (self->ways, "dl-group-title", FALSE),
                      _ ("Routes of packets"));
  self->minimal = add_line (self->ways, "dl-number");
  self->nonminimal = add_line (self->ways, "dl-number");
  gtk_inscription_set_min_lines (self->minimal, 2);
  gtk_inscription_set_min_lines (self->nonminimal, 2);
  self->bandwidth = add_line (self->ways, "dl-number");
  gtk_inscription_set_min_lines (self->bandwidth, 2);
  gtk_box_append (GTK_BOX (page), self->ways);
}

static GtkLabel *
add_centred (GtkWidget *box, const char *css_class)
{
  GtkLabel *label = dl_pane_add_label (box, css_class, TRUE);

  gtk_label_set_xalign (label, 0.5);
  gtk_label_set_justify (label, GTK_JUSTIFY_CENTER);
  return label;
}

static GtkWidget *
new_nothing (DlSimulationPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *icon = gtk_image_new_from_icon_name ("media-playback-start-symbolic");
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Run"));

  gtk_widget_set_tooltip_text (button, _ ("Simulate the network cycle by cycle (F8)"));
  gtk_widget_add_css_class (box, "dl-message");
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), icon);
  self->nothing = add_centred (box, "dl-message-title");
  self->invitation = add_centred (box, "dl-description");
  self->problem = add_centred (box, "dl-error");
  gtk_widget_add_css_class (button, "suggested-action");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.sim-run");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), button);
  return box;
}

static void
dl_simulation_pane_class_init (DlSimulationPaneClass *class)
{
}

static void
dl_simulation_pane_init (DlSimulationPane *self)
{
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_hhomogeneous (self->stack, FALSE);
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_add_named (self->stack, new_nothing (self), "nothing");
  dl_pane_set_child (DL_PANE (self), GTK_WIDGET (self->stack));
  g_signal_connect_after (self, "map", G_CALLBACK (follow), NULL);
}

static GtkWidget *
new_live (DlSimulationPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_widget_add_css_class (box, "dl-evidence");
  self->time = add_line (head, "dl-headline");
  gtk_inscription_set_min_lines (self->time, 2);
  self->state = add_line (head, "dl-number");
  gtk_inscription_set_min_lines (self->state, 2);
  self->reason = dl_pane_add_label (head, "dl-description", TRUE);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), dl_wait_list_new (dl_pane_get_view (DL_PANE (self))));
  self->losses = add_counts (self, box, TRUE);
  add_latencies (self, box);
  add_ways (self, box);
  self->charts = DL_SIMULATION_CHARTS (dl_simulation_charts_new (
      dl_view_get_session (dl_pane_get_view (DL_PANE (self))), live_of (self)));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->charts));
  gtk_label_set_text (dl_pane_add_label (box, "dl-group-title", FALSE), _ ("Packets"));
  add_counts (self, box, FALSE);
  return dl_pane_scrolled (box);
}

GtkWidget *
dl_simulation_pane_new (DlView *view)
{
  DlSimulationPane *self = dl_pane_new (DL_TYPE_SIMULATION_PANE, view, _ ("Simulation"));

  gtk_stack_add_named (self->stack, new_live (self), "live");
  g_signal_connect_object (live_of (self), "notify::picture", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live_of (self), "notify::problem", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live_of (self), "notify::state", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}
