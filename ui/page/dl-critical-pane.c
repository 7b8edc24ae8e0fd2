#include "dl-critical-pane.h"

#include "dl-rows-fit.h"

#include <glib/gi18n-lib.h>

struct _DlCriticalPane
{
  DlPane parent;
  DlView *view; /* the pane's */
  DlCriticalJob *job;
  DlRows *rows;
  const DlFamily *family;        /* that the columns are for */
  GtkSingleSelection *selection; /* the table's */
  gboolean selecting;            /* the rows follow the maps just now, not the other way round */

  GtkWidget *box;
  GtkButton *button;
  GtkProgressBar *bar;
  GtkLabel *summary;
  GtkLabel *stale;
  GtkWidget *table;
  GtkLabel *hint;
  GtkLabel *detail; /* in its place once a cable is selected */
};

G_DEFINE_FINAL_TYPE (DlCriticalPane, dl_critical_pane, DL_TYPE_PANE)

/* Columns -------------------------------------------------------------------------------------- */

static const DlCriticalCable *
get_cable (gconstpointer source, guint index)
{
  return &((const DlCritical *) source)->cables[index];
}

static char *
rank_text (gconstpointer source, guint index)
{
  return g_strdup_printf ("%'u", get_cable (source, index)->rank);
}

static char *
cable_text (gconstpointer source, guint index)
{
  const DlCritical *critical = source;

  return critical->family->cable_label (critical->net.shape, get_cable (source, index)->link);
}

static char *
effect_text (gconstpointer source, guint index)
{
  return g_strdup (dl_critical_class_title (get_cable (source, index)->class));
}

static char *
undelivered_text (gconstpointer source, guint index)
{
  return g_strdup_printf ("%'" G_GINT64_FORMAT, get_cable (source, index)->undelivered_more);
}

static char *
deadlock_text (gconstpointer source, guint index)
{
  return g_strdup (get_cable (source, index)->figures.deadlock_free ? _ ("no") : _ ("yes"));
}

static char *
peak_text (gconstpointer source, guint index)
{
  return dl_number_text (get_cable (source, index)->figures.load_max, 0);
}

static char *
balance_text (gconstpointer source, guint index)
{
  return dl_number_text (get_cable (source, index)->figures.balance_mean, 4);
}

static char *
bound_text (gconstpointer source, guint index)
{
  return dl_number_text (get_cable (source, index)->figures.bound_load, 4);
}

/* They stay in the order of their ranks. */
static const DlColumn balanced_columns[] = {
  { N_ ("Rank"), .text = rank_text, .number = TRUE, .min_chars = 3 },
  { N_ ("Cable"), .text = cable_text, .min_chars = 12 },
  { N_ ("Effect"), .text = effect_text, .min_chars = 11 },
  { N_ ("Cut off"), .text = undelivered_text, .number = TRUE, .min_chars = 6 },
  { N_ ("Deadlock"), .text = deadlock_text, .min_chars = 5 },
  { N_ ("Maximum channel load"), .text = peak_text, .number = TRUE, .min_chars = 6 },
  { N_ ("Mean balance"), .text = balance_text, .number = TRUE, .min_chars = 6 },
};
/* Where virtual channels are not to be balanced. */
static const DlColumn other_columns[] = {
  { N_ ("Rank"), .text = rank_text, .number = TRUE, .min_chars = 3 },
  { N_ ("Cable"), .text = cable_text, .min_chars = 20 },
  { N_ ("Effect"), .text = effect_text, .min_chars = 9 },
  { N_ ("Cut off"), .text = undelivered_text, .number = TRUE, .min_chars = 6 },
  { N_ ("Saturation"), .text = bound_text, .number = TRUE, .min_chars = 6 },
  { N_ ("Maximum channel load"), .text = peak_text, .number = TRUE, .min_chars = 6 },
};

static gboolean
is_balanced (const DlFamily *family)
{
  return family->classes->balance_title != NULL;
}

/* What is shown -------------------------------------------------------------------------------- */

static char *
summary_text (const DlCritical *critical)
{
  guint n[DL_N_CRITICAL] = { 0 };
  const char *before = ": ";
  GString *text = g_string_new (NULL);

  if (critical->n_cables == 0)
    {
      g_string_append (text, _ ("There is no working cable to break."));
      return g_string_free (text, FALSE);
    }
  for (guint i = 0; i < critical->n_evaluated; i++)
    n[critical->cables[i].class]++;
  if (critical->n_evaluated < critical->n_cables)
    g_string_append_printf (text, _ ("%'u of %'u cables"), critical->n_evaluated,
                            critical->n_cables);
  else
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, "%'u cable", "%'u cables", critical->n_cables),
        critical->n_cables);
  for (guint class = DL_N_CRITICAL; class -- > 0;)
    if (n[class] > 0)
      {
        g_string_append_printf (text, "%s%'u × %s", before, n[class],
                                dl_critical_class_title (class));
        before = ", ";
      }
  return g_string_free (text, FALSE);
}

/* The figures of the cable that is selected. */
static void
show_detail (DlCriticalPane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  const DlCritical *critical;
  const DlCriticalCable *cable;
  g_autofree char *name = NULL;
  g_autofree char *figures = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->detail), row != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->hint),
                          row == NULL && gtk_widget_get_visible (self->table));
  if (row == NULL)
    return;
  critical = dl_row_get_source (row);
  cable = get_cable (critical, dl_row_get_index (row));
  name = critical->family->cable_label (critical->net.shape, cable->link);
  figures = dl_critical_cable_to_text (critical, cable);
  text = g_strdup_printf (_ ("Without %s: %s"), name, figures);
  gtk_label_set_text (self->detail, text);
}

/* The rows go where the maps are. */
static void
select_row (DlCriticalPane *self)
{
  const guint link = dl_view_get_selected_link (self->view);
  const DlCritical *critical = dl_rows_get_source (self->rows);
  const DlCriticalCable *cable
      = critical != NULL && link != DL_NO_LINK ? dl_critical_find (critical, link) : NULL;

  self->selecting = TRUE;
  gtk_single_selection_set_selected (self->selection, cable != NULL ? cable - critical->cables
                                                                    : GTK_INVALID_LIST_POSITION);
  self->selecting = FALSE;
  show_detail (self);
}

/* The working direction of the cable of @row, as the view numbers links now; DL_NO_LINK if it is of
 * a network with other places. */
static guint
link_of (DlCriticalPane *self, const DlRow *row)
{
  const DlCritical *critical = dl_row_get_source (row);
  const DlEvaluation *now = dl_session_get_result (dl_view_get_session (self->view));

  if (now == NULL || now->scenario->family != critical->family
      || !critical->family->same_places (critical->net.shape, now->net.shape))
    return DL_NO_LINK;
  return dl_critical_working_link (critical, get_cable (critical, dl_row_get_index (row)));
}

static void
on_selected (DlCriticalPane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (self->selecting || row == NULL)
    return;
  show_detail (self);
  dl_view_select (self->view, dl_place_link (link_of (self, row)));
}

static void
on_activate (GtkColumnView *table, guint position, DlCriticalPane *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  const DlCritical *critical = dl_row_get_source (row);
  const guint link = link_of (self, row);

  if (link != DL_NO_LINK)
    dl_view_toggle (self->view, dl_place_link (link), critical->by_other);
}

/* The table with the columns that suit @family, anew where they are others. */
static void
add_table (DlCriticalPane *self, const DlFamily *family)
{
  const gboolean balanced = is_balanced (family);
  const DlColumn *columns = balanced ? balanced_columns : other_columns;
  const guint n_columns = balanced ? G_N_ELEMENTS (balanced_columns) : G_N_ELEMENTS (other_columns);
  GtkWidget *view;

  if (self->family != NULL && balanced == is_balanced (self->family))
    return;
  self->family = family;
  g_clear_object (&self->rows);
  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_critical_ref, (GDestroyNotify) dl_critical_unref);
  view = dl_rows_new_view (self->rows, columns, n_columns, _ ("Cables, the most critical first"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (view, "activate", G_CALLBACK (on_activate), self);
  gtk_widget_add_css_class (view, "data-table");

  if (self->table != NULL)
    gtk_box_remove (GTK_BOX (self->box), self->table);
  self->table = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->table), view);
  gtk_widget_set_vexpand (self->table, TRUE);
  /* What the others have is told of the cable that is selected. */
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->table), GTK_COLUMN_VIEW (view), columns, n_columns, 3);
  gtk_box_insert_child_after (GTK_BOX (self->box), self->table, GTK_WIDGET (self->summary));
}

static const char *
about (const DlFamily *family)
{
  return is_balanced (family)
             ? _ ("Breaks every working cable in turn and ranks the effects: pairs cut off, "
                  "deadlock, illegal turns, maximum channel load and balance.")
             : _ ("Breaks every working cable in turn and ranks the effects: pairs cut off, "
                  "deadlock, saturation load and maximum channel load.");
}

static void
update (DlCriticalPane *self)
{
  DlCritical *critical = dl_view_get_critical (self->view);
  const gboolean running = dl_critical_job_is_running (self->job);
  g_autofree char *text = NULL;

  gtk_button_set_label (self->button, running ? _ ("_Cancel") : _ ("_Find Critical Cables"));
  dl_pane_show_progress (self->bar, running, dl_critical_job_get_progress (self->job),
                         dl_critical_job_get_seconds_left (self->job));
  gtk_widget_set_visible (GTK_WIDGET (self->stale),
                          critical != NULL && dl_critical_job_is_stale (self->job));
  gtk_widget_set_visible (self->table, critical != NULL && critical->n_evaluated > 0);
  text
      = critical != NULL
            ? summary_text (critical)
            : g_strdup (about (dl_session_get_scenario (dl_view_get_session (self->view))->family));
  gtk_label_set_text (self->summary, text);

  self->selecting = TRUE;
  if (critical != NULL)
    add_table (self, critical->family);
  if (critical != dl_rows_get_source (self->rows)) /* else it is progress only */
    dl_rows_set (self->rows, critical, NULL, critical != NULL ? critical->n_evaluated : 0);
  self->selecting = FALSE;
  select_row (self);
}

/* Nobody looks: the next look brings it up to date. */
static void
on_job (DlCriticalPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

/* What is done --------------------------------------------------------------------------------- */

static void
on_button (DlCriticalPane *self)
{
  if (dl_critical_job_is_running (self->job))
    dl_critical_job_cancel (self->job);
  else
    dl_view_find_critical (self->view);
}

static void
on_selection (DlCriticalPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    select_row (self);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlCriticalPane *self = DL_CRITICAL_PANE (object);

  g_clear_object (&self->rows);
  g_clear_object (&self->job);
  G_OBJECT_CLASS (dl_critical_pane_parent_class)->dispose (object);
}

static void
dl_critical_pane_class_init (DlCriticalPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
dl_critical_pane_init (DlCriticalPane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->box, "dl-evidence");

  self->button = GTK_BUTTON (gtk_button_new ());
  gtk_button_set_use_underline (self->button, TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button),
                               _ ("Break every working cable in turn and rank the effects "
                                  "(Ctrl+K); press again to stop"));
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->button));

  self->bar = dl_pane_add_progress (self->box, _ ("Cables evaluated"));

  self->stale = dl_pane_add_label (self->box, "dl-error", TRUE);
  gtk_label_set_text (self->stale, _ ("Out of date: the scenario has changed."));
  self->summary = dl_pane_add_label (self->box, "dim-label", TRUE);
  self->hint = dl_pane_add_label (self->box, "dim-label", TRUE);
  gtk_label_set_text (self->hint, _ ("Double-click or Enter breaks the cable"));
  self->detail = dl_pane_add_label (self->box, "dl-number", TRUE);
  dl_pane_set_child (DL_PANE (self), self->box);
}

GtkWidget *
dl_critical_pane_new (DlView *view)
{
  DlCriticalPane *self = dl_pane_new (DL_TYPE_CRITICAL_PANE, view, _ ("Critical cables"));

  self->view = view;
  self->job = g_object_ref (dl_view_get_critical_job (view));
  add_table (self, dl_session_get_scenario (dl_view_get_session (view))->family);
  g_signal_connect_object (self->job, "notify", G_CALLBACK (on_job), self, G_CONNECT_SWAPPED);
  /* Results of another family are not shown. */
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_job), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  update (self);
  return GTK_WIDGET (self);
}
