#include "dl-new-row.h"

#include "dl-family.h"
#include "dl-match.h"

#include <glib/gi18n-lib.h>

#include <string.h>

struct _DlNewRow
{
  GtkListBoxRow parent;
  const DlPreset *preset;
  char *folded_title, *folded_detail;
  GtkLabel *title, *size, *summary;
  GtkPicture *picture;
};

G_DEFINE_FINAL_TYPE (DlNewRow, dl_new_row, GTK_TYPE_LIST_BOX_ROW)

/* What @preset is, in one line: the first sentence of its description, which goes on with what is
 * documented and what is assumed. */
static char *
first_sentence (const char *description)
{
  const char *chinese = strstr (description, "\u3002"); /* the full stop */
  const char *blank = strstr (description, ". ");

  if (chinese != NULL)
    return g_strndup (description, chinese - description);
  return blank != NULL ? g_strndup (description, blank - description) : g_strdup (description);
}

/* "Torus, 2,112 nodes" */
static char *
size_text (const DlPreset *preset)
{
  g_autoptr (DlScenario) scenario = dl_preset_new_scenario (preset->id);
  const guint64 n = preset->family->cost (scenario).nodes;
  g_autofree char *nodes = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%'u node", "%'u nodes", (gulong) n), (guint) n);

  /* Translators: the family of a network and its size, “Torus, 2,112 nodes” */
  return g_strdup_printf (_ ("%s, %s"), _ (preset->family->title), nodes);
}

const DlPreset *
dl_new_row_get_preset (DlNewRow *self)
{
  return self->preset;
}

gboolean
dl_new_row_matches (DlNewRow *self, const char *words)
{
  return dl_match (words, self->folded_title, self->folded_detail) != DL_NO_MATCH;
}

void
dl_new_row_set_picture (DlNewRow *self, GdkTexture *picture)
{
  gtk_picture_set_paintable (self->picture, GDK_PAINTABLE (picture));
}

static void
finalize (GObject *object)
{
  DlNewRow *self = DL_NEW_ROW (object);

  g_free (self->folded_title);
  g_free (self->folded_detail);
  G_OBJECT_CLASS (dl_new_row_parent_class)->finalize (object);
}

static void
dl_new_row_class_init (DlNewRowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/dateline/Dateline/dl-new-row.ui");
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, title);
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, size);
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, summary);
  gtk_widget_class_bind_template_child (widget_class, DlNewRow, picture);
}

static void
dl_new_row_init (DlNewRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
dl_new_row_new (const DlPreset *preset)
{
  DlNewRow *self = g_object_new (DL_TYPE_NEW_ROW, NULL);
  g_autofree char *size = size_text (preset);
  g_autofree char *summary = first_sentence (_ (preset->description));
  g_autofree char *detail = g_strdup_printf ("%s %s %s", size, preset->id, _ (preset->description));
  g_autofree char *words = g_strdup_printf ("%s. %s. %s", _ (preset->title), size, summary);

  self->preset = preset;
  self->folded_title = dl_match_fold (_ (preset->title));
  self->folded_detail = dl_match_fold (detail);
  gtk_label_set_text (self->title, _ (preset->title));
  gtk_label_set_text (self->size, size);
  gtk_label_set_text (self->summary, summary);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  return GTK_WIDGET (self);
}
