#include "dl-job-list.h"

#include "dl-jobs-map.h"
#include "dl-rows.h"
#include "dl-view.h"

#include <glib/gi18n-lib.h>

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
  gboolean following; /* the list is brought up to date, nobody chooses */
};

static guint chosen_signal;

G_DEFINE_FINAL_TYPE (DlJobList, dl_job_list, GTK_TYPE_WIDGET)

/* Rows ----------------------------------------------------------------------------------------- */

static void
draw_swatch (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  /* As on the map, also in the row that is selected. */
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

/* What it shows -------------------------------------------------------------------------------- */

/* Sizes change with every stroke, rows only with the names: then what is scrolled to stays. */
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

void
dl_job_list_show (DlJobList *self, DlJobSites *on, DlJobs *jobs)
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
dispose (GObject *object)
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
  G_OBJECT_CLASS (class)->dispose = dispose;
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

GtkWidget *
dl_job_list_new (void)
{
  return g_object_new (DL_TYPE_JOB_LIST, NULL);
}
