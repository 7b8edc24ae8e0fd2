#include "dl-lessons.h"

#include "dl-lesson-check.h"
#include "dl-lesson-resources.h"
#include "dl-names.h"
#include "dl-output.h"
#include "dl-scenario-file.h"

#include <glib/gi18n-lib.h>

#include <string.h>

#define RESOURCES "/org/dateline/Dateline/lessons/"
#define ENDING    ".lesson"

/* Names of files ------------------------------------------------------------------------------- */

/* "de" of "03-deadlock.de.lesson", and NULL of "03-deadlock.lesson". @base gets the latter. */
static char *
language_of (const char *file_name, char **base)
{
  g_autofree char *stem = g_strndup (file_name, strlen (file_name) - strlen (ENDING));
  char *dot = strrchr (stem, '.');
  const char *slash = strrchr (stem, '/');

  *base = NULL;
  if (dot == NULL || (slash != NULL && dot < slash) || dot[1] == '\0')
    return NULL;
  *dot = '\0';
  *base = g_strconcat (stem, ENDING, NULL);
  return g_strdup (dot + 1);
}

static char *
translated_name (const char *file_name, const char *language)
{
  g_autofree char *stem = g_strndup (file_name, strlen (file_name) - strlen (ENDING));

  return g_strconcat (stem, ".", language, ENDING, NULL);
}

/* Names of languages come from the environment: no paths. */
static gboolean
is_language (const char *name)
{
  return *name != '\0' && strlen (name) < 32 && strpbrk (name, "./\\") == NULL;
}

/* Lessons are written in English: readers who prefer that get no other language. */
static gboolean
is_original (const char *name)
{
  return strcmp (name, "C") == 0 || strcmp (name, "en") == 0 || g_str_has_prefix (name, "en_");
}

/* Recordings ----------------------------------------------------------------------------------- */

#define RECORDING ".dateline"

static gsize
lesson_limit (const guint8 *data, gsize length)
{
  return DL_LESSON_MAX_BYTES;
}

/* The bytes of the file @name among those of the lesson; @place is where that is. */
typedef GBytes *(*ReadBeside) (const char *place, const char *name, GError **error);

static GBytes *
look_up (const char *name)
{
  g_autofree char *path = g_strconcat (RESOURCES, name, NULL);

  return g_resource_lookup_data (dl_lessons_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                 NULL);
}

static GBytes *
read_resource (const char *place, const char *name, GError **error)
{
  GBytes *bytes = look_up (name);

  if (bytes == NULL)
    g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_NOT_FOUND, "%s", name);
  return bytes;
}

static GBytes *
read_beside (const char *place, const char *name, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (place);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  GByteArray *bytes = dl_scenario_read_file (path, lesson_limit, error);

  return bytes != NULL ? g_byte_array_free_to_bytes (bytes) : NULL;
}

static DlRecording *
read_recording (const char *name, ReadBeside read, const char *place, GError **error)
{
  g_autofree char *file_name = g_strconcat (name, RECORDING, NULL);
  g_autoptr (GBytes) bytes = read (place, file_name, error);
  gsize size;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  return text != NULL ? dl_recording_parse_in (text, (gssize) size, file_name,
                                               (DlScenarioFiles) { 0 }, NULL, error)
                      : NULL;
}

/* Reads the recordings that the steps of @lesson show. */
static void
read_recordings (DlLesson *lesson, ReadBeside read, const char *place, DlProblems *problems)
{
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      DlLessonStep *step = g_ptr_array_index (lesson->steps, i);
      const DlLessonPlace *shown = dl_lesson_step_recording (step);
      g_autoptr (GError) error = NULL;

      if (shown == NULL)
        continue;
      step->recording = read_recording (shown->what, read, place, &error);
      if (step->recording == NULL)
        dl_problems_add (problems, shown->line,
                         _ ("the recording “%s” cannot be read: %s (expected the file %s.dateline "
                            "beside the lesson)"),
                         shown->what, error->message, shown->what);
    }
}

/* The same, where the first problem is an error. @problems is nullable; NULL frees @lesson. */
static DlLesson *
with_recordings (DlLesson *lesson, ReadBeside read, const char *place, const char *name,
                 DlProblems *problems, GError **error)
{
  g_autoptr (DlProblems) own = problems == NULL ? dl_problems_new (name) : NULL;
  DlProblems *all = problems != NULL ? problems : own;
  const guint before = all->n;

  if (lesson == NULL)
    return NULL;
  read_recordings (lesson, read, place, all);
  if (all->n == before)
    return lesson;
  g_set_error_literal (error, DL_LESSON_ERROR, DL_LESSON_ERROR_SYNTAX,
                       g_ptr_array_index (all->messages, MIN (before, all->messages->len - 1)));
  dl_lesson_unref (lesson);
  return NULL;
}

/* Lessons of the program ----------------------------------------------------------------------- */

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GStrv
dl_lessons_list (void)
{
  g_auto (GStrv) files = g_resource_enumerate_children (dl_lessons_get_resource (), RESOURCES,
                                                        G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  GPtrArray *ids = g_ptr_array_new ();

  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    {
      g_autofree char *base = NULL;
      g_autofree char *language = NULL;

      if (!g_str_has_suffix (files[i], ENDING))
        continue;
      language = language_of (files[i], &base);
      if (language == NULL)
        g_ptr_array_add (ids, g_strndup (files[i], strlen (files[i]) - strlen (ENDING)));
    }
  g_ptr_array_sort (ids, compare_names);
  g_ptr_array_add (ids, NULL);
  return (GStrv) g_ptr_array_free (ids, FALSE);
}

DlLesson *
dl_lessons_load (const char *id, const char *const *languages, GError **error)
{
  g_auto (GStrv) ids = dl_lessons_list ();
  g_autofree char *name = g_strconcat (id, ENDING, NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (DlLesson) lesson = NULL;

  if (g_strv_contains ((const char *const *) ids, id))
    bytes = look_up (name);
  if (bytes == NULL)
    {
      g_autofree char *hint = dl_names_hint (id, (const char *const *) ids);

      g_set_error (error, DL_LESSON_ERROR, DL_LESSON_ERROR_NOT_FOUND,
                   /* Translators: and what to do: “expected one of: 01-torus, 02-vcs” */
                   _ ("there is no lesson “%s” (%s; the name of a file ends in .lesson)"), id,
                   hint);
      return NULL;
    }
  lesson = dl_lesson_parse (g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), name,
                            NULL, error);
  lesson = with_recordings (g_steal_pointer (&lesson), read_resource, NULL, name, NULL, error);
  for (guint i = 0; lesson != NULL && languages != NULL && languages[i] != NULL; i++)
    {
      g_autofree char *translated = NULL;
      g_autoptr (GBytes) other = NULL;

      if (!is_language (languages[i]))
        continue;
      translated = translated_name (name, languages[i]);
      other = look_up (translated);
      if (other != NULL)
        return dl_lesson_translate (lesson, languages[i], g_bytes_get_data (other, NULL),
                                    (gssize) g_bytes_get_size (other), NULL);
      if (is_original (languages[i]))
        break;
    }
  return g_steal_pointer (&lesson);
}

/* Files ---------------------------------------------------------------------------------------- */

DlLesson *
dl_lessons_load_file (const char *file_name, const char *const *languages, DlProblems *problems,
                      GError **error)
{
  g_autofree char *name = dl_file_name_show (file_name);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, lesson_limit, error);
  g_autoptr (DlLesson) lesson = bytes != NULL ? dl_lesson_parse ((const char *) bytes->data,
                                                                 bytes->len, name, problems, error)
                                              : NULL;

  lesson
      = with_recordings (g_steal_pointer (&lesson), read_beside, file_name, name, problems, error);
  for (guint i = 0; lesson != NULL && languages != NULL && languages[i] != NULL; i++)
    {
      g_autofree char *translated = NULL;
      g_autoptr (GByteArray) other = NULL;

      if (!is_language (languages[i]) || !g_str_has_suffix (file_name, ENDING))
        continue;
      translated = translated_name (file_name, languages[i]);
      other = dl_scenario_read_file (translated, lesson_limit, NULL);
      if (other != NULL)
        return dl_lesson_translate (lesson, languages[i], (const char *) other->data, other->len,
                                    NULL);
      if (is_original (languages[i]))
        break;
    }
  return g_steal_pointer (&lesson);
}

DlLesson *
dl_lessons_load_any (const char *name, const char *const *languages, GError **error)
{
  return strchr (name, '/') != NULL || g_str_has_suffix (name, ENDING)
             ? dl_lessons_load_file (name, languages, NULL, error)
             : dl_lessons_load (name, languages, error);
}

static gboolean
check_translation (const char *file_name, const char *base, const char *language,
                   DlProblems *problems, GError **error)
{
  g_autoptr (GError) base_error = NULL;
  g_autoptr (DlLesson) lesson = dl_lessons_load_file (base, NULL, NULL, &base_error);
  g_autoptr (GByteArray) bytes = dl_scenario_read_file (file_name, lesson_limit, error);
  g_autoptr (DlLesson) translated = NULL;

  if (bytes == NULL)
    return FALSE;
  if (lesson == NULL)
    {
      dl_problems_add (problems, 0, _ ("the lesson itself has an error: %s"), base_error->message);
      return TRUE;
    }
  translated
      = dl_lesson_translate (lesson, language, (const char *) bytes->data, bytes->len, problems);
  return TRUE;
}

/* Language of a translation; @base gets the lesson beside it. NULL for a file that is not a
 * translation. */
static char *
translation_of (const char *file_name, char **base)
{
  g_autofree char *language
      = g_str_has_suffix (file_name, ENDING) ? language_of (file_name, base) : NULL;

  return language != NULL && g_file_test (*base, G_FILE_TEST_EXISTS) ? g_steal_pointer (&language)
                                                                     : NULL;
}

gboolean
dl_lessons_check_file (const char *file_name, DlLessonMetrics metrics, DlProblems *problems,
                       GError **error)
{
  g_autofree char *base = NULL;
  g_autofree char *language = translation_of (file_name, &base);
  g_autoptr (GError) load_error = NULL;
  g_autoptr (DlLesson) lesson = NULL;

  if (language != NULL)
    return check_translation (file_name, base, language, problems, error);
  lesson = dl_lessons_load_file (file_name, NULL, problems, &load_error);
  if (lesson != NULL)
    dl_lesson_check (lesson, metrics, problems);
  else if (problems->n == 0)
    {
      g_propagate_error (error, g_steal_pointer (&load_error));
      return FALSE;
    }
  return TRUE;
}

DlLesson *
dl_lessons_open (const char *file_name, const char *const *languages, DlLessonMetrics metrics,
                 DlProblems *problems, GError **error)
{
  g_autofree char *base = NULL;
  g_autofree char *language = translation_of (file_name, &base);
  const char *const own[] = { language, NULL };

  if (!dl_lessons_check_file (file_name, metrics, problems, error) || problems->n > 0)
    return NULL;
  return language != NULL ? dl_lessons_load_file (base, own, NULL, error)
                          : dl_lessons_load_file (file_name, languages, NULL, error);
}
