#include "dl-lesson-files.h"

#include "dl-figure-family.h"
#include "dl-file-jobs.h"
#include "dl-pane.h"

#include <glib/gi18n-lib.h>

struct _DlLessonList
{
  GtkBox parent;
  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (DlLessonList, dl_lesson_list, GTK_TYPE_BOX)

#define ID   "dl-lesson-id"
#define MARK "dl-lesson-mark"

static void
on_activated (GtkListBox *rows, GtkListBoxRow *row, DlLessonList *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.lesson", "s",
                              g_object_get_data (G_OBJECT (row), ID));
}

static GtkWidget *
new_row (const DlLesson *lesson, guint number)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");
  g_autofree char *title = g_strdup_printf ("%u. %s", number, lesson->title);
  g_autofree char *minutes = g_strdup_printf (
      /* Translators: how long a lesson takes, about */
      g_dngettext (GETTEXT_PACKAGE, "%u minute", "%u minutes", lesson->minutes), lesson->minutes);
  GtkLabel *label;

  gtk_widget_add_css_class (box, "dl-lesson-row");
  gtk_box_append (GTK_BOX (box), head);
  label = dl_pane_add_label (head, "dl-library-name", TRUE);
  gtk_label_set_text (label, title);
  gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
  gtk_box_append (GTK_BOX (head), mark);
  gtk_widget_set_tooltip_text (mark, _ ("Done before"));
  gtk_widget_set_visible (mark, FALSE);
  dl_pane_show_text (dl_pane_add_label (box, NULL, TRUE), lesson->summary);
  dl_pane_show_text (dl_pane_add_label (box, "dl-description", TRUE),
                     lesson->minutes > 0 ? minutes : NULL);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), ID, g_strdup (lesson->id), g_free);
  g_object_set_data (G_OBJECT (row), MARK, mark);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  lesson->summary != NULL ? lesson->summary : "", -1);
  return row;
}

/* Once, when it is needed: all lessons are read. */
static void
fill (DlLessonList *self)
{
  g_auto (GStrv) ids = dl_lessons_list ();

  if (gtk_list_box_get_row_at_index (self->rows, 0) != NULL)
    return;
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], g_get_language_names (), NULL);

      if (lesson != NULL)
        gtk_list_box_append (self->rows, new_row (lesson, i + 1));
    }
}

void
dl_lesson_list_set_finished (DlLessonList *self, const char *const *finished)
{
  GtkListBoxRow *row;

  fill (self);
  for (gint i = 0; (row = gtk_list_box_get_row_at_index (self->rows, i)) != NULL; i++)
    gtk_widget_set_visible (
        g_object_get_data (G_OBJECT (row), MARK),
        finished != NULL && g_strv_contains (finished, g_object_get_data (G_OBJECT (row), ID)));
}

void
dl_lesson_list_focus (DlLessonList *self)
{
  GtkListBoxRow *first, *row;

  fill (self);
  first = row = gtk_list_box_get_row_at_index (self->rows, 0);
  for (gint i = 1; row != NULL && gtk_widget_get_visible (g_object_get_data (G_OBJECT (row), MARK));
       i++)
    row = gtk_list_box_get_row_at_index (self->rows, i);
  if (row != NULL || first != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (row != NULL ? row : first));
}

static void
list_map (GtkWidget *widget)
{
  fill (DL_LESSON_LIST (widget));
  GTK_WIDGET_CLASS (dl_lesson_list_parent_class)->map (widget);
}

static void
dl_lesson_list_class_init (DlLessonListClass *class)
{
  GTK_WIDGET_CLASS (class)->map = list_map;
}

static void
dl_lesson_list_init (DlLessonList *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *rows = gtk_list_box_new ();
  GtkWidget *open;
  GtkLabel *about;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_widget_add_css_class (body, "dl-lesson-body");
  gtk_box_append (GTK_BOX (self), dl_pane_scrolled (body));
  about = dl_pane_add_label (body, NULL, TRUE);
  gtk_label_set_text (about, _ ("Each lesson has its own network. Your open scenario returns when "
                                "you close the lesson."));
  self->rows = GTK_LIST_BOX (rows);
  gtk_list_box_set_selection_mode (self->rows, GTK_SELECTION_NONE);
  gtk_list_box_set_activate_on_single_click (self->rows, TRUE);
  gtk_widget_add_css_class (rows, "dl-card");
  gtk_widget_add_css_class (rows, "dl-rows");
  gtk_accessible_update_property (GTK_ACCESSIBLE (rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Lessons"), -1);
  g_signal_connect (rows, "row-activated", G_CALLBACK (on_activated), self);
  gtk_box_append (GTK_BOX (body), rows);
  open = dl_pane_add_button (body, _ ("_Open a Lesson or a Hand-In…"),
                             _ ("A file that a teacher wrote or a student handed in; you can also "
                                "drop it on the window"));
  gtk_widget_set_halign (open, GTK_ALIGN_START);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (open), "win.open-lesson");
}

GtkWidget *
dl_lesson_list_new (void)
{
  return g_object_new (DL_TYPE_LESSON_LIST, NULL);
}

/* Lessons -------------------------------------------------------------------------------------- */

typedef struct
{
  DlLesson *lesson; /* or NULL: */
  GStrv messages;
} Loaded;

static void
loaded_free (gpointer data)
{
  Loaded *loaded = data;

  dl_lesson_unref (loaded->lesson);
  g_strfreev (loaded->messages);
  g_free (loaded);
}

static GStrv
messages_of (const DlProblems *problems, const GError *error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < problems->messages->len; i++)
    g_strv_builder_add (builder, problems->messages->pdata[i]);
  if (problems->n > problems->messages->len)
    {
      g_autofree char *more
          = g_strdup_printf (_ ("… and %u more"), problems->n - problems->messages->len);

      g_strv_builder_add (builder, more);
    }
  if (problems->n == 0)
    g_strv_builder_add (builder, error->message);
  return g_strv_builder_end (builder);
}

static gpointer
read_lesson (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autoptr (DlProblems) problems = dl_problems_new (name);
  g_autoptr (GError) why = NULL;
  Loaded *loaded = g_new0 (Loaded, 1);

  loaded->lesson
      = dl_lessons_open (path, g_get_language_names (), dl_family_metric_names, problems, &why);
  if (loaded->lesson == NULL)
    loaded->messages = messages_of (problems, why);
  return loaded;
}

void
dl_lesson_files_load_async (GFile *file, GAsyncReadyCallback callback, gpointer user_data)
{
  dl_read_file_async (file, read_lesson, loaded_free, NULL, callback, user_data);
}

DlLesson *
dl_lesson_files_load_finish (GAsyncResult *result, GStrv *messages)
{
  g_autoptr (GError) error = NULL;
  Loaded *loaded = dl_read_file_finish (result, &error);
  DlLesson *lesson;

  *messages = NULL;
  if (loaded == NULL)
    {
      const char *const only[] = { error->message, NULL };

      *messages = g_strdupv ((char **) only);
      return NULL;
    }
  lesson = g_steal_pointer (&loaded->lesson);
  *messages = g_steal_pointer (&loaded->messages);
  loaded_free (loaded);
  return lesson;
}

/* Handed in ------------------------------------------------------------------------------------ */

static gpointer
read_story (const char *path, GCancellable *cancellable, GError **error)
{
  return dl_story_load (path, g_get_language_names (), cancellable, error);
}

void
dl_lesson_files_story_async (GFile *file, GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  dl_read_file_async (file, read_story, (GDestroyNotify) dl_story_free, cancellable, callback,
                      user_data);
}

DlStory *
dl_lesson_files_story_finish (GAsyncResult *result, GError **error)
{
  return dl_read_file_finish (result, error);
}
