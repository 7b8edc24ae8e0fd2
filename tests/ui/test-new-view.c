/* New scenarios: the list of presets, its search, and what is opened. */
#include "dl-new-view.h"

#include "dl-family.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "ui-fixture.h"

typedef struct
{
  DlSession *session;
  GtkWidget *view, *window;
  guint n_done;
} Fixture;

static void
on_done (DlNewView *view, Fixture *fixture)
{
  fixture->n_done++;
}

static void
show (Fixture *fixture)
{
  fixture->view = dl_new_view_new (fixture->session);
  fixture->window = ui_window_new (fixture->view, 680, 620);
  g_signal_connect (fixture->view, "done", G_CALLBACK (on_done), fixture);
}

static void
set_up (Fixture *fixture, gconstpointer preset)
{
  fixture->session = ui_session_new (2, 2, 2);
  if (preset != NULL)
    dl_session_open_new (fixture->session, dl_preset_new_scenario (preset));
  ui_settle (fixture->session);
  show (fixture);
}

static void
close_view (Fixture *fixture)
{
  g_object_add_weak_pointer (G_OBJECT (fixture->view), (gpointer *) &fixture->view);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (fixture->view); /* although it may draw */
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  close_view (fixture);
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);
}

static GtkListBox *
list_of (Fixture *fixture)
{
  return GTK_LIST_BOX (ui_part (fixture->view, "list"));
}

static const DlPreset *
selected (Fixture *fixture)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (list_of (fixture));

  return row != NULL ? dl_new_row_get_preset (DL_NEW_ROW (row)) : NULL;
}

static guint
search (Fixture *fixture, const char *text)
{
  guint n, n_shown = 0;

  gtk_editable_set_text (GTK_EDITABLE (ui_part (fixture->view, "search")), text);
  ui_idle ();
  dl_presets (&n);
  for (guint i = 0; i < n; i++)
    n_shown += gtk_widget_get_child_visible (
        GTK_WIDGET (gtk_list_box_get_row_at_index (list_of (fixture), (gint) i)));
  return n_shown;
}

/* A heading stands over the first preset of each kind of network, and over no other; the first of
 * the kind that is open is selected. */
static void
test_kinds (Fixture *fixture, gconstpointer data)
{
  const DlFamily *family = dl_session_get_scenario (fixture->session)->family;
  guint n, n_families, n_headings = 0;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list_of (fixture), (gint) i);
      const gboolean first = i == 0 || presets[i].family != presets[i - 1].family;

      g_assert_true ((gtk_list_box_row_get_header (row) != NULL) == first);
      n_headings += first;
    }
  dl_families (&n_families);
  g_assert_cmpuint (n_headings, ==, n_families);
  if (family != presets[0].family) /* it is scrolled to */
    ui_wait_for (gtk_adjustment_get_value (gtk_list_box_get_adjustment (list_of (fixture))) > 100);
  g_assert_true (selected (fixture) == &family->presets[0]
                 || g_str_equal (selected (fixture)->id, family->presets[0].id));
}

static void
test_search (Fixture *fixture, gconstpointer data)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  g_assert_cmpuint (search (fixture, ""), ==, n);
  g_assert_cmpuint (search (fixture, "edison"), ==, 1);
  g_assert_cmpstr (selected (fixture)->id, ==, "edison");
  g_assert_true (ui_says (fixture->view, "Dragonfly, 5,760 nodes")
                 || ui_says (fixture->view, "Dragonfly, 5760 nodes"));
  g_assert_cmpuint (search (fixture, "teaching"), >, 2); /* only in descriptions */
  g_assert_cmpuint (search (fixture, "dragonfly"), <, n);
  g_assert_cmpuint (search (fixture, "DRAGONFLY 33"), ==, 1);
  g_assert_cmpuint (search (fixture, "hypercube"), ==, 0);
  g_assert_null (selected (fixture));
  g_assert_true (ui_says (fixture->view, "No preset matches “hypercube”"));
  g_assert_false (gtk_widget_is_sensitive (ui_part (fixture->view, "create")));
  g_signal_emit_by_name (ui_part (fixture->view, "search"), "activate");
  g_assert_cmpuint (fixture->n_done, ==, 0);
  g_signal_emit_by_name (ui_find_button (fixture->view, "_Clear the Search"), "clicked");
  g_assert_cmpstr (selected (fixture)->id, ==, presets[0].id);
  g_assert_true (gtk_widget_is_sensitive (ui_part (fixture->view, "create")));
  /* Escape clears first, then leaves. */
  search (fixture, "ring");
  g_signal_emit_by_name (ui_part (fixture->view, "search"), "stop-search");
  g_assert_cmpuint (fixture->n_done, ==, 0);
  g_signal_emit_by_name (ui_part (fixture->view, "search"), "stop-search");
  g_assert_cmpuint (fixture->n_done, ==, 1);
}

/* "16 hosts" and Enter makes 16, though the description of a larger one has both words. */
static void
test_best (Fixture *fixture, gconstpointer data)
{
  search (fixture, "16 hosts");
  g_assert_cmpstr (selected (fixture)->id, ==, "fat-tree-16");
  search (fixture, "");
}

static void
test_create (Fixture *fixture, gconstpointer data)
{
  search (fixture, "mesh 4x4");
  g_signal_emit_by_name (ui_part (fixture->view, "search"), "activate");
  g_assert_cmpuint (fixture->n_done, ==, 1);
  ui_settle (fixture->session);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "Mesh 4x4");

  search (fixture, "ring of 8");
  g_signal_emit_by_name (list_of (fixture), "row-activated",
                         gtk_list_box_get_selected_row (list_of (fixture)));
  g_assert_cmpuint (fixture->n_done, ==, 2);
  ui_settle (fixture->session);
  g_assert_cmpstr (dl_session_get_scenario (fixture->session)->name, ==, "Ring of 8");
}

static gboolean
has_pictures (Fixture *fixture)
{
  guint n;

  dl_presets (&n);
  for (guint i = 0; i < n; i++)
    {
      GtkPicture *picture = ui_part (
          GTK_WIDGET (gtk_list_box_get_row_at_index (list_of (fixture), (gint) i)), "picture");

      if (gtk_picture_get_paintable (picture) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Drawn one after the other; another time they are there at once. */
static void
test_pictures (Fixture *fixture, gconstpointer data)
{
  g_assert_false (has_pictures (fixture));
  ui_wait_for (has_pictures (fixture));
  close_view (fixture);
  show (fixture);
  g_assert_true (has_pictures (fixture));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();
#define ADD(name, preset, func) g_test_add ("/new/" name, Fixture, preset, set_up, func, tear_down)
  ADD ("kinds", NULL, test_kinds);
  ADD ("kinds-dragonfly", "cascade-2", test_kinds);
  ADD ("search", NULL, test_search);
  ADD ("best", NULL, test_best);
  ADD ("create", NULL, test_create);
  ADD ("pictures", NULL, test_pictures);
  return g_test_run ();
}
