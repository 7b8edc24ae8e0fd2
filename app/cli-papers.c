/* dateline-cli papers and validate: what the papers publish, and what BookSim 2 computes, beside
 * what this program does. */
#include "cli-command.h"
#include "cli-streams.h"
#include "cli-sweep.h"
#include "cli-table.h"
#include "dl-names.h"
#include "dl-numerals.h"
#include "dl-paper-list.h"
#include "dl-validation.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <math.h>
#include <string.h>

/* papers: which checks ------------------------------------------------------------------------- */

/* The check of that name, or the only one whose name begins so; of curves with @is_curve. Else NULL
 * and an error, which names the probable one. */
static const DlPaperCheck *
find_check (const char *name, gboolean is_curve, GError **error)
{
  guint n;
  const DlPaperCheck *const *checks = is_curve ? dl_validation_checks (&n) : dl_paper_checks (&n);
  g_autofree const char **names = g_new0 (const char *, n + 1);
  g_autofree char *quoted = NULL, *hint = NULL;
  const char *found;

  for (guint i = 0; i < n; i++)
    names[i] = dl_paper_check_id (checks[i]);
  found = dl_names_find (name, names);
  for (guint i = 0; i < n; i++)
    if (names[i] == found)
      return checks[i];
  quoted = dl_value_quote (name);
  hint = dl_names_hint (name, names);
  cli_bad_input (error,
                 is_curve ? _ ("validate: %s is not a curve (%s)")
                          : _ ("papers: %s is not a check (%s)"),
                 quoted, hint);
  return NULL;
}

/* Is @check asked for? */
static gboolean
is_chosen (const Cli *cli, const DlPaperCheck *check)
{
  if (cli->n_args == 0)
    return cli->options.all || dl_paper_check_is_quick (check);
  for (guint i = 0; i < cli->n_args; i++)
    if (find_check (cli->args[i], FALSE, NULL) == check)
      return TRUE;
  return FALSE;
}

/* Checks chosen, or those not chosen. */
static GPtrArray *
choose (const Cli *cli, gboolean chosen)
{
  GPtrArray *some = g_ptr_array_new ();
  guint n;
  const DlPaperCheck *const *checks = dl_paper_checks (&n);

  for (guint i = 0; i < n; i++)
    if (is_chosen (cli, checks[i]) == chosen)
      g_ptr_array_add (some, (gpointer) checks[i]);
  return some;
}

static gboolean
check_options (const Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;

  if (given->json + given->csv + given->markdown > 1)
    return cli_bad_input (error,
                          _ ("--json, --csv and --markdown cannot be combined (choose one)"));
  if (given->all && given->quick)
    return cli_bad_input (error, _ ("--all and --quick cannot be combined (choose one)"));
  if (cli->n_args > 0 && (given->all || given->quick))
    return cli_bad_input (error, _ ("papers: named checks always run (leave out --all and "
                                    "--quick)"));
  for (guint i = 0; i < cli->n_args; i++)
    if (find_check (cli->args[i], FALSE, error) == NULL)
      return FALSE;
  return TRUE;
}

/* Rows ----------------------------------------------------------------------------------------- */

/* Reasons are footnotes: the same one stands once below a table. */
typedef struct
{
  const DlPaperLine *lines;
  GPtrArray *notes; /* const char *: of the rows so far, each once */
  gboolean curves;  /* of BookSim, by name; else of one check of a paper */
} Rows;

/* The number of the row's reason among the notes; 0: it has none. */
static guint
note_of (GPtrArray *notes, const DlPaperRow *row)
{
  if (row->verdict == DL_PAPER_AGREES || row->why == NULL)
    return 0;
  for (guint i = 0; i < notes->len; i++)
    if (strcmp (g_ptr_array_index (notes, i), row->why) == 0)
      return i + 1;
  g_ptr_array_add (notes, (gpointer) row->why);
  return notes->len;
}

static void
fill_row (DlCells *cells, gconstpointer data, guint i)
{
  const Rows *rows = data;
  const DlPaperRow *row = rows->lines[i].row;
  const guint note = note_of (rows->notes, row);
  const char *verdict = dl_paper_verdict_title (row->verdict);
  g_autofree char *number = note > 0 ? g_strdup_printf ("[%u]", note) : g_strdup ("");

  dl_cells_take_text (cells, rows->curves && note > 0 ? g_strconcat (verdict, " ", number, NULL)
                                                      : g_strdup (verdict));
  dl_cells_text (cells, number);
  dl_cells_text (cells, dl_paper_check_id (rows->lines[i].result->check));
  dl_cells_take_text (cells, dl_paper_row_title (row));
  dl_cells_text (cells, dl_paper_kind_title (row->kind));
  dl_cells_take_text (cells, dl_paper_row_expected (row));
  dl_cells_take_text (cells, dl_paper_row_computed (row));
  dl_cells_take_text (cells, dl_paper_row_difference (row));
  dl_cells_text (cells, *row->unit != '\0' ? _ (row->unit) : "");
}

/* @rows of @lines (DlPaperLine), and below them their notes. */
static void
append_rows (GString *out, const GArray *lines, gboolean curves, gboolean markdown)
{
  const DlTableColumn columns[] = {
    { NULL, N_ ("verdict") },
    { NULL, curves ? NULL : "" },
    { NULL, curves ? N_ ("curve") : NULL },
    { NULL, N_ ("value") },
    { NULL, curves ? NULL : N_ ("kind") },
    { NULL, N_ ("expected"), .right = TRUE },
    { NULL, N_ ("computed"), .right = TRUE },
    { NULL, curves ? N_ ("difference") : NULL, .right = TRUE },
    { NULL, N_ ("unit") },
  };
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();
  const Rows rows = { (const DlPaperLine *) lines->data, notes, curves };
  const DlTable table = DL_TABLE (columns, lines->len, fill_row, &rows);

  (markdown ? dl_table_append_markdown : dl_table_append_text) (out, &table);
  for (guint i = 0; i < notes->len; i++)
    g_string_append_printf (out, markdown ? "\n[%u] %s\n" : "[%u] %s\n", i + 1,
                            _ (g_ptr_array_index (notes, i)));
}

/* Lines of @results (DlPaperResult) from @from to before @to. */
static GArray *
lines_of (GPtrArray *results, guint from, guint to)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (DlPaperLine));

  for (guint i = from; i < to; i++)
    {
      const DlPaperResult *result = g_ptr_array_index (results, i);

      for (guint row = 0; row < result->rows->len; row++)
        {
          const DlPaperLine line = { result, dl_paper_result_row (result, row) };

          g_array_append_val (lines, line);
        }
    }
  return lines;
}

/* Text ----------------------------------------------------------------------------------------- */

/* The @i-th of @results. */
static void
append_check (GString *out, GPtrArray *results, guint i)
{
  const DlPaperCheck *check = ((const DlPaperResult *) g_ptr_array_index (results, i))->check;
  g_autoptr (GArray) lines = lines_of (results, i, i + 1);

  g_string_append_printf (out, "%s%s: %s (%s)\n", out->len > 0 ? "\n" : "",
                          dl_paper_check_id (check), dl_paper_check_title (check),
                          dl_paper_check_section (check));
  append_rows (out, lines, FALSE, FALSE);
}

/* Checks that a run without arguments omits. */
static void
append_left_out (GString *out, const Cli *cli)
{
  g_autoptr (GPtrArray) others = choose (cli, FALSE);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autofree char *duration = NULL;

  if (cli->n_args > 0 || others->len == 0)
    return;
  for (guint i = 0; i < others->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            dl_paper_check_id (g_ptr_array_index (others, i)));
  duration = dl_paper_checks_duration ((const DlPaperCheck *const *) others->pdata, others->len,
                                       g_get_num_processors ());
  /* Translators: names of checks, and how long they take, such as “about 4 minutes” */
  g_string_append_printf (out, _ ("Left out: %s (papers --all: %s)\n"), names->str, duration);
}

static void
append_text (GString *out, const Cli *cli, GPtrArray *results)
{
  guint counts[DL_PAPER_N_VERDICTS] = { 0 };
  g_autofree char *summary = NULL;

  for (guint i = 0; i < results->len; i++)
    {
      const DlPaperResult *result = g_ptr_array_index (results, i);

      append_check (out, results, i);
      for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
        counts[verdict] += dl_paper_result_count (result, verdict);
    }
  summary = dl_paper_counts_text (counts);
  g_string_append_printf (out, "\n%s\n", summary);
  cli_append_interruption (out, cli);
  append_left_out (out, cli);
}

/* JSON ---------------------------------------------------------------------------------------- */

static void
add_row (JsonBuilder *json, const DlPaperResult *result, const DlPaperRow *row)
{
  const gboolean bounded = row->rule == DL_PAPER_ABOVE || row->rule == DL_PAPER_BELOW;

  json_builder_begin_object (json);
  cli_json_string (json, "section", dl_paper_result_section (result, row));
  cli_json_string (json, "group", row->group);
  cli_json_string (json, "what", row->what);
  cli_json_string (json, "unit", *row->unit != '\0' ? _ (row->unit) : "");
  cli_json_string (json, "kind", dl_paper_kind_id (row->kind));
  cli_json_double (json, "expected", row->expected);
  cli_json_double (json, "published", row->kind == DL_PAPER_PRINTED ? row->expected : NAN);
  cli_json_double (json, "precision", isfinite (row->expected) ? row->precision : NAN);
  cli_json_string (json, "rule", dl_paper_rule_id (row->rule));
  cli_json_double (json, "bound", bounded ? row->bound : NAN);
  cli_json_double (json, "computed", row->computed);
  cli_json_double (json, "interval", isfinite (row->computed) ? row->reach : NAN);
  cli_json_double (json, "expected_interval", row->expected_reach > 0 ? row->expected_reach : NAN);
  cli_json_double (json, "joint_interval", row->rule == DL_PAPER_JOINT ? row->joint : NAN);
  cli_json_int (json, "seeds", row->n_seeds);
  cli_json_string (json, "verdict", dl_paper_verdict_id (row->verdict));
  cli_json_string (json, "why", _ (row->why));
  cli_json_string (json, "quote", row->quote);
  json_builder_end_object (json);
}

static void
add_settings (JsonBuilder *json, const char *name, char *const *settings)
{
  cli_json_begin_array (json, name);
  for (; *settings != NULL; settings++)
    json_builder_add_string_value (json, *settings);
  json_builder_end_array (json);
}

/* Settings of both programs. */
static void
add_curve (JsonBuilder *json, const DlBooksimCurve *curve)
{
  cli_json_string (json, "curve_group", curve->group);
  add_settings (json, "settings", curve->settings);
  add_settings (json, "booksim_settings", curve->booksim);
  cli_json_string (json, "booksim_commit", curve->commit);
  cli_json_int (json, "warmup_cycles", curve->warmup_cycles);
  cli_json_int (json, "latency_cycles", curve->latency_cycles);
  cli_json_int (json, "throughput_cycles", curve->throughput_cycles);
}

static void
append_papers_json (Cli *cli, GPtrArray *results)
{
  g_autoptr (DlPlainNumerals) plain = dl_plain_text_new ();
  g_autoptr (JsonBuilder) json = cli_json_new ();

  if (cli->interruption != NULL)
    cli_json_bool (json, "interrupted", TRUE);
  cli_json_begin_array (json, "checks");
  for (guint i = 0; i < results->len; i++)
    {
      const DlPaperResult *result = dl_paper_result_untranslated (g_ptr_array_index (results, i));

      json_builder_begin_object (json);
      cli_json_string (json, "id", dl_paper_check_id (result->check));
      cli_json_string (json, "paper", dl_paper_id (dl_paper_check_paper (result->check)));
      cli_json_string (json, "title", dl_paper_check_title (result->check));
      cli_json_string (json, "section", dl_paper_check_section (result->check));
      cli_json_string (json, "choices", dl_paper_check_choices (result->check));
      if (dl_validation_curve (result->check) != NULL)
        add_curve (json, dl_validation_curve (result->check));
      cli_json_begin_array (json, "values");
      for (guint row = 0; row < result->rows->len; row++)
        add_row (json, result, dl_paper_result_row (result, row));
      json_builder_end_array (json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
  cli_json_append (cli->out, json);
}

/* The command --------------------------------------------------------------------------------- */

static void
append_papers_csv (GString *out, GPtrArray *results)
{
  g_autoptr (GArray) lines = lines_of (results, 0, results->len);
  g_autofree char *text = dl_paper_lines_to_csv ((const DlPaperLine *) lines->data, lines->len);

  g_string_append (out, text);
}

static void
append_markdown (Cli *cli, GPtrArray *results)
{
  g_autoptr (GArray) lines = lines_of (results, 0, results->len);
  g_autofree char *text
      = dl_paper_lines_to_markdown ((const DlPaperLine *) lines->data, lines->len);

  g_string_append (cli->out, text);
  if (cli->interruption != NULL)
    g_string_append_c (cli->out, '\n');
  cli_append_interruption (cli->out, cli);
}

static void
write_results (Cli *cli, GPtrArray *results)
{
  if (cli->options.csv)
    append_papers_csv (cli->out, results);
  else if (cli->options.markdown)
    append_markdown (cli, results);
  else if (cli->options.json)
    append_papers_json (cli, results);
  else
    append_text (cli->out, cli, results);
}

static void
take (DlPaperResult *result, gpointer results)
{
  g_ptr_array_add (results, dl_paper_result_ref (result));
}

/* Data for g_ptr_array_sort_with_data. */
typedef struct
{
  const DlPaperCheck *const *checks;
  guint n;
} Checks;

static guint
place_of (const Checks *checks, const DlPaperCheck *check)
{
  for (guint i = 0; i < checks->n; i++)
    if (checks->checks[i] == check)
      return i;
  g_return_val_if_reached (0);
}

static gint
by_list (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint x = place_of (data, (*(DlPaperResult *const *) a)->check);
  const guint y = place_of (data, (*(DlPaperResult *const *) b)->check);

  return (x > y) - (x < y);
}

/* Run @checks (DlPaperCheck); @results (DlPaperResult) come in their order. Ctrl+C leaves the
 * finished ones (cli_interrupt), whose number @how_far says of that of all. FALSE: there is nothing
 * to write. */
static gboolean
run_checks (Cli *cli, GPtrArray *checks, guint threads, GPtrArray *results,
            char *(*how_far) (guint n, guint n_all), GError **error)
{
  CliProgress progress;
  const DlPaperListOptions options = { .threads = threads,
                                       .progress = cli_progress_set,
                                       .progress_data = &progress,
                                       .on_result = take,
                                       .data = results };
  Checks all = { (const DlPaperCheck *const *) checks->pdata, checks->len };
  g_autoptr (GError) problem = NULL;

  cli_progress_begin (&progress);
  dl_paper_checks_run (all.checks, all.n, &options, cli->cancellable, &problem);
  cli_progress_end (&progress);
  /* They come as they were run. */
  g_ptr_array_sort_with_data (results, by_list, &all);
  if (problem == NULL
      || (results->len > 0 && cli_interrupt (cli, how_far (results->len, all.n), &problem)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static char *
describe_part (guint n, guint n_all)
{
  return g_strdup_printf (
      ngettext ("%u of %u check is finished", "%u of %u checks are finished", n_all), n, n_all);
}

CliStatus
cli_papers (Cli *cli, GError **error)
{
  g_autoptr (GPtrArray) checks = NULL;
  g_autoptr (GPtrArray) results
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  guint threads = g_get_num_processors ();

  if (!check_options (cli, error)
      || !cli_parse_count ("--threads", cli->options.threads, DL_SWEEP_MAX_JOBS, &threads, error))
    return CLI_BAD_INPUT;
  checks = choose (cli, TRUE);
  if (run_checks (cli, checks, threads, results, describe_part, error))
    write_results (cli, results);
  return CLI_DONE;
}

/* validate: which curves ----------------------------------------------------------------------- */

static gboolean
check_curve_options (const Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;

  if (given->json + given->csv + given->markdown > 1)
    return cli_bad_input (error,
                          _ ("--json, --csv and --markdown cannot be combined (choose one)"));
  for (guint i = 0; i < cli->n_args; i++)
    if (find_check (cli->args[i], TRUE, error) == NULL)
      return FALSE;
  return TRUE;
}

/* Curves that are named, or all. */
static GPtrArray *
choose_curves (const Cli *cli)
{
  GPtrArray *some = g_ptr_array_new ();
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  for (guint i = 0; i < n; i++)
    {
      gboolean chosen = cli->n_args == 0;

      for (guint arg = 0; arg < cli->n_args; arg++)
        chosen = chosen || find_check (cli->args[arg], TRUE, NULL) == checks[i];
      if (chosen)
        g_ptr_array_add (some, (gpointer) checks[i]);
    }
  return some;
}

/* The tables ----------------------------------------------------------------------------------- */

static const char *
group_of (const DlPaperResult *result)
{
  return dl_validation_curve (result->check)->group;
}

/* The @results from @from to before @to, which are of one group. */
static void
write_group (GString *out, gboolean markdown, GPtrArray *results, guint from, guint to)
{
  g_autoptr (GArray) lines = lines_of (results, from, to);

  g_string_append_printf (out, markdown ? "%s### %s\n\n" : "%s%s\n", out->len > 0 ? "\n" : "",
                          dl_validation_group_title (group_of (g_ptr_array_index (results, from))));
  append_rows (out, lines, TRUE, markdown);
}

/* Network of each curve, below the tables' numbers. */
static void
write_networks (GString *out, gboolean markdown, GPtrArray *results)
{
  g_string_append (out, "\n");
  for (guint i = 0; i < results->len; i++)
    {
      const DlPaperCheck *check = ((const DlPaperResult *) g_ptr_array_index (results, i))->check;

      g_string_append_printf (out, markdown ? "- %s: %s\n" : "%s: %s\n", dl_paper_check_id (check),
                              dl_paper_check_section (check));
    }
}

static void
write_summary (GString *out, GPtrArray *results)
{
  guint counts[DL_PAPER_N_VERDICTS] = { 0 };

  for (guint i = 0; i < results->len; i++)
    for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
      counts[verdict] += dl_paper_result_count (g_ptr_array_index (results, i), verdict);
  g_string_append_c (out, '\n');
  /* Translators: numbers of values, and of the curves that they belong to */
  g_string_append_printf (
      out,
      g_dngettext (GETTEXT_PACKAGE, "%u agree, %u differ, %u cannot be checked (%u curve)\n",
                   "%u agree, %u differ, %u cannot be checked (%u curves)\n", results->len),
      counts[DL_PAPER_AGREES], counts[DL_PAPER_DIFFERS], counts[DL_PAPER_NOT_COMPARED],
      results->len);
}

static void
write_tables (const Cli *cli, GPtrArray *results)
{
  const gboolean markdown = cli->options.markdown;

  for (guint from = 0, to; from < results->len; from = to)
    {
      const char *group = group_of (g_ptr_array_index (results, from));

      for (to = from + 1;
           to < results->len && strcmp (group_of (g_ptr_array_index (results, to)), group) == 0;)
        to++;
      write_group (cli->out, markdown, results, from, to);
    }
  write_networks (cli->out, markdown, results);
  write_summary (cli->out, results);
  if (cli->interruption != NULL && markdown)
    g_string_append_c (cli->out, '\n');
  cli_append_interruption (cli->out, cli);
}

/* The command --------------------------------------------------------------------------------- */

static void
write_curves (Cli *cli, GPtrArray *results)
{
  if (cli->options.csv)
    append_papers_csv (cli->out, results);
  else if (cli->options.json)
    append_papers_json (cli, results);
  else
    write_tables (cli, results);
}

static char *
describe_curves (guint n, guint n_all)
{
  return g_strdup_printf (
      ngettext ("%u of %u curve is finished", "%u of %u curves are finished", n_all), n, n_all);
}

CliStatus
cli_validate (Cli *cli, GError **error)
{
  g_autoptr (GPtrArray) checks = NULL;
  g_autoptr (GPtrArray) results
      = g_ptr_array_new_with_free_func ((GDestroyNotify) dl_paper_result_unref);
  guint threads = g_get_num_processors ();

  if (!check_curve_options (cli, error)
      || !cli_parse_count ("--threads", cli->options.threads, DL_SWEEP_MAX_JOBS, &threads, error))
    return CLI_BAD_INPUT;
  checks = choose_curves (cli);
  if (run_checks (cli, checks, threads, results, describe_curves, error))
    write_curves (cli, results);
  return CLI_DONE;
}
