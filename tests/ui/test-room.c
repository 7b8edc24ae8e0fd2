/* The window in the sizes that people have, 1024x700 and 1280x800, with each of its pages and
 * views: what it says is there to be read. No text ends in dots or is clipped, lists that open show
 * all that is in them, and the status is one line. */
#include "dl-evidence-pages.h"
#include "dl-faults-panel.h"
#include "window-fixture.h"

#include "../core/toggle-fixture.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <string.h>

/* Their places in dl_families. */
enum
{
  TORUS,
  DRAGONFLY
};

typedef struct
{
  const char *preset;
  gint width, height;
} Case;

typedef struct
{
  WindowFixture window;
  const char *where;
  guint n, n_wrong;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  const Case *it = data;

  fixture->window.folder = NULL;
  window_set_up (&fixture->window, it->preset);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window.window), it->width, it->height);
  ui_draw ();
  ui_settle (fixture->window.session);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  window_tear_down (&fixture->window, data);
}

static void
fail (Fixture *fixture, GtkWidget *widget, const char *why, const char *text)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (GtkWidget *it = widget; it != NULL && path->len < 160; it = gtk_widget_get_parent (it))
    g_string_append_printf (path, " in %s (%s)", G_OBJECT_TYPE_NAME (it), gtk_widget_get_name (it));
  g_test_message ("%s: %s: “%s”%s", fixture->where, why, text, path->str);
  fixture->n_wrong++;
}

/* Cells of tables: text that has less room than it takes. */
static void
check_inscription (Fixture *fixture, GtkInscription *inscription)
{
  GtkWidget *widget = GTK_WIDGET (inscription);
  const char *text = gtk_inscription_get_text (inscription);
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  if (text == NULL || *text == '\0')
    return;
  fixture->n++;
  layout = gtk_widget_create_pango_layout (widget, text);
  pango_layout_set_attributes (layout, gtk_inscription_get_attributes (inscription));
  pango_layout_get_pixel_size (layout, &width, NULL);
  if (width > gtk_widget_get_width (widget) + 1)
    fail (fixture, widget, "clipped", text);
}

/* Beside the visible part of a page that scrolls sideways. Tables as large as a view may do so. */
static void
check_aside (Fixture *fixture, GtkWidget *widget, const char *text)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (widget, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  if (scroller == NULL || gtk_widget_get_ancestor (widget, DL_TYPE_EVIDENCE_PAGES) == NULL
      || !gtk_widget_compute_bounds (widget, scroller, &bounds))
    return;
  if (bounds.origin.x < -1
      || bounds.origin.x + bounds.size.width > gtk_widget_get_width (scroller) + 1)
    fail (fixture, widget, "outside of its pane", text);
}

/* Does a tooltip have the rest? */
static gboolean
is_told_elsewhere (GtkWidget *widget)
{
  GtkWidget *down = gtk_widget_get_ancestor (widget, GTK_TYPE_DROP_DOWN);

  return gtk_widget_get_has_tooltip (widget) || (down != NULL && gtk_widget_get_has_tooltip (down));
}

static void
check (Fixture *fixture, GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget) || GTK_IS_POPOVER (widget))
    return;
  if (GTK_IS_LABEL (widget))
    {
      GtkLabel *label = GTK_LABEL (widget);

      fixture->n++;
      if (pango_layout_is_ellipsized (gtk_label_get_layout (label)) && !is_told_elsewhere (widget))
        fail (fixture, widget, "ellipsized", gtk_label_get_text (label));
      check_aside (fixture, widget, gtk_label_get_text (label));
    }
  if (GTK_IS_INSCRIPTION (widget))
    {
      check_inscription (fixture, GTK_INSCRIPTION (widget));
      check_aside (fixture, widget, gtk_inscription_get_text (GTK_INSCRIPTION (widget)));
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check (fixture, child);
}

static void
look (Fixture *fixture, const char *where)
{
  fixture->where = where;
  ui_settle (fixture->window.session);
  ui_draw ();
  check (fixture, GTK_WIDGET (fixture->window.window));
}

/* The table of links, if that is what is seen. */
static gboolean
scroll_to_end (Fixture *fixture)
{
  GtkWidget *view = gtk_stack_get_visible_child (fixture->window.window->views);
  GtkWidget *scroller = ui_find (view, GTK_TYPE_SCROLLED_WINDOW, 0);
  GtkAdjustment *down;

  if (scroller == NULL || ui_find (view, GTK_TYPE_COLUMN_VIEW, 0) == NULL)
    return FALSE;
  down = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  gtk_adjustment_set_value (down, gtk_adjustment_get_upper (down));
  ui_draw ();
  return TRUE;
}

/* Is there a label that can be seen with no more than @text? */
static gboolean
says_exactly (GtkWidget *root, const char *text)
{
  if (!gtk_widget_get_mapped (root))
    return FALSE;
  if (GTK_IS_LABEL (root) && strcmp (gtk_label_get_text (GTK_LABEL (root)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (says_exactly (child, text))
      return TRUE;
  return FALSE;
}

/* The hint on what to do in the view: nothing is selected, and the pointer is elsewhere. */
static void
check_hint (Fixture *fixture)
{
  DlView *view = fixture->window.window->view;
  GtkLabel *details = fixture->window.window->details;

  dl_view_hover (view, DL_NOWHERE);
  dl_view_hover (view, DL_NOWHERE);
  g_assert_cmpuint (strlen (gtk_label_get_text (details)), >, 0);
  if (pango_layout_is_ellipsized (gtk_label_get_layout (details)))
    fail (fixture, GTK_WIDGET (details), "ellipsized hint", gtk_label_get_text (details));
}

static void
test_pages (Fixture *fixture, gconstpointer data)
{
  static const char *const views[][8] = {
    [TORUS] = { "ring-matrix", "planes", "isometric", "ring", "table", "router" },
    [DRAGONFLY] = { "groups", "group", "chord", "table", "router" },
  };
  DlEvidencePages *evidence = ui_part (GTK_WIDGET (fixture->window.window), "evidence");
  const guint kind = dl_family_index (dl_session_get_scenario (fixture->window.session)->family);
  const DlFamily *family = dl_session_get_scenario (fixture->window.session)->family;
  const DlFeature *page;

  for (guint i = 0; i < G_N_ELEMENTS (views[kind]) && views[kind][i] != NULL; i++)
    {
      ui_act (fixture->window.window, "show-view", views[kind][i]);
      look (fixture, views[kind][i]);
      check_hint (fixture);
      if (scroll_to_end (fixture)) /* to where coordinates are longest */
        look (fixture, views[kind][i]);
    }
  ui_act (fixture->window.window, "show-view", views[kind][0]);
  for (guint i = 0; (page = dl_family_feature (family, DL_FEATURE_PAGE, i)) != NULL; i++)
    {
      dl_evidence_pages_show (evidence, page->id);
      look (fixture, page->id);
      /* Columns are left out where there is no room for them, but not this one. */
      if (strcmp (page->id, "sizes") == 0)
        g_assert_true (says_exactly (GTK_WIDGET (fixture->window.window), "GB/s"));
    }
  g_assert_cmpuint (fixture->n, >, 500);
  g_assert_cmpuint (fixture->n_wrong, ==, 0);
}

/* Height of one line of text, with the padding around it. */
static int
line_height (GtkWidget *widget)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (widget, "0");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

/* Answers and status are one line each, whatever they say, and a message takes no other. */
static void
test_status (Fixture *fixture, gconstpointer data)
{
  GtkWidget *bar = GTK_WIDGET (fixture->window.window->results);
  GtkWidget *answers = ui_part (bar, "answers"), *status = ui_part (bar, "status");
  const int height = gtk_widget_get_height (bar);

  g_assert_cmpint (gtk_widget_get_height (status), <, 2 * line_height (status));
  dl_live_step (dl_view_get_live (fixture->window.window->view), 300);
  dl_live_sync (dl_view_get_live (fixture->window.window->view));
  ui_draw ();
  g_assert_true (gtk_widget_get_mapped (ui_part (bar, "simulation")));
  g_assert_cmpint (gtk_widget_get_height (answers), <, 2 * line_height (answers));
  dl_toast_show (dl_results_bar_get_toast (fixture->window.window->results), "A title",
                 "and its details", "_Undo", "win.undo", NULL);
  ui_draw ();
  g_assert_cmpint (gtk_widget_get_height (bar), ==, height);
}

/* With a change, and against what it is, too. */
static void
test_change (Fixture *fixture, gconstpointer data)
{
  DlSession *session = fixture->window.session;

  toggle_link (session, (DlTorusLinkAt) { { { 1, 1, 1 } }, 0 }, FALSE);
  ui_wait_for (dl_session_get_intact (session) != NULL);
  look (fixture, "change");
  g_assert_true (ui_says (GTK_WIDGET (fixture->window.window->results), "% against intact)"));
  g_assert_cmpuint (fixture->n_wrong, ==, 0);
}

static GtkWidget *
first_label (GtkWidget *root)
{
  return ui_find (root, GTK_TYPE_LABEL, 0);
}

/* Faults are broken one after the other: the list has room for each of the first six, and for as
 * many of more. */
static void
test_faults (Fixture *fixture, gconstpointer data)
{
  DlSession *session = fixture->window.session;
  const gboolean dragonfly = dl_session_get_scenario (session)->family == &dl_family_dragonfly;
  int row = 0;

  for (guint n = 1; n <= 9; n++)
    {
      GtkWidget *list = NULL;

      if (dragonfly)
        toggle_blue_cable (session, 0, n, 0);
      else
        toggle_link (session, (DlTorusLinkAt) { { { n, 1, 1 } }, 0 }, FALSE);
      ui_settle (session);
      ui_draw ();
      for (guint i = 0;
           (list = ui_find (GTK_WIDGET (fixture->window.window), DL_TYPE_FAULT_LIST, i)) != NULL
           && !gtk_widget_get_mapped (list);)
        i++;
      g_assert_nonnull (list);
      g_assert_nonnull (first_label (list));
      if (n == 1)
        row = gtk_widget_get_height (list);
      g_test_message ("%u: %d of %d each", n, gtk_widget_get_height (list), row);
      g_assert_cmpint (gtk_widget_get_height (list), >=, MIN (n, 6) * (row - 2));
    }
}

/* No fault's name is cut off where a longer language leaves it less room: names differ at their
 * ends. */
static void
test_fault_names (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "Cable 0-13#2", "Cable 0-14#3" };
  DlSession *session = fixture->window.session;
  GtkWidget *list = g_object_ref_sink (g_object_new (DL_TYPE_FAULT_LIST, NULL));
  GtkWidget *window, *label;

  toggle_blue_cable (session, 0, 13, 2);
  toggle_blue_cable (session, 0, 14, 3);
  ui_settle (session);
  dl_fault_list_follow (DL_FAULT_LIST (list), dl_session_get_scenario (session));
  window = ui_window_new (list, 150, 300);
  ui_draw ();
  g_assert_cmpint (gtk_widget_get_width (list), <, 180);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      for (guint n = 0; (label = ui_find (list, GTK_TYPE_LABEL, n)) != NULL
                        && strcmp (gtk_label_get_text (GTK_LABEL (label)), names[i]) != 0;)
        n++;
      g_assert_nonnull (label);
      PangoLayout *layout = gtk_label_get_layout (GTK_LABEL (label));
      PangoRectangle ink;

      pango_layout_get_pixel_extents (layout, &ink, NULL);
      g_assert_false (pango_layout_is_ellipsized (layout));
      g_assert_cmpint (ink.width, <=, gtk_widget_get_width (label));
      g_assert_cmpint (ink.height, <=, gtk_widget_get_height (label));
    }
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (list);
}

/* Each list that a drop-down opens shows all of it, or a bar to scroll by and a part of the next
 * entry. */
/* Is all of @widget in its window? */
static gboolean
is_in_sight (GtkWidget *widget)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (widget));
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (widget, window, &bounds));
  return bounds.origin.y >= 0
         && bounds.origin.y + bounds.size.height <= gtk_widget_get_height (window);
}

static void
check_drop_down (Fixture *fixture, GtkWidget *down)
{
  GtkWidget *popover = ui_find (down, GTK_TYPE_POPOVER, 0);
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (down));
  const double height = gtk_widget_get_height (window);
  GtkWidget *scroller, *bar;
  GtkAdjustment *range;
  graphene_rect_t bounds;

  g_assert_nonnull (popover);
  /* A drop-down that is disabled, or is scrolled away, opens no list. */
  if (!gtk_widget_is_sensitive (down))
    return;
  if (!is_in_sight (down))
    {
      gtk_widget_grab_focus (down);
      ui_wait_for (is_in_sight (down));
    }
  g_assert_true (gtk_widget_compute_bounds (down, window, &bounds));
  const double room = MAX (bounds.origin.y, height - bounds.origin.y - bounds.size.height);

  gtk_popover_popup (GTK_POPOVER (popover));
  ui_draw ();
  scroller = ui_find (popover, GTK_TYPE_SCROLLED_WINDOW, 0);
  range = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  bar = gtk_scrolled_window_get_vscrollbar (GTK_SCROLLED_WINDOW (scroller));
  fixture->n++;
  if (gtk_adjustment_get_upper (range) > gtk_adjustment_get_page_size (range) + 1)
    {
      if (gtk_scrolled_window_get_overlay_scrolling (GTK_SCROLLED_WINDOW (scroller))
          || !gtk_widget_get_mapped (bar))
        fail (fixture, down, "hides a part of its list", "");
      if (gtk_adjustment_get_page_size (range) < MIN (400, room - 60))
        {
          g_autofree char *heights = g_strdup_printf (
              "%.0f of %.0f, most %d", gtk_adjustment_get_page_size (range),
              gtk_adjustment_get_upper (range),
              gtk_scrolled_window_get_max_content_height (GTK_SCROLLED_WINDOW (scroller)));
          fail (fixture, down, "is lower than there is room for", heights);
        }
    }
  gtk_popover_popdown (GTK_POPOVER (popover));
  ui_draw ();
}

static void
check_drop_downs (Fixture *fixture, GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_DROP_DOWN (child) && gtk_widget_get_mapped (child))
      check_drop_down (fixture, child);
    else if (gtk_widget_get_mapped (child))
      check_drop_downs (fixture, child);
}

static void
test_drop_downs (Fixture *fixture, gconstpointer data)
{
  GtkWindow *beside;

  fixture->where = "window";
  check_drop_downs (fixture, GTK_WIDGET (fixture->window.window));
  g_assert_cmpuint (fixture->n, >=, 4);
  fixture->where = "export";
  ui_act (fixture->window.window, "export", NULL);
  ui_settle (fixture->window.session);
  ui_draw ();
  beside = window_find_beside (&fixture->window);
  g_assert_nonnull (beside);
  check_drop_downs (fixture, GTK_WIDGET (beside));
  gtk_window_destroy (beside);
  g_assert_cmpuint (fixture->n, >=, 6);
  g_assert_cmpuint (fixture->n_wrong, ==, 0);
}

/* Critical cables with what each would do, as the page is at first. */
static void
test_critical (Fixture *fixture, gconstpointer data)
{
  DlCriticalJob *job = dl_view_get_critical_job (fixture->window.window->view);

  dl_evidence_pages_show (ui_part (GTK_WIDGET (fixture->window.window), "evidence"), "critical");
  dl_view_find_critical (fixture->window.window->view);
  ui_wait_for (!dl_critical_job_is_running (job) && dl_critical_job_get_results (job) != NULL);
  ui_draw ();
  look (fixture, "critical");
  g_assert_cmpuint (fixture->n, >, 50);
  g_assert_cmpuint (fixture->n_wrong, ==, 0);
}

/* A and B with their intervals. */
static void
test_difference (Fixture *fixture, gconstpointer data)
{
  DlSession *session = fixture->window.session;
  GtkWidget *button;

  ui_act (fixture->window.window, "pin", NULL);
  ui_settle (session);
  dl_session_set (session, "simulation.cycles", "3000", FALSE);
  toggle_link (session, (DlTorusLinkAt) { { { 1, 1, 1 } }, 0 }, FALSE);
  ui_settle (session);
  dl_evidence_pages_show (ui_part (GTK_WIDGET (fixture->window.window), "evidence"), "difference");
  ui_draw ();
  button = ui_find_button (GTK_WIDGET (fixture->window.window), "_Simulate Both");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  ui_wait_for (ui_says (GTK_WIDGET (fixture->window.window), "±"));
  look (fixture, "difference");
  g_assert_cmpuint (fixture->n_wrong, ==, 0);
}

static const Case torus[] = { { "xt3-11x12x16", 1024, 700 }, { "xt3-11x12x16", 1280, 800 } };
static const Case large[] = { { "torus-32x32x32", 1024, 700 } };
static const Case small[] = { { "torus-5x5x5", 1024, 700 }, { "torus-5x5x5", 1280, 800 } };
static const Case dragonfly[] = { { "edison", 1024, 700 }, { "edison", 1280, 800 } };

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
  GtkApplication *application = ui_application_new ();
#define ADD(name, cases, i, func)                                                                  \
  g_test_add ("/room/" name, Fixture, &cases[i], set_up, func, tear_down)
  ADD ("pages/torus/1024", torus, 0, test_pages);
  ADD ("pages/torus/1280", torus, 1, test_pages);
  ADD ("pages/dragonfly/1024", dragonfly, 0, test_pages);
  ADD ("pages/dragonfly/1280", dragonfly, 1, test_pages);
  ADD ("status/torus", torus, 0, test_status);
  ADD ("status/cube", large, 0, test_status);
  ADD ("status/dragonfly", dragonfly, 0, test_status);
  ADD ("change", torus, 0, test_change);
  ADD ("faults/torus/1024", torus, 0, test_faults);
  ADD ("faults/torus/1280", torus, 1, test_faults);
  ADD ("faults/dragonfly/1024", dragonfly, 0, test_faults);
  ADD ("faults/dragonfly/1280", dragonfly, 1, test_faults);
  ADD ("fault-names", dragonfly, 0, test_fault_names);
  ADD ("drop-downs/torus", torus, 1, test_drop_downs);
  ADD ("drop-downs/dragonfly", dragonfly, 0, test_drop_downs);
  ADD ("critical/1024", small, 0, test_critical);
  ADD ("critical/1280", small, 1, test_critical);
  ADD ("difference", small, 1, test_difference);
  const int status = g_test_run ();
  g_object_unref (application);
  return status;
}
