/* Help: F1 knows a part of the manual for every place of the program; the manual's window shows it,
 * goes back, searches, and its links are followed with the keyboard; all keys are in it. */
#include "dl-evidence-pages.h"
#include "dl-field.h"
#include "dl-help-text.h"
#include "dl-help-window.h"
#include "dl-help.h"
#include "dl-papers-view.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "dl-window.h"
#include "ui-fixture.h"

#include <string.h>

static GtkApplication *application; /* one per process */

/* A part of the manual that there is. */
static void
assert_part (const char *what, const char *target)
{
  g_autoptr (DlManual) manual = dl_manual_new (NULL);
  const DlManualPage *page;

  g_test_message ("%s: %s", what, target);
  g_assert_nonnull (target);
  g_assert_nonnull (strchr (target, '#'));
  page = dl_manual_find (manual, target, NULL);
  g_assert_nonnull (page);
  g_assert_cmpint (dl_manual_page_find (page, strchr (target, '#') + 1), >=, 0);
}

/* Topics of places ----------------------------------------------------------------------------- */

static void
test_keys_of_scenario (void)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("%s.%s", fields[i].group, fields[i].key);

      assert_part (key, dl_help_key_target (key));
    }
  g_assert_null (dl_help_key_target ("torus.no-such-key"));
}

static void
test_pages (void)
{
  guint n;
  const DlFeature *pages = dl_features (DL_FEATURE_PAGE, &n);

  for (guint i = 0; i < n; i++)
    assert_part (pages[i].id, dl_help_page_target (pages[i].id));
}

static void
set_kind (DlSession *session, const char *preset)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  dl_session_open_new (session, scenario);
  ui_settle (session);
}

/* All that can have the keyboard. */
static guint
check_controls (GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_visible (widget) || GTK_IS_POPOVER (widget))
    return 0;
  if (gtk_widget_get_focusable (widget))
    {
      g_autofree char *what
          = g_strdup_printf ("%s %s", G_OBJECT_TYPE_NAME (widget), gtk_widget_get_name (widget));
      const char *target = dl_help_target (widget);

      n++;
      assert_part (what, target);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_controls (child);
  return n;
}

static void
check_window (const char *preset)
{
  DlSession *session = dl_session_new (NULL);
  GtkWidget *window;
  GtkStack *views;
  g_autoptr (GListModel) stack_pages = NULL;

  set_kind (session, preset);
  window = GTK_WIDGET (dl_window_new (application, session, NULL));
  gtk_window_present (GTK_WINDOW (window));
  ui_settle (session);
  g_assert_cmpuint (check_controls (window), >, 20);

  /* Each view, by what of it has the keyboard. */
  views = ui_part (window, "views");
  stack_pages = G_LIST_MODEL (gtk_stack_get_pages (views));
  for (guint i = 0; i < g_list_model_get_n_items (stack_pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (stack_pages, i);
      const char *name = gtk_stack_page_get_name (GTK_STACK_PAGE (page));

      assert_part (name, dl_help_view_target (name));
    }
  g_assert_cmpstr (dl_help_target (gtk_stack_get_visible_child (views)), ==,
                   dl_help_view_target (gtk_stack_get_visible_child_name (views)));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_settle (session);
  ui_assert_finalize (session);
}

static void
test_torus_window (void)
{
  check_window ("torus-5x5x5");
}

static void
test_dragonfly_window (void)
{
  check_window ("cascade-2");
}

/* Every group of the configuration has a part, whatever of it has the keyboard. */
static void
test_panels (void)
{
  static const struct
  {
    const char *preset;
    const char *key, *target;
  } cases[] = {
    { "torus-5x5x5", "torus.radix/y", "configuration#topology" },
    { "torus-5x5x5", "torus.datelines/x", "datelines#what" },
    { "torus-5x5x5", "torus.vc-policy/choice", "virtual-channels#policies" },
    { "torus-5x5x5", "torus.engine", "faults#engines" },
    { "torus-5x5x5", "router.age-clock-period", "ages#clock" },
    { "torus-5x5x5", "traffic.load", "traffic#load" },
    { "cascade-2", "dragonfly.groups", "dragonfly#structure" },
    { "cascade-2", "dragonfly.routing", "dragonfly#modes" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      DlSession *session = dl_session_new (NULL);
      GtkWidget *window, *inner;

      set_kind (session, cases[i].preset);
      window = GTK_WIDGET (dl_window_new (application, session, NULL));
      inner = ui_part (window, cases[i].key);
      g_assert_nonnull (inner);
      while (gtk_widget_get_last_child (inner) != NULL)
        inner = gtk_widget_get_last_child (inner);
      g_assert_cmpstr (dl_help_target (inner), ==, cases[i].target);
      gtk_window_destroy (GTK_WINDOW (window));
      ui_settle (session);
      ui_assert_finalize (session);
    }
}

static void
test_nothing (void)
{
  GtkWidget *label = g_object_ref_sink (gtk_label_new ("nothing"));

  g_assert_cmpstr (dl_help_target (NULL), ==, "index");
  g_assert_cmpstr (dl_help_target (label), ==, "index");
  g_object_unref (label);
}

/* A window that is about one thing, with the keyboard nowhere. */
static void
test_inner (void)
{
  DlSession *session = ui_session_new (4, 4, 4);
  GtkWidget *parent = ui_window_new (gtk_label_new ("parent"), 200, 200);
  GtkWindow *papers = dl_papers_window_present (GTK_WINDOW (parent), session);

  g_assert_cmpstr (dl_help_target (GTK_WIDGET (papers)), ==, "papers#papers");
  gtk_window_destroy (papers);
  gtk_window_destroy (GTK_WINDOW (parent));
  ui_settle (session);
  ui_assert_finalize (session);
}

/* The window ----------------------------------------------------------------------------------- */

static DlHelpWindow *
new_window (void)
{
  GtkWidget *window = dl_help_window_new (application);

  gtk_window_present (GTK_WINDOW (window));
  ui_wait_for (gtk_widget_get_mapped (window));
  ui_draw ();
  return DL_HELP_WINDOW (window);
}

static void
act (DlHelpWindow *window, const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
}

static char *
text_of (DlHelpWindow *window)
{
  GtkTextBuffer *buffer
      = gtk_text_view_get_buffer (ui_find (GTK_WIDGET (window), DL_TYPE_HELP_TEXT, 0));
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (buffer, &begin, &end);
  return gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
}

static void
test_trail (void)
{
  DlHelpWindow *window = new_window ();

  g_assert_cmpstr (dl_help_window_get_target (window), ==, "index");
  dl_help_window_show (window, "ages#clock");
  dl_help_window_show (window, "glossary#flit");
  act (window, "help.back");
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "ages#clock");
  act (window, "help.back");
  act (window, "help.back");
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "index");
  act (window, "help.forward");
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "ages#clock");
  /* From here on another way: what was before it is forgotten. */
  dl_help_window_show (window, "faults");
  act (window, "help.forward");
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "faults");
  act (window, "help.index");
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "index");
  dl_help_window_show (window, "../../etc/passwd");
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "index");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* The text has the page's words, and links lead to their targets. */
static void
test_text (void)
{
  DlHelpWindow *window = new_window ();
  const DlManual *manual = dl_help_window_get_manual (window);

  for (guint p = 0; p < dl_manual_n_pages (manual); p++)
    {
      const DlManualPage *page = dl_manual_page (manual, p);
      g_autofree char *text = NULL;
      DlHelpText *view = ui_find (GTK_WIDGET (window), DL_TYPE_HELP_TEXT, 0);
      g_autofree char *before = NULL;
      guint n = 0;

      dl_help_window_show (window, page->id);
      text = text_of (window);
      for (guint i = 0; i < page->blocks->len; i++)
        {
          const DlMarkdownBlock *block = dl_manual_page_block (page, i);
          g_autofree char *words = dl_markdown_block_text (block);

          /* A picture says its words itself. */
          g_assert_true ((strstr (text, words) != NULL) == (block->kind != DL_MARKDOWN_PICTURE));
          /* Links, of which neighbors with the same target are one. */
          for (guint k = 0; k < block->spans->len; k++)
            {
              const DlMarkdownSpan *span = g_ptr_array_index (block->spans, k);

              if (span->link == NULL || g_strcmp0 (before, span->link) == 0)
                continue;
              g_free (before);
              before = dl_manual_page_target (page, span->link);
              g_assert_cmpuint (n, <, dl_help_text_n_links (view));
              g_assert_cmpstr (dl_help_text_get_target (view, n), ==, before);
              n++;
            }
        }
      g_assert_cmpuint (dl_help_text_n_links (view), ==, n);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

static void
test_links (void)
{
  DlHelpWindow *window = new_window ();
  DlHelpText *view = ui_find (GTK_WIDGET (window), DL_TYPE_HELP_TEXT, 0);
  const guint n = dl_help_text_n_links (view);

  g_assert_false (dl_help_text_follow_link (view));
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (dl_help_text_move_link (view, TRUE));
      g_assert_cmpint (dl_help_text_get_link (view), ==, i);
    }
  /* At the end the keyboard goes on to what comes after the text. */
  g_assert_false (dl_help_text_move_link (view, TRUE));
  g_assert_cmpint (dl_help_text_get_link (view), ==, -1);
  g_assert_true (dl_help_text_move_link (view, TRUE));
  g_assert_true (dl_help_text_move_link (view, TRUE));
  g_assert_true (dl_help_text_move_link (view, FALSE));
  g_assert_true (dl_help_text_follow_link (view));
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "about");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* The part that was asked for is at the top, also below pictures. */
static void
test_scrolled (void)
{
  static const struct
  {
    const char *target, *heading;
  } cases[] = { { "glossary#mesh", "Mesh" }, { "first-steps#compare", "Compare" } };
  DlHelpWindow *window = new_window ();
  GtkTextView *view = ui_find (GTK_WIDGET (window), DL_TYPE_HELP_TEXT, 0);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkTextIter at, end;
      GdkRectangle seen;
      g_autofree char *line = NULL;

      dl_help_window_show (window, cases[i].target);
      ui_draw ();
      gtk_text_view_get_visible_rect (view, &seen);
      gtk_text_view_get_line_at_y (view, &at, seen.y + 2, NULL);
      end = at;
      gtk_text_iter_forward_to_line_end (&end);
      line = gtk_text_iter_get_text (&at, &end);
      g_assert_cmpstr (line, ==, cases[i].heading);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

static void
test_search (void)
{
  DlHelpWindow *window = new_window ();
  GtkListBox *list = ui_find (GTK_WIDGET (window), GTK_TYPE_LIST_BOX, 0);
  guint n = 0;

  while (gtk_list_box_get_row_at_index (list, n) != NULL)
    n++;
  g_assert_cmpuint (n, ==, dl_manual_n_pages (dl_help_window_get_manual (window)));

  dl_help_window_search (window, "payload efficiency");
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, 0));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  g_assert_cmpstr (dl_help_window_get_target (window), ==, "glossary#payload-efficiency");

  dl_help_window_search (window, "zebra crossing");
  g_assert_null (gtk_list_box_get_row_at_index (list, 0));
  g_assert_true (ui_says (GTK_WIDGET (window), "No part of the manual has these words"));
  act (window, "help.escape");
  g_assert_nonnull (gtk_list_box_get_row_at_index (list, n - 1));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

static void
test_find (void)
{
  DlHelpWindow *window = new_window ();
  DlHelpText *view = ui_find (GTK_WIDGET (window), DL_TYPE_HELP_TEXT, 0);
  g_autofree char *text = NULL;
  g_autofree char *folded = NULL;
  guint n = 0;

  dl_help_window_show (window, "ages");
  text = text_of (window);
  folded = g_utf8_casefold (text, -1);
  for (const char *at = folded; (at = strstr (at, "clock")) != NULL; at++)
    n++;
  g_assert_cmpuint (n, >, 3);
  g_assert_cmpuint (dl_help_text_mark (view, "CLOCK"), ==, n);
  g_assert_cmpuint (dl_help_text_mark (view, "zzz"), ==, 0);
  g_assert_false (dl_help_text_find (view, "zzz", TRUE));
  for (guint i = 0; i < 2 * n; i++) /* around the end */
    g_assert_true (dl_help_text_find (view, "clock", i % 3 != 0));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* Keys ----------------------------------------------------------------------------------------- */

/* All of them, each once. */
/* Where the first @words begin, from the left. */
static gint
left_of (GtkTextView *view, const char *words)
{
  GtkTextIter begin, end;
  GdkRectangle place;

  gtk_text_buffer_get_start_iter (gtk_text_view_get_buffer (view), &begin);
  g_assert_true (
      gtk_text_iter_forward_search (&begin, words, GTK_TEXT_SEARCH_TEXT_ONLY, &begin, &end, NULL));
  gtk_text_view_get_iter_location (view, &begin, &place);
  return place.x;
}

/* All texts on keys begin in one column, which leaves most of the width to them. */
static void
assert_column (DlHelpWindow *window, GPtrArray *keys)
{
  GtkTextView *view = ui_find (GTK_WIDGET (window), DL_TYPE_HELP_TEXT, 0);
  const gint column = left_of (view, "Undo\n");

  for (guint i = 0; i < keys->len; i++)
    {
      const DlHelpKey *key = g_ptr_array_index (keys, i);
      g_autofree char *line = g_strconcat (key->title, "\n", NULL);

      g_test_message ("%s: %s", key->keys, key->title);
      g_assert_cmpint (left_of (view, line), ==, column);
    }
  g_assert_cmpint (column, <, gtk_widget_get_width (GTK_WIDGET (view)) / 3);
}

static void
test_keys (void)
{
  static const char *const accels[] = { "<Control>z", NULL };
  g_autoptr (GPtrArray) keys = NULL;
  DlHelpWindow *window;
  g_autofree char *text = NULL;

  gtk_application_set_accels_for_action (application, "win.undo", accels);
  keys = dl_help_keys_new (application);
  window = new_window ();
  dl_help_window_show (window, "keys");
  text = text_of (window);
  g_assert_cmpuint (keys->len, >, 60);
  for (guint i = 0; i < keys->len; i++)
    {
      const DlHelpKey *key = g_ptr_array_index (keys, i);
      g_autofree char *line = g_strdup_printf ("\n%s\t%s\n", key->keys, key->title);
      g_autofree char *below = g_strdup_printf ("\n%s\u2028%s\n", key->keys, key->title);

      g_test_message ("%s:%s", key->group, line);
      g_assert_true ((strstr (text, line) != NULL) != (strstr (text, below) != NULL));
    }
  ui_draw ();
  assert_column (window, keys);
  g_assert_nonnull (strstr (text, "Routes and deadlock\nE\tExplain"));
  g_assert_nonnull (strstr (text, "Ctrl+Z\tUndo"));
  g_assert_null (strstr (strstr (text, "Ctrl+Z\tUndo") + 1, "Ctrl+Z\tUndo"));
  g_assert_nonnull (strstr (text, "B / Delete\tBreak or restore"));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* From the application: one window, at what fits, which goes with the last of the others. */
static void
test_action (void)
{
  GtkWidget *other, *first;

  dl_help_init (application);
  other = ui_window_new (gtk_button_new_with_label ("other"), 200, 200);
  gtk_window_set_application (GTK_WINDOW (other), application);
  g_action_group_activate_action (G_ACTION_GROUP (application), "help",
                                  g_variant_new_string ("glossary#flit"));
  first = g_object_get_data (G_OBJECT (application), "dl-help-window");
  g_assert_true (DL_IS_HELP_WINDOW (first));
  g_assert_cmpstr (dl_help_window_get_target (DL_HELP_WINDOW (first)), ==, "glossary#flit");
  g_action_group_activate_action (G_ACTION_GROUP (application), "help-here", NULL);
  g_assert_true (g_object_get_data (G_OBJECT (application), "dl-help-window") == (gpointer) first);
  g_assert_cmpstr (dl_help_window_get_target (DL_HELP_WINDOW (first)), ==, "index");
  ui_idle ();
  gtk_window_destroy (GTK_WINDOW (other));
  ui_idle ();
  g_assert_null (g_object_get_data (G_OBJECT (application), "dl-help-window"));
}

static GtkWidget *
nth_picture (DlHelpWindow *window, guint i)
{
  return ui_find (GTK_WIDGET (window), GTK_TYPE_PICTURE, i);
}

static GBytes *
pixels_of (GtkWidget *picture)
{
  GdkTexture *texture = GDK_TEXTURE (gtk_picture_get_paintable (GTK_PICTURE (picture)));
  const gsize stride = (gsize) gdk_texture_get_width (texture) * 4;
  guint8 *pixels = g_malloc (stride * (gsize) gdk_texture_get_height (texture));

  gdk_texture_download (texture, pixels, stride);
  return g_bytes_new_take (pixels, stride * (gsize) gdk_texture_get_height (texture));
}

/* A topic shows its pictures, with their words, no wider than there is room, in the theme's colors;
 * another topic has none of them. */
static void
test_pictures (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  DlHelpWindow *window = new_window ();
  g_autoptr (GBytes) light = NULL;
  g_autoptr (GBytes) dark = NULL;
  GtkWidget *picture;
  gint width, height;

  dl_help_window_show (window, "first-steps");
  ui_draw ();
  for (guint i = 0; i < 6; i++)
    g_assert_nonnull (nth_picture (window, i));
  g_assert_null (nth_picture (window, 6));
  picture = nth_picture (window, 0);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_ROLE_IMG);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (picture), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       gtk_picture_get_alternative_text (GTK_PICTURE (picture)));
  g_assert_nonnull (strstr (gtk_picture_get_alternative_text (GTK_PICTURE (picture)), "dateline"));
  width = gtk_widget_get_width (picture);
  height = gtk_widget_get_height (picture);
  g_test_message ("%d x %d", width, height);
  g_assert_cmpint (width, >=, 300);
  g_assert_cmpint (width, <=, gtk_widget_get_width (gtk_widget_get_parent (picture)));
  g_assert_cmpint (height, >=, 100);
  light = pixels_of (picture);
  g_object_set (settings, "gtk-application-prefer-dark-theme", TRUE, NULL);
  ui_draw ();
  dark = pixels_of (picture);
  g_object_set (settings, "gtk-application-prefer-dark-theme", FALSE, NULL);
  ui_draw ();
  g_assert_false (g_bytes_equal (light, dark));
  dl_help_window_show (window, "keys");
  ui_draw ();
  g_assert_null (nth_picture (window, 0));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

/* With text twice as large it fits a small screen. */
static void
test_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  DlHelpWindow *window;
  g_autofree char *text = NULL;
  gint dpi, width, height;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * (dpi > 0 ? dpi : 96 * 1024), NULL);
  window = new_window ();
  dl_help_window_show (window, "keys");
  ui_draw ();
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                      NULL);
  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, 900, &height, NULL, NULL,
                      NULL);
  g_test_message ("%d x %d", width, height);
  g_assert_cmpint (width, <=, 1024);
  g_assert_cmpint (height, <=, 700);
  text = text_of (window);
  g_assert_nonnull (strstr (text, "\u2028Undo\n"));
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  ui_idle ();
}

static void
test_explained (void)
{
  DlHelpWindow *window = new_window ();

  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *entry = ui_find (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY, i);

      g_assert_nonnull (gtk_widget_get_tooltip_text (entry));
      gtk_test_accessible_assert_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                           i == 0 ? "Search the manual" : "Find in this topic");
    }
  gtk_test_accessible_assert_property (ui_find (GTK_WIDGET (window), DL_TYPE_HELP_TEXT, 0),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Dateline manual");
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

int
main (int argc, char **argv)
{
  int result;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  g_test_add_func ("/help/keys-of-scenario", test_keys_of_scenario);
  g_test_add_func ("/help/pages", test_pages);
  g_test_add_func ("/help/torus-window", test_torus_window);
  g_test_add_func ("/help/dragonfly-window", test_dragonfly_window);
  g_test_add_func ("/help/panels", test_panels);
  g_test_add_func ("/help/nothing", test_nothing);
  g_test_add_func ("/help/inner", test_inner);
  g_test_add_func ("/help/trail", test_trail);
  g_test_add_func ("/help/text", test_text);
  g_test_add_func ("/help/links", test_links);
  g_test_add_func ("/help/scrolled", test_scrolled);
  g_test_add_func ("/help/search", test_search);
  g_test_add_func ("/help/find", test_find);
  g_test_add_func ("/help/keys", test_keys);
  g_test_add_func ("/help/action", test_action);
  g_test_add_func ("/help/pictures", test_pictures);
  g_test_add_func ("/help/large-text", test_large_text);
  g_test_add_func ("/help/explained", test_explained);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
