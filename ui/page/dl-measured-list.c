#include "dl-measured-list.h"

#include "dl-counters-reader.h"
#include "dl-job.h"
#include "dl-pane.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>

/* All translatable. */
typedef struct
{
  const char *button;  /* by what the rows are */
  const char *tooltip; /* description of the sum */
  const char *label;   /* of the table, for assistive technology */
  const DlTableColumn *columns;
  guint n_columns;
} DlMeasuredLevel;

/* Counts from here on are told in powers of ten: there is no room for fifteen digits. */
#define MOST_COUNT 1e7

static const DlHeatRow *
row_of (gconstpointer heat, guint i)
{
  return &((const DlHeat *) heat)->rows[i];
}

static double
get_number (gconstpointer source, guint i)
{
  return row_of (source, i)->number;
}

/* Name of the group, router or link of row @i of a DlHeat; free with g_free. */
static char *
measured_place_text (gconstpointer source, guint i)
{
  const DlHeat *heat = source;

  return heat->measured->family->name (heat->measured->shape, dl_heat_place (heat, i),
                                       DL_NAME_PEOPLE);
}

static double
get_ratio (gconstpointer source, guint i)
{
  return dl_heat_ratio (source, i);
}

static double
get_word_ratio (gconstpointer source, guint i)
{
  return get_ratio (source, i);
}

static double
get_count (gconstpointer source, guint i)
{
  return row_of (source, i)->count;
}

/* "1,204", "6.83×10¹¹" */
static char *
count_text (gconstpointer source, guint i)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  const double count = get_count (source, i);
  const guint power = count > 0 ? (guint) floor (log10 (count)) : 0;
  g_autofree char *mantissa = NULL;

  if (count < MOST_COUNT)
    return dl_number_text (count, 0);
  mantissa = dl_number_text (count / pow (10, power), 2);
  return g_strconcat (mantissa, "×10", power >= 10 ? digits[power / 10] : "", digits[power % 10],
                      NULL);
}

static double
get_nodes (gconstpointer source, guint i)
{
  return row_of (source, i)->nodes;
}

static double
get_groups (gconstpointer source, guint i)
{
  return row_of (source, i)->n_groups;
}

static char *
job_text (gconstpointer source, guint i)
{
  const DlHeat *heat = source;

  return g_strdup (heat->jobs->jobs[row_of (source, i)->number].name);
}

/* The one with most nodes, and its share of the nodes there. */
static char *
main_job_text (gconstpointer source, guint i)
{
  const DlHeat *heat = source;
  const DlHeatRow *row = row_of (source, i);

  if (row->job == DL_NO_SET)
    return g_strdup ("–");
  /* Translators: a job, and its share of the nodes there: “3619487 (32%)” */
  return g_strdup_printf (_ ("%s (%.0f%%)"), heat->jobs->jobs[row->job].name,
                          100. * row->job_nodes / row->nodes);
}

static double
get_main_job (gconstpointer source, guint i)
{
  const DlHeatRow *row = row_of (source, i);

  return row->job != DL_NO_SET ? (double) row->job_nodes / row->nodes : NAN;
}

/* Shares of links, in percent of all that was measured. */
static double
percent (gconstpointer source, const double *shares, guint i)
{
  return shares != NULL ? 100 * shares[row_of (source, i)->number] : NAN;
}

static double
get_measured (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->measured, i);
}

static double
get_analyzed (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->analyzed, i);
}

static double
get_simulated (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->simulated, i);
}

static double
get_stalled (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->stalled, i);
}

static double
get_difference (gconstpointer source, guint i)
{
  return 100
         * dl_measured_difference (((const DlHeat *) source)->measured, row_of (source, i)->number);
}

static char *
difference_text (gconstpointer source, guint i)
{
  const double difference = get_difference (source, i);

  return isnan (difference) ? g_strdup ("–") : g_strdup_printf ("%+.4f", difference);
}

/* By the unit of what was counted. */
#define RATIO                                                                                      \
  { NULL, N_ ("Stalls/flit"), DL_COLUMN_REAL, 2, .value = get_ratio, .min_chars = 6 },             \
  {                                                                                                \
    NULL, N_ ("Stalls/word"), DL_COLUMN_REAL, 4, .value = get_word_ratio, .min_chars = 6           \
  }
#define COUNT                                                                                      \
  {                                                                                                \
    NULL, N_ ("Counted"), DL_COLUMN_REAL, .value = get_count, .text = count_text, .min_chars = 8   \
  }
#define MAIN_JOB                                                                                   \
  {                                                                                                \
    NULL, N_ ("Largest job"), .value = get_main_job, .text = main_job_text, .min_chars = 14        \
  }

static const DlTableColumn group_columns[]
    = { { NULL, N_ ("Group"), .value = get_number, .text = measured_place_text, .name = TRUE,
          .min_chars = 4 },
        RATIO,
        MAIN_JOB,
        COUNT };
static const DlTableColumn router_columns[]
    = { { NULL, N_ ("Router"), .value = get_number, .text = measured_place_text, .name = TRUE,
          .min_chars = 7 },
        RATIO,
        MAIN_JOB,
        COUNT };
static const DlTableColumn link_columns[] = {
  { NULL, N_ ("Link"), .value = get_number, .text = measured_place_text, .name = TRUE,
    .min_chars = 15 },
  RATIO,
  COUNT,
  { NULL, N_ ("Differs, %"), DL_COLUMN_REAL, .value = get_difference, .text = difference_text,
    .min_chars = 7 },
  { NULL, N_ ("Measured, %"), DL_COLUMN_REAL, 4, .value = get_measured, .min_chars = 6 },
  { NULL, N_ ("Analyzed, %"), DL_COLUMN_REAL, 4, .value = get_analyzed, .min_chars = 6 },
  { NULL, N_ ("Simulated, %"), DL_COLUMN_REAL, 4, .value = get_simulated, .min_chars = 6 },
  { NULL, N_ ("Stalls, %"), DL_COLUMN_REAL, 4, .value = get_stalled, .min_chars = 6 },
};
static const DlTableColumn job_columns[] = {
  { NULL, N_ ("Job"), .value = get_number, .text = job_text, .min_chars = 8 },
  RATIO,
  { NULL, N_ ("Nodes"), DL_COLUMN_REAL, .value = get_nodes, .min_chars = 5 },
  { NULL, N_ ("Groups"), DL_COLUMN_REAL, .value = get_groups, .min_chars = 5 },
  COUNT,
};

static const DlMeasuredLevel levels[DL_N_HEAT_LEVELS] = {
  [DL_HEAT_GROUPS]
  = { N_ ("Group"), N_ ("Sums over the links that leave a group’s routers"),
      N_ ("Groups, the hottest first"), group_columns, G_N_ELEMENTS (group_columns) },
  [DL_HEAT_ROUTERS]
  = { N_ ("Router"), N_ ("Sums over the links that leave a router"),
      N_ ("Routers, the hottest first"), router_columns, G_N_ELEMENTS (router_columns) },
  [DL_HEAT_LINKS] = { N_ ("Link"), N_ ("Each link in its direction"),
                      N_ ("Links, the hottest first"), link_columns, G_N_ELEMENTS (link_columns) },
  [DL_HEAT_JOBS] = { N_ ("Job"),
                     N_ ("Sums over the links that leave the routers on which a job has nodes; "
                         "needs a file of jobs"),
                     N_ ("Jobs, the hottest first"), job_columns, G_N_ELEMENTS (job_columns) },
};

/* FALSE: nothing was measured, or computed, that column @i of its level could show. */
static gboolean
measured_knows_column (const DlHeat *heat, guint i)
{
  const DlTableColumn *column = &levels[heat->level].columns[i];

  if (column->value == get_ratio || column->value == get_word_ratio)
    return heat->measured->stalls != NULL
           && (column->value == get_word_ratio)
                  == (heat->measured->kind->counts == DL_COUNTS_WORDS);
  if (column->value == get_stalled)
    return heat->measured->stalls != NULL;
  if (column->value == get_main_job)
    return heat->jobs != NULL;
  return column->value != get_simulated || heat->measured->simulated != NULL;
}

/* Heights of a list with many rows, and with few. */
#define HEIGHT     230
#define LOW_HEIGHT 110
#define FEW_ROWS   4
/* Jobs that are named of a group, router or link; the others are counted. */
#define MOST_JOBS 6

typedef struct
{
  DlRows *rows;
  GtkWidget *scrolled;
  GtkSingleSelection *selection; /* the table's */
} Table;

struct _DlMeasuredList
{
  GtkWidget parent;
  DlView *view;
  DlCountersSource *source; /* the view's */
  DlHeatLevel level;        /* the one that is asked for */
  DlHeat *heat;             /* nullable; maybe of another level, until that is there */
  DlJob *job, *link_job;    /* the heat; the jobs on a link */
  guint32 wanted;           /* the job to choose once jobs are listed; DL_NO_SET */
  gboolean wants_first;     /* the first row, once there are any */
  gboolean selecting;       /* the rows follow something just now, not the user */

  GtkWidget *box, *stack, *levels;
  GtkLabel *title, *detail;
  GtkToggleButton *buttons[DL_N_HEAT_LEVELS];
  Table tables[DL_N_HEAT_LEVELS];
};

G_DEFINE_FINAL_TYPE (DlMeasuredList, dl_measured_list, GTK_TYPE_WIDGET)

/* Jobs in words -------------------------------------------------------------------------------- */

/* "3619487 (124 nodes), 3616845 (60 nodes) and 4 more", each a link to its job; markup. @total:
 * what the parts are shares of, or 0: they are nodes. */
static char *
parts_markup (const DlJobs *jobs, const GArray *parts, double total)
{
  GString *text = g_string_new (NULL);
  const guint n = MIN (parts->len, MOST_JOBS);

  for (guint i = 0; i < n; i++)
    {
      const DlJobPart *part = &g_array_index (parts, DlJobPart, i);
      const guint nodes = (guint) part->part;
      g_autofree char *name = g_markup_escape_text (jobs->jobs[part->job].name, -1);
      g_autofree char *size
          = total > 0 ? g_strdup_printf (_ ("%.1f%%"), 100 * part->part / total)
                      : g_strdup_printf (
                          g_dngettext (GETTEXT_PACKAGE, "%'u node", "%'u nodes", nodes), nodes);

      g_string_append_printf (text, "%s<a href=\"%u\">%s</a> (%s)", i > 0 ? ", " : "", part->job,
                              name, size);
    }
  if (parts->len > n)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, " and %u more", " and %u more", parts->len - n),
        parts->len - n);
  return g_string_free (text, FALSE);
}

static void
show_detail (DlMeasuredList *self, const char *markup)
{
  gtk_label_set_markup (self->detail, markup != NULL ? markup : "");
  gtk_widget_set_visible (GTK_WIDGET (self->detail), markup != NULL);
}

/* Jobs of a group or router. */
static void
show_jobs_at (DlMeasuredList *self, const DlHeat *heat, guint i)
{
  g_autoptr (GArray) parts = dl_heat_jobs_at (heat, i);
  g_autofree char *jobs = parts->len > 0 ? parts_markup (heat->jobs, parts, 0) : NULL;
  g_autofree char *name = measured_place_text (heat, i);
  g_autofree char *escaped = g_markup_escape_text (name, -1);
  g_autofree char *text = NULL;

  if (heat->jobs == NULL)
    {
      show_detail (self, heat->measured->family->has_groups
                             ? _ ("Open a file of jobs to see whose nodes these are.")
                             : NULL);
      return;
    }
  if (jobs == NULL)
    text = g_strdup_printf (heat->level == DL_HEAT_GROUPS ? _ ("No job has nodes in group %s.")
                                                          : _ ("No job has nodes on router %s."),
                            escaped);
  else
    text = g_strdup_printf (heat->level == DL_HEAT_GROUPS
                                /* Translators: jobs with their nodes there */
                                ? _ ("Jobs in group %s: %s")
                                : _ ("Jobs on router %s: %s"),
                            escaped, jobs);
  show_detail (self, text);
}

/* Jobs on a link ------------------------------------------------------------------------------- */

typedef struct
{
  const DlCountersKind *kind;
  DlJobs *jobs;
  DlEvaluation *result;
  guint link;
} LinkQuestion;

static void
link_question_free (gpointer data)
{
  LinkQuestion *question = data;

  dl_jobs_unref (question->jobs);
  dl_evaluation_unref (question->result);
  g_free (question);
}

/* In markup. */
static gpointer
count_link_jobs (gpointer data, DlProgressFunc progress, gpointer progress_data,
                 GCancellable *cancellable)
{
  const LinkQuestion *question = data;
  const DlFamily *family = question->result->scenario->family;
  g_autoptr (GArray) parts
      = dl_measured_link_jobs (question->kind, question->jobs, question->result->scenario,
                               question->result->analysis_of_family, question->link, cancellable);
  g_autofree char *name = NULL;
  g_autofree char *escaped = NULL;
  g_autofree char *jobs = NULL;
  double total = 0;

  if (parts == NULL)
    return NULL;
  name = family->name (question->result->net.shape, dl_place_link (question->link), DL_NAME_PEOPLE);
  escaped = g_markup_escape_text (name, -1);
  if (parts->len == 0)
    return g_strdup_printf (
        family->is_bound != NULL && family->is_bound (question->result->scenario)
            ? _ ("No job’s minimal routes use %s; packets on non-minimal ones may.")
            : _ ("No job’s routes use %s."),
        escaped);
  for (guint i = 0; i < parts->len; i++)
    total += g_array_index (parts, DlJobPart, i).part;
  jobs = parts_markup (question->jobs, parts, total);
  /* Translators: jobs with their shares of the packets on a link */
  return g_strdup_printf (_ ("Jobs whose routes use %s: %s"), escaped, jobs);
}

static void
on_link_jobs (gpointer markup, gpointer user_data)
{
  show_detail (user_data, markup);
  g_free (markup);
}

/* The session's result, if it is of the network of @heat. */
static DlEvaluation *
result_of (DlMeasuredList *self, const DlHeat *heat)
{
  DlEvaluation *result = dl_session_get_result (dl_view_get_session (self->view));
  const DlFamily *family = heat->measured->family;

  return result != NULL && result->scenario->family == family
                 && family->same_places (result->net.shape, heat->measured->shape)
             ? result
             : NULL;
}

static void
show_link_jobs (DlMeasuredList *self, const DlHeat *heat, guint link)
{
  DlEvaluation *result = result_of (self, heat);
  LinkQuestion *question;

  if (heat->jobs == NULL || result == NULL)
    {
      show_detail (self, heat->measured->family->has_groups
                             ? _ ("Open a file of jobs to see whose routes use a link.")
                             : NULL);
      return;
    }
  question = g_new (LinkQuestion, 1);
  *question = (LinkQuestion) { heat->measured->kind, dl_jobs_ref (heat->jobs),
                               dl_evaluation_ref (result), link };
  show_detail (self, _ ("Finding the jobs whose routes use this link…"));
  dl_job_start (self->link_job, count_link_jobs, question, link_question_free, g_free, on_link_jobs,
                self);
}

/* A view of one group shows one that the job is in. */
static void
turn_to_group (DlMeasuredList *self, const GArray *places)
{
  const guint shown = dl_view_get_group (self->view);
  guint first = G_MAXUINT;

  for (guint i = 0; i < places->len; i++)
    {
      const DlPlace place = g_array_index (places, DlPlace, i);

      if (place.kind == DL_PLACE_GROUP && place.a == shown)
        return;
      if (place.kind == DL_PLACE_GROUP && first == G_MAXUINT)
        first = place.a;
    }
  if (first != G_MAXUINT)
    g_object_set (self->view, "group", first, NULL);
}

/* Choosing ------------------------------------------------------------------------------------- */

static void
mark_job (DlMeasuredList *self, const DlHeat *heat, const DlHeatRow *row)
{
  g_autoptr (GArray) places = dl_heat_job_places (heat, row->number);
  g_autofree char *name = g_markup_escape_text (heat->jobs->jobs[row->number].name, -1);
  g_autofree char *nodes = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u node", "%'u nodes", row->nodes), row->nodes);
  g_autofree char *groups = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u group", "%u groups", row->n_groups), row->n_groups);
  g_autofree char *text
      /* Translators: a job, “64 nodes”, “2 groups” */
      = g_strdup_printf (_ ("Job %s, %s in %s: its groups and routers are marked in the maps."),
                         name, nodes, groups);

  show_detail (self, text);
  if (result_of (self, heat) == NULL)
    return;
  turn_to_group (self, places);
  dl_view_mark (self->view, (const DlPlace *) (gpointer) places->data, places->len);
}

static void
choose (DlMeasuredList *self, const DlHeat *heat, guint i)
{
  const DlPlace place = dl_heat_place (heat, i);

  dl_job_cancel (self->link_job);
  if (heat->level == DL_HEAT_JOBS)
    {
      mark_job (self, heat, &heat->rows[i]);
      return;
    }
  dl_view_mark (self->view, NULL, 0);
  self->selecting = TRUE;
  if (result_of (self, heat) != NULL)
    dl_view_select (self->view, place);
  self->selecting = FALSE;
  if (heat->level == DL_HEAT_LINKS)
    show_link_jobs (self, heat, place.a);
  else
    show_jobs_at (self, heat, i);
}

static void
on_selected (DlMeasuredList *self, GParamSpec *pspec, GtkSingleSelection *selection)
{
  const DlRow *row = gtk_single_selection_get_selected_item (selection);

  if (!self->selecting && row != NULL)
    choose (self, dl_row_get_source (row), dl_row_get_index (row));
}

/* A place that was selected in a map: its row, and whose it is. */
static void
on_selection (DlMeasuredList *self)
{
  const DlPlace place = dl_view_get_selected (self->view);

  if (self->selecting || self->heat == NULL || self->heat->level == DL_HEAT_JOBS
      || place.kind == DL_PLACE_NOTHING || !gtk_widget_get_mapped (GTK_WIDGET (self))
      || result_of (self, self->heat) == NULL)
    return;
  for (guint i = 0; i < self->heat->n; i++)
    if (dl_place_equal (dl_heat_place (self->heat, i), place))
      {
        self->selecting = TRUE;
        dl_rows_select (self->tables[self->heat->level].rows, i);
        self->selecting = FALSE;
        choose (self, self->heat, i);
        return;
      }
}

static gboolean
on_link_activated (DlMeasuredList *self, const char *uri)
{
  self->wanted = atoi (uri);
  dl_measured_list_set_level (self, DL_HEAT_JOBS);
  return TRUE;
}

/* The heat ------------------------------------------------------------------------------------- */

typedef struct
{
  DlMeasured *measured;
  DlCounters *jobs; /* nullable */
  DlHeatLevel level;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  dl_measured_unref (question->measured);
  dl_counters_unref (question->jobs);
  g_free (question);
}

/* Heat of the level that is asked for, or of the first one that there is. */
static gpointer
find_heat (gpointer data, DlProgressFunc progress, gpointer progress_data,
           GCancellable *cancellable)
{
  const Question *question = data;
  g_autoptr (DlJobs) jobs
      = question->jobs != NULL ? dl_measured_jobs (question->measured, question->jobs, NULL) : NULL;
  DlHeatLevel level = question->level;

  if (!dl_heat_has_level (question->measured, jobs, level))
    level = dl_heat_has_level (question->measured, jobs, DL_HEAT_GROUPS) ? DL_HEAT_GROUPS
                                                                         : DL_HEAT_LINKS;
  return dl_heat_new (question->measured, jobs, level);
}

static Table *
table_of (DlMeasuredList *self, DlHeatLevel level)
{
  Table *table = &self->tables[level];
  GtkWidget *view;

  if (table->rows != NULL)
    return table;
  table->rows = dl_rows_new ((GBoxedCopyFunc) dl_heat_ref, (GDestroyNotify) dl_heat_unref);
  view = dl_rows_new_view (table->rows, levels[level].columns, levels[level].n_columns,
                           _ (levels[level].label));
  table->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)));
  g_signal_connect_object (table->selection, "notify::selected-item", G_CALLBACK (on_selected),
                           self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (view, "data-table");
  gtk_widget_add_css_class (view, "dl-narrow");
  table->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (table->scrolled), view);
  gtk_stack_add_child (GTK_STACK (self->stack), table->scrolled);
  return table;
}

/* Columns of which nothing is known would only take room. */
static void
show_columns (const Table *table, const DlHeat *heat)
{
  for (guint i = 0; i < levels[heat->level].n_columns; i++)
    gtk_column_view_column_set_visible (dl_rows_get_column (table->rows, i),
                                        measured_knows_column (heat, i));
}

static void
show_levels (DlMeasuredList *self, const DlHeat *heat)
{
  gtk_label_set_text (self->title, heat->measured->stalls != NULL ? _ ("Hottest first, by")
                                                                  : _ ("Busiest first, by"));
  self->selecting = TRUE;
  for (guint level = 0; level < DL_N_HEAT_LEVELS; level++)
    {
      const gboolean never
          = level != DL_HEAT_JOBS && !dl_heat_has_level (heat->measured, heat->jobs, level);

      gtk_widget_set_visible (GTK_WIDGET (self->buttons[level]),
                              !never
                                  && (level != DL_HEAT_JOBS || heat->measured->family->has_groups));
      gtk_widget_set_sensitive (GTK_WIDGET (self->buttons[level]),
                                dl_heat_has_level (heat->measured, heat->jobs, level));
      gtk_toggle_button_set_active (self->buttons[level], level == heat->level);
    }
  self->selecting = FALSE;
}

/* Do both have rows for the same places? */
static gboolean
same_rows (const DlHeat *a, const DlHeat *b)
{
  if (a->level != b->level || a->n != b->n || a->measured->family != b->measured->family)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (a->rows[i].number != b->rows[i].number)
      return FALSE;
  return TRUE;
}

/* The job that is asked for, once jobs are listed. */
static void
choose_wanted (DlMeasuredList *self)
{
  if (self->wanted == DL_NO_SET || self->heat->level != DL_HEAT_JOBS)
    return;
  for (guint i = 0; i < self->heat->n; i++)
    if (self->heat->rows[i].number == self->wanted)
      dl_rows_select (self->tables[DL_HEAT_JOBS].rows, i);
  self->wanted = DL_NO_SET;
}

static void
on_heat (gpointer result, gpointer user_data)
{
  DlMeasuredList *self = user_data;
  g_autoptr (DlHeat) before = self->heat;
  const Table *table;
  guint selected = GTK_INVALID_LIST_POSITION;

  self->heat = result;
  table = table_of (self, self->heat->level);
  if (before != NULL && same_rows (before, self->heat))
    {
      const DlRow *row = gtk_single_selection_get_selected_item (table->selection);
      selected = row != NULL ? dl_row_get_index (row) : GTK_INVALID_LIST_POSITION;
    }
  else
    show_detail (self, NULL);
  self->selecting = TRUE;
  dl_rows_set (table->rows, self->heat, NULL, self->heat->n);
  if (selected != GTK_INVALID_LIST_POSITION)
    dl_rows_keep_selected (table->rows, selected);
  self->selecting = FALSE;
  if (selected != GTK_INVALID_LIST_POSITION && (before->jobs == NULL) != (self->heat->jobs == NULL))
    choose (self, self->heat, selected); /* its job is known now */
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (table->scrolled),
                                              self->heat->n > FEW_ROWS ? HEIGHT : LOW_HEIGHT);
  show_columns (table, self->heat);
  show_levels (self, self->heat);
  gtk_stack_set_visible_child (GTK_STACK (self->stack), table->scrolled);
  choose_wanted (self);
  if (self->wants_first)
    dl_measured_list_choose_first (self);
}

static void
forget (DlMeasuredList *self)
{
  dl_job_cancel (self->job);
  dl_job_cancel (self->link_job);
  self->wants_first = FALSE;
  if (self->heat == NULL)
    return;
  g_clear_pointer (&self->heat, dl_heat_unref);
  for (guint level = 0; level < DL_N_HEAT_LEVELS; level++)
    if (self->tables[level].rows != NULL)
      dl_rows_set (self->tables[level].rows, NULL, NULL, 0);
  show_detail (self, NULL);
  dl_view_mark (self->view, NULL, 0);
}

static void
follow (DlMeasuredList *self)
{
  DlMeasured *measured = dl_counters_source_get_measured (self->source);
  const DlCounters *jobs = dl_counters_source_get_jobs (self->source);
  Question *question;

  if (measured == NULL)
    {
      forget (self);
      return;
    }
  question = g_new (Question, 1);
  *question = (Question) { dl_measured_ref (measured), NULL, self->level };
  if (jobs != NULL && measured->family->has_groups)
    question->jobs = dl_counters_ref ((DlCounters *) jobs);
  dl_job_start (self->job, find_heat, question, question_free, (GDestroyNotify) dl_heat_unref,
                on_heat, self);
}

void
dl_measured_list_set_level (DlMeasuredList *self, DlHeatLevel level)
{
  self->level = level;
  follow (self);
}

static void
on_level (DlMeasuredList *self, GParamSpec *pspec, GtkToggleButton *button)
{
  if (self->selecting || !gtk_toggle_button_get_active (button))
    return;
  for (guint level = 0; level < DL_N_HEAT_LEVELS; level++)
    if (self->buttons[level] == button)
      dl_measured_list_set_level (self, level);
}

void
dl_measured_list_choose_first (DlMeasuredList *self)
{
  self->wants_first = self->heat == NULL;
  if (self->heat == NULL || self->heat->n == 0)
    return;
  self->selecting = TRUE;
  dl_rows_select (self->tables[self->heat->level].rows, 0);
  self->selecting = FALSE;
  choose (self, self->heat, 0); /* also where it was chosen before */
}

const DlHeat *
dl_measured_list_get_heat (DlMeasuredList *self)
{
  return self->heat;
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlMeasuredList *self = DL_MEASURED_LIST (object);

  dl_job_cancel (self->job);
  dl_job_cancel (self->link_job);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  for (guint level = 0; level < DL_N_HEAT_LEVELS; level++)
    g_clear_object (&self->tables[level].rows);
  g_clear_pointer (&self->heat, dl_heat_unref);
  g_clear_object (&self->source);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_measured_list_parent_class)->dispose (object);
}

static void
finalize (GObject *object)
{
  DlMeasuredList *self = DL_MEASURED_LIST (object);

  g_object_unref (self->job);
  g_object_unref (self->link_job);
  G_OBJECT_CLASS (dl_measured_list_parent_class)->finalize (object);
}

static void
dl_measured_list_class_init (DlMeasuredListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
add_levels (DlMeasuredList *self)
{
  self->levels = g_object_new (GTK_TYPE_BOX, "spacing", 4, "homogeneous", TRUE, "accessible-role",
                               GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->levels), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Counters by"), -1);
  for (guint level = 0; level < DL_N_HEAT_LEVELS; level++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (_ (levels[level].button));

      self->buttons[level] = GTK_TOGGLE_BUTTON (button);
      gtk_toggle_button_set_group (self->buttons[level], level > 0 ? self->buttons[0] : NULL);
      gtk_widget_set_tooltip_text (button, _ (levels[level].tooltip));
      gtk_widget_add_css_class (button, "dl-pill");
      gtk_widget_add_css_class (button, "dl-one");
      g_signal_connect_swapped (button, "notify::active", G_CALLBACK (on_level), self);
      gtk_box_append (GTK_BOX (self->levels), button);
    }
  gtk_box_append (GTK_BOX (self->box), self->levels);
}

static void
dl_measured_list_init (DlMeasuredList *self)
{
  self->job = dl_job_new ();
  self->link_job = dl_job_new ();
  self->wanted = DL_NO_SET;
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->title = dl_pane_add_label (self->box, "dl-group-title", TRUE);
  add_levels (self);
  self->stack = gtk_stack_new ();
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_box_append (GTK_BOX (self->box), self->stack);
  self->detail = dl_pane_add_label (self->box, "dl-number", TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->detail), FALSE);
  g_signal_connect_swapped (self->detail, "activate-link", G_CALLBACK (on_link_activated), self);
}

GtkWidget *
dl_measured_list_new (DlView *view)
{
  DlMeasuredList *self = g_object_new (DL_TYPE_MEASURED_LIST, NULL);

  self->view = g_object_ref (view);
  self->source = g_object_ref (dl_view_get_counters (view));
  g_signal_connect_object (self->source, "notify::measured", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->source, "notify::counters", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  follow (self);
  return GTK_WIDGET (self);
}
