#include "dl-goto-line.h"

#include <glib/gi18n-lib.h>

struct _DlGotoLine
{
  GtkListBoxRow parent;
  GtkLabel *title, *detail, *keys, *kind;
};

G_DEFINE_FINAL_TYPE (DlGotoLine, dl_goto_line, GTK_TYPE_LIST_BOX_ROW)

char *
dl_goto_line_words (const DlGotoRow *row)
{
  GString *words = g_string_new (row->title);

  g_string_append_printf (words, ", %s", dl_goto_kind_title (row->kind));
  if (row->keys != NULL)
    g_string_append_printf (words, ", %s", row->keys);
  if (!row->possible)
    g_string_append_printf (words, ", %s", _ ("not possible now"));
  if (*row->detail != '\0')
    g_string_append_printf (words, ". %s", row->detail);
  return g_string_free (words, FALSE);
}

static void
set_label (GtkLabel *label, const char *text)
{
  gtk_label_set_text (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

void
dl_goto_line_set_row (DlGotoLine *self, const DlGotoRow *row)
{
  g_autofree char *words = row != NULL ? dl_goto_line_words (row) : NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), row != NULL);
  if (row == NULL)
    return;
  gtk_widget_set_sensitive (GTK_WIDGET (self), row->possible);
  set_label (self->title, row->title);
  set_label (self->detail, row->detail);
  set_label (self->keys, row->possible ? row->keys : _ ("not possible now"));
  set_label (self->kind, dl_goto_kind_title (row->kind));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
}

static void
dl_goto_line_class_init (DlGotoLineClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-goto-line.ui");
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, title);
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, detail);
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, keys);
  gtk_widget_class_bind_template_child (widget_class, DlGotoLine, kind);
}

static void
dl_goto_line_init (DlGotoLine *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
dl_goto_line_new (void)
{
  return g_object_new (DL_TYPE_GOTO_LINE, NULL);
}
