/* A figure's table has what its CSV has, field by field: of random texts, and of all figures. */
#include "dl-figure-private.h"
#include "dl-figure-rows.h"
#include "dl-rng.h"
#include "test-figure-fixture.h"

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
  const DlFigure *const *figures = dl_figures (&n);

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
      if (strcmp (figures[i]->id, "paper-checks") != 0 && strcmp (figures[i]->id, "router") != 0)
        g_assert_cmpuint (dl_figure_rows_n_rows (rows), >, 0);
      for (guint column = 0; column < dl_figure_rows_n_columns (rows); column++)
        g_assert_cmpstr (dl_figure_rows_title (rows, column), !=, "");
      n_tables++;
    }
  g_assert_cmpuint (n_tables, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/figure-rows/round-trip", test_round_trip);
  g_test_add_func ("/figure-rows/columns", test_columns);
  g_test_add_func ("/figure-rows/figures", test_figures);
  return g_test_run ();
}
