#include "dl-jobs-pane.h"

#include "dl-choices.h"
#include "dl-family-room.h"
#include "dl-jobs-map.h"
#include "dl-jobs-view.h"
#include "dl-placements-box.h"
#include "dl-rows.h"
#include "dl-table-window.h"
#include "dl-text-lines.h"
#include "dl-view.h"
#include "dl-wrap-layout.h"

#include <glib/gi18n-lib.h>

#include <stdlib.h>
#include <string.h>

#define SWATCH_WIDTH  26
#define SWATCH_HEIGHT 14
/* Always the same: what lies below must not move while one paints on it. */
#define HEIGHT     130
#define NAME_CHARS 6

struct _DlJobList
{
  GtkWidget parent;
  DlRows *rows; /* the jobs, a new one, none */
  GtkSingleSelection *selection;
  GtkWidget *scroll;
  DlJobs *jobs;             /* nullable */
  const DlSiteWords *words; /* of what they are placed on */
  guint *n_groups;          /* (n_jobs) */
  DlBrush brush;
  char *job;
  gboolean following; /* the list is brought up to date by the program */
};

static guint chosen_signal;

G_DEFINE_FINAL_TYPE (DlJobList, dl_job_list, GTK_TYPE_WIDGET)

/* Rows ----------------------------------------------------------------------------------------- */

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  /* The map's colors, also in the selected row. */
  const DlTheme *theme = dl_view_theme (data);
  const guint32 job = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), "job"));
  const gboolean is_new = g_object_get_data (G_OBJECT (area), "new") != NULL;

  if (is_new)
    {
      static const double dash[] = { 3, 2 };

      cairo_set_dash (cr, dash, G_N_ELEMENTS (dash), 0);
      cairo_set_line_width (cr, 1);
      cairo_rectangle (cr, 0.5, 0.5, width - 1, height - 1);
      dl_color_set (cr, &dl_view_theme (GTK_WIDGET (area))->foreground);
      cairo_stroke (cr);
      return;
    }
  dl_jobs_swatch_draw (cr, (DlRect) { 0, 0, width, height },
                       gtk_widget_get_scale_factor (GTK_WIDGET (area)), job, theme);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, DlJobList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *swatch = gtk_drawing_area_new ();
  GtkWidget *name = gtk_label_new (NULL), *size = gtk_label_new (NULL);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (swatch), SWATCH_WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (swatch), SWATCH_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (swatch), draw_swatch, self, NULL);
  gtk_widget_set_valign (swatch, GTK_ALIGN_CENTER);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (name), 0);
  gtk_widget_set_margin_start (box, 4);
  gtk_widget_set_margin_end (box, 4);
  gtk_widget_set_hexpand (name, TRUE);
  /* A name of usual length keeps its room: then sizes take two lines. */
  gtk_label_set_width_chars (GTK_LABEL (name), NAME_CHARS);
  gtk_label_set_wrap (GTK_LABEL (size), TRUE);
  gtk_label_set_xalign (GTK_LABEL (size), 1);
  gtk_label_set_justify (GTK_LABEL (size), GTK_JUSTIFY_RIGHT);
  gtk_widget_add_css_class (size, "dim-label");
  gtk_widget_add_css_class (size, "dl-number");
  gtk_widget_add_css_class (size, "dl-small");
  gtk_box_append (GTK_BOX (box), swatch);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), size);
  gtk_list_item_set_child (item, box);
}

/* Broken between its two pieces only. */
static void
show_size (DlJobList *self, GtkLabel *label, guint job)
{
  const guint n = self->jobs->jobs[job].n_nodes;
  g_autofree char *count = g_strdup_printf ("%'u", n);
  g_autofree char *nodes = self->words->nodes (count, n);
  g_autofree char *over = self->words->groups (self->n_groups[job]);
  g_autofree char *text = g_strdup_printf ("%s · %s", nodes, over);
  const guint ends[]
      = { 0, strlen (nodes) + strlen (" ·"), strlen (text) - strlen (over), strlen (text) };
  PangoAttrList *whole = pango_attr_list_new ();

  for (guint i = 0; i < G_N_ELEMENTS (ends); i += 2)
    {
      PangoAttribute *unbroken = pango_attr_allow_breaks_new (FALSE);

      unbroken->start_index = ends[i];
      unbroken->end_index = ends[i + 1];
      pango_attr_list_insert (whole, unbroken);
    }
  gtk_label_set_text (label, text);
  gtk_label_set_attributes (label, whole);
  pango_attr_list_unref (whole);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, DlJobList *self)
{
  const guint row = dl_row_get_index (gtk_list_item_get_item (item));
  GtkWidget *swatch = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *name = gtk_widget_get_next_sibling (swatch);
  GtkWidget *size = gtk_widget_get_next_sibling (name);
  const gboolean is_job = row < self->jobs->n_jobs, is_new = row == self->jobs->n_jobs;

  g_object_set_data (G_OBJECT (swatch), "job", GUINT_TO_POINTER (is_job ? row : DL_NO_SET));
  g_object_set_data (G_OBJECT (swatch), "new", GUINT_TO_POINTER (is_new));
  gtk_widget_queue_draw (swatch);
  gtk_label_set_text (GTK_LABEL (name), is_job   ? dl_jobs_title (self->jobs, row)
                                        : is_new ? _ ("A new job")
                                                 : _ ("No job"));
  if (is_job)
    show_size (self, GTK_LABEL (size), row);
  else
    gtk_label_set_text (GTK_LABEL (size), "");
}

/* The brush ------------------------------------------------------------------------------------ */

static guint
row_of_brush (DlJobList *self)
{
  if (self->jobs == NULL)
    return GTK_INVALID_LIST_POSITION;
  if (self->brush == DL_BRUSH_JOB)
    return dl_jobs_find (self->jobs, self->job);
  return self->jobs->n_jobs + (self->brush == DL_BRUSH_NEW ? 0 : 1);
}

static void
follow (DlJobList *self)
{
  self->following = TRUE;
  gtk_single_selection_set_selected (self->selection, row_of_brush (self));
  self->following = FALSE;
}

static void
set_brush (DlJobList *self, DlBrush brush, const char *job)
{
  char *copy = brush == DL_BRUSH_JOB ? g_strdup (job) : NULL;

  g_free (self->job);
  self->job = copy;
  self->brush = brush;
  g_signal_emit (self, chosen_signal, 0);
}

static void
on_selected (DlJobList *self)
{
  const guint row = gtk_single_selection_get_selected (self->selection);

  if (self->following || self->jobs == NULL || row > self->jobs->n_jobs + 1)
    return;
  if (row < self->jobs->n_jobs)
    set_brush (self, DL_BRUSH_JOB, self->jobs->jobs[row].name);
  else
    set_brush (self, row == self->jobs->n_jobs ? DL_BRUSH_NEW : DL_BRUSH_NONE, NULL);
}

void
dl_job_list_choose (DlJobList *self, DlBrush brush, const char *job)
{
  guint row;

  set_brush (self, brush, job);
  follow (self);
  row = gtk_single_selection_get_selected (self->selection);
  if (row != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (self->scroll)),
                                "list.scroll-to-item", "u", row);
}

DlBrush
dl_job_list_get_brush (DlJobList *self)
{
  return self->brush;
}

const char *
dl_job_list_get_job (DlJobList *self)
{
  return self->job;
}

/* Display -------------------------------------------------------------------------------------- */

/* Sizes change with every stroke, rows only with the names: so the scroll position stays. */
static gboolean
has_same_rows (const DlJobs *a, const DlJobs *b)
{
  if (a == NULL || b == NULL || a->n_jobs != b->n_jobs)
    return FALSE;
  for (guint i = 0; i < a->n_jobs; i++)
    if (a->jobs[i].n_nodes != b->jobs[i].n_nodes || strcmp (a->jobs[i].name, b->jobs[i].name) != 0)
      return FALSE;
  return TRUE;
}

static void
job_list_show (DlJobList *self, DlJobSites *on, DlJobs *jobs)
{
  g_autoptr (DlJobs) before = self->jobs;
  g_autofree guint *n_groups = self->n_groups;
  g_autofree guint *now = jobs != NULL ? dl_jobs_count_groups (jobs, &on->sites) : NULL;
  const DlSiteWords *words = on != NULL ? on->sites.words : NULL;
  const gboolean same = words == self->words && has_same_rows (before, jobs)
                        && memcmp (n_groups, now, jobs->n_jobs * sizeof *now) == 0;

  self->jobs = jobs != NULL ? dl_jobs_ref (jobs) : NULL;
  self->words = words;
  self->n_groups = g_steal_pointer (&now);
  gtk_widget_set_visible (self->scroll, jobs != NULL);
  if (!same)
    {
      self->following = TRUE;
      dl_rows_set (self->rows, jobs, NULL, jobs != NULL ? jobs->n_jobs + 2 : 0);
      self->following = FALSE;
    }
  if (jobs != NULL && self->brush == DL_BRUSH_JOB && dl_jobs_find (jobs, self->job) == DL_NO_SET)
    set_brush (self, DL_BRUSH_NEW, NULL);
  follow (self);
}

/* Object --------------------------------------------------------------------------------------- */

static void
list_dispose (GObject *object)
{
  DlJobList *self = DL_JOB_LIST (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->rows);
  g_clear_pointer (&self->jobs, dl_jobs_unref);
  g_clear_pointer (&self->n_groups, g_free);
  g_clear_pointer (&self->job, g_free);
  G_OBJECT_CLASS (dl_job_list_parent_class)->dispose (object);
}

static void
dl_job_list_class_init (DlJobListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  chosen_signal = g_signal_new ("chosen", DL_TYPE_JOB_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
}

static void
dl_job_list_init (DlJobList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *list;

  self->brush = DL_BRUSH_NEW;
  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_jobs_ref, (GDestroyNotify) dl_jobs_unref);
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->rows));
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, 0);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (self->selection), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Jobs to paint with"), -1);

  self->scroll = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroll), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroll), HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroll), list);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
}

static GtkWidget *
job_list_new (void)
{
  return g_object_new (DL_TYPE_JOB_LIST, NULL);
}

/* Size of the jobs in figure 11 of the Cascade paper. */
#define USUAL_NODES 384
#define PAGE        16 /* nodes by which Page Up changes how many */

struct _DlJobRule
{
  GtkPopover parent;
  GtkWidget *name, *nodes;
  GtkLabel *number;
  GtkDropDown *place;
  GPtrArray *strings; /* of the choices */
  GtkLabel *problem;
  GtkWidget *add;
};

static guint added_signal;

G_DEFINE_FINAL_TYPE (DlJobRule, dl_job_rule, GTK_TYPE_POPOVER)

static const char *
name_of (DlJobRule *self)
{
  return gtk_editable_get_text (GTK_EDITABLE (self->name));
}

/* Why the rule in its current state cannot be added; NULL if it can. */
static const char *
problem_of (DlJobRule *self)
{
  const char *name = name_of (self);

  if (*name == '\0' || *name == '#' || strpbrk (name, ":@,; \t") != NULL)
    return _ ("A name without blanks and the signs : @ , ;");
  return NULL;
}

static void
on_changed (DlJobRule *self)
{
  const char *problem = problem_of (self);

  gtk_widget_set_sensitive (self->add, problem == NULL);
  dl_pane_show_text (self->problem, problem);
}

static void
on_add (DlJobRule *self)
{
  g_autofree char *name = g_strdup (name_of (self));
  g_autofree char *item = NULL;

  if (problem_of (self) != NULL)
    return;
  gtk_spin_button_update (GTK_SPIN_BUTTON (self->nodes));
  item = g_strdup_printf ("%s:%d:%s", name,
                          gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->nodes)),
                          dl_choices_get (self->place));
  gtk_popover_popdown (GTK_POPOVER (self));
  g_signal_emit (self, added_signal, 0, item, name);
}

/* Choices ------------------------------------------------------------------------------------- */

static char *
keep (DlJobRule *self, char *text)
{
  g_ptr_array_add (self->strings, text);
  return text;
}

/* Over each possible number of groups, at random, or in order. The choice stays. */
static void
fill_places (DlJobRule *self, const DlJobSites *on)
{
  const DlSiteWords *words = on->sites.words;
  g_autofree char *before = self->strings != NULL ? g_strdup (dl_choices_get (self->place)) : NULL;
  g_autoptr (GPtrArray) old = g_steal_pointer (&self->strings);
  g_autoptr (GArray) choices = g_array_new (FALSE, FALSE, sizeof (DlOption));
  const DlOption random = { "random", N_ ("Random"), words->random };
  const DlOption linear = { "linear", N_ ("In order"), words->linear };

  self->strings = g_ptr_array_new_with_free_func (g_free);
  for (const guint *n = words->spreads; *n > 0 && *n <= on->grid->n_units; n++)
    {
      const DlOption choice
          = { keep (self, g_strdup_printf ("%u", *n)), keep (self, words->groups (*n)),
              *n == 1 ? words->one_group : words->spread };

      g_array_append_val (choices, choice);
    }
  g_array_append_val (choices, random);
  g_array_append_val (choices, linear);
  dl_choices_fill (self->place, (const DlOption *) choices->data, choices->len);
  if (before != NULL)
    dl_choices_select (self->place, before);
}

static gint
compare_free (gconstpointer a, gconstpointer b)
{
  const guint x = *(const guint *) a, y = *(const guint *) b;

  return x < y ? 1 : x > y ? -1 : 0;
}

static gboolean
is_free (const DlJobSites *on, const DlJobs *jobs, guint node)
{
  return on->sites.is_up (on->sites.network, node)
         && (jobs == NULL || jobs->job[node] == DL_NO_SET);
}

/* The fewest groups that have room for @n nodes. */
static void
choose_enough (DlJobRule *self, const DlJobSites *on, const DlJobs *jobs, guint n)
{
  const guint n_groups = on->sites.n_groups;
  g_autofree guint *n_free = g_new0 (guint, n_groups + 1);
  const guint *spread = on->sites.words->spreads;
  guint room = 0;

  for (guint node = 0; node < on->sites.n_nodes; node++)
    {
      const guint32 group = on->sites.group (on->sites.network, node);

      if (group != DL_NO_GROUP)
        n_free[group] += is_free (on, jobs, node);
    }
  qsort (n_free, n_groups, sizeof *n_free, compare_free);
  for (guint i = 0; i<n_groups && * spread> 0; i++)
    {
      room += n_free[i];
      if (i + 1 < *spread)
        continue;
      if (room >= n)
        {
          g_autofree char *id = g_strdup_printf ("%u", *spread);

          dl_choices_select (self->place, id);
          return;
        }
      spread++;
    }
  dl_choices_select (self->place, "linear");
}

/* Sites to place jobs on; before it is shown. */
static void
job_rule_show (DlJobRule *self, const DlJobSites *on, const DlJobs *jobs)
{
  g_autofree char *name = jobs != NULL ? dl_jobs_new_name (jobs) : g_strdup ("job-1");
  const gboolean is_first = self->strings == NULL;
  guint n_free = 0;

  for (guint node = 0; node < on->sites.n_nodes; node++)
    n_free += is_free (on, jobs, node);
  gtk_label_set_text_with_mnemonic (self->number, _ (on->sites.words->number));
  gtk_editable_set_text (GTK_EDITABLE (self->name), name);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->nodes), 1, MAX (n_free, 1));
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->nodes), MIN (USUAL_NODES, n_free));
  fill_places (self, on);
  if (is_first)
    choose_enough (self, on, jobs, MIN (USUAL_NODES, n_free));
  on_changed (self);
}

/* Object --------------------------------------------------------------------------------------- */

static void
finalize (GObject *object)
{
  DlJobRule *self = DL_JOB_RULE (object);

  g_clear_pointer (&self->strings, g_ptr_array_unref);
  G_OBJECT_CLASS (dl_job_rule_parent_class)->finalize (object);
}

static GtkLabel *
add_line (GtkWidget *grid, guint row, const char *title, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new_with_mnemonic (title);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), widget);
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), widget, 1, row, 1, 1);
  return GTK_LABEL (label);
}

static void
dl_job_rule_class_init (DlJobRuleClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
  added_signal = g_signal_new ("added", DL_TYPE_JOB_RULE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
dl_job_rule_init (DlJobRule *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *grid = gtk_grid_new ();

  self->name = gtk_entry_new ();
  self->nodes = gtk_spin_button_new_with_range (1, 1, 1);
  self->place = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  self->add = gtk_button_new_with_mnemonic (_ ("_Add Job"));
  gtk_widget_add_css_class (self->add, "suggested-action");
  gtk_spin_button_set_increments (GTK_SPIN_BUTTON (self->nodes), 1, PAGE);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 8);
  add_line (grid, 0, _ ("_Name"), self->name);
  self->number = add_line (grid, 1, "", self->nodes);
  add_line (grid, 2, _ ("O_ver"), GTK_WIDGET (self->place));
  gtk_box_append (GTK_BOX (box), grid);
  self->problem = dl_pane_add_label (box, "dl-error", TRUE);
  gtk_label_set_max_width_chars (self->problem, 28);
  gtk_box_append (GTK_BOX (box), self->add);
  g_signal_connect_swapped (self->name, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->name, "activate", G_CALLBACK (on_add), self);
  g_signal_connect_swapped (self->add, "clicked", G_CALLBACK (on_add), self);
  gtk_popover_set_child (GTK_POPOVER (self), box);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Add a job by a rule"), -1);
}

static GtkWidget *
job_rule_new (void)
{
  return g_object_new (DL_TYPE_JOB_RULE, NULL);
}

struct _DlJobsPane
{
  DlPane parent;
  DlSession *session; /* the view's */
  DlJobSites *on;     /* nullable, as are the jobs */
  DlJobs *jobs;
  char *stroke; /* the job that is painted, while one is painted; NULL: none */
  gboolean stroking;

  const DlSiteWords *words; /* that are shown */
  GtkLabel *note, *hint;
  GtkWidget *rule, *add;
  GtkWidget *remove, *remove_all;
  GtkWidget *list;
  GtkWidget *map;
  GtkLabel *pointed;
};

G_DEFINE_FINAL_TYPE (DlJobsPane, dl_jobs_pane, DL_TYPE_PANE)

/* Display -------------------------------------------------------------------------------------- */

/* Obstacle between the jobs and the traffic; NULL if there is none. */
static char *
note_text (DlJobsPane *self, const GError *error)
{
  const DlPattern *pattern = dl_session_get_scenario (self->session)->traffic.pattern;

  if (self->on == NULL)
    return g_strdup (_ ("Jobs are placed on the groups of a dragonfly or the leaf switches of a "
                        "fabric."));
  if (error != NULL)
    return g_strdup_printf (_ ("The placement does not place jobs: %s"), error->message);
  if (strcmp (pattern->id, "jobs") != 0 && !pattern->needs_program)
    return dl_text_with (_ (self->on->sites.words->traffic), _ (pattern->title));
  return NULL;
}

static void
show_pointed (gpointer pane)
{
  DlJobsPane *self = pane;
  g_autofree char *text = dl_jobs_view_describe (DL_CANVAS (self->map));

  gtk_label_set_text (self->pointed, text != NULL ? text : "");
}

static void
update_buttons (DlJobsPane *self)
{
  const gboolean any = self->jobs != NULL && self->jobs->n_jobs > 0;

  gtk_widget_set_sensitive (self->add, self->on != NULL);
  gtk_widget_set_sensitive (
      self->remove, any && dl_job_list_get_brush (DL_JOB_LIST (self->list)) == DL_BRUSH_JOB);
  gtk_widget_set_sensitive (self->remove_all, any);
}

/* Words for its sites; without any, the last. */
static void
update_words (DlJobsPane *self)
{
  const DlSiteWords *words = self->on != NULL ? self->on->sites.words : self->words;

  if (words == self->words)
    return;
  self->words = words;
  gtk_label_set_text (self->hint, _ (words->paint));
  gtk_widget_set_tooltip_text (self->add, _ (words->rule));
  gtk_widget_set_tooltip_text (self->remove, _ (words->remove));
  gtk_widget_set_tooltip_text (self->remove_all, _ (words->clear));
}

static void
update (DlJobsPane *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;

  /* A stroke changes nothing of the network, which takes its time to be built again. */
  if (!self->stroking)
    {
      g_clear_pointer (&self->on, dl_job_sites_unref);
      self->on = dl_session_job_sites (self->session);
      update_words (self);
    }
  g_clear_pointer (&self->jobs, dl_jobs_unref);
  if (self->on != NULL)
    self->jobs = dl_session_jobs (self->session, self->on, &error);
  note = note_text (self, error);
  dl_pane_show_text (self->note, note);
  job_list_show (DL_JOB_LIST (self->list), self->on, self->jobs);
  dl_jobs_view_show (DL_CANVAS (self->map), self->on, self->jobs);
  update_buttons (self);
  show_pointed (self);
}

/* Update the page, if it is visible; else it is updated when it is shown next. */
static void
on_scenario (DlJobsPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

/* Actions -------------------------------------------------------------------------------------- */

/* The job that the brush paints, which may be a new one; NULL: none. */
static char *
job_to_paint (DlJobsPane *self)
{
  switch (dl_job_list_get_brush (DL_JOB_LIST (self->list)))
    {
    case DL_BRUSH_JOB:
      return g_strdup (dl_job_list_get_job (DL_JOB_LIST (self->list)));
    case DL_BRUSH_NEW:
      return self->jobs != NULL ? dl_jobs_new_name (self->jobs) : g_strdup ("job-1");
    default:
      return NULL;
    }
}

static void
on_stroke (gpointer pane, guint first, guint last, gboolean erases)
{
  DlJobsPane *self = pane;

  if (self->on == NULL)
    return;
  if (!self->stroking)
    {
      self->stroke = erases ? NULL : job_to_paint (self);
      self->stroking = TRUE;
    }
  dl_session_paint_jobs (self->session, self->on, first, last, self->stroke);
}

/* Strokes that follow go to the job that was new. */
static void
on_settled (gpointer pane)
{
  DlJobsPane *self = pane;
  g_autofree char *job = g_steal_pointer (&self->stroke);

  if (!self->stroking)
    return;
  self->stroking = FALSE;
  dl_session_seal (self->session);
  if (job != NULL && self->jobs != NULL && dl_jobs_find (self->jobs, job) != DL_NO_SET)
    dl_job_list_choose (DL_JOB_LIST (self->list), DL_BRUSH_JOB, job);
  update (self);
}

static void
on_rule (DlJobsPane *self)
{
  if (self->on != NULL)
    job_rule_show (DL_JOB_RULE (self->rule), self->on,
                   *dl_session_get_scenario (self->session)->traffic.placement != '\0' ? self->jobs
                                                                                       : NULL);
}

static void
on_added (DlJobsPane *self, const char *item, const char *name)
{
  if (self->on == NULL)
    return;
  dl_session_add_job (self->session, self->on, item, name);
  if (self->jobs != NULL && dl_jobs_find (self->jobs, name) != DL_NO_SET)
    dl_job_list_choose (DL_JOB_LIST (self->list), DL_BRUSH_JOB, name);
}

static void
on_remove (DlJobsPane *self)
{
  const char *job = dl_job_list_get_job (DL_JOB_LIST (self->list));

  if (self->on != NULL && job != NULL)
    dl_session_remove_job (self->session, self->on, job);
}

static void
on_remove_all (DlJobsPane *self)
{
  if (self->on != NULL)
    dl_session_remove_all_jobs (self->session, self->on);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlJobsPane *self = DL_JOBS_PANE (object);

  g_clear_pointer (&self->on, dl_job_sites_unref);
  g_clear_pointer (&self->jobs, dl_jobs_unref);
  g_clear_pointer (&self->stroke, g_free);
  G_OBJECT_CLASS (dl_jobs_pane_parent_class)->dispose (object);
}

static void
dl_jobs_pane_class_init (DlJobsPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static GtkWidget *
add_buttons (DlJobsPane *self)
{
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  gtk_widget_set_layout_manager (bar, dl_wrap_layout_new (4));
  gtk_widget_add_css_class (bar, "dl-small");
  self->rule = job_rule_new ();
  g_signal_connect_swapped (self->rule, "added", G_CALLBACK (on_added), self);
  self->add = gtk_menu_button_new ();
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->add), _ ("Add by _Rule…"));
  gtk_menu_button_set_use_underline (GTK_MENU_BUTTON (self->add), TRUE);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->add), self->rule);
  g_signal_connect_swapped (self->rule, "show", G_CALLBACK (on_rule), self);
  gtk_widget_add_css_class (self->add, "dl-choice");
  gtk_box_append (GTK_BOX (bar), self->add);
  self->remove = dl_pane_add_button (bar, _ ("Remo_ve"), NULL);
  g_signal_connect_swapped (self->remove, "clicked", G_CALLBACK (on_remove), self);
  self->remove_all = dl_pane_add_button (bar, _ ("C_lear"), NULL);
  g_signal_connect_swapped (self->remove_all, "clicked", G_CALLBACK (on_remove_all), self);
  return bar;
}

static void
add_map (DlJobsPane *self, GtkWidget *box)
{
  static const DlJobsPainter painter = { on_stroke, on_settled, show_pointed };
  GtkWidget *scroll;

  self->hint = dl_pane_add_label (box, "dim-label", TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->hint), "dl-small");
  self->map = dl_jobs_view_new (dl_pane_get_view (DL_PANE (self)), &painter, self);
  dl_chart_give_table_menu (self->map, "jobs");
  scroll = dl_pane_scrolled (self->map);
  /* A press takes the focus, and must not move the pressed widget. */
  gtk_viewport_set_scroll_to_focus (
      GTK_VIEWPORT (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (scroll))), FALSE);
  gtk_box_append (GTK_BOX (box), scroll);
  self->pointed = dl_pane_add_label (box, "dl-number", FALSE);
  gtk_label_set_ellipsize (self->pointed, PANGO_ELLIPSIZE_END);
}

static void
dl_jobs_pane_init (DlJobsPane *self)
{
}

static void
build (DlJobsPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_widget_add_css_class (box, "dl-evidence");
  gtk_box_append (GTK_BOX (box), add_buttons (self));
  self->list = job_list_new ();
  g_signal_connect_swapped (self->list, "chosen", G_CALLBACK (update_buttons), self);
  gtk_box_append (GTK_BOX (box), self->list);
  add_map (self, box);
  /* It comes and goes, and the map stays where it is. */
  self->note = dl_pane_add_label (box, "dim-label", TRUE);
  gtk_box_append (GTK_BOX (box), dl_placements_box_new (self->session));
  dl_pane_set_child (DL_PANE (self), box);
}

/* Every stroke, rule and removal is one step of the session. */
static GtkWidget *
create (DlView *view)
{
  DlJobsPane *self = dl_pane_new (DL_TYPE_JOBS_PANE, view, _ ("Jobs"));

  self->session = dl_view_get_session (view);
  build (self);
  g_signal_connect_object (self->session, "notify::generation", G_CALLBACK (on_scenario), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  update (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_jobs = {
  .id = "jobs",
  .create = create,
  .title = N_ ("Jobs"),
  .description = N_ ("The nodes of each job: by rule, or painted"),
  .topic = "jobs#placement",
  .own = TRUE,
};
