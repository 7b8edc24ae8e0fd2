/* A comparison as a text: CSV for programs, tables for people. */
#include "dl-comparison.h"

#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

static const DlComparisonRow *
base_of (const DlComparison *self, const DlComparisonWrite *write)
{
  return write->base < self->rows->len ? dl_comparison_row (self, write->base) : NULL;
}

/* Has any row more than one run? */
static gboolean
has_intervals (const DlComparison *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    if (dl_comparison_row (self, i)->runs->len > 1)
      return TRUE;
  return FALSE;
}

/* CSV ------------------------------------------------------------------------------------------ */

static void
add_csv_text (GString *out, const char *text)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *doubled = NULL;

  if (strpbrk (text, ",\"\r\n") == NULL)
    {
      g_string_append (out, text);
      return;
    }
  parts = g_strsplit (text, "\"", -1);
  doubled = g_strjoinv ("\"\"", parts);
  g_string_append_printf (out, "\"%s\"", doubled);
}

static void
add_csv_number (GString *out, double value)
{
  g_autofree char *number = isnan (value) ? NULL : dl_value_format_double (value);

  g_string_append_c (out, ',');
  if (number != NULL)
    g_string_append (out, number);
}

static void
add_csv_differs (GString *out, DlDiffers differs)
{
  g_string_append (out, differs == DL_DIFFERS_UNKNOWN ? ","
                        : differs == DL_DIFFERS_YES   ? ",1"
                                                      : ",0");
}

char *
dl_comparison_to_csv (const DlComparison *self, const DlComparisonWrite *write)
{
  const DlComparisonRow *base = base_of (self, write);
  const gboolean intervals = has_intervals (self);
  GString *out = g_string_new ("scenario,from,kind,runs");

  for (guint i = 0; i < write->n_measures; i++)
    {
      const DlMeasure *measure = write->measures[i];
      const gboolean interval = intervals && measure->simulated;

      g_string_append_printf (out, ",%s", measure->id);
      if (interval)
        g_string_append_printf (out, ",%s_interval", measure->id);
      if (base == NULL)
        continue;
      g_string_append_printf (out, ",%s_difference", measure->id);
      if (interval)
        g_string_append_printf (out, ",%s_difference_interval", measure->id);
      g_string_append_printf (out, ",%s_relative,%s_differs", measure->id, measure->id);
    }
  g_string_append_c (out, '\n');

  for (guint i = 0; i < self->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (self, i);

      add_csv_text (out, row->name);
      g_string_append_c (out, ',');
      add_csv_text (out, row->origin != NULL ? row->origin : "");
      g_string_append_printf (out, ",%s,%u",
                              row->scenario->kind == DL_KIND_TORUS ? "torus" : "dragonfly",
                              row->runs->len);
      for (guint j = 0; j < write->n_measures; j++)
        {
          const DlMeasure *measure = write->measures[j];
          const gboolean interval = intervals && measure->simulated;
          const DlEstimate estimate = dl_comparison_get (row, measure);
          DlRowDifference difference;

          add_csv_number (out, estimate.mean);
          if (interval)
            add_csv_number (out, estimate.reach);
          if (base == NULL)
            continue;
          difference = dl_comparison_difference (row, base, measure);
          add_csv_number (out, difference.absolute);
          if (interval)
            add_csv_number (out, difference.reach);
          add_csv_number (out, difference.relative);
          add_csv_differs (out, difference.differs);
        }
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Tables --------------------------------------------------------------------------------------- */

typedef struct
{
  char *text;
  gboolean best;
} Cell;

/* Before any syntax: a head line, a head column, and numbers. */
typedef struct
{
  guint n_lines, n_columns;
  Cell *cells; /* (n_lines x n_columns) */
  gboolean any_best, any_star, intervals;
} Grid;

static Cell *
cell_at (const Grid *grid, guint line, guint column)
{
  return &grid->cells[line * grid->n_columns + column];
}

static void
grid_free (Grid *grid)
{
  for (guint i = 0; i < grid->n_lines * grid->n_columns; i++)
    g_free (grid->cells[i].text);
  g_free (grid->cells);
  g_free (grid);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Grid, grid_free)

/* "478.6 ± 12.0 (+3.1 %*)" */
static char *
cell_text (const DlComparisonRow *row, const DlComparisonRow *base, const DlMeasure *measure,
           Grid *grid)
{
  const DlEstimate estimate = dl_comparison_get (row, measure);
  g_autofree char *value
      = dl_measure_format_interval (measure, estimate.mean, estimate.reach, TRUE);
  GString *text = g_string_new (value);
  DlRowDifference difference;

  grid->intervals = grid->intervals || isfinite (estimate.reach);
  if (base == NULL || row == base)
    return g_string_free (text, FALSE);
  difference = dl_comparison_difference (row, base, measure);
  if (measure->type == DL_MEASURE_FLAG)
    {
      if (difference.differs != DL_DIFFERS_YES)
        return g_string_free (text, FALSE);
      g_string_append (text, " (");
    }
  else if (difference.absolute == 0)
    g_string_append (text, " (=");
  else if (isfinite (difference.relative))
    {
      char number[32];

      g_ascii_formatd (number, sizeof number, "%+.1f", 100 * difference.relative);
      g_string_append_printf (text, " (%s %%", number);
    }
  else if (isfinite (difference.absolute))
    {
      g_autofree char *number = dl_measure_format_plain (measure, difference.absolute);

      g_string_append_printf (text, " (%s%s", difference.absolute > 0 ? "+" : "", number);
    }
  else
    return g_string_free (text, FALSE);
  if (difference.differs == DL_DIFFERS_YES)
    {
      g_string_append_c (text, '*');
      grid->any_star = TRUE;
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static Grid *
grid_new (const DlComparison *self, const DlComparisonWrite *write)
{
  const guint n_rows = self->rows->len, n_measures = write->n_measures;
  const gboolean measures_down = n_measures > n_rows;
  const DlComparisonRow *base = base_of (self, write);
  Grid *grid = g_new0 (Grid, 1);

  grid->n_lines = 1 + (measures_down ? n_measures : n_rows);
  grid->n_columns = 1 + (measures_down ? n_rows : n_measures);
  grid->cells = g_new0 (Cell, grid->n_lines * grid->n_columns);
  cell_at (grid, 0, 0)->text = g_strdup (measures_down ? _ ("Measure") : _ ("Scenario"));
  for (guint i = 0; i < n_rows; i++)
    (measures_down ? cell_at (grid, 0, i + 1) : cell_at (grid, i + 1, 0))->text
        = g_strdup (dl_comparison_row (self, i)->name);
  for (guint j = 0; j < n_measures; j++)
    (measures_down ? cell_at (grid, j + 1, 0) : cell_at (grid, 0, j + 1))->text
        = dl_comparison_title (self, write->measures[j]);
  for (guint i = 0; i < n_rows; i++)
    for (guint j = 0; j < n_measures; j++)
      {
        Cell *cell = measures_down ? cell_at (grid, j + 1, i + 1) : cell_at (grid, i + 1, j + 1);
        const DlComparisonRow *row = dl_comparison_row (self, i);

        cell->text = cell_text (row, base, write->measures[j], grid);
        cell->best = dl_comparison_is_best (self, row, write->measures[j]);
        grid->any_best = grid->any_best || cell->best;
      }
  return grid;
}

/* What the marks mean: a sentence each, those that are needed. @best: how the best is marked. */
static char *
notes (const DlComparison *self, const DlComparisonWrite *write, const Grid *grid, const char *best)
{
  const DlComparisonRow *base = base_of (self, write);
  GString *text = g_string_new (NULL);

  if (grid->intervals)
    g_string_append (text, _ ("± reaches to the ends of the 95 % interval of the mean."));
  if (grid->any_best)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", best);
  if (base != NULL)
    {
      g_string_append_printf (text, "%s", text->len > 0 ? " " : "");
      /* Translators: a scenario's name */
      g_string_append_printf (text, _ ("In brackets, the difference from “%s”."), base->name);
      if (grid->any_star)
        g_string_append_printf (text, " %s %s", _ ("An asterisk: it differs."),
                                dl_comparison_rule ());
    }
  return g_string_free (text, FALSE);
}

/* Markdown ------------------------------------------------------------------------------------- */

/* @specials each after a backslash. */
static char *
escape_by (const char *text, const char *specials, const char *escape)
{
  GString *out = g_string_new (NULL);

  for (; *text != '\0'; text++)
    {
      if (strchr (specials, *text) != NULL)
        g_string_append (out, escape);
      g_string_append_c (out, *text == '\n' || *text == '\r' ? ' ' : *text);
    }
  return g_string_free (out, FALSE);
}

static char *
escape_markdown (const char *text)
{
  return escape_by (text, "\\|*_`<>[]#", "\\");
}

char *
dl_comparison_to_markdown (const DlComparison *self, const DlComparisonWrite *write)
{
  g_autoptr (Grid) grid = grid_new (self, write);
  g_autofree char *note = notes (self, write, grid, _ ("The best value is bold."));
  GString *out = g_string_new (NULL);

  if (write->title != NULL)
    {
      g_autofree char *title = escape_markdown (write->title);

      g_string_append_printf (out, "**%s**\n\n", title);
    }
  for (guint line = 0; line < grid->n_lines; line++)
    {
      for (guint column = 0; column < grid->n_columns; column++)
        {
          const Cell *cell = cell_at (grid, line, column);
          g_autofree char *text = escape_markdown (cell->text);

          g_string_append_printf (out, cell->best ? "| **%s** " : "| %s ", text);
        }
      g_string_append (out, "|\n");
      if (line > 0)
        continue;
      for (guint column = 0; column < grid->n_columns; column++)
        g_string_append (out, column == 0 ? "| --- " : "| ---: ");
      g_string_append (out, "|\n");
    }
  if (*note != '\0')
    {
      g_autofree char *text = escape_markdown (note);

      g_string_append_printf (out, "\n%s\n", text);
    }
  return g_string_free (out, FALSE);
}

/* LaTeX ---------------------------------------------------------------------------------------- */

static const struct
{
  const char *text, *latex;
} latex_specials[] = {
  { "\\", "\\textbackslash{}" },
  { "~", "\\textasciitilde{}" },
  { "^", "\\textasciicircum{}" },
  { "<", "\\textless{}" },
  { ">", "\\textgreater{}" },
  { "|", "\\textbar{}" },
  { "\"", "\\textquotedbl{}" },
  { "#", "\\#" },
  { "$", "\\$" },
  { "%", "\\%" },
  { "&", "\\&" },
  { "_", "\\_" },
  { "{", "\\{" },
  { "}", "\\}" },
  { "±", "$\\pm$" },
  { "∞", "$\\infty$" },
  { "−", "$-$" },
  { "–", "--" },
  { "“", "``" },
  { "”", "''" },
  { "’", "'" },
  { "\n", " " },
  { "\r", " " },
};

static char *
escape_latex (const char *text)
{
  GString *out = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *latex = NULL;

      for (guint i = 0; latex == NULL && i < G_N_ELEMENTS (latex_specials); i++)
        if (g_str_has_prefix (text, latex_specials[i].text))
          {
            latex = latex_specials[i].latex;
            text += strlen (latex_specials[i].text);
          }
      if (latex != NULL)
        g_string_append (out, latex);
      else
        g_string_append_c (out, *text++);
    }
  return g_string_free (out, FALSE);
}

/* In a cell a number's sign is one, and not a hyphen. */
static char *
escape_latex_number (const char *text)
{
  g_autofree char *escaped = escape_latex (text);
  GString *out = g_string_new (NULL);

  for (const char *at = escaped; *at != '\0'; at++)
    if (*at == '-' && g_ascii_isdigit (at[1]))
      g_string_append (out, "$-$");
    else if (*at == '+' && g_ascii_isdigit (at[1]))
      g_string_append (out, "$+$");
    else
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}

char *
dl_comparison_to_latex (const DlComparison *self, const DlComparisonWrite *write)
{
  g_autoptr (Grid) grid = grid_new (self, write);
  g_autofree char *note = notes (self, write, grid, _ ("The best value is bold."));
  GString *out = g_string_new ("% \\usepackage{booktabs}\n");

  if (write->title != NULL)
    {
      g_autofree char *title = escape_by (write->title, "", "");

      g_string_append_printf (out, "%% %s\n", title);
    }
  g_string_append (out, "\\begin{tabular}{l");
  for (guint column = 1; column < grid->n_columns; column++)
    g_string_append_c (out, 'r');
  g_string_append (out, "}\n\\toprule\n");
  for (guint line = 0; line < grid->n_lines; line++)
    {
      for (guint column = 0; column < grid->n_columns; column++)
        {
          const Cell *cell = cell_at (grid, line, column);
          g_autofree char *text = line > 0 && column > 0 ? escape_latex_number (cell->text)
                                                         : escape_latex (cell->text);

          g_string_append_printf (out, cell->best ? "%s\\textbf{%s}" : "%s%s",
                                  column > 0 ? " & " : "", text);
        }
      g_string_append (out, line == 0 ? " \\\\\n\\midrule\n" : " \\\\\n");
    }
  g_string_append (out, "\\bottomrule\n\\end{tabular}\n");
  if (*note != '\0')
    {
      g_autofree char *text = escape_latex (note);

      g_string_append_printf (out, "\\par\\smallskip\n{\\footnotesize %s\\par}\n", text);
    }
  return g_string_free (out, FALSE);
}

/* Plain text ----------------------------------------------------------------------------------- */

/* Columns on a screen: wide characters are two. */
static guint
width_of (const char *text)
{
  guint width = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      const gunichar c = g_utf8_get_char (text);

      width += g_unichar_iszerowidth (c) ? 0 : g_unichar_iswide (c) ? 2 : 1;
    }
  return width;
}

static void
add_padding (GString *out, guint n)
{
  g_string_append_printf (out, "%*s", (int) n, "");
}

/* The best has a mark behind it, for which the others have room. */
static char *
plain_text (const Cell *cell)
{
  g_autofree char *text = escape_by (cell->text, "", "");

  return g_strconcat (text, cell->best ? " ◂" : "", NULL);
}

char *
dl_comparison_to_text (const DlComparison *self, const DlComparisonWrite *write)
{
  g_autoptr (Grid) grid = grid_new (self, write);
  g_autofree char *note = notes (self, write, grid, _ ("◂ is the best value."));
  g_autofree guint *widths = g_new0 (guint, grid->n_columns);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < grid->n_lines * grid->n_columns; i++)
    {
      const guint column = i % grid->n_columns;
      g_autofree char *text = plain_text (&grid->cells[i]);

      widths[column]
          = MAX (widths[column], width_of (text) + (column > 0 && !grid->cells[i].best ? 2 : 0));
    }
  if (write->title != NULL)
    g_string_append_printf (out, "%s\n\n", write->title);
  for (guint line = 0; line < grid->n_lines; line++)
    {
      for (guint column = 0; column < grid->n_columns; column++)
        {
          const Cell *cell = cell_at (grid, line, column);
          g_autofree char *text = plain_text (cell);
          const guint behind = column > 0 && !cell->best ? 2 : 0;
          const guint before = widths[column] - width_of (text) - behind;

          if (column > 0)
            add_padding (out, 2 + before);
          g_string_append (out, text);
          add_padding (out, column > 0 ? behind : before);
        }
      while (out->str[out->len - 1] == ' ')
        g_string_truncate (out, out->len - 1);
      g_string_append_c (out, '\n');
    }
  if (*note != '\0')
    g_string_append_printf (out, "\n%s\n", note);
  return g_string_free (out, FALSE);
}
