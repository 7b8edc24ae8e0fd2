/* A figure's table has what its CSV has, in words for people. */
#include "dl-evaluate.h"
#include "dl-figure-private.h"
#include "dl-scenario-file.h"
#include "test-figure-fixture.h"
#include "metric-fixture.h"

#include <string.h>

/* Every figure: as many rows as lines, and names of all columns. */
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
      g_autoptr (DlRecord) record = NULL;
      g_auto (GStrv) lines = NULL;
      guint n_lines = 0;

      if (figures[i]->needs_sweep)
        continue;
      dl_figure_append_csv (csv, figures[i], &input);
      record = dl_figure_numbers (figures[i], &input);
      lines = g_strsplit (csv->str, "\n", -1);
      for (guint line = 0; lines[line] != NULL; line++)
        n_lines += lines[line][0] != '\0' && lines[line][0] != '#';
      g_assert_cmpuint (dl_record_n_rows (record) + 1, ==, n_lines);
      /* These are of a scenario's papers, and of a router that is watched: there is none. */
      if (strcmp (figures[i]->id, "paper-checks") != 0 && strcmp (figures[i]->id, "booksim") != 0
          && strcmp (figures[i]->id, "router") != 0)
        g_assert_cmpuint (dl_record_n_rows (record), >, 0);
      for (guint column = 0; column < dl_record_n_columns (record); column++)
        g_assert_cmpstr (dl_record_id (record, column), !=, "");
      n_tables++;
    }
  g_assert_cmpuint (n_tables, >, 10);
}

/* Text for people ------------------------------------------------------------------------------ */

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

/* Each column has a title of its own, and each word of the CSV's one for people. */
static void
check_words (const DlFigure *figure, const DlFigureInput *input)
{
  g_autoptr (DlRecord) record = dl_figure_numbers (figure, input);
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < dl_record_n_columns (record); i++)
    {
      const DlTableColumn *column = dl_record_column (record, i);
      const char *id = dl_record_id (record, i);
      char *title;

      if (column->title == NULL)
        g_error ("%s: column %s has no title", figure->id, id);
      title = dl_record_title (record, i);
      g_assert_null (strstr (title, "%u"));
      g_assert_null (strchr (title, '_'));
      if (!g_hash_table_add (titles, title))
        g_error ("%s: two columns are called %s", figure->id, title);
      for (guint row = 0;
           row < dl_record_n_rows (record) && column->type == DL_COLUMN_TEXT && !has_names (id);
           row++)
        {
          const DlCell *cell = dl_record_cell (record, row, i);

          if (cell->state == DL_CELL_EXACT && cell->shown == NULL && is_machine_word (cell->text))
            g_error ("%s: %s in column %s is not for people", figure->id, cell->text, id);
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
  const DlMeasured measured = { .kind = &dl_counters_kind_cascade };

  for (guint i = 0; i < n; i++)
    for (guint m = 0; m < (figures[i]->uses_metric ? 9 : 1) && is_table (figures[i]); m++)
      {
        DlFigureInput input = dl_figure_input_default (scenario, analysis);

        input.metric = dl_family_metric (&dl_family_dragonfly, m);
        input.measured = &measured;
        check_sides (figures[i], input);
      }
}

/* Check @figure's numbers: the title of column @id, and the word for @plain (nullable) there. */
static void
assert_says (const char *figure, const DlFigureInput *input, const char *id, const char *title,
             const char *plain, const char *word)
{
  const DlFigure *of = dl_figure_find (figure);
  g_autoptr (DlRecord) record = dl_figure_numbers (of, input);

  for (guint i = 0; i < dl_record_n_columns (record); i++)
    {
      g_autofree char *said = dl_record_title (record, i);

      if (strcmp (dl_record_id (record, i), id) != 0)
        continue;
      g_assert_cmpstr (said, ==, title);
      if (plain == NULL)
        return;
      for (guint row = 0; row < dl_record_n_rows (record); row++)
        {
          const DlCell *cell = dl_record_cell (record, row, i);
          g_autofree char *field = dl_table_cell_plain (dl_record_column (record, i), cell);
          g_autofree char *shown = dl_table_cell_text (dl_record_column (record, i), cell);

          if (strcmp (field, plain) != 0)
            continue;
          g_assert_cmpstr (shown, ==, word);
          return;
        }
    }
  g_error ("%s: no %s in column %s", figure, plain, id);
}

static void
test_words (void)
{
  static const char *const edits[] = { NULL };
  g_autoptr (TestFigure) test = test_figure_new ("torus-5x5x5", edits);
  g_autoptr (GError) error = NULL;
  g_autoptr (DlScenario) scenario = dl_preset_load ("cascade-2", &error);
  g_autoptr (DlDragonflyAnalysis) analysis = dl_dragonfly_evaluate (scenario, NULL, NULL, &error);
  DlMeasured measured = { .n_parts = 1, .n_vcs = DL_ARIES_VCS };
  DlFigureInput input = test_figure_input (test, dl_figure_find ("ring-balance"));
  DlFigureInput against = input, groups;

  g_assert_no_error (error);
  assert_says ("ring-balance", &input, "vc1", "VC1, packets", NULL, NULL);
  input.against = &against;
  input.show = DL_SHOW_DIFFERENCE;
  assert_says ("ring-balance", &input, "vc1_b", "B: VC1, packets", NULL, NULL);
  assert_says ("channel-load", &input, "of", "Of A or B", "b", "B");
  groups = dl_figure_input_default (scenario, analysis);
  assert_says ("groups", &groups, "to", "To", "all", "all");
  measured.kind = &dl_counters_kind_cascade;
  measured.n_analyzed_vcs = DL_DRAGONFLY_VCS;
  groups.measured = &measured;
  assert_says ("measured", &groups, "part", "Links of", "green", dl_link_class_title (0));
  assert_says ("measured", &groups, "vc7", "VC7, share of flits", "", "-");
  assert_says ("measured", &groups, "analysed_vc3", "VC3, analyzed share", "0", "0");
  measured.kind = &dl_counters_kind_torus;
  assert_says ("measured", &groups, "part", "Links of", "x+", "X+");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-rows/figures", test_figures);
  g_test_add_func ("/figure-rows/headings/torus", test_headings_torus);
  g_test_add_func ("/figure-rows/headings/dragonfly", test_headings_dragonfly);
  g_test_add_func ("/figure-rows/words", test_words);
  return g_test_run ();
}
