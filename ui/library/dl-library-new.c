/* New scenarios of the library: from the machines that the program knows. */
#include "dl-library-private.h"

#include "compat.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

static GtkWidget *
new_label (GtkWidget *box, const char *text, const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);
  return label;
}

static void
head_preset (GtkListBoxRow *row, GtkListBoxRow *before, gpointer user_data)
{
  const DlPreset *presets = dl_presets (&(guint) { 0 });
  const DlFamily *family = presets[gtk_list_box_row_get_index (row)].family;
  GtkWidget *box;

  if (before != NULL && presets[gtk_list_box_row_get_index (before)].family == family)
    return;
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  new_label (box, _ (family->plural), "dl-preset-heading");
  gtk_list_box_row_set_header (row, box);
}

/* The first of the kind that is open comes to the top, once the list has its size. */
static gboolean
show_kind (GtkWidget *presets, GdkFrameClock *clock, gpointer user_data)
{
  GtkListBox *list = GTK_LIST_BOX (presets);
  DlSession *session = DL_LIBRARY_VIEW (user_data)->session;
  const DlFamily *family = session != NULL ? dl_session_get_scenario (session)->family
                                           : dl_families (&(guint) { 0 })[0];
  guint n, first = 0;
  const DlPreset *all = dl_presets (&n);
  GtkListBoxRow *row;
  double x, y;

  if (gtk_widget_get_height (presets) <= 1)
    return G_SOURCE_CONTINUE;
  while (first + 1 < n && all[first].family != family)
    first++;
  row = gtk_list_box_get_row_at_index (list, first);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  if (dl_compat_translate (gtk_list_box_row_get_header (row), presets, 0, 0, &x, &y))
    gtk_adjustment_set_value (gtk_list_box_get_adjustment (list), y);
  return G_SOURCE_REMOVE;
}

static void
on_new_shown (DlLibraryView *self)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  gtk_widget_add_tick_callback (self->presets, show_kind, self, NULL);
  if (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->presets), 0) != NULL)
    return;
  gtk_list_box_set_header_func (GTK_LIST_BOX (self->presets), head_preset, NULL, NULL);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
      GtkWidget *title = new_label (box, _ (presets[i].title), "dl-library-name");
      GtkWidget *description = new_label (box, _ (presets[i].description), "dl-description");

      gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
      gtk_label_set_wrap (GTK_LABEL (description), TRUE);
      gtk_widget_add_css_class (box, "dl-preset");
      gtk_list_box_append (GTK_LIST_BOX (self->presets), box);
    }
}

static void
on_preset_activated (DlLibraryView *self, GtkListBoxRow *row)
{
  const DlPreset *preset = &dl_presets (&(guint) { 0 })[gtk_list_box_row_get_index (row)];
  gtk_popover_popdown (GTK_POPOVER (self->new_popover));
  dl_session_open_new (self->session, dl_preset_new_scenario (preset->id));
  g_signal_emit_by_name (self, "done");
}

void
dl_library_view_install_new (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, on_new_shown);
  gtk_widget_class_bind_template_callback (widget_class, on_preset_activated);
}
