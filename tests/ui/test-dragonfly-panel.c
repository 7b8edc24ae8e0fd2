/* The configuration panel of a dragonfly: controls follow the session, and what is done to them is
 * an edit. */
#include "dl-break.h"
#include "dl-choices.h"
#include "dl-dragonfly-panel.h"
#include "dl-families.h"
#include "dl-file-jobs.h"
#include "dl-scenario-file.h"
#include "dl-session-edits.h"
#include "dl-ui.h"
#include "ui-fixture.h"

/* Two groups of two routers, joined by one link, as a machine's own tool prints them; a third link
 * is known at one end only. */
static const char cabling[] = "c0-0c0s0a0l00(0:0:0) green -> c0-0c0s1a0l00(0:0:1)\n"
                              "c0-0c0s1a0l00(0:0:1) green -> c0-0c0s0a0l00(0:0:0)\n"
                              "c0-0c0s0a0l01(0:0:0) blue -> c2-0c0s0a0l01(7:0:0)\n"
                              "c2-0c0s0a0l01(7:0:0) blue -> c0-0c0s0a0l01(0:0:0)\n"
                              "c2-0c0s0a0l00(7:0:0) green -> c2-0c0s1a0l00(7:0:1)\n"
                              "c2-0c0s1a0l00(7:0:1) green -> c2-0c0s0a0l00(7:0:0)\n"
                              "c2-0c0s1a0l02(7:0:1) blue -> c0-0c0s1a0l02(0:0:1)\n";

typedef struct
{
  UiFixture base;
  guint n_failed;
} Fixture;

static void
on_failed (DlSession *session, const char *message, Fixture *fixture)
{
  fixture->n_failed++;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->base.session = dl_session_new (NULL);
  dl_session_open_new (fixture->base.session, dl_preset_load ("cascade-2", NULL));
  ui_settle (fixture->base.session);
  ui_fixture_open (&fixture->base, dl_dragonfly_panel_new, 250, 900);
  g_signal_connect (fixture->base.session, "failed", G_CALLBACK (on_failed), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  ui_fixture_close (&fixture->base);
}

static const DlScenario *
scenario (Fixture *fixture)
{
  return dl_session_get_scenario (fixture->base.session);
}

static guint
n_steps (Fixture *fixture)
{
  return dl_history_position (dl_session_get_history (fixture->base.session));
}

static gpointer
key (Fixture *fixture, const char *name)
{
  return ui_key (fixture->base.pane, name);
}

static void
drag_to (Fixture *fixture, const char *name, gint value)
{
  gtk_spin_button_set_value (key (fixture, name), value);
}

static void
undo_all (Fixture *fixture)
{
  while (n_steps (fixture) > 0)
    dl_session_undo (fixture->base.session);
}

#define assert_text(widget, text)                                                                  \
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (widget)), ==, text)

#define assert_undo(fixture, label)                                                                \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *undo_label = NULL;                                                            \
    g_object_get (fixture->base.session, "undo-label", &undo_label, NULL);                         \
    g_assert_cmpstr (undo_label, ==, label);                                                       \
  }                                                                                                \
  G_STMT_END

/* Each number: it shows the scenario's, takes another at once, several in a row are one step, and
 * it goes back with undo. */
static void
test_shape (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *key;
    gint values[3];
  } edits[] = {
    { "dragonfly.groups", { 4, 2, 3 } },          { "dragonfly.chassis", { 3, 5, 4 } },
    { "dragonfly.blades", { 8, 4, 2 } },          { "dragonfly.last-chassis", { 2, 3, 1 } },
    { "dragonfly.cables-per-pair", { 1, 2, 1 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      const DlField *field = dl_field_find_name (edits[i].key);
      g_autofree char *before = dl_field_get (field, scenario (fixture));

      for (guint j = 0; j < G_N_ELEMENTS (edits[i].values); j++)
        {
          g_autofree char *wanted = g_strdup_printf ("%d", edits[i].values[j]);
          g_autofree char *after = NULL;

          drag_to (fixture, edits[i].key, edits[i].values[j]);
          after = dl_field_get (field, scenario (fixture));
          g_assert_cmpstr (after, ==, wanted);
          assert_text (key (fixture, edits[i].key), wanted);
        }
      dl_session_seal (fixture->base.session);
      g_assert_cmpuint (n_steps (fixture), ==, i + 1);
    }
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  undo_all (fixture);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.groups, ==, 2);
  assert_text (key (fixture, "dragonfly.groups"), "2");
}

/* A last group with as many chassis as the others follows them. */
static void
test_last_chassis (Fixture *fixture, gconstpointer data)
{
  const guint chassis = dl_dragonfly_options (scenario (fixture))->spec.chassis;
  g_autofree char *all = g_strdup_printf ("%u", chassis);

  assert_text (key (fixture, "dragonfly.last-chassis"), all);
  drag_to (fixture, "dragonfly.last-chassis", 1);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.last_chassis, ==, 1);
  drag_to (fixture, "dragonfly.last-chassis", chassis);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.last_chassis, ==, 0);
  drag_to (fixture, "dragonfly.chassis", 3);
  assert_text (key (fixture, "dragonfly.last-chassis"), "3");
}

/* More groups than there are cables for take fewer a pair: floor (240 / (groups - 1)). */
static void
test_cables_fit (Fixture *fixture, gconstpointer data)
{
  dl_session_open_new (fixture->base.session, dl_preset_load ("edison", NULL));
  ui_settle (fixture->base.session);
  g_assert_true (ui_says (fixture->base.pane, "of at most 17"));
  drag_to (fixture, "dragonfly.groups", 61);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.cables_per_pair, ==, 4);
  assert_text (key (fixture, "dragonfly.cables-per-pair"), "4");
  dl_session_undo (fixture->base.session);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.cables_per_pair, ==, 6);
  /* An impossible value goes back. */
  drag_to (fixture, "dragonfly.cables-per-pair", 18);
  ui_idle ();
  assert_text (key (fixture, "dragonfly.cables-per-pair"), "17");
}

static void
test_generic (Fixture *fixture, gconstpointer data)
{
  GtkDropDown *shape = key (fixture, "dragonfly.shape");

  g_assert_null (key (fixture, "dragonfly.routers-per-group"));
  g_assert_nonnull (key (fixture, "router.aries-buffer"));
  dl_choices_select (shape, "generic");
  g_assert_cmpint (dl_dragonfly_options (scenario (fixture))->spec.shape, ==, DL_DRAGONFLY_GENERIC);
  g_assert_cmpuint (n_steps (fixture), ==, 1);
  g_assert_null (key (fixture, "dragonfly.chassis"));
  g_assert_null (key (fixture, "dragonfly.cables-per-pair"));
  g_assert_null (key (fixture, "router.aries-buffer"));
  g_assert_nonnull (key (fixture, "router.input-buffer"));
  drag_to (fixture, "dragonfly.routers-per-group", 6);
  drag_to (fixture, "dragonfly.nodes-per-router", 3);
  drag_to (fixture, "dragonfly.global-per-router", 2);
  g_assert_true (ui_says (fixture->base.pane, "of at most 13")); /* a h + 1 */
  drag_to (fixture, "dragonfly.groups", 13);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.groups, ==, 13);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  drag_to (fixture, "dragonfly.groups", 14);
  g_assert_cmpuint (fixture->n_failed, ==, 1);
  ui_idle ();
  assert_text (key (fixture, "dragonfly.groups"), "13");
  undo_all (fixture);
  g_assert_cmpstr (dl_choices_get (shape), ==, "aries");
}

static void
test_routing (Fixture *fixture, gconstpointer data)
{
  guint n_modes;
  const DlDragonflyMode *const *modes = dl_dragonfly_modes (&n_modes);
  GtkDropDown *mode = key (fixture, "dragonfly.routing");
  const char *initial = dl_dragonfly_options (scenario (fixture))->mode->id;
  guint n_failed = fixture->n_failed;

  for (guint i = 0; i < n_modes; i++)
    {
      dl_choices_select (mode, modes[i]->id);
      if (modes[i]->phases > 0)
        {
          /* A mode of the other router: refused, with a message. */
          g_assert_cmpuint (fixture->n_failed, >, n_failed);
          n_failed = fixture->n_failed;
          continue;
        }
      g_assert_true (dl_dragonfly_options (scenario (fixture))->mode == modes[i]);
      g_assert_true (ui_says (fixture->base.pane, modes[i]->description));
    }
  assert_undo (fixture, "Routing mode: Adaptive, tuned by path");
  g_assert_true (ui_says (fixture->base.pane, "times 4 plus 64 flits inside a group and times 2"));
  undo_all (fixture);
  g_assert_cmpstr (dl_choices_get (mode), ==, initial);
}

static void
test_faults (Fixture *fixture, gconstpointer data)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario (fixture))->spec;
  guint n_before;

  dl_session_break_random (fixture->base.session, "cables", 1, 1);
  dl_session_break_random (fixture->base.session, "links", 2, 1);
  dl_session_break_random (fixture->base.session, "routers", 1, 1);
  g_assert_true (ui_says (fixture->base.pane, "Faults (4)"));
  g_assert_true (ui_says (fixture->base.pane, "1 blue cable · 2 single links · 1 router"));
  n_before = n_steps (fixture);
  for (guint n = 3; n < 4; n--)
    {
      ui_draw ();
      g_signal_emit_by_name (ui_find_button (fixture->base.pane, "Restore"), "clicked");
      g_assert_cmpuint (
          spec->broken_cables->len + spec->broken_links->len + spec->broken_routers->len, ==, n);
    }
  g_assert_cmpuint (n_steps (fixture), ==, n_before + 4);
  g_assert_true (ui_says (fixture->base.pane, "Nothing is broken."));
  undo_all (fixture);
}

/* The routers of a chassis are what its number says, and fewer if not so many are left. */
static void
test_random_chassis (Fixture *fixture, gconstpointer data)
{
  const DlDragonflySpec *spec = &dl_dragonfly_options (scenario (fixture))->spec;
  const guint in_chassis = spec->blades;
  g_autoptr (DlDragonfly) net = dl_scenario_dragonfly (scenario (fixture), NULL);
  const guint n_chassis = dl_break_count (&dl_family_dragonfly, net, "chassis");
  DlRouterAt first;

  g_assert_cmpuint (n_chassis, ==, spec->groups * spec->chassis);
  dl_session_break_random (fixture->base.session, "chassis", 1, 3);
  g_assert_cmpuint (spec->broken_routers->len, ==, in_chassis);
  first = g_array_index (spec->broken_routers, DlRouterAt, 0);
  for (guint i = 0; i < in_chassis; i++)
    {
      const DlRouterAt at = g_array_index (spec->broken_routers, DlRouterAt, i);

      g_assert_cmpuint (at.group, ==, first.group);
      g_assert_cmpuint (at.chassis, ==, first.chassis);
    }
  dl_session_break_random (fixture->base.session, "chassis", 1000, 3);
  g_assert_cmpuint (spec->broken_routers->len, ==, in_chassis * n_chassis);
}

static void
test_traffic (Fixture *fixture, gconstpointer data)
{
  const DlFamily *family = &dl_family_dragonfly;
  const guint n_patterns = dl_family_n_patterns (family);
  GtkDropDown *pattern = key (fixture, "traffic.pattern");

  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (pattern)), ==, n_patterns);
  for (guint i = 0; i < n_patterns; i++)
    {
      GtkWidget *placement = ui_part (fixture->base.pane, "traffic-placement");

      dl_choices_select (pattern, family->patterns[i].pattern->id);
      if (family->patterns[i].pattern->needs_matrix) /* which is not there: it goes back */
        {
          g_assert_cmpuint (fixture->n_failed, ==, 1);
          fixture->n_failed = 0;
          g_assert_true (scenario (fixture)->traffic.pattern != family->patterns[i].pattern);
          g_assert_cmpstr (dl_choices_get (pattern), ==, scenario (fixture)->traffic.pattern->id);
          continue;
        }
      g_assert_true (scenario (fixture)->traffic.pattern == family->patterns[i].pattern);
      g_assert_cmpstr (dl_choices_get (pattern), ==, family->patterns[i].pattern->id);
      g_assert_cmpint (key (fixture, "traffic.target") != NULL, ==,
                       family->patterns[i].pattern->needs_target);
      g_assert_cmpint (key (fixture, "scenario.seed") != NULL, ==,
                       family->patterns[i].pattern->needs_seed);
      g_assert_cmpint (key (fixture, "traffic.message-bytes") != NULL, ==,
                       family->patterns[i].pattern->program
                           && !family->patterns[i].pattern->needs_program);
      g_assert_cmpint (gtk_widget_get_visible (placement), ==,
                       g_str_equal (family->patterns[i].pattern->id, "jobs")
                           || g_str_equal (family->patterns[i].pattern->id, "all-to-all"));
    }
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  undo_all (fixture);
}

static void
test_target (Fixture *fixture, gconstpointer data)
{
  GtkWidget *target;

  dl_choices_select (key (fixture, "traffic.pattern"), "all-to-one");
  target = key (fixture, "traffic.target");
  assert_text (target, scenario (fixture)->traffic.target);
  gtk_editable_set_text (GTK_EDITABLE (target), "1.0.1.2");
  g_assert_cmpstr (scenario (fixture)->traffic.target, ==, "1.0.1.2");
  assert_undo (fixture, "Target 1.0.1.2");
  gtk_editable_set_text (GTK_EDITABLE (target), "9.0.1.2");
  g_assert_cmpstr (scenario (fixture)->traffic.target, ==, "1.0.1.2");
  gtk_test_accessible_assert_state (target, GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
}

static void
test_rows (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *key, *text;
  } edits[] = {
    { "router.payload-efficiency", "0.5" }, { "router.aries-hop-ns", "90" },
    { "router.aries-buffer", "64" },        { "router.aries-payload-bytes", "32" },
    { "router.aries-outstanding", "512" },  { "traffic.load", "0.5" },
    { "traffic.response-share", "0.25" },   { "traffic.packet-flits", "5" },
    { "simulation.cycles", "1000" },        { "simulation.threads", "2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (edits); i++)
    {
      const DlField *field = dl_field_find_name (edits[i].key);
      GtkWidget *entry = key (fixture, edits[i].key);
      g_autofree char *before = dl_field_get (field, scenario (fixture));
      g_autofree char *after = NULL;

      assert_text (entry, before);
      gtk_editable_set_text (GTK_EDITABLE (entry), edits[i].text);
      after = dl_field_get (field, scenario (fixture));
      g_assert_cmpstr (after, ==, edits[i].text);
      g_assert_cmpuint (n_steps (fixture), ==, i + 1);
    }
  undo_all (fixture);
  assert_text (key (fixture, "router.aries-hop-ns"), "100");
}

/* A machine's cabling in place of the generated network, and back. */
static void
test_machine (Fixture *fixture, gconstpointer data)
{
  g_autoptr (DlMachine) machine = dl_machine_new (cabling, -1, "small.txt", NULL);
  GtkWidget *box = ui_find (fixture->base.pane, DL_TYPE_MACHINE_BOX, 0);

  g_assert_nonnull (machine);
  g_assert_false (ui_says (box, "Cabling of a machine"));
  dl_session_break_random (fixture->base.session, "routers", 3, 1);
  dl_session_set (fixture->base.session, "dragonfly.interconnect", machine->text, FALSE);
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  assert_undo (fixture, "Cabling of the machine");
  g_assert_nonnull (dl_dragonfly_options (scenario (fixture))->machine);
  /* Its own routers only. */
  for (guint i = 0; i < dl_dragonfly_options (scenario (fixture))->spec.broken_routers->len; i++)
    g_assert_cmpuint (g_array_index (dl_dragonfly_options (scenario (fixture))->spec.broken_routers,
                                     DlRouterAt, i)
                          .group,
                      ==, 0);
  g_assert_true (ui_says (box, "2 groups, 4 routers, 3 links"));
  g_assert_true (ui_says (box, "⚠ 1 irregularity"));
  g_assert_null (key (fixture, "dragonfly.groups"));
  g_assert_null (key (fixture, "dragonfly.shape"));
  ui_settle (fixture->base.session);
  g_assert_cmpuint (dl_evaluation_dragonfly (
                        dl_session_get_result_of (fixture->base.session, &dl_family_dragonfly))
                        ->dragonfly->n_routers,
                    ==, 4);
  /* Faults of the machine's own group 7 go with it. */
  dl_session_break_random (fixture->base.session, "cables", 1, 1);
  g_signal_emit_by_name (ui_find_button (box, "Ge_nerated"), "clicked");
  g_assert_cmpuint (fixture->n_failed, ==, 0);
  g_assert_null (dl_dragonfly_options (scenario (fixture))->machine);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.broken_cables->len, ==, 0);
  g_assert_nonnull (key (fixture, "dragonfly.groups"));
  g_assert_false (ui_says (box, "irregularity"));
  dl_session_undo (fixture->base.session);
  g_assert_true (ui_says (box, "⚠ 1 irregularity"));
  undo_all (fixture);
  g_assert_cmpuint (dl_dragonfly_options (scenario (fixture))->spec.broken_routers->len, ==, 0);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* A cabling dump is known by what is in it, and is a scenario named after its file. */
static void
test_open_cabling (Fixture *fixture, gconstpointer data)
{
  static const struct
  {
    const char *more, *problem; /* NULL: it can be opened */
    guint n_warnings;
  } files[] = {
    { "", NULL, 1 },
    { "\n\n", NULL, 1 },
    { "c0-0c0s0a0l03(0:0:0) blue -> c0-0c0s0a0l04(0:0:0)\n", NULL, 2 }, /* to itself */
    { "c0-0c0s0a0l03(0:0:0) blue -> c9-0c0s0a0l04(9:0:0)\n", NULL, 2 }, /* to nobody */
    { "c0-0c0s0a0l03(0:0:0) blu", ":8: ", 0 },
    { "c0-0c0s0a0l03(0:0:0) pink -> unused\n", ":8: ", 0 },
    { "c0-0c0s0a0l00(0:0:0) green -> unused\n", ":8: ", 0 }, /* twice */
    { "\001\002\377\376\n", ":8: ", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      char *folder = g_dir_make_tmp ("dl-cabling-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "small machine.txt", NULL);
      g_autofree char *text = g_strconcat (cabling, files[i].more, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (DlScenario) opened = NULL;
      g_autoptr (GError) error = NULL;
      g_auto (GStrv) warnings = NULL;

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      dl_load_scenario_async (file, NULL, NULL, on_loaded, &result);
      ui_wait_for (result != NULL);
      opened = dl_load_scenario_finish (result, &warnings, &error);
      if (files[i].problem == NULL)
        {
          g_assert_no_error (error);
          g_assert_true (opened->family == &dl_family_dragonfly);
          g_assert_cmpstr (opened->name, ==, "small machine");
          g_assert_cmpuint (dl_dragonfly_options (opened)->machine->network->n_routers, ==, 4);
          g_assert_cmpuint (g_strv_length (warnings), ==, files[i].n_warnings);
          g_assert_true (dl_scenario_check (opened, NULL, NULL));
        }
      else
        {
          g_assert_null (opened);
          g_assert_nonnull (strstr (error->message, files[i].problem));
        }
      ui_remove_folder (folder);
    }
}

static void
test_fits (Fixture *fixture, gconstpointer data)
{
  static const char *const presets[] = { "cascade-2", "edison", "generic-33", "cascade-241" };
  int minimum, natural;

  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      dl_session_open_new (fixture->base.session, dl_preset_load (presets[i], NULL));
      dl_choices_select (key (fixture, "traffic.pattern"), "all-to-one");
      dl_session_break_random (fixture->base.session, "links", 20, 1);
      ui_draw ();
      gtk_widget_measure (fixture->base.pane, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural,
                          NULL, NULL);
      g_assert_cmpint (natural, <=, 280);
      g_assert_cmpint (minimum, <=, 260); /* 250 with the fonts of Debian and GNOME */
      gtk_widget_measure (fixture->base.pane, GTK_ORIENTATION_VERTICAL, 260, &minimum, NULL, NULL,
                          NULL);
      g_assert_cmpint (minimum, <=, 200); /* it scrolls */
    }
}

static void
test_explained (Fixture *fixture, gconstpointer data)
{
  dl_session_break_random (fixture->base.session, "links", 2, 1);
  ui_draw ();
  /* Nothing is shown that says nothing. */
  g_assert_false (gtk_widget_get_mapped (
      ui_find (ui_find (fixture->base.pane, DL_TYPE_MACHINE_BOX, 0), GTK_TYPE_EXPANDER, 0)));
  ui_assert_explained (fixture->base.pane);
  gtk_test_accessible_assert_property (key (fixture, "dragonfly.groups"),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Groups");
}

/* Following, also that of another scenario, asks for nothing. */
static void
test_no_feedback (Fixture *fixture, gconstpointer data)
{
  guint n_presets;
  const DlPreset *presets = dl_presets (&n_presets);

  for (guint i = 0; i < n_presets; i++)
    {
      g_autoptr (DlScenario) preset = dl_preset_load (presets[i].id, NULL);

      dl_session_open_new (fixture->base.session, dl_scenario_copy (preset));
      ui_idle ();
      g_assert_cmpuint (n_steps (fixture), ==, 0);
      g_assert_true (dl_scenario_equal (scenario (fixture), preset));
    }
  g_assert_cmpuint (fixture->n_failed, ==, 0);
}

int
main (int argc, char **argv)
{
  ui_test_init (&argc, &argv);
  dl_ui_init ();

#define ADD(name, func)                                                                            \
  g_test_add ("/dragonfly-panel/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("shape", test_shape);
  ADD ("last-chassis", test_last_chassis);
  ADD ("cables-fit", test_cables_fit);
  ADD ("generic", test_generic);
  ADD ("routing", test_routing);
  ADD ("faults", test_faults);
  ADD ("random-chassis", test_random_chassis);
  ADD ("traffic", test_traffic);
  ADD ("target", test_target);
  ADD ("rows", test_rows);
  ADD ("machine", test_machine);
  ADD ("open-cabling", test_open_cabling);
  ADD ("fits", test_fits);
  ADD ("explained", test_explained);
  ADD ("no-feedback", test_no_feedback);
#undef ADD
  return g_test_run ();
}
