/* Access: maps say what the cursor is on; the keyboard reaches every control once, in an order that
 * the eye follows; text twice as large fits; nothing moves for those who do not want it. */
#include "dl-banner.h"
#include "dl-dragonfly-view.h"
#include "dl-map-parts.h"
#include "dl-map-view-private.h"
#include "dl-ring-view.h"
#include "dl-scenario-file.h"
#include "dl-text-size.h"
#include "dl-toast-overlay.h"
#include "dl-ui.h"
#include "dl-window-private.h"
#include "ui-fixture.h"

#include <math.h>
#include <string.h>

static GtkApplication *application; /* one a process */

typedef struct
{
  DlSession *session;
  DlWindow *window;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer preset)
{
  g_autoptr (GError) error = NULL;
  DlScenario *scenario = dl_preset_load (preset, &error);

  g_assert_no_error (error);
  fixture->session = dl_session_new (NULL);
  dl_session_open_new (fixture->session, scenario);
  ui_settle (fixture->session);
  fixture->window = DL_WINDOW (dl_window_new (application, fixture->session, NULL));
  gtk_window_present (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_idle ();
  g_assert_finalize_object (fixture->session);
}

/* The cursor ----------------------------------------------------------------------------------- */

static void
assert_says (gpointer map, const char *text)
{
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       text);
}

/* Each view of a torus, while the cursor goes from link to link. */
static void
test_cursor (Fixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "ring-matrix", "planes", "isometric", "ring" };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      GtkWidget *map;

      ui_act (fixture->window, "show-view", views[i]);
      ui_idle ();
      map = gtk_stack_get_child_by_name (fixture->window->views, views[i]);
      for (guint link = i; link < 700; link += 97)
        {
          g_autofree char *text = NULL;

          dl_view_select_link (fixture->window->view, link);
          text = dl_view_describe_link (fixture->window->view, link);
          g_assert_nonnull (text);
          assert_says (map, text);
        }
      dl_view_clear_selection (fixture->window->view);
      g_assert_true (gtk_test_accessible_has_role (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_ROLE_IMG));
      g_assert_true (
          gtk_test_accessible_has_property (GTK_ACCESSIBLE (map), GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
}

static void
test_cursor_dragonfly (Fixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "groups", "group", "chord" };
  DlPlaces *places = dl_view_get_places (fixture->window->view);

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      GtkWidget *map;

      ui_act (fixture->window, "show-view", views[i]);
      ui_idle ();
      map = gtk_stack_get_child_by_name (fixture->window->views, views[i]);
      for (guint router = 0; router < dl_places_get_network (places)->n_routers; router += 3)
        {
          const DlDragonflyPlace place = { .kind = DL_PLACE_ROUTER, .router = router };
          g_autofree char *text = dl_places_describe (places, place);

          g_assert_nonnull (text);
          dl_places_select (places, place);
          assert_says (map, text);
        }
    }
}

/* The keyboard --------------------------------------------------------------------------------- */

/* Does Tab go to it or into it? What GTK's own widgets do inside is theirs. */
static gboolean
takes_keys (GtkWidget *widget)
{
  return gtk_widget_get_focusable (widget) && gtk_widget_get_can_focus (widget)
         && gtk_widget_is_sensitive (widget) && gtk_widget_get_mapped (widget);
}

/* Arrows go on inside it, as in every list. */
static gboolean
is_list (GtkWidget *widget)
{
  return GTK_IS_LIST_BOX (widget) || GTK_IS_COLUMN_VIEW (widget) || GTK_IS_LIST_VIEW (widget)
         || GTK_IS_FLOW_BOX (widget) || GTK_IS_GRID_VIEW (widget);
}

/* Controls that Tab should stop at, outside of lists, menus and the frame of the window. */
static void
collect (GtkWidget *widget, GHashTable *wanted)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget) || is_list (widget)
      || GTK_IS_POPOVER (widget) || GTK_IS_WINDOW_CONTROLS (widget))
    return;
  if (takes_keys (widget) && !GTK_IS_SCROLLED_WINDOW (widget)
      && (GTK_IS_BUTTON (widget) || GTK_IS_TEXT (widget) || GTK_IS_RANGE (widget)
          || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget)
          || gtk_widget_has_css_class (widget, "dl-chart") || DL_IS_MAP_VIEW (widget)
          || DL_IS_DRAGONFLY_VIEW (widget)))
    g_hash_table_add (wanted, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, wanted);
}

static void
describe (GtkWidget *widget, const char *why)
{
  g_autoptr (GString) text = g_string_new (why);

  for (guint i = 0; i < 6 && widget != NULL; i++, widget = gtk_widget_get_parent (widget))
    g_string_append_printf (text, " %s (%s)", G_OBJECT_TYPE_NAME (widget),
                            gtk_widget_get_name (widget));
  g_test_message ("%s", text->str);
}

/* Which part of the window it is in, in the order in which a person reads them. */
static guint
part_of (DlWindow *self, GtkWidget *widget)
{
  GtkWidget *const parts[]
      = { GTK_WIDGET (self->configuration_revealer), self->centre, GTK_WIDGET (self->evidence) };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (gtk_widget_is_ancestor (widget, parts[i]))
      return i;
  return G_N_ELEMENTS (parts);
}

/* From the first to the first again: each once, no trap, part by part. */
static void
test_focus (Fixture *fixture, gconstpointer data)
{
  GtkWidget *root = GTK_WIDGET (fixture->window);
  g_autoptr (GHashTable) wanted = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GHashTableIter iter;
  gpointer missing;
  GtkWidget *first = NULL;
  guint part = 0, n_changes = 0, n_missing = 0;

  collect (root, wanted);
  g_assert_cmpuint (g_hash_table_size (wanted), >, 30);
  gtk_window_set_focus (GTK_WINDOW (root), NULL);
  for (guint i = 0; i < 400; i++)
    {
      GtkWidget *focus;

      gtk_widget_child_focus (root, GTK_DIR_TAB_FORWARD);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      g_assert_nonnull (focus);
      if (focus == first)
        break;
      if (first == NULL)
        first = focus;
      if (!g_hash_table_add (seen, focus))
        describe (focus, "twice:");
      if (part_of (fixture->window, focus) != part)
        n_changes++;
      part = part_of (fixture->window, focus);
      g_assert_cmpuint (i, <, 399); /* a trap */
    }
  g_hash_table_iter_init (&iter, wanted);
  while (g_hash_table_iter_next (&iter, &missing, NULL))
    if (!g_hash_table_contains (seen, missing))
      {
        describe (missing, "not reached:");
        n_missing++;
      }
  g_test_message ("%u stops, %u changes of part", g_hash_table_size (seen), n_changes);
  g_assert_cmpuint (n_missing, ==, 0);
  /* Header, configuration, map, evidence, status. */
  g_assert_cmpuint (n_changes, <=, 5);
}

/* A mark of so many pixels can be seen. */
#define LEAST_SIGN 12

/* The window as it is drawn. Free with g_bytes_unref. */
static GBytes *
picture_of (GtkWidget *window, int *width, int *height)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderer *renderer = gtk_native_get_renderer (GTK_NATIVE (window));
  GskRenderNode *node;
  g_autoptr (GdkTexture) texture = NULL;
  guchar *data;

  *width = gtk_widget_get_width (window);
  *height = gtk_widget_get_height (window);
  gdk_paintable_snapshot (paintable, snapshot, *width, *height);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  texture
      = gsk_renderer_render_texture (renderer, node, &GRAPHENE_RECT_INIT (0, 0, *width, *height));
  gsk_render_node_unref (node);
  data = g_malloc (4 * (gsize) *width * *height);
  gdk_texture_download (texture, data, 4 * (gsize) *width);
  return g_bytes_new_take (data, 4 * (gsize) *width * *height);
}

/* Pixels in and around @widget that differ. */
static guint
count_changed (GtkWidget *window, GtkWidget *widget, GBytes *a, GBytes *b, int width, int height)
{
  const guint32 *from = g_bytes_get_data (a, NULL), *to = g_bytes_get_data (b, NULL);
  graphene_rect_t box;
  guint n = 0;

  g_assert_true (gtk_widget_compute_bounds (widget, window, &box));
  const int left = MAX (box.origin.x - 6, 0), top = MAX (box.origin.y - 6, 0);
  const int right = MIN (box.origin.x + box.size.width + 6, width);
  const int bottom = MIN (box.origin.y + box.size.height + 6, height);
  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      n += from[y * width + x] != to[y * width + x];
  return n;
}

/* Does the picture change where @focus is? Pages are scrolled to it in their own time. */
static gboolean
comes_to_show (GtkWidget *window, GtkWidget *focus, GBytes *before)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (GBytes) after = NULL;
      int width, height;

      ui_wait_ms (20 + 20 * i);
      after = picture_of (window, &width, &height);
      if (count_changed (window, focus, before, after, width, height) >= LEAST_SIGN)
        return TRUE;
    }
  return FALSE;
}

/* Wherever the keyboard is, it shows. */
static void
test_focus_visible (Fixture *fixture, gconstpointer data)
{
  GtkWidget *root = GTK_WIDGET (fixture->window), *first = NULL;
  guint n = 0, n_hidden = 0;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_window_set_focus (GTK_WINDOW (root), NULL);
  for (;; n++)
    {
      g_autoptr (GBytes) before = NULL;
      GtkWidget *focus;
      int width, height;

      ui_wait_ms (30);
      before = picture_of (root, &width, &height);
      gtk_widget_child_focus (root, GTK_DIR_TAB_FORWARD);
      gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
      focus = gtk_window_get_focus (GTK_WINDOW (root));
      if (focus == first)
        break;
      if (first == NULL)
        first = focus;
      if (!comes_to_show (root, focus, before))
        {
          describe (focus, "does not show:");
          n_hidden++;
        }
    }
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_assert_cmpuint (n, >, 30);
  g_assert_cmpuint (n_hidden, ==, 0);
}

/* Contrast ------------------------------------------------------------------------------------- */

static double
linear (double srgb)
{
  return srgb <= 0.04045 ? srgb / 12.92 : pow ((srgb + 0.055) / 1.055, 2.4);
}

static double
luminance (const GdkRGBA *c)
{
  return 0.2126 * linear (c->red) + 0.7152 * linear (c->green) + 0.0722 * linear (c->blue);
}

/* WCAG 2.1, 1.4.3. */
static double
contrast (const GdkRGBA *a, const GdkRGBA *b)
{
  const double la = luminance (a), lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

static GdkRGBA
over (const GdkRGBA *top, const GdkRGBA *ground)
{
  const float share = top->alpha;

  return (GdkRGBA) { share * top->red + (1 - share) * ground->red,
                     share * top->green + (1 - share) * ground->green,
                     share * top->blue + (1 - share) * ground->blue, 1 };
}

/* A colour as style sheets write it, in the theme that is shown; FALSE: that is none. */
static gboolean
look_up (GtkWidget *widget, const char *text, GdkRGBA *color)
{
  GtkCssProvider *provider = gtk_css_provider_new ();
  GdkDisplay *display = gtk_widget_get_display (widget);
  g_autofree char *css = g_strdup_printf ("@define-color dl_test_color %s;", text);
  gboolean found;

  gtk_css_provider_load_from_data (provider, css, -1);
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  found = gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "dl_test_color",
                                          color);
  G_GNUC_END_IGNORE_DEPRECATIONS
  gtk_style_context_remove_provider_for_display (display, GTK_STYLE_PROVIDER (provider));
  g_object_unref (provider);
  return found;
}

/* What is no text: pictures, and what cannot be used now (WCAG 1.4.3 leaves it out). */
#define NO_TEXT "image|arrow|:disabled|:insensitive|slider|highlight|trough|:hover|separator"

/* The ground of what the text of @selector lies in, where that has one of its own. */
static const char *
ground_around (const char *selector)
{
  return g_str_has_prefix (selector, ".dl-toast") ? "#333336" : NULL;
}

/* The text of a rule against its own ground, or else against what windows and cards have. */
static guint
check_rule (GtkWidget *widget, const char *selector, const char *block, const char *theme)
{
  static const char *const grounds[] = { "@theme_bg_color", "@theme_base_color", "@dl_card_color" };
  g_autoptr (GRegex) text = g_regex_new ("(?:^|[;\\s])color:\\s*([^;]+);", 0, 0, NULL);
  g_autoptr (GRegex) ground = g_regex_new ("background(?:-color)?:\\s*([^;]+);", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL, own = NULL;
  g_autofree char *word = NULL, *own_word = NULL;
  GdkRGBA color, below, window;
  guint n = 0;

  if (g_regex_match_simple (NO_TEXT, selector, 0, 0) || !g_regex_match (text, block, 0, &match))
    return 0;
  word = g_match_info_fetch (match, 1);
  if (g_str_equal (word, "inherit"))
    return 0;
  g_assert_true (look_up (widget, word, &color));
  g_assert_true (look_up (widget, grounds[0], &window));
  if (g_regex_match (ground, block, 0, &own))
    own_word = g_match_info_fetch (own, 1);
  for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
    {
      const char *what = own_word != NULL                   ? own_word
                         : ground_around (selector) != NULL ? ground_around (selector)
                                                            : grounds[i];
      GdkRGBA seen;

      if (g_str_equal (what, "none") || g_str_equal (what, "transparent"))
        what = grounds[i];
      g_assert_true (look_up (widget, what, &below));
      below = over (&below, &window);
      seen = over (&color, &below);
      if (contrast (&seen, &below) >= 4.5)
        continue;
      g_test_message ("%s, %s: %s on %s: %.2f", theme, selector, word, what,
                      contrast (&seen, &below));
      n++;
    }
  return n;
}

/* Every colour of text in the program's own style sheet, in both themes. */
static void
test_contrast (void)
{
  GtkWidget *label = gtk_label_new ("text");
  GtkWidget *window = ui_window_new (label, 200, 100);
  g_autoptr (GBytes) sheet = g_resources_lookup_data ("/org/dateline/Dateline/style.css", 0, NULL);
  g_autoptr (GRegex) remark = g_regex_new ("/\\*.*?\\*/", G_REGEX_DOTALL, 0, NULL);
  g_autoptr (GRegex) rule = g_regex_new ("([^{};]+)\\{([^{}]*)\\}", 0, 0, NULL);
  g_autofree char *css = NULL;
  guint n_pale = 0, n_rules = 0;

  g_assert_nonnull (sheet);
  css = g_regex_replace (remark, g_bytes_get_data (sheet, NULL), g_bytes_get_size (sheet), 0, "", 0,
                         NULL);
  for (guint dark = 0; dark < 2; dark++)
    {
      g_autoptr (GMatchInfo) match = NULL;

      g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", dark == 1,
                    NULL);
      ui_idle ();
      for (g_regex_match (rule, css, 0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        {
          g_autofree char *selector = g_match_info_fetch (match, 1);
          g_autofree char *block = g_match_info_fetch (match, 2);

          n_pale += check_rule (label, g_strstrip (selector), block, dark == 1 ? "dark" : "light");
          n_rules++;
        }
    }
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", FALSE, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
  g_assert_cmpuint (n_rules, >, 100);
  g_assert_cmpuint (n_pale, ==, 0);
}

/* Large text ----------------------------------------------------------------------------------- */

#define SMALL_WIDTH  1280
#define SMALL_HEIGHT 800

/* Where words may be cut: names that people give, and what says the same as something else. */
static gboolean
may_be_cut (DlWindow *self, GtkWidget *label)
{
  return label == GTK_WIDGET (self->title_label) || label == GTK_WIDGET (self->subtitle_label)
         || label == GTK_WIDGET (self->status_time)
         || gtk_widget_get_ancestor (label, GTK_TYPE_LIST_VIEW) != NULL
         || gtk_widget_get_ancestor (label, GTK_TYPE_COLUMN_VIEW) != NULL;
}

/* Labels that can be seen, and whose words are not all there. */
static guint
count_cut (DlWindow *self, GtkWidget *widget)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget))
    {
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (widget));
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      if (!may_be_cut (self, widget)
          && (pango_layout_is_ellipsized (layout) || width > gtk_widget_get_width (widget) + 1))
        {
          describe (widget, gtk_label_get_text (GTK_LABEL (widget)));
          n++;
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_cut (self, child);
  return n;
}

/* In each view and on each page the window is no larger than a small screen, and words are whole.
 */
static void
test_large (Fixture *fixture, gconstpointer data)
{
  GtkSettings *settings = gtk_settings_get_default ();
  DlWindow *self = fixture->window;
  guint n_pages, n_cut = 0, n_wide = 0;
  const DlEvidencePage *pages = dl_evidence_page_table (&n_pages);
  gint dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * (dpi > 0 ? dpi : 96 * 1024), NULL);
  g_assert_true (dl_text_size_is_large ());
  ui_act (self, "sim-step", NULL);
  ui_wait_for (dl_live_get_picture (dl_view_get_live (self->view)) != NULL);
  ui_wait_ms (300);
  for (guint i = 0; i < n_pages; i++)
    if (pages[i].kinds >> self->kind & 1)
      {
        int width, height;

        dl_evidence_pages_show (self->evidence, pages[i].id);
        ui_wait_ms (60);
        gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                            NULL);
        gtk_widget_measure (GTK_WIDGET (self), GTK_ORIENTATION_VERTICAL, MAX (width, SMALL_WIDTH),
                            &height, NULL, NULL, NULL);
        if (width > SMALL_WIDTH || height > SMALL_HEIGHT)
          {
            g_test_message ("%s: %d x %d", pages[i].id, width, height);
            n_wide++;
          }
        g_test_message ("page %s", pages[i].id);
        n_cut += count_cut (self, GTK_WIDGET (self));
      }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  ui_idle ();
  g_assert_cmpuint (n_wide, ==, 0);
  g_assert_cmpuint (n_cut, ==, 0);
}

/* Maps grow as far as there is room, and what is drawn at a place is what is found there. */
static void
test_large_maps (Fixture *fixture, gconstpointer data)
{
  static const char *const views[] = { "ring-matrix", "planes" };
  GtkSettings *settings = gtk_settings_get_default ();
  DlWindow *self = fixture->window;
  gint dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * (dpi > 0 ? dpi : 96 * 1024), NULL);
  gtk_revealer_set_reveal_child (self->configuration_revealer, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      DlMapView *map = DL_MAP_VIEW (gtk_stack_get_child_by_name (self->views, views[i]));
      guint n = 0;

      ui_act (self, "show-view", views[i]);
      ui_wait_for (dl_map_words_scale (GTK_WIDGET (map)) > 1.2);
      ui_wait_ms (100);
      for (guint link = 0; link < 750; link += 31)
        {
          DlRect rect;
          DlHit hit;

          if (!dl_map_view_locate (map, link, DL_NO_NODE, &rect))
            continue;
          g_assert_cmpfloat (rect.x + rect.width, <=, gtk_widget_get_width (GTK_WIDGET (map)) + 1);
          g_assert_cmpfloat (rect.y + rect.height, <=,
                             gtk_widget_get_height (GTK_WIDGET (map)) + 1);
          hit = dl_map_view_hit (map, rect.x + rect.width / 2, rect.y + rect.height / 2);
          g_assert_cmpint (hit.kind, ==, DL_HIT_LINK);
          g_assert_cmpuint (hit.link, ==, link);
          n++;
        }
      g_assert_cmpuint (n, >, 10);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  ui_idle ();
}

/* The window beside the main one that @action opens; it is closed again by hand. */
static GtkWindow *
open_beside (DlWindow *self, const char *action, const char *target)
{
  GListModel *windows = gtk_window_get_toplevels ();

  ui_act (self, action, target);
  ui_wait_ms (150);
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (window) == GTK_WINDOW (self)
          && gtk_widget_get_visible (GTK_WIDGET (window)))
        return window; /* the list keeps it */
    }
  return NULL;
}

/* So are the windows beside it. */
static void
test_large_beside (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *action, *target;
  } windows[]
      = { { "compare", NULL },  { "papers", NULL }, { "sweep", NULL },   { "export", NULL },
          { "show-table", "" }, { "report", NULL }, { "library", NULL }, { "break-random", NULL } };
  GtkSettings *settings = gtk_settings_get_default ();
  guint n_wide = 0, n_opened = 0;
  gint dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 2 * (dpi > 0 ? dpi : 96 * 1024), NULL);
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      GtkWindow *window = open_beside (fixture->window, windows[i].action, windows[i].target);
      int width, height;

      if (window == NULL) /* there is no library here */
        {
          g_test_message ("%s opens nothing", windows[i].action);
          continue;
        }
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                          NULL);
      gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, MAX (width, SMALL_WIDTH),
                          &height, NULL, NULL, NULL);
      g_test_message ("%s: %d x %d", windows[i].action, width, height);
      n_wide += width > SMALL_WIDTH || height > SMALL_HEIGHT;
      n_opened++;
      gtk_window_destroy (window);
      ui_settle (fixture->session);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  ui_idle ();
  g_assert_cmpuint (n_opened, >=, 6);
  g_assert_cmpuint (n_wide, ==, 0);
}

/* Motion --------------------------------------------------------------------------------------- */

/* Whoever wants no motion gets none: what appears is there at once. */
static void
test_motion (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget *overlay = dl_toast_overlay_new ();
  GtkWidget *window;
  GtkRevealer *revealer;

  dl_toast_overlay_set_child (DL_TOAST_OVERLAY (overlay), gtk_label_new ("child"));
  window = ui_window_new (overlay, 400, 300);
  revealer = ui_find (overlay, GTK_TYPE_REVEALER, 0);
  g_assert_nonnull (revealer);
  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  dl_toast_overlay_show (DL_TOAST_OVERLAY (overlay), "title", NULL, NULL, NULL, NULL);
  g_assert_true (gtk_revealer_get_child_revealed (revealer));
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
}

int
main (int argc, char **argv)
{
  int result;

  gtk_test_init (&argc, &argv, NULL);
  dl_ui_init ();
  application = ui_application_new ();
  g_test_add ("/access/cursor", Fixture, "torus-5x5x5", set_up, test_cursor, tear_down);
  g_test_add ("/access/cursor-dragonfly", Fixture, "cascade-2", set_up, test_cursor_dragonfly,
              tear_down);
  g_test_add ("/access/focus", Fixture, "torus-5x5x5", set_up, test_focus, tear_down);
  g_test_add ("/access/focus-dragonfly", Fixture, "cascade-2", set_up, test_focus, tear_down);
  g_test_add ("/access/focus-visible", Fixture, "torus-5x5x5", set_up, test_focus_visible,
              tear_down);
  g_test_add ("/access/focus-visible-dragonfly", Fixture, "cascade-2", set_up, test_focus_visible,
              tear_down);
  g_test_add_func ("/access/contrast", test_contrast);
  g_test_add ("/access/large", Fixture, "xt3-11x12x16", set_up, test_large, tear_down);
  g_test_add ("/access/large-dragonfly", Fixture, "cascade-2", set_up, test_large, tear_down);
  g_test_add ("/access/large-maps", Fixture, "torus-5x5x5", set_up, test_large_maps, tear_down);
  g_test_add ("/access/large-beside", Fixture, "torus-5x5x5", set_up, test_large_beside, tear_down);
  g_test_add_func ("/access/motion", test_motion);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
