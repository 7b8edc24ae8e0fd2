/* Contrast, in both themes: each text that any window draws is at least 4.5:1 on what is behind it,
 * with every opacity that it is seen through; what else has to be seen is at least 3:1 (WCAG 2.1,
 * 1.4.3 and 1.4.11). */
#include "dl-help.h"
#include "dl-laser.h"
#include "dl-lesson-pointer.h"
#include "dl-lessons.h"
#include "dl-ui.h"
#include "picture-fixture.h"
#include "ui-fixture.h"
#include "window-fixture.h"

#include <string.h>

#define LEAST_TEXT     4.5
#define LEAST_GRAPHICS 3.0

static GtkApplication *application; /* one per process */

static const char *const theme_names[] = { "light", "dark" };

static void
set_theme (guint theme)
{
  g_object_set (gtk_settings_get_default (), "gtk-application-prefer-dark-theme", theme == 1, NULL);
  ui_idle ();
}

/* The style sheet -------------------------------------------------------------------------------
 */

/* A color as style sheets write it, in the theme that is shown; FALSE: that is none. */
static gboolean
look_up (GtkWidget *widget, const char *text, GdkRGBA *color)
{
  GtkCssProvider *provider = gtk_css_provider_new ();
  GdkDisplay *display = gtk_widget_get_display (widget);
  g_autofree char *css = g_strdup_printf ("@define-color dl_test_color %s;", text);
  gboolean found;

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_css_provider_load_from_data (provider, css, -1);
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  found = gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), "dl_test_color",
                                          color);
  G_GNUC_END_IGNORE_DEPRECATIONS
  gtk_style_context_remove_provider_for_display (display, GTK_STYLE_PROVIDER (provider));
  g_object_unref (provider);
  return found;
}

/* Nodes that are not text: pictures, disabled widgets (WCAG 1.4.3 leaves them out), and results
 * that do not hold now. */
#define NO_TEXT                                                                                    \
  "image|arrow|:disabled|:insensitive|slider|highlight|trough|:hover|separator"                    \
  "|dl-earlier|dl-no-result"

/* The ground of what the text of @selector lies in, where that has one of its own. */
static const char *
ground_around (const char *selector)
{
  return g_str_has_prefix (selector, ".dl-toast")        ? "#333336"
         : strstr (selector, "suggested-action") != NULL ? "@dl_accent_color"
                                                         : NULL;
}

/* The value that @block gives @property, a regular expression; NULL: none. Free with g_free. */
static char *
value_of (const char *block, const char *property)
{
  g_autofree char *pattern = g_strdup_printf ("(?:^|[;\\s])(?:%s):\\s*([^;]+);", property);
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, block, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* @color, of @selector, against its @own ground (nullable), or else against what windows and cards
 * have. */
static guint
check_color (GtkWidget *widget, const char *selector, const GdkRGBA *color, const char *own,
             double least, guint theme)
{
  static const char *const grounds[] = { "@theme_bg_color", "@theme_base_color", "@dl_card_color" };
  GdkRGBA window;
  guint n = 0;

  g_assert_true (look_up (widget, grounds[0], &window));
  for (guint i = 0; i < G_N_ELEMENTS (grounds); i++)
    {
      const char *what = own != NULL                        ? own
                         : ground_around (selector) != NULL ? ground_around (selector)
                                                            : grounds[i];
      GdkRGBA below, seen;

      if (g_str_equal (what, "none") || g_str_equal (what, "transparent"))
        what = grounds[i];
      g_assert_true (look_up (widget, what, &below));
      below = color_over (&below, &window);
      seen = color_over (color, &below);
      if (color_contrast (&seen, &below) >= least)
        continue;
      g_test_message ("%s, %s: on %s: %.2f", theme_names[theme], selector, what,
                      color_contrast (&seen, &below));
      n++;
    }
  return n;
}

static guint
check_text (GtkWidget *widget, const char *selector, const char *block, guint theme)
{
  g_autofree char *word = value_of (block, "color");
  g_autofree char *opacity = value_of (block, "opacity");
  g_autofree char *own = value_of (block, "background(?:-color)?");
  GdkRGBA color;

  if (g_regex_match_simple (NO_TEXT, selector, 0, 0) || (word == NULL && opacity == NULL)
      || g_strcmp0 (word, "inherit") == 0)
    return 0;
  g_assert_true (look_up (widget, word != NULL ? word : "@theme_fg_color", &color));
  if (opacity != NULL)
    color.alpha *= (float) g_ascii_strtod (opacity, NULL);
  return check_color (widget, selector, &color, own, LEAST_TEXT, theme);
}

/* Where the keyboard is, and what a lesson points at. */
static guint
check_outline (GtkWidget *widget, const char *selector, const char *block, guint theme)
{
  static const char *const properties[] = { "outline-color", "outline", "box-shadow" };
  guint n = 0;

  if (strstr (selector, ":focus") == NULL && strstr (selector, ".dl-pointed") == NULL)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      g_autofree char *value = value_of (block, properties[i]);
      g_autoptr (GRegex) words = g_regex_new ("^(?:inset |[0-9]+(?:px)? |solid )*", 0, 0, NULL);
      g_autofree char *word = NULL;
      GdkRGBA color;

      if (value == NULL || g_str_equal (value, "currentColor"))
        continue;
      word = g_regex_replace (words, value, -1, 0, "", 0, NULL);
      g_assert_true (look_up (widget, word, &color));
      n += check_color (widget, selector, &color, NULL, LEAST_GRAPHICS, theme);
    }
  return n;
}

/* Every color of text and of outlines in the program's own style sheet. */
static void
test_sheet (void)
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
  for (guint theme = 0; theme < 2; theme++)
    {
      g_autoptr (GMatchInfo) match = NULL;

      set_theme (theme);
      for (g_regex_match (rule, css, 0, &match); g_match_info_matches (match);
           g_match_info_next (match, NULL))
        {
          g_autofree char *selector = g_match_info_fetch (match, 1);
          g_autofree char *block = g_match_info_fetch (match, 2);

          g_strstrip (selector);
          n_pale += check_text (label, selector, block, theme);
          n_pale += check_outline (label, selector, block, theme);
          n_rules++;
        }
    }
  set_theme (0);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_idle ();
  g_assert_cmpuint (n_rules, >, 100);
  g_assert_cmpuint (n_pale, ==, 0);
}

/* Pixels --------------------------------------------------------------------------------------- */

static GtkWidget *
widget_at (GtkWidget *window, const graphene_rect_t *box)
{
  return gtk_widget_pick (window, box->origin.x + box->size.width / 2,
                          box->origin.y + box->size.height / 2, GTK_PICK_INSENSITIVE);
}

/* Disabled widgets may be paler; and selected words lie over the same words, which are not seen:
 * the style sheet is checked for those. */
static gboolean
is_exempt (GtkWidget *window, const graphene_rect_t *box)
{
  GtkWidget *widget = widget_at (window, box);

  return widget != NULL
         && (!gtk_widget_is_sensitive (widget)
             || (GTK_IS_TEXT (widget)
                 && gtk_editable_get_selection_bounds (GTK_EDITABLE (widget), NULL, NULL)));
}

static char *
name_at (GtkWidget *window, const graphene_rect_t *box)
{
  GtkWidget *widget = gtk_widget_pick (window, box->origin.x + box->size.width / 2,
                                       box->origin.y + box->size.height / 2, GTK_PICK_INSENSITIVE);
  GString *text
      = g_string_new (GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "");

  for (guint i = 0; i < 4 && widget != NULL; i++, widget = gtk_widget_get_parent (widget))
    {
      g_auto (GStrv) classes = gtk_widget_get_css_classes (widget);
      g_autofree char *joined = g_strjoinv (".", classes);

      g_string_append_printf (text, " < %s.%s", gtk_widget_get_css_name (widget), joined);
    }
  return g_string_free (text, FALSE);
}

/* Count the texts in @window, and those that are too pale. */
static void
check_window (GtkWidget *window, const char *what, guint theme, guint *n_inks, guint *n_pale)
{
  g_autoptr (Picture) picture = NULL;
  g_autoptr (GArray) inks = NULL;

  /* No window has the keyboard where there is nobody to give it. */
  gtk_widget_unset_state_flags (window, GTK_STATE_FLAG_BACKDROP);
  ui_draw ();
  picture = picture_new (window);
  inks = picture_inks (window);
  for (guint i = 0; i < inks->len; i++)
    {
      const Ink *ink = &g_array_index (inks, Ink, i);
      const GdkRGBA ground = picture_ground (picture, &ink->box);
      const GdkRGBA seen = color_over (&ink->color, &ground);

      (*n_inks)++;
      if (color_contrast (&seen, &ground) >= LEAST_TEXT || is_exempt (window, &ink->box))
        continue;
      g_autofree char *name = name_at (window, &ink->box);
      g_test_message ("%s, %s: %.2f at (%.0f,%.0f): %s", theme_names[theme], what,
                      color_contrast (&seen, &ground), ink->box.origin.x, ink->box.origin.y, name);
      (*n_pale)++;
    }
}

static void
set_up (WindowFixture *fixture, gconstpointer preset)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  window_set_up (fixture, preset);
}

static void
tear_down (WindowFixture *fixture, gconstpointer data)
{
  set_theme (0);
  window_tear_down (fixture, data);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
}

/* All pages and views, with something to show. */
static void
test_window (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  g_autoptr (GListModel) views = G_LIST_MODEL (gtk_stack_get_pages (self->views));
  guint n_inks = 0, n_pale = 0;
  const DlFeature *page;

  dl_live_step (dl_view_get_live (self->view), 300);
  ui_wait_for (dl_live_get_picture (dl_view_get_live (self->view)) != NULL);
  dl_view_select (self->view, dl_place_link (7));
  dl_session_set (fixture->session, "traffic.load", "0.2", FALSE);
  dl_session_seal (fixture->session);
  ui_act (self, "undo", NULL);
  ui_settle (fixture->session);
  dl_toast_dismiss (dl_results_bar_get_toast (self->results)); /* widgets behind it are not seen */
  ui_act (self, "show-history", NULL);
  for (guint theme = 0; theme < 2; theme++)
    {
      set_theme (theme);
      for (guint i = 0; (page = dl_family_feature (self->family, DL_FEATURE_PAGE, i)) != NULL; i++)
        {
          dl_evidence_pages_show (self->evidence, page->id);
          check_window (GTK_WIDGET (self), page->id, theme, &n_inks, &n_pale);
        }
      for (guint i = 0; i < g_list_model_get_n_items (views); i++)
        {
          g_autoptr (GObject) view = g_list_model_get_item (views, i);
          const char *name = gtk_stack_page_get_name (GTK_STACK_PAGE (view));

          dl_window_show_view (self, name);
          check_window (GTK_WIDGET (self), name, theme, &n_inks, &n_pale);
        }
    }
  g_test_message ("%u texts", n_inks);
  g_assert_cmpuint (n_inks, >, 2000);
  g_assert_cmpuint (n_pale, ==, 0);
}

/* Menus and dialogs over the window. */
static void
test_over (WindowFixture *fixture, gconstpointer data)
{
  DlWindow *self = fixture->window;
  GtkPopover *menu = gtk_menu_button_get_popover (self->menu_button);
  guint n_inks = 0, n_pale = 0;

  for (guint theme = 0; theme < 2; theme++)
    {
      set_theme (theme);
      dl_toast_show (dl_results_bar_get_toast (self->results), "A title", "and its details",
                     "_Undo", "win.undo", NULL);
      dl_banner_set_message (self->message_banner, "A message that stays");
      dl_banner_set_message (self->save_banner, "Another one");
      check_window (GTK_WIDGET (self), "toast and banners", theme, &n_inks, &n_pale);
      dl_toast_dismiss (dl_results_bar_get_toast (self->results));
      dl_banner_set_message (self->message_banner, NULL);
      dl_banner_set_message (self->save_banner, NULL);

      gtk_popover_popup (menu);
      ui_draw ();
      check_window (GTK_WIDGET (menu), "menu", theme, &n_inks, &n_pale);
      gtk_popover_popdown (menu);
    }
  g_assert_cmpuint (n_inks, >, 100);
  g_assert_cmpuint (n_pale, ==, 0);
}

/* A scenario that can deadlock says so. */
static void
test_deadlock (WindowFixture *fixture, gconstpointer data)
{
  guint n_inks = 0, n_pale = 0;

  dl_session_set (fixture->session, "torus.datelines", "none;none;none", TRUE);
  ui_settle (fixture->session);
  for (guint theme = 0; theme < 2; theme++)
    {
      set_theme (theme);
      ui_act (fixture->window, "show-cycle", NULL);
      ui_draw ();
      check_window (GTK_WIDGET (fixture->window), "deadlock", theme, &n_inks, &n_pale);
    }
  g_assert_cmpuint (n_inks, >, 50);
  g_assert_cmpuint (n_pale, ==, 0);
}

/* The windows beside it. */
static void
test_beside (WindowFixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *action, *target;
  } windows[] = { { "compare", NULL }, { "papers", NULL },       { "sweep", NULL },
                  { "export", NULL },  { "show-table", "" },     { "report", NULL },
                  { "library", NULL }, { "break-random", NULL }, { NULL, "" }, /* the manual */
                  { NULL, "keys" } };
  guint n_inks = 0, n_pale = 0;

  for (guint theme = 0; theme < 2; theme++)
    {
      set_theme (theme);
      for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
        {
          const char *what = windows[i].action != NULL ? windows[i].action : "help";
          const guint before = n_inks;
          GtkWidget *window;

          if (windows[i].action != NULL)
            ui_act (fixture->window, windows[i].action, windows[i].target);
          else
            g_action_group_activate_action (G_ACTION_GROUP (application), "help",
                                            g_variant_new_string (windows[i].target));
          ui_draw ();
          window = GTK_WIDGET (window_find_beside (fixture));
          g_assert_nonnull (window);
          check_window (window, what, theme, &n_inks, &n_pale);
          g_assert_cmpuint (n_inks, >, before + 3);
          gtk_window_destroy (GTK_WINDOW (window));
          ui_settle (fixture->session);
        }
    }
  g_assert_cmpuint (n_inks, >, 500);
  g_assert_cmpuint (n_pale, ==, 0);
}

/* The list of lessons, and the first steps of each. */
static void
test_lessons (WindowFixture *fixture, gconstpointer data)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  GtkWidget *window = GTK_WIDGET (fixture->window);
  guint n_inks = 0, n_pale = 0;

  for (guint theme = 0; theme < 2; theme++)
    {
      set_theme (theme);
      ui_act (window, "lessons", NULL);
      ui_draw ();
      check_window (window, "lessons", theme, &n_inks, &n_pale);
      for (guint i = 0; i < g_strv_length (ids); i += 4)
        {
          ui_act (window, "lesson", ids[i]);
          ui_settle (fixture->session);
          for (guint step = 0; step < 4; step++)
            {
              ui_draw ();
              check_window (window, ids[i], theme, &n_inks, &n_pale);
              gtk_widget_activate_action (window, "lesson.next", NULL);
              ui_settle (fixture->session);
            }
        }
    }
  g_assert_cmpuint (n_inks, >, 500);
  g_assert_cmpuint (n_pale, ==, 0);
}

/* Marks -----------------------------------------------------------------------------------------
 */

static void
draw_ground (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer color)
{
  gdk_cairo_set_source_rgba (cr, color);
  cairo_paint (cr);
}

static GdkRGBA
pixel (const Picture *picture, int x, int y)
{
  const guint32 value = picture->pixels[y * picture->width + x];

  return (GdkRGBA) { (value >> 16 & 255) / 255.0f, (value >> 8 & 255) / 255.0f,
                     (value & 255) / 255.0f, 1 };
}

/* On the way across @y, the largest contrast of what is next to each other within @reach pixels. */
static double
most_contrast (const Picture *picture, int from, int to, int y, int reach)
{
  double most = 1;

  for (int x = from; x + reach < to; x++)
    {
      const GdkRGBA a = pixel (picture, x, y), b = pixel (picture, x + reach, y);

      most = MAX (most, color_contrast (&a, &b));
    }
  return most;
}

/* The laser, and the ring of a lesson, over whatever a map may show. */
static void
test_marks (void)
{
  static const char *const grounds[]
      = { "#ffffff", "#000000", "#e00d1a", "#e66100", "#00224e", "#fee838", "#808080" };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (grounds); i++)
    {
      const guint theme = i % 2;
      GdkRGBA color;
      GtkWidget *overlay = gtk_overlay_new (), *area = gtk_drawing_area_new ();
      GtkWidget *laser = dl_laser_new (), *ring = dl_lesson_ring_new (), *window;
      const DlLessonSpot spot = { .widget = area };
      g_autoptr (GArray) spots = g_array_new (FALSE, FALSE, sizeof (DlLessonSpot));
      g_autoptr (Picture) picture = NULL;
      graphene_rect_t box;

      set_theme (theme);
      g_assert_true (gdk_rgba_parse (&color, grounds[i / 2]));
      gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_ground, &color, NULL);
      gtk_overlay_set_child (GTK_OVERLAY (overlay), area);
      gtk_overlay_add_overlay (GTK_OVERLAY (overlay), laser);
      gtk_overlay_add_overlay (GTK_OVERLAY (overlay), ring);
      window = ui_window_new (overlay, 300, 200);
      g_array_append_val (spots, spot);
      dl_lesson_ring_set_spots (DL_LESSON_RING (ring), spots);
      dl_laser_move (DL_LASER (laser), 150, 100);
      ui_draw ();
      picture = picture_new (window);
      g_assert_true (gtk_widget_compute_bounds (area, window, &box));
      const int left = (int) box.origin.x, y = (int) box.origin.y + 100;

      g_test_message ("%s on %s: laser %.2f, ring %.2f", theme_names[theme], grounds[i / 2],
                      most_contrast (picture, left + 130, left + 170, y, 4),
                      most_contrast (picture, left, left + 30, y, 3));
      g_assert_cmpfloat (most_contrast (picture, left + 130, left + 170, y, 4), >=, LEAST_GRAPHICS);
      g_assert_cmpfloat (most_contrast (picture, left, left + 30, y, 3), >=, LEAST_GRAPHICS);
      gtk_window_destroy (GTK_WINDOW (window));
      ui_idle ();
    }
  set_theme (0);
}

/* Where the keyboard is: what changes is at least 3:1 against what was there before. */
static double
focus_contrast (GtkWidget *window, GtkWidget *control)
{
  g_autoptr (Picture) before = NULL, after = NULL;
  graphene_rect_t box;
  double most = 1;

  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);
  gtk_widget_unset_state_flags (window, GTK_STATE_FLAG_BACKDROP);
  ui_draw ();
  before = picture_new (window);
  gtk_widget_grab_focus (control);
  gtk_window_set_focus_visible (GTK_WINDOW (window), TRUE);
  ui_draw ();
  after = picture_new (window);
  g_assert_true (gtk_widget_compute_bounds (control, window, &box));
  for (int y = MAX ((int) box.origin.y - 6, 0);
       y < MIN (box.origin.y + box.size.height + 6, before->height); y++)
    for (int x = MAX ((int) box.origin.x - 6, 0);
         x < MIN (box.origin.x + box.size.width + 6, before->width); x++)
      {
        const GdkRGBA a = pixel (before, x, y), b = pixel (after, x, y);

        most = MAX (most, color_contrast (&a, &b));
      }
  return most;
}

static void
test_focus (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  for (guint theme = 0; theme < 2; theme++)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
      GtkWidget *suggested = gtk_button_new_with_label ("suggested");
      GtkWidget *pill = gtk_button_new_with_label ("pill");
      GtkWidget *toggle = gtk_toggle_button_new_with_label ("toggle");
      GtkWidget *controls[] = { gtk_button_new_with_label ("button"),
                                toggle,
                                suggested,
                                pill,
                                gtk_check_button_new_with_label ("check"),
                                gtk_switch_new (),
                                gtk_scale_new_with_range (GTK_ORIENTATION_HORIZONTAL, 0, 1, 0.1),
                                gtk_drop_down_new_from_strings ((const char *[]) { "a", NULL }),
                                gtk_expander_new ("expander"),
                                gtk_link_button_new_with_label ("https://example.org", "link") };
      GtkWidget *window;
      guint n_pale = 0;

      set_theme (theme);
      gtk_widget_add_css_class (suggested, "suggested-action");
      gtk_widget_add_css_class (pill, "dl-pill");
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
      g_object_set (box, "margin-start", 12, "margin-end", 12, "margin-top", 12, "margin-bottom",
                    12, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
        {
          gtk_widget_set_halign (controls[i], GTK_ALIGN_START);
          gtk_box_append (GTK_BOX (box), controls[i]);
        }
      gtk_widget_set_size_request (controls[6], 120, -1);
      window = ui_window_new (box, 300, 600);
      for (guint i = 0; i < G_N_ELEMENTS (controls); i++)
        {
          const double seen = focus_contrast (window, controls[i]);

          g_test_message ("%s, %s: %.2f", theme_names[theme], G_OBJECT_TYPE_NAME (controls[i]),
                          seen);
          n_pale += seen < LEAST_GRAPHICS;
        }
      gtk_window_destroy (GTK_WINDOW (window));
      ui_idle ();
      g_assert_cmpuint (n_pale, ==, 0);
    }
  set_theme (0);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
}

int
main (int argc, char **argv)
{
  int result;

  ui_test_init (&argc, &argv);
  dl_ui_init ();
  application = ui_application_new ();
  dl_help_init (application);
  g_test_add_func ("/legible/sheet", test_sheet);
  g_test_add_func ("/legible/marks", test_marks);
  g_test_add_func ("/legible/focus", test_focus);
#define ADD(name, preset, function)                                                                \
  g_test_add ("/legible/" name, WindowFixture, preset, set_up, function, tear_down)
  ADD ("window", "torus-5x5x5", test_window);
  ADD ("window-dragonfly", "cascade-2", test_window);
  ADD ("over", "torus-5x5x5", test_over);
  ADD ("deadlock", "torus-5x5x5", test_deadlock);
  ADD ("beside", "torus-5x5x5", test_beside);
  ADD ("lessons", "torus-5x5x5", test_lessons);
  result = g_test_run ();
  g_object_unref (application);
  return result;
}
