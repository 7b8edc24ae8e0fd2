/* dateline-cli validate: the curves of BookSim 2 beside what this program simulates. */
#include "cli-papers.h"
#include "cli-streams.h"
#include "cli-sweep.h"
#include "cli-table.h"
#include "dl-numerals.h"
#include "dl-validation.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* Which curves -------------------------------------------------------------------------------- */

static gboolean
check_options (const Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;

  if (given->json + given->csv + given->markdown > 1)
    return cli_bad_input (error,
                          _ ("--json, --csv and --markdown cannot be combined (choose one)"));
  for (guint i = 0; i < cli->n_args; i++)
    if (cli_papers_find (cli->args[i], TRUE, error) == NULL)
      return FALSE;
  return TRUE;
}

/* Those that are named, or all. */
static GPtrArray *
choose (const Cli *cli)
{
  GPtrArray *some = g_ptr_array_new ();
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  for (guint i = 0; i < n; i++)
    {
      gboolean chosen = cli->n_args == 0;

      for (guint arg = 0; arg < cli->n_args; arg++)
        chosen = chosen || cli_papers_find (cli->args[arg], TRUE, NULL) == checks[i];
      if (chosen)
        g_ptr_array_add (some, (gpointer) checks[i]);
    }
  return some;
}

/* The table ----------------------------------------------------------------------------------- */

enum
{
  VERDICT,
  CURVE,
  VALUE,
  EXPECTED,
  COMPUTED,
  DIFFERENCE,
  UNIT,
  N_COLUMNS
};

static const char *const heads[N_COLUMNS] = {
  [VERDICT] = N_ ("verdict"),   [CURVE] = N_ ("curve"),       [VALUE] = N_ ("value"),
  [EXPECTED] = N_ ("expected"), [COMPUTED] = N_ ("computed"), [DIFFERENCE] = N_ ("difference"),
  [UNIT] = N_ ("unit"),
};

/* Lines in the form that was asked for: text, or Markdown. */
typedef struct
{
  GString *out;
  gboolean markdown;
  CliTable *table;  /* of text */
  GPtrArray *notes; /* of a group: its reasons (const char *), each once */
} Writer;

static void
write_markdown_cell (GString *out, const char *cell)
{
  g_string_append (out, "| ");
  for (; *cell != '\0'; cell++)
    {
      if (strchr ("\\|*_`<>[]#", *cell) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *cell);
    }
  g_string_append_c (out, ' ');
}

static void
write_cells (Writer *writer, const char *const *cells)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    if (writer->markdown)
      write_markdown_cell (writer->out, cells[i]);
    else
      cli_table_text (writer->table, cells[i]);
  if (writer->markdown)
    g_string_append (writer->out, "|\n");
}

/* The number of @row's reason among the notes; 0: it agrees. */
static guint
note_of (Writer *writer, const DlPaperRow *row)
{
  if (row->verdict == DL_PAPER_AGREES)
    return 0;
  for (guint i = 0; i < writer->notes->len; i++)
    if (strcmp (g_ptr_array_index (writer->notes, i), row->why) == 0)
      return i + 1;
  g_ptr_array_add (writer->notes, (gpointer) row->why);
  return writer->notes->len;
}

static void
write_row (Writer *writer, const DlPaperResult *result, const DlPaperRow *row)
{
  const guint note = note_of (writer, row);
  g_autofree char *verdict
      = note > 0 ? g_strdup_printf ("%s [%u]", dl_paper_verdict_title (row->verdict), note)
                 : g_strdup (dl_paper_verdict_title (row->verdict));
  g_autofree char *title = dl_paper_row_title (row);
  g_autofree char *expected = dl_paper_row_expected (row);
  g_autofree char *computed = dl_paper_row_computed (row);
  g_autofree char *difference = dl_paper_row_difference (row);
  const char *const cells[N_COLUMNS] = {
    [VERDICT] = verdict,    [CURVE] = dl_paper_check_id (result->check),
    [VALUE] = title,        [EXPECTED] = expected,
    [COMPUTED] = computed,  [DIFFERENCE] = difference,
    [UNIT] = _ (row->unit),
  };

  write_cells (writer, cells);
}

static const char *
group_of (const DlPaperResult *result)
{
  return dl_validation_curve (result->check)->group;
}

static void
begin_group (Writer *writer, const DlPaperResult *result)
{
  const char *cells[N_COLUMNS];

  g_string_append_printf (writer->out, writer->markdown ? "%s### %s\n\n" : "%s%s\n",
                          writer->out->len > 0 ? "\n" : "",
                          dl_validation_group_title (group_of (result)));
  for (guint i = 0; i < N_COLUMNS; i++)
    cells[i] = _ (heads[i]);
  writer->table = cli_table_new ("lllrrrl");
  g_ptr_array_set_size (writer->notes, 0);
  write_cells (writer, cells);
  if (writer->markdown)
    g_string_append (writer->out, "| --- | --- | --- | ---: | ---: | ---: | --- |\n");
}

static void
end_group (Writer *writer)
{
  if (!writer->markdown)
    cli_table_append (writer->out, writer->table);
  g_clear_pointer (&writer->table, cli_table_free);
  for (guint i = 0; i < writer->notes->len; i++)
    g_string_append_printf (writer->out, writer->markdown ? "\n[%u] %s\n" : "[%u] %s\n", i + 1,
                            _ (g_ptr_array_index (writer->notes, i)));
}

/* What each curve is of, below the tables' numbers. */
static void
write_networks (Writer *writer, GPtrArray *results)
{
  g_string_append (writer->out, "\n");
  for (guint i = 0; i < results->len; i++)
    {
      const DlPaperCheck *check = ((const DlPaperResult *) g_ptr_array_index (results, i))->check;

      g_string_append_printf (writer->out, writer->markdown ? "- %s: %s\n" : "%s: %s\n",
                              dl_paper_check_id (check), dl_paper_check_section (check));
    }
}

static void
write_summary (Writer *writer, GPtrArray *results)
{
  guint counts[DL_PAPER_N_VERDICTS] = { 0 };

  for (guint i = 0; i < results->len; i++)
    for (guint verdict = 0; verdict < DL_PAPER_N_VERDICTS; verdict++)
      counts[verdict] += dl_paper_result_count (g_ptr_array_index (results, i), verdict);
  g_string_append_c (writer->out, '\n');
  /* Translators: numbers of values, and of the curves that they belong to */
  g_string_append_printf (
      writer->out,
      g_dngettext (GETTEXT_PACKAGE, "%u agree, %u differ, %u cannot be checked (%u curve)\n",
                   "%u agree, %u differ, %u cannot be checked (%u curves)\n", results->len),
      counts[DL_PAPER_AGREES], counts[DL_PAPER_DIFFERS], counts[DL_PAPER_NOT_COMPARED],
      results->len);
}

static void
write_tables (const Cli *cli, GPtrArray *results)
{
  g_autoptr (GPtrArray) notes = g_ptr_array_new ();
  Writer writer = { cli->out, cli->options.markdown, NULL, notes };

  for (guint i = 0; i < results->len; i++)
    {
      const DlPaperResult *result = g_ptr_array_index (results, i);

      if (i == 0 || strcmp (group_of (result), group_of (g_ptr_array_index (results, i - 1))) != 0)
        begin_group (&writer, result);
      for (guint row = 0; row < result->rows->len; row++)
        write_row (&writer, result, dl_paper_result_row (result, row));
      if (i + 1 == results->len
          || strcmp (group_of (result), group_of (g_ptr_array_index (results, i + 1))) != 0)
        end_group (&writer);
    }
  write_networks (&writer, results);
  write_summary (&writer, results);
  if (cli->interruption != NULL && writer.markdown)
    g_string_append_c (writer.out, '\n');
  cli_append_interruption (writer.out, cli);
}

/* The command --------------------------------------------------------------------------------- */

static void
write_results (Cli *cli, GPtrArray *results)
{
  if (cli->options.csv)
    cli_papers_append_csv (cli->out, results);
  else if (cli->options.json)
    cli_papers_append_json (cli, results);
  else
    write_tables (cli, results);
}

static char *
describe_part (guint n, guint n_all)
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

  if (!check_options (cli, error)
      || !cli_parse_count ("--threads", cli->options.threads, CLI_MAX_JOBS, &threads, error))
    return CLI_BAD_INPUT;
  checks = choose (cli);
  if (cli_papers_run (cli, checks, threads, results, describe_part, error))
    write_results (cli, results);
  return CLI_DONE;
}
