#include "dl-step-list.h"

#include "dl-pane.h"

#include <glib/gi18n-lib.h>

struct _DlStepList
{
  GtkWidget parent;
  DlView *view;
  DlPathKind kind;
  DlStepFunc func;
  gpointer user_data;
  GListStore *steps; /* plain objects: a row is known by its place */
  GtkSingleSelection *selection;
  GtkWidget *list;
  GtkWidget *scroll;
  gboolean following; /* the view, while the selection is set */
};

G_DEFINE_FINAL_TYPE (DlStepList, dl_step_list, GTK_TYPE_WIDGET)

/* Rows ----------------------------------------------------------------------------------------- */

typedef struct
{
  GtkLabel *number;
  GtkLabel *title;
  GtkLabel *place;
  GtkLabel *note;
  GtkLabel *tag;
  GtkLabel *detail;
  GtkLabel *problem;
} Row;

static GtkLabel *
add_label (GtkWidget *box, const char *css_class, gboolean wrap)
{
  GtkLabel *label = dl_pane_add_label (box, css_class, wrap);

  if (wrap)
    gtk_label_set_width_chars (label, 20);
  return label;
}

static void
setup_row (GtkListItemFactory *factory, GtkListItem *item, DlStepList *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  Row *row = g_new0 (Row, 1);

  row->number = add_label (box, "dl-step-number", FALSE);
  gtk_label_set_width_chars (row->number, 2);
  gtk_label_set_xalign (row->number, 1);
  gtk_widget_set_valign (GTK_WIDGET (row->number), GTK_ALIGN_START);
  row->title = add_label (head, "dl-step-title", FALSE);
  row->place = add_label (head, "dl-description", FALSE);
  gtk_widget_set_hexpand (GTK_WIDGET (row->place), TRUE);
  gtk_label_set_ellipsize (row->place, PANGO_ELLIPSIZE_END);
  row->note = add_label (head, "dl-description", FALSE);
  row->tag = add_label (head, "dl-step-tag", FALSE);
  gtk_box_append (GTK_BOX (lines), head);
  row->problem = add_label (lines, "dl-error", TRUE);
  row->detail = add_label (lines, "dl-description", TRUE);
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_add_css_class (box, "dl-step");
  gtk_widget_add_css_class (box, "dl-number");
  gtk_box_append (GTK_BOX (box), lines);
  gtk_list_item_set_child (item, box);
  g_object_set_data_full (G_OBJECT (item), "dl-row", row, g_free);
}

static void
bind_row (GtkListItemFactory *factory, GtkListItem *item, DlStepList *self)
{
  const Row *row = g_object_get_data (G_OBJECT (item), "dl-row");
  const guint step = gtk_list_item_get_position (item);
  g_autofree char *number = g_strdup_printf ("%u", step + 1);
  g_auto (DlStepText) text = { 0 };

  self->func (step, &text, self->user_data);
  dl_pane_show_text (row->number, number);
  dl_pane_show_text (row->title, text.title);
  gtk_label_set_text (row->place, text.place != NULL ? text.place : "");
  dl_pane_show_text (row->note, text.note);
  dl_pane_show_text (row->tag, text.tag);
  dl_pane_show_text (row->problem, text.problem);
  dl_pane_show_text (row->detail, text.detail);
}

/* The step ------------------------------------------------------------------------------------- */

static void
on_selected (DlStepList *self)
{
  const guint step = dl_step_list_get_selected (self);

  if (self->following || dl_step_list_get_n (self) == 0)
    return;
  if (dl_view_get_path_kind (self->view) != self->kind)
    {
      if (self->kind == DL_PATH_ROUTE || step == DL_NO_STEP)
        return;
      if (self->kind == DL_PATH_CYCLE)
        dl_view_show_cycle (self->view);
      else
        dl_view_show_waits (self->view);
    }
  dl_view_set_path_step (self->view, step);
}

static void
follow_step (DlStepList *self)
{
  const guint n_steps = dl_step_list_get_n (self);
  guint step = DL_NO_STEP;
  DlMapPath path;

  if (n_steps > 0 && dl_view_get_path_kind (self->view) == self->kind
      && dl_view_get_path (self->view, &path) && path.step < n_steps)
    step = path.step;
  if (step == dl_step_list_get_selected (self))
    return;
  self->following = TRUE;
  gtk_single_selection_set_selected (self->selection,
                                     step != DL_NO_STEP ? step : GTK_INVALID_LIST_POSITION);
  self->following = FALSE;
  if (step != DL_NO_STEP)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", step);
}

void
dl_step_list_set_n (DlStepList *self, guint n_steps)
{
  const guint before = dl_step_list_get_n (self);
  g_autoptr (GPtrArray) objects = g_ptr_array_new_full (n_steps, g_object_unref);

  for (guint i = 0; i < n_steps; i++)
    g_ptr_array_add (objects, g_object_new (G_TYPE_OBJECT, NULL));
  self->following = TRUE;
  g_list_store_splice (self->steps, 0, before, objects->pdata, n_steps);
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);
  self->following = FALSE;
  /* Without a row there is nothing to see of the keyboard. */
  gtk_widget_set_can_focus (self->scroll, n_steps > 0);
  follow_step (self);
}

guint
dl_step_list_get_n (DlStepList *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->steps));
}

guint
dl_step_list_get_selected (DlStepList *self)
{
  const guint selected = gtk_single_selection_get_selected (self->selection);

  return selected == GTK_INVALID_LIST_POSITION ? DL_NO_STEP : selected;
}

char *
dl_step_list_describe (DlStepList *self, guint step)
{
  g_auto (DlStepText) text = { 0 };
  GString *line = g_string_new (NULL);

  self->func (step, &text, self->user_data);
  const char *const parts[]
      = { text.title, text.place, text.note, text.tag, text.problem, text.detail };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i] != NULL && *parts[i] != '\0')
      g_string_append_printf (line, "%s%s", line->len > 0 ? " | " : "", parts[i]);
  return g_string_free (line, FALSE);
}

/* Object ----------------------------------------------------------------------------------------
 */

static void
dispose (GObject *object)
{
  DlStepList *self = DL_STEP_LIST (object);

  g_clear_pointer (&self->scroll, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->steps);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (dl_step_list_parent_class)->dispose (object);
}

static void
dl_step_list_class_init (DlStepListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
}

static void
dl_step_list_init (DlStepList *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  self->steps = g_list_store_new (G_TYPE_OBJECT);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->steps)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_row), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_row), self, 0);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self,
                           G_CONNECT_SWAPPED);
  self->list = gtk_list_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)), factory);
  gtk_widget_add_css_class (self->list, "dl-steps");
  self->scroll = dl_pane_scrolled (self->list);
  gtk_widget_set_parent (self->scroll, GTK_WIDGET (self));
  gtk_widget_set_can_focus (self->scroll, FALSE);
}

GtkWidget *
dl_step_list_new (DlView *view, DlPathKind kind, const char *label, DlStepFunc func,
                  gpointer user_data)
{
  DlStepList *self = g_object_new (DL_TYPE_STEP_LIST, "vexpand", TRUE, NULL);

  self->view = g_object_ref (view);
  self->kind = kind;
  self->func = func;
  self->user_data = user_data;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_signal_connect_object (view, "notify::path", G_CALLBACK (follow_step), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
