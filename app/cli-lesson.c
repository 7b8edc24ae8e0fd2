/* dateline-cli lesson: lessons as files, checked, shown, done by a script, and graded. */
#include "cli-lesson.h"

#include "cli-json.h"
#include "cli-options.h"
#include "cli-streams.h"
#include "dl-lesson-text.h"
#include "dl-lessons.h"
#include "dl-names.h"

#include <glib/gi18n.h>

#include <string.h>

#define WIDTH 78

DlLesson *
cli_lesson_load (Cli *cli, const char *name, GError **error)
{
  const char *const one[] = { cli->options.language, NULL };
  g_auto (GStrv) ids = dl_lessons_list ();
  const char *id = dl_names_find (name, (const char *const *) ids);

  return dl_lessons_load_any (id != NULL ? id : name,
                              one[0] != NULL ? one : g_get_language_names (), error);
}

void
cli_lesson_append (GString *out, const char *markdown, const char *indent)
{
  g_autofree char *text = dl_lesson_text_wrap (markdown, WIDTH, indent);

  g_string_append (out, text);
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
      g_autoptr (DlLesson) lesson = cli_lesson_load (cli, ids[i], error);

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
      if (!dl_lessons_check_file (cli->args[i], problems, &unread))
        {
          g_autofree char *message = cli_printable (unread->message);

          g_string_append_printf (cli->out, "%s\n", message);
          status = CLI_BAD_INPUT;
          continue;
        }
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
  cli_lesson_append (out, text, "    ");
}

static void
append_step (GString *out, const DlLesson *lesson, guint i)
{
  const DlLessonStep *step = dl_lesson_step (lesson, i);

  g_string_append_printf (out, "\n%u. %s\n\n", i + 1, dl_lesson_step_title (lesson, i));
  cli_lesson_append (out, step->say, "  ");
  append_part (out, _ ("Question"), step->ask);
  for (guint k = 0; k < step->choices->len; k++)
    {
      const DlLessonChoice *choice = g_ptr_array_index (step->choices, k);
      g_autofree char *item = g_strdup_printf ("%u. %s", k + 1, choice->text);

      cli_lesson_append (out, item, "    ");
    }
  if (step->do_hints->len == 0)
    append_part (out, _ ("To do"), step->task);
  for (guint k = 0; k < step->hints->len; k++)
    append_part (out, _ ("Hint"), g_ptr_array_index (step->hints, k));
  if (step->do_hints->len > 0)
    append_part (out, _ ("To do"), step->task);
  for (guint k = 0; k < step->do_hints->len; k++)
    append_part (out, _ ("Hint"), g_ptr_array_index (step->do_hints, k));
  append_part (out, _ ("Explanation"), step->explain);
}

static CliStatus
show (Cli *cli, GError **error)
{
  g_autoptr (DlLesson) lesson = cli_lesson_load (cli, cli->args[1], error);

  if (lesson == NULL)
    return CLI_BAD_INPUT;
  g_string_append_printf (cli->out, "%s\n", lesson->title);
  if (lesson->summary != NULL)
    cli_lesson_append (cli->out, lesson->summary, "");
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
  { "facts", "facts", 0, 0, TAKES_MARKDOWN, NULL, cli_lesson_facts },
  { "run", "run LESSON [--script FILE] [--hand-in FILE]", 1, 1, TAKES_LESSON | TAKES_LANGUAGE, NULL,
    cli_lesson_run },
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
