#include "dl-difference-scalars.h"

#include "compat.h"
#include "dl-comparison-job.h"
#include "dl-comparison-write.h"
#include "dl-sweep.h"
#include "dl-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define SEEDS      3 /* at first */
#define MOST_SEEDS 50

/* A line of the table, in words. */
typedef struct
{
  char *title;
  char *text[2]; /* A, B */
  char *difference;
  int better; /* 0: A, 1: B, -1: neither */
} Scalar;

static void
scalar_clear (gpointer data)
{
  Scalar *scalar = data;

  g_free (scalar->title);
  g_free (scalar->text[0]);
  g_free (scalar->text[1]);
  g_free (scalar->difference);
}

/* The widget ----------------------------------------------------------------------------------- */

struct _DlDifferenceScalars
{
  DlPane parent;
  DlView *view;             /* the pane's */
  GArray *scalars;          /* Scalar */
  DlComparison *comparison; /* of two rows: A, B */
  guint id[2];
  DlJob *job;
  GCancellable *looking; /* for runs that the library has; NULL */
  GPtrArray *fresh;      /* DlStoreRun: runs for the library */

  GtkGrid *grid; /* a title, and under it, or beside it, A, B and A - B */
  gboolean wide; /* beside it */
  GtkWidget *heads[DL_N_SHOWS];
  GPtrArray *cells; /* GtkLabel, four a row, as many as were needed so far */
  GtkWidget *run;
  GtkWidget *seeds;
  GtkProgressBar *bar;
  GtkLabel *note;
};

G_DEFINE_FINAL_TYPE (DlDifferenceScalars, dl_difference_scalars, DL_TYPE_PANE)

/* "+64", "−0.0123", followed by "±0.02" where there is an interval. */
static char *
signed_text (const DlMeasure *measure, double value, double reach)
{
  g_autofree char *size = dl_measure_format (measure, fabs (value));
  g_autofree char *around = isnan (reach) ? NULL : dl_measure_format (measure, reach);
  const char *sign = value > 0 ? "+" : value < 0 ? "−" : "";

  if (isnan (value))
    return g_strdup ("–");
  if (measure->type == DL_MEASURE_FLAG)
    return g_strdup (value == 0 ? "" : _ ("differs"));
  return around != NULL ? g_strdup_printf ("%s%s ± %s", sign, size, around)
                        : g_strdup_printf ("%s%s", sign, size);
}

static char *
estimate_text (const DlMeasure *measure, const DlComparisonRow *row)
{
  const DlEstimate estimate = dl_comparison_get (row, measure);

  const gboolean bound = !isnan (estimate.mean) && dl_measure_is_bound (measure, row->scenario);
  g_autofree char *text
      = dl_measure_format_interval (measure, estimate.mean, estimate.reach, FALSE);

  return g_strconcat (text, bound ? " " DL_MEASURE_BOUND_MARK : NULL, NULL);
}

/* A measure of the simulation in the window, which has no intervals. */
static Scalar
live_scalar (const DlMeasure *measure, const DlSweepResult live[2])
{
  const double a = dl_measure_get (measure, &live[0]), b = dl_measure_get (measure, &live[1]);

  return (Scalar) { .text = { dl_measure_format (measure, a), dl_measure_format (measure, b) },
                    .difference = signed_text (measure, a - b, NAN),
                    .better = -1 };
}

static Scalar
known_scalar (const DlMeasure *measure, const DlComparisonRow *const row[2])
{
  const DlRowDifference difference = dl_comparison_difference (row[0], row[1], measure);

  return (Scalar) {
    .text = { estimate_text (measure, row[0]), estimate_text (measure, row[1]) },
    .difference = signed_text (measure, difference.absolute, difference.reach),
    .better = difference.better > 0   ? 0
              : difference.better < 0 ? 1
                                      : -1,
  };
}

/* @of_lines: A and B are lines of the run in the window. */
static void
add_measure (GArray *scalars, const DlMeasure *measure, const DlComparisonRow *const row[2],
             const DlSweepResult live[2], gboolean of_lines)
{
  const gboolean is_live
      = measure->simulated && (of_lines || row[0]->runs->len + row[1]->runs->len == 0);
  Scalar scalar = is_live ? live_scalar (measure, live) : known_scalar (measure, row);
  const char *unit = dl_measure_unit (measure, row[0]->scenario);

  scalar.title = unit != NULL ? g_strdup_printf (_ ("%s, %s"), _ (measure->title), unit)
                              : g_strdup (_ (measure->title));
  g_array_append_val (scalars, scalar);
}

static void
add_plain (GArray *scalars, DlMeasureType type, const char *title, double a, double b)
{
  const DlMeasure measure = { .type = type };
  const Scalar scalar
      = { .title = g_strdup (title),
          .text = { dl_measure_format (&measure, a), dl_measure_format (&measure, b) },
          .difference = signed_text (&measure, a - b, NAN),
          .better = -1 };

  g_array_append_val (scalars, scalar);
}

static void
add_count (GArray *scalars, const char *title, double a, double b)
{
  add_plain (scalars, DL_MEASURE_WHOLE, title, a, b);
}

/* NAN where packets have no age. */
static double
mean_age (const DlLivePicture *picture)
{
  double sum = 0, n = 0;

  for (guint age = 0; age < G_N_ELEMENTS (picture->age); age++)
    {
      n += picture->age[age];
      sum += (double) age * picture->age[age];
    }
  return sum / n;
}

/* Packets at the cycles of both; counts since cycle 0. */
static void
add_packets (GArray *scalars, const DlLivePicture *a, const DlLivePicture *b)
{
  add_count (scalars, _ ("Packets delivered"), a->delivered, b->delivered);
  add_count (scalars, _ ("Packets in flight"), a->in_flight, b->in_flight);
  add_count (scalars, _ ("Packets waiting at their sources"), a->waiting, b->waiting);
  if (!isnan (mean_age (a)) || !isnan (mean_age (b)))
    add_plain (scalars, DL_MEASURE_REAL, _ ("Mean age of packets that are granted"), mean_age (a),
               mean_age (b));
}

/* All measures of the analysis, or all that are simulated. */
static void
add_measures (GArray *scalars, gboolean simulated, const DlComparisonRow *const row[2],
              const DlSweepResult live[2], gboolean of_lines)
{
  guint n;
  const DlMeasure *table = dl_measure_table (&n);

  for (guint i = 0; i < n; i++)
    if (table[i].simulated == simulated
        && (dl_measure_suits (&table[i], row[0]->scenario)
            || dl_measure_suits (&table[i], row[1]->scenario)))
      add_measure (scalars, &table[i], row, live, of_lines);
}

/* Both rows of the comparison as A and B are now: runs of a state that is still there stay. */
static void
follow_states (DlDifferenceScalars *self, DlEvaluation *const result[2])
{
  for (guint i = 0; i < 2; i++)
    {
      DlComparisonRow *row;

      if (self->id[i] == 0)
        self->id[i]
            = dl_comparison_add (self->comparison, i == 0 ? "A" : "B", NULL, result[i]->scenario);
      else
        dl_comparison_change (self->comparison, self->id[i], i == 0 ? "A" : "B",
                              result[i]->scenario);
      row = dl_comparison_find (self->comparison, self->id[i]);
      dl_scalars_of_result (&row->state, result[i]);
      row->evaluated = TRUE;
    }
}

static void
place (DlDifferenceScalars *self, GtkWidget *label, int column, int row, int width)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self->grid));
  GtkGridLayoutChild *child
      = GTK_GRID_LAYOUT_CHILD (gtk_layout_manager_get_layout_child (layout, label));

  gtk_grid_layout_child_set_column (child, column);
  gtk_grid_layout_child_set_row (child, row);
  gtk_grid_layout_child_set_column_span (child, width);
}

/* A, B or A - B is two columns further to the right where titles are beside them. */
static void
place_value (DlDifferenceScalars *self, GtkWidget *label, guint value, int row)
{
  place (self, label, (int) value + (self->wide ? 2 : 0), row, 1);
}

static void
place_row (DlDifferenceScalars *self, guint row)
{
  GtkWidget **cells = (GtkWidget **) self->cells->pdata + 4 * row;
  const int line = 2 * (int) row + 1;

  gtk_widget_set_margin_top (cells[0], self->wide ? 0 : 4);
  place (self, cells[0], 0, line, self->wide ? 2 : 3);
  for (guint value = 0; value < DL_N_SHOWS; value++)
    place_value (self, cells[1 + value], value, self->wide ? line : line + 1);
}

void
dl_difference_scalars_set_wide (DlDifferenceScalars *self, gboolean wide)
{
  if (wide == self->wide)
    return;
  self->wide = wide;
  for (guint value = 0; value < DL_N_SHOWS; value++)
    place_value (self, self->heads[value], value, 0);
  for (guint row = 0; row < self->cells->len / 4; row++)
    place_row (self, row);
}

/* One row more of the grid. */
static void
add_row (DlDifferenceScalars *self)
{
  const guint row = self->cells->len / 4;

  for (guint cell = 0; cell < 4; cell++)
    {
      GtkWidget *label = gtk_label_new (NULL);

      gtk_label_set_xalign (GTK_LABEL (label), cell == 0 ? 0 : 1);
      /* An interval goes below its value where there is no room beside it. */
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_justify (GTK_LABEL (label), cell == 0 ? GTK_JUSTIFY_LEFT : GTK_JUSTIFY_RIGHT);
      gtk_widget_add_css_class (label, "dl-small");
      gtk_widget_add_css_class (label, cell == 0 ? "dim-label" : "dl-number");
      gtk_grid_attach (self->grid, label, 0, 0, 1, 1);
      g_ptr_array_add (self->cells, label);
    }
  place_row (self, row);
}

/* The better one is told by a mark. */
static void
show_cell (GtkLabel *label, const char *text, gboolean better, gboolean bold)
{
  g_autofree char *marked = better ? g_strdup_printf ("✓ %s", text) : g_strdup (text);

  gtk_label_set_text (label, marked);
  if (better)
    gtk_widget_set_tooltip_text (GTK_WIDGET (label), _ ("The better one of the two"));
  else
    gtk_widget_set_tooltip_text (GTK_WIDGET (label), text);
  if (bold)
    gtk_widget_add_css_class (GTK_WIDGET (label), "heading");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (label), "heading");
}

static void
show_scalars (DlDifferenceScalars *self)
{
  while (self->cells->len < 4 * self->scalars->len)
    add_row (self);
  for (guint i = 0; i < self->cells->len; i++)
    gtk_widget_set_visible (g_ptr_array_index (self->cells, i), i / 4 < self->scalars->len);
  for (guint i = 0; i < self->scalars->len; i++)
    {
      const Scalar *scalar = &g_array_index (self->scalars, Scalar, i);
      GtkLabel **cells = (GtkLabel **) self->cells->pdata + 4 * i;
      const gboolean changed = strpbrk (scalar->difference, "123456789") != NULL;

      gtk_label_set_text (cells[0], scalar->title);
      show_cell (cells[1], scalar->text[0], scalar->better == 0, FALSE);
      show_cell (cells[2], scalar->text[1], scalar->better == 1, FALSE);
      show_cell (cells[3], scalar->difference, FALSE, changed);
    }
}

static void
show_run (DlDifferenceScalars *self)
{
  const gboolean running = dl_difference_scalars_is_running (self);

  gtk_button_set_label (GTK_BUTTON (self->run), running ? _ ("_Cancel") : _ ("_Simulate Both"));
  gtk_widget_set_visible (GTK_WIDGET (self->bar), running);
  gtk_progress_bar_set_fraction (self->bar, dl_job_get_progress (self->job));
}

static char *
note_text (const DlComparisonRow *const row[2], gboolean has_live)
{
  const guint n = MIN (row[0]->runs->len, row[1]->runs->len);

  for (guint i = 0; i < 2; i++)
    if (row[i]->problem != NULL)
      return g_strdup (row[i]->problem);
  if (n > 1)
    return g_strdup (dl_comparison_rule ());
  return g_strdup (has_live
                       ? _ ("Simulated values are from the last cycles of one run each. Simulate "
                            "both with several seeds to get confidence intervals")
                       : _ ("Simulate both with several seeds to compare latencies and "
                            "throughput"));
}

void
dl_difference_scalars_update (DlDifferenceScalars *self)
{
  DlSession *session = dl_view_get_session (self->view);
  const DlPin *pin = dl_session_get_pin (session);
  DlEvaluation *result = dl_session_get_result (session);
  const DlLivePicture *picture = dl_live_get_picture (dl_view_get_live (self->view));
  const DlLivePicture *picture_b = dl_live_get_picture_b (dl_view_get_live (self->view));

  gtk_widget_set_visible (GTK_WIDGET (self), pin != NULL && result != NULL);
  if (pin == NULL || result == NULL)
    return;
  DlEvaluation *const states[2] = { result, pin->result };
  DlSweepResult live[2] = { { 0 }, pin->scalars };
  follow_states (self, states);
  const DlComparisonRow *const rows[2] = { dl_comparison_find (self->comparison, self->id[0]),
                                           dl_comparison_find (self->comparison, self->id[1]) };

  dl_scalars_of_result (&live[0], result);
  if (picture != NULL && picture->generation == result->generation)
    dl_live_picture_add_scalars (picture, &live[0]);

  g_array_set_size (self->scalars, 0);
  const DlFindings *a = &result->findings, *b = &pin->result->findings;
  if (picture != NULL && picture_b != NULL)
    add_packets (self->scalars, picture, picture_b);
  /* Two lines of a run differ in these. */
  if (pin->follows)
    add_measures (self->scalars, TRUE, rows, live, TRUE);
  add_count (self->scalars, _ ("Working nodes"), a->working_nodes, b->working_nodes);
  add_count (self->scalars, _ ("Working links"), a->working_links, b->working_links);
  add_measures (self->scalars, FALSE, rows, live, pin->follows);
  if (!pin->follows)
    add_measures (self->scalars, TRUE, rows, live, FALSE);
  show_scalars (self);

  g_autofree char *note
      = pin->follows
            ? g_strdup (_ ("Simulated values are of both lines at these cycles: since the last "
                           "change of each, without the warm-up"))
            : note_text (rows, !isnan (live[0].accepted) || !isnan (live[1].accepted));
  gtk_widget_set_visible (gtk_widget_get_parent (self->run), !pin->follows);
  gtk_label_set_text (self->note, note);
  show_run (self);
}

/* Runs ----------------------------------------------------------------------------------------- */

/* Runs of A belong to its scenario, those of B to none: it need not be in the library. */
static void
note_fresh (const DlComparisonTask *task, const DlSweepResult *result, const GError *problem,
            gpointer data)
{
  DlDifferenceScalars *self = data;
  DlSession *session = dl_view_get_session (self->view);
  DlStoreRun *run = dl_comparison_store_run (
      self->comparison, task, result,
      task->id == self->id[0] ? dl_session_get_scenario_id (session) : 0);

  if (run != NULL)
    g_ptr_array_add (self->fresh, run);
}

/* A run that is not kept is made again: nothing else is lost. */
static void
on_kept (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  if (!dl_store_thread_finish (result, &error))
    g_warning ("%s", error->message);
}

static void
keep_fresh (DlDifferenceScalars *self)
{
  DlSession *session = dl_view_get_session (self->view);
  DlStoreThread *thread = dl_session_get_store (session);
  DlLibrary *library = dl_session_get_library (session);

  if (self->fresh->len > 0 && thread != NULL)
    {
      dl_store_call_async (thread, DL_STORE_ADD_RUNS, (DlStoreArgs) { .runs = self->fresh }, NULL,
                           on_kept, NULL);
      g_ptr_array_unref (self->fresh);
      self->fresh = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
      if (library != NULL)
        dl_library_results_changed (library);
    }
  g_ptr_array_set_size (self->fresh, 0);
}

static void
on_run (gpointer result, gpointer user_data)
{
  DlDifferenceScalars *self = user_data;

  dl_comparison_work_take (result, self->comparison, note_fresh, self);
  dl_comparison_work_unref (result);
  keep_fresh (self);
  dl_difference_scalars_update (self);
}

static void
make_runs (DlDifferenceScalars *self, guint n_seeds)
{
  dl_comparison_work_unref (dl_comparison_work_start (
      self->job, dl_comparison_tasks (self->comparison, n_seeds), on_run, self));
  dl_difference_scalars_update (self);
}

/* A look for runs in the library, and how many there are to be. */
typedef struct
{
  DlDifferenceScalars *scalars;
  guint n_seeds;
} Look;

static void
on_looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Look *look = user_data;
  g_autoptr (DlDifferenceScalars) self = look->scalars;
  g_autoptr (GError) error = NULL;
  gboolean any;

  if (self->comparison == NULL)
    return;
  /* Where the library cannot be read, runs are made. */
  dl_comparison_store_look_up_finish (result, self->comparison, &any, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->looking);
  make_runs (self, look->n_seeds);
}

static void
cancel (DlDifferenceScalars *self)
{
  if (self->looking != NULL)
    g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  if (self->job != NULL)
    dl_job_cancel (self->job);
}

void
dl_difference_scalars_run (DlDifferenceScalars *self, guint n_seeds)
{
  DlStoreThread *thread = dl_session_get_store (dl_view_get_session (self->view));
  g_autoptr (GPtrArray) tasks = NULL;
  Look *look;

  dl_difference_scalars_update (self);
  if (self->id[1] == 0 || dl_session_get_pin (dl_view_get_session (self->view)) == NULL)
    return;
  cancel (self);
  tasks = dl_comparison_tasks (self->comparison, n_seeds);
  if (tasks->len == 0 || thread == NULL)
    {
      make_runs (self, n_seeds);
      return;
    }
  self->looking = g_cancellable_new ();
  look = g_new (Look, 1);
  *look = (Look) { g_object_ref (self), n_seeds };
  dl_comparison_store_look_up_async (thread, g_steal_pointer (&tasks), self->looking, on_looked,
                                     look);
  show_run (self);
}

gboolean
dl_difference_scalars_is_running (DlDifferenceScalars *self)
{
  return self->looking != NULL || dl_job_is_running (self->job);
}

static void
on_clicked (DlDifferenceScalars *self)
{
  if (dl_difference_scalars_is_running (self))
    {
      cancel (self);
      show_run (self);
    }
  else
    dl_difference_scalars_run (self,
                               gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->seeds)));
}

static void
fill_scalar (DlCells *cells, gconstpointer scalars, guint row)
{
  const Scalar *scalar = &g_array_index ((const GArray *) scalars, Scalar, row);

  dl_cells_text (cells, scalar->title);
  dl_cells_text (cells, scalar->text[0]);
  dl_cells_text (cells, scalar->text[1]);
  dl_cells_text (cells, scalar->difference);
  dl_cells_text (cells, scalar->better == 0 ? "A" : scalar->better == 1 ? "B" : NULL);
}

void
dl_difference_scalars_write (DlDifferenceScalars *self, GString *csv)
{
  static const DlTableColumn columns[]
      = { { "measure" }, { "a" }, { "b" }, { "difference" }, { "better" } };
  const DlTable table = DL_TABLE (columns, self->scalars->len, fill_scalar, self->scalars);

  dl_table_append_csv (csv, &table);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlDifferenceScalars *self = DL_DIFFERENCE_SCALARS (object);

  cancel (self);
  g_clear_object (&self->job);
  g_clear_pointer (&self->fresh, g_ptr_array_unref);
  g_clear_pointer (&self->scalars, g_array_unref);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_clear_pointer (&self->comparison, dl_comparison_free);
  G_OBJECT_CLASS (dl_difference_scalars_parent_class)->dispose (object);
}

static void
dl_difference_scalars_class_init (DlDifferenceScalarsClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
add_run (DlDifferenceScalars *self, GtkWidget *box)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("s_eeds"));

  self->run = dl_pane_add_button (
      line, _ ("_Simulate Both"),
      /* xgettext:no-c-format */
      _ ("Run A and B with the same seeds: means with 95% confidence intervals. Runs in the "
         "library are not repeated"));
  gtk_widget_set_hexpand (self->run, TRUE);
  g_signal_connect_swapped (self->run, "clicked", G_CALLBACK (on_clicked), self);
  self->seeds = gtk_spin_button_new_with_range (1, MOST_SEEDS, 1);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->seeds), SEEDS);
  gtk_widget_set_tooltip_text (self->seeds, _ ("Runs of each: at least two for a confidence "
                                               "interval"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->seeds), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Seeds"), -1);
  dl_compat_set_mnemonic_widget (GTK_LABEL (label), self->seeds);
  gtk_box_append (GTK_BOX (line), self->seeds);
  gtk_box_append (GTK_BOX (line), label);
  gtk_box_append (GTK_BOX (box), line);

  self->bar = GTK_PROGRESS_BAR (gtk_progress_bar_new ());
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Progress of the runs"), -1);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->bar));
}

static void
dl_difference_scalars_init (DlDifferenceScalars *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkLabel *title;

  self->comparison = dl_comparison_new ();
  self->job = dl_job_new ();
  self->fresh = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_store_run_free);
  g_signal_connect_object (self->job, "notify", G_CALLBACK (show_run), self, G_CONNECT_SWAPPED);
  self->scalars = g_array_new (FALSE, FALSE, sizeof (Scalar));
  g_array_set_clear_func (self->scalars, scalar_clear);
  self->cells = g_ptr_array_new ();
  title = dl_pane_add_label (box, "dl-group-title", TRUE);
  gtk_label_set_text (title, _ ("The whole network"));
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_homogeneous (self->grid, TRUE);
  gtk_grid_set_column_spacing (self->grid, 6);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->grid));
  for (guint show = 0; show < DL_N_SHOWS; show++)
    {
      GtkWidget *head = gtk_label_new (dl_show_title (show));

      gtk_label_set_xalign (GTK_LABEL (head), 1);
      gtk_widget_add_css_class (head, "dl-small");
      gtk_widget_add_css_class (head, "heading");
      gtk_grid_attach (self->grid, head, show, 0, 1, 1);
      self->heads[show] = head;
    }
  add_run (self, box);
  self->note = dl_pane_add_label (box, "dl-description", TRUE);
  dl_pane_set_child (DL_PANE (self), box);
}

GtkWidget *
dl_difference_scalars_new (DlView *view)
{
  DlDifferenceScalars *self
      = dl_pane_new (DL_TYPE_DIFFERENCE_SCALARS, view, _ ("The whole network"));

  self->view = view;
  dl_difference_scalars_update (self);
  return GTK_WIDGET (self);
}
