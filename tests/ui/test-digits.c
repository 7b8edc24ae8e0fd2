/* A number is never cut: all numbers of all pages, made as long as they become in nine digits, in
 * every language and in the smallest window. */
#include "dl-evidence-pages.h"
#include "dl-rows.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

#define LEAST_WIDTH  1024
#define LEAST_HEIGHT 700

typedef struct
{
  const char *where;
  GtkWidget *window;
  guint n, n_all_cut;
  guint n_seen, n_cut; /* on the page, the last time */
} Walk;

static GtkApplication *application; /* one per process */

/* "2,976 of 12" to "123,456,789 of 123,456,789". */
static gboolean
lengthen (const GMatchInfo *match, GString *text, gpointer user_data)
{
  g_string_append_printf (text, "%'d", 123456789);
  return FALSE;
}

static char *
long_text (const char *text)
{
  g_autoptr (GRegex) number = g_regex_new ("[0-9][0-9.,\u00a0\u202f]*", 0, 0, NULL);

  return g_regex_replace_eval (number, text, -1, 0, 0, lengthen, NULL, NULL);
}

/* The room that @text would take in @width. */
static void
measure (GtkWidget *widget, const char *text, gboolean wraps, int *width, int *height)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);

  if (wraps)
    {
      pango_layout_set_width (layout, gtk_widget_get_width (widget) * PANGO_SCALE);
      pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
    }
  pango_layout_get_pixel_size (layout, width, height);
}

static gboolean
is_cut (GtkWidget *widget, int *width, int *height)
{
  const char *text = gtk_inscription_get_text (GTK_INSCRIPTION (widget));
  const gboolean column = gtk_inscription_get_xalign (GTK_INSCRIPTION (widget)) == 1
                          || gtk_widget_has_css_class (widget, "dl-figure");

  measure (widget, text, !column, width, height);
  return *width > gtk_widget_get_width (widget) + 1
         || *height > gtk_widget_get_height (widget) + 6; /* lines of Chinese are higher */
}

static void
visit (Walk *walk, GtkWidget *root, void (*func) (Walk *walk, GtkWidget *number))
{
  if (!gtk_widget_get_mapped (root))
    return;
  if (GTK_IS_INSCRIPTION (root) && gtk_inscription_get_text (GTK_INSCRIPTION (root)) != NULL
      && strpbrk (gtk_inscription_get_text (GTK_INSCRIPTION (root)), "0123456789") != NULL)
    func (walk, root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    visit (walk, child, func);
}

/* Does the number end where the others of its column do, or is it a headline? */
static gboolean
grows (GtkWidget *number)
{
  return gtk_inscription_get_xalign (GTK_INSCRIPTION (number)) == 1
         || gtk_widget_has_css_class (number, "dl-figure");
}

static void
make_long (Walk *walk, GtkWidget *number)
{
  g_autofree char *text = long_text (gtk_inscription_get_text (GTK_INSCRIPTION (number)));

  if (grows (number))
    dl_number_show (GTK_INSCRIPTION (number), text);
  /* Names of places in columns of words are not numbers. */
  else if (gtk_widget_get_ancestor (number, GTK_TYPE_COLUMN_VIEW) == NULL)
    gtk_inscription_set_text (GTK_INSCRIPTION (number), text);
}

static gboolean
is_number (GtkWidget *widget)
{
  return grows (widget) || gtk_widget_get_ancestor (widget, GTK_TYPE_COLUMN_VIEW) == NULL;
}

static void
check_number (Walk *walk, GtkWidget *number)
{
  int width, height;

  walk->n_seen += is_number (number);
  walk->n_cut += is_number (number) && is_cut (number, &width, &height);
}

static void
tell (Walk *walk, GtkWidget *number)
{
  int width, height;

  if (is_number (number) && is_cut (number, &width, &height))
    g_test_message ("%s: “%s” takes %d × %d, has %d × %d", walk->where,
                    gtk_inscription_get_text (GTK_INSCRIPTION (number)), width, height,
                    gtk_widget_get_width (number), gtk_widget_get_height (number));
}

static void
speak (const char *language)
{
  g_setenv ("LANGUAGE", language, TRUE);
  /* Messages found in another language are forgotten. */
  g_assert_nonnull (setlocale (LC_MESSAGES, "C"));
  g_assert_nonnull (setlocale (LC_ALL, "en_US.UTF-8"));
}

static void
check_pages (Walk *walk, DlView *view, const DlFamily *family)
{
  DlEvidencePages *pages = ui_part (walk->window, "evidence");
  const DlFeature *page;

  for (guint i = 0; (page = dl_family_feature (family, DL_FEATURE_PAGE, i)) != NULL; i++)
    {
      dl_evidence_pages_show (pages, page->id);
      ui_settle (dl_view_get_session (view));
      walk->where = page->id;
      visit (walk, GTK_WIDGET (pages), make_long);
      /* Until it is laid out. */
      for (guint k = 0; k < 100 && (k == 0 || walk->n_cut > 0); k++)
        {
          ui_wait_ms (20);
          walk->n_cut = walk->n_seen = 0;
          visit (walk, GTK_WIDGET (pages), check_number);
        }
      visit (walk, GTK_WIDGET (pages), tell);
      walk->n += walk->n_seen;
      walk->n_all_cut += walk->n_cut;
    }
}

static void
test_language (gconstpointer language)
{
  static const char *const presets[] = { "torus-5x5x5", "cascade-2", "fat-tree-16" };
  guint n = 0, n_cut = 0;

  speak (language);
  g_assert_true (g_str_equal (_ ("Load curve"), "Load curve") == g_str_equal (language, "en"));
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      g_autoptr (GError) error = NULL;
      DlScenario *scenario = dl_preset_load (presets[i], &error);
      g_autoptr (DlSession) session = dl_session_new (NULL);
      Walk walk = { 0 };
      DlView *view;

      g_assert_no_error (error);
      dl_session_open_new (session, scenario);
      ui_settle (session);
      walk.window = GTK_WIDGET (dl_window_new (application, session, NULL));
      view = dl_window_get_view (DL_WINDOW (walk.window));
      gtk_window_set_default_size (GTK_WINDOW (walk.window), LEAST_WIDTH, LEAST_HEIGHT);
      gtk_window_present (GTK_WINDOW (walk.window));
      ui_settle (session);
      dl_live_step (dl_view_get_live (view), 400);
      dl_live_sync (dl_view_get_live (view));
      dl_view_select (view, dl_place_link (0));
      ui_idle ();
      check_pages (&walk, view, dl_session_get_scenario (session)->family);
      n += walk.n;
      n_cut += walk.n_all_cut;
      gtk_window_destroy (GTK_WINDOW (walk.window));
      ui_settle (session);
    }
  g_assert_cmpuint (n, >, 60);
  g_assert_cmpuint (n_cut, ==, 0);
}

int
main (int argc, char **argv)
{
  static const char *const languages[] = { "en", "de", "es", "zh_CN" };
  int status;

  ui_test_init_local (&argc, &argv);
  bindtextdomain (GETTEXT_PACKAGE, g_getenv ("DATELINE_PO"));
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  dl_ui_init ();
  application = ui_application_new ();
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      g_autofree char *path = g_strdup_printf ("/digits/%s", languages[i]);

      g_test_add_data_func (path, languages[i], test_language);
    }
  status = g_test_run ();
  g_object_unref (application);
  return status;
}
