#include "dl-choices.h"
#include "dl-family-room.h"
#include "dl-pane.h"
#include "dl-rows.h"

#include <glib/gi18n-lib.h>

#define DL_TYPE_CRITICAL_PANE (dl_critical_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlCriticalPane, dl_critical_pane, DL, CRITICAL_PANE, DlPane)

struct _DlCriticalPane
{
  DlPane parent;
  DlView *view;       /* the pane's */
  DlCriticalJob *job; /* of the chosen kind */
  DlRows *rows;
  const DlTableColumn *columns;  /* of the table */
  GtkSingleSelection *selection; /* the table's */
  gboolean selecting;            /* the rows follow the maps just now, not the other way round */

  GtkWidget *box;
  GtkDropDown *choice; /* the kind of place that is broken in turn */
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

/* For people. */
static char *
name_of (const DlCritical *critical, const DlCriticalCable *cable)
{
  return critical->of == DL_CRITICAL_ROUTERS
             ? critical->family->name (critical->net.shape, dl_place_router (cable->link),
                                       DL_NAME_PEOPLE)
             : critical->family->name (critical->net.shape, dl_place_link (cable->link),
                                       DL_NAME_CABLE);
}

static char *
cable_text (gconstpointer source, guint index)
{
  return name_of (source, get_cable (source, index));
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
lost_text (gconstpointer source, guint index)
{
  return g_strdup_printf ("%'u", get_cable (source, index)->figures.nodes_lost);
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
  const DlCriticalFigures *figures = &get_cable (source, index)->figures;

  return dl_number_text_at_most (figures->bound_load, 4, figures->is_bound);
}

/* Columns of the table of cables, whose rows stay in the order of their ranks. */
static const DlTableColumn balanced_columns[] = {
  { NULL, N_ ("Rank"), DL_COLUMN_REAL, .text = rank_text, .min_chars = 3 },
  { NULL, N_ ("Cable"), .text = cable_text, .name = TRUE, .min_chars = 12 },
  { NULL, N_ ("Effect"), .text = effect_text, .min_chars = 11 },
  { NULL, N_ ("Cut off"), DL_COLUMN_REAL, .text = undelivered_text, .min_chars = 6 },
  { NULL, N_ ("Deadlock"), .text = deadlock_text, .min_chars = 5 },
  { NULL, N_ ("Maximum channel load"), DL_COLUMN_REAL, .text = peak_text, .min_chars = 6 },
  { NULL, N_ ("Mean balance"), DL_COLUMN_REAL, .text = balance_text, .min_chars = 6 },
};
/* Where virtual channels are not to be balanced. */
static const DlTableColumn other_columns[] = {
  { NULL, N_ ("Rank"), DL_COLUMN_REAL, .text = rank_text, .min_chars = 3 },
  { NULL, N_ ("Cable"), .text = cable_text, .name = TRUE, .min_chars = 17 },
  { NULL, N_ ("Effect"), .text = effect_text, .min_chars = 11 },
  { NULL, N_ ("Cut off"), DL_COLUMN_REAL, .text = undelivered_text, .min_chars = 6 },
  { NULL, N_ ("Saturation"), DL_COLUMN_REAL, .text = bound_text, .min_chars = 6 },
  { NULL, N_ ("Maximum channel load"), DL_COLUMN_REAL, .text = peak_text, .min_chars = 6 },
};

/* Columns for networks whose routers are called switches. */
static const DlTableColumn switch_columns[] = {
  { NULL, N_ ("Rank"), DL_COLUMN_REAL, .text = rank_text, .min_chars = 3 },
  { NULL, N_ ("Switch"), .text = cable_text, .name = TRUE, .min_chars = 10 },
  { NULL, N_ ("Effect"), .text = effect_text, .min_chars = 11 },
  { NULL, N_ ("Hosts lost"), DL_COLUMN_REAL, .text = lost_text, .min_chars = 5 },
  { NULL, N_ ("Cut off"), DL_COLUMN_REAL, .text = undelivered_text, .min_chars = 6 },
  { NULL, N_ ("Saturation"), DL_COLUMN_REAL, .text = bound_text, .min_chars = 6 },
  { NULL, N_ ("Maximum channel load"), DL_COLUMN_REAL, .text = peak_text, .min_chars = 6 },
};

static gboolean
is_balanced (const DlFamily *family)
{
  return family->classes->balance_title != NULL;
}

/* Display -------------------------------------------------------------------------------------- */

/* "256 cables", "12 of 256 cables" */
static char *
count_text (const DlCritical *critical)
{
  const guint n = critical->n_cables, n_known = critical->n_evaluated;
  const gboolean switches = critical->of == DL_CRITICAL_ROUTERS;

  if (n_known < n)
    return switches ? g_strdup_printf (_ ("%'u of %'u switches"), n_known, n)
                    : g_strdup_printf (_ ("%'u of %'u cables"), n_known, n);
  return g_strdup_printf (switches ? g_dngettext (GETTEXT_PACKAGE, "%'u switch", "%'u switches", n)
                                   : g_dngettext (GETTEXT_PACKAGE, "%'u cable", "%'u cables", n),
                          n);
}

static char *
summary_text (const DlCritical *critical)
{
  g_autofree char *count = count_text (critical);
  guint n[DL_N_CRITICAL] = { 0 };
  const char *before = ": ";
  GString *text = g_string_new (NULL);

  if (critical->n_cables == 0)
    {
      g_string_append (text, critical->of == DL_CRITICAL_ROUTERS
                                 ? _ ("There is no working switch to break.")
                                 : _ ("There is no working cable to break."));
      return g_string_free (text, FALSE);
    }
  for (guint i = 0; i < critical->n_evaluated; i++)
    n[critical->cables[i].class]++;
  g_string_append (text, count);
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
  name = name_of (critical, cable);
  figures = dl_critical_cable_to_text (critical, cable);
  text = g_strdup_printf (_ ("Without %s: %s"), name, figures);
  gtk_label_set_text (self->detail, text);
}

/* The rows go where the maps are. */
static void
select_row (DlCriticalPane *self)
{
  const DlCritical *critical = dl_rows_get_source (self->rows);
  const DlCriticalCable *cable
      = critical != NULL ? dl_critical_find_place (critical, dl_view_get_selected (self->view))
                         : NULL;

  self->selecting = TRUE;
  gtk_single_selection_set_selected (self->selection, cable != NULL ? cable - critical->cables
                                                                    : GTK_INVALID_LIST_POSITION);
  self->selecting = FALSE;
  show_detail (self);
}

/* The working direction of the cable of @row, or its router, as the view numbers them now;
 * DL_NOWHERE if it is of a network with other places. */
static DlPlace
place_of (DlCriticalPane *self, const DlRow *row)
{
  const DlCritical *critical = dl_row_get_source (row);
  const DlEvaluation *now = dl_session_get_result (dl_view_get_session (self->view));

  if (now == NULL || now->scenario->family != critical->family
      || !critical->family->same_places (critical->net.shape, now->net.shape))
    return DL_NOWHERE;
  return dl_critical_place (critical, get_cable (critical, dl_row_get_index (row)));
}

static void
on_selected (DlCriticalPane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (self->selecting || row == NULL)
    return;
  show_detail (self);
  dl_view_select (self->view, place_of (self, row));
}

static void
on_activate (GtkColumnView *table, guint position, DlCriticalPane *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  const DlCritical *critical = dl_row_get_source (row);
  const DlPlace place = place_of (self, row);

  if (place.kind != DL_PLACE_NOTHING)
    dl_view_toggle (self->view, place, critical->by_other);
}

/* The table with the columns that suit @family and the kind of faults, made again if they
 * change. */
static void
add_table (DlCriticalPane *self, const DlFamily *family, DlCriticalOf of)
{
  const gboolean balanced = is_balanced (family), switches = of == DL_CRITICAL_ROUTERS;
  const DlTableColumn *columns = switches   ? switch_columns
                                 : balanced ? balanced_columns
                                            : other_columns;
  const guint n_columns = switches   ? G_N_ELEMENTS (switch_columns)
                          : balanced ? G_N_ELEMENTS (balanced_columns)
                                     : G_N_ELEMENTS (other_columns);
  GtkWidget *view;

  if (self->columns == columns)
    return;
  self->columns = columns;
  g_clear_object (&self->rows);
  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_critical_ref, (GDestroyNotify) dl_critical_unref);
  view = dl_rows_new_view (self->rows, columns, n_columns,
                           switches ? _ ("Switches, the most critical first")
                                    : _ ("Cables, the most critical first"));
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
  /* Other columns are told of the selected cable. */
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->table), GTK_COLUMN_VIEW (view), columns, n_columns, 3);
  gtk_box_insert_child_after (GTK_BOX (self->box), self->table, GTK_WIDGET (self->summary));
  gtk_label_set_text (self->hint, switches ? _ ("Double-click or Enter breaks the switch")
                                           : _ ("Double-click or Enter breaks the cable"));
}

static const char *
about (const DlFamily *family, DlCriticalOf of)
{
  if (of == DL_CRITICAL_ROUTERS)
    return _ ("Breaks every working switch in turn and ranks the effects on the others: pairs cut "
              "off, deadlock, saturation load and maximum channel load.");
  return is_balanced (family)
             ? _ ("Breaks every working cable in turn and ranks the effects: pairs cut off, "
                  "deadlock, illegal turns, maximum channel load and balance.")
             : _ ("Breaks every working cable in turn and ranks the effects: pairs cut off, "
                  "deadlock, saturation load and maximum channel load.");
}

/* Results for networks of the family that is shown. */
static DlCritical *
known (DlCriticalPane *self, const DlFamily *family)
{
  DlCritical *critical = dl_critical_job_get_results (self->job);

  return critical != NULL && critical->family == family ? critical : NULL;
}

static void
update (DlCriticalPane *self)
{
  const DlFamily *family = dl_session_get_scenario (dl_view_get_session (self->view))->family;
  const DlCriticalOf of
      = family->critical_routers ? gtk_drop_down_get_selected (self->choice) : DL_CRITICAL_CABLES;
  DlCritical *critical;
  gboolean running;
  g_autofree char *text = NULL;

  self->job = of == DL_CRITICAL_ROUTERS ? dl_view_get_critical_routers (self->view)
                                        : dl_view_get_critical_job (self->view);
  critical = known (self, family);
  running = dl_critical_job_is_running (self->job);
  gtk_widget_set_visible (GTK_WIDGET (self->choice), family->critical_routers);
  gtk_button_set_label (self->button, running                     ? _ ("_Cancel")
                                      : of == DL_CRITICAL_ROUTERS ? _ ("_Find Critical Switches")
                                                                  : _ ("_Find Critical Cables"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button),
                               of == DL_CRITICAL_ROUTERS
                                   ? _ ("Break every working switch in turn and rank the effects; "
                                        "press again to stop")
                                   : _ ("Break every working cable in turn and rank the effects "
                                        "(Ctrl+K); press again to stop"));
  dl_pane_show_progress (self->bar, running, dl_critical_job_get_progress (self->job),
                         dl_critical_job_get_seconds_left (self->job));
  gtk_widget_set_visible (GTK_WIDGET (self->stale),
                          critical != NULL && dl_critical_job_is_stale (self->job));
  text = critical != NULL ? summary_text (critical) : g_strdup (about (family, of));
  gtk_label_set_text (self->summary, text);

  self->selecting = TRUE;
  add_table (self, family, of);
  gtk_widget_set_visible (self->table, critical != NULL && critical->n_evaluated > 0);
  if (critical != dl_rows_get_source (self->rows)) /* else it is progress only */
    dl_rows_set (self->rows, critical, NULL, critical != NULL ? critical->n_evaluated : 0);
  self->selecting = FALSE;
  select_row (self);
}

/* Update the page, if it is visible; else it is updated when it is shown next. */
static void
on_job (DlCriticalPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

/* Actions -------------------------------------------------------------------------------------- */

static void
on_button (DlCriticalPane *self)
{
  if (dl_critical_job_is_running (self->job))
    dl_critical_job_cancel (self->job);
  else if (self->job == dl_view_get_critical_routers (self->view))
    dl_critical_job_start (self->job);
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
  G_OBJECT_CLASS (dl_critical_pane_parent_class)->dispose (object);
}

static void
dl_critical_pane_class_init (DlCriticalPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
add_choice (DlCriticalPane *self)
{
  static const DlOption choices[DL_N_CRITICAL_OF] = {
    [DL_CRITICAL_CABLES] = { "cables", N_ ("Cables"), N_ ("Break each cable in turn") },
    [DL_CRITICAL_ROUTERS] = { "switches", N_ ("Switches"), N_ ("Break each switch in turn") },
  };

  self->choice = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  dl_choices_fill (self->choice, choices, G_N_ELEMENTS (choices));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->choice), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("What is broken in turn"), -1);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->choice));
}

static void
dl_critical_pane_init (DlCriticalPane *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_add_css_class (self->box, "dl-evidence");

  self->button = GTK_BUTTON (gtk_button_new ());
  gtk_button_set_use_underline (self->button, TRUE);
  g_signal_connect_swapped (self->button, "clicked", G_CALLBACK (on_button), self);
  add_choice (self);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->button));

  self->bar = dl_pane_add_progress (self->box, _ ("Progress of the search"));

  self->stale = dl_pane_add_label (self->box, "dl-error", TRUE);
  gtk_label_set_text (self->stale, _ ("Out of date: the scenario has changed."));
  self->summary = dl_pane_add_label (self->box, "dim-label", TRUE);
  self->hint = dl_pane_add_label (self->box, "dim-label", TRUE);
  self->detail = dl_pane_add_label (self->box, "dl-number", TRUE);
  dl_pane_set_child (DL_PANE (self), self->box);
}

/* The critical cables, ranked, and the search for them. Its results go to the maps of @view,
 * too. */
static GtkWidget *
create (DlView *view)
{
  DlCriticalPane *self = dl_pane_new (DL_TYPE_CRITICAL_PANE, view, _ ("Critical cables"));

  self->view = view;
  g_signal_connect_object (dl_view_get_critical_job (view), "notify", G_CALLBACK (on_job), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_critical_routers (view), "notify", G_CALLBACK (on_job), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->choice, "notify::selected", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  /* Results of another family are not shown. */
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_job), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  update (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_critical = {
  .id = "critical",
  .create = create,
  .title = N_ ("Critical cables"),
  .description = N_ ("The effect of breaking each cable, the most critical first"),
  .topic = "evidence#critical",
  .key = '0',
  .group = DL_PAGE_SEARCH,
  .is_table = TRUE,
  .own = TRUE,
};
