#include "dl-paper-list.h"

#include "dl-numerals.h"
#include "dl-validation.h"

#include <glib/gi18n-lib.h>

#include <math.h>

/* The rows of the papers' checks as a text: numbers for people, CSV for programs, Markdown for
 * documents. */

/* Numbers ---------------------------------------------------------------------------------------
 */

#define MOST_DIGITS 4 /* after the point, of a value printed with its precision */

static char *
with_digits (double value, gint digits)
{
  return g_strdup_printf ("%.*f", digits, value);
}

/* @value to four digits; whole numbers, and values from 1000, without a fraction. */
static char *
short_number (double value)
{
  if (!isfinite (value))
    return g_strdup ("–");
  if (fabs (value) >= 1000 || value == rint (value))
    return with_digits (value, 0);
  return g_strdup_printf ("%.4g", value);
}

/* A number whose last digit is @half_unit to either side. */
static char *
to_precision (double value, double half_unit)
{
  const gint digits = half_unit > 0 ? (gint) ceil (-log10 (2 * half_unit) - 1e-9) : G_MAXINT;

  return digits > MOST_DIGITS ? short_number (value) : with_digits (value, MAX (digits, 0));
}

static gboolean
is_bounded (const DlPaperRow *row)
{
  return row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW;
}

/* The interval to two digits, and the mean to as many places. */
static char *
with_reach (double value, double reach)
{
  const gint digits = CLAMP ((gint) (1 - floor (log10 (reach))), 0, 6);
  g_autofree char *mean = with_digits (value, digits);
  g_autofree char *interval = with_digits (reach, digits);

  return g_strdup_printf ("%s ± %s", mean, interval);
}

static char *
bound_text (const DlPaperRow *row)
{
  g_autofree char *bound = short_number (row->bound);

  return g_strdup_printf (row->rule == DL_PAPER_ABOVE ? _ ("above %s") : _ ("below %s"), bound);
}

char *
dl_paper_row_expected (const DlPaperRow *row)
{
  g_autofree char *number = NULL, *bound = NULL;

  if (row->expected_reach > 0)
    return with_reach (row->expected, row->expected_reach);
  if (row->kind == DL_PAPER_REFERENCE)
    return short_number (row->expected);
  if (!is_bounded (row))
    return isfinite (row->expected) ? to_precision (row->expected, row->precision) : g_strdup ("–");
  bound = bound_text (row);
  if (!isfinite (row->expected) || row->expected == row->bound)
    return g_steal_pointer (&bound);
  number = short_number (row->expected);
  /* Translators: a number of the paper, and what is compared: “1; below 1.5” */
  return g_strdup_printf (_ ("%s; %s"), number, bound);
}

char *
dl_paper_row_computed (const DlPaperRow *row)
{
  if (!isfinite (row->computed) || !isfinite (row->reach) || row->reach <= 0)
    return short_number (row->computed);
  return with_reach (row->computed, row->reach);
}

char *
dl_paper_row_difference (const DlPaperRow *row)
{
  const double difference = row->computed - row->expected;

  if (!isfinite (difference))
    return g_strdup ("–");
  if (row->expected == 0)
    return short_number (difference);
  return g_strdup_printf (_ ("%+.2f%%"), 100 * difference / fabs (row->expected));
}

char *
dl_paper_row_rule (const DlPaperRow *row)
{
  g_autofree char *precision = NULL;

  if (row->rule == DL_PAPER_NO_RULE)
    return g_strdup (_ ("no rule"));
  if (is_bounded (row))
    return bound_text (row);
  if (row->precision == 0)
    return g_strdup (row->n_seeds > 1 ? _ ("inside the confidence interval") : _ ("the same"));
  precision = short_number (row->precision);
  if (row->rule == DL_PAPER_JOINT)
    return g_strdup_printf (_ ("within %s, or inside the joint confidence interval"), precision);
  if (row->rule == DL_PAPER_WITHIN)
    return g_strdup_printf (_ ("within %s"), precision);
  return g_strdup_printf (row->n_seeds > 1 ? _ ("within %s, or inside the confidence interval")
                                           : _ ("within %s"),
                          precision);
}

char *
dl_paper_row_title (const DlPaperRow *row)
{
  /* Translators: what is compared, and which part of it: “Mean VC balance: X” */
  return g_strdup_printf (_ ("%s: %s"), row->group, row->what);
}

const char *
dl_paper_rule_id (DlPaperRule rule)
{
  static const char *const rules[] = { "none", "value", "above", "below", "joint", "within" };

  return rules[rule];
}

/* CSV -------------------------------------------------------------------------------------------
 */

static const DlPaperRow *
untranslated_row (const DlPaperLine *line)
{
  const guint row = line->row - dl_paper_result_row (line->result, 0);

  return dl_paper_result_row (dl_paper_result_untranslated (line->result), row);
}

static void
add_line (DlCells *cells, const DlPaperLine *line)
{
  const DlPaperRow *row = untranslated_row (line);
  const DlPaperCheck *check = line->result->check;

  dl_cells_text (cells, dl_paper_id (dl_paper_check_paper (check)));
  dl_cells_text (cells, dl_paper_check_id (check));
  dl_cells_text (cells, dl_paper_result_section (line->result, row));
  dl_cells_text (cells, row->group);
  dl_cells_text (cells, row->what);
  dl_cells_text (cells, *row->unit != '\0' ? _ (row->unit) : "");
  dl_cells_text (cells, dl_paper_kind_id (row->kind));
  dl_cells_finite (cells, row->expected);
  dl_cells_finite (cells, row->kind == DL_PAPER_PRINTED ? row->expected : NAN);
  dl_cells_finite (cells, isfinite (row->expected) ? row->precision : NAN);
  dl_cells_text (cells, dl_paper_rule_id (row->rule));
  dl_cells_finite (cells, is_bounded (row) ? row->bound : NAN);
  dl_cells_finite (cells, row->computed);
  dl_cells_finite (cells, isfinite (row->computed) ? row->reach : NAN);
  dl_cells_integer (cells, row->n_seeds);
  dl_cells_text (cells, dl_paper_verdict_id (row->verdict));
  dl_cells_text (cells, row->why != NULL ? _ (row->why) : NULL);
  dl_cells_text (cells, row->quote);
  dl_cells_finite (cells, row->expected_reach > 0 ? row->expected_reach : NAN);
  dl_cells_finite (cells, row->rule == DL_PAPER_JOINT ? row->joint : NAN);
}

void
dl_paper_lines_add (DlRecord *record, const DlPaperLine *lines, guint n_lines)
{
  static const DlTableColumn columns[] = {
    { "paper", .verbatim = TRUE },
    { "check", .verbatim = TRUE },
    { "section", .verbatim = TRUE },
    { "group", .verbatim = TRUE },
    { "what", .verbatim = TRUE },
    { "unit", .verbatim = TRUE },
    { "kind", .verbatim = TRUE },
    { "expected", .type = DL_COLUMN_REAL },
    { "published", .type = DL_COLUMN_REAL },
    { "precision", .type = DL_COLUMN_REAL },
    { "rule", .verbatim = TRUE },
    { "bound", .type = DL_COLUMN_REAL },
    { "computed", .type = DL_COLUMN_REAL },
    { "interval", .type = DL_COLUMN_REAL },
    { "seeds", .type = DL_COLUMN_INTEGER },
    { "verdict", .verbatim = TRUE },
    { "why", .verbatim = TRUE },
    { "quote", .verbatim = TRUE },
    { "expected_interval", .type = DL_COLUMN_REAL },
    { "joint_interval", .type = DL_COLUMN_REAL },
  };
  g_autoptr (DlPlainNumerals) plain = dl_plain_text_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < n_lines; i++)
    add_line (cells, &lines[i]);
}

char *
dl_paper_lines_to_csv (const DlPaperLine *lines, guint n_lines)
{
  g_autoptr (DlRecord) record = dl_record_new ();
  GString *csv = g_string_new (NULL);
  DlTable table;

  dl_paper_lines_add (record, lines, n_lines);
  table = dl_record_table (record);
  dl_table_append_csv (csv, &table);
  return g_string_free (csv, FALSE);
}

/* Markdown --------------------------------------------------------------------------------------
 */

static void
fill_line (DlCells *cells, gconstpointer lines, guint i)
{
  const DlPaperLine *line = &((const DlPaperLine *) lines)[i];
  const DlPaperRow *row = line->row;

  dl_cells_take_text (cells, dl_paper_row_title (row));
  dl_cells_text (cells, dl_paper_result_section (line->result, row));
  dl_cells_text (cells, *row->unit != '\0' ? _ (row->unit) : "");
  dl_cells_text (cells, dl_paper_kind_title (row->kind));
  dl_cells_take_text (cells, dl_paper_row_expected (row));
  dl_cells_take_text (cells, dl_paper_row_computed (row));
  dl_cells_text (cells, dl_paper_verdict_title (row->verdict));
  dl_cells_text (cells, row->why != NULL ? _ (row->why) : "");
}

char *
dl_paper_lines_to_markdown (const DlPaperLine *lines, guint n_lines)
{
  static const DlTableColumn columns[] = {
    { NULL, N_ ("Value") },
    { NULL, N_ ("Where") },
    { NULL, N_ ("Unit") },
    { NULL, N_ ("Kind") },
    { NULL, N_ ("Expected"), .right = TRUE },
    { NULL, N_ ("Computed"), .right = TRUE },
    { NULL, N_ ("Verdict") },
    { NULL, N_ ("Why") },
  };
  g_autoptr (DlPlainNumerals) plain = dl_plain_numerals_new ();
  GString *text = g_string_new (NULL);

  for (guint i = 0, n; i < n_lines; i += n)
    {
      const DlPaperCheck *check = lines[i].result->check;

      for (n = 1; i + n < n_lines && lines[i + n].result == lines[i].result;)
        n++;
      if (i > 0)
        g_string_append_c (text, '\n');
      g_string_append_printf (text, "**%s** (%s)\n\n%s\n\n", dl_paper_check_title (check),
                              dl_paper_check_section (check), dl_paper_check_choices (check));
      dl_table_append_markdown (text, &DL_TABLE (columns, n, fill_line, &lines[i]));
    }
  return g_string_free (text, FALSE);
}

static void
pass_on (GCancellable *from, GCancellable *to)
{
  g_cancellable_cancel (to);
}

void
dl_paper_team_begin (DlPaperTeam *team, const DlPaperOptions *options, double all,
                     GCancellable *cancellable)
{
  *team = (DlPaperTeam) {
    .options = options,
    .cancellable = g_cancellable_new (),
    .caller = cancellable,
    .all = all,
  };
  g_mutex_init (&team->lock);
  if (cancellable != NULL)
    team->connection
        = g_cancellable_connect (cancellable, G_CALLBACK (pass_on), team->cancellable, NULL);
}

gboolean
dl_paper_team_end (DlPaperTeam *team, GError **error)
{
  gboolean done;

  g_cancellable_disconnect (team->caller, team->connection);
  if (team->error == NULL)
    g_cancellable_set_error_if_cancelled (team->cancellable, &team->error);
  done = team->error == NULL;
  if (!done)
    g_propagate_error (error, g_steal_pointer (&team->error));
  g_mutex_clear (&team->lock);
  g_clear_object (&team->cancellable);
  return done;
}

DlParallel
dl_paper_team_parallel (const DlPaperTeam *team)
{
  return (DlParallel) { .n_threads = team->options->threads, .cancellable = team->cancellable };
}

void
dl_paper_team_fail (DlPaperTeam *team, GError *error)
{
  g_mutex_lock (&team->lock);
  if (team->error == NULL)
    team->error = error;
  else
    g_error_free (error);
  g_mutex_unlock (&team->lock);
  g_cancellable_cancel (team->cancellable);
}

void
dl_paper_piece_progress (double fraction, gpointer data)
{
  DlPaperPiece *piece = data;
  DlPaperTeam *team = piece->team;

  g_mutex_lock (&team->lock);
  team->progress += fraction - piece->progress;
  piece->progress = fraction;
  /* How many runs a search takes is not known before. */
  if (team->options->progress != NULL)
    team->options->progress (MIN (team->progress / team->all, 1), team->options->progress_data);
  g_mutex_unlock (&team->lock);
}

/* The list --------------------------------------------------------------------------------------
 */

static void
entry_clear (gpointer data)
{
  dl_paper_result_unref (((DlPaperEntry *) data)->result);
}

static DlPaperList *
list_new (void)
{
  DlPaperList *list = g_new (DlPaperList, 1);

  list->entries = g_array_new (FALSE, FALSE, sizeof (DlPaperEntry));
  g_array_set_clear_func (list->entries, entry_clear);
  return list;
}

static void
add_entries (DlPaperList *list, const DlPaperCheck *const *checks, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      const DlPaperEntry entry = { checks[i], dl_paper_check_plan (checks[i]), FALSE };

      g_array_append_val (list->entries, entry);
    }
}

DlPaperList *
dl_paper_list_new (void)
{
  DlPaperList *list = list_new ();
  const DlPaperCheck *const *checks;
  guint n;

  checks = dl_paper_checks (&n);
  add_entries (list, checks, n);
  checks = dl_validation_checks (&n);
  add_entries (list, checks, n);
  return list;
}

void
dl_paper_list_free (DlPaperList *list)
{
  if (list == NULL)
    return;
  g_array_unref (list->entries);
  g_free (list);
}

const DlPaperEntry *
dl_paper_list_entry (const DlPaperList *list, guint entry)
{
  return &g_array_index (list->entries, DlPaperEntry, entry);
}

void
dl_paper_list_set (DlPaperList *list, DlPaperResult *result)
{
  for (guint i = 0; i < list->entries->len; i++)
    {
      DlPaperEntry *entry = &g_array_index (list->entries, DlPaperEntry, i);
      DlPaperResult *before = entry->result;

      if (entry->check != result->check)
        continue;
      entry->result = dl_paper_result_ref (result);
      entry->done = TRUE;
      dl_paper_result_unref (before);
    }
}

void
dl_paper_list_count (const DlPaperList *list, guint *counts)
{
  for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
    {
      counts[verdict] = 0;
      for (guint i = 0; i < list->entries->len; i++)
        counts[verdict] += dl_paper_result_count (dl_paper_list_entry (list, i)->result, verdict);
    }
}

char *
dl_paper_counts_text (const guint *counts)
{
  if (counts[DL_PAPER_NOT_RUN] == 0)
    /* Translators: numbers of values of the papers */
    return g_strdup_printf (_ ("%u agree, %u differ, %u cannot be checked, %u are inputs"),
                            counts[DL_PAPER_AGREES], counts[DL_PAPER_DIFFERS],
                            counts[DL_PAPER_NOT_COMPARED], counts[DL_PAPER_IS_INPUT]);
  return g_strdup_printf (
      _ ("%u agree, %u differ, %u cannot be checked, %u are inputs, %u not run yet"),
      counts[DL_PAPER_AGREES], counts[DL_PAPER_DIFFERS], counts[DL_PAPER_NOT_COMPARED],
      counts[DL_PAPER_IS_INPUT], counts[DL_PAPER_NOT_RUN]);
}

char *
dl_paper_list_summary (const DlPaperList *list)
{
  guint counts[DL_PAPER_N_VERDICTS];

  dl_paper_list_count (list, counts);
  return dl_paper_counts_text (counts);
}

/* Running ---------------------------------------------------------------------------------------
 */

typedef struct
{
  const DlPaperListOptions *options;
  double before, now, all; /* seconds of checks: done, under way, of all */
} Run;

static gint
by_seconds (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint x = dl_paper_check_seconds (*(const DlPaperCheck *const *) a);
  const guint y = dl_paper_check_seconds (*(const DlPaperCheck *const *) b);

  return (x > y) - (x < y);
}

static void
note_progress (double fraction, gpointer data)
{
  const Run *run = data;

  if (run->options->progress != NULL)
    run->options->progress ((run->before + fraction * run->now) / run->all,
                            run->options->progress_data);
}

static gboolean
run_one (Run *run, const DlPaperCheck *check, GCancellable *cancellable, GError **error)
{
  const DlPaperListOptions *options = run->options;
  const DlPaperOptions own = { .settings = options->settings,
                               .threads = options->threads,
                               .progress = note_progress,
                               .progress_data = run };
  g_autoptr (DlPaperResult) result = NULL;

  run->now = dl_paper_check_seconds (check);
  if (options->on_begin != NULL)
    options->on_begin (check, options->data);
  result = dl_paper_check_run (check, &own, cancellable, error);
  if (result == NULL)
    {
      g_prefix_error (error, "%s: ", dl_paper_check_id (check));
      return FALSE;
    }
  run->before += run->now;
  if (options->on_result != NULL)
    options->on_result (result, options->data);
  return TRUE;
}

gboolean
dl_paper_checks_run (const DlPaperCheck *const *checks, guint n_checks,
                     const DlPaperListOptions *options, GCancellable *cancellable, GError **error)
{
  g_autofree const DlPaperCheck **sorted = g_memdup2 (checks, n_checks * sizeof checks[0]);
  Run run = { .options = options };

  /* Stable: equally long ones stay in their order. */
  g_qsort_with_data (sorted, n_checks, sizeof sorted[0], by_seconds, NULL);
  for (guint i = 0; i < n_checks; i++)
    run.all += dl_paper_check_seconds (sorted[i]);
  for (guint i = 0; i < n_checks; i++)
    if (!run_one (&run, sorted[i], cancellable, error))
      return FALSE;
  return TRUE;
}

char *
dl_paper_checks_duration (const DlPaperCheck *const *checks, guint n_checks, guint threads)
{
  gulong seconds = 0;

  for (guint i = 0; i < n_checks; i++)
    seconds += dl_paper_check_seconds (checks[i]);
  seconds = (seconds + threads - 1) / threads;
  if (seconds < 60)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "about %lu second", "about %lu seconds", seconds), seconds);
  seconds = (seconds + 30) / 60;
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "about %lu minute", "about %lu minutes", seconds), seconds);
}
