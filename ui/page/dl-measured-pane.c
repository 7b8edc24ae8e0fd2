#include "compat.h"
#include "dl-choices.h"
#include "dl-counters-reader.h"
#include "dl-family-room.h"
#include "dl-figure-family.h"
#include "dl-file-jobs.h"
#include "dl-measured-chart.h"
#include "dl-measured-list.h"
#include "dl-measured.h"
#include "dl-output.h"
#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-table-window.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* ".35", "−.04"; "–" for NAN. */
static char *
correlation_text (double correlation)
{
  g_autofree char *text = g_strdup_printf ("%.2f", fabs (correlation));
  g_autofree char *zero = g_strdup_printf ("%.2f", 0.0);

  if (isnan (correlation))
    return g_strdup ("–");
  return g_strconcat (correlation < 0 && strcmp (text, zero) != 0 ? "−" : "", text, NULL);
}

/* Takes @sentence. */
static void
append (GString *text, char *sentence)
{
  if (text->len > 0)
    g_string_append_c (text, ' ');
  g_string_append (text, sentence);
  g_free (sentence);
}

/* How many links a file has counters of, and how much they counted, whatever the machine. */
static char *
counters_text (const DlCounters *counters)
{
  const guint one_sided = dl_counters_one_sided (counters);
  GString *text = g_string_new (NULL);

  append (text, counters->kind->say (counters));
  if (one_sided > 0)
    append (text, g_strdup_printf (
                      g_dngettext (GETTEXT_PACKAGE, "%'u link was measured in one direction only.",
                                   "%'u links were measured in one direction only.", one_sided),
                      one_sided));
  if (counters->n_unknown > 0)
    append (text,
            g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u column is unknown and was ignored.",
                                          "%'u columns are unknown and were ignored.",
                                          counters->n_unknown),
                             counters->n_unknown));
  if (counters->n_notes > 0)
    append (text, g_strdup (counters->notes->pdata[0]));
  return g_string_free (text, FALSE);
}

static char *
total_text (const DlMeasured *measured)
{
  const gulong total = measured->total;

  switch (measured->kind->counts)
    {
    case DL_COUNTS_PACKETS:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu packet.", "%'lu packets.", total),
                              total);
    case DL_COUNTS_WORDS:
      return g_strdup_printf (
          g_dngettext (GETTEXT_PACKAGE, "%'lu word of 4 bytes.", "%'lu words of 4 bytes.", total),
          total);
    case DL_COUNTS_FLITS:
    default:
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu flit.", "%'lu flits.", total),
                              total);
    }
}

/* How much of the machine that is. */
static char *
coverage_text (const DlMeasured *measured)
{
  GString *text = g_string_new (NULL);
  const char *before = ": ";

  if (measured->n == measured->n_machine)
    append (text, g_strdup_printf (_ ("All %'u links are covered."), measured->n));
  else
    {
      append (text,
              g_strdup_printf (_ ("%'u of %'u links are covered (%.1f%%)"), measured->n,
                               measured->n_machine, 100. * measured->n / measured->n_machine));
      for (guint part = 0; part < measured->n_parts; part++)
        if (measured->parts[part].machine > 0)
          {
            g_string_append (text, before);
            /* Translators: blue links: so many of so many */
            g_string_append_printf (text, _ ("%s %'u of %'u"),
                                    dl_measured_part_title (measured, part),
                                    measured->parts[part].links, measured->parts[part].machine);
            before = ", ";
          }
      g_string_append_c (text, '.');
    }
  append (text, total_text (measured));
  return g_string_free (text, FALSE);
}

/* Requests, responses and the largest VC of a class of a dragonfly's links. */
static char *
measured_vc_text (const DlMeasured *measured, guint class)
{
  const DlMeasuredPart *part = &measured->parts[class];
  double shares[DL_MEASURED_VCS];
  const double requests = dl_measured_vc_shares (measured, part, shares);
  g_autofree char *balance = correlation_text (part->vc_balance);
  const char *name = dl_measured_part_title (measured, class);

  if (isnan (requests))
    return g_strdup_printf (_ ("%s: no flits"), name);
  return g_strdup_printf (
      /* Translators: a class of links; balance and largest VC are means over its links */
      _ ("%s: requests %.0f%%, responses %.0f%%, balance %s, largest VC %.0f%%"), name,
      100 * requests, 100 - 100 * requests, balance, 100 * part->vc_share);
}

#define CHART_HEIGHT 190
/* Rows of the table of correlations: all links, and a part each. */
#define MAX_ROWS (1 + DL_MEASURED_PARTS)
#define COLUMNS  3

#define DL_TYPE_MEASURED_PANE (dl_measured_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlMeasuredPane, dl_measured_pane, DL, MEASURED_PANE, DlPane)

struct _DlMeasuredPane
{
  DlPane parent;
  DlView *view; /* the pane's */
  DlCountersSource *source;
  DlMeasuredList *list;
  gboolean choosing; /* the selector is being filled */

  GtkWidget *box;
  GtkLabel *hint, *file, *problem, *summary, *coverage, *misfit;
  GtkWidget *forget, *offers, *cabling, *machine, *jobs_beside;
  GtkWidget *jobs_box, *place;
  GtkLabel *jobs;
  GtkWidget *region_box;
  GtkDropDown *region;
  GtkWidget *details; /* widgets of a comparison */
  GtkGrid *grid;
  GtkLabel *correlation[MAX_ROWS][COLUMNS];
  GtkLabel *names[MAX_ROWS];
  GtkLabel *heads[COLUMNS];
  GtkWidget *chart, *vcs;
  GtkLabel *vc_text;
};

G_DEFINE_FINAL_TYPE (DlMeasuredPane, dl_measured_pane, DL_TYPE_PANE)

/* Charts --------------------------------------------------------------------------------------- */

static void
draw_chart (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlMeasuredPane *self = user_data;
  const DlMeasured *measured = dl_counters_source_get_measured (self->source);

  if (measured != NULL)
    dl_measured_chart_draw (cr, (DlRect) { 0, 0, width, height }, measured,
                            dl_view_theme (GTK_WIDGET (area)));
}

static void
draw_vcs (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer user_data)
{
  DlMeasuredPane *self = user_data;
  const DlMeasured *measured = dl_counters_source_get_measured (self->source);

  if (measured != NULL)
    dl_measured_vcs_draw (cr, (DlRect) { 0, 0, width, height }, measured,
                          dl_view_theme (GTK_WIDGET (area)));
}

/* The exact shares of the part under the pointer. */
static gboolean
on_tooltip (GtkWidget *chart, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
            DlMeasuredPane *self)
{
  const DlMeasured *measured = dl_counters_source_get_measured (self->source);
  const DlRect rect = dl_pane_chart_rect (chart);
  const double scale = dl_pane_chart_scale (chart);
  g_autoptr (GString) text = NULL;
  guint part;

  if (measured == NULL || keyboard
      || !dl_measured_chart_hit (rect, measured, x / scale, y / scale, &part))
    return FALSE;
  text = g_string_new (dl_measured_part_title (measured, part));
  for (guint share = 0; share < DL_N_SHARES; share++)
    if (dl_share_is_there (measured, share))
      {
        g_autofree char *number
            = dl_number_text (100 * dl_share_of_part (measured, part, share), 2);
        g_autofree char *percent = g_strdup_printf (_ ("%s%%"), number);

        g_string_append_printf (text, "\n%s: %s", dl_share_title (measured, share), percent);
      }
  gtk_tooltip_set_text (tooltip, text->str);
  return TRUE;
}

/* Correlations --------------------------------------------------------------------------------- */

static gboolean
knows (const DlMeasuredCorrelation *correlation)
{
  return !isnan (correlation->analysis.pearson) || !isnan (correlation->simulation.pearson)
         || !isnan (correlation->stalls.pearson);
}

static void
show_correlation_row (DlMeasuredPane *self, guint row, const char *name,
                      const DlMeasuredCorrelation *correlation)
{
  const DlCorrelation *values[COLUMNS]
      = { &correlation->analysis, &correlation->simulation, &correlation->stalls };

  gtk_label_set_text (self->names[row], name);
  for (guint column = 0; column < COLUMNS; column++)
    {
      g_autofree char *pearson = correlation_text (values[column]->pearson);
      g_autofree char *rank = correlation_text (values[column]->rank);
      g_autofree char *text = g_strdup_printf ("%s (%s)", pearson, rank);

      gtk_label_set_text (self->correlation[row][column],
                          isnan (values[column]->pearson) ? "–" : text);
    }
}

/* Rows and columns of which nothing is known would only take room. */
static void
show_correlation (DlMeasuredPane *self, const DlMeasured *measured)
{
  const gboolean columns[COLUMNS] = { TRUE, measured->simulated != NULL,
                                      measured->simulated != NULL && measured->stalled != NULL };

  for (guint column = 0; column < COLUMNS; column++)
    {
      gtk_widget_set_visible (GTK_WIDGET (self->heads[column]), columns[column]);
      gtk_widget_set_visible (GTK_WIDGET (self->correlation[0][column]), columns[column]);
    }
  show_correlation_row (self, 0, _ ("all"), &measured->correlation);
  for (guint part = 0; part < MAX_ROWS - 1; part++)
    {
      const gboolean there = part < measured->n_parts && knows (&measured->parts[part].correlation);

      gtk_widget_set_visible (GTK_WIDGET (self->names[part + 1]), there);
      for (guint column = 0; column < COLUMNS; column++)
        gtk_widget_set_visible (GTK_WIDGET (self->correlation[part + 1][column]),
                                there && columns[column]);
      if (there)
        show_correlation_row (self, part + 1, dl_measured_part_title (measured, part),
                              &measured->parts[part].correlation);
    }
}

/* Code regions --------------------------------------------------------------------------------- */

static char *
region_name (gint32 region)
{
  return region == DL_COUNTERS_WHOLE ? g_strdup (_ ("the whole program"))
                                     : g_strdup_printf (_ ("code region %d"), region);
}

/* The code regions (gint32) of a file that has such; else NULL. */
static const GArray *
regions_of (const DlCounters *counters)
{
  return counters != NULL && counters->kind->regions != NULL ? counters->kind->regions (counters)
                                                             : NULL;
}

/* The regions of the file, then all of them together. */
static void
fill_regions (DlMeasuredPane *self, const DlCounters *counters)
{
  const GArray *regions = regions_of (counters);
  const guint n = regions != NULL ? regions->len : 0;
  const gint32 *chosen = dl_counters_source_get_region (self->source);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  guint selected = n;

  gtk_widget_set_visible (self->region_box, n > 1);
  for (guint i = 0; i < n; i++)
    {
      const gint32 region = g_array_index (regions, gint32, i);

      gtk_string_list_take (names, region_name (region));
      if (chosen != NULL && *chosen == region)
        selected = i;
    }
  gtk_string_list_append (names, _ ("sum of all"));
  self->choosing = TRUE;
  gtk_drop_down_set_model (self->region, G_LIST_MODEL (names));
  dl_choices_make_room (self->region);
  gtk_drop_down_set_selected (self->region, selected);
  self->choosing = FALSE;
}

static void
on_region (DlMeasuredPane *self)
{
  const GArray *regions = regions_of (dl_counters_source_get_counters (self->source));
  const guint selected = gtk_drop_down_get_selected (self->region);

  if (self->choosing || regions == NULL)
    return;
  dl_counters_source_set_region (
      self->source, selected < regions->len ? &g_array_index (regions, gint32, selected) : NULL);
}

/* Display -------------------------------------------------------------------------------------- */

/* The button has the page's width, not the name's. */
static void
set_offer (GtkWidget *button, const char *label)
{
  gtk_button_set_label (GTK_BUTTON (button), label != NULL ? label : "");
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button))),
                           PANGO_ELLIPSIZE_MIDDLE);
}

/* "Open edison-jobs.csv"; NULL if there is no file. */
static char *
open_text (GFile *file)
{
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : NULL;
  g_autofree char *display = name != NULL ? dl_file_name_show (name) : NULL;

  return display != NULL ? g_strdup_printf (_ ("Open %s"), display) : NULL;
}

/* Machines to open, where the scenario's does not have the links. */
static void
show_offers (DlMeasuredPane *self, const DlMeasured *measured, gboolean wanted)
{
  GFile *cabling = dl_counters_source_get_cabling (self->source);
  g_autoptr (DlScenario) scenario = wanted ? dl_counters_source_new_scenario (self->source) : NULL;
  g_autofree char *cabling_label = open_text (cabling);
  g_autofree char *jobs_label = open_text (dl_counters_source_get_jobs_beside (self->source));
  g_autofree char *label
      = scenario != NULL ? g_strdup_printf (_ ("Open “%s”"), scenario->name) : NULL;

  gtk_widget_set_visible (self->offers, wanted);
  gtk_widget_set_visible (self->cabling, cabling != NULL);
  /* The next best: not where the machine itself is at hand, nor where that is open. */
  gtk_widget_set_visible (self->machine, scenario != NULL && measured == NULL);
  set_offer (self->cabling, cabling_label);
  set_offer (self->jobs_beside, jobs_label);
  gtk_widget_set_visible (self->jobs_beside, jobs_label != NULL);
  set_offer (self->machine, label);
}

static char *
outside_text (const DlMeasured *measured)
{
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       "%'u row is for a link that the scenario’s machine does "
                                       "not have.",
                                       "%'u rows are for links that the scenario’s machine does "
                                       "not have.",
                                       measured->n_outside),
                          measured->n_outside);
}

static void
show_jobs (DlMeasuredPane *self)
{
  const DlCounters *jobs = dl_counters_source_get_jobs (self->source);
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;
  const gboolean places = dl_family_has_feature (family, DL_FEATURE_PAGE, "jobs");
  g_autofree char *text = jobs != NULL ? jobs->kind->say (jobs) : NULL;

  gtk_widget_set_visible (self->jobs_box, jobs != NULL);
  dl_pane_show_text (self->jobs, text);
  gtk_widget_set_sensitive (self->place, places);
  gtk_widget_set_tooltip_text (self->place,
                               places ? _ ("Every node sends to all others of its job")
                                      : _ ("Jobs are of a dragonfly; the scenario is not one"));
}

static void
show_vcs (DlMeasuredPane *self, const DlMeasured *measured)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const gboolean there = measured->has_vcs;

  gtk_widget_set_visible (self->vcs, there);
  gtk_widget_set_visible (GTK_WIDGET (self->vc_text), there);
  if (!there)
    return;
  for (guint class = 0; class < measured->n_parts; class ++)
    {
      g_autofree char *line = measured_vc_text (measured, class);
      g_string_append_printf (text, "%s%s", class > 0 ? "\n" : "", line);
    }
  gtk_label_set_text (self->vc_text, text->str);
  dl_pane_set_chart_height (self->vcs, ceil (dl_measured_vcs_height (measured)));
  gtk_widget_queue_draw (self->vcs);
}

static void
update (DlMeasuredPane *self)
{
  const DlCounters *counters = dl_counters_source_get_counters (self->source);
  const DlCounters *jobs = dl_counters_source_get_jobs (self->source);
  DlMeasured *measured = dl_counters_source_get_measured (self->source);
  const char *misfit = dl_counters_source_get_misfit (self->source);
  const gboolean outside = measured != NULL && measured->n_outside > 0;
  g_autofree char *summary = counters != NULL ? counters_text (counters) : NULL;
  g_autofree char *coverage = measured != NULL ? coverage_text (measured) : NULL;
  g_autofree char *missing = outside ? outside_text (measured) : NULL;

  dl_pane_show_text (self->problem, dl_counters_source_get_problem (self->source));
  gtk_widget_set_visible (GTK_WIDGET (self->hint), counters == NULL && jobs == NULL);
  /* Files that are remembered and have gone can be forgotten, too. */
  gtk_widget_set_visible (self->forget,
                          counters != NULL || jobs != NULL
                              || dl_counters_source_get_problem (self->source) != NULL);
  dl_pane_show_text (self->file, counters != NULL ? counters->file_name : NULL);
  dl_pane_show_text (self->summary, summary);
  dl_pane_show_text (self->coverage, coverage);
  dl_pane_show_text (self->misfit, misfit != NULL ? misfit : missing);
  show_offers (self, measured, misfit != NULL || outside);
  show_jobs (self);
  gtk_widget_set_visible (self->details, measured != NULL);
  if (measured == NULL)
    return;
  show_correlation (self, measured);
  show_vcs (self, measured);
  gtk_widget_queue_draw (self->chart);
}

static void
on_counters (DlMeasuredPane *self)
{
  fill_regions (self, dl_counters_source_get_counters (self->source));
  update (self);
}

/* Actions -------------------------------------------------------------------------------------- */

/* Open the measured machine's network: the counters stay. */
static void
open_with_counters (DlMeasuredPane *self, DlScenario *scenario)
{
  dl_counters_source_carry (self->source);
  dl_session_open_new (dl_view_get_session (self->view), scenario);
}

static void
on_machine_loaded (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (DlMeasuredPane) self = user_data;
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_load_scenario_finish (result, NULL, &error);

  gtk_widget_set_sensitive (self->cabling, TRUE);
  if (scenario != NULL)
    open_with_counters (self, scenario);
  else
    dl_pane_show_text (self->problem, error->message);
}

static void
on_cabling (DlMeasuredPane *self)
{
  GFile *cabling = dl_counters_source_get_cabling (self->source);

  if (cabling == NULL)
    return;
  gtk_widget_set_sensitive (self->cabling, FALSE);
  dl_load_scenario_async (cabling, NULL, NULL, on_machine_loaded, g_object_ref (self));
}

static void
on_jobs_beside (DlMeasuredPane *self)
{
  GFile *jobs = dl_counters_source_get_jobs_beside (self->source);

  if (jobs != NULL)
    dl_counters_source_open (self->source, jobs);
}

static void
on_machine (DlMeasuredPane *self)
{
  DlScenario *scenario = dl_counters_source_new_scenario (self->source);

  if (scenario != NULL)
    open_with_counters (self, scenario);
}

static void
on_place (DlMeasuredPane *self)
{
  dl_counters_source_place_jobs (self->source);
}

/* Metric of what the list ranks by: stalls where they were measured, else traffic. NULL: the family
 * has none. */
static const DlMetric *
ranked_metric (DlMeasuredPane *self)
{
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;
  const DlMeasured *measured = dl_counters_source_get_measured (self->source);
  const gboolean stalls = measured != NULL && measured->stalls != NULL;
  const DlMetric *metric;

  for (guint i = 0; (metric = dl_family_metric (family, i)) != NULL; i++)
    if (dl_metric_is_measured (metric) && metric->of_stalls == stalls)
      return metric;
  return dl_family_metric_of (family, DL_METRIC_MEASURED);
}

static void
on_show (DlMeasuredPane *self)
{
  const DlMetric *metric = ranked_metric (self);

  if (metric == NULL || dl_counters_source_get_counters (self->source) == NULL)
    return;
  g_object_set (self->view, "metric", metric, NULL);
  dl_measured_list_choose_first (self->list);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-map", NULL);
}

static void
on_forget (DlMeasuredPane *self)
{
  dl_counters_source_forget (self->source);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_object (&DL_MEASURED_PANE (object)->source);
  G_OBJECT_CLASS (dl_measured_pane_parent_class)->dispose (object);
}

static void
dl_measured_pane_class_init (DlMeasuredPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkWidget *
add_wide_button (DlMeasuredPane *self, GtkWidget *box, const char *label, const char *tooltip,
                 void (*func) (DlMeasuredPane *))
{
  GtkWidget *button = dl_pane_add_button (box, label, tooltip);

  g_signal_connect_swapped (button, "clicked", G_CALLBACK (func), self);
  return button;
}

static void
add_top (DlMeasuredPane *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *open;

  gtk_box_append (GTK_BOX (self->box), buttons);
  open = dl_pane_add_button (buttons, _ ("_Open Counters…"),
                             _ ("Files of measured counters and of jobs, together or one by one"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open-counters");
  self->forget = add_wide_button (self, buttons, _ ("_Forget"), _ ("Close the files"), on_forget);

  self->problem = dl_pane_add_label (self->box, "dl-error", TRUE);
  self->hint = dl_pane_add_label (self->box, "dim-label", TRUE);
  gtk_label_set_text (
      self->hint,
      _ ("Compares counters of a real machine with computed values: flits and stalls of a "
         "Cascade’s links or the jobs of its nodes (both CSV), packets of a torus’s links (a "
         "table with its columns in the header), or what the ports of a fabric sent (perfquery, "
         "ibqueryerrors, ibdiagnet). A part of a machine is enough."));
  self->file = dl_pane_add_label (self->box, "heading", FALSE);
  gtk_label_set_ellipsize (self->file, PANGO_ELLIPSIZE_MIDDLE);
  self->summary = dl_pane_add_label (self->box, "dl-number", TRUE);
  self->misfit = dl_pane_add_label (self->box, "dl-error", TRUE);
  self->offers = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (self->box), self->offers);
  self->cabling = add_wide_button (self, self->offers, "",
                                   _ ("Its cabling lies beside the counters"), on_cabling);
  self->machine = add_wide_button (self, self->offers, "",
                                   _ ("A new scenario, in the place of this one"), on_machine);
  self->jobs_beside = add_wide_button (self, self->box, "", _ ("Its jobs lie beside the counters"),
                                       on_jobs_beside);
  self->coverage = dl_pane_add_label (self->box, "dl-number", TRUE);
}

static void
add_jobs (DlMeasuredPane *self)
{
  self->jobs_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_box_append (GTK_BOX (self->box), self->jobs_box);
  self->jobs = dl_pane_add_label (self->jobs_box, "dl-number", TRUE);
  self->place = add_wide_button (self, self->jobs_box, _ ("Use as _Placement"),
                                 _ ("The scenario’s jobs as the file has them"), on_place);
}

static void
add_region (DlMeasuredPane *self)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("_Counted in"));

  self->region_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->region = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->region), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->region), "dl-choice");
  dl_compat_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (self->region));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->region),
                               _ ("The part of the program’s code in which the packets were "
                                  "counted"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->region), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Code region"), -1);
  g_signal_connect_swapped (self->region, "notify::selected", G_CALLBACK (on_region), self);
  gtk_box_append (GTK_BOX (self->region_box), label);
  gtk_box_append (GTK_BOX (self->region_box), GTK_WIDGET (self->region));
  gtk_box_append (GTK_BOX (self->box), self->region_box);
}

static GtkLabel *
add_cell (DlMeasuredPane *self, guint row, guint column, const char *text, gboolean head)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0 : 1);
  gtk_widget_set_hexpand (label, column > 0);
  gtk_widget_add_css_class (label, head ? "dim-label" : "dl-number");
  gtk_widget_add_css_class (label, "dl-small");
  gtk_grid_attach (self->grid, label, column, row, 1, 1);
  return GTK_LABEL (label);
}

static void
add_grid (DlMeasuredPane *self)
{
  const char *const heads[COLUMNS] = { _ ("analysis"), _ ("simulation"), _ ("stalls") };
  GtkLabel *title = dl_pane_add_label (self->details, "dl-group-title", TRUE);

  gtk_label_set_text (title, _ ("Correlation (of ranks) with"));
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 6);
  gtk_box_append (GTK_BOX (self->details), GTK_WIDGET (self->grid));
  for (guint column = 0; column < COLUMNS; column++)
    self->heads[column] = add_cell (self, 0, column + 1, heads[column], TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->heads[COLUMNS - 1]),
                               _ ("Measured and simulated stalls"));
  for (guint row = 0; row < MAX_ROWS; row++)
    {
      self->names[row] = add_cell (self, row + 1, 0, NULL, TRUE);
      for (guint column = 0; column < COLUMNS; column++)
        self->correlation[row][column] = add_cell (self, row + 1, column + 1, NULL, FALSE);
    }
}

static void
add_details (DlMeasuredPane *self)
{
  self->details = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_box_append (GTK_BOX (self->box), self->details);
  add_wide_button (self, self->details, _ ("_Show on the Map"),
                   _ ("Color the map by what the list ranks, and select its first place"), on_show);
  add_grid (self);
  self->chart = dl_pane_add_chart (self->details, CHART_HEIGHT, draw_chart,
                                   _ ("Measured and computed shares"), self);
  dl_chart_give_table (self->chart, "measured");
  gtk_widget_set_has_tooltip (self->chart, TRUE);
  g_signal_connect (self->chart, "query-tooltip", G_CALLBACK (on_tooltip), self);
  self->vcs
      = dl_pane_add_chart (self->details, 100, draw_vcs, _ ("Flits by virtual channel"), self);
  dl_chart_give_table (self->vcs, "measured");
  self->vc_text = dl_pane_add_label (self->details, "dl-description", TRUE);
}

static void
dl_measured_pane_init (DlMeasuredPane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->box, "dl-evidence");
  add_top (self);
  add_jobs (self);
  add_region (self);
  add_details (self);
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (self->box));
}

/* The counters of a real machine beside values computed for the scenario. */
static GtkWidget *
create (DlView *view)
{
  DlMeasuredPane *self = dl_pane_new (DL_TYPE_MEASURED_PANE, view, _ ("Measured counters"));

  self->view = view;
  self->source = g_object_ref (dl_view_get_counters (view));
  self->list = DL_MEASURED_LIST (dl_measured_list_new (view));
  gtk_box_prepend (GTK_BOX (self->details), GTK_WIDGET (self->list));
  g_signal_connect_object (self->source, "notify::counters", G_CALLBACK (on_counters), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->source, "notify::measured", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->source, "notify::problem", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_session (view), "opened", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  on_counters (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_measured = {
  .id = "measured",
  .create = create,
  .title = N_ ("Measured"),
  .description = N_ ("Counters of a real machine compared with computed values"),
  .topic = "counters#beside",
  .group = DL_PAGE_MEASURED,
  .is_table = TRUE,
};
