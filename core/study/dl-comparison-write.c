/* A comparison as a text: CSV for programs, tables for people. */
#include "dl-comparison-grid.h"

#include "dl-safe-text.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <string.h>

/* Has any row more than one run, or one with intervals over batches? */
static gboolean
has_intervals (const DlComparison *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    {
      const GArray *runs = dl_comparison_row (self, i)->runs;

      if (runs->len > 1
          || (runs->len == 1 && !isnan (g_array_index (runs, DlSweepResult, 0).accepted_half)))
        return TRUE;
    }
  return FALSE;
}

/* CSV ------------------------------------------------------------------------------------------ */

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

static void
add_csv_state (GString *out, const DlComparisonRow *row)
{
  DlSimReason why;
  const char *state = dl_sim_state_id (dl_comparison_state (row, &why));
  const char *reason = dl_sim_reason_id (why);

  g_string_append_printf (out, ",%s,%s", state != NULL ? state : "", reason != NULL ? reason : "");
}

char *
dl_comparison_to_csv (const DlComparison *self, const DlComparisonWrite *write)
{
  const DlComparisonRow *base = dl_comparison_base (self, write);
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
  if (intervals)
    g_string_append (out, ",state,reason");
  g_string_append_c (out, '\n');

  for (guint i = 0; i < self->rows->len; i++)
    {
      const DlComparisonRow *row = dl_comparison_row (self, i);

      dl_csv_append (out, row->name);
      g_string_append_c (out, ',');
      dl_csv_append (out, row->origin != NULL ? row->origin : "");
      g_string_append_printf (out, ",%s,%u", row->scenario->family->id, row->runs->len);
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
      if (intervals)
        add_csv_state (out, row);
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* Measures as columns, or as rows if there are more of them than scenarios. */
static DlComparisonGrid *
new_grid (const DlComparison *self, const DlComparisonWrite *write)
{
  return dl_comparison_grid_new (self, write, write->n_measures > self->rows->len);
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
  g_autoptr (DlComparisonGrid) grid = new_grid (self, write);
  g_autofree char *note
      = dl_comparison_grid_notes (grid, self, write, _ ("The best value is bold."));
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
          const DlComparisonCell *cell = dl_comparison_grid_at (grid, line, column);
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
  { "†", "\\textdagger{}" },
  { "§", "\\S{}" },
  { "‡", "\\textdaggerdbl{}" },
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
  g_autoptr (DlComparisonGrid) grid = new_grid (self, write);
  g_autofree char *note
      = dl_comparison_grid_notes (grid, self, write, _ ("The best value is bold."));
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
          const DlComparisonCell *cell = dl_comparison_grid_at (grid, line, column);
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
static void
add_padding (GString *out, guint n)
{
  g_string_append_printf (out, "%*s", (int) n, "");
}

/* The best has a mark behind it, for which the others have room. */
static char *
plain_text (const DlComparisonCell *cell)
{
  g_autofree char *text = escape_by (cell->text, "", "");

  return g_strconcat (text, cell->best ? " ◂" : "", NULL);
}

char *
dl_comparison_to_text (const DlComparison *self, const DlComparisonWrite *write)
{
  g_autoptr (DlComparisonGrid) grid = new_grid (self, write);
  g_autofree char *note = dl_comparison_grid_notes (grid, self, write, _ ("◂ is the best value."));
  g_autofree guint *widths = g_new0 (guint, grid->n_columns);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < grid->n_lines * grid->n_columns; i++)
    {
      const guint column = i % grid->n_columns;
      g_autofree char *text = plain_text (&grid->cells[i]);

      widths[column] = MAX (widths[column],
                            dl_text_width (text) + (column > 0 && !grid->cells[i].best ? 2 : 0));
    }
  if (write->title != NULL)
    g_string_append_printf (out, "%s\n\n", write->title);
  for (guint line = 0; line < grid->n_lines; line++)
    {
      for (guint column = 0; column < grid->n_columns; column++)
        {
          const DlComparisonCell *cell = dl_comparison_grid_at (grid, line, column);
          g_autofree char *text = plain_text (cell);
          const guint behind = column > 0 && !cell->best ? 2 : 0;
          const guint before = widths[column] - dl_text_width (text) - behind;

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
