#include "cli-options.h"

#include "dl-names.h"
#include "dl-scenario.h"
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
  { TAKES_ROUTE, G_OPTION_ARG_FILENAME, "from", 0, AT (from), N_ ("Source of the packet"),
    N_ ("NODE") },
  { TAKES_ROUTE, G_OPTION_ARG_FILENAME, "to", 0, AT (to), N_ ("Destination of the packet"),
    N_ ("NODE") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "width", 0, AT (width),
    N_ ("Width in inches: 3.5 (a column, the default), 7.16 (a page), 13.333 (a slide), ..."),
    N_ ("IN") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "dpi", 0, AT (dpi),
    N_ ("Dots per inch of a PNG (default 300)"), N_ ("N") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "metric", 0, AT (metric),
    N_ ("What a map shows: balance (the default), signed, load, critical; for a dragonfly use "
        "(the default), load, vc-share; sim-load etc. for a run; measured-flits etc. for counters"),
    N_ ("METRIC") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "counters", 0, AT (counters),
    N_ ("Counters measured on the machine, for the metrics that show them"), N_ ("FILE") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "group", 0, AT (group),
    N_ ("The group of a dragonfly that the figure shows (default: the first)"), N_ ("N") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_NONE, "sorted", 0, AT (sorted),
    N_ ("Sort the groups of a dragonfly, or the switches of a fabric, by load, busiest first") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "against", 0, AT (against),
    N_ ("A second scenario, B, to compare with SCENARIO, A, on a common scale"), N_ ("SCENARIO") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME_ARRAY, "against-set", 0, AT (against_set),
    N_ ("Change a value of B; without --against, B is a copy of A. Can be repeated"),
    N_ ("GROUP.KEY=VALUE") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "show", 0, AT (show),
    N_ ("Which of the two to show: a, b or difference, A - B (the default)"),
    N_ ("a|b|difference") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "dimension", 0,
    AT (dimension), N_ ("The dimension of a ring: x, y or z (the default)"), N_ ("x|y|z") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_NODE | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "node", 0,
    AT (node), N_ ("The router, or a node of the ring that a figure shows (default 0,0,0)"),
    N_ ("NODE") },
  { TAKES_TABLES, G_OPTION_ARG_NONE, "dump-fts", 0, AT (dump_fts),
    N_ ("The tables of all switches of a fabric, in the form of dump_fts") },
  { TAKES_TABLES, G_OPTION_ARG_NONE, "slurm", 0, AT (slurm),
    N_ ("The switches of a fabric as Slurm’s topology.conf") },
  { TAKES_TABLES, G_OPTION_ARG_NONE, "yaml", 0, AT (yaml),
    N_ ("With --slurm: as topology.yaml, a tree and blocks") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "port", 0, AT (port),
    N_ ("figure router: the output to explain: x+, ..., z-, p (default: the last with a grant)"),
    N_ ("PORT") },
  { TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "policies", 0, AT (policies),
    N_ ("The policies that the figure compares (default: all)"), N_ ("A,B,...") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "planes", 0, AT (planes),
    N_ ("The planes of the figure “planes”, across --dimension (default: all)"),
    N_ ("FIRST-LAST") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_REPORT | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "title", 0,
    AT (title), N_ ("A different title"), N_ ("TEXT") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "author", 0, AT (author), N_ ("The author of the report"),
    N_ ("NAME") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "date", 0, AT (date),
    N_ ("The date on the report (default: none, or that of SOURCE_DATE_EPOCH)"),
    N_ ("YYYY-MM-DD|today") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "paper", 0, AT (paper), N_ ("a4 (the default) or letter"),
    N_ ("a4|letter") },
  { TAKES_REPORT, G_OPTION_ARG_FILENAME, "sections", 0, AT (sections),
    N_ ("Sections of the report (default: all but equations): configuration, verdict, map, "
        "balance, equations, comparison, differences, sources"),
    N_ ("A,B,...") },
  { TAKES_REPORT, G_OPTION_ARG_NONE, "load-curve", 0, AT (load_curve),
    N_ ("Also simulate rising loads, for latency against offered load") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_NONE, "no-title", 0, AT (no_title),
    N_ ("Without the figure’s title") },
  { TAKES_FIGURE | TAKES_PANEL | TAKES_ANIMATE, G_OPTION_ARG_NONE, "no-legend", 0, AT (no_legend),
    N_ ("Without the legend of colors and marks") },
  { TAKES_FIGURE | TAKES_ANIMATE, G_OPTION_ARG_NONE, "no-caption", 0, AT (no_caption),
    N_ ("Without the caption; the file still contains the scenario") },
  { TAKES_FIGURE | TAKES_ANIMATE, G_OPTION_ARG_NONE, "dark", 0, AT (dark),
    N_ ("On a dark background, in the colors of a dark window (default: on white)") },
  { TAKES_FIGURE, G_OPTION_ARG_FILENAME, "height", 0, AT (height),
    N_ ("Height in inches (default: as high as the figure needs at its width)"), N_ ("IN") },
  { TAKES_FIGURE | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "font", 0, AT (font),
    N_ ("Font: sans (the default) or serif, with the widths of Times"), N_ ("sans|serif") },
  { TAKES_FIGURE | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "text-size", 0, AT (text_size),
    N_ ("Text size in points (default 8, larger on a slide)"), N_ ("PT") },
  { TAKES_FIGURE | TAKES_ANIMATE, G_OPTION_ARG_FILENAME_ARRAY, "panel", 0, AT (panels),
    N_ ("figure panels: a figure of SCENARIO or of a different one, with its own options and "
        "--set; "
        "repeat for each panel, in order"),
    N_ ("\"NAME [SCENARIO] OPTION...\"") },
  { TAKES_FIGURE | TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "columns", 0, AT (columns),
    N_ ("figure panels: the number of panels side by side"), N_ ("N") },
  { TAKES_LINK, G_OPTION_ARG_FILENAME, "link", 0, AT (link), N_ ("The link, by its name"),
    N_ ("LINK") },
  { TAKES_CRITICAL, G_OPTION_ARG_NONE, "switches", 0, AT (switches),
    N_ ("Break each switch of a fabric instead of each cable") },
  { TAKES_TOP, G_OPTION_ARG_FILENAME, "top", 0, AT (top),
    N_ ("Only the first N rows (default: 20 in text, otherwise all)"), N_ ("N") },
  { TAKES_OPTIMIZE, G_OPTION_ARG_NONE, "datelines", 0, AT (datelines),
    N_ ("Rank all positions of the datelines") },
  { TAKES_OPTIMIZE, G_OPTION_ARG_NONE, "vc", 0, AT (vc),
    N_ ("Search virtual channels for the legs that no rule determines") },
  { TAKES_OPTIMIZE, G_OPTION_ARG_NONE, "past-faults", 0, AT (past_faults),
    N_ ("Put the datelines past the faults, so that every pair is delivered") },
  { TAKES_SAVE, G_OPTION_ARG_FILENAME, "name", 0, AT (name),
    N_ ("save, import: the name in the library"), N_ ("NAME") },
  { TAKES_SAVE, G_OPTION_ARG_NONE, "replace", 0, AT (replace),
    N_ ("save, import: change the scenario with this name, as an edit that can be undone") },
  { TAKES_RESULTS, G_OPTION_ARG_NONE, "runs", 0, AT (runs),
    N_ ("list, show: also sweeps and runs") },
  { TAKES_CLEAN, G_OPTION_ARG_NONE, "old-versions", 0, AT (old_versions),
    N_ ("clean: the runs of older versions of the program") },
  { TAKES_CLEAN, G_OPTION_ARG_NONE, "nobodys", 0, AT (nobodys),
    N_ ("clean: the runs that belong to no scenario") },
  { TAKES_CLEAN, G_OPTION_ARG_NONE, "removed", 0, AT (removed),
    N_ ("clean: the scenarios that were removed, with their runs") },
  { TAKES_COUNTERS | TAKES_FIGURE | TAKES_PANEL, G_OPTION_ARG_FILENAME, "region", 0, AT (region),
    N_ ("The code region of a torus’s counters (default: -2, the whole program)"), N_ ("N") },
  { TAKES_COUNTERS | TAKES_REPORT, G_OPTION_ARG_NONE, "simulate", 0, AT (simulate),
    N_ ("Also simulate (counters: for the load of each link of a torus)") },
  { TAKES_RECORD, G_OPTION_ARG_FILENAME_ARRAY, "edit", 0, AT (edits),
    N_ ("Change a value when CYCLE cycles have run. Can be repeated"),
    N_ ("CYCLE:GROUP.KEY=VALUE") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "against", 0, AT (against),
    N_ ("A second recording, B, beside the first one or instead of it, as --show says"),
    N_ ("FILE") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "from", 0, AT (from),
    N_ ("The cycle at which the first stretch begins (default: 0)"), N_ ("CYCLE") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "to", 0, AT (to),
    N_ ("The last cycle shown (default: the end of the recording)"), N_ ("CYCLE") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "every", 0, AT (every),
    N_ ("Cycles per frame, whose loads it shows (default: as many as make 100 frames)"),
    N_ ("CYCLES") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "width", 0, AT (width),
    N_ ("Width in inches (default 13.333, a slide)"), N_ ("IN") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "height", 0, AT (height),
    N_ ("Height in inches (default: 9/16 of the width)"), N_ ("IN") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "dpi", 0, AT (dpi),
    N_ ("Dots per inch (default 96: a slide is of 1280 x 720)"), N_ ("N") },
  { TAKES_ANIMATE, G_OPTION_ARG_FILENAME, "fps", 0, AT (fps), N_ ("Frames per second (default 20)"),
    N_ ("N") },
  { TAKES_REPLAY, G_OPTION_ARG_FILENAME, "at", 0, AT (at),
    N_ ("The cycle whose state is shown (default: the end of the recording)"), N_ ("CYCLE") },
  { TAKES_RUN | TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE | TAKES_COUNTERS | TAKES_REPORT
        | TAKES_RECORD,
    G_OPTION_ARG_FILENAME, "cycles", 0, AT (cycles),
    N_ ("Cycles per run, including the warm-up (default: simulation.cycles)"), N_ ("N") },
  { TAKES_RUN | TAKES_SWEEP | TAKES_COMPARE | TAKES_COUNTERS | TAKES_REPORT, G_OPTION_ARG_FILENAME,
    "warmup", 0, AT (warmup),
    N_ ("Warm-up cycles, which loads and latencies exclude, or auto: found by MSER-5 (default: "
        "simulation.warmup-cycles)"),
    N_ ("N|auto") },
  { TAKES_RUN, G_OPTION_ARG_FILENAME, "stop", 0, AT (stop),
    N_ ("End after the cycles, or before that at the wanted precision (default: "
        "simulation.stop)"),
    N_ ("cycles|precision") },
  { TAKES_RUN, G_OPTION_ARG_FILENAME, "precision", 0, AT (precision),
    /* xgettext:no-c-format */
    N_ ("Half of the 95% confidence intervals as a share of the mean (default: "
        "simulation.precision)"),
    N_ ("SHARE") },
  { TAKES_RUN | TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE | TAKES_REPORT, G_OPTION_ARG_FILENAME,
    "seeds", 0, AT (seeds),
    /* xgettext:no-c-format */
    N_ ("N runs with consecutive seeds (simulate, compare, report: means with 95% confidence "
        "intervals)"),
    N_ ("N") },
  { TAKES_RUN | TAKES_COUNTERS | TAKES_PAPERS | TAKES_VALIDATE | TAKES_REPORT | TAKES_RECORD
        | TAKES_REPLAY | TAKES_ANIMATE,
    G_OPTION_ARG_FILENAME, "threads", 0, AT (threads),
    N_ ("Threads per run, which do not change the result (default: simulation.threads; papers, "
        "validate, report: the number of processors)"),
    N_ ("N") },
  { TAKES_RUN | TAKES_REPLAY, G_OPTION_ARG_FILENAME, "links", 0, AT (links),
    N_ ("Write the counters of each link to a file"), N_ ("FILE.csv") },
  { TAKES_RUN, G_OPTION_ARG_FILENAME, "series", 0, AT (series),
    N_ ("Write the time series of a run to a file"), N_ ("FILE.csv") },
  { TAKES_RUN, G_OPTION_ARG_NONE, "sources", 0, AT (sources),
    N_ ("With --json: the share of each source in the delivered packets") },
  { TAKES_RUN, G_OPTION_ARG_NONE, "slowest", 0, AT (slowest),
    N_ ("The slowest rank of a program, and the link that its packets waited for longest") },
  { TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE | TAKES_REPORT, G_OPTION_ARG_FILENAME_ARRAY, "vary",
    0, AT (vary),
    N_ ("Vary a key over A,B,C, FROM:TO:STEP or FROM:TO:*FACTOR, in all combinations with other "
        "varied keys"),
    N_ ("GROUP.KEY=VALUES") },
  { TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE, G_OPTION_ARG_FILENAME, "jobs", 0, AT (jobs),
    N_ ("Points simulated in parallel (default: the number of processors)"), N_ ("N") },
  { TAKES_COMPARE | TAKES_FIGURE, G_OPTION_ARG_FILENAME, "measures", 0, AT (measures),
    N_ ("The measures to compare, by their column names in a sweep (default: all)"),
    N_ ("A,B,...") },
  { TAKES_SWEEP, G_OPTION_ARG_FILENAME, "shard", 0, AT (shard),
    N_ ("Only part I of N of the points, to share a sweep between machines"), N_ ("I/N") },
  { TAKES_SWEEP | TAKES_COMPARE | TAKES_FIGURE, G_OPTION_ARG_NONE, "static", 0, AT (only_static),
    N_ ("Only the static analysis, without simulation") },
  { TAKES_COMPARE, G_OPTION_ARG_FILENAME, "base", 0, AT (base),
    N_ ("The row, counted from 1, with which the other rows are compared"), N_ ("N") },
  { TAKES_COMPARE | TAKES_PAPERS | TAKES_MARKDOWN, G_OPTION_ARG_NONE, "markdown", 0, AT (markdown),
    N_ ("The result as a table in Markdown") },
  { TAKES_COMPARE, G_OPTION_ARG_NONE, "latex", 0, AT (latex),
    N_ ("The result as a table in LaTeX, with booktabs") },
  { TAKES_PAPERS, G_OPTION_ARG_NONE, "quick", 0, AT (quick),
    N_ ("Only the checks that take seconds (the default)") },
  { TAKES_PAPERS, G_OPTION_ARG_NONE, "all", 0, AT (all),
    N_ ("All checks, including those that take minutes") },
  { TAKES_LESSON, G_OPTION_ARG_FILENAME, "script", 0, AT (script),
    N_ ("run: the script, one action per line (default: standard input)"), N_ ("FILE") },
  { TAKES_LESSON, G_OPTION_ARG_FILENAME, "hand-in", 0, AT (hand_in), N_ ("run: write the hand-in"),
    N_ ("FILE") },
  { TAKES_LESSON, G_OPTION_ARG_FILENAME, "student", 0, AT (student),
    N_ ("run: the name on the hand-in (default: none)"), N_ ("NAME") },
  { TAKES_LANGUAGE, G_OPTION_ARG_FILENAME, "language", 0, AT (language),
    N_ ("list, show, run: the language, such as \"de\" (default: that of the locale)"),
    N_ ("LANGUAGE") },
  { TAKES_SET, G_OPTION_ARG_FILENAME_ARRAY, "set", 0, AT (set),
    N_ ("Change a value of the scenario first. Can be repeated"), N_ ("GROUP.KEY=VALUE") },
  { TAKES_OUTPUT, G_OPTION_ARG_FILENAME, "output", 'o', AT (output),
    N_ ("Write to FILE, completely or not at all (sweep: row by row, and existing rows are kept)"),
    N_ ("FILE") },
  { TAKES_DATABASE, G_OPTION_ARG_FILENAME, "database", 0, AT (database),
    N_ ("Use a different library than the user’s own"), N_ ("FILE") },
  { TAKES_ALWAYS, G_OPTION_ARG_NONE, "help", 'h', AT (help), N_ ("Show this help") },
  { TAKES_ALWAYS, G_OPTION_ARG_NONE, "version", 0, AT (version), N_ ("Show the version") },
};

/* A sentinel after the last word: where GOption puts it shows what a word there would be. */
#define END "--\n"

typedef struct
{
  const Option *option; /* END is its value; NULL: no option's */
  gboolean is_literal;  /* END is an argument, after "--" */
  const Option *flag;   /* has been given a value; NULL: none has */
} Line;

/* The option that @word is ("--name", "--name=value", "-o", "-ovalue") or NULL. @value: (out) that
 * in the word, or NULL. */
static const Option *
split_word (const char *word, const char **value)
{
  const gboolean is_long = g_str_has_prefix (word, "--");
  const char *equals = strchr (word, '=');

  *value = is_long && equals != NULL ? equals + 1 : NULL;
  for (guint i = 0; *word == '-' && i < G_N_ELEMENTS (table); i++)
    {
      if (!is_long && table[i].letter != 0 && table[i].letter == word[1])
        {
          if (table[i].type != G_OPTION_ARG_NONE && word[2] != '\0')
            *value = word + 2;
          return &table[i];
        }
      if (is_long && strlen (table[i].name) == strcspn (word + 2, "=")
          && g_str_has_prefix (word + 2, table[i].name))
        return &table[i];
    }
  return NULL;
}

/* Commands read some options in ways of their own, a row each: is this the first one of @takes? */
static gboolean
is_first (guint row, guint takes)
{
  if ((table[row].takes & takes) == 0)
    return FALSE;
  for (guint i = 0; i < row; i++)
    if ((table[i].takes & takes) != 0 && strcmp (table[i].name, table[row].name) == 0)
      return FALSE;
  return TRUE;
}

static GOptionContext *
new_context (guint takes, const char *usage, CliOptions *options)
{
  GOptionContext *context = g_option_context_new (usage);
  GOptionEntry entries[G_N_ELEMENTS (table) + 2] = { { NULL } };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (is_first (i, takes))
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
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return context;
}

/* Is the last value of the option END? */
static gboolean
ends_with (const Option *option, const CliOptions *options)
{
  gconstpointer member = G_STRUCT_MEMBER_P (options, option->offset);
  char **many;

  if (option->type == G_OPTION_ARG_FILENAME)
    return g_strcmp0 (*(char *const *) member, END) == 0;
  many = option->type == G_OPTION_ARG_FILENAME_ARRAY ? *(char **const *) member : NULL;
  return many != NULL && strcmp (many[g_strv_length (many) - 1], END) == 0;
}

/* Parse the first @n of @words by all options there are. */
static gboolean
parse (char *const *words, guint n, CliOptions *options, Line *line, GError **error)
{
  g_autoptr (GOptionContext) context = new_context (~0u, NULL, options);
  g_auto (GStrv) args = g_new0 (char *, n + 3);
  guint n_args;

  *line = (Line) { 0 };
  args[0] = g_strdup ("dateline-cli");
  for (guint i = 0; i < n; i++)
    args[1 + i] = g_strdup (words[i]);
  args[1 + n] = g_strdup (END);
  /* GOption takes no value joined to a letter, "-oFILE", and drops one joined to a flag,
   * "--json=yes". */
  for (guint i = 1; i <= n && strcmp (args[i], "--") != 0; i++)
    {
      const char *value;
      const Option *option = split_word (args[i], &value);

      if (option == NULL)
        continue;
      if (option->type == G_OPTION_ARG_NONE)
        line->flag = value != NULL ? option : line->flag;
      else if (value == NULL)
        i++; /* whatever it looks like, it is the value */
      else if (args[i][1] != '-')
        {
          char *whole = g_strdup_printf ("--%s=%s", option->name, value);

          g_free (args[i]);
          args[i] = whole;
        }
    }

  g_option_context_set_ignore_unknown_options (context, TRUE);
  if (!g_option_context_parse_strv (context, &args, error))
    return FALSE;
  if (args[1] != NULL && strcmp (args[1], END) != 0)
    options->unknown = g_strdup (args[1]);
  n_args = options->args != NULL ? g_strv_length (options->args) : 0;
  line->is_literal = n_args > 0 && strcmp (options->args[n_args - 1], END) == 0;
  if (line->is_literal)
    g_clear_pointer (&options->args[n_args - 1], g_free);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (ends_with (&table[i], options))
      line->option = &table[i];
  return TRUE;
}

gboolean
cli_options_parse (char *const *words, CliOptions *options, GError **error)
{
  Line line;

  if (!parse (words, g_strv_length ((char **) words), options, &line, error))
    return FALSE;
  if (line.flag != NULL)
    return cli_bad_input (error, _ ("--%s does not take a value (use --%s)"), line.flag->name,
                          line.flag->name);
  if (line.option != NULL)
    return cli_bad_input (error, _ ("--%s: the value is missing (use --%s %s)"), line.option->name,
                          line.option->name, _ (line.option->value));
  return TRUE;
}

static gboolean
is_given (const Option *option, const CliOptions *options)
{
  gconstpointer member = G_STRUCT_MEMBER_P (options, option->offset);

  return option->type == G_OPTION_ARG_NONE ? *(const gboolean *) member
                                           : *(const gconstpointer *) member != NULL;
}

/* Commands that take an option called @name; each may read it differently. */
static guint
takers_of (const char *name)
{
  guint takes = 0;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (strcmp (table[i].name, name) == 0)
      takes |= table[i].takes;
  return takes;
}

/* The first given option outside @takes, without "--"; NULL: all are inside. */
static const char *
find_beyond (const CliOptions *options, guint takes)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if ((takers_of (table[i].name) & (takes | TAKES_ALWAYS)) == 0 && is_given (&table[i], options))
      return table[i].name;
  return NULL;
}

gboolean
cli_options_check (const CliOptions *options, const CliCommand *command, GError **error)
{
  const char *names[G_N_ELEMENTS (table) + 1] = { NULL };
  g_autoptr (GString) all = g_string_new (NULL);
  g_autofree char *wrong = NULL, *meant = NULL;
  const char *beyond = find_beyond (options, command->takes);
  guint n = 0;

  if (options->unknown == NULL && beyond == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if ((table[i].takes & (command->takes | TAKES_ALWAYS)) != 0)
      {
        names[n++] = table[i].name;
        g_string_append_printf (all, "%s--%s", n > 1 ? ", " : "", table[i].name);
      }
  wrong = options->unknown != NULL ? g_strndup (options->unknown, strcspn (options->unknown, "="))
                                   : g_strconcat ("--", beyond, NULL);
  if (options->unknown != NULL && g_str_has_prefix (wrong, "--"))
    meant = dl_names_meant (wrong + 2, names, "--");
  return cli_bad_input (error, _ ("%s has no option %s (%s)"), command->name, wrong,
                        meant != NULL ? meant : all->str);
}

gboolean
cli_is_given (const CliOptions *options, const char *name)
{
  const char *value;

  return is_given (split_word (name, &value), options);
}

gboolean
cli_parse_uint (const char *option, const char *text, guint64 low, guint64 high, guint64 *value,
                GError **error)
{
  if (text == NULL || dl_value_parse_uint (text, low, high, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

gboolean
cli_parse_warmup (const char *text, guint64 *cycles, GError **error)
{
  g_autoptr (GError) number_error = NULL;

  if (g_strcmp0 (text, "auto") == 0)
    {
      *cycles = DL_WARMUP_AUTO;
      return TRUE;
    }
  if (cli_parse_uint ("--warmup", text, 0, G_MAXINT64, cycles, &number_error))
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
               _ ("--warmup: “%s” is not a warm-up (expected a number of cycles, or auto)"), text);
  return FALSE;
}

gboolean
cli_parse_count (const char *option, const char *text, guint64 high, guint *value, GError **error)
{
  guint64 number = *value;

  if (!cli_parse_uint (option, text, 1, high, &number, error))
    return FALSE;
  *value = number;
  return TRUE;
}

void
cli_options_clear (CliOptions *options)
{
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      gpointer member = G_STRUCT_MEMBER_P (options, table[i].offset);

      if (table[i].type == G_OPTION_ARG_FILENAME)
        g_clear_pointer ((char **) member, g_free);
      else if (table[i].type == G_OPTION_ARG_FILENAME_ARRAY)
        g_clear_pointer ((char ***) member, g_strfreev);
    }
  g_strfreev (options->args);
  g_free (options->unknown);
}

/* For people and their shells ------------------------------------------------------------------ */

char *
cli_options_help (const CliCommand *command)
{
  CliOptions options = { 0 };
  g_autofree char *usage = g_strdup_printf ("%s %s", command->name, _ (command->args));
  g_autoptr (GOptionContext) context = new_context (command->takes | TAKES_ALWAYS, usage, &options);

  g_option_context_set_summary (context, _ (command->summary));
  return g_option_context_get_help (context, TRUE, NULL);
}

void
cli_options_visit (const CliCommand *command, CliOptionVisit visit, gpointer user_data)
{
  const guint takes = command != NULL ? command->takes | TAKES_ALWAYS : ~0u;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (is_first (i, takes))
      {
        g_autofree char *name = g_strconcat ("--", table[i].name, NULL);

        visit (name, _ (table[i].help), user_data);
      }
}

void
cli_options_place (char *const *words, guint n_words, CliPlace *place)
{
  const char *last = words[n_words - 1], *value;
  Line line;

  *place = (CliPlace) { .text = last };
  parse (words, n_words - 1, &place->options, &line, NULL);
  if (line.option == NULL && !line.is_literal)
    {
      line.option = split_word (last, &value);
      if (value == NULL || line.option == NULL || line.option->type == G_OPTION_ARG_NONE)
        line.option = NULL;
      else
        place->text = value;
      place->is_option = line.option == NULL && *last == '-';
    }
  if (line.option != NULL)
    {
      place->option = line.option->name;
      place->value = line.option->value;
    }
}

/* Actions -------------------------------------------------------------------------------------- */

const char **
cli_command_names (const CliCommand *actions, guint n)
{
  const char **names = g_new0 (const char *, n + 1);

  for (guint i = 0; i < n; i++)
    names[i] = actions[i].name;
  return names;
}

CliStatus
cli_run_action (Cli *cli, const CliCommand *actions, guint n, GError **error)
{
  g_autofree const char **names = cli_command_names (actions, n);
  const guint n_args = cli->n_args - 1;
  g_autofree char *hint = NULL;
  const char *beyond;

  for (guint i = 0; i < n; i++)
    {
      const CliCommand *action = &actions[i];

      if (strcmp (action->name, cli->args[0]) != 0)
        continue;
      if (n_args < action->min_args || n_args > action->max_args)
        return cli_bad_input (
            error, _ ("%s %s: %s (dateline-cli %s %s)"), cli->command, action->name,
            n_args < action->min_args ? _ ("an argument is missing") : _ ("too many arguments"),
            cli->command, action->args);
      beyond = find_beyond (&cli->options, action->takes | TAKES_DATABASE | TAKES_OUTPUT);
      if (beyond != NULL)
        return cli_bad_input (error, _ ("%s %s does not take --%s (dateline-cli %s %s)"),
                              cli->command, action->name, beyond, cli->command, action->args);
      return action->run (cli, error);
    }
  hint = dl_names_hint (cli->args[0], names);
  return cli_bad_input (error, _ ("%s: “%s” is not an action (%s)"), cli->command, cli->args[0],
                        hint);
}
