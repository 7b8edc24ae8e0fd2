#include "dl-hand-in.h"

#include "dl-config.h"
#include "dl-lesson-lines.h"
#include "dl-safe-text.h"
#include "dl-scenario-file.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Of words in the head. */
#define MAX_WORD 256

void
dl_hand_in_free (DlHandIn *hand_in)
{
  if (hand_in == NULL)
    return;
  g_free (hand_in->program);
  g_free (hand_in->lesson);
  g_free (hand_in->digest);
  g_free (hand_in->language);
  g_free (hand_in->name);
  dl_scenario_free (hand_in->start);
  g_ptr_array_unref (hand_in->events);
  g_free (hand_in);
}

static DlHandIn *
hand_in_new (void)
{
  DlHandIn *hand_in = g_new0 (DlHandIn, 1);

  hand_in->events = g_ptr_array_new_with_free_func (dl_lesson_event_free);
  return hand_in;
}

/* Marks that turn the direction of what stands beside them: LRE to RLO, LRI to PDI. */
/* In one line, as the head has it, and without effect on what stands beside it; NULL if nothing is
 * left. */
static char *
one_line (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) kept = g_string_new (NULL);
  char *line;

  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    if (g_ascii_iscntrl (*at))
      g_string_append_c (kept, ' ');
    else if (!dl_text_hides (g_utf8_get_char (at)))
      g_string_append_unichar (kept, g_utf8_get_char (at));
  line = g_string_free (g_steal_pointer (&kept), FALSE);
  g_strstrip (line);
  if (g_utf8_strlen (line, -1) > MAX_WORD)
    *g_utf8_offset_to_pointer (line, MAX_WORD) = '\0';
  g_strchomp (line);
  if (*line == '\0')
    g_clear_pointer (&line, g_free);
  return line;
}

DlHandIn *
dl_hand_in_new (DlLessonAttempt *attempt, const char *name)
{
  const DlLesson *lesson = dl_lesson_attempt_get_lesson (attempt);
  const GPtrArray *log = dl_lesson_attempt_get_log (attempt);
  DlHandIn *hand_in = hand_in_new ();

  hand_in->program = g_strdup (DL_VERSION);
  hand_in->lesson = g_strdup (lesson->id);
  hand_in->digest = g_strdup (lesson->digest);
  hand_in->language = g_strdup (lesson->language);
  hand_in->name = name != NULL ? one_line (name) : NULL;
  if (hand_in->name != NULL && *hand_in->name == '\0')
    g_clear_pointer (&hand_in->name, g_free);
  hand_in->start = dl_scenario_copy (dl_lesson_attempt_get_start (attempt));
  for (guint i = 0; i < log->len; i++)
    {
      const DlLessonEvent *event = g_ptr_array_index (log, i);

      g_ptr_array_add (hand_in->events, dl_lesson_event_new (event->kind, event->text));
    }
  hand_in->complete = TRUE;
  return hand_in;
}

/* Writing -------------------------------------------------------------------------------------- */

static void
append_word (GString *text, const char *key, const char *word)
{
  if (word != NULL)
    dl_lesson_lines_append (text, key, word);
}

char *
dl_hand_in_to_text (const DlHandIn *hand_in)
{
  GString *text = g_string_new ("# Handed in from a lesson of Dateline\n");
  g_autofree char *start = dl_scenario_to_text (hand_in->start, FALSE);

  g_string_append_printf (text, "hand-in: %d\n", DL_HAND_IN_FORMAT);
  append_word (text, "program", hand_in->program);
  append_word (text, "lesson", hand_in->lesson);
  append_word (text, "digest", hand_in->digest);
  append_word (text, "language", hand_in->language);
  append_word (text, "name", hand_in->name);
  dl_lesson_lines_append (text, "start", g_strchomp (start));
  for (guint i = 0; i < hand_in->events->len; i++)
    {
      const DlLessonEvent *event = g_ptr_array_index (hand_in->events, i);
      g_autofree char *value = g_strchomp (g_strdup (event->text));

      dl_lesson_lines_append (text, dl_lesson_event_name (event->kind), value);
    }
  /* Whoever cuts it off cuts this off. */
  if (hand_in->complete)
    g_string_append_printf (text, "end: %u\n", hand_in->events->len);
  return g_string_free (text, FALSE);
}

/* Reading -------------------------------------------------------------------------------------- */

typedef struct
{
  DlHandIn *hand_in;
  DlProblems *problems;
} Reader;

static gboolean
take_format (Reader *reader, const DlLessonLine *line)
{
  guint64 format;

  if (dl_value_parse_uint (line->value, 1, G_MAXUINT32, &format, NULL)
      && format > DL_HAND_IN_FORMAT)
    dl_problems_add (reader->problems, line->line,
                     _ ("the file was written by a newer version of the program, in format %lu "
                        "(expected up to %d)"),
                     (gulong) format, DL_HAND_IN_FORMAT);
  else if (strcmp (line->value, G_STRINGIFY (DL_HAND_IN_FORMAT)) != 0)
    dl_problems_add (reader->problems, line->line, _ ("unknown format (expected hand-in: %d)"),
                     DL_HAND_IN_FORMAT);
  return reader->problems->n == 0;
}

static void
take_word (Reader *reader, const DlLessonLine *line, char **word)
{
  if (*word != NULL)
    dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                     line->key);
  else if (strchr (line->value, '\n') != NULL || g_utf8_strlen (line->value, -1) > MAX_WORD
           || (*word = one_line (line->value)) == NULL)
    dl_problems_add (reader->problems, line->line,
                     _ ("%s is not a line of text (expected 1 to %d characters)"), line->key,
                     MAX_WORD);
}

static void
take_start (Reader *reader, const DlLessonLine *line)
{
  g_autoptr (GError) error = NULL;

  if (reader->hand_in->start != NULL)
    {
      dl_problems_add (reader->problems, line->line, _ ("%s occurs twice (write it once)"),
                       line->key);
      return;
    }
  reader->hand_in->start = dl_scenario_parse (line->value, -1, "start", NULL, &error);
  if (reader->hand_in->start == NULL)
    dl_problems_add_error (reader->problems, line->line, g_steal_pointer (&error));
}

static void
take_end (Reader *reader, const DlLessonLine *line)
{
  guint64 n;

  if (dl_value_parse_uint (line->value, 0, G_MAXUINT32, &n, NULL)
      && n == reader->hand_in->events->len)
    reader->hand_in->complete = TRUE;
  else
    dl_problems_add (reader->problems, line->line,
                     _ ("there are %u events before the end, but the end has a different count "
                        "(use the original file)"),
                     reader->hand_in->events->len);
}

static gboolean
take_event (Reader *reader, const DlLessonLine *line)
{
  for (guint kind = 0; kind < DL_N_EVENTS; kind++)
    if (strcmp (dl_lesson_event_name ((DlLessonEventKind) kind), line->key) == 0)
      {
        if (reader->hand_in->events->len == DL_LESSON_MAX_EVENTS)
          dl_problems_add (reader->problems, line->line, _ ("too many events (at most %d)"),
                           DL_LESSON_MAX_EVENTS);
        else if (reader->hand_in->events->len < DL_LESSON_MAX_EVENTS)
          g_ptr_array_add (reader->hand_in->events,
                           dl_lesson_event_new ((DlLessonEventKind) kind, line->value));
        return TRUE;
      }
  return FALSE;
}

static void
take_line (Reader *reader, const DlLessonLine *line)
{
  DlHandIn *hand_in = reader->hand_in;

  if (hand_in->complete)
    dl_problems_add (reader->problems, line->line, _ ("a line follows the end (remove it)"));
  else if (strcmp (line->key, "program") == 0)
    take_word (reader, line, &hand_in->program);
  else if (strcmp (line->key, "lesson") == 0)
    take_word (reader, line, &hand_in->lesson);
  else if (strcmp (line->key, "digest") == 0)
    take_word (reader, line, &hand_in->digest);
  else if (strcmp (line->key, "language") == 0)
    take_word (reader, line, &hand_in->language);
  else if (strcmp (line->key, "name") == 0)
    take_word (reader, line, &hand_in->name);
  else if (strcmp (line->key, "start") == 0)
    take_start (reader, line);
  else if (strcmp (line->key, "end") == 0)
    take_end (reader, line);
  else if (!take_event (reader, line))
    dl_problems_add (reader->problems, line->line, _ ("a hand-in has no line %s"), line->key);
}

static void
check_whole (Reader *reader)
{
  const DlHandIn *hand_in = reader->hand_in;

  if (hand_in->lesson == NULL || hand_in->start == NULL || hand_in->program == NULL
      || hand_in->digest == NULL)
    dl_problems_add (reader->problems, 0,
                     _ ("the header is incomplete (expected hand-in, program, lesson, digest and "
                        "start)"));
}

DlHandIn *
dl_hand_in_parse (const char *text, gssize length, const char *file_name, GError **error)
{
  const gsize n = length >= 0 ? (gsize) length : strlen (text);
  g_autoptr (DlProblems) problems = dl_problems_new (file_name);
  g_autoptr (GPtrArray) lines = dl_lesson_lines_read (text, n, DL_HAND_IN_MAX_BYTES, problems);
  g_autoptr (DlHandIn) hand_in = hand_in_new ();
  Reader reader = { hand_in, problems };
  const DlLessonLine *first = lines->len > 0 ? lines->pdata[0] : NULL;

  if (problems->n == 0 && (first == NULL || strcmp (first->key, "hand-in") != 0))
    dl_problems_add (problems, first != NULL ? first->line : 1,
                     _ ("this is not a hand-in (expected hand-in: %d)"), DL_HAND_IN_FORMAT);
  if (problems->n == 0 && take_format (&reader, first))
    {
      for (guint i = 1; i < lines->len; i++)
        take_line (&reader, g_ptr_array_index (lines, i));
      check_whole (&reader);
    }
  if (problems->n == 0)
    return g_steal_pointer (&hand_in);
  g_set_error_literal (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                       g_ptr_array_index (problems->messages, 0));
  return NULL;
}
