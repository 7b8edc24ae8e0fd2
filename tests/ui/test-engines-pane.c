/* The page of routing engines: it fills by itself, marks the current one, uses another, and does
 * not compute again what it knows. */
#include "dl-families.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <math.h>

static void
set_up (UiFixture *fixture, gconstpointer data)
{
  const guint radix = GPOINTER_TO_UINT (data);

  fixture->session = ui_session_new (radix, radix, radix);
  dl_session_set (fixture->session, "torus.broken-links", "1,1,1:x+;1,1,1:z+", FALSE);
  ui_settle (fixture->session);
  ui_fixture_open_page (fixture, "engines", 280, 600);
}

static void
tear_down (UiFixture *fixture, gconstpointer data)
{
  ui_fixture_close (fixture);
}

static GtkListBox *
list (UiFixture *fixture)
{
  return ui_find (fixture->pane, GTK_TYPE_LIST_BOX, 0);
}

static guint
count_rows (UiFixture *fixture)
{
  guint n = 0;

  while (gtk_list_box_get_row_at_index (list (fixture), n) != NULL)
    n++;
  return n;
}

/* The row of the engine that people call @title; NULL. */
static GtkWidget *
row_of (UiFixture *fixture, const char *title)
{
  for (guint i = 0; i < count_rows (fixture); i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (list (fixture), i));

      if (ui_says (row, title))
        return row;
    }
  return NULL;
}

/* Is there that row, and does it say so? */
static gboolean
row_says (UiFixture *fixture, const char *title, const char *words)
{
  GtkWidget *row = row_of (fixture, title);

  return row != NULL && ui_says (row, words);
}

static char *
engine (UiFixture *fixture)
{
  return dl_field_get (dl_field_find_name ("torus.engine"),
                       dl_session_get_scenario (fixture->session));
}

static void
wait_until_full (UiFixture *fixture)
{
  ui_wait_for (count_rows (fixture) == 6);
  ui_wait_for (!gtk_widget_get_visible (ui_find (fixture->pane, GTK_TYPE_PROGRESS_BAR, 0)));
  ui_settle (fixture->session);
}

/* Without a click; each row but the current one has a button. */
static void
test_fills (UiFixture *fixture, gconstpointer data)
{
  guint n_buttons = 0;

  wait_until_full (fixture);
  g_assert_false (gtk_widget_get_visible (ui_find (fixture->pane, GTK_TYPE_BUTTON, 0)));
  for (guint i = 0; i < 6; i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (list (fixture), i));
      GtkWidget *use = ui_find_button (row, "Use");

      g_assert_true (gtk_widget_get_visible (use) != ui_says (row, "✓ current"));
      n_buttons += gtk_widget_get_visible (use);
    }
  g_assert_cmpuint (n_buttons, ==, 5);
  g_assert_true (row_says (fixture, "XT, paper 2.2", "✓ current"));
  g_assert_true (row_says (fixture, "Legal turns", "✓ yes"));
  ui_assert_explained (fixture->pane);
}

/* One step that can be undone; the rows are those that were there, with other differences. */
static void
test_uses (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *row;
  g_autofree char *used = NULL;
  g_autofree char *before = NULL;

  wait_until_full (fixture);
  row = row_of (fixture, "Legal turns");
  g_signal_emit_by_name (ui_find_button (row, "Use"), "clicked");
  used = engine (fixture);
  g_assert_cmpstr (used, ==, "legal");
  ui_settle (fixture->session);
  ui_wait_ms (500); /* longer than it waits before it compares */
  g_assert_true (row_of (fixture, "Legal turns") == row);
  g_assert_true (ui_says (row, "✓ current"));
  g_assert_false (row_says (fixture, "XT, paper 2.2", "✓ current"));
  g_assert_true (
      gtk_widget_get_visible (ui_find_button (row_of (fixture, "XT, paper 2.2"), "Use")));

  dl_session_undo (fixture->session);
  before = engine (fixture);
  g_assert_cmpstr (before, ==, "xt");
  g_assert_true (row_says (fixture, "XT, paper 2.2", "✓ current"));
}

/* Another network is compared again, once it stays; what was canceled is not. */
static void
test_follows (UiFixture *fixture, gconstpointer data)
{
  GtkWidget *button = ui_find (fixture->pane, GTK_TYPE_BUTTON, 0);

  wait_until_full (fixture);
  dl_session_restore_all (fixture->session);
  ui_wait_for (row_says (fixture, "XT, paper 2.2", "✓ yes") && !gtk_widget_get_visible (button)
               && count_rows (fixture) == 6);
  wait_until_full (fixture);

  dl_session_undo (fixture->session);
  ui_wait_for (gtk_widget_get_visible (button));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "_Cancel");
  g_signal_emit_by_name (button, "clicked");
  ui_wait_ms (600);
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (button)), ==, "_Compare Engines");
  g_signal_emit_by_name (button, "clicked");
  wait_until_full (fixture);
}

/* A dragonfly's modes; loads of those that choose by load are bounds. */
static void
test_dragonfly (UiFixture *fixture, gconstpointer data)
{
  guint n, n_own = 0;

  wait_until_full (fixture);
  dl_session_open_new (fixture->session, dl_preset_load ("cascade-2", NULL));
  ui_settle (fixture->session);
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n);
  /* All but those of the input-queued router. */
  for (guint i = 0; i < n; i++)
    n_own += modes[i]->phases == 0;
  ui_wait_for (count_rows (fixture) == n_own);
  for (guint i = 0; i < n; i++)
    g_assert_true ((row_of (fixture, modes[i]->title) != NULL) == (modes[i]->phases == 0));
  g_assert_true (ui_says (fixture->pane, "§"));
  g_assert_true (row_says (fixture, "Adaptive, no bias", "≥ "));
  /* Hashes of a pair's links are not known, and packets that choose at random are. */
  g_assert_true (row_says (fixture, "Minimal, in order", "≥ "));
  g_assert_false (row_says (fixture, "Non-minimal (Valiant)", "≥ "));
  ui_settle (fixture->session);
}

/* The right end of the cell or title @n of @line, from the left of the page. */
static double
end_of (UiFixture *fixture, GtkWidget *line, guint n)
{
  graphene_rect_t bounds;

  g_assert_true (
      gtk_widget_compute_bounds (ui_find (line, GTK_TYPE_LABEL, n), fixture->pane, &bounds));
  return bounds.origin.x + bounds.size.width;
}

/* The best one is in large type; cells end where their titles do, however wide the page is. */
static void
test_wide (UiFixture *fixture, gconstpointer data)
{
  static const int widths[] = { 280, 640, 1500 };
  GtkWidget *best, *title;
  guint n = 0;

  /* None is the best before all are known. */
  best = ui_find (fixture->pane, GTK_TYPE_INSCRIPTION, 0);
  g_assert_cmpuint (count_rows (fixture), <, 6);
  g_assert_true (g_str_equal (gtk_inscription_get_text (GTK_INSCRIPTION (best)), "…"));
  wait_until_full (fixture);
  g_assert_true (gtk_widget_has_css_class (best, "dl-figure-name"));
  g_assert_cmpstr (gtk_inscription_get_text (GTK_INSCRIPTION (best)), ==, "Legal turns");
  g_assert_true (ui_says (fixture->pane, "is the best here: deadlock-free"));

  do
    title = ui_find (fixture->pane, GTK_TYPE_LABEL, n++);
  while (!g_str_equal (gtk_label_get_text (GTK_LABEL (title)), "Unreachable pairs"));
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      gtk_widget_set_size_request (fixture->window, widths[i], 700);
      ui_wait_for (gtk_widget_get_width (fixture->pane) >= widths[i]);
      ui_draw ();
      for (guint row = 0; row < 6; row++)
        {
          GtkWidget *zero = GTK_WIDGET (gtk_list_box_get_row_at_index (list (fixture), row));
          GtkWidget *line = gtk_widget_get_next_sibling (
              gtk_widget_get_first_child (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (zero))));

          for (guint column = 0; column < 4; column++)
            g_assert_cmpfloat (fabs (end_of (fixture, gtk_widget_get_parent (title), column)
                                     - end_of (fixture, line, column)),
                               <=, 6);
        }
    }
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, radix, func)                                                                     \
  g_test_add (name, UiFixture, GUINT_TO_POINTER (radix), set_up, func, tear_down)
  ADD ("/engines-pane/fills", 4, test_fills);
  ADD ("/engines-pane/wide", 4, test_wide);
  ADD ("/engines-pane/uses", 4, test_uses);
  ADD ("/engines-pane/follows", 11, test_follows); /* it takes its time */
  ADD ("/engines-pane/dragonfly", 4, test_dragonfly);
  return g_test_run ();
}
