#include "dl-recording.h"

#include "dl-key-text.h"
#include "dl-machine-run.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* The value ---------------------------------------------------------------------------------- */

static void
edit_free (gpointer data)
{
  DlRecordedEdit *edit = data;

  g_free (edit->label);
  g_ptr_array_unref (edit->edits);
  g_free (edit);
}

DlRecording *
dl_recording_new (const DlScenario *scenario)
{
  DlRecording *self = g_new0 (DlRecording, 1);

  self->scenario = dl_scenario_copy (scenario);
  self->results = DL_SIM_RESULTS;
  self->edits = g_ptr_array_new_with_free_func (edit_free);
  return self;
}

static void
add (DlRecording *self, guint64 cycle, const char *label, GPtrArray *edits, guint line)
{
  DlRecordedEdit *edit = g_new (DlRecordedEdit, 1);

  *edit = (DlRecordedEdit) { cycle, g_strdup (label), g_ptr_array_ref (edits), line };
  g_ptr_array_add (self->edits, edit);
  self->end = MAX (self->end, cycle);
}

DlRecording *
dl_recording_copy (const DlRecording *recording)
{
  DlRecording *copy = dl_recording_new (recording->scenario);

  copy->results = recording->results;
  for (guint i = 0; i < recording->edits->len; i++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (recording->edits, i);

      add (copy, edit->cycle, edit->label, edit->edits, edit->line);
    }
  copy->end = recording->end;
  copy->file_name = g_strdup (recording->file_name);
  return copy;
}

void
dl_recording_free (DlRecording *recording)
{
  if (recording == NULL)
    return;
  dl_scenario_free (recording->scenario);
  g_ptr_array_unref (recording->edits);
  g_free (recording->file_name);
  g_free (recording);
}

void
dl_recording_add (DlRecording *recording, guint64 cycle, const char *label, const GPtrArray *edits)
{
  add (recording, cycle, label, (GPtrArray *) edits, 0);
}

void
dl_recording_cut (DlRecording *recording, guint64 cycle, guint n_edits)
{
  guint n = MIN (n_edits, recording->edits->len);

  while (n < recording->edits->len
         && ((const DlRecordedEdit *) g_ptr_array_index (recording->edits, n))->cycle < cycle)
    n++;
  g_ptr_array_set_size (recording->edits, n);
  recording->end = cycle;
}

DlScenario *
dl_recording_scenario (const DlRecording *recording, guint n_edits)
{
  DlScenario *scenario = dl_scenario_copy (recording->scenario);

  for (guint i = 0; i < n_edits; i++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (recording->edits, i);
      g_autoptr (GError) error = NULL;

      dl_scenario_apply (scenario, edit->edits, NULL, NULL, &error);
      g_assert_no_error (error); /* the caller had applied it */
    }
  return scenario;
}

char *
dl_recording_name (const DlRecording *recording)
{
  const char *name = recording->scenario->name;
  const guint n = recording->edits->len;
  const DlRecordedEdit *first;

  if (n == 0)
    return g_strdup (name);
  first = g_ptr_array_index (recording->edits, 0);
  if (n == 1)
    /* Translators: the name of a scenario, and what was done while it was simulated */
    return g_strdup_printf (_ ("%s: %s"), name, first->label);
  return g_strdup_printf (
      /* Translators: the name of a scenario, and what was done first while it was simulated */
      g_dngettext (NULL, "%s: %s, and %u more edit", "%s: %s, and %u more edits", n - 1), name,
      first->label, n - 1);
}

/* Writing ------------------------------------------------------------------------------------ */

/* A key's whole value, so that a line says what it is from then on. */
static void
append_edit (GString *text, const DlRecordedEdit *edit, guint number, DlScenario *scenario)
{
  g_autofree char *label = dl_key_text_escape (edit->label);

  if (number > 1)
    g_string_append_printf (text, "\n[edit %" G_GUINT64_FORMAT " %u]\n", edit->cycle, number);
  else
    g_string_append_printf (text, "\n[edit %" G_GUINT64_FORMAT "]\n", edit->cycle);
  if (*label != '\0')
    g_string_append_printf (text, "label=%s\n", label);
  dl_scenario_apply (scenario, edit->edits, NULL, NULL, NULL);
  for (guint i = 0; i < edit->edits->len; i++)
    {
      const DlField *field = ((const DlEdit *) g_ptr_array_index (edit->edits, i))->field;
      g_autofree char *value = NULL, *escaped = NULL;
      gboolean said = FALSE;

      for (guint k = 0; k < i && !said; k++)
        said = ((const DlEdit *) g_ptr_array_index (edit->edits, k))->field == field;
      if (said)
        continue;
      value = dl_field_get (field, scenario);
      escaped = dl_key_text_escape (value);
      g_string_append_printf (text, "%s=%s\n", field->name, escaped);
    }
}

char *
dl_recording_to_text (const DlRecording *recording)
{
  g_autofree char *begin = dl_scenario_to_text (recording->scenario, FALSE);
  g_autoptr (DlScenario) scenario = dl_scenario_copy (recording->scenario);
  GString *text = g_string_new (begin);
  guint number = 1;

  g_string_append_printf (text, "\n[recording]\nresults=%u\nend=%" G_GUINT64_FORMAT "\n",
                          recording->results, recording->end);
  for (guint i = 0; i < recording->edits->len; i++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (recording->edits, i);
      const DlRecordedEdit *before = i > 0 ? g_ptr_array_index (recording->edits, i - 1) : NULL;

      number = before != NULL && before->cycle == edit->cycle ? number + 1 : 1;
      append_edit (text, edit, number, scenario);
    }
  return g_string_free (text, FALSE);
}

/* Reading ------------------------------------------------------------------------------------ */

typedef struct
{
  const char *file_name;
  DlScenarioFiles files;
  const DlKeyText *text;
  DlRecording *recording;
  DlScenario *scenario; /* after the edits so far */
  guint end_line;       /* of the key; 0: there is none */
  guint64 end;
  guint number; /* of the latest edit among those of its cycle */
} Reader;

static gboolean G_GNUC_PRINTF (4, 5)
    fail (const Reader *reader, guint line, GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (error,
                     g_error_new_valist (DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, format, args));
  va_end (args);
  g_prefix_error (error, "%s:%u: ", reader->file_name, line);
  return FALSE;
}

static gboolean
parse_number (const Reader *reader, const DlKeyLine *key, guint64 most, guint64 *value,
              GError **error)
{
  if (dl_value_parse_uint (key->value, 0, most, value, error))
    return TRUE;
  g_prefix_error (error, "%s:%u: recording.%s: ", reader->file_name, key->line, key->key);
  return FALSE;
}

static gboolean
read_head (Reader *reader, const DlKeyGroup *group, GError **error)
{
  for (guint i = group->first; i < group->first + group->n; i++)
    {
      const DlKeyLine *key = &g_array_index (reader->text->lines, DlKeyLine, i);
      g_autofree char *quoted = NULL;
      guint64 value;

      if (key->key == NULL)
        continue;
      if (strcmp (key->key, "results") == 0)
        {
          if (!parse_number (reader, key, G_MAXUINT, &value, error))
            return FALSE;
          reader->recording->results = value;
          continue;
        }
      if (strcmp (key->key, "end") == 0)
        {
          if (!parse_number (reader, key, DL_RECORDING_MAX_CYCLES, &reader->end, error))
            return FALSE;
          reader->end_line = key->line;
          continue;
        }
      quoted = dl_value_quote (key->key);
      return fail (reader, key->line, error,
                   _ ("recording.%s is not a known key (expected results or end)"), quoted);
    }
  return TRUE;
}

/* "edit 8000", "edit 8000 2". */
static gboolean
parse_title (const Reader *reader, const DlKeyGroup *group, guint64 *cycle, guint *number,
             GError **error)
{
  g_auto (GStrv) words = g_strsplit (group->name, " ", -1);
  const guint n = g_strv_length (words);
  guint64 which = 1;
  g_autofree char *quoted = NULL;

  if ((n == 2 || n == 3) && dl_value_parse_uint (words[1], 0, DL_RECORDING_MAX_CYCLES, cycle, NULL)
      && (n == 2 || dl_value_parse_uint (words[2], 1, DL_RECORDING_MAX_EDITS, &which, NULL)))
    {
      *number = which;
      return TRUE;
    }
  quoted = dl_value_quote (group->name);
  return fail (reader, group->line, error,
               _ ("[%s] is not an edit’s group (expected [edit CYCLE], with a cycle up to %lu, or "
                  "[edit CYCLE 2] for a second one)"),
               quoted, (gulong) DL_RECORDING_MAX_CYCLES);
}

/* In order, and not past the end. */
static gboolean
check_cycle (const Reader *reader, const DlKeyGroup *group, guint64 cycle, guint number,
             GError **error)
{
  const GPtrArray *edits = reader->recording->edits;
  const DlRecordedEdit *before = edits->len > 0 ? g_ptr_array_index (edits, edits->len - 1) : NULL;

  if (before != NULL
      && (cycle < before->cycle || (cycle == before->cycle && number <= reader->number)))
    return fail (reader, group->line, error,
                 _ ("the edit at cycle %lu comes after one at cycle %lu (put edits in the order of "
                    "their cycles)"),
                 (gulong) cycle, (gulong) before->cycle);
  if (reader->end_line > 0 && cycle > reader->end)
    return fail (reader, group->line, error,
                 _ ("the edit at cycle %lu is after the end of the recording, %lu cycles (change "
                    "end= in line %u)"),
                 (gulong) cycle, (gulong) reader->end, reader->end_line);
  if (edits->len == DL_RECORDING_MAX_EDITS)
    return fail (reader, group->line, error, _ ("the recording has more than %d edits"),
                 DL_RECORDING_MAX_EDITS);
  return TRUE;
}

/* A line of an edit, into @edits. */
static gboolean
read_key (const Reader *reader, const DlKeyLine *key, GPtrArray *edits, GError **error)
{
  g_autofree char *value = dl_key_text_unescape (key->value, error);
  g_autofree char *assignment = value != NULL ? g_strconcat (key->key, "=", value, NULL) : NULL;
  DlEdit *edit;

  if (assignment != NULL && dl_edits_parse_assignment (edits, assignment, error))
    {
      edit = g_ptr_array_index (edits, edits->len - 1);
      if (reader->files.folder == NULL
          || dl_scenario_take_in (edit->field, reader->files.folder, &edit->value, NULL, error))
        return TRUE;
    }
  g_prefix_error (error, "%s:%u: ", reader->file_name, key->line);
  return FALSE;
}

static guint
line_of (const Reader *reader, const DlKeyGroup *group, const DlField *field)
{
  for (guint i = group->first; field != NULL && i < group->first + group->n; i++)
    {
      const DlKeyLine *key = &g_array_index (reader->text->lines, DlKeyLine, i);

      if (key->key != NULL && g_str_has_prefix (key->key, field->name))
        return key->line;
    }
  return group->line;
}

static gboolean
read_edit (Reader *reader, const DlKeyGroup *group, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *label = g_strdup ("");
  const DlField *field = NULL;
  guint64 cycle = 0;
  guint number = 0;

  if (!parse_title (reader, group, &cycle, &number, error)
      || !check_cycle (reader, group, cycle, number, error))
    return FALSE;
  for (guint i = group->first; i < group->first + group->n; i++)
    {
      const DlKeyLine *key = &g_array_index (reader->text->lines, DlKeyLine, i);

      if (key->key == NULL)
        continue;
      if (strcmp (key->key, "label") != 0)
        {
          if (!read_key (reader, key, edits, error))
            return FALSE;
          continue;
        }
      g_free (label);
      label = dl_key_text_unescape (key->value, error);
      if (label == NULL)
        {
          g_prefix_error (error, "%s:%u: label: ", reader->file_name, key->line);
          return FALSE;
        }
    }
  if (edits->len == 0)
    return fail (reader, group->line, error,
                 _ ("the edit at cycle %lu changes nothing (add a line GROUP.KEY=VALUE)"),
                 (gulong) cycle);
  if (!dl_scenario_apply (reader->scenario, edits, NULL, &field, error))
    {
      g_prefix_error (error, "%s:%u: ", reader->file_name, line_of (reader, group, field));
      return FALSE;
    }
  add (reader->recording, cycle, label, edits, group->line);
  reader->number = number;
  return TRUE;
}

static gboolean
is_edit (const DlKeyGroup *group)
{
  return g_str_has_prefix (group->name, "edit ") || strcmp (group->name, "edit") == 0;
}

static gboolean
read_groups (Reader *reader, GError **error)
{
  const GArray *groups = reader->text->groups;

  for (guint i = 0; i < groups->len; i++)
    {
      const DlKeyGroup *group = &g_array_index (groups, DlKeyGroup, i);

      if (strcmp (group->name, "recording") == 0 && !read_head (reader, group, error))
        return FALSE;
    }
  for (guint i = 0; i < groups->len; i++)
    {
      const DlKeyGroup *group = &g_array_index (groups, DlKeyGroup, i);

      if (is_edit (group) && !read_edit (reader, group, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
dl_recording_is (const char *text, gsize length)
{
  g_autoptr (DlKeyText) keys = NULL;
  guint line;

  if (g_strstr_len (text, length, "[recording]") == NULL)
    return FALSE;
  keys = dl_key_text_new (text, length, &line, NULL);
  for (guint i = 0; keys != NULL && i < keys->groups->len; i++)
    if (strcmp (g_array_index (keys->groups, DlKeyGroup, i).name, "recording") == 0)
      return TRUE;
  return FALSE;
}

DlRecording *
dl_recording_parse_in (const char *text, gssize length, const char *file_name,
                       DlScenarioFiles files, GStrv *warnings, GError **error)
{
  g_autoptr (DlRecording) recording = NULL;
  g_autoptr (DlScenario) scenario = NULL;
  g_autoptr (DlKeyText) keys = NULL;
  Reader reader = { .file_name = file_name, .files = files };
  guint line = 1;

  if (length < 0)
    length = strlen (text);
  scenario = dl_scenario_parse_in (text, length, file_name, files, warnings, error);
  if (scenario == NULL)
    return NULL;
  recording = dl_recording_new (scenario);
  recording->file_name = g_strdup (file_name);
  keys = dl_key_text_new (text, length, &line, NULL); /* it was read as a scenario */
  reader.text = keys;
  reader.recording = recording;
  reader.scenario = scenario;
  if (!read_groups (&reader, error))
    {
      if (warnings != NULL)
        g_clear_pointer (warnings, g_strfreev);
      return NULL;
    }
  if (reader.end_line > 0)
    recording->end = reader.end;
  else
    recording->end = MAX (recording->end, recording->scenario->simulation.cycles);
  return g_steal_pointer (&recording);
}
