#include "dl-comparison-job.h"
#include "dl-family-room.h"
#include "dl-measure.h"
#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* A scenario that has not changed for so many milliseconds is compared: not in the middle of a
 * drag. */
#define PAUSE_MS 300

#define COLUMN_GAP 6

enum
{
  UNREACHABLE,
  DEADLOCK_FREE,
  LOAD,
  HOPS,
  N_COLUMNS
};

static const struct
{
  const char *title;
  const char *tooltip;
} columns[N_COLUMNS] = {
  [UNREACHABLE] = { N_ ("Unreachable pairs"),
                    N_ ("Ordered pairs of nodes without a route, or with one that a dateline "
                        "drops") },
  [DEADLOCK_FREE]
  = { N_ ("Deadlock-free"), N_ ("Whether the routes of all pairs exclude a deadlock") },
  [LOAD] = { N_ ("Maximum channel load"),
             N_ ("Packets on the busiest link when each pair of nodes sends its weight once") },
  [HOPS] = { N_ ("Mean hops"), N_ ("Over the pairs that are delivered") },
};

/* The widgets of an engine. */
typedef struct
{
  GtkWidget *row; /* GtkListBoxRow */
  GtkWidget *use, *beside, *current;
  GtkWidget *differences; /* the line of these */
  GtkLabel *title, *value[N_COLUMNS], *difference[N_COLUMNS];
} Line;

#define DL_TYPE_ENGINES_PANE (dl_engines_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlEnginesPane, dl_engines_pane, DL, ENGINES_PANE, DlPane)

struct _DlEnginesPane
{
  DlPane parent;
  DlView *view; /* the pane's */
  DlEngineJob *job;
  DlEngineComparison *shown; /* the comparison in the lines; nullable */
  GArray *lines;             /* Line, one per row of @shown */
  guint pause;               /* timeout */
  gboolean declined;         /* it was canceled: not again by itself */

  GtkLabel *about, *refused, *bound;
  GtkButton *button;
  GtkProgressBar *bar;
  GtkInscription *best; /* its name */
  GtkLabel *best_about;
  GtkWidget *head;
  GtkListBox *list;
  GtkLabel *titles[N_COLUMNS];
};

G_DEFINE_FINAL_TYPE (DlEnginesPane, dl_engines_pane, DL_TYPE_PANE)

static DlSearchJob *
job_of (DlEnginesPane *self)
{
  return DL_SEARCH_JOB (self->job);
}

static DlSession *
session_of (DlEnginesPane *self)
{
  return dl_view_get_session (self->view);
}

static const DlFamily *
family_of (DlEnginesPane *self)
{
  return dl_session_get_scenario (session_of (self))->family;
}

/* Values --------------------------------------------------------------------------------------- */

static char *
marked_text (const DlEngineRow *row, double value, guint digits)
{
  g_autofree char *text = dl_number_text (value, digits);

  return g_strconcat (text, row->is_bound && !isnan (value) ? "\u2009" DL_MEASURE_BOUND_MARK : "",
                      NULL);
}

/* "≥ 7,373" where the saturation load is a bound: no share of packets has a lower maximum. */
static char *
load_text (const DlEngineRow *row)
{
  g_autofree char *text = dl_number_text (row->load_max, 0);

  return g_strconcat (row->is_bound && !isnan (row->load_max) ? "≥ " : "", text, NULL);
}

static char *
value_text (const DlEngineRow *row, guint column)
{
  switch (column)
    {
    case UNREACHABLE:
      return g_strdup_printf ("%'" G_GUINT64_FORMAT, row->unreachable_pairs);
    case DEADLOCK_FREE:
      return g_strdup (row->deadlock_free    ? _ ("✓ yes")
                       : row->layers_unknown ? _ ("? not known")
                                             : _ ("✗ no"));
    case LOAD:
      return load_text (row);
    default:
      return marked_text (row, row->hops_mean, 2);
    }
}

/* "+1,204", "−0.31"; empty where it comes out as zero, or is not known. */
static char *
signed_text (double difference, guint digits)
{
  g_autofree char *text = dl_number_text (fabs (difference), digits);

  if (isnan (difference) || fabs (difference) < 0.5 * pow (10, -(double) digits))
    return g_strdup ("");
  return g_strconcat (difference < 0 ? "−" : "+", text, NULL);
}

static char *
difference_text (const DlEngineRow *row, const DlEngineRow *current, guint column)
{
  /* A bound and a value have no difference that is known. */
  if ((column == LOAD || column == HOPS) && (row->is_bound || current->is_bound))
    return g_strdup ("");
  switch (column)
    {
    case UNREACHABLE:
      return signed_text ((double) row->unreachable_pairs - (double) current->unreachable_pairs, 0);
    case LOAD:
      {
        g_autofree char *percent
            = current->load_max > 0 ? signed_text (100 * (row->load_max / current->load_max - 1), 0)
                                    : g_strdup ("");

        /* Translators: how much more or less than the current one: “+28%” */
        return *percent != '\0' ? g_strdup_printf (_ ("%s%%"), percent) : g_strdup ("");
      }
    case HOPS:
      return signed_text (row->hops_mean - current->hops_mean, 2);
    default:
      return g_strdup ("");
    }
}

/* All of it in one sentence, for assistive technology. */
static char *
row_sentence (const DlEngineRow *row, gboolean is_current)
{
  const gulong pairs = row->unreachable_pairs;
  g_autofree char *load = load_text (row);
  g_autofree char *hops = dl_number_text (row->hops_mean, 2);
  g_autofree char *unreachable = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'lu unreachable pair", "%'lu unreachable pairs", pairs),
      pairs);

  return g_strdup_printf (
      is_current
          /* Translators: an engine, its pairs, whether it can deadlock, and two numbers */
          ? _ ("%s, the current engine: %s, %s, maximum channel load %s, mean hops %s")
          : _ ("%s: %s, %s, maximum channel load %s, mean hops %s"),
      row->title, unreachable,
      row->deadlock_free    ? _ ("deadlock-free")
      : row->layers_unknown ? _ ("deadlock not known")
                            : _ ("can deadlock"),
      load, hops);
}

/* Lines ---------------------------------------------------------------------------------------- */

static void
use (DlEnginesPane *self, guint i)
{
  if (self->shown == NULL || i >= self->shown->n_rows || self->shown->family != family_of (self))
    return;
  dl_session_set (session_of (self), self->shown->family->engine_key, self->shown->rows[i].id,
                  FALSE);
  /* The button is about to go. */
  gtk_widget_grab_focus (g_array_index (self->lines, Line, i).row);
}

static void
on_use (GtkButton *button, DlEnginesPane *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);

  use (self, gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row)));
}

/* Show the map of the row's engine beside the current one's. */
static void
on_beside (GtkButton *button, DlEnginesPane *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);
  const guint i = gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  const DlScenario *scenario = dl_session_get_scenario (session_of (self));
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autofree char *label = NULL;

  if (self->shown == NULL || i >= self->shown->n_rows || self->shown->family != family_of (self)
      || !dl_field_set (dl_field_find_name (self->shown->family->engine_key), other,
                        self->shown->rows[i].id, NULL))
    return;
  label = g_strdup_printf ("%s, %s", scenario->name, self->shown->rows[i].title);
  dl_beside_pin_beside (dl_view_get_beside (self->view), other, label);
}

static void
on_activated (DlEnginesPane *self, GtkListBoxRow *row)
{
  use (self, gtk_list_box_row_get_index (row));
}

/* Columns share what there is beyond their least widths, whatever is in their cells. */

static int
least_width (GtkWidget *cell)
{
  int width;

  gtk_widget_measure (cell, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  return width;
}

static int
line_width (GtkWidget *line)
{
  int width = (N_COLUMNS - 1) * COLUMN_GAP;

  for (GtkWidget *cell = gtk_widget_get_first_child (line); cell != NULL;
       cell = gtk_widget_get_next_sibling (cell))
    width += least_width (cell);
  return width;
}

static void
measure_line (GtkWidget *line, GtkOrientation orientation, int for_size, int *minimum, int *natural,
              int *minimum_baseline, int *natural_baseline)
{
  const int least = line_width (line);
  const int more = for_size > least ? (for_size - least) / N_COLUMNS : 0;

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? least : 0;
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    return;
  for (GtkWidget *cell = gtk_widget_get_first_child (line); cell != NULL;
       cell = gtk_widget_get_next_sibling (cell))
    {
      int height;

      gtk_widget_measure (cell, GTK_ORIENTATION_VERTICAL, least_width (cell) + more, &height, NULL,
                          NULL, NULL);
      *minimum = *natural = MAX (*minimum, height);
    }
}

static void
allocate_line (GtkWidget *line, int width, int height, int baseline)
{
  const int more = MAX (0, width - line_width (line)) / N_COLUMNS;
  const gboolean mirrored = gtk_widget_get_direction (line) == GTK_TEXT_DIR_RTL;
  int x = MAX (0, width - line_width (line)) % N_COLUMNS;

  for (GtkWidget *cell = gtk_widget_get_first_child (line); cell != NULL;
       cell = gtk_widget_get_next_sibling (cell))
    {
      const int own = least_width (cell) + more;

      gtk_widget_size_allocate (
          cell, &(GtkAllocation) { mirrored ? width - x - own : x, 0, own, height }, -1);
      x += own + COLUMN_GAP;
    }
}

static GtkSizeRequestMode
line_mode (GtkWidget *line)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

/* A line with a label per column. */
static GtkWidget *
add_cells (GtkWidget *box, const char *css_class, GtkLabel *cells[N_COLUMNS])
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (line,
                                 gtk_custom_layout_new (line_mode, measure_line, allocate_line));
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      cells[i] = dl_pane_add_label (line, css_class, FALSE);
      gtk_label_set_xalign (cells[i], 1);
      gtk_label_set_justify (cells[i], GTK_JUSTIFY_RIGHT);
      gtk_widget_set_hexpand (GTK_WIDGET (cells[i]), TRUE);
      gtk_widget_set_valign (GTK_WIDGET (cells[i]), GTK_ALIGN_END);
    }
  gtk_box_append (GTK_BOX (box), line);
  return line;
}

static Line
new_line (DlEnginesPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  Line line;

  gtk_box_append (GTK_BOX (box), top);
  line.title = dl_pane_add_label (top, NULL, TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (line.title), TRUE);
  line.current = GTK_WIDGET (dl_pane_add_label (top, "dim-label", FALSE));
  gtk_label_set_text (GTK_LABEL (line.current), _ ("✓ current"));
  line.use = gtk_button_new_with_label (_ ("Use"));
  gtk_widget_set_tooltip_text (line.use, _ ("Route by this engine; it can be undone"));
  gtk_widget_add_css_class (line.use, "dl-pill");
  gtk_widget_set_valign (line.use, GTK_ALIGN_CENTER);
  g_signal_connect (line.use, "clicked", G_CALLBACK (on_use), self);
  line.beside = gtk_button_new_with_label (_ ("A | B"));
  gtk_widget_set_tooltip_text (line.beside, _ ("Pin this engine as B, and show its map beside the "
                                               "current one’s"));
  gtk_widget_add_css_class (line.beside, "dl-pill");
  gtk_widget_set_valign (line.beside, GTK_ALIGN_CENTER);
  g_signal_connect (line.beside, "clicked", G_CALLBACK (on_beside), self);
  gtk_box_append (GTK_BOX (top), line.beside);
  gtk_box_append (GTK_BOX (top), line.use);
  add_cells (box, "dl-number", line.value);
  line.differences = add_cells (box, "dl-number", line.difference);
  gtk_widget_add_css_class (line.differences, "dim-label");
  gtk_widget_add_css_class (line.differences, "dl-small");
  gtk_widget_add_css_class (box, "dl-engine");
  line.row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (line.row), box);
  gtk_list_box_append (self->list, line.row);
  return line;
}

static void
show_line (const Line *line, const DlEngineRow *row, const DlEngineRow *current)
{
  const gboolean is_current = row == current;
  g_autofree char *sentence = row_sentence (row, is_current);
  g_autofree char *use = g_strdup_printf (_ ("Use %s"), row->title);
  g_autofree char *beside = g_strdup_printf (_ ("%s beside the current engine"), row->title);
  gboolean differs = FALSE;

  gtk_label_set_text (line->title, row->title);
  for (guint column = 0; column < N_COLUMNS; column++)
    {
      g_autofree char *value = value_text (row, column);
      g_autofree char *difference
          = current != NULL ? difference_text (row, current, column) : g_strdup ("");

      gtk_label_set_text (line->value[column], value);
      gtk_label_set_text (line->difference[column], difference);
      differs = differs || *difference != '\0';
    }
  gtk_widget_set_visible (line->differences, differs);
  gtk_widget_set_visible (line->current, is_current);
  gtk_widget_set_visible (line->use, !is_current);
  gtk_widget_set_visible (line->beside, !is_current);
  if (is_current)
    gtk_widget_add_css_class (GTK_WIDGET (line->title), "dl-differs"); /* bold */
  else
    gtk_widget_remove_css_class (GTK_WIDGET (line->title), "dl-differs");
  gtk_widget_remove_css_class (GTK_WIDGET (line->value[DEADLOCK_FREE]),
                               row->deadlock_free ? "dl-error" : "dl-good");
  gtk_widget_add_css_class (GTK_WIDGET (line->value[DEADLOCK_FREE]),
                            row->deadlock_free ? "dl-good" : "dl-error");
  if (row->layers_unknown)
    gtk_widget_remove_css_class (GTK_WIDGET (line->value[DEADLOCK_FREE]), "dl-error");

  gtk_accessible_update_property (GTK_ACCESSIBLE (line->row), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  sentence, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line->use), GTK_ACCESSIBLE_PROPERTY_LABEL, use,
                                  -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line->beside), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  beside, -1);
}

/* Show a line per row of @comparison, which may be NULL. */
static void
set_shown (DlEnginesPane *self, DlEngineComparison *comparison)
{
  const guint n = comparison != NULL ? comparison->n_rows : 0;

  if (comparison != NULL)
    dl_engine_comparison_ref (comparison);
  dl_engine_comparison_unref (self->shown);
  self->shown = comparison;
  while (self->lines->len > n)
    {
      gtk_list_box_remove (self->list, g_array_index (self->lines, Line, self->lines->len - 1).row);
      g_array_set_size (self->lines, self->lines->len - 1);
    }
  while (self->lines->len < n)
    {
      const Line line = new_line (self);
      g_array_append_val (self->lines, line);
    }
}

/* The least width of @cell by what it says, if it is more than @width. */
static int
wider (GtkLabel *cell, int width)
{
  int own;

  gtk_widget_set_size_request (GTK_WIDGET (cell), -1, -1);
  gtk_widget_measure (GTK_WIDGET (cell), GTK_ORIENTATION_HORIZONTAL, -1, &own, NULL, NULL, NULL);
  return MAX (own, width);
}

/* Cells are below the titles of their columns: all of a column ask for the same width. */
static void
align_columns (DlEnginesPane *self)
{
  for (guint column = 0; column < N_COLUMNS; column++)
    {
      int width = wider (self->titles[column], 0);

      for (guint i = 0; i < self->lines->len; i++)
        {
          const Line *line = &g_array_index (self->lines, Line, i);

          width = wider (line->difference[column], wider (line->value[column], width));
        }
      gtk_widget_set_size_request (GTK_WIDGET (self->titles[column]), width, -1);
      for (guint i = 0; i < self->lines->len; i++)
        {
          const Line *line = &g_array_index (self->lines, Line, i);

          gtk_widget_set_size_request (GTK_WIDGET (line->value[column]), width, -1);
          gtk_widget_set_size_request (GTK_WIDGET (line->difference[column]), width, -1);
        }
    }
}

/* Display -------------------------------------------------------------------------------------- */

static gboolean
is_complete (const DlEngineComparison *comparison)
{
  return comparison != NULL && comparison->n_rows + comparison->n_refused == comparison->n_engines;
}

/* The first one: its name, and its load; none before all are known. */
static void
show_best (DlEnginesPane *self, const DlEngineRow *best)
{
  g_autofree char *load = best != NULL ? load_text (best) : NULL;
  g_autofree char *about = NULL;

  if (best != NULL && !is_complete (self->shown))
    about = g_strdup (_ ("Not all engines are compared yet."));
  else if (best != NULL)
    about = g_strdup_printf (
        best->deadlock_free
            /* Translators: behind the name of the best engine, in large type */
            ? _ ("is the best here: deadlock-free, maximum channel load %s")
            : _ ("is the best here, but not deadlock-free: maximum channel load %s"),
        load);
  gtk_inscription_set_text (self->best, !is_complete (self->shown) ? "…"
                                        : best != NULL             ? best->title
                                                                   : "");
  gtk_widget_set_visible (GTK_WIDGET (self->best), best != NULL);
  dl_pane_show_text (self->best_about, about);
}

static void
show_rows (DlEnginesPane *self)
{
  const DlEngineComparison *shown = self->shown;
  const DlScenario *scenario = dl_session_get_scenario (session_of (self));
  g_autofree char *engine = NULL;
  g_autofree char *refused = NULL;
  const DlEngineRow *current = NULL;
  gboolean bound = FALSE;

  show_best (self, shown != NULL && shown->n_rows > 1 ? &shown->rows[0] : NULL);
  gtk_widget_set_visible (self->head, shown != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->list), shown != NULL);
  if (shown != NULL)
    {
      engine = dl_field_get (dl_field_find_name (shown->family->engine_key), scenario);
      current = dl_engine_comparison_find (shown, engine);
      for (guint i = 0; i < shown->n_rows; i++)
        {
          show_line (&g_array_index (self->lines, Line, i), &shown->rows[i], current);
          bound = bound || shown->rows[i].is_bound;
        }
      align_columns (self);
    }
  if (shown != NULL && shown->n_refused > 0)
    refused
        = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u engine cannot route this network.",
                                        "%u engines cannot route this network.", shown->n_refused),
                           shown->n_refused);
  dl_pane_show_text (self->refused, refused);
  dl_pane_show_text (self->bound, bound ? dl_measure_bound_note () : NULL);
}

static gboolean
is_current (DlEnginesPane *self)
{
  return is_complete (dl_search_job_get_results (job_of (self)))
         && !dl_search_job_is_stale (job_of (self));
}

static void
update (DlEnginesPane *self)
{
  DlEngineComparison *results = dl_search_job_get_results (job_of (self));
  const gboolean running = dl_search_job_is_running (job_of (self));
  const gboolean has_engines = family_of (self)->engine_key != NULL;

  if (results != NULL && results->family != family_of (self))
    results = NULL;
  /* A new search begins without rows: those before stay until it has some. */
  if (results != NULL || !running
      || (self->shown != NULL && self->shown->family != family_of (self)))
    set_shown (self, results);
  show_rows (self);
  gtk_label_set_text (self->about,
                      has_engines ? _ ("This network under each routing engine, the best first. "
                                       "Small numbers: against the current one.")
                                  : _ ("Networks of this kind do not have a choice of engines."));
  gtk_button_set_label (self->button, running ? _ ("_Cancel") : _ ("_Compare Engines"));
  gtk_widget_set_visible (GTK_WIDGET (self->button),
                          has_engines && (running || self->declined) && !is_current (self));
  dl_pane_show_progress (self->bar, running, dl_search_job_get_progress (job_of (self)),
                         dl_search_job_get_seconds_left (job_of (self)));
}

/* Actions -------------------------------------------------------------------------------------- */

static void
start (DlEnginesPane *self)
{
  self->declined = FALSE;
  if (family_of (self)->engine_key != NULL)
    dl_search_job_start (job_of (self), NULL);
  update (self);
}

static gboolean
on_pause (gpointer user_data)
{
  DlEnginesPane *self = user_data;

  self->pause = 0;
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && !self->declined && !is_current (self)
      && !dl_search_job_is_running (job_of (self)))
    start (self);
  return G_SOURCE_REMOVE;
}

/* Update the page after a pause, if it is visible; else it is updated when it is shown next. */
static void
look (DlEnginesPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_handle_id (&self->pause, g_source_remove);
  self->pause = g_timeout_add (PAUSE_MS, on_pause, self);
  update (self);
}

static void
on_job (DlEnginesPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

static void
on_generation (DlEnginesPane *self)
{
  if (!is_current (self) && dl_search_job_is_stale (job_of (self)))
    self->declined = FALSE; /* that was another network */
  look (self);
}

static void
on_button (DlEnginesPane *self)
{
  if (!dl_search_job_is_running (job_of (self)))
    {
      start (self);
      return;
    }
  self->declined = TRUE;
  dl_search_job_cancel (job_of (self));
  update (self);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlEnginesPane *self = DL_ENGINES_PANE (object);

  g_clear_handle_id (&self->pause, g_source_remove);
  if (self->job != NULL)
    dl_search_job_cancel (job_of (self));
  g_clear_object (&self->job);
  g_clear_pointer (&self->shown, dl_engine_comparison_unref);
  g_clear_pointer (&self->lines, g_array_unref);
  G_OBJECT_CLASS (dl_engines_pane_parent_class)->dispose (object);
}

static void
dl_engines_pane_class_init (DlEnginesPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_engines_pane_init (DlEnginesPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  self->lines = g_array_new (FALSE, FALSE, sizeof (Line));
  gtk_widget_add_css_class (box, "dl-evidence");
  self->about = dl_pane_add_label (box, "dim-label", TRUE);
  self->button = GTK_BUTTON (dl_pane_add_button (
      box, _ ("_Compare Engines"), _ ("Evaluate this network under each of its engines")));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  self->bar = dl_pane_add_progress (box, _ ("Engines evaluated"));

  self->best = GTK_INSCRIPTION (gtk_inscription_new (NULL));
  gtk_inscription_set_min_chars (self->best, 8);
  gtk_inscription_set_min_lines (self->best, 2);
  gtk_inscription_set_yalign (self->best, 1);
  gtk_inscription_set_text_overflow (self->best, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_add_css_class (GTK_WIDGET (self->best), "dl-figure-name");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->best));
  self->best_about = dl_pane_add_label (box, NULL, TRUE);

  self->head = add_cells (box, "dl-narrow", self->titles);
  gtk_widget_add_css_class (self->head, "dim-label");
  gtk_widget_add_css_class (self->head, "dl-engine");
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      gtk_label_set_text (self->titles[i], _ (columns[i].title));
      /* The width of its longest word. */
      gtk_label_set_wrap (self->titles[i], TRUE);
      gtk_label_set_wrap_mode (self->titles[i], PANGO_WRAP_WORD);
      gtk_label_set_max_width_chars (self->titles[i], 1);
      gtk_widget_set_tooltip_text (GTK_WIDGET (self->titles[i]), _ (columns[i].tooltip));
    }
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_list_box_set_activate_on_single_click (self->list, FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "dl-engines");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Routing engines, the best first"), -1);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (on_activated), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  self->refused = dl_pane_add_label (box, "dim-label", TRUE);
  self->bound = dl_pane_add_label (box, "dim-label", TRUE);
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (box));
}

/* The network under each engine of its family, the best first, with a button to use it, and how
 * each differs from the current one. */
static GtkWidget *
create (DlView *view)
{
  DlEnginesPane *self = dl_pane_new (DL_TYPE_ENGINES_PANE, view, _ ("Routing engines"));
  DlSession *session = dl_view_get_session (view);

  self->view = view;
  self->job = dl_engine_job_new (session);
  g_signal_connect_object (self->job, "notify", G_CALLBACK (on_job), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::generation", G_CALLBACK (on_generation), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (look), NULL);
  update (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_engines = {
  .id = "engines",
  .create = create,
  .title = N_ ("Routing engines"),
  .description = N_ ("Compare reachability, deadlock, load and hops of the routing engines"),
  .topic = "faults#engines",
  .key = '4',
  .is_table = TRUE,
  .own = TRUE,
};
