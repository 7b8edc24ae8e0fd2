#include "dl-difference-pane.h"

#include "dl-appearance.h"
#include "dl-difference-scalars.h"
#include "dl-family-room.h"
#include "dl-rows.h"
#include "dl-table.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MOST_LINKS  100
#define TABLE_LEAST 200 /* pixels of height */
#define WIDE        560 /* from which titles are beside their values, for usual text */
/* Between two looks at a simulation, and at results that follow each other, in milliseconds. */
#define LOOK_MS  500
#define BURST_MS 150

/* The links that changed most ------------------------------------------------------------------ */

/* In words and numbers; shared by reference, not changed any more. */
typedef struct
{
  guint n;
  guint32 link[MOST_LINKS];
  double value[MOST_LINKS]; /* A - B */
  gboolean outlier[MOST_LINKS];
  char *name[MOST_LINKS];
  char *values[MOST_LINKS][3]; /* A, B, A - B */
} Changes;

static gpointer
changes_ref (gpointer changes)
{
  return g_atomic_rc_box_acquire (changes);
}

static void
changes_clear (gpointer data)
{
  Changes *changes = data;

  for (guint i = 0; i < changes->n; i++)
    {
      g_free (changes->name[i]);
      for (guint value = 0; value < 3; value++)
        g_free (changes->values[i][value]);
    }
}

static void
changes_unref (gpointer changes)
{
  g_atomic_rc_box_release_full (changes, changes_clear);
}

static char *
name_text (gconstpointer source, guint index)
{
  const Changes *changes = source;

  return g_strdup_printf (changes->outlier[index] ? "○ %s" : "%s", changes->name[index]);
}

static char *
a_text (gconstpointer source, guint index)
{
  return g_strdup (((const Changes *) source)->values[index][0]);
}

static char *
b_text (gconstpointer source, guint index)
{
  return g_strdup (((const Changes *) source)->values[index][1]);
}

static char *
difference_text (gconstpointer source, guint index)
{
  return g_strdup (((const Changes *) source)->values[index][2]);
}

/* Columns of the table of differences, whose rows stay in the order of their size. */
static const DlTableColumn columns[] = {
  { NULL, N_ ("Link"), .text = name_text, .name = TRUE, .min_chars = 16 },
  { NULL, N_ ("A − B"), DL_COLUMN_REAL, .text = difference_text, .min_chars = 7 },
  { NULL, N_ ("A"), DL_COLUMN_REAL, .text = a_text, .min_chars = 7 },
  { NULL, N_ ("B"), DL_COLUMN_REAL, .text = b_text, .min_chars = 7 },
};

/* The page ------------------------------------------------------------------------------------- */

struct _DlDifferencePane
{
  DlPane parent;
  DlView *view; /* the pane's */
  DlRows *rows;
  GtkSingleSelection *selection; /* the table's */
  gboolean selecting;            /* the rows follow the maps just now */
  guint look;                    /* timeout, while a simulation runs */
  guint fit;                     /* idle, until the content fits its room */
  gint64 changed_us;             /* when what it shows changed last */
  GtkAdjustment *room;           /* the page's width */

  GtkLabel *states;
  GtkWidget *buttons;      /* while nothing is pinned */
  GtkInscription *changed; /* how many links */
  GtkLabel *summary;
  GtkLabel *title;
  GtkWidget *table;
  GtkLabel *rule;
  GtkWidget *copy;
  DlDifferenceScalars *scalars;
};

G_DEFINE_FINAL_TYPE (DlDifferencePane, dl_difference_pane, DL_TYPE_PANE)

static DlEvaluation *
current_result (DlDifferencePane *self)
{
  return dl_session_get_result (dl_view_get_session (self->view));
}

static DlBeside *
beside_of (DlDifferencePane *self)
{
  return dl_view_get_beside (self->view);
}

static char *
link_name (const DlEvaluation *result, guint link)
{
  return result->scenario->family->name (result->net.shape, dl_place_link (link), DL_NAME_PEOPLE);
}

static Changes *
changes_new (DlDifferencePane *self, const DlDifference *difference)
{
  Changes *changes = g_atomic_rc_box_new0 (Changes);
  DlBeside *beside = beside_of (self);
  const DlEvaluation *result = current_result (self);

  changes->n = dl_difference_largest (difference, MOST_LINKS, changes->link);
  for (guint i = 0; i < changes->n; i++)
    {
      const guint link = changes->link[i];
      double a, b;

      dl_beside_get_values (beside, link, &a, &b);
      changes->value[i] = difference->values[link];
      changes->outlier[i] = difference->outlier[link];
      changes->name[i] = link_name (result, link);
      changes->values[i][0] = dl_beside_format (beside, a, FALSE);
      changes->values[i][1] = dl_beside_format (beside, b, FALSE);
      changes->values[i][2] = dl_beside_format (beside, difference->values[link], TRUE);
    }
  return changes;
}

/* Behind how many: "of 12,672 links changed, 12 of them outliers; 2 links work in B alone" */
static char *
summary_text (const DlDifference *difference)
{
  GString *text = g_string_new (NULL);

  if (difference->n_changed == 0)
    g_string_append (text, _ ("No link that works in both changed"));
  else
    g_string_append_printf (text,
                            /* Translators: behind how many they are, in large type */
                            g_dngettext (GETTEXT_PACKAGE, "of %'u link changed",
                                         "of %'u links changed", difference->n_compared),
                            difference->n_compared);
  if (difference->n_outliers > 0)
    g_string_append_printf (text,
                            g_dngettext (GETTEXT_PACKAGE, ", %'u of them an outlier",
                                         ", %'u of them outliers", difference->n_outliers),
                            difference->n_outliers);
  for (guint side = 0; side < 2; side++)
    if (difference->n_only[side] > 0)
      g_string_append_printf (
          text,
          side == 0 ? g_dngettext (GETTEXT_PACKAGE, "; %'u link works in A alone",
                                   "; %'u links work in A alone", difference->n_only[side])
                    : g_dngettext (GETTEXT_PACKAGE, "; %'u link works in B alone",
                                   "; %'u links work in B alone", difference->n_only[side]),
          difference->n_only[side]);
  return g_string_free (text, FALSE);
}

/* The rows go where the maps are. */
static void
select_row (DlDifferencePane *self)
{
  const Changes *changes = dl_rows_get_source (self->rows);
  const guint link = dl_view_get_selected_link (self->view);
  guint at = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; changes != NULL && i < changes->n; i++)
    if (changes->link[i] == link)
      at = i;
  self->selecting = TRUE;
  gtk_single_selection_set_selected (self->selection, at);
  self->selecting = FALSE;
}

static void
show_links (DlDifferencePane *self)
{
  const char *misfit;
  const gboolean compares = dl_beside_compares (beside_of (self), &misfit);
  const DlDifference *difference = compares ? dl_beside_get_difference (beside_of (self)) : NULL;
  g_autofree char *summary = difference != NULL ? summary_text (difference) : NULL;
  const gboolean has_rows = difference != NULL && difference->n_changed > 0;

  dl_pane_show_text (self->summary, summary != NULL ? summary : misfit);
  gtk_widget_set_visible (GTK_WIDGET (self->changed), has_rows);
  if (has_rows)
    {
      g_autofree char *changed = dl_number_text (difference->n_changed, 0);

      dl_number_show (self->changed, changed);
    }
  gtk_widget_set_visible (self->table, has_rows);
  gtk_widget_set_visible (GTK_WIDGET (self->title), has_rows);
  gtk_widget_set_visible (GTK_WIDGET (self->rule), has_rows);
  self->selecting = TRUE;
  if (has_rows)
    {
      Changes *changes = changes_new (self, difference);

      dl_rows_set (self->rows, changes, NULL, changes->n);
      changes_unref (changes);
    }
  else
    dl_rows_set (self->rows, NULL, NULL, 0);
  self->selecting = FALSE;
  select_row (self);
}

static void
update (DlDifferencePane *self)
{
  const DlPin *pin = dl_beside_get_pin (beside_of (self));
  g_autofree char *a = pin != NULL ? dl_beside_title (beside_of (self), DL_SHOW_A) : NULL;
  g_autofree char *b = pin != NULL ? dl_beside_title (beside_of (self), DL_SHOW_B) : NULL;
  g_autofree char *text = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return; /* the next look brings it up to date */
  text = pin != NULL
             ? g_strdup_printf (_ ("A: %s\nB: %s"), a, b)
             : g_strdup (_ ("Pin a state as B, make changes, and see their effect: link by link "
                            "and for the whole network. A scenario of the library can also be B: "
                            "see its menu."));
  gtk_label_set_text (self->states, text);
  gtk_widget_set_visible (self->buttons, pin == NULL);
  gtk_widget_set_visible (self->copy, pin != NULL);
  show_links (self);
  dl_difference_scalars_update (self->scalars);
}

static gboolean
look (gpointer user_data)
{
  DlDifferencePane *self = user_data;

  self->look = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

/* Show the first change of a burst at once and the last one at its end, as when a dateline is
 * dragged; maps follow each. */
static void
on_change (DlDifferencePane *self)
{
  const gint64 now = g_get_monotonic_time (), since = now - self->changed_us;

  self->changed_us = now;
  g_clear_handle_id (&self->look, g_source_remove);
  if (since >= BURST_MS * G_TIME_SPAN_MILLISECOND)
    look (self);
  else
    self->look = g_timeout_add (BURST_MS, look, self);
}

/* Running simulations are followed as fast as one can read. */
static void
on_picture (DlDifferencePane *self)
{
  if (self->look == 0 && gtk_widget_get_mapped (GTK_WIDGET (self))
      && dl_beside_get_pin (beside_of (self)) != NULL)
    self->look = g_timeout_add (LOOK_MS, look, self);
}

static void
on_selected (DlDifferencePane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  const Changes *changes;
  guint link;

  if (self->selecting || row == NULL)
    return;
  changes = dl_row_get_source (row);
  link = changes->link[dl_row_get_index (row)];
  dl_view_select (self->view, dl_place_link (link));
}

static void
on_selection (DlDifferencePane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    select_row (self);
}

static gboolean
fit (gpointer user_data)
{
  DlDifferencePane *self = user_data;

  self->fit = 0;
  dl_difference_scalars_set_wide (self->scalars, gtk_adjustment_get_page_size (self->room)
                                                     >= WIDE * dl_text_size_scale ());
  return G_SOURCE_REMOVE;
}

/* Nothing moves while it is laid out. */
static void
on_room (DlDifferencePane *self)
{
  if (self->fit == 0)
    self->fit = g_idle_add (fit, self);
}

/* Copies --------------------------------------------------------------------------------------- */

static void
append_changes (DlDifferencePane *self, const Changes *changes, GString *csv)
{
  static const DlTableColumn in_files[] = {
    { "link" },
    { "a", .type = DL_COLUMN_REAL },
    { "b", .type = DL_COLUMN_REAL },
    { "difference", .type = DL_COLUMN_REAL },
    { "outlier", .type = DL_COLUMN_INTEGER },
  };
  g_autoptr (DlRecord) record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, in_files);
  DlTable table;

  for (guint i = 0; i < changes->n; i++)
    {
      double value_a, value_b;

      dl_beside_get_values (beside_of (self), changes->link[i], &value_a, &value_b);
      dl_cells_text (cells, changes->name[i]);
      dl_cells_finite (cells, value_a);
      dl_cells_finite (cells, value_b);
      dl_cells_finite (cells, changes->value[i]);
      dl_cells_integer (cells, changes->outlier[i]);
    }
  table = dl_record_table (record);
  dl_table_append_csv (csv, &table);
  g_string_append_c (csv, '\n');
}

char *
dl_difference_pane_to_csv (DlDifferencePane *self)
{
  const DlPin *pin = dl_beside_get_pin (beside_of (self));
  const DlScenario *a = dl_session_get_scenario (dl_view_get_session (self->view));
  const Changes *changes = dl_rows_get_source (self->rows);
  g_autofree char *differs = NULL;
  GString *csv;

  if (pin == NULL)
    return NULL;
  csv = g_string_new (NULL);
  differs = dl_pin_changes (a, pin->result->scenario);
  if (changes != NULL)
    append_changes (self, changes, csv);
  dl_difference_scalars_write (self->scalars, csv);
  g_string_append_printf (csv, "# A: %s\n# B: %s (%s)\n", a->name, pin->label,
                          *differs != '\0' ? g_strdelimit (differs, "\n", ' ') : "as A");
  return g_string_free (csv, FALSE);
}

static void
on_copy (DlDifferencePane *self)
{
  g_autofree char *csv = dl_difference_pane_to_csv (self);

  if (csv != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), csv);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlDifferencePane *self = DL_DIFFERENCE_PANE (object);

  g_clear_handle_id (&self->look, g_source_remove);
  g_clear_handle_id (&self->fit, g_source_remove);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (dl_difference_pane_parent_class)->dispose (object);
}

static void
dl_difference_pane_class_init (DlDifferencePaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
add_pin_buttons (DlDifferencePane *self, GtkWidget *box)
{
  static const struct
  {
    const char *label, *tooltip, *action;
  } buttons[] = {
    { N_ ("_Pin as B"), N_ ("Pin this state to see later changes from it (Ctrl+B)"), "win.pin" },
    { N_ ("Pin the State _Before the Last Change"),
      N_ ("See the effect of the last change (Ctrl+Alt+B)"), "win.pin-before" },
  };

  self->buttons = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_append (GTK_BOX (box), self->buttons);
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      GtkWidget *button
          = dl_pane_add_button (self->buttons, _ (buttons[i].label), _ (buttons[i].tooltip));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), buttons[i].action);
    }
}

static void
add_links (DlDifferencePane *self, GtkWidget *box)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *table;

  self->changed = dl_pane_add_figure (head, 5);
  gtk_widget_set_valign (GTK_WIDGET (self->changed), GTK_ALIGN_CENTER);
  self->summary = dl_pane_add_label (head, NULL, TRUE);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->changed),
                                  GTK_ACCESSIBLE_RELATION_DESCRIBED_BY, self->summary, NULL, -1);
  gtk_box_append (GTK_BOX (box), head);
  self->title = dl_pane_add_label (box, "dl-group-title", TRUE);
  gtk_label_set_text (self->title, _ ("Links that changed most"));
  self->rows = dl_rows_new (changes_ref, changes_unref);
  table = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns),
                            _ ("Links that changed most"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (table)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (table, "data-table");
  self->table = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->table), table);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->table), TABLE_LEAST);
  /* The details line has both values of the link that is selected. */
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->table), GTK_COLUMN_VIEW (table), columns,
               G_N_ELEMENTS (columns), 2);
  gtk_box_append (GTK_BOX (box), self->table);
  self->rule = dl_pane_add_label (box, "dl-description", TRUE);
  gtk_label_set_text (self->rule,
                      _ ("○ outlier: of all links that changed, one whose change is further from "
                         "their median than 6 robust standard deviations (1.4826 times the median "
                         "distance from it)"));
}

static void
dl_difference_pane_init (DlDifferencePane *self)
{
}

static GtkWidget *
create (DlView *view)
{
  DlDifferencePane *self = dl_pane_new (DL_TYPE_DIFFERENCE_PANE, view, _ ("Difference"));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *scroll;

  self->view = view;
  gtk_widget_add_css_class (box, "dl-evidence");
  self->states = dl_pane_add_label (box, NULL, TRUE);
  add_pin_buttons (self, box);
  add_links (self, box);
  self->scalars = DL_DIFFERENCE_SCALARS (dl_difference_scalars_new (view));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->scalars));
  self->copy = dl_pane_add_button (box, _ ("_Copy as CSV"),
                                   _ ("Copy both tables, with descriptions of A and B"));
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (on_copy), self);
  scroll = dl_pane_scrolled (box);
  self->room = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroll));
  g_signal_connect_object (self->room, "notify::page-size", G_CALLBACK (on_room), self,
                           G_CONNECT_SWAPPED);
  dl_pane_set_child (DL_PANE (self), scroll);

  g_signal_connect_object (dl_view_get_shown (view), "changed::other", G_CALLBACK (on_change), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dl_view_get_live (view), "notify::picture", G_CALLBACK (on_picture),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_difference = {
  .id = "difference",
  .create = create,
  .title = N_ ("Difference"),
  .description = N_ ("The change from the state pinned as B"),
  .topic = "compare#difference",
  .key = '7',
  .is_table = TRUE,
};
