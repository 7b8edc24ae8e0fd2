/* dateline-cli complete: what a shell offers at the end of a command line that is being written. A
 * candidate a line, with a tab and a description; ":files" where a file's name would do too. */
#include "cli-families.h"
#include "cli-options.h"
#include "cli-streams.h"
#include "dl-field-propose.h"
#include "dl-figure-family.h"
#include "dl-film.h"
#include "dl-figure.h"
#include "dl-lessons.h"
#include "dl-measure.h"
#include "dl-paper-check.h"
#include "dl-scenario-file.h"
#include "dl-store.h"
#include "dl-validation.h"

#include <glib/gi18n.h>

#include <string.h>

typedef struct
{
  GString *out;
  const char *database; /* --database of that line, or NULL */
  const char *stem;     /* (stem_length) what stands before the part that is completed */
  gsize stem_length;
  const char *text; /* that part */
} Offer;

static void
offer (const Offer *o, const char *candidate, const char *description)
{
  g_autofree char *line = cli_printable (description != NULL ? description : "");

  if (!g_str_has_prefix (candidate, o->text))
    return;
  g_string_append_len (o->out, o->stem, o->stem_length);
  g_string_append_printf (o->out, "%s\t%s\n", candidate, line);
}

static void
offer_words (const Offer *o, const char *const *words)
{
  for (; words != NULL && *words != NULL; words++)
    offer (o, *words, NULL);
}

static void
offer_files (const Offer *o)
{
  g_string_append (o->out, ":files\n");
}

/* The part of @o that follows its first @length bytes. */
static Offer
behind (const Offer *o, gsize length)
{
  Offer part = *o;

  part.stem_length += length;
  part.text += length;
  return part;
}

/* The last item of a list with commas. */
static Offer
last_item (const Offer *o)
{
  const char *comma = strrchr (o->text, ',');

  return behind (o, comma != NULL ? comma + 1 - o->text : 0);
}

/* Things --------------------------------------------------------------------------------------- */

static void
offer_commands (const Offer *o)
{
  guint n;
  const CliCommand *commands = cli_commands (&n);

  for (guint i = 0; i < n; i++)
    offer (o, commands[i].name, _ (commands[i].summary));
}

static void
offer_option (const char *name, const char *help, gpointer user_data)
{
  offer (user_data, name, help);
}

static void
offer_presets (const Offer *o)
{
  guint n;
  const DlPreset *presets = dl_presets (&n);

  for (guint i = 0; i < n; i++)
    offer (o, presets[i].id, presets[i].title);
}

/* Names from the unchanged library: pressing a key must not migrate it, or say why it cannot. */
static void
offer_names (const Offer *o)
{
  g_autofree char *path = o->database != NULL ? g_strdup (o->database) : dl_store_default_path ();
  g_autoptr (DlStore) store = dl_store_open_read_only (path, NULL);
  g_autoptr (GPtrArray) entries = NULL;
  g_autofree char *warning = NULL;

  if (store != NULL)
    entries = dl_store_list (store, NULL, &warning, NULL);
  for (guint i = 0; entries != NULL && i < entries->len; i++)
    {
      const DlStoreEntry *entry = g_ptr_array_index (entries, i);

      /* A candidate is a line. */
      if (strpbrk (entry->name, "\t\r\n") == NULL)
        offer (o, entry->name, entry->summary);
    }
}

static void
offer_scenarios (const Offer *o)
{
  static const char preset[] = "preset:", library[] = "library:";

  if (g_str_has_prefix (o->text, preset))
    {
      const Offer name = behind (o, strlen (preset));

      offer_presets (&name);
    }
  else if (g_str_has_prefix (o->text, library))
    {
      const Offer name = behind (o, strlen (library));

      offer_names (&name);
    }
  else
    {
      offer (o, preset, _ ("A machine included in the program"));
      offer (o, library, _ ("A scenario of the library"));
      offer_files (o);
    }
}

static void
offer_figures (const Offer *o)
{
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    offer (o, figures[i]->id, _ (figures[i]->description));
}

/* Figures that can be animated. */
static void
offer_films (const Offer *o)
{
  guint n;
  const DlFigure *const *figures = dl_figures (&n);

  for (guint i = 0; i < n; i++)
    if (dl_film_shows (figures[i], NULL))
      offer (o, figures[i]->id, _ (figures[i]->description));
}

static void
offer_checks (const Offer *o)
{
  guint n;
  const DlPaperCheck *const *checks = dl_paper_checks (&n);

  for (guint i = 0; i < n; i++)
    offer (o, dl_paper_check_id (checks[i]), dl_paper_check_title (checks[i]));
}

static void
offer_curves (const Offer *o)
{
  guint n;
  const DlPaperCheck *const *checks = dl_validation_checks (&n);

  for (guint i = 0; i < n; i++)
    offer (o, dl_paper_check_id (checks[i]), dl_paper_check_section (checks[i]));
}

static void
offer_metrics (const Offer *o)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);
  g_auto (GStrv) names = dl_family_metric_names (NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const DlMetric *metric = NULL;

      for (guint k = 0; k < n && metric == NULL; k++)
        metric = dl_family_metric_find (families[k], names[i]);
      offer (o, names[i], dl_metric_title (metric));
    }
}

static void
offer_measures (const Offer *o)
{
  guint n;
  const DlMeasure *measures = dl_measure_table (&n);

  for (guint i = 0; i < n; i++)
    offer (o, measures[i].id, _ (measures[i].title));
}

/* Keys ----------------------------------------------------------------------------------------- */

static void
offer_keys (const Offer *o)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("%s.%s=", fields[i].group, fields[i].key);
      g_autofree char *value = dl_field_get (&fields[i], scenario);

      offer (o, key, value);
    }
}

/* GROUP.KEY=VALUE, or VALUES with commas between them. */
static void
offer_assignment (const Offer *o, gboolean several)
{
  const char *equals = strchr (o->text, '=');
  g_autofree char *key = NULL;
  g_auto (GStrv) words = NULL;
  const DlField *field;
  Offer value;

  if (equals == NULL)
    {
      offer_keys (o);
      return;
    }
  key = g_strndup (o->text, equals - o->text);
  field = dl_field_find_name (key);
  if (field == NULL)
    return;
  words = dl_field_words (field);
  value = behind (o, equals + 1 - o->text);
  if (several)
    value = last_item (&value);
  offer_words (&value, (const char *const *) words);
}

/* Values and arguments ------------------------------------------------------------------------- */

/* Values of options whose help says no more than that there are some. */
static gboolean
offer_by_option (const Offer *o, const char *option)
{
  const Offer item = last_item (o);
  const DlField *listed = cli_families_find_list (option, 0);

  if (strcmp (option, "metric") == 0)
    offer_metrics (o);
  else if (strcmp (option, "measures") == 0)
    offer_measures (&item);
  else if (listed != NULL)
    {
      g_auto (GStrv) words = dl_field_words (listed);

      offer_words (&item, (const char *const *) words);
    }
  else
    return FALSE;
  return TRUE;
}

/* Words for @kind, as help shows it: "FILE", "x|y|z". Those with a capital are not words
 * themselves: "YYYY-MM-DD|today". */
static void
offer_kind (const Offer *o, const char *kind)
{
  if (strchr (kind, '|') != NULL)
    {
      g_auto (GStrv) words = g_strsplit (kind, "|", -1);

      for (char **word = words; *word != NULL; word++)
        if (!g_ascii_isupper (**word))
          offer (o, *word, NULL);
    }
  else if (g_str_has_prefix (kind, "FILE"))
    offer_files (o);
  else if (g_str_has_prefix (kind, "SCENARIO"))
    offer_scenarios (o);
  else if (g_str_has_prefix (kind, "CHECK"))
    offer_checks (o);
  else if (g_str_has_prefix (kind, "CURVE"))
    offer_curves (o);
  else if (g_str_has_prefix (kind, "GROUP.KEY="))
    offer_assignment (o, g_str_has_suffix (kind, "VALUES"));
}

/* Words after an action of the library. */
static void
offer_library (const Offer *o, const char *action)
{
  static const char *const named[]
      = { "show", "recordings", "remove", "export", "tag", "untag", "note", NULL };

  if (strcmp (action, "save") == 0)
    offer_scenarios (o);
  else if (strcmp (action, "import") == 0)
    offer_files (o);
  else if (g_strv_contains (named, action))
    offer_names (o);
}

/* Words after an action of lessons. */
static void
offer_lesson (const Offer *o, const char *action)
{
  static const char *const of_files[] = { "check", "grade", "show", "run", NULL };

  if (strcmp (action, "show") == 0 || strcmp (action, "run") == 0)
    {
      g_auto (GStrv) ids = dl_lessons_list ();

      offer_words (o, (const char *const *) ids);
    }
  if (g_strv_contains (of_files, action))
    offer_files (o);
}

/* The argument after @args, of which the first is the command's name. */
static void
offer_argument (const Offer *o, const char *const *args)
{
  const char *name = args[0];
  const CliCommand *command = cli_command_find (name);
  const guint index = g_strv_length ((char **) args) - 1;
  g_auto (GStrv) kinds = NULL;
  guint n_kinds;

  if (strcmp (name, "help") == 0 && index == 0)
    offer_commands (o);
  if (command == NULL || index >= command->max_args)
    return;
  if (strcmp (name, "library") == 0 && index > 0)
    {
      offer_library (o, args[1]);
      return;
    }
  if (strcmp (name, "lesson") == 0 && index > 0)
    {
      offer_lesson (o, args[1]);
      return;
    }
  kinds = g_strsplit_set (command->args, " []", -1);
  n_kinds = 0;
  for (guint i = 0; kinds[i] != NULL; i++)
    if (*kinds[i] != '\0')
      {
        char *kind = kinds[i];

        kinds[i] = kinds[n_kinds];
        kinds[n_kinds++] = kind;
      }
  if (index >= n_kinds && !g_str_has_suffix (kinds[n_kinds - 1], "..."))
    return;
  if (strcmp (kinds[MIN (index, n_kinds - 1)], "PRESET") == 0)
    {
      offer_presets (o);
      offer_scenarios (o);
    }
  else if (strcmp (kinds[MIN (index, n_kinds - 1)], "NAME") == 0)
    offer_figures (o);
  else if (strcmp (kinds[MIN (index, n_kinds - 1)], "FIGURE") == 0)
    offer_films (o);
  else
    offer_kind (o, kinds[MIN (index, n_kinds - 1)]);
}

CliStatus
cli_complete (Cli *cli, GError **error)
{
  static char *const nothing[] = { (char *) "", NULL };
  char *const *words = cli->n_args > 0 ? cli->args : nothing;
  const guint n_words = MAX (cli->n_args, 1);
  const char *const *args, *name;
  CliPlace place;
  Offer o = { .out = cli->out };

  cli_options_place (words, n_words, &place);
  args = (const char *const *) place.options.args;
  name = args != NULL ? args[0] : NULL;
  o.database = place.options.database;
  o.stem = words[n_words - 1];
  o.stem_length = place.text - o.stem;
  o.text = place.text;

  if (place.option != NULL)
    {
      if (!offer_by_option (&o, place.option))
        offer_kind (&o, place.value);
    }
  else if (place.is_option)
    cli_options_visit (name != NULL ? cli_command_find (name) : NULL, offer_option, &o);
  else if (name == NULL)
    {
      offer_commands (&o);
      offer (&o, "help", _ ("The commands, or the options of a command"));
    }
  else
    offer_argument (&o, args);
  cli_options_clear (&place.options);
  return CLI_DONE;
}
