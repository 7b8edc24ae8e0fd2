/* dateline-cli report: scenarios as a PDF. */
#include "cli-scenario.h"
#include "cli-streams.h"
#include "cli-sweep.h"
#include "dl-comparison-write.h"
#include "dl-names.h"
#include "dl-report-data.h"
#include "dl-report.h"
#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

/* Drawing takes that share of the time where nothing is simulated, and less where something is. */
#define DRAWING_SHARE 0.5

/* Options -------------------------------------------------------------------------------------- */

static gboolean
parse_sections (const char *text, guint *chosen, GError **error)
{
  g_auto (GStrv) names = text != NULL ? g_strsplit (text, ",", -1) : NULL;
  guint n;
  const DlReportPart *parts = dl_report_parts (&n);
  g_autofree const char **ids = g_new0 (const char *, n + 1);

  if (text == NULL)
    return TRUE;
  *chosen = 0;
  for (guint i = 0; i < n; i++)
    ids[i] = parts[i].id;
  for (char **name = names; *name != NULL; name++)
    {
      guint part = 0;

      g_strstrip (*name);
      for (guint i = 0; i < n; i++)
        if (strcmp (ids[i], *name) == 0)
          part = parts[i].part;
      if (part == 0)
        {
          g_autofree char *quoted = dl_value_quote (*name);
          g_autofree char *hint = dl_names_hint (*name, ids);

          return cli_bad_input (error, _ ("--sections: %s is not a section (%s)"), quoted, hint);
        }
      *chosen |= part;
    }
  return TRUE;
}

/* The day of SOURCE_DATE_EPOCH, which build systems set; NULL if it is not set. */
static gboolean
find_epoch (GDateTime **day, GError **error)
{
  const char *text = g_getenv ("SOURCE_DATE_EPOCH");
  guint64 seconds;

  *day = NULL;
  if (text == NULL || *text == '\0')
    return TRUE;
  /* To the year 9999. */
  if (!dl_value_parse_uint (text, 0, G_GUINT64_CONSTANT (253402300799), &seconds, error))
    {
      g_prefix_error (error, "SOURCE_DATE_EPOCH: ");
      return FALSE;
    }
  *day = g_date_time_new_from_unix_utc ((gint64) seconds);
  return TRUE;
}

/* "2026-11-22"; NULL: no date. */
static gboolean
parse_date (const char *text, char **date, GError **error)
{
  g_autoptr (GDateTime) day = NULL;
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autofree char *time = text != NULL ? g_strconcat (text, "T00:00:00Z", NULL) : NULL;

  if (!find_epoch (&day, error))
    return FALSE;
  if (text != NULL && strcmp (text, "today") == 0)
    {
      if (day == NULL)
        day = g_date_time_new_now_local ();
    }
  else if (text != NULL)
    {
      g_clear_pointer (&day, g_date_time_unref);
      if (strlen (text) == 10 && text[4] == '-' && text[7] == '-')
        day = g_date_time_new_from_iso8601 (time, utc);
      if (day == NULL)
        {
          g_autofree char *quoted = dl_value_quote (text);

          return cli_bad_input (error,
                                _ ("--date: %s is not a date (expected YYYY-MM-DD or "
                                   "today)"),
                                quoted);
        }
    }
  *date = day != NULL ? g_date_time_format (day, "%Y-%m-%d") : NULL;
  return TRUE;
}

static gboolean
check_text (const char *option, const char *text, GError **error)
{
  if (text == NULL || g_utf8_validate (text, -1, NULL))
    return TRUE;
  return cli_bad_input (error, _ ("%s: the text is not UTF-8 (use UTF-8)"), option);
}

static gboolean
check_output (const char *output, GError **error)
{
  g_autofree char *name = output != NULL ? cli_display_name (output) : NULL;
  const gsize length = output != NULL ? strlen (output) : 0;

  if (output == NULL)
    return cli_bad_input (error, _ ("report: the file is missing (add -o FILE.pdf)"));
  if (strcmp (output, "-") == 0
      || (length > 4 && g_ascii_strcasecmp (output + length - 4, ".pdf") == 0))
    return TRUE;
  return cli_bad_input (error, _ ("-o %s: a report is a PDF file (use -o FILE.pdf)"), name);
}

static gboolean
parse (const CliOptions *given, DlReportOptions *options, DlReportLook *look, char **date,
       GError **error)
{
  *options = dl_report_options_default ();
  options->simulate = given->simulate;
  options->load_curve = given->load_curve;
  options->keeps = TRUE;
  options->n_threads = cli_sweep_default_jobs ();
  if (!check_output (given->output, error) || !check_text ("--title", given->title, error)
      || !check_text ("--author", given->author, error)
      || !parse_sections (given->sections, &options->parts, error)
      || !cli_parse_count ("--threads", given->threads, DL_SWEEP_MAX_JOBS, &options->n_threads,
                           error)
      || !parse_date (given->date, date, error))
    return FALSE;
  if (given->seeds != NULL && !given->simulate && !given->load_curve)
    return cli_bad_input (error,
                          _ ("--seeds: nothing is simulated (add --simulate or --load-curve)"));
  *look = (DlReportLook) { .title = given->title, .author = given->author, .date = *date };
  if (given->paper != NULL && !dl_sheet_find (given->paper, &look->sheet))
    {
      g_autofree char *quoted = dl_value_quote (given->paper);

      return cli_bad_input (error, _ ("--paper: %s is not a paper size (expected a4 or letter)"),
                            quoted);
    }
  return TRUE;
}

/* The report ----------------------------------------------------------------------------------- */

/* Command as @write writes it. */
static char *
command_by (const Cli *cli, const DlReportOptions *options, const DlReportLook *look,
            char *(*write) (const DlReportCommand *) )
{
  const CliOptions *given = &cli->options;
  const DlReportCommand command = {
    .scenarios = (const char *const *) cli->args,
    .set = (const char *const *) given->set,
    .vary = (const char *const *) given->vary,
    .cycles = given->cycles,
    .warmup = given->warmup,
    .database = given->database,
    .title = given->title,
    .author = given->author,
    .date = look->date,
    .paper = look->sheet != DL_SHEET_A4 ? dl_sheet_id (look->sheet) : NULL,
    .options = *options,
  };

  return write (&command);
}

/* A piece of the progress. */
typedef struct
{
  CliProgress *progress;
  double from, share;
} Piece;

static void
set_piece (double fraction, gpointer data)
{
  const Piece *piece = data;

  cli_progress_set (piece->from + fraction * piece->share, piece->progress);
}

/* Note an interruption. The report is drawn nevertheless: only a second Ctrl+C stops that. */
static void
note_interruption (Cli *cli, const DlReportData *data)
{
  g_autoptr (GError) interruption = NULL;

  g_cancellable_set_error_if_cancelled (cli->cancellable, &interruption);
  cli_interrupt (cli, dl_report_data_how_far (data), &interruption);
  g_cancellable_reset (cli->cancellable);
}

static GBytes *
make (Cli *cli, DlComparison *comparison, const DlReportOptions *options, const DlReportLook *look,
      GError **error)
{
  const double drawing
      = options->simulate || options->load_curve ? DRAWING_SHARE / 10 : DRAWING_SHARE;
  CliProgress progress;
  Piece finding = { &progress, 0, 1 - drawing }, rendering = { &progress, 1 - drawing, drawing };
  g_autoptr (DlReportData) data = NULL;
  g_autoptr (DlReport) report = NULL;
  GBytes *bytes = NULL;

  cli_progress_begin (&progress);
  data = dl_report_data_new (comparison, options, set_piece, &finding, cli->cancellable, error);
  if (data != NULL && data->interrupted)
    note_interruption (cli, data);
  if (data != NULL)
    {
      report = dl_report_new (data, look);
      bytes = dl_report_render (report, set_piece, &rendering, cli->cancellable, error);
    }
  cli_progress_end (&progress);
  return bytes;
}

/* Stored runs of scenarios from the library: the runs that would be made, or all of them if none
 * would. */
static gboolean
take_stored_runs (Cli *cli, DlComparison *comparison, const DlReportOptions *options,
                  GError **error)
{
  const guint n_seeds = options->simulate ? options->n_seeds : DL_REPORT_STORED_RUNS;
  g_autoptr (CliStore) store = NULL;

  for (guint i = 0; i < cli->n_args && store == NULL; i++)
    if (g_str_has_prefix (cli->args[i], "library:"))
      {
        store = cli_store_open (cli, TRUE, error);
        if (store == NULL)
          return FALSE;
      }
  return store == NULL || dl_comparison_store_take (store, comparison, n_seeds, error);
}

CliStatus
cli_report (Cli *cli, GError **error)
{
  g_autoptr (DlComparison) comparison = dl_comparison_new ();
  g_autofree char *date = NULL;
  g_autofree char *command = NULL;
  g_autofree char *of_texts = NULL;
  g_autoptr (GBytes) bytes = NULL;
  DlReportOptions options;
  DlReportLook look;
  gconstpointer data;
  gsize length;

  if (!parse (&cli->options, &options, &look, &date, error))
    return CLI_BAD_INPUT;
  for (guint i = 0; i < cli->n_args; i++)
    if (!cli_comparison_add (cli, comparison, cli->args[i], DL_REPORT_MOST, &options.n_seeds,
                             error))
      return CLI_BAD_INPUT;
  if (!take_stored_runs (cli, comparison, &options, error))
    return CLI_BAD_INPUT;
  command = command_by (cli, &options, &look, dl_report_command);
  of_texts = command_by (cli, &options, &look, dl_report_command_of_texts);
  look.command = command;
  look.command_of_texts = of_texts;
  bytes = make (cli, g_steal_pointer (&comparison), &options, &look, error);
  if (bytes == NULL)
    return CLI_DONE;
  data = g_bytes_get_data (bytes, &length);
  g_string_append_len (cli->out, data, (gssize) length);
  return CLI_DONE;
}
