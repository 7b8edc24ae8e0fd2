/* Break at random: no more than there are, the same for the same seed, one step. */
#include "dl-random-dialog.h"
#include "dl-scenario-file.h"
#include "dl-ui.h"
#include "ui-fixture.h"

typedef struct
{
  DlSession *session;
  GtkWidget *window;
  GtkWidget *dialog;
} Fixture;

static void
open_dialog (Fixture *fixture)
{
  fixture->dialog
      = GTK_WIDGET (dl_random_dialog_present (GTK_WINDOW (fixture->window), fixture->session));
  g_object_add_weak_pointer (G_OBJECT (fixture->dialog), (gpointer *) &fixture->dialog);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->session = ui_session_new (4, 4, 4);
  fixture->window = gtk_window_new ();
  gtk_window_present (GTK_WINDOW (fixture->window));
  open_dialog (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_settle (fixture->session);
  ui_assert_finalize (fixture->session);
}

static GtkWidget *
part (Fixture *fixture, const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->dialog, DL_TYPE_RANDOM_DIALOG, name));
}

/* The button of what can be broken; NULL if this family has no such thing. */
static GtkWidget *
toggle (Fixture *fixture, const char *id)
{
  return ui_part (fixture->dialog, id);
}

static guint
most (Fixture *fixture)
{
  return gtk_adjustment_get_upper (
      gtk_spin_button_get_adjustment (GTK_SPIN_BUTTON (part (fixture, "count"))));
}

static void
break_them (Fixture *fixture, gboolean nodes, guint count, guint32 seed)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle (fixture, nodes ? "nodes" : "cables")),
                                TRUE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (fixture, "count")), count);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (fixture, "seed")), seed);
  g_signal_emit_by_name (part (fixture, "break_button"), "clicked");
  while (fixture->dialog != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static const DlTorusSpec *
torus (Fixture *fixture)
{
  return &dl_torus_options (dl_session_get_scenario (fixture->session))->spec;
}

static guint
n_steps (Fixture *fixture)
{
  return dl_history_position (dl_session_get_history (fixture->session));
}

static void
test_limit (Fixture *fixture, gconstpointer data)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle (fixture, "cables")), TRUE);
  g_assert_cmpuint (most (fixture), ==, 192); /* 3 x 4^3 */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle (fixture, "nodes")), TRUE);
  g_assert_cmpuint (most (fixture), ==, 64);
  break_them (fixture, TRUE, 1000, 1);
  g_assert_cmpuint (torus (fixture)->broken_nodes->len, ==, 64);

  /* Nothing is left. */
  ui_settle (fixture->session);
  open_dialog (fixture);
  g_assert_false (gtk_widget_get_sensitive (part (fixture, "break_button")));
}

static void
test_one_step (Fixture *fixture, gconstpointer data)
{
  const guint before = n_steps (fixture);

  break_them (fixture, FALSE, 20, 7);
  g_assert_cmpuint (torus (fixture)->broken_cables->len, ==, 20);
  g_assert_cmpuint (torus (fixture)->broken_nodes->len, ==, 0);
  g_assert_cmpuint (n_steps (fixture), ==, before + 1);
  dl_session_undo (fixture->session);
  g_assert_cmpuint (torus (fixture)->broken_cables->len, ==, 0);
}

static gboolean
same_cables (const GArray *a, const GArray *b)
{
  g_assert_cmpuint (a->len, ==, b->len);
  for (guint i = 0; i < a->len; i++)
    if (dl_torus_link_at_compare (&g_array_index (a, DlTorusLinkAt, i),
                                  &g_array_index (b, DlTorusLinkAt, i))
        != 0)
      return FALSE;
  return TRUE;
}

static void
test_seed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GArray) first = NULL;

  break_them (fixture, FALSE, 20, 7);
  first = g_array_copy (torus (fixture)->broken_cables);
  dl_session_undo (fixture->session);
  open_dialog (fixture);
  break_them (fixture, FALSE, 20, 8);
  g_assert_false (same_cables (first, torus (fixture)->broken_cables));
  dl_session_undo (fixture->session);
  open_dialog (fixture);
  break_them (fixture, FALSE, 20, 7);
  g_assert_true (same_cables (first, torus (fixture)->broken_cables));
}

/* The whole range of seeds, and another one for a click. */
static void
test_dice (Fixture *fixture, gconstpointer data)
{
  GtkSpinButton *seed = GTK_SPIN_BUTTON (part (fixture, "seed"));

  gtk_spin_button_set_value (seed, G_MAXUINT32);
  g_assert_cmpfloat (gtk_spin_button_get_value (seed), ==, G_MAXUINT32);
  g_signal_emit_by_name (part (fixture, "dice"), "clicked");
  g_assert_cmpfloat (gtk_spin_button_get_value (seed), !=, G_MAXUINT32);
}

/* A dragonfly's links, cables, routers and chassis, at most all of them. */
static void
test_dragonfly (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *name;
    guint most;
  } kinds[] = {
    { "links", 2 * 16 * 15 / 2 + 4 },
    { "cables", 1 },
    { "routers", 32 },
    { "chassis", 2 },
  };
  g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  const DlDragonflySpec *spec;
  guint n_before;

  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
  dl_edits_parse_assignment (edits, "dragonfly.chassis=1", NULL);
  dl_edits_parse_assignment (edits, "dragonfly.blades=16", NULL);
  dl_edits_parse_assignment (edits, "dragonfly.cables-per-pair=1", NULL);
  g_assert_true (dl_scenario_apply (scenario, edits, NULL, NULL, NULL));
  dl_session_open_new (fixture->session, g_steal_pointer (&scenario));
  ui_settle (fixture->session);
  spec = &dl_dragonfly_options (dl_session_get_scenario (fixture->session))->spec;
  g_assert_cmpuint (spec->blades, ==, 16);
  open_dialog (fixture);
  g_assert_null (toggle (fixture, "nodes"));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle (fixture, kinds[i].name)), TRUE);
      g_assert_cmpuint (most (fixture), ==, kinds[i].most);
    }
  n_before = n_steps (fixture);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle (fixture, "chassis")), TRUE);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (part (fixture, "count")), 1);
  g_signal_emit_by_name (part (fixture, "break_button"), "clicked");
  g_assert_cmpuint (spec->broken_routers->len, ==, 16);
  g_assert_cmpuint (n_steps (fixture), ==, n_before + 1);
  while (fixture->dialog != NULL)
    g_main_context_iteration (NULL, TRUE);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();

#define ADD(name, func) g_test_add ("/random-dialog/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("limit", test_limit);
  ADD ("one-step", test_one_step);
  ADD ("seed", test_seed);
  ADD ("dice", test_dice);
  ADD ("dragonfly", test_dragonfly);
#undef ADD
  return g_test_run ();
}
