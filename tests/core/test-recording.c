/* Recordings as text: what is written is read, and what is no recording is said to be none, by file
 * and line, whoever wrote it. */
#include "dl-recording.h"

#include <string.h>

#define SCENARIO "[scenario]\nformat=1\n\n[torus]\nradix=5;5;5\n"

static DlRecording *
parse (const char *text, gssize length, GError **error)
{
  return dl_recording_parse_in (text, length, "t", (DlScenarioFiles) { 0 }, NULL, error);
}

/* With a random edit per cycle, some of the same. */
static DlRecording *
make (guint n_edits)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_scenario_parse (SCENARIO, -1, "t", NULL, &error);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  DlRecording *recording = dl_recording_new (scenario);
  guint64 cycle = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < n_edits; i++)
    {
      g_autoptr (GPtrArray) edits = dl_edits_new ();
      g_autofree char *load = g_strdup_printf ("0.%d", g_rand_int_range (rand, 1, 10));

      cycle += (guint64) g_rand_int_range (rand, 0, 3);
      dl_edits_add (edits, DL_EDIT_SET, "traffic.load", load);
      if (i % 5 == 0)
        dl_edits_add (edits, DL_EDIT_SET, "torus.broken-links", i % 2 == 0 ? "1,2,3:x+" : "");
      dl_recording_add (recording, cycle, i % 3 == 0 ? "Label “x” = 5\n[edit 7]" : "", edits);
    }
  recording->end = cycle + 100;
  return recording;
}

static void
test_round (void)
{
  g_autoptr (DlRecording) recording = make (200);
  g_autofree char *text = dl_recording_to_text (recording);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlRecording) read = parse (text, -1, &error);
  g_autofree char *again = NULL;

  g_assert_no_error (error);
  again = dl_recording_to_text (read);
  g_assert_cmpstr (again, ==, text);
  g_assert_cmpuint (read->edits->len, ==, 200);
  g_assert_cmpuint (read->end, ==, recording->end);
}

/* Wherever it is cut off, it is refused by line, or what there is is its beginning. */
static void
test_cut_off (void)
{
  g_autoptr (DlRecording) recording = make (12);
  g_autofree char *text = dl_recording_to_text (recording);
  const gsize length = strlen (text);
  guint n_read = 0, n_refused = 0;

  for (gsize i = 0; i < length; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (DlRecording) read = parse (text, (gssize) i, &error);

      if (read == NULL)
        {
          g_assert_true (g_str_has_prefix (error->message, "t:"));
          g_assert_true (g_ascii_isdigit (error->message[2]));
          n_refused++;
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpuint (read->edits->len, <=, recording->edits->len);
      for (guint k = 0; k < read->edits->len; k++)
        g_assert_cmpuint (((DlRecordedEdit *) read->edits->pdata[k])->cycle, <=,
                          ((DlRecordedEdit *) recording->edits->pdata[k])->cycle);
      n_read++;
    }
  g_assert_cmpuint (n_read, >, 0);
  g_assert_cmpuint (n_refused, >, 0);
}

static const struct
{
  const char *text;
  guint line; /* of the message */
  const char *says;
} bad[] = {
  { "[recording]\nend=100\n[edit 60]\ntraffic.load=.1\n[edit 50]\ntraffic.load=.2\n", 10,
    "comes after" },
  { "[recording]\nend=100\n[edit 60]\ntraffic.load=.1\n[edit 60]\ntraffic.load=.2\n", 10, "" },
  { "[recording]\nend=100\n[edit 60 2]\ntraffic.load=.1\n[edit 60 1]\ntraffic.load=.2\n", 10,
    "comes after" },
  { "[recording]\nend=100\n[edit 101]\ntraffic.load=.1\n", 8, "end= in line 7" },
  { "[recording]\n[edit 5]\ntraffic.load=.1\n[edit 101]\ntraffic.load=.2\n[recording]\nend=100\n",
    11, "" },
  { "[recording]\nend=1000000000000000000\n", 7, "recording.end" },
  { "[recording]\nend=1000000000001\n", 7, "recording.end" },
  { "[recording]\nend=-1\n", 7, "recording.end" },
  { "[recording]\nend=99999999999999999999999\n", 7, "recording.end" },
  { "[recording]\nend=1e5\n", 7, "recording.end" },
  { "[recording]\nend=\n", 7, "recording.end" },
  { "[recording]\nresults=many\n", 7, "recording.results" },
  { "[recording]\nresults=99999999999\n", 7, "recording.results" },
  { "[recording]\nseed=1\n", 7, "is not a known key" },
  { "[recording]\n[edit 1000000000000000000]\ntraffic.load=.1\n", 7, "is not an edit’s group" },
  { "[recording]\n[edit -1]\ntraffic.load=.1\n", 7, "is not an edit’s group" },
  { "[recording]\n[edit]\ntraffic.load=.1\n", 7, "is not an edit’s group" },
  { "[recording]\n[edit 1 0]\ntraffic.load=.1\n", 7, "is not an edit’s group" },
  { "[recording]\n[edit 1 2 3]\ntraffic.load=.1\n", 7, "is not an edit’s group" },
  { "[recording]\n[edit 1]\n", 7, "changes nothing" },
  { "[recording]\n[edit 1]\nlabel=Nothing\n", 7, "changes nothing" },
  { "[recording]\n[edit 1]\ntraffic.nothing=1\n", 8, "unknown key" },
  { "[recording]\n[edit 1]\nnothing=1\n", 8, "" },
  { "[recording]\n[edit 1]\ntraffic.load=fast\n", 8, "traffic.load" },
  { "[recording]\n[edit 1]\ntorus.broken-links=7,7,7:x+\n", 8, "torus.broken-links" },
  { "[recording]\n[edit 1]\ntraffic.load=.1\n[edit 2]\ntorus.radix=0;0;0\n", 10, "torus.radix" },
  { "[recording]\n[edit 1]\nlabel=\\q\ntraffic.load=.1\n", 8, "label" },
};

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strconcat (SCENARIO, bad[i].text, NULL);
      g_autofree char *place = g_strdup_printf ("t:%u: ", bad[i].line);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad[i].text);
      g_assert_null (parse (text, -1, &error));
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, place));
      g_assert_nonnull (strstr (error->message, bad[i].says));
      g_assert_null (strchr (error->message, '\n'));
    }
}

static char *
write_edits (guint n)
{
  GString *text = g_string_new (SCENARIO "[recording]\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "[edit %u]\ntraffic.load=.%u\n", i, i % 2 + 1);
  return g_string_free (text, FALSE);
}

/* The most edits that are taken, one more, and far too many. */
static void
test_many (void)
{
  static const guint counts[]
      = { DL_RECORDING_MAX_EDITS, DL_RECORDING_MAX_EDITS + 1, 10 * DL_RECORDING_MAX_EDITS };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *text = write_edits (counts[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (DlRecording) read = parse (text, -1, &error);

      if (i == 0)
        {
          g_assert_no_error (error);
          g_assert_cmpuint (read->edits->len, ==, DL_RECORDING_MAX_EDITS);
          continue;
        }
      g_assert_null (read);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, "t:"));
    }
}

/* The latest cycle that there may be. */
static void
test_late (void)
{
  static const char text[] = SCENARIO "[recording]\nend=1000000000000\n[edit 1000000000000]\n"
                                      "traffic.load=.1\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (DlRecording) read = parse (text, -1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (read->end, ==, DL_RECORDING_MAX_CYCLES);
  g_assert_cmpuint (read->edits->len, ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recording/round", test_round);
  g_test_add_func ("/recording/cut-off", test_cut_off);
  g_test_add_func ("/recording/bad", test_bad);
  g_test_add_func ("/recording/many", test_many);
  g_test_add_func ("/recording/late", test_late);
  return g_test_run ();
}
