/* dateline-cli lesson: lessons as files, checked, shown, done by a script, and graded. */
#include "cli-lesson-grade.h"
#include "cli-options.h"
#include "cli-streams.h"
#include "cli-table.h"
#include "dl-figure-family.h"
#include "dl-hand-in-story.h"
#include "dl-hand-in.h"
#include "dl-lesson-attempt-text.h"
#include "dl-lesson-check.h"
#include "dl-lesson-text.h"
#include "dl-lessons.h"
#include "dl-names.h"

#include <glib/gi18n.h>

#include <string.h>

#define WIDTH 78

/* A lesson of the program, or a file, in the language of --language or of the locale. */
static DlLesson *
load_lesson (Cli *cli, const char *name, GError **error)
{
  const char *const one[] = { cli->options.language, NULL };
  g_auto (GStrv) ids = dl_lessons_list ();
  const char *id = dl_names_find (name, (const char *const *) ids);

  return dl_lessons_load_any (id != NULL ? id : name,
                              one[0] != NULL ? one : g_get_language_names (), error);
}

/* @markdown as text, each line after @indent, wrapped. */
static void
append_wrapped (GString *out, const char *markdown, const char *indent)
{
  g_autofree char *text = dl_lesson_text_wrap (markdown, WIDTH, indent);

  g_string_append (out, text);
}

/* run: facts ----------------------------------------------------------------------------------- */

/* Ids, of @family (NULL: of all), with @measure (nullable). */
static char *
families_text (const DlFamily *family, const DlMeasure *measure)
{
  g_autoptr (GString) ids = g_string_new (NULL);
  guint n, known = 0;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    if ((family == NULL || family == families[i])
        && (measure == NULL || dl_measure_is_for (measure, families[i])))
      g_string_append_printf (ids, "%s%s", known++ > 0 ? ", " : "", families[i]->id);
  return g_strdup (known == n ? _ ("all") : ids->str);
}

static const char *
type_text (DlFactType type)
{
  switch (type)
    {
    case DL_FACT_WHOLE:
      return _ ("whole number");
    case DL_FACT_REAL:
      return _ ("number");
    case DL_FACT_SHARE:
      return _ ("share");
    case DL_FACT_FLAG:
      return _ ("yes or no");
    case DL_FACT_TEXT:
      return _ ("text");
    }
  g_return_val_if_reached ("");
}

static void
append_fact (Cli *cli, const char *name, DlFactType type, const char *families, gboolean simulated,
             const char *description)
{
  const char *when = simulated ? _ ("simulation") : _ ("analysis");

  if (cli->options.markdown)
    {
      g_auto (GStrv) parts = g_strsplit (name, "|", -1);
      g_autofree char *escaped = g_strjoinv ("\\|", parts);

      g_string_append_printf (cli->out, "| `%s` | %s | %s | %s | %s |\n", escaped, description,
                              type_text (type), families, when);
    }
  else
    g_string_append_printf (cli->out, "%s\t%s\t%s\t%s\t%s\n", name, description, type_text (type),
                            families, when);
}

static CliStatus
facts (Cli *cli, GError **error)
{
  guint n_functions, n_measures;
  const DlFactInfo *functions = dl_fact_table (&n_functions);
  const DlMeasure *measures = dl_measure_table (&n_measures);

  if (cli->options.markdown)
    g_string_append_printf (cli->out,
                            "| %s | %s | %s | %s | %s |\n| --- | --- | --- | --- | --- |\n",
                            _ ("Fact"), _ ("What it says"), _ ("Value"), _ ("Network"), _ ("From"));
  for (guint i = 0; i < n_functions; i++)
    {
      g_autofree char *usage = dl_fact_info_usage (&functions[i]);
      g_autofree char *of = families_text (functions[i].family, NULL);

      append_fact (cli, usage, functions[i].type, of, functions[i].simulated,
                   _ (functions[i].description));
    }
  for (guint i = 0; i < n_measures; i++)
    {
      g_autofree char *of = families_text (NULL, &measures[i]);

      append_fact (cli, measures[i].id, (DlFactType) measures[i].type, of, measures[i].simulated,
                   _ (measures[i].title));
    }
  return CLI_DONE;
}

/* run ------------------------------------------------------------------------------------------ */

/* A lesson on paper, while it is done. */
typedef struct
{
  Cli *cli;
  DlLessonDriver *driver;
  guint step; /* that was told last; G_MAXUINT: none */
  DlLessonPhase phase;
  char *wrong;
  guint hints;
} Telling;

/* @filled (nullable) is taken. */
static void
tell_filled (Telling *telling, char *filled)
{
  g_autofree char *text = filled;

  if (text == NULL)
    return;
  g_string_append_c (telling->cli->out, '\n');
  append_wrapped (telling->cli->out, text, "");
}

static void
tell (Telling *telling, const char *text)
{
  tell_filled (telling,
               text != NULL ? dl_lesson_attempt_fill (telling->driver->attempt, text) : NULL);
}

/* Texts before anything is done, with the facts that the step began with. */
static void
tell_first (Telling *telling, const char *text)
{
  tell_filled (telling,
               text != NULL ? dl_lesson_attempt_fill_first (telling->driver->attempt, text) : NULL);
}

static void
tell_step (Telling *telling, const DlLesson *lesson, guint i)
{
  const DlLessonStep *step = dl_lesson_step (lesson, i);

  g_string_append_printf (telling->cli->out, "\n## %s\n", dl_lesson_step_title (lesson, i));
  tell_first (telling, step->say);
  tell_first (telling, step->ask);
  for (guint k = 0; k < step->choices->len; k++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, k);
      g_autofree char *filled
          = dl_lesson_attempt_fill_first (telling->driver->attempt, choice->text);
      g_autofree char *item = g_strdup_printf ("%u. %s", k + 1, filled);

      append_wrapped (telling->cli->out, item, "  ");
    }
  tell (telling, step->task);
}

static void
tell_verdict (Telling *telling, guint step)
{
  DlLessonAttempt *attempt = telling->driver->attempt;
  g_autofree char *right = dl_lesson_attempt_right_answer (attempt, step);

  switch (dl_lesson_attempt_get_verdict (attempt, step))
    {
    case DL_ANSWER_RIGHT:
      g_string_append_printf (telling->cli->out, "\n%s\n", _ ("Your answer is right."));
      break;
    case DL_ANSWER_WRONG:
      g_string_append_printf (telling->cli->out,
                              _ ("\nYour answer is wrong. The right answer is: "
                                 "%s\n"),
                              right != NULL ? right : "–");
      break;
    case DL_ANSWER_UNJUDGED:
      g_string_append_printf (telling->cli->out, "\n%s\n",
                              _ ("The lesson cannot grade this "
                                 "answer."));
      break;
    default:
      break;
    }
}

/* Whatever is new. */
static void
follow (Telling *telling)
{
  DlLessonAttempt *attempt = telling->driver->attempt;
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const guint i = dl_lesson_attempt_get_step (attempt);
  const DlLessonPhase phase = dl_lesson_attempt_get_phase (attempt);
  g_autofree char *wrong = dl_lesson_attempt_wrong (attempt);
  guint open;
  const GPtrArray *hints = dl_lesson_attempt_helpful_hints (attempt, &open);

  if (i != telling->step)
    {
      telling->step = i;
      telling->phase = DL_PHASE_PREDICT;
      telling->hints = dl_lesson_attempt_get_hints (attempt);
      tell_step (telling, lesson, i);
    }
  /* One at most: each line of a script is followed. */
  if (telling->hints < dl_lesson_attempt_get_hints (attempt))
    tell (telling, g_ptr_array_index (hints, open - 1));
  telling->hints = dl_lesson_attempt_get_hints (attempt);
  if (wrong != NULL && g_strcmp0 (wrong, telling->wrong) != 0)
    {
      g_string_append_c (telling->cli->out, '\n');
      append_wrapped (telling->cli->out, wrong, "! ");
    }
  g_free (telling->wrong);
  telling->wrong = g_steal_pointer (&wrong);
  if (phase == DL_PHASE_DONE && telling->phase != DL_PHASE_DONE)
    {
      tell_verdict (telling, i);
      tell_filled (telling, dl_lesson_attempt_reply (attempt, i));
      tell_filled (telling, dl_lesson_attempt_explain (attempt));
    }
  telling->phase = phase;
}

static gboolean
tell_script (Telling *telling, const char *script, const char *name, GError **error)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);

  follow (telling);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *line = g_strstrip (g_strdup (lines[i]));

      if (*line != '\0' && *line != '#' && !g_str_has_prefix (line, "expect"))
        g_string_append_printf (telling->cli->out, "\n> %s\n", line);
      if (!dl_lesson_driver_command (telling->driver, line, error))
        {
          g_prefix_error (error, "%s:%u: ", name, i + 1);
          return FALSE;
        }
      follow (telling);
    }
  return TRUE;
}

static void
tell_score (Telling *telling)
{
  DlLessonScore score;

  dl_lesson_attempt_get_score (telling->driver->attempt, &score);
  g_string_append_printf (telling->cli->out,
                          _ ("\nSteps done: %u of %u; answers right: %u of %u; hints: %u\n"),
                          score.done, score.steps, score.right, score.asked, score.hints);
}

static gsize
script_limit (const GByteArray *bytes)
{
  return DL_LESSON_MAX_BYTES;
}

static gboolean
write_hand_in (Cli *cli, DlLessonAttempt *attempt, GError **error)
{
  g_autoptr (DlHandIn) hand_in = dl_hand_in_new (attempt, cli->options.student);
  g_autofree char *text = dl_hand_in_to_text (hand_in);

  return cli_write (cli->options.hand_in, text, strlen (text), cli->cancellable, error);
}

static CliStatus
run_script (Cli *cli, GError **error)
{
  g_autoptr (DlLesson) lesson = load_lesson (cli, cli->args[1], error);
  const char *source = cli->options.script != NULL ? cli->options.script : "-";
  Telling telling = { .cli = cli, .step = G_MAXUINT };
  g_autoptr (DlLessonDriver) driver = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree char *script = NULL;
  g_autofree char *name = cli_display_name (source);
  gboolean done;

  if (lesson == NULL)
    return CLI_BAD_INPUT;
  bytes = cli_read (source, script_limit, cli->cancellable, error);
  driver = bytes != NULL ? dl_lesson_driver_new (lesson, TRUE, cli->cancellable, error) : NULL;
  if (driver == NULL)
    return CLI_BAD_INPUT;
  if (bytes->len > DL_LESSON_MAX_BYTES
      || !g_utf8_validate_len ((const char *) bytes->data, bytes->len, NULL))
    return cli_bad_input (error, _ ("%s: not a script (expected a text of at most %d bytes)"), name,
                          DL_LESSON_MAX_BYTES);
  script = g_strndup ((const char *) bytes->data, bytes->len);
  telling.driver = driver;
  g_string_append_printf (cli->out, "# %s\n", lesson->title);
  done = tell_script (&telling, script, name, error);
  g_free (telling.wrong);
  if (!done)
    return CLI_BAD_INPUT;
  tell_score (&telling);
  if (cli->options.hand_in != NULL)
    write_hand_in (cli, driver->attempt, error);
  return CLI_DONE;
}

/* list ----------------------------------------------------------------------------------------- */

static void
append_lesson_json (JsonBuilder *builder, const DlLesson *lesson)
{
  json_builder_begin_object (builder);
  cli_json_string (builder, "id", lesson->id);
  cli_json_string (builder, "title", lesson->title);
  cli_json_string (builder, "summary", lesson->summary != NULL ? lesson->summary : "");
  cli_json_int (builder, "minutes", lesson->minutes);
  cli_json_int (builder, "steps", lesson->steps->len);
  cli_json_string (builder, "language", lesson->language != NULL ? lesson->language : "");
  json_builder_end_object (builder);
}

static CliStatus
list (Cli *cli, GError **error)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  g_autoptr (JsonBuilder) builder = cli_json_new ();

  cli_json_begin_array (builder, "lessons");
  for (guint i = 0; ids[i] != NULL; i++)
    {
      g_autoptr (DlLesson) lesson = load_lesson (cli, ids[i], error);

      if (lesson == NULL)
        return CLI_DONE;
      append_lesson_json (builder, lesson);
      if (!cli->options.json)
        g_string_append_printf (cli->out, "%s\t%s\t%s\n", lesson->id, lesson->title,
                                lesson->summary != NULL ? lesson->summary : "");
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  if (cli->options.json)
    cli_json_append (cli->out, builder);
  return CLI_DONE;
}

/* check ---------------------------------------------------------------------------------------- */

/* Nothing of a translation: its lesson is checked by itself. */
static void
check_by_doing (Cli *cli, const char *file_name, DlProblems *problems)
{
  g_autoptr (DlLesson) lesson
      = problems->n == 0 ? dl_lessons_load_file (file_name, NULL, NULL, NULL) : NULL;

  if (lesson != NULL)
    dl_lesson_check_model (lesson, problems, cli->cancellable);
}

static CliStatus
check (Cli *cli, GError **error)
{
  CliStatus status = CLI_DONE;

  for (guint i = 1; i < cli->n_args; i++)
    {
      g_autofree char *name = cli_display_name (cli->args[i]);
      g_autoptr (DlProblems) problems = dl_problems_new (name);

      g_autoptr (GError) unread = NULL;

      /* The others are checked all the same. */
      if (!dl_lessons_check_file (cli->args[i], dl_family_metric_names, problems, &unread))
        {
          g_autofree char *message = cli_printable (unread->message);

          g_string_append_printf (cli->out, "%s\n", message);
          status = CLI_BAD_INPUT;
          continue;
        }
      check_by_doing (cli, cli->args[i], problems);
      for (guint k = 0; k < problems->messages->len; k++)
        g_string_append_printf (cli->out, "%s\n", (char *) problems->messages->pdata[k]);
      if (problems->n > problems->messages->len)
        g_string_append_printf (cli->out, _ ("%s: %u more\n"), name,
                                problems->n - problems->messages->len);
      if (problems->n == 0)
        g_string_append_printf (cli->out, _ ("%s: no problems\n"), name);
      else
        status = CLI_BAD_INPUT;
    }
  return status;
}

/* show ----------------------------------------------------------------------------------------- */

static void
append_part (GString *out, const char *title, const char *text)
{
  if (text == NULL)
    return;
  g_string_append_printf (out, "\n  %s\n", title);
  append_wrapped (out, text, "    ");
}

static void
append_step (GString *out, const DlLesson *lesson, guint i)
{
  const DlLessonStep *step = dl_lesson_step (lesson, i);

  g_string_append_printf (out, "\n%u. %s\n\n", i + 1, dl_lesson_step_title (lesson, i));
  append_wrapped (out, step->say, "  ");
  append_part (out, _ ("Question"), step->ask);
  for (guint k = 0; k < step->choices->len; k++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, k);
      g_autofree char *item = g_strdup_printf ("%u. %s", k + 1, choice->text);

      append_wrapped (out, item, "    ");
    }
  if (step->do_hints->len == 0)
    append_part (out, _ ("To do"), step->task);
  for (guint k = 0; k < step->hints->len; k++)
    append_part (out, _ ("Hint"), g_ptr_array_index (step->hints, k));
  if (step->do_hints->len > 0)
    append_part (out, _ ("To do"), step->task);
  for (guint k = 0; k < step->do_hints->len; k++)
    append_part (out, _ ("Hint"), g_ptr_array_index (step->do_hints, k));
  for (guint k = 0; k < step->choices->len; k++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, k);
      g_autofree char *title = g_strdup_printf (_ ("Reply to %u"), k + 1);

      append_part (out, title, choice->reply);
    }
  append_part (out, _ ("Explanation"), step->explain);
}

static CliStatus
show (Cli *cli, GError **error)
{
  g_autoptr (DlLesson) lesson = load_lesson (cli, cli->args[1], error);

  if (lesson == NULL)
    return CLI_BAD_INPUT;
  g_string_append_printf (cli->out, "%s\n", lesson->title);
  if (lesson->summary != NULL)
    append_wrapped (cli->out, lesson->summary, "");
  for (guint i = 0; i < lesson->steps->len; i++)
    append_step (cli->out, lesson, i);
  return CLI_DONE;
}

/* All of them ---------------------------------------------------------------------------------- */

#define ANY_NUMBER 100000

static const CliCommand actions[] = {
  { "list", "list", 0, 0, TAKES_JSON | TAKES_LANGUAGE, NULL, list },
  { "check", "check FILE...", 1, ANY_NUMBER, 0, NULL, check },
  { "show", "show LESSON", 1, 1, TAKES_LANGUAGE, NULL, show },
  { "facts", "facts", 0, 0, TAKES_MARKDOWN, NULL, facts },
  { "run", "run LESSON [--script FILE] [--hand-in FILE]", 1, 1, TAKES_LESSON | TAKES_LANGUAGE, NULL,
    run_script },
  { "grade", "grade HAND-IN...", 1, ANY_NUMBER, TAKES_JSON | TAKES_CSV | TAKES_MARKDOWN, NULL,
    cli_lesson_grade },
};

CliStatus
cli_lesson (Cli *cli, GError **error)
{
  const CliOptions *given = &cli->options;

  if (given->json + given->csv + given->markdown > 1)
    return cli_bad_input (error,
                          _ ("--json, --csv and --markdown cannot be combined (choose one)"));
  return cli_run_action (cli, actions, G_N_ELEMENTS (actions), error);
}
