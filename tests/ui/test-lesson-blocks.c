/* The texts of all lessons, in all languages, at many widths: no line is cut off. */
#include "dl-lesson-guide.h"
#include "dl-lessons.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#define LEAST_WIDTH 220
#define MOST_WIDTH  460

/* Every label in @line is inside it, and all of its text inside the label. */
static void
assert_line (GtkWidget *line, const char *text, int width)
{
  for (GtkWidget *child = gtk_widget_get_first_child (line); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (child));
      graphene_rect_t bounds;
      int text_width, text_height;

      if (!gtk_widget_get_visible (child))
        continue;
      g_assert_true (gtk_widget_compute_bounds (child, line, &bounds));
      pango_layout_get_pixel_size (layout, &text_width, &text_height);
      if (bounds.origin.x + bounds.size.width > width || text_width > bounds.size.width
          || text_height > bounds.size.height)
        g_error ("%d pixels: %dx%d in %.0fx%.0f from %.0f on: %s", width, text_width, text_height,
                 bounds.size.width, bounds.size.height, bounds.origin.x, text);
    }
}

static guint
check_text (GtkWidget *blocks, const char *text)
{
  guint n = 0;

  if (text == NULL)
    return 0;
  dl_lesson_blocks_set (DL_LESSON_BLOCKS (blocks), text);
  for (int width = LEAST_WIDTH; width <= MOST_WIDTH; width += 20)
    {
      int height;

      gtk_widget_measure (blocks, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
      gtk_widget_size_allocate (blocks, &(GtkAllocation) { 0, 0, width, height }, -1);
      for (GtkWidget *line = gtk_widget_get_first_child (blocks); line != NULL;
           line = gtk_widget_get_next_sibling (line))
        assert_line (line, text, width);
      n++;
    }
  return n;
}

static guint
check_lesson (GtkWidget *blocks, const DlLesson *lesson)
{
  guint n = 0;

  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const DlLessonStep *step = lesson->steps->pdata[i];

      n += check_text (blocks, step->say);
      n += check_text (blocks, step->ask);
      n += check_text (blocks, step->task);
      n += check_text (blocks, step->explain);
      for (guint hint = 0; hint < step->hints->len; hint++)
        n += check_text (blocks, step->hints->pdata[hint]);
    }
  return n;
}

static void
test_all (gconstpointer language)
{
  const char *const languages[] = { language, NULL };
  GtkWidget *blocks = dl_lesson_blocks_new ();
  g_auto (GStrv) ids = dl_lessons_list ();
  GtkWidget *window;
  guint n = 0;

  dl_lesson_blocks_set (DL_LESSON_BLOCKS (blocks), "Seen."); /* nothing is hidden */
  window = ui_window_new (blocks, 400, 400);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlLesson) lesson = dl_lessons_load (ids[i], languages, &error);

      g_assert_no_error (error);
      n += check_lesson (blocks, lesson);
    }
  g_assert_cmpuint (n, >, 1000);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gtk_init ();
  dl_ui_init ();

  g_test_add_data_func ("/lesson-blocks/en", "C", test_all);
  g_test_add_data_func ("/lesson-blocks/de", "de", test_all);
  g_test_add_data_func ("/lesson-blocks/es", "es", test_all);
  g_test_add_data_func ("/lesson-blocks/zh_CN", "zh_CN", test_all);
  return g_test_run ();
}
