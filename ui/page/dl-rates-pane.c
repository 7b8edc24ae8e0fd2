/* Rates: the rate and delay of the cable that is selected, and cables that are slower than their
 * neighbors. */
#include "dl-family-room.h"
#include "dl-link-changes.h"
#include "dl-live-entry.h"
#include "dl-pane.h"
#include "dl-rows.h"
#include "dl-slow-links.h"

#include <glib/gi18n-lib.h>

enum
{
  RATE,
  DELAY,
  N_ENTRIES
};

#define DL_TYPE_RATES_PANE (dl_rates_pane_get_type ())
G_DECLARE_FINAL_TYPE (DlRatesPane, dl_rates_pane, DL, RATES_PANE, DlPane)

struct _DlRatesPane
{
  DlPane parent;
  DlView *view; /* the pane's */
  DlRows *rows;
  GtkSingleSelection *selection;
  gboolean selecting; /* the rows follow the maps just now, not the other way round */

  GtkLabel *cable, *summary, *hint, *detail;
  GtkWidget *grid, *table;
  DlLiveEntry *entries[N_ENTRIES];
};

G_DEFINE_FINAL_TYPE (DlRatesPane, dl_rates_pane, DL_TYPE_PANE)

/* Columns -------------------------------------------------------------------------------------- */

static const DlSlowLink *
get_link (gconstpointer source, guint index)
{
  return &g_array_index (((const DlEvaluation *) source)->slow, DlSlowLink, index);
}

static char *
cable_text (gconstpointer source, guint index)
{
  const DlEvaluation *result = source;

  return result->scenario->family->name (
      result->net.shape, dl_place_link (get_link (source, index)->link), DL_NAME_CABLE);
}

static char *
rate_text (gconstpointer source, guint index)
{
  return dl_link_rate_text (((const DlEvaluation *) source)->net.graph,
                            get_link (source, index)->link);
}

static char *
usual_text (gconstpointer source, guint index)
{
  return dl_link_rate_text (((const DlEvaluation *) source)->net.graph,
                            get_link (source, index)->neighbor);
}

static double
load_of (gconstpointer source, guint index)
{
  return get_link (source, index)->load;
}

static double
peak_of (gconstpointer source, guint index)
{
  return get_link (source, index)->usual_peak;
}

static double
rate_of (gconstpointer source, guint index)
{
  return get_link (source, index)->capacity;
}

static const DlTableColumn columns[] = {
  { NULL, N_ ("Cable"), .text = cable_text, .name = TRUE, .min_chars = 17 },
  { NULL, N_ ("Rate"), .text = rate_text, .value = rate_of, .min_chars = 6 },
  { NULL, N_ ("Neighbors"), .text = usual_text, .min_chars = 6 },
  { NULL, N_ ("Load"), DL_COLUMN_REAL, .value = load_of, .min_chars = 6 },
  { NULL, N_ ("Maximum channel load at their rate"), DL_COLUMN_REAL, .value = peak_of,
    .min_chars = 6 },
};

/* The selected cable --------------------------------------------------------------------------- */

static DlSession *
session_of (DlRatesPane *self)
{
  return dl_view_get_session (self->view);
}

/* How files call @link and its other direction; FALSE: it has no rate of its own. */
static gboolean
names_of (const DlEvaluation *result, guint link, char **name, char **other)
{
  const DlFamily *family = result->scenario->family;
  guint back;

  if (family->rates_key == NULL || link >= result->net.graph->n_links)
    return FALSE;
  back = dl_graph_cable_back (result->net.graph, link);
  *name = family->name (result->net.shape, dl_place_link (link), DL_NAME_FILE);
  *other = back != DL_NO_LINK ? family->name (result->net.shape, dl_place_link (back), DL_NAME_FILE)
                              : NULL;
  return TRUE;
}

static const char *
key_of (const DlFamily *family, guint entry)
{
  return entry == RATE ? family->rates_key : family->delays_key;
}

/* Fill the entries from the selected cable. */
static void
show_cable (DlRatesPane *self)
{
  const DlEvaluation *result = dl_session_get_result (session_of (self));
  const guint link = dl_view_get_selected_link (self->view);
  g_autofree char *name = NULL, *other = NULL, *label = NULL, *rate = NULL;
  const gboolean any = result != NULL && names_of (result, link, &name, &other);

  gtk_widget_set_visible (self->grid, any);
  if (!any)
    {
      gtk_label_set_text (self->cable, _ ("Select a link to set its rate or delay."));
      return;
    }
  label = result->scenario->family->name (result->net.shape, dl_place_link (link), DL_NAME_CABLE);
  gtk_label_set_text (self->cable, label);
  rate = dl_link_rate_text (result->net.graph, link);
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entries[RATE]), rate);
  for (guint i = 0; i < N_ENTRIES; i++)
    {
      g_autofree char *value
          = dl_link_changes_value (dl_session_get_scenario (session_of (self)),
                                   key_of (result->scenario->family, i), name, other);

      dl_live_entry_follow (self->entries[i], value != NULL ? value : "");
      dl_live_entry_set_problem (self->entries[i], NULL);
    }
}

static void
edit (DlRatesPane *self, guint link, guint entry, const char *value, const char *coalesce,
      GError **error)
{
  const DlEvaluation *result = dl_session_get_result (session_of (self));
  const DlFamily *family = result->scenario->family;
  g_autofree char *name = NULL, *other = NULL, *people = NULL, *label = NULL;
  g_autoptr (GPtrArray) edits = NULL;

  if (!names_of (result, link, &name, &other))
    return;
  people = family->name (result->net.shape, dl_place_link (link), DL_NAME_CABLE);
  edits = dl_link_changes_edits (dl_session_get_scenario (session_of (self)),
                                 key_of (family, entry), name, other, value);
  if (value == NULL)
    label = g_strdup_printf (
        entry == RATE ? _ ("Rate of %s: as before") : _ ("Delay of %s: as before"), people);
  else
    /* Translators: a cable, and its rate or its delay in cycles */
    label = g_strdup_printf (entry == RATE ? _ ("Rate of %s: %s") : _ ("Delay of %s: %s"), people,
                             value);
  dl_session_edit (session_of (self), edits, label, coalesce, error);
}

static void
on_typed (DlLiveEntry *entry, const char *text, DlRatesPane *self)
{
  const DlScenario *scenario = dl_session_get_scenario (session_of (self));
  const DlEvaluation *result = dl_session_get_result (session_of (self));
  const guint which = entry == self->entries[RATE] ? RATE : DELAY;
  const guint link = dl_view_get_selected_link (self->view);
  g_autofree char *name = NULL, *other = NULL;
  g_autoptr (DlScenario) changed = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autoptr (GError) error = NULL;
  const char *problem;

  if (result == NULL || result->scenario->family != scenario->family
      || !names_of (result, link, &name, &other))
    return;
  changed = dl_scenario_copy (scenario);
  edits = dl_link_changes_edits (scenario, key_of (scenario->family, which), name, other,
                                 *text != '\0' ? text : NULL);
  if (!dl_scenario_apply (changed, edits, NULL, NULL, &error))
    {
      problem = strstr (error->message, ": ");
      dl_live_entry_set_problem (entry, problem != NULL ? problem + 2 : error->message);
      return;
    }
  dl_live_entry_set_problem (entry, NULL);
  edit (self, link, which, *text != '\0' ? text : NULL, which == RATE ? "rate" : "delay", NULL);
}

static void
on_settled (DlRatesPane *self)
{
  dl_session_seal (session_of (self));
}

/* The list ------------------------------------------------------------------------------------- */

/* Describe the gain of the selected row. */
static void
show_detail (DlRatesPane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);
  const DlSlowLink *link;
  g_autofree char *usual = NULL, *before = NULL, *after = NULL, *text = NULL;
  gboolean bound;

  gtk_widget_set_visible (GTK_WIDGET (self->detail), row != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->hint),
                          row == NULL && gtk_widget_get_visible (self->table));
  if (row == NULL)
    return;
  link = get_link (dl_row_get_source (row), dl_row_get_index (row));
  usual = usual_text (dl_row_get_source (row), dl_row_get_index (row));
  bound = isfinite (link->bound) && isfinite (link->usual_bound);
  before = dl_number_text (bound ? link->bound : link->peak, bound ? 4 : 0);
  after = dl_number_text (bound ? link->usual_bound : link->usual_peak, bound ? 4 : 0);
  text = g_strdup_printf (bound
                              /* Translators: a rate, and two saturation loads */
                              ? _ ("At %s: saturation load %s → %s")
                              /* Translators: a rate, and two channel loads */
                              : _ ("At %s: maximum channel load %s → %s"),
                          usual, before, after);
  gtk_label_set_text (self->detail, text);
}

static const DlEvaluation *
shown (DlRatesPane *self)
{
  return dl_rows_get_source (self->rows);
}

/* The rows go where the maps are. */
static void
select_row (DlRatesPane *self)
{
  const DlEvaluation *result = shown (self);
  const guint link = dl_view_get_selected_link (self->view);
  guint at = GTK_INVALID_LIST_POSITION;

  for (guint i = 0; result != NULL && i < result->slow->len; i++)
    if (get_link (result, i)->link == link
        || dl_graph_cable_back (result->net.graph, get_link (result, i)->link) == link)
      at = i;
  self->selecting = TRUE;
  dl_rows_keep_selected (self->rows, at);
  self->selecting = FALSE;
  show_detail (self);
}

static void
update (DlRatesPane *self)
{
  DlEvaluation *result = dl_session_get_result (session_of (self));
  const guint n = result != NULL ? result->slow->len : 0;
  g_autofree char *text = NULL;

  if (result != NULL && shown (self) == result)
    {
      show_cable (self);
      return;
    }
  self->selecting = TRUE;
  dl_rows_set (self->rows, result, NULL, n);
  self->selecting = FALSE;
  gtk_widget_set_visible (self->table, n > 0);
  if (n == 0)
    text = g_strdup (_ ("No link is slower than most of its neighbors."));
  else
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                         "%'u cable is slower than most of its neighbors.",
                                         "%'u cables are slower than most of their neighbors.", n),
                            n);
  gtk_label_set_text (self->summary, text);
  show_cable (self);
  select_row (self);
}

/* Update the page, if it is visible; else it is updated when it is shown next. */
static void
on_result (DlRatesPane *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);
}

static void
on_selection (DlRatesPane *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  show_cable (self);
  select_row (self);
}

static void
on_selected (DlRatesPane *self)
{
  const DlRow *row = gtk_single_selection_get_selected_item (self->selection);

  if (self->selecting || row == NULL)
    return;
  show_detail (self);
  dl_view_select (self->view,
                  dl_place_link (get_link (dl_row_get_source (row), dl_row_get_index (row))->link));
}

/* The cable gets its neighbors' rate, as a step that can be undone. */
static void
on_activate (GtkColumnView *table, guint position, DlRatesPane *self)
{
  g_autoptr (DlRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  const DlEvaluation *result = dl_row_get_source (row);
  const DlSlowLink *link = get_link (result, dl_row_get_index (row));
  const DlGraph *graph = result->net.graph;
  g_autofree char *rate = graph->link_rate != NULL ? dl_rate_key (graph->link_rate[link->neighbor])
                          : link->usual < 1        ? g_strdup_printf ("%.4g%%", 100 * link->usual)
                                                   : NULL;

  if (result != dl_session_get_result (session_of (self)))
    return;
  edit (self, link->link, RATE, rate, NULL, NULL);
}

/* Object --------------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlRatesPane *self = DL_RATES_PANE (object);

  g_clear_object (&self->rows);
  G_OBJECT_CLASS (dl_rates_pane_parent_class)->dispose (object);
}

static void
dl_rates_pane_class_init (DlRatesPaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
}

static void
add_entries (DlRatesPane *self, GtkWidget *box)
{
  static const struct
  {
    const char *title, *tooltip;
  } texts[N_ENTRIES] = {
    [RATE] = { N_ ("_Rate"),
               N_ ("Rate of this cable: one like 4xEDR, Gb/s, or a share such as 50%. Empty: as "
                   "it is without a change by hand") },
    [DELAY]
    = { N_ ("_Delay (cycles)"),
        N_ ("Cycles that a flit takes over this cable, 1 to 1000. Empty: as all channels") },
  };

  self->grid = gtk_grid_new ();
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 6);
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  for (guint i = 0; i < N_ENTRIES; i++)
    {
      GtkWidget *title = gtk_label_new_with_mnemonic (_ (texts[i].title));
      GtkWidget *entry = g_object_new (DL_TYPE_LIVE_ENTRY, NULL);
      GtkWidget *problem = gtk_label_new (NULL);

      self->entries[i] = DL_LIVE_ENTRY (entry);
      gtk_label_set_xalign (GTK_LABEL (title), 0);
      gtk_label_set_mnemonic_widget (GTK_LABEL (title), entry);
      gtk_widget_set_tooltip_text (entry, _ (texts[i].tooltip));
      gtk_widget_set_hexpand (entry, TRUE);
      gtk_editable_set_width_chars (GTK_EDITABLE (entry), 8);
      gtk_label_set_wrap (GTK_LABEL (problem), TRUE);
      gtk_label_set_xalign (GTK_LABEL (problem), 0);
      gtk_widget_add_css_class (problem, "dl-error");
      dl_live_entry_set_problem_label (self->entries[i], GTK_LABEL (problem));
      gtk_grid_attach (GTK_GRID (self->grid), title, 0, 2 * i, 1, 1);
      gtk_grid_attach (GTK_GRID (self->grid), entry, 1, 2 * i, 1, 1);
      gtk_grid_attach (GTK_GRID (self->grid), problem, 0, 2 * i + 1, 2, 1);
      g_signal_connect (entry, "typed", G_CALLBACK (on_typed), self);
      g_signal_connect_swapped (entry, "settled", G_CALLBACK (on_settled), self);
    }
  gtk_box_append (GTK_BOX (box), self->grid);
}

static void
add_table (DlRatesPane *self, GtkWidget *box)
{
  GtkWidget *view;

  self->rows = dl_rows_new ((GBoxedCopyFunc) dl_shared_ref, (GDestroyNotify) dl_shared_unref);
  view = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns),
                           _ ("Cables slower than their neighbors"));
  self->selection = GTK_SINGLE_SELECTION (gtk_column_view_get_model (GTK_COLUMN_VIEW (view)));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (view, "activate", G_CALLBACK (on_activate), self);
  gtk_widget_add_css_class (view, "data-table");
  self->table = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->table), view);
  gtk_widget_set_vexpand (self->table, TRUE);
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->table), GTK_COLUMN_VIEW (view), columns,
               G_N_ELEMENTS (columns), 3);
  gtk_box_append (GTK_BOX (box), self->table);
}

static void
dl_rates_pane_init (DlRatesPane *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);

  gtk_widget_add_css_class (box, "dl-evidence");
  self->cable = dl_pane_add_label (box, NULL, TRUE);
  add_entries (self, box);
  self->summary = dl_pane_add_label (box, "dim-label", TRUE);
  add_table (self, box);
  self->hint = dl_pane_add_label (box, "dim-label", TRUE);
  gtk_label_set_text (self->hint, _ ("Double-click or Enter gives the cable its neighbors’ rate"));
  self->detail = dl_pane_add_label (box, "dl-number", TRUE);
  dl_pane_set_child (DL_PANE (self), box);
}

static GtkWidget *
create (DlView *view)
{
  DlRatesPane *self = dl_pane_new (DL_TYPE_RATES_PANE, view, _ ("Rates"));

  self->view = view;
  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (on_result),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "notify::selection", G_CALLBACK (on_selection), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (update), NULL);
  update (self);
  return GTK_WIDGET (self);
}

const DlMaker dl_page_rates = {
  .id = "rates",
  .create = create,
  .title = N_ ("Rates"),
  .description = N_ ("The rate and delay of a cable, and cables slower than their neighbors"),
  .topic = "evidence#rates",
  .group = DL_PAGE_SEARCH,
  .is_table = TRUE,
};
