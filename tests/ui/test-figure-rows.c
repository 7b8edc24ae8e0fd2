/* A figure's table has what its CSV has, field by field: of random texts, and of all figures. */
#include "dl-evaluate.h"
#include "dl-figure-columns.h"
#include "dl-figure-private.h"
#include "dl-figure-rows.h"
#include "dl-rng.h"
#include "dl-scenario-file.h"
#include "test-figure-fixture.h"
#include "metric-fixture.h"

#include <math.h>
#include <string.h>

/* Texts that no CSV takes lightly, and numbers. */
static char *
random_field (DlRng *rng)
{
  static const char *const awkward[]
      = { "",  "#1",  "a,b",   "say \"x\"", "\"",    "two\nlines", "é→ü",
          " ", "1e3", "-0.25", "0x10",      "12672", "nan" };

  if (dl_rng_below (rng, 3) == 0)
    return g_strdup_printf ("%u", (guint) dl_rng_below (rng, 100000));
  return g_strdup (awkward[dl_rng_below (rng, G_N_ELEMENTS (awkward))]);
}

/* What is written with the figures' own writer is read back. */
static void
test_round_trip (void)
{
  DlRng rng;

  dl_rng_init (&rng, 11);
  for (guint round = 0; round < 300; round++)
    {
      const guint n_columns = 1 + dl_rng_below (&rng, 5), n_rows = dl_rng_below (&rng, 6);
      g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GString) csv = g_string_new (NULL);
      g_autoptr (DlFigureRows) rows = NULL;

      for (guint i = 0; i < (n_rows + 1) * n_columns; i++)
        {
          g_autofree char *field = random_field (&rng);

          /* A line of one empty field would be none. */
          g_ptr_array_add (fields, n_columns == 1 && *field == '\0' ? g_strdup ("x")
                                                                    : g_steal_pointer (&field));
          dl_csv_text (csv, g_ptr_array_index (fields, i));
          g_string_append_c (csv, (i + 1) % n_columns == 0 ? '\n' : ',');
          if ((i + 1) % n_columns == 0 && dl_rng_below (&rng, 4) == 0)
            g_string_append (csv, "# a note, \"with\" marks\n");
        }
      rows = dl_figure_rows_new (csv->str);
      g_assert_cmpuint (dl_figure_rows_n_columns (rows), ==, n_columns);
      g_assert_cmpuint (dl_figure_rows_n_rows (rows), ==, n_rows);
      for (guint i = 0; i < n_columns; i++)
        g_assert_cmpstr (dl_figure_rows_title (rows, i), ==, g_ptr_array_index (fields, i));
      for (guint i = n_columns; i < fields->len; i++)
        g_assert_cmpstr (dl_figure_rows_field (rows, i / n_columns - 1, i % n_columns), ==,
                         g_ptr_array_index (fields, i));
    }
}

/* Numbers are numbers in every column or not at all; rows that are too short or too long do no
 * harm.
 */
static void
test_columns (void)
{
  g_autoptr (DlFigureRows) rows
      = dl_figure_rows_new ("name,count,share,some\nx,12672,0.142857142857142849,\ny,,1\n"
                            "# a note\nz,3,0.5,7,8,9");
  g_autoptr (GString) tabbed = g_string_new (NULL);
  g_autofree char *count = NULL, *share = NULL, *nothing = NULL;

  g_assert_cmpuint (dl_figure_rows_n_rows (rows), ==, 3);
  g_assert_false (dl_figure_rows_is_number (rows, 0));
  for (guint i = 1; i < 4; i++)
    g_assert_true (dl_figure_rows_is_number (rows, i));
  g_assert_cmpstr (dl_figure_rows_field (rows, 1, 3), ==, "");
  g_assert_cmpfloat (dl_figure_rows_value (rows, 0, 2), ==, 0.142857142857142849);
  g_assert_true (isnan (dl_figure_rows_value (rows, 1, 1)));
  count = dl_figure_rows_text (rows, 0, 1);
  share = dl_figure_rows_text (rows, 0, 2);
  nothing = dl_figure_rows_text (rows, 1, 1);
  g_assert_cmpstr (count, ==, "12672");
  g_assert_cmpstr (share, ==, "0.1428571");
  g_assert_cmpstr (nothing, ==, "");
  dl_figure_rows_append_tabbed (tabbed, rows, -1);
  dl_figure_rows_append_tabbed (tabbed, rows, 0);
  g_assert_cmpstr (tabbed->str, ==, "name\tcount\tshare\tsome\nx\t12672\t0.142857142857142849\t\n");
}

/* Every figure: as many rows as lines, each with all of its header's fields. */
static void
test_figures (void)
{
  static const char *const edits[] = { NULL };
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", edits);
  guint n, n_tables = 0;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  for (guint i = 0; i < n; i++)
    {
      const DlFigureInput input = test_figure_input (test, figures[i]);
      g_autoptr (GString) csv = g_string_new (NULL);
      g_autoptr (DlFigureRows) rows = NULL;
      g_auto (GStrv) lines = NULL;
      guint n_lines = 0;

      if (figures[i]->needs_sweep)
        continue;
      figures[i]->write_csv (csv, &input);
      rows = dl_figure_rows_of (figures[i], &input);
      lines = g_strsplit (csv->str, "\n", -1);
      for (guint line = 0; lines[line] != NULL; line++)
        n_lines += lines[line][0] != '\0' && lines[line][0] != '#';
      g_assert_cmpuint (dl_figure_rows_n_rows (rows) + 1, ==, n_lines);
      /* These are of a scenario's papers, and of a router that is watched: there is none. */
      if (strcmp (figures[i]->id, "paper-checks") != 0 && strcmp (figures[i]->id, "booksim") != 0
          && strcmp (figures[i]->id, "router") != 0)
        g_assert_cmpuint (dl_figure_rows_n_rows (rows), >, 0);
      for (guint column = 0; column < dl_figure_rows_n_columns (rows); column++)
        g_assert_cmpstr (dl_figure_rows_title (rows, column), !=, "");
      n_tables++;
    }
  g_assert_cmpuint (n_tables, >, 10);
}

/* What people read ----------------------------------------------------------------------------- */

/* A word that is the same in every language: of files, not of people. */
static gboolean
is_machine_word (const char *text)
{
  return g_ascii_islower (*text)
         && text[strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789_-+")] == '\0';
}

/* Names that people gave, or that are not translated. */
static gboolean
has_names (const char *column)
{
  static const char *const names[] = { "id", "unit", "job", NULL };
  return g_strv_contains (names, column);
}

/* Each column has a heading of its own, and each word of the CSV's one for people. */
static void
check_words (const DlFigure *figure, const DlFigureInput *input)
{
  g_autoptr (DlFigureRows) rows = dl_figure_rows_of (figure, input);
  g_autoptr (GHashTable) headings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint column = 0; column < dl_figure_rows_n_columns (rows); column++)
    {
      const char *title = dl_figure_rows_title (rows, column);
      char *heading;

      if (dl_figure_column_find (figure->id, title) == NULL)
        g_error ("%s: column %s has no heading", figure->id, title);
      heading = dl_figure_rows_heading (rows, column);
      g_assert_null (strstr (heading, "%u"));
      g_assert_null (strchr (heading, '_'));
      if (!g_hash_table_add (headings, heading))
        g_error ("%s: two columns are called %s", figure->id, heading);
      for (guint row = 0; row < dl_figure_rows_n_rows (rows) && !has_names (title); row++)
        {
          const char *field = dl_figure_rows_field (rows, row, column);

          if (is_machine_word (field) && dl_figure_rows_word (rows, row, column) == field)
            g_error ("%s: %s in column %s is not for people", figure->id, field, title);
        }
    }
}

/* Alone, and as A beside B. */
static void
check_sides (const DlFigure *figure, DlFigureInput input)
{
  const DlFigureInput other = input;

  check_words (figure, &input);
  if (!figure->compares)
    return;
  input.against = &other;
  for (guint show = 0; show <= DL_SHOW_DIFFERENCE; show++)
    {
      input.show = show;
      check_words (figure, &input);
    }
}

static gboolean
is_table (const DlFigure *figure)
{
  return figure->paper_check == NULL && !figure->needs_sweep;
}

static void
test_headings_torus (void)
{
  static const char *const edits[] = { "torus.broken-links=1,1,1:x+", NULL };
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", edits);
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_torus, &n);

  for (guint i = 0; i < n; i++)
    for (guint m = 0; m < (figures[i]->uses_metric ? 8 : 1) && is_table (figures[i]); m++)
      {
        DlFigureInput input = test_figure_input (test, figures[i]);

        input.metric = dl_family_metric (&dl_family_torus, m);
        check_sides (figures[i], input);
      }
}

static void
test_headings_dragonfly (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", &error);
  g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, &error);
  guint n;
  const DlFigure *const *figures = dl_family_figures (&dl_family_dragonfly, &n);

  g_assert_no_error (error);
  const DlMeasured measured = { .dragonfly = analysis->dragonfly };

  for (guint i = 0; i < n; i++)
    for (guint m = 0; m < (figures[i]->uses_metric ? 9 : 1) && is_table (figures[i]); m++)
      {
        DlFigureInput input = dl_figure_input_default (scenario, analysis);

        input.metric = dl_family_metric (&dl_family_dragonfly, m);
        input.measured = &measured;
        check_sides (figures[i], input);
      }
}

/* A router that is watched has words for all of its parts. */
static void
test_words (void)
{
  static const struct
  {
    const char *figure, *column, *field, *word, *heading;
  } cases[] = {
    { "router", "part", "next_tick_cycles", "cycles to the next tick", "Part" },
    { "router", "wins", "1", "yes", "Wins" },
    { "measured", "part", "x-", "X-", "Links of" },
    { "measured", "part", "blue", "blue", "Links of" },
    { "measured", "vc7", "0.25", "0.25", "VC7, share of flits" },
    { "measured", "analysed_vc3", "0.25", "0.25", "VC3, analyzed share" },
    { "ring-balance", "vc1", "3", "3", "VC1, packets" },
    { "ring-balance", "vc1_b", "3", "3", "B: VC1, packets" },
    { "groups", "to", "all", "all", "To" },
    { "channel-load", "of", "b", "B", "Of A or B" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const DlFigureColumn *column = dl_figure_column_find (cases[i].figure, cases[i].column);
      g_autofree char *heading = dl_figure_column_heading (column, cases[i].column);

      g_assert_cmpstr (heading, ==, cases[i].heading);
      g_assert_cmpstr (dl_figure_column_word (column, cases[i].field), ==, cases[i].word);
    }
  g_assert_null (dl_figure_column_find ("ring-matrix", "vcx"));
  g_assert_null (dl_figure_column_find ("ring-matrix", "loads"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-rows/round-trip", test_round_trip);
  g_test_add_func ("/figure-rows/columns", test_columns);
  g_test_add_func ("/figure-rows/figures", test_figures);
  g_test_add_func ("/figure-rows/headings/torus", test_headings_torus);
  g_test_add_func ("/figure-rows/headings/dragonfly", test_headings_dragonfly);
  g_test_add_func ("/figure-rows/words", test_words);
  return g_test_run ();
}
