/* The configuration panel: controls follow the session, and what is done to them is an edit. */
#include "../core/toggle-fixture.h"
#include "dl-choices.h"
#include "dl-config-panel.h"
#include "dl-faults-panel.h"
#include "dl-ui.h"
#include "ui-fixture.h"

#include <string.h>

typedef struct
{
  DlSession *session;
  GtkWidget *panel;
  GtkWidget *window;
  guint n_changes; /* of the scenario */
  guint n_failed;
  char *failure; /* told last */
} Fixture;

static void
on_generation (DlSession *session, GParamSpec *pspec, Fixture *fixture)
{
  fixture->n_changes++;
}

static void
on_failed (DlSession *session, const char *message, Fixture *fixture)
{
  g_free (fixture->failure);
  fixture->failure = g_strdup (message);
  fixture->n_failed++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = dl_session_new (NULL);
  fixture->panel = dl_config_panel_new (fixture->session);
  fixture->window = ui_window_new (fixture->panel, 250, 700);
  g_signal_connect (fixture->session, "notify::generation", G_CALLBACK (on_generation), fixture);
  g_signal_connect (fixture->session, "failed", G_CALLBACK (on_failed), fixture);
  ui_draw ();
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);
  g_free (fixture->failure);
}

static GtkWidget *
part (Fixture *fixture, const char *name)
{
  return ui_part (fixture->panel, name);
}

/* The number of a dimension in radix_box or dateline_box. */
static GtkWidget *
number (Fixture *fixture, const char *box, DlTorusDim dim)
{
  GtkWidget *field = gtk_widget_get_first_child (part (fixture, box));

  while (dim-- > 0)
    field = gtk_widget_get_next_sibling (field);
  return gtk_widget_get_last_child (field);
}

static GtkWidget *
toggle (Fixture *fixture, DlTorusDim dim)
{
  GtkWidget *button = gtk_widget_get_first_child (part (fixture, "torus_box"));

  while (dim-- > 0)
    button = gtk_widget_get_next_sibling (button);
  return button;
}

static void
type (GtkWidget *widget, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (widget), text);
}

#define assert_text(widget, text)                                                                  \
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (widget)), ==, text)

static const DlScenario *
scenario (Fixture *fixture)
{
  return dl_session_get_scenario (fixture->session);
}

static guint
n_steps (Fixture *fixture)
{
  return dl_history_position (dl_session_get_history (fixture->session));
}

#define assert_undo(fixture, label)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *undo_label = NULL;                                                            \
    g_object_get (fixture->session, "undo-label", &undo_label, NULL);                              \
    g_assert_cmpstr (undo_label, ==, label);                                                       \
  }                                                                                                \
  G_STMT_END

static void
test_follows (Fixture *fixture, gconstpointer data)
{
  GtkWidget *x = number (fixture, "radix_box", DL_X);
  GtkWidget *policy = part (fixture, "policy");

  assert_text (x, "11");
  assert_text (number (fixture, "dateline_box", DL_Z), "15");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle (fixture, DL_Y))));
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (policy)), ==, 3);

  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  assert_text (x, "5");
  assert_text (number (fixture, "dateline_box", DL_X), "4");
  dl_session_set_number (fixture->session, "torus.wrap", DL_Y, FALSE, FALSE);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle (fixture, DL_Y))));
  dl_session_set (fixture->session, "torus.vc-policy", "initial", FALSE);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (policy)), ==, 0);
  /* Following is not editing. */
  g_assert_cmpuint (fixture->n_changes, ==, 3);
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  dl_session_undo (fixture->session);
  assert_text (x, "11");
  g_assert_cmpuint (fixture->n_changes, ==, 6);
}

static void
test_numbers_merge (Fixture *fixture, gconstpointer data)
{
  GtkWidget *x = number (fixture, "radix_box", DL_X);

  for (guint radix = 12; radix <= 15; radix++)
    gtk_spin_button_set_value (GTK_SPIN_BUTTON (x), radix);
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.radix[DL_X], ==, 15);
  g_assert_cmpuint (fixture->n_changes, ==, 4);
  g_assert_cmpuint (n_steps (fixture), ==, 1);
  /* Left alone for a while, the next one is a step of its own. */
  ui_wait_ms (1200);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (x), 16);
  g_assert_cmpuint (n_steps (fixture), ==, 2);
  dl_session_undo (fixture->session);
  assert_text (x, "15");
  dl_session_undo (fixture->session);
  assert_text (x, "11");
}

static void
test_typing_loses_nothing (Fixture *fixture, gconstpointer data)
{
  const DlTorusLinkAt link = { { { 10, 3, 4 } }, DL_TORUS_PORT_Y_PLUS };
  GtkWidget *x = number (fixture, "radix_box", DL_X);

  toggle_link (fixture->session, link, FALSE);
  gtk_widget_grab_focus (x);
  type (x, "1");
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.radix[DL_X], ==, 1);
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_cables->len, ==, 0);
  ui_wait_ms (1200);
  type (x, "16");
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.radix[DL_X], ==, 16);
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_cables->len, ==, 1);
  g_assert_cmpuint (n_steps (fixture), ==, 2);
  /* Leaving it ends the step. */
  gtk_widget_grab_focus (number (fixture, "radix_box", DL_Y));
  gtk_widget_grab_focus (x);
  type (x, "12");
  g_assert_cmpuint (n_steps (fixture), ==, 3);
}

static void
test_refused_goes_back (Fixture *fixture, gconstpointer data)
{
  GtkWidget *y = number (fixture, "radix_box", DL_Y);

  gtk_spin_button_set_value (GTK_SPIN_BUTTON (y), 5000);
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.radix[DL_Y], ==, 12);
  ui_idle ();
  assert_text (y, "12");
  g_assert_cmpint (gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (y)), ==, 12);
  type (y, "5000");
  g_assert_cmpuint (fixture->n_failed, ==, 2);
  ui_idle ();
  assert_text (y, "12");
  g_assert_cmpuint (fixture->n_changes, ==, 0);
}

static void
test_datelines (Fixture *fixture, gconstpointer data)
{
  GtkWidget *y = number (fixture, "dateline_box", DL_Y);

  type (y, "off");
  g_assert_cmpint (dl_torus_options (scenario (fixture))->routing.dateline[DL_Y], ==,
                   DL_NO_DATELINE);
  assert_text (y, "off");
  type (y, "3");
  g_assert_cmpint (dl_torus_options (scenario (fixture))->routing.dateline[DL_Y], ==, 3);
  /* Outside the ring it stays where it is. */
  type (y, "12");
  g_assert_cmpint (dl_torus_options (scenario (fixture))->routing.dateline[DL_Y], ==, 3);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (y), -1);
  assert_text (y, "off");

  g_assert_true (gtk_widget_get_sensitive (part (fixture, "datelines_on")));
  g_signal_emit_by_name (part (fixture, "datelines_on"), "clicked");
  assert_undo (fixture, "Datelines on");
  assert_text (y, "11");
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "datelines_on")));
  g_signal_emit_by_name (part (fixture, "datelines_off"), "clicked");
  assert_undo (fixture, "Datelines off");
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    assert_text (number (fixture, "dateline_box", dim), "off");
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "datelines_off")));
}

/* A pattern that only a file can have says so, and not how the file calls it. */
static void
test_matrix (Fixture *fixture, gconstpointer data)
{
  const DlPattern *before = scenario (fixture)->traffic.pattern;

  dl_session_set_pattern (fixture->session, dl_pattern_find ("matrix"));
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  g_assert_nonnull (strstr (fixture->failure, "and open it"));
  g_assert_null (strstr (fixture->failure, "traffic.pattern"));
  g_assert_true (scenario (fixture)->traffic.pattern == before);
}

/* Enter, as the keyboard would. */
static gboolean
press_enter (GtkWidget *spin)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (spin);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr (GtkEventController) keys = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (keys)
          && gtk_event_controller_get_propagation_phase (keys) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Return, 0, 0, &handled);
    }
  return handled;
}

static gboolean
is_refused (GtkWidget *spin, const char *why)
{
  GtkWidget *field = gtk_widget_get_parent (spin);

  return gtk_widget_has_css_class (field, "error") && ui_says (field, why);
}

/* A refused value is reported right there, and selected to be typed over; nothing, or a dash, is
 * off. */
static void
test_refused_where_typed (Fixture *fixture, gconstpointer data)
{
  GtkWidget *y = number (fixture, "dateline_box", DL_Y);
  GtkWidget *radix = number (fixture, "radix_box", DL_X);
  static const char *const offs[] = { "", "-", "–", "off" };
  int start, end;

  gtk_widget_grab_focus (y);
  type (y, "12");
  g_assert_true (is_refused (y, "A node from 0 to 11, or off"));
  g_assert_true (press_enter (y));
  assert_text (y, "12");
  g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (y), &start, &end));
  g_assert_cmpint (start, ==, 0);
  g_assert_cmpint (end, ==, 2);
  type (y, "4");
  g_assert_false (is_refused (y, ""));
  g_assert_false (press_enter (y));
  g_assert_cmpint (dl_torus_options (scenario (fixture))->routing.dateline[DL_Y], ==, 4);

  for (guint i = 0; i < G_N_ELEMENTS (offs); i++)
    {
      type (y, offs[i]);
      g_assert_false (is_refused (y, ""));
      g_assert_false (press_enter (y));
      g_assert_cmpint (dl_torus_options (scenario (fixture))->routing.dateline[DL_Y], ==,
                       DL_NO_DATELINE);
      assert_text (y, "off");
      type (y, "4");
    }
  /* Gone from, too. */
  type (y, "");
  gtk_widget_grab_focus (radix);
  ui_idle ();
  g_assert_cmpint (dl_torus_options (scenario (fixture))->routing.dateline[DL_Y], ==,
                   DL_NO_DATELINE);

  type (radix, "0");
  g_assert_true (is_refused (radix, "A whole number from 1 to"));
  g_assert_true (press_enter (radix));
  type (radix, "");
  g_assert_true (press_enter (radix));
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.radix[DL_X], ==, 11);
  gtk_widget_grab_focus (y);
  ui_idle ();
  assert_text (radix, "11");
  g_assert_false (is_refused (radix, ""));
}

static void
test_mesh_has_no_dateline (Fixture *fixture, gconstpointer data)
{
  g_assert_false (gtk_widget_get_visible (part (fixture, "dateline_note")));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle (fixture, DL_X)), FALSE);
  g_assert_false (dl_torus_options (scenario (fixture))->spec.wrap[DL_X]);
  g_assert_false (gtk_widget_is_sensitive (number (fixture, "dateline_box", DL_X)));
  g_assert_true (gtk_widget_is_sensitive (number (fixture, "dateline_box", DL_Y)));
  g_assert_true (gtk_widget_get_visible (part (fixture, "dateline_note")));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle (fixture, DL_X)), TRUE);
  assert_text (number (fixture, "dateline_box", DL_X), "10");
  /* A torus of radix 2 is a mesh. */
  dl_session_set_number (fixture->session, "torus.radix", DL_Z, 2, TRUE);
  g_assert_false (gtk_widget_is_sensitive (number (fixture, "dateline_box", DL_Z)));
}

static void
test_choices (Fixture *fixture, gconstpointer data)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (part (fixture, "policy")), 1);
  g_assert_cmpstr (dl_torus_options (scenario (fixture))->routing.vc_policy->id, ==, "neighbors");
  assert_undo (fixture, "Virtual-channel policy: Dateline neighbors");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (part (fixture, "tie")), 1);
  g_assert_cmpint (dl_torus_options (scenario (fixture))->routing.tie, ==, DL_TORUS_TIE_PARITY);
  assert_undo (fixture, "Ties: parity");
  gtk_drop_down_set_selected (ui_key (fixture->panel, "traffic.pattern"), 4);
  g_assert_cmpstr (scenario (fixture)->traffic.pattern->id, ==, "tornado");
  assert_undo (fixture, "Traffic: Tornado");
  g_assert_cmpuint (n_steps (fixture), ==, 3);
  g_assert_cmpuint (fixture->n_changes, ==, 3);
}

/* Where a row says what is wrong with its entry. */
static GtkWidget *
problem_of (GtkWidget *entry)
{
  return gtk_widget_get_last_child (gtk_widget_get_parent (gtk_widget_get_parent (entry)));
}

static void
test_target (Fixture *fixture, gconstpointer data)
{
  GtkWidget *target, *error;

  g_assert_null (ui_key (fixture->panel, "traffic.target"));
  dl_session_set_pattern (fixture->session, dl_pattern_find ("all-to-one"));
  target = ui_key (fixture->panel, "traffic.target");
  g_assert_nonnull (target);
  error = problem_of (target);
  assert_text (target, "5,6,8");

  gtk_widget_grab_focus (target);
  type (target, "1,2,3");
  g_assert_cmpstr (scenario (fixture)->traffic.target, ==, "1,2,3");
  assert_undo (fixture, "Target (1,2,3)");
  type (target, "1,2,30");
  g_assert_cmpstr (scenario (fixture)->traffic.target, ==, "1,2,3");
  g_assert_true (gtk_widget_get_visible (error));
  gtk_test_accessible_assert_state (target, GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  /* Left like that, it goes back. */
  gtk_widget_grab_focus (ui_key (fixture->panel, "traffic.pattern"));
  assert_text (target, "1,2,3");
  g_assert_false (gtk_widget_get_visible (error));
}

/* Collectives come with messages; a matrix has to be there already. */
static void
test_programs (Fixture *fixture, gconstpointer data)
{
  GtkDropDown *pattern = ui_key (fixture->panel, "traffic.pattern");

  dl_choices_select (pattern, "allreduce");
  g_assert_cmpstr (scenario (fixture)->traffic.pattern->id, ==, "allreduce");
  g_assert_cmpstr (scenario (fixture)->traffic.message_bytes, ==, "64");
  dl_choices_select (pattern, "matrix");
  g_assert_cmpstr (scenario (fixture)->traffic.pattern->id, ==, "allreduce");
  g_assert_cmpstr (dl_choices_get (pattern), ==, "allreduce");
  dl_session_undo (fixture->session);
  g_assert_cmpstr (dl_choices_get (pattern), ==, "uniform");
  g_assert_cmpstr (scenario (fixture)->traffic.message_bytes, ==, "");
}

static void
test_seed (Fixture *fixture, gconstpointer data)
{
  GtkWidget *seed;

  g_assert_null (ui_key (fixture->panel, "scenario.seed"));
  dl_session_set_pattern (fixture->session, dl_pattern_find ("random-permutation"));
  seed = ui_key (fixture->panel, "scenario.seed");
  assert_text (seed, "1");
  type (seed, "18446744073709551615");
  g_assert_cmpuint (scenario (fixture)->seed, ==, G_MAXUINT64);
  assert_undo (fixture, "Seed 18446744073709551615");
  type (seed, "x");
  g_assert_true (gtk_widget_get_visible (problem_of (seed)));
  dl_session_undo (fixture->session);
  g_assert_false (gtk_widget_get_visible (problem_of (seed)));
  assert_text (seed, "1");
}

static void
test_faults (Fixture *fixture, gconstpointer data)
{
  const DlTorusLinkAt link = { { { 3, 4, 5 } }, DL_TORUS_PORT_X_PLUS };
  const DlTorusLinkAt channel = { { { 1, 1, 1 } }, DL_TORUS_PORT_Z_MINUS };
  GtkWidget *list = ui_find (fixture->panel, DL_TYPE_FAULT_LIST, 0);

  g_assert_true (gtk_widget_get_visible (part (fixture, "faults-none")));
  g_assert_true (ui_says (part (fixture, "faults"), "Faults"));
  toggle_node (fixture->session, (DlTorusCoord) { { 2, 2, 2 } });
  toggle_link (fixture->session, channel, TRUE);
  toggle_link (fixture->session, link, FALSE);
  g_assert_true (ui_says (part (fixture, "faults"), "Faults (3)"));
  ui_draw ();

  /* Cables come first, then single directions, then nodes. */
  g_signal_emit_by_name (ui_find_button (list, "Restore"), "clicked");
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_cables->len, ==, 0);
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_channels->len, ==, 1);
  ui_draw ();
  g_signal_emit_by_name (ui_find_button (list, "Restore"), "clicked");
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_channels->len, ==, 0);
  ui_draw ();
  gtk_test_accessible_assert_property (ui_find_button (list, "Restore"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Restore Node (2,2,2)");
  g_signal_emit_by_name (ui_find_button (list, "Restore"), "clicked");
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_nodes->len, ==, 0);
  g_assert_false (gtk_widget_get_visible (list));
  dl_session_undo (fixture->session);
  g_assert_true (gtk_widget_get_visible (list));
}

/* The list by key: what is chosen is copied, restored and pasted back, each as one step. */
static void
test_fault_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *list = ui_find (fixture->panel, DL_TYPE_FAULT_LIST, 0);
  GtkWidget *view = ui_find (list, GTK_TYPE_LIST_VIEW, 0);
  GtkWidget *panel = gtk_widget_get_ancestor (list, DL_TYPE_FAULTS_PANEL);
  GtkSelectionModel *rows = gtk_list_view_get_model (GTK_LIST_VIEW (view));
  GdkClipboard *clipboard = gtk_widget_get_clipboard (list);
  const DlTorusSpec *spec;

  gdk_clipboard_set_text (clipboard, "3,4,5:x+, 1,1,1:y+\nnonsense\n2,2,2\n99,0,0");
  gtk_widget_activate_action (panel, "faults.paste", NULL);
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (rows)) == 3);
  assert_undo (fixture, "Pasted 3 faults");
  g_assert_true (ui_says (panel, "Line 2: “nonsense” is not understood"));
  g_assert_true (ui_says (panel, "Line 4: "));

  gtk_selection_model_select_all (rows);
  gtk_widget_activate_action (list, "faults.copy", NULL);
  gtk_widget_activate_action (list, "faults.restore", NULL);
  assert_undo (fixture, "Restored 3 faults");
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 0);
  g_assert_false (ui_says (panel, "nonsense"));
  gtk_widget_activate_action (panel, "faults.paste", NULL);
  ui_wait_for (g_list_model_get_n_items (G_LIST_MODEL (rows)) == 3);
  g_assert_false (ui_says (panel, "Line "));
  spec = &dl_torus_options (scenario (fixture))->spec;
  g_assert_cmpuint (spec->broken_cables->len, ==, 2);
  g_assert_cmpuint (spec->broken_nodes->len, ==, 1);

  /* The menu is of the row under the pointer. */
  ui_draw ();
  g_signal_emit_by_name (ui_controller (list, GTK_TYPE_GESTURE_CLICK), "pressed", 1, 20., 10.);
  g_assert_true (gtk_selection_model_is_selected (rows, 0));
  g_assert_false (gtk_selection_model_is_selected (rows, 1));
  g_assert_true (gtk_widget_get_visible (ui_find (list, GTK_TYPE_POPOVER_MENU, 0)));
  gtk_popover_popdown (ui_find (list, GTK_TYPE_POPOVER_MENU, 0));

  /* Nothing new. */
  gtk_widget_activate_action (panel, "faults.paste", NULL);
  ui_wait_for (ui_says (panel, "All of these are broken already."));
}

static void
on_chosen (DlFaultList *list, const DlFault *fault, char **chosen)
{
  g_free (*chosen);
  *chosen = g_strdup (fault->item);
}

/* One row alone says where to go; several, or rows that only follow, do not. */
static void
test_fault_chosen (Fixture *fixture, gconstpointer data)
{
  GtkWidget *list = ui_find (fixture->panel, DL_TYPE_FAULT_LIST, 0);
  GtkWidget *view = ui_find (list, GTK_TYPE_LIST_VIEW, 0);
  GtkSelectionModel *rows = gtk_list_view_get_model (GTK_LIST_VIEW (view));
  g_autofree char *chosen = NULL;

  g_signal_connect (list, "chosen", G_CALLBACK (on_chosen), &chosen);
  toggle_node (fixture->session, (DlTorusCoord) { { 2, 2, 2 } });
  toggle_link (fixture->session, (DlTorusLinkAt) { { { 3, 4, 5 } }, DL_TORUS_PORT_X_PLUS }, FALSE);
  g_assert_null (chosen);
  gtk_selection_model_select_item (rows, 1, TRUE);
  g_assert_cmpstr (chosen, ==, "2,2,2");
  g_clear_pointer (&chosen, g_free);
  gtk_selection_model_select_item (rows, 0, FALSE);
  g_assert_null (chosen);
}

static void
test_many_faults (Fixture *fixture, gconstpointer data)
{
  dl_session_break_random (fixture->session, "cables", 500, 1);
  g_assert_true (ui_says (part (fixture, "faults"), "Faults (500)"));
  ui_draw ();
  /* They scroll, and do not push the rest away. */
  g_assert_cmpint (gtk_widget_get_height (ui_find (fixture->panel, DL_TYPE_FAULT_LIST, 0)), <=,
                   208);
}

/* The label states the number that broke: there are fewer nodes than asked for. */
static void
test_counts_broken (Fixture *fixture, gconstpointer data)
{
  for (DlTorusDim dim = DL_X; dim < DL_TORUS_N_DIMS; dim++)
    dl_session_set_number (fixture->session, "torus.radix", dim, 3, TRUE);
  toggle_node (fixture->session, (DlTorusCoord) { { 1, 1, 1 } });
  dl_session_break_random (fixture->session, "cables", 2, 1);
  assert_undo (fixture, "Broke 2 cables at random");
  dl_session_break_random (fixture->session, "nodes", 100, 1);
  g_assert_cmpuint (dl_torus_options (scenario (fixture))->spec.broken_nodes->len, ==, 27);
  assert_undo (fixture, "Broke 26 nodes at random");
}

static void
test_fits (Fixture *fixture, gconstpointer data)
{
  int minimum;

  dl_session_set_pattern (fixture->session, dl_pattern_find ("all-to-one"));
  dl_session_break_random (fixture->session, "nodes", 20, 1);
  dl_session_set_number (fixture->session, "torus.datelines", DL_X, DL_NO_DATELINE, TRUE);
  ui_draw ();
  gtk_widget_measure (fixture->panel, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 260); /* 250 with the fonts of Debian and GNOME */
  gtk_widget_measure (fixture->panel, GTK_ORIENTATION_VERTICAL, 260, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, 200); /* it scrolls */
}

static void
test_explained (Fixture *fixture, gconstpointer data)
{
  dl_session_break_random (fixture->session, "cables", 2, 1);
  ui_draw ();
  ui_assert_explained (fixture->panel);
  gtk_test_accessible_assert_property (number (fixture, "radix_box", DL_X),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Radix in X");
}

static void
test_another_session (Fixture *fixture, gconstpointer data)
{
  g_object_set (fixture->panel, "session", NULL, NULL);
  dl_session_set_number (fixture->session, "torus.radix", DL_X, 5, TRUE);
  assert_text (number (fixture, "radix_box", DL_X), "11");
  g_assert_false (gtk_widget_is_sensitive (part (fixture, "policy")));
  g_object_set (fixture->panel, "session", fixture->session, NULL);
  assert_text (number (fixture, "radix_box", DL_X), "5");
  g_assert_true (gtk_widget_is_sensitive (part (fixture, "policy")));
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();

#define ADD(name, func) g_test_add ("/config-panel/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("follows", test_follows);
  ADD ("numbers-merge", test_numbers_merge);
  ADD ("typing-loses-nothing", test_typing_loses_nothing);
  ADD ("refused-goes-back", test_refused_goes_back);
  ADD ("datelines", test_datelines);
  ADD ("matrix", test_matrix);
  ADD ("refused-where-typed", test_refused_where_typed);
  ADD ("mesh-has-no-dateline", test_mesh_has_no_dateline);
  ADD ("choices", test_choices);
  ADD ("target", test_target);
  ADD ("programs", test_programs);
  ADD ("seed", test_seed);
  ADD ("faults", test_faults);
  ADD ("fault-keys", test_fault_keys);
  ADD ("fault-chosen", test_fault_chosen);
  ADD ("many-faults", test_many_faults);
  ADD ("counts-broken", test_counts_broken);
  ADD ("fits", test_fits);
  ADD ("explained", test_explained);
  ADD ("another-session", test_another_session);
#undef ADD
  return g_test_run ();
}
