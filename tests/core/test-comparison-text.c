/* Comparisons as CSV, Markdown, LaTeX and text, which are read back. */
#include "comparison-fixture.h"

#include <string.h>

/* Names that every format has to escape. */
#define NASTY "a|b, \"c\" & 100 % of_it {x} \\ ~^$#*`<d>"

static DlComparison *
written (void)
{
  DlComparison *comparison = dl_comparison_new ();

  comparison_add (comparison, NASTY, MAKE ("torus.vc-policy", "initial", "traffic.load", "0.3"));
  comparison_add (comparison, "plain",
                  MAKE ("torus.vc-policy", "output-crossing", "traffic.load", "0.5"));
  comparison_add (comparison, "can deadlock",
                  MAKE ("torus.datelines", "-1;-1;-1", "traffic.load", "0.5"));
  comparison_complete (comparison, 3);
  return comparison;
}

/* The cells of a line, quotes taken away. */
static GPtrArray *
read_csv_line (const char **at)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) cell = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (;; (*at)++)
    {
      const char c = **at;

      g_assert_true (c != '\0');
      if (c == '"' && quoted && (*at)[1] == '"')
        g_string_append_c (cell, *++*at);
      else if (c == '"')
        quoted = !quoted;
      else if (quoted || (c != ',' && c != '\n'))
        g_string_append_c (cell, c);
      else
        {
          g_ptr_array_add (cells, g_strdup (cell->str));
          g_string_truncate (cell, 0);
          if (c == '\n')
            break;
        }
    }
  (*at)++;
  return cells;
}

static const char *
csv_cell (const GPtrArray *head, const GPtrArray *line, const char *id, const char *suffix)
{
  g_autofree char *name = g_strconcat (id, suffix, NULL);

  for (guint i = 0; i < head->len; i++)
    if (strcmp (g_ptr_array_index (head, i), name) == 0)
      return g_ptr_array_index (line, i);
  return NULL;
}

static void
assert_reads (const char *text, double value)
{
  g_assert_nonnull (text);
  if (isnan (value))
    g_assert_cmpstr (text, ==, "");
  else
    g_assert_true (g_ascii_strtod (text, NULL) == value);
}

static void
test_csv (void)
{
  g_autoptr (DlComparison) comparison = written ();
  guint n;
  g_autofree const DlMeasure **measures = dl_comparison_measures (comparison, TRUE, &n);
  const DlComparisonWrite write = { measures, n, .base = 1 };
  g_autofree char *text = dl_comparison_to_csv (comparison, &write);
  const char *at = text;
  g_autoptr (GPtrArray) head = read_csv_line (&at);

  for (guint i = 0; i < comparison->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (comparison, i);
      const DlComparisonRow *base = dl_comparison_row (comparison, 1);
      g_autoptr (GPtrArray) line = read_csv_line (&at);

      g_assert_cmpuint (line->len, ==, head->len);
      g_assert_cmpstr (csv_cell (head, line, "scenario", ""), ==, row->name);
      g_assert_cmpstr (csv_cell (head, line, "from", ""), ==, "test");
      g_assert_cmpstr (csv_cell (head, line, "kind", ""), ==, "torus");
      g_assert_cmpstr (csv_cell (head, line, "runs", ""), ==, "3");
      for (guint j = 0; j < n; j++)
        {
          const char *id = measures[j]->id;
          const DlEstimate estimate = dl_comparison_get (row, measures[j]);
          const DlRowDifference difference = dl_comparison_difference (row, base, measures[j]);

          assert_reads (csv_cell (head, line, id, ""), estimate.mean);
          assert_reads (csv_cell (head, line, id, "_difference"), difference.absolute);
          assert_reads (csv_cell (head, line, id, "_relative"), difference.relative);
          g_assert_cmpstr (csv_cell (head, line, id, "_differs"), ==,
                           difference.differs == DL_DIFFERS_UNKNOWN ? ""
                           : difference.differs == DL_DIFFERS_YES   ? "1"
                                                                    : "0");
          if (!measures[j]->simulated)
            {
              g_assert_null (csv_cell (head, line, id, "_interval"));
              continue;
            }
          assert_reads (csv_cell (head, line, id, "_interval"), estimate.reach);
          assert_reads (csv_cell (head, line, id, "_difference_interval"), difference.reach);
        }
    }
  g_assert_cmpstr (at, ==, "");
}

/* The cells of a table's line between marks that are not behind a backslash, without those. */
static GPtrArray *
read_cells (const char *line, char mark)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  GString *cell = g_string_new (NULL);

  for (; *line != '\0'; line++)
    if (*line == '\\' && g_ascii_ispunct (line[1]))
      g_string_append_c (cell, *++line);
    else if (*line == mark)
      {
        g_ptr_array_add (cells, g_strstrip (g_string_free (cell, FALSE)));
        cell = g_string_new (NULL);
      }
    else
      g_string_append_c (cell, *line);
  g_ptr_array_add (cells, g_strstrip (g_string_free (cell, FALSE)));
  return cells;
}

/* @cell begins with what @row comes to in @measure, and is marked as best by @best. */
static void
check_cell (const DlComparison *comparison, const char *cell, guint row, const DlMeasure *measure,
            const char *best)
{
  const DlComparisonRow *that = dl_comparison_row (comparison, row);
  g_autofree char *value
      = dl_measure_format_plain (measure, dl_comparison_get (that, measure).mean);
  const gboolean marked = g_str_has_prefix (cell, best);

  g_assert_cmpint (marked, ==, dl_comparison_is_best (comparison, that, measure));
  g_assert_true (g_str_has_prefix (cell + (marked ? strlen (best) : 0), value));
  g_assert_cmpint (
      strstr (cell, "*)") != NULL, ==,
      row != 0
          && dl_comparison_difference (that, dl_comparison_row (comparison, 0), measure).differs
                 == DL_DIFFERS_YES);
}

static void
test_markdown (gconstpointer data)
{
  /* Few measures are columns, many are rows. */
  const gboolean many = data != NULL;
  g_autoptr (DlComparison) comparison = written ();
  guint n;
  g_autofree const DlMeasure **all = dl_comparison_measures (comparison, TRUE, &n);
  const DlMeasure *few[] = { dl_measure_find ("latency_mean"), dl_measure_find ("deadlock_free") };
  const DlComparisonWrite write
      = { many ? all : few, many ? n : G_N_ELEMENTS (few), .base = 0, .title = "Title *" };
  g_autofree char *text = dl_comparison_to_markdown (comparison, &write);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  const guint n_lines = many ? n : 3;

  g_assert_cmpstr (lines[0], ==, "**Title \\***");
  g_assert_cmpstr (lines[1], ==, "");
  for (guint i = 0; i < n_lines; i++)
    {
      g_autoptr (GPtrArray) cells = read_cells (lines[4 + i], '|');

      g_assert_cmpuint (cells->len, ==, (many ? 3 : write.n_measures) + 3);
      if (!many)
        {
          g_autofree char *name
              = g_strconcat (dl_comparison_row (comparison, i)->name, i == 2 ? " ‡" : "", NULL);

          g_assert_cmpstr (g_ptr_array_index (cells, 1), ==, name);
        }
      else
        g_assert_true (g_str_has_prefix (g_ptr_array_index (cells, 1), write.measures[i]->title));
      for (guint j = 0; j + 3 < cells->len; j++)
        check_cell (comparison, g_ptr_array_index (cells, j + 2), many ? j : i,
                    write.measures[many ? i : j], "**");
    }
  g_assert_cmpstr (lines[4 + n_lines], ==, "");
  g_assert_nonnull (strstr (lines[5 + n_lines], "95% confidence interval"));
  g_assert_nonnull (strstr (lines[5 + n_lines], "excludes 0"));
}

/* Back from LaTeX, as far as it goes here. */
static char *
from_latex (const char *text)
{
  static const char *const pairs[][2] = {
    { "\\textbackslash{}", "\\" },
    { "\\textasciitilde{}", "~" },
    { "\\textasciicircum{}", "^" },
    { "\\textless{}", "<" },
    { "\\textgreater{}", ">" },
    { "\\textbar{}", "|" },
    { "\\textquotedbl{}", "\"" },
    { "\\textbf{", "@" },
    { "$\\pm$", "±" },
    { "$-$", "-" },
    { "$+$", "+" },
    { "$\\infty$", "∞" },
    { "\\&", "&" },
    { "\\%", "%" },
    { "\\#", "#" },
    { "\\_", "_" },
    { "\\{", "{" },
    { "\\}", "}" },
    { "\\$", "$" },
    { "--", "–" },
    { "\\textdagger{}", "†" },
    { "\\textdaggerdbl{}", "‡" },
  };
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (pairs) && !g_str_has_prefix (text, pairs[i][0]))
        i++;
      if (i < G_N_ELEMENTS (pairs))
        {
          g_string_append (out, pairs[i][1]);
          text += strlen (pairs[i][0]);
          continue;
        }
      /* Nothing else that LaTeX would take for more than a letter. */
      g_assert_null (strchr ("\\$#%_^~{&", *text));
      g_string_append_c (out, *text++);
    }
  return g_string_free (out, FALSE);
}

static void
test_latex (void)
{
  g_autoptr (DlComparison) comparison = written ();
  const DlMeasure *few[] = { dl_measure_find ("latency_mean"), dl_measure_find ("deadlock_free"),
                             dl_measure_find ("vc_balance_mean_x") };
  const DlComparisonWrite write = { few, G_N_ELEMENTS (few), .base = 0 };
  g_autofree char *text = dl_comparison_to_latex (comparison, &write);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  static const char *const frame[]
      = { "% \\usepackage{booktabs}", "\\begin{tabular}{lrrr}", "\\toprule" };

  for (guint i = 0; i < G_N_ELEMENTS (frame); i++)
    g_assert_cmpstr (lines[i], ==, frame[i]);
  g_assert_cmpstr (lines[4], ==, "\\midrule");
  g_assert_cmpstr (lines[8], ==, "\\bottomrule");
  g_assert_cmpstr (lines[9], ==, "\\end{tabular}");
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *line = g_strdup (lines[5 + i]);
      g_auto (GStrv) cells = NULL;
      g_autofree char *name = NULL;

      g_assert_true (g_str_has_suffix (line, " \\\\"));
      line[strlen (line) - 3] = '\0';
      cells = g_strsplit (line, " & ", -1);
      g_assert_cmpuint (g_strv_length (cells), ==, 4);
      name = from_latex (cells[0]);
      g_assert_true (g_str_has_prefix (name, dl_comparison_row (comparison, i)->name));
      g_assert_cmpint (g_str_has_suffix (name, " ‡"), ==, i == 2);
      for (guint j = 0; j < 3; j++)
        {
          g_autofree char *cell = from_latex (cells[j + 1]);

          check_cell (comparison, cell, i, few[j], "@");
        }
    }
}

static void
test_text (void)
{
  g_autoptr (DlComparison) comparison = written ();
  guint n;
  g_autofree const DlMeasure **all = dl_comparison_measures (comparison, FALSE, &n);
  const DlComparisonWrite write = { all, n, .base = G_MAXUINT };
  g_autofree char *text = dl_comparison_to_text (comparison, &write);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  g_assert_true (g_str_has_prefix (lines[0], "Measure"));
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (g_str_has_prefix (lines[i + 1], all[i]->title));
      for (guint row = 0; row < 3; row++)
        {
          g_autofree char *value = dl_measure_format_plain (
              all[i], dl_comparison_get (dl_comparison_row (comparison, row), all[i]).mean);

          g_assert_nonnull (strstr (lines[i + 1], value));
        }
    }
  g_assert_cmpstr (lines[n + 1], ==, "");
  g_assert_cmpstr (lines[n + 2], ==,
                   "◂ is the best value. ‡ Routes can deadlock. A marked scenario is "
                   "never the best.");
}

int
main (int argc, char **argv)
{
  g_setenv ("LC_ALL", "C.UTF-8", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/comparison-text/csv", test_csv);
  g_test_add_data_func ("/comparison-text/markdown/few", NULL, test_markdown);
  g_test_add_data_func ("/comparison-text/markdown/many", "", test_markdown);
  g_test_add_func ("/comparison-text/latex", test_latex);
  g_test_add_func ("/comparison-text/text", test_text);
  return g_test_run ();
}
