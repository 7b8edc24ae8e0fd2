#include "dl-lesson-blocks.h"

#include "dl-lesson-text.h"
#include "dl-marker-layout.h"

/* Lines longer than this are hard to read. */
#define WIDTH_CHARS 66

struct _DlLessonBlocks
{
  GtkBox parent;
  char *markdown; /* that is shown, or NULL */
};

G_DEFINE_FINAL_TYPE (DlLessonBlocks, dl_lesson_blocks, GTK_TYPE_BOX)

static gboolean
on_link (GtkLabel *label, const char *target)
{
  gtk_widget_activate_action (GTK_WIDGET (label), "app.help", "s", target);
  return GDK_EVENT_STOP;
}

static GtkWidget *
new_label (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  return label;
}

/* A line: what an item begins with, and its text. */
static GtkWidget *
new_line (void)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *marker = new_label ();
  GtkWidget *text = new_label ();

  gtk_widget_set_layout_manager (line, dl_marker_layout_new (6));
  g_signal_connect (text, "activate-link", G_CALLBACK (on_link), NULL);
  gtk_box_append (GTK_BOX (line), marker);
  gtk_box_append (GTK_BOX (line), text);
  return line;
}

static void
fill_line (GtkWidget *line, const DlLessonBlock *block)
{
  GtkWidget *marker = gtk_widget_get_first_child (line);
  GtkWidget *text = gtk_widget_get_last_child (line);

  gtk_label_set_text (GTK_LABEL (marker), block->marker != NULL ? block->marker : "");
  gtk_widget_set_visible (marker, block->marker != NULL);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (text)), block->markup) != 0)
    gtk_label_set_markup (GTK_LABEL (text), block->markup);
}

void
dl_lesson_blocks_set (DlLessonBlocks *self, const char *markdown)
{
  g_autoptr (GPtrArray) blocks = dl_lesson_text_blocks (markdown != NULL ? markdown : "");
  GtkWidget *line = gtk_widget_get_first_child (GTK_WIDGET (self));

  gtk_widget_set_visible (GTK_WIDGET (self), blocks->len > 0);
  if (g_strcmp0 (markdown, self->markdown) == 0)
    return;
  g_free (self->markdown);
  self->markdown = g_strdup (markdown);
  for (guint i = 0; i < blocks->len; i++)
    {
      if (line == NULL)
        {
          line = new_line ();
          gtk_box_append (GTK_BOX (self), line);
        }
      fill_line (line, blocks->pdata[i]);
      line = gtk_widget_get_next_sibling (line);
    }
  while (line != NULL && line != gtk_widget_get_first_child (GTK_WIDGET (self)))
    {
      GtkWidget *next = gtk_widget_get_next_sibling (line);

      gtk_box_remove (GTK_BOX (self), line);
      line = next;
    }
}

char *
dl_lesson_blocks_get_plain (DlLessonBlocks *self)
{
  return dl_lesson_text_plain (self->markdown != NULL ? self->markdown : "");
}

static void
finalize (GObject *object)
{
  g_free (DL_LESSON_BLOCKS (object)->markdown);
  G_OBJECT_CLASS (dl_lesson_blocks_parent_class)->finalize (object);
}

static void
dl_lesson_blocks_class_init (DlLessonBlocksClass *class)
{
  G_OBJECT_CLASS (class)->finalize = finalize;
}

static void
dl_lesson_blocks_init (DlLessonBlocks *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 8);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  /* Always there: GTK 4.8 goes on taking a box that had nothing to wrap for one that has nothing.
   */
  gtk_box_append (GTK_BOX (self), new_line ());
}

GtkWidget *
dl_lesson_blocks_new (void)
{
  return g_object_new (DL_TYPE_LESSON_BLOCKS, NULL);
}
