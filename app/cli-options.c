#include "cli-options.h"

#include "dl-value.h"

#include <glib/gi18n.h>

#include <string.h>

typedef struct
{
  guint takes;
  GOptionArg type; /* NONE, FILENAME (any bytes) or FILENAME_ARRAY */
  const char *name;
  char letter;
  gsize offset; /* in CliOptions */
  const char *help;
  const char *value;
} Option;

#define AT(member) G_STRUCT_OFFSET (CliOptions, member)

static const Option table[] = {
  { TAKES_JSON, G_OPTION_ARG_NONE, "json", 0, AT (json), N_ ("The result as JSON") },
  { TAKES_CSV, G_OPTION_ARG_NONE, "csv", 0, AT (csv), N_ ("The result as CSV") },
  { TAKES_ROUTE, G_OPTION_ARG_FILENAME, "from", 0, AT (from), N_ ("Where the packet starts"),
    N_ ("NODE") },
  { TAKES_ROUTE, G_OPTION_ARG_FILENAME, "to", 0, AT (to), N_ ("Where it goes"), N_ ("NODE") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "width", 0, AT (width),
    N_ ("Width in inches: 3.5 (a column, the default), 7.16 (a page), 13.333 (a slide), ..."),
    N_ ("IN") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "dpi", 0, AT (dpi),
    N_ ("Dots an inch of a PNG (default 300)"), N_ ("N") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "metric", 0, AT (metric),
    N_ ("What a map shows: balance (the default), signed, load, critical; of a dragonfly use (the "
        "default), load, vc-share; sim-load and so on of a run, measured-flits and so on of "
        "counters"),
    N_ ("METRIC") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "counters", 0, AT (counters),
    N_ ("Counters measured on the machine, for the metrics of them"), N_ ("FILE") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "group", 0, AT (group),
    N_ ("The group of a dragonfly that a figure shows (default the first)"), N_ ("N") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_NONE, "sorted", 0, AT (sorted),
    N_ ("Groups of a dragonfly by load, the busiest first") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "against", 0, AT (against),
    N_ ("Another scenario, B, beside SCENARIO, A, on the scale of both"), N_ ("SCENARIO") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME_ARRAY, "against-set", 0, AT (against_set),
    N_ ("Change a value of B, which is A without --against; any number of times"),
    N_ ("GROUP.KEY=VALUE") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "show", 0, AT (show),
    N_ ("Which of the two: a, b or difference (the default), which is A - B"),
    N_ ("a|b|difference") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "dimension", 0, AT (dimension),
    N_ ("The dimension of a ring: x, y or z (the default)"), N_ ("x|y|z") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_NODE, G_OPTION_ARG_FILENAME, "node", 0, AT (node),
    N_ ("The router, or a node of a figure's ring (default there 0,0,0)"), N_ ("NODE") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "port", 0, AT (port),
    N_ ("figure router: the output that is explained: x+, ..., z-, p (default the last that "
        "granted)"),
    N_ ("PORT") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "policies", 0, AT (policies),
    N_ ("The policies that a figure compares (default all)"), N_ ("A,B,...") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "planes", 0, AT (planes),
    N_ ("The planes of the figure planes, across --dimension (default all)"), N_ ("FIRST-LAST") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_REPORT, G_OPTION_ARG_FILENAME, "title", 0, AT (title),
    N_ ("Another title than its own"), N_ ("TEXT") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "author", 0, AT (author), N_ ("Who made the report"),
    N_ ("NAME") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "date", 0, AT (date),
    N_ ("A date on the report (default none, or that of SOURCE_DATE_EPOCH)"),
    N_ ("YYYY-MM-DD|today") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "paper", 0, AT (paper), N_ ("a4 (the default) or letter"),
    N_ ("a4|letter") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "sections", 0, AT (sections),
    N_ ("What the report has (default all but the equations): configuration, verdict, map, "
        "balance, equations, comparison, differences, sources"),
    N_ ("A,B,...") },
  { TAKES_REPORT, G_OPTION_ARG_NONE, "load-curve", 0, AT (load_curve),
    N_ ("Simulate at rising loads, too, for latency against offered load") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_NONE, "no-title", 0, AT (no_title),
    N_ ("Without the figure's title") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_NONE, "no-legend", 0, AT (no_legend),
    N_ ("Without the legend of its colours and marks") },
  { TAKES_FIGURE, G_OPTION_ARG_NONE, "no-caption", 0, AT (no_caption),
    N_ ("Without the line about the scenario, which the file carries all the same") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME_ARRAY, "panel", 0, AT (panels),
    N_ ("figure panels: a figure with its own options; for each, in their order"),
    N_ ("\"NAME OPTION...\"") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "columns", 0, AT (columns),
    N_ ("figure panels: how many stand side by side"), N_ ("N") },
  { TAKES_LINK, G_OPTION_ARG_FILENAME, "link", 0, AT (link), N_ ("The link, by node and port"),
    N_ ("x,y,z:PORT") },
  { TAKES_TOP, G_OPTION_ARG_FILENAME, "top", 0, AT (top),
    N_ ("Only the first N rows (default 20 in text, else all)"), N_ ("N") },
  { TAKES_OPTIMIZE, G_OPTION_ARG_NONE, "datelines", 0, AT (datelines),
    N_ ("Rank all positions of the datelines") },
  { TAKES_OPTIMIZE, G_OPTION_ARG_NONE, "vc", 0, AT (vc),
    N_ ("Search virtual channels for the runs that no rule binds") },
  { TAKES_OPTIMIZE, G_OPTION_ARG_NONE, "past-faults", 0, AT (past_faults),
    N_ ("Put the datelines past the faults, so that every pair is served") },
  { TAKES_SAVE, G_OPTION_ARG_FILENAME, "name", 0, AT (name),
    N_ ("save, import: the name in the library"), N_ ("NAME") },
  { TAKES_SAVE, G_OPTION_ARG_NONE, "replace", 0, AT (replace),
    N_ ("save, import: change the scenario of that name, as an edit that can be undone") },
  { TAKES_LIBRARY, G_OPTION_ARG_NONE, "runs", 0, AT (runs),
    N_ ("list, show: also sweeps and runs") },
  { TAKES_LIBRARY, G_OPTION_ARG_NONE, "old-versions", 0, AT (old_versions),
    N_ ("clean: the runs of older versions of the program") },
  { TAKES_LIBRARY, G_OPTION_ARG_NONE, "nobodys", 0, AT (nobodys),
    N_ ("clean: the runs that belong to no scenario") },
  { TAKES_LIBRARY, G_OPTION_ARG_NONE, "removed", 0, AT (removed),
    N_ ("clean: the scenarios that were removed, with their runs") },
  { TAKES_COUNTERS | TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "region", 0, AT (region),
    N_ ("The code region of a torus' counters (default -2, the whole program)"), N_ ("N") },
  { TAKES_COUNTERS | TAKES_REPORT, G_OPTION_ARG_NONE, "simulate", 0, AT (simulate),
    N_ ("Simulate, too (counters: for the load of each link of a torus)") },
  { TAKES_RUN | TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE | TAKES_COUNTERS | TAKES_REPORT,
    G_OPTION_ARG_FILENAME, "cycles", 0, AT (cycles),
    N_ ("Cycles of a run, warm-up included (default simulation.cycles)"), N_ ("N") },
  { TAKES_RUN | TAKES_SWEEP | TAKES_COMPARE | TAKES_COUNTERS | TAKES_REPORT, G_OPTION_ARG_FILENAME,
    "warmup", 0, AT (warmup),
    N_ ("Cycles before loads and latencies count (default simulation.warmup-cycles)"), N_ ("N") },
  { TAKES_RUN | TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE | TAKES_REPORT, G_OPTION_ARG_FILENAME,
    "seeds", 0, AT (seeds),
    /* xgettext:no-c-format */
    N_ ("N runs, the seed one higher each time (simulate, compare, report: their means with 95 % "
        "intervals)"),
    N_ ("N") },
  { TAKES_RUN | TAKES_COUNTERS | TAKES_PAPERS | TAKES_REPORT, G_OPTION_ARG_FILENAME, "threads", 0,
    AT (threads),
    N_ ("Threads that share a run, whose result stays the same (default simulation.threads; "
        "papers, report: as many as there are processors)"),
    N_ ("N") },
  { TAKES_RUN, G_OPTION_ARG_FILENAME, "links", 0, AT (links),
    N_ ("Write the counters of each link to a file"), N_ ("FILE.csv") },
  { TAKES_RUN, G_OPTION_ARG_FILENAME, "series", 0, AT (series),
    N_ ("Write what was counted over time to a file"), N_ ("FILE.csv") },
  { TAKES_RUN, G_OPTION_ARG_NONE, "sources", 0, AT (sources),
    N_ ("With --json, each source's share of the packets delivered") },
  { TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE | TAKES_REPORT, G_OPTION_ARG_FILENAME_ARRAY, "vary",
    0, AT (vary),
    N_ ("Run every value of a key, A,B,C, FROM:TO:STEP or FROM:TO:*FACTOR, with every one of the "
        "others varied"),
    N_ ("GROUP.KEY=VALUES") },
  { TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE, G_OPTION_ARG_FILENAME, "jobs", 0, AT (jobs),
    N_ ("Points that are run at once (default as many as there are processors)"), N_ ("N") },
  { TAKES_COMPARE | TAKES_FIGURE, G_OPTION_ARG_FILENAME, "measures", 0, AT (measures),
    N_ ("What to compare, by the names of a sweep's columns (default all)"), N_ ("A,B,...") },
  { TAKES_SWEEP, G_OPTION_ARG_FILENAME, "shard", 0, AT (shard),
    N_ ("Only part I of N of the points, for machines that share a sweep"), N_ ("I/N") },
  { TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE, G_OPTION_ARG_NONE, "static", 0, AT (only_static),
    N_ ("Only what needs no simulation") },
  { TAKES_COMPARE, G_OPTION_ARG_FILENAME, "base", 0, AT (base),
    N_ ("The row, counted from 1, from which the others' differences are given"), N_ ("N") },
  { TAKES_COMPARE | TAKES_PAPERS | TAKES_LESSON, G_OPTION_ARG_NONE, "markdown", 0, AT (markdown),
    N_ ("The result as a table in Markdown") },
  { TAKES_COMPARE, G_OPTION_ARG_NONE, "latex", 0, AT (latex),
    N_ ("The result as a table in LaTeX, with booktabs") },
  { TAKES_PAPERS, G_OPTION_ARG_NONE, "quick", 0, AT (quick),
    N_ ("Only the checks that take seconds (the default)") },
  { TAKES_PAPERS, G_OPTION_ARG_NONE, "all", 0, AT (all),
    N_ ("All checks, those that take minutes, too") },
  { TAKES_LESSON, G_OPTION_ARG_FILENAME, "script", 0, AT (script),
    N_ ("run: what is done, a line each (default standard input)"), N_ ("FILE") },
  { TAKES_LESSON, G_OPTION_ARG_FILENAME, "hand-in", 0, AT (hand_in),
    N_ ("run: write what is to be handed in"), N_ ("FILE") },
  { TAKES_LESSON, G_OPTION_ARG_FILENAME, "student", 0, AT (student),
    N_ ("run: the name on it (default none)"), N_ ("NAME") },
  { TAKES_LESSON, G_OPTION_ARG_FILENAME, "language", 0, AT (language),
    N_ ("list, show, run: another language than the one of the locale, \"de\""), N_ ("LANGUAGE") },
  { TAKES_SET, G_OPTION_ARG_FILENAME_ARRAY, "set", 0, AT (set),
    N_ ("Change a value of the scenario first; any number of times"), N_ ("GROUP.KEY=VALUE") },
  { TAKES_OUTPUT, G_OPTION_ARG_FILENAME, "output", 'o', AT (output),
    N_ ("Write to FILE, which appears whole or not at all (sweep: row by row, and is added to)"),
    N_ ("FILE") },
  { TAKES_DATABASE, G_OPTION_ARG_FILENAME, "database", 0, AT (database),
    N_ ("Another library than the user's own"), N_ ("FILE") },
  { TAKES_ALWAYS, G_OPTION_ARG_NONE, "help", 'h', AT (help), N_ ("Show this help") },
  { TAKES_ALWAYS, G_OPTION_ARG_NONE, "version", 0, AT (version), N_ ("Show the version") },
};

/* The option that @arg ("--name", "--name=value", "-o", "-ofile") names, or NULL. */
static const Option *
find_option (const char *arg)
{
  const gboolean is_long = g_str_has_prefix (arg, "--");
  const gsize length = strcspn (arg + 2, "=");

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (is_long ? strlen (table[i].name) == length && strncmp (table[i].name, arg + 2, length) == 0
                : table[i].letter != 0 && table[i].letter == arg[1])
      return &table[i];
  return NULL;
}

static gboolean
is_option (const char *arg)
{
  return arg[0] == '-' && arg[1] != '\0';
}

/* Whether the argument after @arg belongs to it. */
static gboolean
takes_next (const Option *option, const char *arg)
{
  return option->type != G_OPTION_ARG_NONE
         && (arg[1] == '-' ? strchr (arg, '=') == NULL : arg[2] == '\0');
}

guint
cli_options_find_command (char **args)
{
  for (guint i = 1; args[i] != NULL; i++)
    {
      const Option *option;

      if (!is_option (args[i]))
        return i;
      if (strcmp (args[i], "--") == 0)
        return args[i + 1] != NULL ? i + 1 : 0;
      option = find_option (args[i]);
      if (option != NULL && takes_next (option, args[i]) && args[i + 1] != NULL)
        i++;
    }
  return 0;
}

gboolean
cli_options_is_unknown (const char *arg)
{
  return is_option (arg) && find_option (arg) == NULL;
}

void
cli_options_visit (const CliCommand *command, CliOptionVisit visit, gpointer user_data)
{
  const guint takes = command != NULL ? command->takes | TAKES_ALWAYS : ~0u;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if ((table[i].takes & takes) != 0)
      {
        g_autofree char *name = g_strconcat ("--", table[i].name, NULL);

        visit (name, _ (table[i].help), user_data);
      }
}

/* The last argument is a value of @option from @text on. */
static void
place_value (CliPlace *place, const Option *option, const char *text)
{
  place->option = option->name;
  place->value = option->value;
  place->text = text;
}

void
cli_options_place (char **args, CliPlace *place)
{
  *place = (CliPlace) { .args = g_ptr_array_new () };
  for (guint i = 1; args[i] != NULL; i++)
    {
      const gboolean is_last = args[i + 1] == NULL;
      const Option *option;

      if (is_last)
        place->text = args[i];
      if (place->is_literal || !is_option (args[i]))
        {
          if (!is_last)
            g_ptr_array_add (place->args, args[i]);
          continue;
        }
      if (strcmp (args[i], "--") == 0)
        {
          place->is_literal = !is_last;
          continue;
        }
      option = find_option (args[i]);
      if (option == NULL || option->type == G_OPTION_ARG_NONE)
        continue;
      if (!takes_next (option, args[i]))
        {
          if (is_last)
            place_value (place, option,
                         args[i][1] == '-' ? strchr (args[i], '=') + 1 : args[i] + 2);
        }
      else if (!is_last && args[i + 2] == NULL)
        place_value (place, option, args[i + 1]);
      if (!is_last && takes_next (option, args[i]))
        i++;
    }
}

/* Before GOption, which only says that an option is unknown. */
static gboolean
check (const CliCommand *command, char **args, GError **error)
{
  const guint takes = command->takes | TAKES_ALWAYS;
  const char *names[G_N_ELEMENTS (table) + 1] = { NULL };
  g_autoptr (GString) all = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if ((table[i].takes & takes) != 0)
      {
        names[n++] = table[i].name;
        g_string_append_printf (all, "%s--%s", n > 1 ? ", " : "", table[i].name);
      }

  for (guint i = 1; args[i] != NULL && strcmp (args[i], "--") != 0; i++)
    {
      const Option *option;
      g_autofree char *name = NULL;
      const char *near;

      if (!is_option (args[i]))
        continue;
      option = find_option (args[i]);
      if (option != NULL && (option->takes & takes) != 0)
        {
          if (option->type == G_OPTION_ARG_NONE && strchr (args[i], '=') != NULL)
            return cli_bad_input (error, _ ("--%s takes no value (--%s)"), option->name,
                                  option->name);
          if (takes_next (option, args[i]))
            {
              if (args[i + 1] == NULL)
                return cli_bad_input (error, _ ("--%s: its value is missing (--%s %s)"),
                                      option->name, option->name, _ (option->value));
              i++;
            }
          continue;
        }

      name = g_strndup (args[i], strcspn (args[i], "="));
      near = g_str_has_prefix (name, "--") ? dl_value_nearest (name + 2, names) : NULL;
      if (near != NULL && option == NULL)
        return cli_bad_input (error, _ ("%s has no option %s (did you mean --%s?)"), command->name,
                              name, near);
      return cli_bad_input (error, _ ("%s has no option %s (%s)"), command->name, name, all->str);
    }
  return TRUE;
}

static GOptionContext *
new_context (const CliCommand *command, CliOptions *options)
{
  g_autofree char *usage = g_strdup_printf ("%s %s", command->name, _ (command->args));
  GOptionContext *context = g_option_context_new (usage);
  GOptionEntry entries[G_N_ELEMENTS (table) + 2] = { { NULL } };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if ((table[i].takes & (command->takes | TAKES_ALWAYS)) != 0)
      entries[n++] = (GOptionEntry) {
        .long_name = table[i].name,
        .short_name = table[i].letter,
        .arg = table[i].type,
        .arg_data = G_STRUCT_MEMBER_P (options, table[i].offset),
        .description = table[i].help,
        .arg_description = table[i].value,
      };
  entries[n] = (GOptionEntry) { .long_name = G_OPTION_REMAINING,
                                .arg = G_OPTION_ARG_FILENAME_ARRAY,
                                .arg_data = &options->args };
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_set_summary (context, _ (command->summary));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return context;
}

gboolean
cli_options_parse (const CliCommand *command, char **args, CliOptions *options, GError **error)
{
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) copy = NULL;

  if (!check (command, args, error))
    return FALSE;
  context = new_context (command, options);
  copy = g_strdupv (args);
  return g_option_context_parse_strv (context, &copy, error);
}

char *
cli_options_help (const CliCommand *command)
{
  CliOptions options = { 0 };
  g_autoptr (GOptionContext) context = new_context (command, &options);

  return g_option_context_get_help (context, TRUE, NULL);
}

void
cli_options_clear (CliOptions *options)
{
  g_strfreev (options->set);
  g_free (options->output);
  g_free (options->database);
  g_free (options->from);
  g_free (options->to);
  g_free (options->width);
  g_free (options->dpi);
  g_free (options->metric);
  g_free (options->counters);
  g_free (options->group);
  g_free (options->against);
  g_strfreev (options->against_set);
  g_free (options->show);
  g_free (options->dimension);
  g_free (options->node);
  g_free (options->port);
  g_free (options->policies);
  g_free (options->planes);
  g_free (options->title);
  g_strfreev (options->panels);
  g_free (options->columns);
  g_free (options->top);
  g_free (options->link);
  g_free (options->name);
  g_free (options->region);
  g_free (options->cycles);
  g_free (options->warmup);
  g_free (options->seeds);
  g_free (options->threads);
  g_free (options->links);
  g_free (options->series);
  g_strfreev (options->vary);
  g_free (options->author);
  g_free (options->date);
  g_free (options->paper);
  g_free (options->sections);
  g_free (options->shard);
  g_free (options->measures);
  g_free (options->base);
  g_free (options->jobs);
  g_free (options->script);
  g_free (options->hand_in);
  g_free (options->student);
  g_free (options->language);
  g_strfreev (options->args);
}
