#include "dl-scenario-file.h"

#include "dl-field-type.h"
#include "dl-key-text.h"
#include "dl-output.h"
#include "dl-scenario-check.h"
#include "dl-text-lines.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Scenario files on the disk. */

static void
set_file_error (const char *name, int code, GError **error)
{
  if (code == EISDIR || code == EINVAL)
    {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                   code == EISDIR ? _ ("%s: this is a folder (expected a file)")
                                  : _ ("%s: this is not a regular file (expected a file)"),
                   name);
      return;
    }
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), _ ("%s: cannot be read: %s"),
               name, g_strerror (code));
}

/* All of a file of a bearable size: @limit's, or with NULL @most. */
static GByteArray *
read_all (int fd, const char *name, DlFileLimit limit, gsize most, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;

  /* It may grow while it is read, so count what comes. */
  bytes = g_byte_array_new ();
  for (;;)
    {
      guint8 buffer[65536];
      ssize_t n;

      if (limit != NULL)
        most = limit (bytes->data, bytes->len);
      if (bytes->len > most)
        break;
      n = read (fd, buffer, sizeof buffer);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          set_file_error (name, errno, error);
          return NULL;
        }
      if (n == 0)
        return g_steal_pointer (&bytes);
      g_byte_array_append (bytes, buffer, n);
    }
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_TOO_LARGE,
               _ ("%s:1: the file is too large (at most %lu bytes)"), name, (gulong) most);
  return NULL;
}

/* @name: as messages show it. */
static GByteArray *
read_named (const char *file_name, const char *name, DlFileLimit limit, gsize most, GError **error)
{
  GByteArray *bytes;
  const int fd = dl_open_regular (file_name);

  if (fd < 0)
    {
      set_file_error (name, errno, error);
      return NULL;
    }
  bytes = read_all (fd, name, limit, most, error);
  close (fd);
  return bytes;
}

GByteArray *
dl_scenario_read_file (const char *file_name, DlFileLimit limit, GError **error)
{
  g_autofree char *name = dl_file_name_show (file_name);

  return read_named (file_name, name, limit, 0, error);
}

static char *
path_in (const char *folder, const char *file_name)
{
  return folder != NULL && strcmp (folder, ".") != 0 && !g_path_is_absolute (file_name)
             ? g_build_filename (folder, file_name, NULL)
             : g_strdup (file_name);
}

/* Is @path, which is canonical, @folder or in it? */
static gboolean
is_inside (const char *path, const char *folder)
{
  const gsize length = strcmp (folder, "/") == 0 ? 0 : strlen (folder);

  return strncmp (path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Where the file is that a scenario in @folder names: below that, whatever "..", symbolic links and
 * absolute names say. @path is how messages show it. */
static char *
resolve_inside (const DlField *field, const char *folder, const char *file_name, const char *path,
                GError **error)
{
  g_autofree char *name = dl_file_name_show (path);
  g_autofree char *root = realpath (folder, NULL);
  g_autofree char *plain = root != NULL ? g_canonicalize_filename (file_name, root) : NULL;
  g_autofree char *found = NULL;

  if (root == NULL)
    {
      set_file_error (name, errno, error);
      return NULL;
    }
  if (!g_path_is_absolute (file_name) && is_inside (plain, root))
    {
      found = realpath (plain, NULL);
      if (found == NULL)
        {
          set_file_error (name, errno, error);
          return NULL;
        }
      if (is_inside (found, root))
        return g_steal_pointer (&found);
    }
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_OUTSIDE,
               _ ("“%s” is outside the scenario’s folder (copy it there, or use --set %s.%s=FILE)"),
               name, field->group, field->key);
  return NULL;
}

gboolean
dl_scenario_take_in (const DlField *field, const char *folder, char **value, char **file_name,
                     GError **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (*value));
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *resolved = NULL;
  g_autofree char *taken = NULL;
  g_autoptr (GByteArray) bytes = NULL;

  if (file_name != NULL)
    *file_name = NULL;
  if (field->type->take_in == NULL || *stripped == '\0' || field->type->is_content (field, *value)
      || field->type->is_content (field, stripped))
    return TRUE;
  path = path_in (folder, stripped);
  name = dl_file_name_show (path);
  resolved
      = folder != NULL ? resolve_inside (field, folder, stripped, path, error) : g_strdup (path);
  if (resolved == NULL)
    return FALSE;
  bytes = read_named (resolved, name, NULL, MAX (field->high, DL_SCENARIO_FILE_MAX_BYTES), error);
  if (bytes == NULL)
    return FALSE;
  taken = field->type->take_in (field, bytes, name, error);
  if (taken == NULL)
    return FALSE;
  g_free (*value);
  *value = g_steal_pointer (&taken);
  if (file_name != NULL)
    *file_name = g_steal_pointer (&name);
  return TRUE;
}

gboolean
dl_scenario_save (const DlScenario *scenario, const char *file_name, GError **error)
{
  g_autofree char *text = dl_scenario_to_text (scenario, FALSE);
  g_autofree char *name = dl_file_name_show (file_name);
  const int number = dl_output_write (file_name, text, strlen (text), TRUE);

  if (number == 0)
    return TRUE;
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (number),
               _ ("%s: cannot be written: %s"), name, g_strerror (number));
  return FALSE;
}

#define MAX_WARNINGS 50

typedef struct
{
  const char *file_name;
  DlScenarioFiles files;
  const DlKeyText *text;
  DlScenario *scenario;
  guint *field_line;    /* (keys) 0: the key is not in the file */
  char *placement_file; /* of its value, as messages show it; NULL */
  GStrvBuilder *warnings;
  guint n_warnings;
} Reader;

/* Groups of a recording (dl-recording.h): its scenario is the one that it begins with. */
static gboolean
is_recorded_group (const char *group)
{
  return strcmp (group, "recording") == 0 || strcmp (group, "edit") == 0
         || g_str_has_prefix (group, "edit ");
}

/* Groups that others than this program, or later versions of it, write: kept without a word. */
static gboolean
is_free_group (const char *group)
{
  return strcmp (group, "layout") == 0;
}

static gboolean
is_known_group (const char *group)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (fields[i].group, group) == 0)
      return TRUE;
  return FALSE;
}

/* The one key that is about the file, not about the scenario. */
static gboolean
is_format (const char *group, const char *key)
{
  return strcmp (group, "scenario") == 0 && strcmp (key, "format") == 0;
}

/* Give @error its place: FILE:LINE: and, if @name, the key. */
static void
place_error (const Reader *reader, guint line, const char *name, GError **error)
{
  if (name != NULL)
    g_prefix_error (error, "%s:%u: %s: ", reader->file_name, line, name);
  else
    g_prefix_error (error, "%s:%u: ", reader->file_name, line);
}

static void
warn (Reader *reader, guint line, const char *message)
{
  g_autofree char *warning = NULL;

  if (reader->n_warnings++ >= MAX_WARNINGS)
    return;
  warning = g_strdup_printf ("%s:%u: %s", reader->file_name, line, message);
  g_strv_builder_add (reader->warnings, warning);
}

static void
warn_unknown (Reader *reader, guint line, const char *group, const char *key)
{
  g_autofree char *hint = NULL;
  g_autofree char *name = NULL;
  g_autofree char *quoted = NULL;
  g_autofree char *message = NULL;

  if (reader->n_warnings >= MAX_WARNINGS)
    {
      reader->n_warnings++;
      return;
    }
  hint = dl_field_hint (group, key);
  name = key != NULL ? g_strconcat (group, ".", key, NULL) : g_strdup (group);
  quoted = dl_value_quote (name);
  message = g_strdup_printf (key != NULL ? _ ("%s is not a known key; it is kept unchanged (%s)")
                                         : _ ("%s is not a known group; it is kept unchanged (%s)"),
                             quoted, hint);
  warn (reader, line, message);
}

static gboolean
check_format (Reader *reader, const DlKeyLine *key, GError **error)
{
  g_autofree char *digits = g_strstrip (g_strdup (key->value));
  g_autofree char *quoted = dl_value_quote (digits);
  const gsize n_digits = strspn (digits, "0123456789");
  guint64 format;

  if (dl_value_parse_uint (digits, 1, DL_SCENARIO_FORMAT, &format, NULL))
    return TRUE;
  /* Newer, however large the number. */
  if (n_digits > 0 && digits[n_digits] == '\0' && strspn (digits, "0") != n_digits)
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_FORMAT,
                 _ ("the file is from a newer version of Dateline, in format %s (this version "
                    "reads format %d)"),
                 quoted, DL_SCENARIO_FORMAT);
  else
    g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                 _ ("%s is not a format (expected format=%d)"), quoted, DL_SCENARIO_FORMAT);
  place_error (reader, key->line, "scenario.format", error);
  return FALSE;
}

/* Before anything else is judged: another format may have other values. */
static gboolean
find_format (Reader *reader, GError **error)
{
  for (guint g = 0; g < reader->text->groups->len; g++)
    {
      const DlKeyGroup *group = &g_array_index (reader->text->groups, DlKeyGroup, g);
      for (guint i = group->first; i < group->first + group->n; i++)
        {
          const DlKeyLine *key = &g_array_index (reader->text->lines, DlKeyLine, i);
          if (key->key != NULL && is_format (group->name, key->key))
            return check_format (reader, key, error);
        }
    }
  return TRUE;
}

/* The lines of @group that the program knows go into the scenario, the others into @extras. */
static gboolean
read_group (Reader *reader, const DlKeyGroup *group, GString *extras, GError **error)
{
  const gboolean known = is_known_group (group->name);
  gboolean titled = FALSE;

  if (!known && !is_free_group (group->name))
    warn_unknown (reader, group->line, group->name, NULL);
  if (!known)
    {
      g_string_append_printf (extras, "[%s]\n", group->name);
      titled = TRUE;
    }

  for (guint i = group->first; i < group->first + group->n; i++)
    {
      const DlKeyLine *key = &g_array_index (reader->text->lines, DlKeyLine, i);
      const DlField *field
          = known && key->key != NULL ? dl_field_find (group->name, key->key) : NULL;

      if (field != NULL)
        {
          g_autofree char *value = dl_key_text_unescape (key->value, error);
          if (value == NULL || !dl_field_set (field, reader->scenario, value, error))
            {
              place_error (reader, key->line, field->name, error);
              return FALSE;
            }
          reader->field_line[dl_field_index (field)] = key->line;
        }
      else if (key->key == NULL)
        {
          /* Comments in groups of others belong to them. */
          if (!known)
            g_string_append_printf (extras, "%s\n", key->value);
        }
      else if (!is_format (group->name, key->key))
        {
          if (known)
            warn_unknown (reader, key->line, group->name, key->key);
          if (!titled)
            g_string_append_printf (extras, "[%s]\n", group->name);
          titled = TRUE;
          g_string_append_printf (extras, "%s=%s\n", key->key, key->value);
        }
    }
  return TRUE;
}

/* All groups, in the order of the file. The extras have the unknown keys of known groups first, in
 * the order of the table of keys, so that they read the same after they were written. */
static gboolean
read_groups (Reader *reader, GError **error)
{
  guint n;
  const DlField *fields = dl_fields (&n);
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) unknown = g_string_new (NULL);
  g_autoptr (GString) extras = g_string_new (NULL);

  g_ptr_array_set_size (known, n);
  for (guint g = 0; g < reader->text->groups->len; g++)
    {
      const DlKeyGroup *group = &g_array_index (reader->text->groups, DlKeyGroup, g);
      g_autoptr (GString) kept = g_string_new (NULL);

      if (is_recorded_group (group->name))
        continue;
      if (!read_group (reader, group, kept, error))
        return FALSE;
      if (!is_known_group (group->name))
        g_string_append_len (unknown, kept->str, kept->len);
      else
        for (guint i = 0; i < n; i++)
          if (strcmp (fields[i].group, group->name) == 0)
            {
              known->pdata[i] = g_strdup (kept->str);
              break;
            }
    }

  for (guint i = 0; i < n; i++)
    if (known->pdata[i] != NULL)
      g_string_append (extras, known->pdata[i]);
  g_string_append_len (extras, unknown->str, unknown->len);
  if (extras->len > 0)
    reader->scenario->extras = g_strdup (extras->str);
  return TRUE;
}

static void
warn_ignored (Reader *reader)
{
  g_auto (GStrv) ignored = dl_scenario_warnings (reader->scenario);

  for (guint i = 0; ignored[i] != NULL; i++)
    {
      /* In every language the name of a key comes first. */
      const gsize length = strspn (ignored[i], "abcdefghijklmnopqrstuvwxyz.-");
      g_autofree char *name = g_strndup (ignored[i], length);
      const DlField *field = dl_field_find_name (name);

      warn (reader, field != NULL ? reader->field_line[dl_field_index (field)] : 0, ignored[i]);
    }
}

/* Does the scenario's network or traffic depend on the file that @field names? */
static gboolean
uses_file (const DlScenario *scenario, const DlField *field)
{
  return (field->family == NULL || field->family == scenario->family)
         && dl_field_is_read (field, scenario);
}

/* @chosen: the user's choice instead of what the scenario names; NULL: none. */
static gboolean
take_in_value (Reader *reader, const DlField *field, const char *chosen, GError **error)
{
  g_autofree char *own = dl_field_get (field, reader->scenario);
  g_autofree char *value = g_strdup (chosen != NULL ? chosen : own);

  g_autofree char *file_name = NULL;
  g_autoptr (GError) local = NULL;

  if (dl_scenario_take_in (field, chosen != NULL ? NULL : reader->files.folder, &value, &file_name,
                           &local)
      && dl_field_set (field, reader->scenario, value, &local))
    {
      if (strcmp (field->key, "placement") == 0)
        reader->placement_file = g_steal_pointer (&file_name);
      return TRUE;
    }
  if (g_error_matches (local, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_OUTSIDE)
      && reader->files.outside != NULL)
    {
      g_autofree char *stripped = g_strstrip (g_strdup (own));
      g_autofree char *path = g_canonicalize_filename (stripped, reader->files.folder);
      /* The user is asked about a symbolic link's target, and that is read. */
      g_autofree char *found = realpath (path, NULL);

      *reader->files.outside = g_strconcat (field->name, "=", found != NULL ? found : path, NULL);
    }
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

/* Take in the user's files for that key, in turn, as one may add to the one before it; without any,
 * the scenario's. */
static gboolean
take_in_one (Reader *reader, const DlField *field, GError **error)
{
  const gsize length = strlen (field->name);
  gboolean any = FALSE;

  for (const char *const *at = reader->files.chosen; at != NULL && *at != NULL; at++)
    if (strncmp (*at, field->name, length) == 0 && (*at)[length] == '=')
      {
        any = TRUE;
        if (!take_in_value (reader, field, *at + length + 1, error))
          return FALSE;
      }
  return any || take_in_value (reader, field, NULL, error);
}

/* Take in the contents of named files, instead of their names. */
static gboolean
take_in_files (Reader *reader, GError **error)
{
  guint n;
  const DlField *fields = dl_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      if (fields[i].type->take_in == NULL || !dl_field_is_set (&fields[i], reader->scenario)
          || !uses_file (reader->scenario, &fields[i]))
        continue;
      if (take_in_one (reader, &fields[i], error))
        continue;
      place_error (reader, reader->field_line[i], fields[i].name, error);
      return FALSE;
    }
  return TRUE;
}

static DlScenario *
read_text (Reader *reader, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (DlScenario) as_read = NULL;
  g_autoptr (GError) unsettled = NULL;
  const DlField *field = NULL;

  if (reader->text->groups->len == 0)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_SYNTAX,
                   _ ("the file is empty (a scenario starts with [scenario] and format=%d)"),
                   DL_SCENARIO_FORMAT);
      place_error (reader, 1, NULL, error);
      return NULL;
    }

  reader->scenario = scenario;
  if (!find_format (reader, error) || !read_groups (reader, error)
      || (reader->files.folder != NULL && !take_in_files (reader, error)))
    return NULL;
  as_read = reader->files.unsettled != NULL ? dl_scenario_copy (scenario) : NULL;
  if (!dl_scenario_normalize (scenario, reader->placement_file, &field, &unsettled))
    {
      const guint line = reader->field_line[dl_field_index (field)];

      place_error (reader, MAX (line, 1), NULL, &unsettled);
      g_propagate_error (as_read != NULL ? reader->files.unsettled : error,
                         g_steal_pointer (&unsettled));
      return g_steal_pointer (&as_read);
    }
  warn_ignored (reader);
  return g_steal_pointer (&scenario);
}

DlScenario *
dl_scenario_parse (const char *text, gssize length, const char *file_name, GStrv *warnings,
                   GError **error)
{
  return dl_scenario_parse_in (text, length, file_name, (DlScenarioFiles) { 0 }, warnings, error);
}

DlScenario *
dl_scenario_parse_in (const char *text, gssize length, const char *file_name, DlScenarioFiles files,
                      GStrv *warnings, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (DlKeyText) key_text = NULL;
  g_autofree guint *field_line = NULL;
  guint n_fields;
  Reader reader = { .file_name = file_name, .files = files, .warnings = builder };
  DlScenario *scenario;
  guint line = 1;

  dl_fields (&n_fields);
  reader.field_line = field_line = g_new0 (guint, n_fields);
  if (warnings != NULL)
    *warnings = NULL;
  if (files.outside != NULL)
    *files.outside = NULL;
  if (files.unsettled != NULL)
    *files.unsettled = NULL;
  if (length < 0)
    length = strlen (text);
  if (length > DL_SCENARIO_FILE_MAX_BYTES)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_TOO_LARGE,
                   _ ("the file is too large for a scenario (at most %d bytes)"),
                   DL_SCENARIO_FILE_MAX_BYTES);
      place_error (&reader, line, NULL, error);
      return NULL;
    }
  reader.text = key_text = dl_key_text_new (text, length, &line, error);
  if (key_text == NULL)
    {
      place_error (&reader, line, NULL, error);
      return NULL;
    }

  scenario = read_text (&reader, error);
  g_free (reader.placement_file);
  if (scenario != NULL && warnings != NULL)
    {
      if (reader.n_warnings > MAX_WARNINGS)
        {
          g_autofree char *more = g_strdup_printf (_ ("%s: %u more warnings"), file_name,
                                                   reader.n_warnings - MAX_WARNINGS);
          g_strv_builder_add (builder, more);
        }
      *warnings = g_strv_builder_end (builder);
    }
  return scenario;
}

/* Writing */

/* The lines of @group in @extras. */
static void
append_extra_lines (GString *text, const DlKeyText *extras, const DlKeyGroup *group)
{
  for (guint i = group->first; i < group->first + group->n; i++)
    {
      const DlKeyLine *key = &g_array_index (extras->lines, DlKeyLine, i);
      if (key->key != NULL)
        g_string_append_printf (text, "%s=%s\n", key->key, key->value);
      else
        g_string_append_printf (text, "%s\n", key->value);
    }
}

static void
append_extras_of (GString *text, const DlKeyText *extras, const char *name)
{
  if (extras == NULL)
    return;
  for (guint g = 0; g < extras->groups->len; g++)
    {
      const DlKeyGroup *group = &g_array_index (extras->groups, DlKeyGroup, g);
      if (strcmp (group->name, name) == 0)
        append_extra_lines (text, extras, group);
    }
}

static void
append_group (GString *text, const char *name, const char *lines)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  g_string_append_printf (text, "[%s]\n%s", name, lines);
}

static char *
compact_value (const DlField *field, const DlScenario *scenario)
{
  return field->type->format_compact != NULL
             ? field->type->format_compact (field, dl_field_at (field, scenario))
             : dl_field_get (field, scenario);
}

static char *
write_text (const DlScenario *scenario, gboolean defaults, gboolean compact)
{
  g_autoptr (DlKeyText) extras = NULL;
  GString *text = g_string_new (NULL);
  guint n, line;
  const DlField *fields = dl_fields (&n);

  if (scenario->extras != NULL)
    extras = dl_key_text_new (scenario->extras, strlen (scenario->extras), &line, NULL);

  for (guint i = 0; i < n;)
    {
      const char *group = fields[i].group;
      g_autoptr (GString) lines = g_string_new (NULL);

      if (i == 0)
        g_string_append_printf (lines, "format=%d\n", DL_SCENARIO_FORMAT);
      for (; i < n && strcmp (fields[i].group, group) == 0; i++)
        {
          const gboolean set = dl_field_is_set (&fields[i], scenario);
          if (set || defaults)
            {
              g_autofree char *value = compact ? compact_value (&fields[i], scenario)
                                               : dl_field_get (&fields[i], scenario);
              g_autofree char *escaped = dl_key_text_escape (value);
              g_string_append_printf (lines, "%s%s=%s\n", set ? "" : "#", fields[i].key, escaped);
            }
        }
      append_extras_of (lines, extras, group);
      if (lines->len > 0)
        append_group (text, group, lines->str);
    }

  for (guint g = 0; extras != NULL && g < extras->groups->len; g++)
    {
      const DlKeyGroup *group = &g_array_index (extras->groups, DlKeyGroup, g);
      if (!is_known_group (group->name))
        {
          g_autoptr (GString) lines = g_string_new (NULL);
          append_extra_lines (lines, extras, group);
          append_group (text, group->name, lines->str);
        }
    }
  return g_string_free (text, FALSE);
}

char *
dl_scenario_to_text (const DlScenario *scenario, gboolean defaults)
{
  return write_text (scenario, defaults, FALSE);
}

char *
dl_scenario_to_compact_text (const DlScenario *scenario)
{
  return write_text (scenario, FALSE, TRUE);
}
