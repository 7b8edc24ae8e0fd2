#include "break-fixture.h"
#include "dl-edit.h"

#include "test-rounds.h"
#include "test-scenario-random.h"

#include <string.h>

/* Apply edits written as in the log. */
static gboolean
apply (DlScenario *scenario, const char *text, const DlField **field, GError **error)
{
  g_autoptr (GError) text_error = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_from_text (text, &text_error);

  g_assert_no_error (text_error);
  return dl_scenario_apply (scenario, edits, NULL, field, error);
}

static void
apply_edits (DlScenario *scenario, GPtrArray *edits)
{
  g_autoptr (GError) error = NULL;

  dl_scenario_apply (scenario, edits, NULL, NULL, &error);
  g_assert_no_error (error);
  g_ptr_array_unref (edits);
}

static void
test_apply (void)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();

  g_assert_true (apply (scenario,
                        "torus.radix=4;4;4\n"
                        "torus.broken-links+=2,0,0:x-\n"
                        "torus.broken-links+=0,0,0:z-;3,3,3:y+\n"
                        "torus.broken-nodes=1,1,1;0,0,0\n"
                        "scenario.name=\\sa\\\\b\n",
                        NULL, NULL));
  test_assert_value (scenario, "torus.broken-links", "0,0,3:z+;1,0,0:x+;3,3,3:y+");
  test_assert_value (scenario, "torus.broken-nodes", "0,0,0;1,1,1");
  test_assert_value (scenario, "scenario.name", "a\\b");

  /* A cable is taken out by either of its names; one that is not there is an error for all. */
  g_assert_false (apply (scenario, "torus.broken-links-=3,0,3:y-;0,0,3:z-\n", NULL, NULL));
  g_assert_true (apply (scenario,
                        "torus.broken-links-=3,0,3:y-;2,0,0:x-\n"
                        "!scenario.name\n",
                        NULL, NULL));
  test_assert_value (scenario, "torus.broken-links", "0,0,3:z+");
  test_assert_value (scenario, "scenario.name", "XT3 11x12x16");
  g_assert_false (dl_field_is_set (dl_field_find_name ("scenario.name"), scenario));
}

typedef struct
{
  const char *edits;
  const char *field;
  DlScenarioError code;
  const char *message;
} Refused;

/* Against radix 4;4;4, wrap true;true;false, a broken cable 1,2,2:x+ and a channel 0,0,0:y-. */
static const Refused refused[] = {
  { "torus.radix=4;4", "torus.radix", DL_SCENARIO_ERROR_VALUE,
    "torus.radix: “4;4” is not a list of 3" },
  { "torus.radix=99;99;99", "torus.radix", DL_SCENARIO_ERROR_CONFLICT, "torus.radix: " },
  /* The key that no longer fits, not the one that was changed. */
  { "torus.radix=2;4;4", "torus.broken-links", DL_SCENARIO_ERROR_CONFLICT, "torus.broken-links: " },
  { "torus.wrap=true;false;true", "torus.broken-channels", DL_SCENARIO_ERROR_CONFLICT,
    "torus.broken-channels: there is no link 0,0,0:y-" },
  { "torus.broken-links+=1,2,2:x+", "torus.broken-links", DL_SCENARIO_ERROR_CONFLICT,
    "1,2,2:x+ is already broken" },
  { "torus.broken-links+=2,2,2:x-", "torus.broken-links", DL_SCENARIO_ERROR_CONFLICT,
    "2,2,2:x- is already broken" },
  { "torus.broken-links+=0,0,0:x+;1,0,0:x-", "torus.broken-links", DL_SCENARIO_ERROR_CONFLICT,
    "two ends of one cable" },
  { "torus.broken-links+=0,0,3:z+", "torus.broken-links", DL_SCENARIO_ERROR_CONFLICT, "mesh" },
  { "torus.broken-links-=0,0,0:x+", "torus.broken-links", DL_SCENARIO_ERROR_CONFLICT,
    "0,0,0:x+ is not in the list" },
  { "torus.broken-channels+=1,2,2:x+", "torus.broken-channels", DL_SCENARIO_ERROR_CONFLICT,
    "cable 1,2,2:x+" },
  { "torus.broken-links+=0,3,0:y+", "torus.broken-channels", DL_SCENARIO_ERROR_CONFLICT,
    "0,0,0:y- is already broken, with the cable 0,3,0:y+" },
  { "torus.broken-nodes+=me", "torus.broken-nodes", DL_SCENARIO_ERROR_VALUE, "cannot read “me”" },
  { "torus.tie+=parity", "torus.tie", DL_SCENARIO_ERROR_VALUE,
    "torus.tie: this key is not a list" },
  { "torus.datelines=4;0;0", "torus.datelines", DL_SCENARIO_ERROR_CONFLICT, "dateline 4" },
  { "traffic.pattern=all-to-one", "traffic.pattern", DL_SCENARIO_ERROR_CONFLICT, "traffic.target" },
  { "scenario.seed=5\ntraffic.load=nan", "traffic.load", DL_SCENARIO_ERROR_VALUE,
    "traffic.load: " },
  { "traffic.pattern=jobs", "traffic.pattern", DL_SCENARIO_ERROR_CONFLICT,
    "jobs is not a pattern of kind=torus (expected one of: uniform, " },
  { "scenario.kind=dragonfly\ntraffic.pattern=tornado", "traffic.pattern",
    DL_SCENARIO_ERROR_CONFLICT, "tornado is not a pattern of kind=dragonfly (expected one of: " },
  { "scenario.kind=dragonfly\ndragonfly.groups=242", "dragonfly.groups", DL_SCENARIO_ERROR_CONFLICT,
    "242 groups are not possible (expected 1 to 241)" },
  { "scenario.kind=dragonfly\ndragonfly.groups=0", "dragonfly.groups", DL_SCENARIO_ERROR_VALUE,
    "out of range" },
  { "scenario.kind=dragonfly\ndragonfly.cables-per-pair=18", "dragonfly.cables-per-pair",
    DL_SCENARIO_ERROR_CONFLICT,
    "18 cables per pair of 15 groups are not possible (expected 1 to 17" },
  { "scenario.kind=dragonfly\ndragonfly.broken-links=0.0.4-0.1.5#0", "dragonfly.broken-links",
    DL_SCENARIO_ERROR_CONFLICT, "no link 0.0.4-0.1.5#0" },
  { "scenario.kind=dragonfly\ndragonfly.broken-links=0.0.4-0.1.4#3", "dragonfly.broken-links",
    DL_SCENARIO_ERROR_CONFLICT, "no link 0.0.4-0.1.4#3" },
  { "dragonfly.broken-links=0.1.4-0.0.4#1;0.0.4-0.1.4#1", "dragonfly.broken-links",
    DL_SCENARIO_ERROR_VALUE, "0.0.4-0.1.4#1 occurs twice" },
  { "scenario.kind=dragonfly\ndragonfly.broken-routers=15.0.0", "dragonfly.broken-routers",
    DL_SCENARIO_ERROR_CONFLICT, "no router 15.0.0" },
  { "scenario.kind=dragonfly\ndragonfly.broken-cables=0-3#6", "dragonfly.broken-cables",
    DL_SCENARIO_ERROR_CONFLICT, "no cable 0-3#6" },
  { "scenario.kind=dragonfly\ntraffic.pattern=jobs\ntraffic.placement=A:9999:3",
    "traffic.placement", DL_SCENARIO_ERROR_CONFLICT, "9999" },
  { "scenario.kind=dragonfly\ndragonfly.interconnect=edison.txt", "dragonfly.interconnect",
    DL_SCENARIO_ERROR_CONFLICT, "“edison.txt” has not been read" },
  { "dragonfly.interconnect=zlib:AAAA", "dragonfly.interconnect", DL_SCENARIO_ERROR_VALUE,
    "(expected a cabling file" },
  { "traffic.pattern=fft", "traffic.pattern", DL_SCENARIO_ERROR_CONFLICT,
    "needs a message length (set traffic.message-bytes" },
  { "traffic.message-bytes=9\ntraffic.pattern=fft\ntraffic.packet-flits=1", "traffic.packet-flits",
    DL_SCENARIO_ERROR_CONFLICT, "no space for messages" },
  { "traffic.pattern=matrix", "traffic.pattern", DL_SCENARIO_ERROR_CONFLICT,
    "needs a communication matrix (set traffic.matrix" },
  { "traffic.pattern=matrix\ntraffic.matrix=a.mtx", "traffic.matrix", DL_SCENARIO_ERROR_CONFLICT,
    "“a.mtx” has not been read" },
  { "traffic.pattern=matrix\ntraffic.matrix=0,64,8\\n", "traffic.matrix",
    DL_SCENARIO_ERROR_CONFLICT, "the matrix has 65 ranks and the placement has 64" },
  { "traffic.pattern=matrix\ntraffic.matrix=0,6,-8\\n", "traffic.matrix",
    DL_SCENARIO_ERROR_CONFLICT, "matrix:1: -8 bytes" },
  { "traffic.pattern=allreduce\ntraffic.message-bytes=8\n"
    "traffic.placement=0,0,0\\n0,0,4\\n",
    "traffic.placement", DL_SCENARIO_ERROR_CONFLICT, "placement:2: " },
};

/* All or nothing. */
static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (DlScenario) scenario = test_parse_scenario (
          "[torus]\nradix=4;4;4\nwrap=true;true;false\nbroken-links=1,2,2:x+\n"
          "broken-channels=0,0,0:y-\n",
          NULL);
      g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
      const DlField *field = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_false (apply (scenario, refused[i].edits, &field, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, DL_SCENARIO_ERROR, (gint) refused[i].code);
      g_assert_true (field == dl_field_find_name (refused[i].field));
      g_assert_true (g_str_has_prefix (error->message, refused[i].field));
      if (strstr (error->message, refused[i].message) == NULL)
        g_error ("“%s” does not say “%s”", error->message, refused[i].message);
      test_assert_equal (scenario, before);
    }
}

/* Do, then undo, is the identity; so is redo; the log's text loses nothing; on every kind of edit.
 */
static void
test_inverse (void)
{
  guint n_done = 0, n_refused = 0;
  guint n_by_op[4] = { 0 };
  DlRng rng;

  dl_rng_init (&rng, 5);
  for (guint i = 0; i < TEST_ROUNDS (400); i++)
    {
      g_autoptr (DlScenario) scenario = test_random_scenario (&rng);

      for (guint j = 0; j < 10; j++)
        {
          g_autoptr (DlScenario) before = dl_scenario_copy (scenario);
          g_autoptr (DlScenario) after = NULL;
          g_autoptr (GPtrArray) edits = test_random_edits (scenario, &rng);
          g_autoptr (GPtrArray) inverse = NULL, back = NULL, read = NULL, read_inverse = NULL;
          g_autofree char *text = dl_edits_to_text (edits);
          g_autofree char *inverse_text = NULL;
          g_autoptr (GError) error = NULL;

          if (!dl_scenario_apply (scenario, edits, &inverse, NULL, &error))
            {
              test_assert_equal (scenario, before);
              g_assert_null (inverse);
              n_refused++;
              continue;
            }
          n_done++;
          for (guint e = 0; e < edits->len; e++)
            n_by_op[((DlEdit *) edits->pdata[e])->op]++;
          g_assert_true (dl_scenario_check (scenario, NULL, NULL));
          after = dl_scenario_copy (scenario);
          g_assert_cmpint (inverse->len == 0, ==, dl_scenario_equal (before, after));

          inverse_text = dl_edits_to_text (inverse);
          read_inverse = dl_edits_from_text (inverse_text, &error);
          g_assert_no_error (error);
          g_assert_true (dl_scenario_apply (scenario, read_inverse, &back, NULL, &error));
          test_assert_equal (scenario, before);

          read = dl_edits_from_text (text, &error);
          g_assert_no_error (error);
          g_assert_true (dl_scenario_apply (scenario, read, NULL, NULL, &error));
          test_assert_equal (scenario, after);

          /* The inverse of the inverse does the same. */
          g_assert_true (dl_scenario_apply (scenario, inverse, NULL, NULL, &error));
          g_assert_true (dl_scenario_apply (scenario, back, NULL, NULL, &error));
          test_assert_equal (scenario, after);
        }
    }
  g_test_message ("%u done, %u refused", n_done, n_refused);
  g_assert_cmpuint (n_done, >, TEST_ROUNDS (2000));
  g_assert_cmpuint (n_refused, >, TEST_ROUNDS (50));
  for (guint op = 0; op < G_N_ELEMENTS (n_by_op); op++)
    g_assert_cmpuint (n_by_op[op], >, TEST_ROUNDS (100));
}

/* From any scenario to any other, but for the extras. */
static void
test_between (void)
{
  DlRng rng;

  dl_rng_init (&rng, 6);
  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (DlScenario) from = test_random_scenario (&rng);
      g_autoptr (DlScenario) to = test_random_scenario (&rng);
      g_autoptr (GPtrArray) edits = dl_edits_between (from, to);
      g_autoptr (GPtrArray) none = NULL;
      g_autoptr (GError) error = NULL;

      dl_scenario_apply (from, edits, NULL, NULL, &error);
      g_assert_no_error (error);
      g_free (from->extras);
      from->extras = g_strdup (to->extras);
      test_assert_equal (from, to);
      none = dl_edits_between (from, to);
      g_assert_cmpuint (none->len, ==, 0);
    }
}

/* One cable more in a long list is one item in the log, not the list. */
static void
test_between_is_short (void)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) inverse = NULL;
  g_autoptr (GPtrArray) edits = NULL;
  g_autofree char *text = NULL;

  apply_edits (scenario, dl_break_at_random (scenario, NULL, "cables", 500, 1));
  edits = dl_break_at_random (scenario, NULL, "cables", 1, 2);
  g_assert_true (dl_scenario_apply (scenario, edits, &inverse, NULL, NULL));
  g_assert_cmpuint (inverse->len, ==, 1);
  text = dl_edits_to_text (inverse);
  g_assert_true (g_str_has_prefix (text, "torus.broken-links-="));
  g_assert_cmpuint (strlen (text), <, 40);
}

static void
test_text (void)
{
  static const char *const lines = "torus.radix=4;4;4\n"
                                   "torus.broken-links+=1,2,2:x+\n"
                                   "torus.broken-nodes-=1,2,2;0,0,0\n"
                                   "!torus.datelines\n"
                                   "scenario.name=\\sa\\nb\\\\c = d\n";
  static const char *const bad[] = {
    "torus.radix", "torus.raddix=1", "=1", "!torus", "!", "x.y=1", ".=", "torus.radix*=1",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) edits = dl_edits_from_text (lines, &error);
  g_autoptr (GPtrArray) none = NULL;
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (edits->len, ==, 5);
  g_assert_cmpint (((DlEdit *) edits->pdata[3])->op, ==, DL_EDIT_UNSET);
  g_assert_null (((DlEdit *) edits->pdata[3])->value);
  g_assert_cmpstr (((DlEdit *) edits->pdata[4])->value, ==, " a\nb\\c = d");
  text = dl_edits_to_text (edits);
  g_assert_cmpstr (text, ==, lines);

  none = dl_edits_from_text ("", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *two = g_strconcat ("scenario.seed=1\n", bad[i], NULL);
      g_autoptr (GError) bad_error = NULL;
      g_assert_null (dl_edits_from_text (two, &bad_error));
      g_assert_true (g_str_has_prefix (bad_error->message, "line 2: "));
    }
  g_assert_null (dl_edits_from_text ("scenario.name=a\\q", &error));
  g_assert_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX);
}

static void
test_assignment (void)
{
  static const struct
  {
    const char *text, *message;
  } bad[] = {
    { "torus.radix", "“torus.radix” has no =" },
    { "torus.raddix=1;1;1", "did you mean torus.radix?" },
    { "tours.radix=1;1;1", "did you mean torus.radix?" },
    { "radix=1;1;1", "did you mean torus.radix?" },
    { "router.load=1", "did you mean traffic.load?" },
    { "torus.colour=red", "the keys of [torus] are radix, wrap, " },
    { "paint.colour=red", "the groups are scenario, torus, router, input-queued, loggops, traffic, "
                          "simulation, dragonfly" },
    { "dragonfly.group=9", "did you mean dragonfly.groups?" },
    { "=1", "unknown key" },
  };
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autoptr (GError) error = NULL;
  const DlEdit *edit;

  /* The shell's text: nothing is escaped. */
  g_assert_true (dl_edits_parse_assignment (edits, "scenario.name=a\\n=b", &error));
  edit = g_ptr_array_index (edits, 0);
  g_assert_cmpstr (edit->value, ==, "a\\n=b");
  g_assert_true (dl_edits_parse_assignment (edits, "torus.broken-links+=1,2,2:x+", &error));
  edit = g_ptr_array_index (edits, 1);
  g_assert_cmpint (edit->op, ==, DL_EDIT_ADD);

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) bad_error = NULL;
      g_assert_false (dl_edits_parse_assignment (edits, bad[i].text, &bad_error));
      g_test_message ("%s", bad_error->message);
      if (strstr (bad_error->message, bad[i].message) == NULL)
        g_error ("“%s” does not say “%s”", bad_error->message, bad[i].message);
    }
  g_assert_cmpuint (edits->len, ==, 2);
}

static DlTorusLinkAt
link_at (const char *text)
{
  DlTorusLinkAt link;

  g_assert_true (dl_torus_link_at_parse (text, &link));
  return link;
}

static void
toggle (DlScenario *scenario, const char *link, gboolean one_direction, const char *cables,
        const char *channels)
{
  apply_edits (scenario, toggle_link_edits (scenario, link_at (link), one_direction));
  test_assert_value (scenario, "torus.broken-links", cables);
  test_assert_value (scenario, "torus.broken-channels", channels);
}

static void
test_toggle (void)
{
  g_autoptr (DlScenario) scenario
      = test_parse_scenario ("[torus]\nradix=4;4;4\nwrap=true;true;false\n", NULL);
  const DlTorusCoord node = { { 1, 2, 3 } };
  g_autoptr (GPtrArray) none = toggle_link_edits (scenario, link_at ("0,0,3:z+"), FALSE);
  g_autoptr (GPtrArray) no_group
      = dl_break_toggle (scenario, NULL, dl_place_group (0), FALSE, NULL);

  /* Nothing there. */
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpuint (no_group->len, ==, 0);

  /* Cables, from either end. */
  toggle (scenario, "0,0,0:x-", FALSE, "3,0,0:x+", "");
  toggle (scenario, "3,0,0:x+", FALSE, "", "");
  toggle (scenario, "1,0,0:x+", FALSE, "1,0,0:x+", "");
  toggle (scenario, "2,0,0:x-", FALSE, "", "");

  /* One direction, and back. */
  toggle (scenario, "0,0,0:x-", TRUE, "", "0,0,0:x-");
  toggle (scenario, "3,0,0:x+", TRUE, "", "0,0,0:x-;3,0,0:x+");
  toggle (scenario, "0,0,0:x-", TRUE, "", "3,0,0:x+");

  /* The cable of a broken direction: breaking takes it in, restoring takes it out. */
  toggle (scenario, "0,0,0:x-", FALSE, "3,0,0:x+", "");
  /* One direction of a broken cable comes back: the other stays broken. */
  toggle (scenario, "3,0,0:x+", TRUE, "", "0,0,0:x-");
  toggle (scenario, "0,0,0:x-", FALSE, "", "");
  /* Both directions by themselves are the cable, too. */
  toggle (scenario, "0,0,0:x-", TRUE, "", "0,0,0:x-");
  toggle (scenario, "3,0,0:x+", TRUE, "", "0,0,0:x-;3,0,0:x+");
  toggle (scenario, "3,0,0:x+", FALSE, "", "");

  apply_edits (scenario, toggle_node_edits (scenario, node));
  test_assert_value (scenario, "torus.broken-nodes", "1,2,3");
  apply_edits (scenario, toggle_node_edits (scenario, node));
  test_assert_value (scenario, "torus.broken-nodes", "");
}

static void
test_break_random (void)
{
  g_autoptr (DlScenario) scenario
      = test_parse_scenario ("[torus]\nradix=4;3;2\nwrap=true;false;true\nbroken-nodes=0,0,0\n"
                             "broken-links=2,1,0:x+\nbroken-channels=1,2,0:z+;3,2,1:z-\n",
                             NULL);
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (DlScenario) before = NULL;
  g_autoptr (GPtrArray) a = dl_break_at_random (scenario, NULL, "cables", 5, 7);
  g_autoptr (GPtrArray) b = dl_break_at_random (scenario, NULL, "cables", 5, 7);
  g_autoptr (GPtrArray) c = dl_break_at_random (scenario, NULL, "cables", 5, 8);
  g_autoptr (GPtrArray) none = NULL;
  g_autofree char *text_a = dl_edits_to_text (a);
  g_autofree char *text_b = dl_edits_to_text (b);
  g_autofree char *text_c = dl_edits_to_text (c);
  g_autoptr (DlTorusNetwork) network = NULL;

  g_assert_cmpstr (text_a, ==, text_b);
  g_assert_cmpstr (text_a, !=, text_c);
  g_assert_cmpuint (a->len, ==, 1);
  apply_edits (scenario, g_steal_pointer (&a));
  g_assert_cmpuint (dl_torus_options (scenario)->spec.broken_cables->len, ==, 6);

  /* All of them: 24 x cables, 16 y, 12 z; less 2 x, 1 y and 1 z at the broken node, and the 2 of
   * which one direction is broken. */
  apply_edits (scenario, dl_break_at_random (scenario, NULL, "cables", 1000, 9));
  g_assert_cmpuint (dl_torus_options (scenario)->spec.broken_cables->len, ==, 24 + 16 + 12 - 4 - 2);
  network = dl_torus_network_new (&dl_torus_options (scenario)->spec, NULL);
  /* Their other direction is left. */
  g_assert_cmpuint (network->n_working_links, ==, 2);
  none = dl_break_at_random (scenario, NULL, "cables", 1, 9);
  g_assert_cmpuint (none->len, ==, 0);

  apply_edits (other, dl_break_at_random (other, NULL, "nodes", 1000, 9));
  g_assert_cmpuint (dl_torus_options (other)->spec.broken_nodes->len, ==, 24);
  before = dl_scenario_copy (other);
  apply_edits (other, dl_break_at_random (other, NULL, "nodes", 0, 9));
  test_assert_equal (other, before);

  apply_edits (other, dl_edits_restore_all (other));
  test_assert_value (other, "torus.broken-nodes", "");
  test_assert_value (other, "torus.broken-links", "");
  test_assert_value (other, "torus.broken-channels", "");
}

/* Every pair of them is as likely as the others. */
static void
test_break_evenly (void)
{
  g_autoptr (DlScenario) scenario = test_parse_scenario ("[torus]\nradix=4;1;1\n", NULL);
  guint n[4][4] = { 0 };

  for (guint seed = 0; seed < 6000; seed++)
    {
      g_autoptr (DlScenario) copy = dl_scenario_copy (scenario);
      const DlTorusLinkAt *cables;

      apply_edits (copy, dl_break_at_random (copy, NULL, "cables", 2, seed));
      g_assert_cmpuint (dl_torus_options (copy)->spec.broken_cables->len, ==, 2);
      cables = (const DlTorusLinkAt *) dl_torus_options (copy)->spec.broken_cables->data;
      n[cables[0].from.at[DL_X]][cables[1].from.at[DL_X]]++;
    }
  for (guint i = 0; i < 4; i++)
    for (guint j = i + 1; j < 4; j++)
      {
        g_assert_cmpuint (n[i][j], >, 850);
        g_assert_cmpuint (n[i][j], <, 1150);
      }
}

static void
reshape (DlScenario *scenario, guint x, guint y, guint z, const char *wraps)
{
  const guint radix[] = { x, y, z };
  const gboolean wrap[] = { wraps[0] == 't', wraps[1] == 't', wraps[2] == 't' };

  apply_edits (scenario, dl_torus_edits_reshape (scenario, radix, wrap));
}

static void
test_reshape (void)
{
  g_autoptr (DlScenario) scenario = test_parse_scenario (
      "[torus]\nradix=8;8;8\ndatelines=7;5;-1\nbroken-links=3,3,3:x+;7,0,0:x+;1,1,7:z+\n"
      "broken-channels=0,2,0:x-;6,6,6:y+\nbroken-nodes=1,1,1;7,7,7\n"
      "[traffic]\ntarget=7,1,6\n",
      NULL);
  g_autoptr (DlScenario) other = dl_scenario_copy (scenario);
  g_autoptr (DlScenario) unset = test_parse_scenario ("[torus]\nradix=8;8;8\n", NULL);

  /* 7 was the last and stays the last; 5 moves in; none stays none. */
  reshape (scenario, 9, 4, 8, "ttf");
  test_assert_value (scenario, "torus.radix", "9;4;8");
  test_assert_value (scenario, "torus.wrap", "true;true;false");
  test_assert_value (scenario, "torus.datelines", "8;3;-1");
  test_assert_value (scenario, "torus.broken-links", "3,3,3:x+;7,0,0:x+");
  test_assert_value (scenario, "torus.broken-channels", "0,2,0:x-");
  test_assert_value (scenario, "torus.broken-nodes", "1,1,1");
  test_assert_value (scenario, "traffic.target", "7,1,6");

  /* Back to a ring, which needs a dateline: in the mesh none was no choice. */
  reshape (scenario, 9, 4, 8, "ttt");
  test_assert_value (scenario, "torus.datelines", "8;3;7");

  /* A position kept through a time as a mesh. */
  reshape (scenario, 9, 8, 8, "tft");
  reshape (scenario, 9, 8, 8, "ttt");
  test_assert_value (scenario, "torus.datelines", "8;7;7");
  g_assert_true (apply (scenario, "torus.datelines=8;2;7", NULL, NULL));
  reshape (scenario, 9, 8, 8, "tft");
  reshape (scenario, 9, 8, 8, "ttt");
  test_assert_value (scenario, "torus.datelines", "8;2;7");

  /* The target goes if nothing needs it, else it moves. */
  reshape (scenario, 2, 2, 2, "ttt");
  g_assert_false (dl_field_is_set (dl_field_find_name ("traffic.target"), scenario));
  g_assert_true (apply (other, "traffic.pattern=all-to-one", NULL, NULL));
  reshape (other, 2, 2, 2, "ttt");
  test_assert_value (other, "traffic.target", "1,1,1");

  /* On a ring of 8, 0,2,0:x- belongs to the cable 7,2,0:x+; on one of 4 to 3,2,0:x+. */
  g_clear_pointer (&other, dl_scenario_free);
  other = test_parse_scenario (
      "[torus]\nradix=8;8;8\nbroken-links=3,2,0:x+\nbroken-channels=0,2,0:x-\n", NULL);
  reshape (other, 4, 8, 8, "ttt");
  test_assert_value (other, "torus.broken-links", "3,2,0:x+");
  test_assert_value (other, "torus.broken-channels", "");

  /* A key that is not stated is not stated afterwards. */
  reshape (unset, 4, 5, 6, "ttt");
  g_assert_false (dl_field_is_set (dl_field_find_name ("torus.datelines"), unset));
  test_assert_value (unset, "torus.datelines", "3;4;5");
}

/* Any shape from any other applies, or is refused for its size or a node that is placed beyond it;
 * the same shape is no edit. */
static void
test_reshape_random (void)
{
  DlRng rng;

  dl_rng_init (&rng, 10);
  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (DlScenario) scenario = test_random_scenario (&rng);
      g_autoptr (GPtrArray) same = NULL;
      g_autoptr (GPtrArray) edits = NULL;
      const DlField *field = NULL;
      guint radix[DL_TORUS_N_DIMS];
      gboolean wrap[DL_TORUS_N_DIMS];

      if (scenario->family != &dl_family_torus)
        continue; /* nobody looks at the torus that it states */
      same = dl_torus_edits_reshape (scenario, dl_torus_options (scenario)->spec.radix,
                                     dl_torus_options (scenario)->spec.wrap);
      g_assert_cmpuint (same->len, ==, 0);
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        {
          radix[dim] = 1 + dl_rng_below (&rng, i % 10 == 0 ? 70 : 8);
          wrap[dim] = dl_rng_below (&rng, 2);
        }
      edits = dl_torus_edits_reshape (scenario, radix, wrap);
      if (!dl_scenario_apply (scenario, edits, NULL, &field, NULL))
        {
          /* A placement may name a node that is no longer there. */
          if (strcmp (field->key, "placement") == 0)
            {
              g_assert_nonnull (strstr (scenario->traffic.placement, "0,0,1"));
              g_assert_cmpuint (radix[DL_Z], ==, 1);
              continue;
            }
          /* A collective of so many ranks may have too many operations. */
          g_assert_true (strcmp (field->key, "radix") == 0
                         || strcmp (field->key, "collective") == 0);
          g_assert_cmpuint (i % 10, ==, 0);
        }
      else
        g_assert_cmpmem (dl_torus_options (scenario)->spec.radix, sizeof radix, radix,
                         sizeof radix);
    }
}

/* Whatever is listed for people has a title of its own. */
static void
test_titles (void)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      const gboolean listed = &fields[i] != dl_field_find_name ("scenario.name")
                              && &fields[i] != dl_field_find_name ("scenario.kind");
      const char *title = dl_field_title (&fields[i]);

      if (listed && title == NULL)
        g_error ("%s.%s has no title", fields[i].group, fields[i].key);
      g_assert_true (listed || title == NULL);
    }
}

/* Edits in the words of the window, without keys. */
static void
test_words (void)
{
  static const struct
  {
    const char *edits, *words;
  } cases[] = {
    { "torus.datelines=-1;0;4", "Datelines in X, Y, Z: off; 0; 4" },
    { "torus.wrap=true;true;false", "Rings in X, Y, Z: yes; yes; no" },
    { "!torus.radix", "Radix in X, Y, Z: 11; 12; 16" },
    { "torus.broken-links+=1,2,2:x+", "Broken: 1,2,2:x+" },
    { "torus.broken-links-=1,2,2:x+", "Working again: 1,2,2:x+" },
    { "scenario.name=Mine", "Name: Mine" },
    { "torus.radix=4;4;4\ntorus.tie=parity",
      "Radix in X, Y, Z: 4; 4; 4\nTies between directions: parity" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) edits = dl_edits_from_text (cases[i].edits, &error);
      g_autofree char *words = NULL;

      g_assert_no_error (error);
      words = dl_edits_describe (edits);
      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

/* Whatever two scenarios differ in: a line for each edit, and what has a title in the window is not
 * called by its id. */
static void
test_words_random (void)
{
  DlRng rng;

  dl_rng_init (&rng, 41);
  for (guint round = 0; round < TEST_ROUNDS (60); round++)
    {
      g_autoptr (DlScenario) from = test_random_scenario (&rng);
      g_autoptr (DlScenario) to = test_random_scenario (&rng);
      g_autoptr (GPtrArray) edits = dl_edits_between (from, to);
      g_autofree char *words = dl_edits_describe (edits);
      g_auto (GStrv) lines = g_strsplit (words, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), ==, edits->len);
      for (guint i = 0; i < edits->len; i++)
        {
          const DlEdit *edit = g_ptr_array_index (edits, i);

          g_autofree char *name = g_strconcat (edit->field->group, ".", NULL);
          g_autofree char *id = g_strconcat (": ", edit->value, NULL);

          g_assert_null (strstr (lines[i], name));
          if (strcmp (edit->field->key, "vc-policy") == 0 && edit->value != NULL)
            g_assert_false (g_str_has_suffix (lines[i], id));
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/edit/apply", test_apply);
  g_test_add_func ("/edit/refused", test_refused);
  g_test_add_func ("/edit/inverse", test_inverse);
  g_test_add_func ("/edit/between", test_between);
  g_test_add_func ("/edit/between-is-short", test_between_is_short);
  g_test_add_func ("/edit/text", test_text);
  g_test_add_func ("/edit/assignment", test_assignment);
  g_test_add_func ("/edit/toggle", test_toggle);
  g_test_add_func ("/edit/break-random", test_break_random);
  g_test_add_func ("/edit/break-evenly", test_break_evenly);
  g_test_add_func ("/edit/reshape", test_reshape);
  g_test_add_func ("/edit/reshape-random", test_reshape_random);
  g_test_add_func ("/edit/titles", test_titles);
  g_test_add_func ("/edit/words", test_words);
  g_test_add_func ("/edit/words-random", test_words_random);
  return g_test_run ();
}
