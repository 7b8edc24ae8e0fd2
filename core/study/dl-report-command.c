#include "dl-report-command.h"

#include <string.h>

/* What a shell takes as it is. */
static gboolean
is_plain (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("-_./:,=+@%", *at) == NULL)
      return FALSE;
  return *text != '\0';
}

static void
append (GString *line, const char *text)
{
  g_autofree char *quoted = is_plain (text) ? g_strdup (text) : g_shell_quote (text);

  g_string_append_printf (line, " %s", quoted);
}

static void
append_option (GString *line, const char *name, const char *value)
{
  if (value == NULL)
    return;
  append (line, name);
  append (line, value);
}

static void
append_options (GString *line, const char *name, const char *const *values)
{
  for (guint i = 0; values != NULL && values[i] != NULL; i++)
    append_option (line, name, values[i]);
}

static void
append_sections (GString *line, guint chosen)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n;
  const DlReportPart *parts = dl_report_parts (&n);

  if (chosen == DL_REPORT_DEFAULT)
    return;
  for (guint i = 0; i < n; i++)
    if ((chosen & parts[i].part) != 0)
      g_string_append_printf (names, "%s%s", names->len > 0 ? "," : "", parts[i].id);
  append_option (line, "--sections", names->str);
}

char *
dl_report_command (const DlReportCommand *command)
{
  const DlReportOptions *options = &command->options;
  GString *line = g_string_new ("dateline-cli report");
  g_autofree char *seeds = g_strdup_printf ("%u", options->n_seeds);

  for (guint i = 0; command->scenarios[i] != NULL; i++)
    {
      /* A file whose name looks like an option. */
      g_autofree char *name = command->scenarios[i][0] == '-' && command->scenarios[i][1] != '\0'
                                  ? g_strconcat ("./", command->scenarios[i], NULL)
                                  : g_strdup (command->scenarios[i]);

      append (line, name);
    }
  append_options (line, "--set", command->set);
  append_options (line, "--vary", command->vary);
  append_option (line, "--cycles", command->cycles);
  append_option (line, "--warmup", command->warmup);
  append_option (line, "--database", command->database);
  append_sections (line, options->parts);
  if (options->simulate)
    append (line, "--simulate");
  if (options->load_curve)
    append (line, "--load-curve");
  append_option (line, "--seeds", options->n_seeds > 1 ? seeds : NULL);
  append_option (line, "--title", command->title);
  append_option (line, "--author", command->author);
  append_option (line, "--date", command->date);
  append_option (line, "--paper", command->paper);
  append_option (line, "-o", "report.pdf");
  return g_string_free (line, FALSE);
}

char *
dl_report_command_of_texts (const DlReportCommand *command)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) texts = NULL;
  DlReportCommand other = *command;
  gboolean stored = FALSE;

  for (guint i = 0; command->scenarios[i] != NULL; i++)
    {
      g_autofree char *name = g_strdup_printf ("scenario-%u.dateline", i + 1);

      g_strv_builder_add (names, name);
      stored |= g_str_has_prefix (command->scenarios[i], "library:");
    }
  if (!stored || command->vary != NULL)
    return NULL;
  texts = g_strv_builder_end (names);
  other.scenarios = (const char *const *) texts;
  other.set = NULL;
  other.database = NULL;
  return dl_report_command (&other);
}
