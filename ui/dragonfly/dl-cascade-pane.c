#include "dl-cascade-pane.h"

#include "dl-rows.h"
#include "dl-session-edits.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

typedef struct
{
  GtkWidget *row;
  GtkLabel *value, *found;
} Row;

struct _DlCascadeList
{
  GtkBox parent;
  GtkWidget *list;
  guint n_rows;
  Row *rows;
};

G_DEFINE_FINAL_TYPE (DlCascadeList, dl_cascade_list, GTK_TYPE_BOX)

static void
follow_row (Row *row, const DlCascadeQuantity *quantity, const DlCascadeModel *model,
            const DlDragonflyAnalysis *analysis)
{
  const double found = dl_cascade_analysis_value (analysis, quantity);
  g_autofree char *value = dl_cascade_value_text (quantity, quantity->value (model));
  g_autofree char *in_network = dl_cascade_value_text (quantity, found);
  g_autofree char *other = NULL;
  g_autofree char *name = NULL;

  if (!isnan (found) && !g_str_equal (value, in_network))
    other = g_strdup_printf (_ ("In this network: %s"), in_network);
  name = g_strdup_printf ("%s: %s%s%s", _ (quantity->title), value, other != NULL ? ". " : "",
                          other != NULL ? other : "");
  gtk_label_set_label (row->value, value);
  dl_pane_show_text (row->found, other);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

/* Show @model, and what @analysis found. */
static void
cascade_list_follow (DlCascadeList *self, const DlCascadeModel *model,
                     const DlDragonflyAnalysis *analysis)
{
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);

  for (guint i = 0; i < n; i++)
    follow_row (&self->rows[i], &quantities[i], model, analysis);
}

/* Where it is from. */
static char *
source_text (const DlCascadeQuantity *quantity)
{
  if (g_str_has_prefix (quantity->section, "model"))
    return g_strdup_printf (_ ("%s (derived)"), quantity->formula);
  return g_strdup_printf (_ ("%s (Cascade paper, section %s)"), quantity->formula,
                          quantity->section);
}

static void
add_row (DlCascadeList *self, const DlCascadeQuantity *quantity, Row *row)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  g_autofree char *source = source_text (quantity);
  GtkLabel *title = dl_pane_add_label (head, NULL, TRUE);

  gtk_widget_add_css_class (box, "dl-step");
  gtk_widget_add_css_class (box, "dl-number");
  gtk_label_set_label (title, _ (quantity->title));
  gtk_widget_set_hexpand (GTK_WIDGET (title), TRUE);
  row->value = dl_pane_add_label (head, "dl-step-title", FALSE);
  gtk_label_set_xalign (row->value, 1);
  gtk_widget_set_valign (GTK_WIDGET (row->value), GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), head);
  row->found = dl_pane_add_label (box, "dl-small", TRUE);
  gtk_label_set_label (dl_pane_add_label (box, "dl-description", TRUE), source);

  row->row = gtk_list_box_row_new ();
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row->row), box);
  gtk_list_box_append (GTK_LIST_BOX (self->list), row->row);
}

static void
finalize (GObject *object)
{
  g_free (DL_CASCADE_LIST (object)->rows);
  G_OBJECT_CLASS (dl_cascade_list_parent_class)->finalize (object);
}

static void
dl_cascade_list_class_init (DlCascadeListClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
}

static void
dl_cascade_list_init (DlCascadeList *self)
{
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&self->n_rows);

  self->rows = g_new0 (Row, self->n_rows);
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (self->list, "dl-card");
  gtk_widget_add_css_class (self->list, "dl-steps");
  gtk_widget_set_hexpand (self->list, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Sizes"), -1);
  for (guint i = 0; i < self->n_rows; i++)
    add_row (self, &quantities[i], &self->rows[i]);
  dl_pane_show_later (self->list);
  gtk_box_append (GTK_BOX (self), self->list);
}

static GtkWidget *
cascade_list_new (void)
{
  return g_object_new (DL_TYPE_CASCADE_LIST, NULL);
}

/* Rows of the table that are seen at once. */
#define TABLE_HEIGHT 220

/* Source of the table's rows: shared by them. */
typedef struct
{
  guint n;
  DlCascadeUpgrade upgrades[DL_DRAGONFLY_MAX_GROUPS];
} Upgrades;

struct _DlCascadePane
{
  DlPane parent;
  GtkWidget *box, *content; /* content: of a Cascade only */
  GtkLabel *summary, *whole, *growth;
  DlCascadeList *list;
  DlRows *rows;
  GtkWidget *table;
};

G_DEFINE_FINAL_TYPE (DlCascadePane, dl_cascade_pane, DL_TYPE_PANE)

static DlSession *
session_of (DlCascadePane *self)
{
  return dl_view_get_session (dl_pane_get_view (DL_PANE (self)));
}

/* Upgrades ------------------------------------------------------------------------------------- */

static const DlCascadeUpgrade *
upgrade_at (gconstpointer source, guint index)
{
  return &((const Upgrades *) source)->upgrades[index];
}

static double
groups_value (gconstpointer source, guint index)
{
  return upgrade_at (source, index)->groups;
}

static double
nodes_value (gconstpointer source, guint index)
{
  return upgrade_at (source, index)->groups * DL_CASCADE_GROUP_NODES;
}

static double
cables_value (gconstpointer source, guint index)
{
  return upgrade_at (source, index)->cables;
}

static double
rewired_value (gconstpointer source, guint index)
{
  return !upgrade_at (source, index)->kept;
}

static char *
rewired_text (gconstpointer source, guint index)
{
  const DlCascadeUpgrade *upgrade = upgrade_at (source, index);

  /* Translators: cables have to be moved; little room */
  return upgrade->kept ? g_strdup_printf ("+%'u", upgrade->added) : g_strdup (_ ("rewired"));
}

static double
global_value (gconstpointer source, guint index)
{
  return upgrade_at (source, index)->global_GBps;
}

static const DlTableColumn columns[] = {
  { NULL, N_ ("Groups"), DL_COLUMN_REAL, .value = groups_value, .min_chars = 3 },
  { NULL, N_ ("Per pair"), DL_COLUMN_REAL, .value = cables_value, .min_chars = 3 },
  { NULL, N_ ("GB/s"), DL_COLUMN_REAL, 2, .value = global_value, .min_chars = 5 },
  { NULL, N_ ("Cables"), DL_COLUMN_REAL, .value = rewired_value, .text = rewired_text,
    .min_chars = 7 },
  { NULL, N_ ("Nodes"), DL_COLUMN_REAL, .value = nodes_value, .min_chars = 5 },
};

static gboolean
is_generated (DlCascadePane *self)
{
  return dl_dragonfly_options (dl_session_get_scenario (session_of (self)))->machine == NULL;
}

/* Set the groups of the row as one step, with as many cables as fit. */
static void
on_activate (GtkColumnView *table, guint position, DlCascadePane *self)
{
  g_autoptr (DlRow) row
      = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (table)), position);
  const DlCascadeUpgrade *upgrade = upgrade_at (dl_row_get_source (row), dl_row_get_index (row));
  g_autofree char *groups = g_strdup_printf ("%u", upgrade->groups);

  if (!is_generated (self))
    return;
  dl_session_set (session_of (self), "dragonfly.groups", groups, FALSE);
}

static char *
growth_text (DlCascadePane *self, const DlCascadeModel *model)
{
  if (!is_generated (self))
    return g_strdup (
        _ ("The cabling of a real machine is fixed; with the generated network, a click on a row "
           "grows it."));
  if (model->max_groups > model->groups)
    return g_strdup_printf (
        _ ("With %u cables per pair it can grow to %u groups just by adding cables. A click grows "
           "it."),
        model->cables, model->max_groups);
  return g_strdup_printf (
      _ ("With %u cables per pair it cannot grow just by adding cables; some must be moved. A "
         "click does that."),
      model->cables);
}

static void
show_upgrades (DlCascadePane *self, const DlCascadeModel *model,
               const DlDragonflyAnalysis *analysis)
{
  Upgrades *upgrades = g_atomic_rc_box_new0 (Upgrades);
  g_autofree char *growth = growth_text (self, model);
  const Upgrades *shown;

  upgrades->n = dl_cascade_upgrades (model, &analysis->rates, upgrades->upgrades);
  shown = dl_rows_get_source (self->rows);
  if (shown == NULL || memcmp (shown, upgrades, sizeof *shown) != 0)
    dl_rows_set (self->rows, upgrades, NULL, upgrades->n);
  gtk_label_set_label (self->growth,
                       upgrades->n > 0 ? growth : _ ("A Cascade cannot have more groups."));
  gtk_widget_set_visible (self->table, upgrades->n > 0);
  gtk_widget_set_sensitive (self->table, is_generated (self));
  g_atomic_rc_box_release (upgrades);
}

/* Following ------------------------------------------------------------------------------------ */

static char *
summary_text (const DlCascadeModel *model)
{
  g_autofree char *groups = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u group", "%'u groups", model->groups), model->groups);

  if (model->groups == 1)
    return g_steal_pointer (&groups);
  /* Translators: “15 groups, 6 blue cables a pair” */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s, %u blue cable per pair",
                                       "%s, %u blue cables per pair", model->cables),
                          groups, model->cables);
}

static void
follow (DlCascadePane *self)
{
  const DlEvaluation *result = dl_session_get_result_of (session_of (self), &dl_family_dragonfly);
  DlCascadeModel model;
  gboolean whole;

  if (result == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (!dl_cascade_analysis_model (dl_evaluation_dragonfly (result), &model, &whole))
    {
      gtk_label_set_label (self->summary,
                           _ ("These formulas are for a Cray Cascade; this is a generic "
                              "dragonfly."));
      gtk_widget_set_visible (self->content, FALSE);
      return;
    }
  g_autofree char *summary = summary_text (&model);

  gtk_widget_set_visible (self->content, TRUE);
  gtk_label_set_label (self->summary, summary);
  gtk_widget_set_visible (GTK_WIDGET (self->whole), !whole);
  cascade_list_follow (self->list, &model, dl_evaluation_dragonfly (result));
  show_upgrades (self, &model, dl_evaluation_dragonfly (result));
}

static void
map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (dl_cascade_pane_parent_class)->map (widget);
  follow (DL_CASCADE_PANE (widget));
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  g_clear_object (&DL_CASCADE_PANE (object)->rows);
  G_OBJECT_CLASS (dl_cascade_pane_parent_class)->dispose (object);
}

static void
dl_cascade_pane_class_init (DlCascadePaneClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  GTK_WIDGET_CLASS (class)->map = map;
}

static GtkWidget *
add_section (GtkWidget *box, const char *title)
{
  GtkWidget *section = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_label_set_label (dl_pane_add_label (section, "dl-group-title", TRUE), title);
  gtk_box_append (GTK_BOX (box), section);
  return section;
}

static void
add_upgrades (DlCascadePane *self)
{
  GtkWidget *section = add_section (self->content, _ ("Possible sizes"));
  GtkWidget *view;

  self->growth = dl_pane_add_label (section, "dl-description", TRUE);
  self->rows = dl_rows_new ((GBoxedCopyFunc) g_atomic_rc_box_acquire, g_atomic_rc_box_release);
  view = dl_rows_new_view (self->rows, columns, G_N_ELEMENTS (columns), _ ("Possible sizes"));
  gtk_column_view_set_single_click_activate (GTK_COLUMN_VIEW (view), TRUE);
  gtk_widget_set_tooltip_text (
      view, _ ("Groups, blue cables per pair, cables to add or move, and raw global bandwidth per "
               "node. A click, or Enter, grows the machine to this size, as one step"));
  g_signal_connect (view, "activate", G_CALLBACK (on_activate), self);
  gtk_widget_add_css_class (view, "data-table");
  self->table = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->table), TABLE_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->table), view);
  dl_rows_fit (GTK_SCROLLED_WINDOW (self->table), GTK_COLUMN_VIEW (view), columns,
               G_N_ELEMENTS (columns), 3);
  gtk_box_append (GTK_BOX (section), self->table);
}

static void
dl_cascade_pane_init (DlCascadePane *self)
{
  GtkWidget *section;

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 16);
  gtk_widget_add_css_class (self->box, "dl-evidence");
  self->summary = dl_pane_add_label (self->box, NULL, TRUE);
  self->content = gtk_box_new (GTK_ORIENTATION_VERTICAL, 16);
  gtk_widget_set_visible (self->content, FALSE);
  gtk_box_append (GTK_BOX (self->box), self->content);
  add_upgrades (self);
  section = add_section (self->content, _ ("From the paper"));
  self->whole = dl_pane_add_label (section, "dl-description", TRUE);
  gtk_label_set_label (
      self->whole, _ ("The formulas are for whole groups of 6 chassis with 16 blades, and for the "
                      "fewest cables of any pair. This network is different."));
  self->list = DL_CASCADE_LIST (cascade_list_new ());
  gtk_box_append (GTK_BOX (section), GTK_WIDGET (self->list));
  dl_pane_set_child (DL_PANE (self), dl_pane_scrolled (self->box));
}

GtkWidget *
dl_cascade_pane_new (DlView *view)
{
  DlCascadePane *self = dl_pane_new (DL_TYPE_CASCADE_PANE, view, _ ("Sizes"));

  g_signal_connect_object (dl_view_get_session (view), "notify::result", G_CALLBACK (follow), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
