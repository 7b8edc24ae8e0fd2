#include "dl-simulation-pane.h"

#include "dl-age-chart.h"
#include "dl-appearance.h"
#include "dl-family-room.h"
#include "dl-figure-family.h"
#include "dl-measure.h"
#include "dl-program-lines.h"
#include "dl-recording-store.h"
#include "dl-rows.h"
#include "dl-simulation-charts.h"
#include "dl-stall-chart.h"
#include "dl-verdict-pane.h"

#include <glib/gi18n-lib.h>

#include <math.h>

#define ROOM "simulation"

static DlLive *
actions_live_of (DlShell *self)
{
  return dl_view_get_live (dl_shell_get_view (self));
}

/* The pages and views that show a simulation by themselves. */
static gboolean
shows_simulation (DlShell *self)
{
  static const char *const places[]
      = { "simulation", "workload", "model", "curve", "router", "packets", NULL };

  return g_strv_contains (places, dl_shell_get_page (self))
         || g_strv_contains (places, gtk_stack_get_visible_child_name (dl_shell_get_views (self)));
}

static void
run (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  DlLive *live = actions_live_of (self);

  if (dl_live_get_state (live) == DL_LIVE_RUNNING)
    {
      dl_live_pause (live);
      return;
    }
  /* The run should be seen; where it was seen already, the page is the user's choice. */
  if (dl_live_get_state (live) == DL_LIVE_STOPPED && !shows_simulation (self))
    dl_shell_show_page (self, "simulation");
  dl_live_run (live);
}

static void
step (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_step (actions_live_of (user_data), 1);
}

static void
step_to_grant (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;
  const guint router = dl_view_get_selected_router (dl_shell_get_view (self));

  if (dl_live_get_watched (actions_live_of (self)) == DL_NO_NODE && router != DL_NO_NODE)
    dl_live_watch (actions_live_of (self), router);
  dl_live_step_to_grant (actions_live_of (self));
}

static void
restart (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  dl_live_restart (actions_live_of (user_data));
}

static void
continue_last (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  DlShell *self = user_data;

  if (!shows_simulation (self))
    dl_shell_show_page (self, "simulation");
  dl_live_continue_last (actions_live_of (self));
}

static void
set_speed (GSimpleAction *action, GVariant *value, gpointer user_data)
{
  g_simple_action_set_state (action, value);
  dl_live_set_speed (actions_live_of (user_data), g_variant_get_int32 (value));
}

/* Notifications -------------------------------------------------------------------------------- */

static void
on_state (DlShell *self)
{
  dl_shell_set_enabled (self, "sim-restart",
                        dl_live_get_state (actions_live_of (self)) != DL_LIVE_STOPPED);
}

static void
on_last (DlShell *self)
{
  dl_shell_set_enabled (self, "sim-continue", dl_live_get_last (actions_live_of (self)) != NULL);
}

/* When the network has just locked, show its waiting packets, once. */
static void
on_picture (DlShell *self)
{
  const DlLivePicture *picture = dl_live_get_picture (actions_live_of (self));
  const gboolean locked = picture != NULL && picture->deadlock != NULL;
  gboolean *was_locked = dl_shell_kept (self, ROOM);

  if (locked == *was_locked)
    return;
  *was_locked = locked;
  if (!locked)
    return;
  dl_view_show_waits (dl_shell_get_view (self));
  dl_toast_show (dl_shell_get_toast (self), _ ("Deadlock detected"),
                 _ ("Packets wait for each other in a cycle and can never move"),
                 _ ("_When It Closed"), "win.time-lock", NULL);
}

static void
on_problem (DlShell *self)
{
  const char *problem = dl_live_get_problem (actions_live_of (self));

  if (problem != NULL)
    dl_shell_toast (self, _ ("This cannot be simulated"), problem);
}

void
dl_simulation_actions_add (DlShell *shell)
{
  static const GActionEntry entries[] = {
    { .name = "sim-run", .activate = run },
    { .name = "sim-step", .activate = step },
    { .name = "sim-grant", .activate = step_to_grant },
    { .name = "sim-restart", .activate = restart },
    { .name = "sim-continue", .activate = continue_last },
    { .name = "sim-speed", .parameter_type = "i", .state = "0", .change_state = set_speed },
  };
  DlLive *live = actions_live_of (shell);

  dl_shell_add_actions (shell, entries, G_N_ELEMENTS (entries));
  dl_shell_keep (shell, ROOM, g_new0 (gboolean, 1), g_free);
  g_signal_connect_object (live, "notify::state", G_CALLBACK (on_state), shell, G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::picture", G_CALLBACK (on_picture), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::problem", G_CALLBACK (on_problem), shell,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live, "notify::last", G_CALLBACK (on_last), shell, G_CONNECT_SWAPPED);
  on_state (shell);
  on_last (shell);
}

#define MOST_DIGITS 8

/* "Cycle 41,250 · 3,050 a second" */
static char *
simulation_time_text (const DlLivePicture *picture)
{
  if (isnan (picture->cycles_per_second))
    return picture->cycle < picture->seen
               /* Translators: an earlier clock cycle is looked at, and how many there are */
               ? g_strdup_printf (_ ("Cycle %'lu of %'lu"), (gulong) picture->cycle,
                                  (gulong) picture->seen)
               : g_strdup_printf (_ ("Cycle %'lu · paused"), (gulong) picture->cycle);
  /* Translators: the cycle, and how many are simulated a second */
  return g_strdup_printf (_ ("Cycle %'lu · %'.0f/s"), (gulong) picture->cycle,
                          picture->cycles_per_second);
}

char *
dl_simulation_state_text (const DlLivePicture *picture)
{
  const DlSimVerdict *verdict = &picture->verdict;
  const gulong measured = picture->cycle - MIN (verdict->cut, picture->cycle);

  if (picture->draining)
    return g_strdup (_ ("◌ draining: sources wait for new tables"));
  switch (verdict->state)
    {
    case DL_SIM_CONVERGED:
      /* Translators: cycles after the warm-up, over which means are taken */
      return g_strdup_printf (_ ("✓ converged over %'lu cycles"), measured);
    case DL_SIM_SATURATED:
      return g_strdup (_ ("▲ saturated: packet latency grows"));
    case DL_SIM_NOT_CONVERGED:
      if (verdict->missing == DL_SIM_MISSING_UNKNOWN)
        return g_strdup (_ ("… not converged"));
      /* Translators: an estimate */
      return g_strdup_printf (_ ("… not converged: about %'lu cycles to go"),
                              (gulong) verdict->missing);
    case DL_SIM_STATE_NONE:
      break;
    }
  if (picture->program.n_ranks > 0 && picture->program.done_at != DL_SIMULATE_NOT_DONE)
    return g_strdup_printf (_ ("✓ program finished after %'lu cycles"),
                            (gulong) picture->program.done_at);
  return g_strdup_printf (_ ("program, %'lu cycles"), (gulong) picture->cycle);
}

/* The reason for its state, and a note if it continues where it could end; "" without any. */
static char *
simulation_reason_text (const DlLivePicture *picture)
{
  const char *reason = picture->draining ? "" : dl_sim_reason_text (picture->verdict.reason);
  g_autofree char *enough = NULL;

  if (picture->enough_at == 0 || picture->draining)
    return g_strdup (reason);
  enough = g_strdup_printf (
      picture->is_precise
          ? _ ("At cycle %'lu it had the precision that the scenario asks for. It continues.")
          : _ ("At cycle %'lu it had run as long as the scenario asks for. It continues."),
      (gulong) picture->enough_at);
  return *reason != '\0' ? g_strdup_printf ("%s\n%s", reason, enough) : g_steal_pointer (&enough);
}

/* With as many more digits than @digits as it needs not to be 0. */
static char *
reach_text (double reach, guint digits)
{
  while (reach > 0 && reach * pow (10, digits) < 0.5 && digits < MOST_DIGITS)
    digits++;
  return dl_number_text (reach, digits);
}

char *
dl_simulation_interval_text (const DlLivePicture *picture)
{
  const DlSimVerdict *verdict = &picture->verdict;
  g_autofree char *latency = reach_text (verdict->latency.half_width, 1);
  g_autofree char *accepted = reach_text (verdict->throughput.half_width, 4);

  if (!verdict->found || isnan (verdict->throughput.half_width))
    return g_strdup ("");
  if (verdict->latency_grows || isnan (verdict->latency.half_width))
    /* Translators: half of the 95% confidence interval, and the batches that it is made of */
    return g_strdup_printf (_ ("95%%: throughput ± %s (%u batches)"), accepted,
                            verdict->throughput.n_batches);
  return g_strdup_printf (_ ("95%%: packet latency ± %s, throughput ± %s (%u batches)"), latency,
                          accepted,
                          MIN (verdict->latency.n_batches, verdict->throughput.n_batches));
}

char *
dl_simulation_deadlock_text (const DlLivePicture *picture)
{
  const guint n = picture->deadlock != NULL ? picture->deadlock->len : 0;

  if (n == 0)
    return NULL;
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "✗ Deadlock: %u packet waits for itself",
                                       "✗ Deadlock: %u packets wait for each other", n),
                          n);
}

/* Charts --------------------------------------------------------------------------------------- */

char *
dl_simulation_ages_text (const DlLivePicture *picture)
{
  const guint64 total = dl_age_total (picture->age);
  g_autoptr (GString) groups = g_string_new (NULL);
  g_autofree char *full = dl_share_text (picture->age[DL_N_AGES - 1], total);

  if (total == 0)
    return g_strdup (_ ("No grants yet"));
  for (guint i = 0; i < DL_N_AGE_GROUPS; i++)
    {
      g_autofree char *share = dl_share_text (dl_age_group (picture->age, i), total);
      g_string_append_printf (groups, "%s%s: %s", i > 0 ? ", " : "", dl_age_group_name (i), share);
    }
  /* Translators: the shares of the four groups of ages, "0–63: 97.3 %, ..." */
  return g_strdup_printf (_ ("%'lu grants by the packet’s age: %s; %s saturated at 255"),
                          (gulong) total, groups->str, full);
}

char *
dl_simulation_series_text (const DlLivePicture *picture)
{
  g_autofree char *accepted = dl_number_text (picture->accepted, 3);
  g_autofree char *offered = dl_number_text (picture->offered, 3);
  g_autofree char *latency = dl_number_text (picture->latency_mean, 0);

  if (dl_simulation_load_unit (picture) != NULL)
    return picture->saturated
               ? g_strdup_printf (_ ("Accepted a load of %s of saturated sources; mean network "
                                     "latency %s cycles"),
                                  accepted, latency)
               : g_strdup_printf (
                   _ ("Accepted a load of %s of %s offered; mean network latency %s cycles"),
                   accepted, offered, latency);
  if (picture->saturated)
    return g_strdup_printf (
        _ ("Accepted %s flits/node/cycle (saturated sources); mean network latency %s cycles"),
        accepted, latency);
  return g_strdup_printf (
      _ ("Accepted %s of %s flits/node/cycle offered; mean network latency %s cycles"), accepted,
      offered, latency);
}

char *
dl_simulation_port_name (const DlFamily *family, gconstpointer shape, guint port)
{
  return family->name (shape, dl_place_link (port), DL_NAME_PORT);
}

char *
dl_simulation_stalls_text (const DlLivePicture *picture)
{
  GString *text = g_string_new (NULL);

  for (DlStall stall = 0; stall < DL_N_STALLS; stall++)
    {
      g_string_append_printf (text, "%s%s: ", stall > 0 ? "; " : "", dl_stall_title (stall));
      for (guint port = 0; port < DL_N_LINK_PORTS; port++)
        {
          g_autofree char *cycles = dl_stall_text (picture->stalls[stall][port]);
          g_autofree char *name = dl_simulation_port_name (picture->family, picture->shape, port);
          g_string_append_printf (text, "%s%s %s", port > 0 ? ", " : "", name, cycles);
        }
    }
  return g_string_free (text, FALSE);
}

char *
dl_simulation_waits_text (const DlLivePicture *picture)
{
  g_autofree char *vc = dl_stall_text (picture->waits[DL_WAIT_VC]);
  g_autofree char *credit = dl_stall_text (picture->waits[DL_WAIT_CREDIT]);
  g_autofree char *crossbar = dl_stall_text (picture->waits[DL_WAIT_SWITCH]);

  return g_strdup_printf (_ ("Waiting cycles per packet: %s for a VC, %s for a credit, %s for the "
                             "switch"),
                          vc, credit, crossbar);
}

/* Units and ways ------------------------------------------------------------------------------- */

const char *
dl_simulation_load_unit (const DlLivePicture *picture)
{
  return picture->load_unit != NULL ? _ (picture->load_unit) : NULL;
}

char *
dl_simulation_route_text (const DlLivePicture *picture, gboolean nonminimal)
{
  const guint64 packets = nonminimal ? picture->nonminimal : picture->minimal;
  g_autofree char *share = dl_share_text (packets, picture->minimal + picture->nonminimal);
  g_autofree char *latency
      = dl_number_text (nonminimal ? picture->nonminimal_latency : picture->minimal_latency, 0);

  if (nonminimal)
    /* Translators: share of the packets, and their mean latency */
    return g_strdup_printf (_ ("Non-minimal: %s, %s cycles"), share, latency);
  return g_strdup_printf (_ ("Minimal: %s, %s cycles"), share, latency);
}

char *
dl_simulation_bandwidth_text (const DlLivePicture *picture)
{
  g_autofree char *bandwidth = NULL;

  if (isnan (picture->bandwidth_GBps))
    return NULL;
  bandwidth = dl_number_text (picture->bandwidth_GBps, 2);
  return g_strdup_printf (_ ("%s GB/s of payload per node"), bandwidth);
}

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
  GtkLabel *nothing, *invitation, *problem, *last;
  GtkWidget *continue_button;

  GtkInscription *time, *state;
  GtkInscription *accepted, *accepted_unit, *latency, *latency_unit; /* the main results */
  GtkLabel *reason;
  GtkWidget *losses;
  GtkWidget *count_names[N_COUNTS];
  GtkInscription *count_values[N_COUNTS];
  GtkLabel *latency_title;
  GtkInscription *cycles[N_LATENCIES], *us[N_LATENCIES];
  GtkInscription *sample, *interval;
  GtkWidget *ways; /* where packets choose: */
  GtkInscription *minimal, *nonminimal, *bandwidth;
  GtkWidget *program; /* of ranks that run one */
  DlSimulationCharts *charts;
};

G_DEFINE_FINAL_TYPE (DlSimulationPane, dl_simulation_pane, DL_TYPE_PANE)

static DlLive *
live_of (DlSimulationPane *self)
{
  return dl_view_get_live (dl_pane_get_view (DL_PANE (self)));
}

/* Display -------------------------------------------------------------------------------------- */

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

/* About how many packets the latencies are of: packets delivered in that time. */
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

/* Paths packets choose from at their source. */
static void
show_ways (DlSimulationPane *self, const DlLivePicture *picture)
{
  const gboolean ways = dl_family_has_measure (picture->family, "minimal_share");
  char *bandwidth = ways ? dl_simulation_bandwidth_text (picture) : NULL;

  gtk_widget_set_visible (self->ways, ways);
  gtk_widget_set_visible (GTK_WIDGET (self->bandwidth), bandwidth != NULL);
  if (ways)
    {
      set_text (self->minimal, dl_simulation_route_text (picture, FALSE));
      set_text (self->nonminimal, dl_simulation_route_text (picture, TRUE));
    }
  if (bandwidth != NULL)
    set_text (self->bandwidth, bandwidth);
}

/* "± 2.1 cycles packet latency", or without the interval where it is not known. */
static char *
latency_caption (const DlSimVerdict *verdict)
{
  g_autofree char *reach = reach_text (verdict->latency.half_width, 1);

  if (!verdict->found || verdict->latency_grows || isnan (verdict->latency.half_width))
    return g_strdup (_ ("cycles packet latency"));
  /* Translators: behind a mean: half of its 95% confidence interval */
  return g_strdup_printf (_ ("± %s cycles packet latency"), reach);
}

static void
show_figures (DlSimulationPane *self, const DlLivePicture *picture)
{
  const gboolean is_load = dl_simulation_load_unit (picture) != NULL;
  const double latency = picture->total_latency_mean;

  show_number (self->accepted, dl_number_text (picture->accepted, 3));
  /* Translators: behind a number in large type */
  set_text (self->accepted_unit,
            g_strdup (is_load ? _ ("accepted load") : _ ("flits/node/cycle accepted")));
  show_number (self->latency, short_text (latency, latency < 100 ? 1 : 0));
  set_text (self->latency_unit, latency_caption (&picture->verdict));
}

static void
show_picture (DlSimulationPane *self, const DlLivePicture *picture)
{
  g_autofree char *reason = simulation_reason_text (picture);

  set_text (self->time, simulation_time_text (picture));
  set_text (self->state, dl_simulation_state_text (picture));
  gtk_widget_set_visible (GTK_WIDGET (self->state), picture->deadlock == NULL);
  dl_pane_show_text (self->reason, picture->deadlock == NULL ? reason : NULL);
  show_figures (self, picture);
  show_counts (self, picture);
  show_latencies (self, picture);
  show_ways (self, picture);
  dl_program_lines_show (self->program, picture);
}

static const char *
invitation (DlSimulationPane *self)
{
  DlSession *session = dl_view_get_session (dl_pane_get_view (DL_PANE (self)));

  return _ (dl_figure_family_of (dl_session_get_scenario (session)->family)->invitation);
}

/* The run that can be had again, in words; NULL: there is none. */
static char *
last_text (DlSimulationPane *self)
{
  const DlStoreRecording *last = dl_live_get_last (live_of (self));
  g_autofree char *edits = last != NULL ? dl_recording_kept_text (last) : NULL;

  if (last == NULL)
    return NULL;
  if (*edits == '\0')
    return g_strdup_printf (_ ("The last run came to cycle %'lu. It can be continued there."),
                            (gulong) last->end);
  /* Translators: a clock cycle, and what was changed while it was simulated */
  return g_strdup_printf (_ ("The last run came to cycle %'lu (%s). It can be continued there."),
                          (gulong) last->end, edits);
}

/* There is no picture where there is a @problem (nullable). */
static void
show_nothing (DlSimulationPane *self, const char *problem)
{
  g_autofree char *last = last_text (self);

  gtk_label_set_text (self->nothing, problem != NULL ? _ ("This cannot be simulated")
                                                     : _ ("Nothing is simulated yet"));
  gtk_label_set_text (self->invitation, invitation (self));
  gtk_widget_set_visible (GTK_WIDGET (self->invitation), problem == NULL);
  dl_pane_show_text (self->problem, problem);
  dl_pane_show_text (self->last, last);
  gtk_widget_set_visible (self->continue_button, last != NULL);
}

/* Nothing is drawn while the page is hidden. */
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

/* Add a label for any text: as wide as there is room, a line high, or two of a large text. */
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
  self->last = add_centred (box, "dl-description");
  self->continue_button = gtk_button_new_with_mnemonic (_ ("_Continue the Last Run"));
  gtk_widget_set_tooltip_text (self->continue_button,
                               _ ("Simulate the last run again, up to its last cycle (Ctrl+F8)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->continue_button), "win.sim-continue");
  gtk_widget_set_halign (self->continue_button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), self->continue_button);
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

/* A number in large type, followed by its unit. */
static GtkInscription *
add_figure (GtkWidget *figures, GtkInscription **unit)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkInscription *number = dl_pane_add_figure (box, 5);

  *unit = add_line (box, "dl-description");
  gtk_inscription_set_min_lines (*unit, 2);
  gtk_inscription_set_yalign (*unit, 0.5);
  gtk_widget_set_hexpand (GTK_WIDGET (*unit), TRUE);
  gtk_widget_set_valign (GTK_WIDGET (number), GTK_ALIGN_CENTER);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (number), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                  *unit, NULL, -1);
  gtk_box_append (GTK_BOX (figures), box);
  return number;
}

static GtkWidget *
new_live (DlSimulationPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *figures = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *scroll = dl_pane_scrolled (box);

  gtk_widget_add_css_class (box, "dl-evidence");
  self->time = add_line (head, "dl-headline");
  gtk_inscription_set_min_lines (self->time, 2);
  self->state = add_line (head, "dl-number");
  gtk_inscription_set_min_lines (self->state, 2);
  self->reason = dl_pane_add_label (head, "dl-description", TRUE);
  self->accepted = add_figure (figures, &self->accepted_unit);
  self->latency = add_figure (figures, &self->latency_unit);
  dl_pane_set_columns (figures, scroll);
  gtk_box_append (GTK_BOX (box), figures);
  gtk_box_append (GTK_BOX (head), dl_wait_list_new (dl_pane_get_view (DL_PANE (self))));
  self->losses = add_counts (self, head, TRUE);
  self->program = dl_program_lines_new ();
  gtk_box_append (GTK_BOX (head), self->program);
  gtk_box_append (GTK_BOX (top), head);
  add_latencies (self, top);
  dl_pane_set_columns (top, scroll);
  gtk_box_append (GTK_BOX (box), top);
  add_ways (self, box);
  self->charts = DL_SIMULATION_CHARTS (dl_simulation_charts_new (
      dl_view_get_session (dl_pane_get_view (DL_PANE (self))), live_of (self)));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->charts));
  gtk_label_set_text (dl_pane_add_label (box, "dl-group-title", FALSE), _ ("Packets"));
  add_counts (self, box, FALSE);
  dl_simulation_charts_set_scroll (self->charts, scroll);
  return scroll;
}

static GtkWidget *
create (DlView *view)
{
  DlSimulationPane *self = dl_pane_new (DL_TYPE_SIMULATION_PANE, view, _ ("Simulation"));

  gtk_stack_add_named (self->stack, new_live (self), "live");
  g_signal_connect_object (live_of (self), "notify::picture", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live_of (self), "notify::problem", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live_of (self), "notify::state", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (live_of (self), "notify::last", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_simulation = {
  .id = "simulation",
  .create = create,
  .title = N_ ("Simulation"),
  .description = N_ ("Throughput, latency, ages and stalls while it runs"),
  .topic = "simulation#page",
  .key = '8',
  .group = DL_PAGE_SIMULATION,
  .is_table = TRUE,
  .own = TRUE,
};
