#include "dl-panel-list.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The panels, kept with the session. */
#define KEPT_KEY "dl-figure-panels"

typedef struct
{
  GArray
      *panels; /* DlFigurePanel, whose titles are owned, and of whose states there are references */
  guint n_columns;
  gboolean is_new; /* one was added, and no list has shown it yet */
} Kept;

struct _DlPanelList
{
  GtkWidget parent;
  DlSession *session;
  Kept *kept; /* of the session; nullable */
  GtkWidget *box, *rows;
  GtkWidget *used; /* check: they are exported */
  GtkWidget *columns_row;
  GtkDropDown *columns;
  gboolean following; /* brought up to date by the program */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (DlPanelList, dl_panel_list, GTK_TYPE_WIDGET)

static void show (DlPanelList *self);

/* Kept panels ---------------------------------------------------------------------------------- */

static void
panel_clear (gpointer data)
{
  DlFigurePanel *panel = data;

  g_free ((char *) panel->input.style.title);
  dl_figure_data_unref (panel->state);
}

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_array_unref (kept->panels);
  g_free (kept);
}

/* Panels are of states of the scenario that was open. */
static void
on_scenario_opened (DlSession *session, gpointer data)
{
  Kept *kept = data;

  g_array_set_size (kept->panels, 0);
}

static Kept *
kept_of (DlSession *session)
{
  Kept *kept = g_object_get_data (G_OBJECT (session), KEPT_KEY);

  if (kept == NULL)
    {
      kept = g_new0 (Kept, 1);
      kept->panels = g_array_new (FALSE, TRUE, sizeof (DlFigurePanel));
      g_array_set_clear_func (kept->panels, panel_clear);
      g_signal_connect (session, "opened", G_CALLBACK (on_scenario_opened), kept);
      g_object_set_data_full (G_OBJECT (session), KEPT_KEY, kept, kept_free);
    }
  return kept;
}

static DlFigurePanel *
panel_at (DlPanelList *self, guint i)
{
  return &g_array_index (self->kept->panels, DlFigurePanel, i);
}

static guint
n_panels (DlPanelList *self)
{
  return self->kept != NULL ? self->kept->panels->len : 0;
}

/* Rows ----------------------------------------------------------------------------------------- */

static guint
index_of (GtkWidget *widget)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (widget), "panel"));
}

static void
changed (DlPanelList *self)
{
  g_signal_emit (self, changed_signal, 0);
}

static void
on_title (GtkEditable *entry, DlPanelList *self)
{
  DlFigureStyle *style = &panel_at (self, index_of (GTK_WIDGET (entry)))->input.style;
  const char *text = gtk_editable_get_text (entry);

  g_free ((char *) style->title);
  style->title = *text != '\0' ? g_strdup (text) : NULL;
  changed (self);
}

static void
on_up (GtkWidget *button, DlPanelList *self)
{
  const guint i = index_of (button);
  DlFigurePanel *panel = panel_at (self, i);
  const DlFigurePanel above = panel[-1];

  panel[-1] = panel[0];
  panel[0] = above;
  show (self);
  changed (self);
}

static void
on_remove (GtkWidget *button, DlPanelList *self)
{
  g_array_remove_index (self->kept->panels, index_of (button));
  show (self);
  changed (self);
}

static GtkWidget *
new_button (DlPanelList *self, guint panel, const char *icon, const char *tooltip, GCallback func)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "panel", GUINT_TO_POINTER (panel));
  g_signal_connect (button, "clicked", func, self);
  return button;
}

/* Below its title, of which state the panel is. */
static GtkWidget *
new_state (const DlFigurePanel *panel)
{
  const DlFigureData *data = panel->state;
  const char *title = data->title != NULL ? data->title : data->result->scenario->name;
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_tooltip_text (label, title);
  gtk_widget_add_css_class (label, "dl-note");
  return label;
}

/* "(b)", its title and what can be done with it. */
static GtkWidget *
new_row (DlPanelList *self, guint i)
{
  const DlFigurePanel *panel = panel_at (self, i);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *title = gtk_entry_new ();
  g_autofree char *letter = g_strdup_printf ("(%c)", 'a' + (gint) i);
  GtkWidget *label = gtk_label_new (letter);
  /* Translators: %s is a panel's letter, “(b)” */
  g_autofree char *name = g_strdup_printf (_ ("Title of panel %s"), letter);
  GtkWidget *up = new_button (self, i, "go-up-symbolic", _ ("Move up"), G_CALLBACK (on_up));

  gtk_widget_add_css_class (row, "dl-row");
  gtk_label_set_width_chars (GTK_LABEL (label), 3);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_entry_set_placeholder_text (GTK_ENTRY (title), _ (panel->figure->title));
  if (panel->input.style.title != NULL)
    gtk_editable_set_text (GTK_EDITABLE (title), panel->input.style.title);
  gtk_editable_set_width_chars (GTK_EDITABLE (title), 8);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_set_tooltip_text (title, _ ("Another title than the figure’s own"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (title), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data (G_OBJECT (title), "panel", GUINT_TO_POINTER (i));
  g_signal_connect (title, "changed", G_CALLBACK (on_title), self);
  gtk_widget_set_sensitive (up, i > 0);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), title);
  gtk_box_append (GTK_BOX (row), up);
  gtk_box_append (GTK_BOX (row), new_button (self, i, "list-remove-symbolic", _ ("Remove"),
                                             G_CALLBACK (on_remove)));
  return row;
}

static void
show (DlPanelList *self)
{
  const guint n = n_panels (self);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->rows)) != NULL)
    gtk_box_remove (GTK_BOX (self->rows), child);
  for (guint i = 0; i < n; i++)
    {
      gtk_box_append (GTK_BOX (self->rows), new_row (self, i));
      gtk_box_append (GTK_BOX (self->rows), new_state (panel_at (self, i)));
    }
  gtk_widget_set_visible (self->columns_row, n > 1);
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
  self->following = TRUE;
  if (self->kept != NULL)
    gtk_drop_down_set_selected (self->columns, self->kept->n_columns);
  self->following = FALSE;
}

/* Columns -------------------------------------------------------------------------------------- */

static void
on_columns (DlPanelList *self)
{
  if (self->following || self->kept == NULL)
    return;
  self->kept->n_columns = gtk_drop_down_get_selected (self->columns);
  changed (self);
}

static GtkWidget *
new_columns (DlPanelList *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new_with_mnemonic (_ ("Side _by side"));
  GtkStringList *choices = gtk_string_list_new (NULL);

  gtk_string_list_append (choices, _ ("As many as fit"));
  for (guint i = 1; i <= DL_FIGURE_MOST_COLUMNS; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);
      gtk_string_list_append (choices, text);
    }
  self->columns = GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (choices), NULL));
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (self->columns));
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->columns),
                                  GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->columns), _ ("Panels in a row of the page"));
  gtk_widget_set_hexpand (GTK_WIDGET (self->columns), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->columns), "dl-choice");
  gtk_widget_add_css_class (row, "dl-row");
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->columns));
  g_signal_connect_swapped (self->columns, "notify::selected", G_CALLBACK (on_columns), self);
  return row;
}

/* The widget ----------------------------------------------------------------------------------- */

static void
dispose (GObject *object)
{
  DlPanelList *self = DL_PANEL_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (dl_panel_list_parent_class)->dispose (object);
}

static void
dl_panel_list_class_init (DlPanelListClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (class), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", DL_TYPE_PANEL_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
new_used (DlPanelList *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->used = gtk_check_button_new_with_mnemonic (_ ("Export these panels on _one page"));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->used), TRUE);
  gtk_widget_set_tooltip_text (self->used, _ ("Off: export the figure chosen above alone, and keep "
                                              "the panels"));
  gtk_widget_set_hexpand (self->used, TRUE);
  gtk_widget_add_css_class (row, "dl-row");
  gtk_box_append (GTK_BOX (row), self->used);
  g_signal_connect_swapped (self->used, "toggled", G_CALLBACK (changed), self);
  return row;
}

static void
dl_panel_list_init (DlPanelList *self)
{
  GtkWidget *title = gtk_label_new (_ ("Panels of the page"));
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->columns_row = new_columns (self);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "dl-group-title");
  gtk_widget_add_css_class (card, "dl-card");
  gtk_widget_add_css_class (self->box, "dl-group");
  gtk_box_append (GTK_BOX (card), new_used (self));
  gtk_box_append (GTK_BOX (card), self->rows);
  gtk_box_append (GTK_BOX (card), self->columns_row);
  gtk_box_append (GTK_BOX (self->box), title);
  gtk_box_append (GTK_BOX (self->box), card);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

void
dl_panel_list_set_session (DlPanelList *self, DlSession *session)
{
  self->session = session;
  self->kept = session != NULL ? kept_of (session) : NULL;
  if (session != NULL)
    g_signal_connect_object (session, "opened", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->used),
                               self->kept != NULL && self->kept->is_new);
  if (self->kept != NULL)
    self->kept->is_new = FALSE;
  show (self);
}

guint
dl_panels_count (DlSession *session)
{
  return kept_of (session)->panels->len;
}

guint
dl_panels_add (DlSession *session, DlFigureData *data, const DlFigure *figure,
               const DlFigureInput *view)
{
  Kept *kept = kept_of (session);
  DlFigurePanel panel = { .figure = figure,
                          .input = { .metric = view->metric,
                                     .dim = view->dim,
                                     .node = view->node,
                                     .router = view->router,
                                     .slice = view->slice,
                                     .first_plane = view->first_plane,
                                     .n_planes = view->n_planes,
                                     .has_region = view->has_region,
                                     .region = view->region,
                                     .group = view->group,
                                     .sorted = view->sorted,
                                     .show = view->show } };

  if (kept->panels->len == DL_FIGURE_MOST_PANELS)
    return 0;
  panel.state = dl_figure_data_ref (data);
  g_array_append_val (kept->panels, panel);
  kept->is_new = TRUE;
  return kept->panels->len;
}

void
dl_panel_list_add (DlPanelList *self, DlFigureData *data, const DlFigure *figure,
                   const DlFigureInput *view)
{
  if (self->kept == NULL || dl_panels_add (self->session, data, figure, view) == 0)
    return;
  self->kept->is_new = FALSE;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->used), TRUE);
  show (self);
  changed (self);
}

void
dl_panel_list_complete (DlPanelList *self, DlFigureData *data, DlFigureData *complete)
{
  for (guint i = 0; i < n_panels (self); i++)
    if (panel_at (self, i)->state == data)
      {
        panel_at (self, i)->state = dl_figure_data_ref (complete);
        dl_figure_data_unref (data);
      }
}

gboolean
dl_panel_list_is_full (DlPanelList *self)
{
  return n_panels (self) == DL_FIGURE_MOST_PANELS;
}

void
dl_panel_list_set_used (DlPanelList *self, gboolean used)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->used), used);
}

void
dl_panel_list_show_titles (DlPanelList *self, const char *const *titles)
{
  GtkWidget *row = gtk_widget_get_first_child (self->rows);

  /* A row and the ones below it. */
  for (guint i = 0; titles[i] != NULL && row != NULL; i++)
    {
      GtkWidget *entry = gtk_widget_get_next_sibling (gtk_widget_get_first_child (row));

      gtk_entry_set_placeholder_text (GTK_ENTRY (entry), titles[i]);
      row = gtk_widget_get_next_sibling (gtk_widget_get_next_sibling (row));
    }
}

const DlFigurePanel *
dl_panel_list_get (DlPanelList *self, guint *n)
{
  *n = gtk_check_button_get_active (GTK_CHECK_BUTTON (self->used)) ? n_panels (self) : 0;
  return *n > 0 ? panel_at (self, 0) : NULL;
}

guint
dl_panel_list_get_columns (DlPanelList *self)
{
  return self->kept != NULL ? self->kept->n_columns : 0;
}
