#include "dl-machine-file.h"

#include "dl-edit.h"
#include "dl-family.h"
#include "dl-field-type.h"
#include "dl-scenario-check.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Lines of a file that are irregular, and told. */
#define MAX_IRREGULAR 3

const DlMachineFile *
dl_machine_file_find (const char *text, gsize length, const DlFamily **family)
{
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < families[i]->n_machine_files; j++)
      if (families[i]->machine_files[j].probe (text, length))
        {
          if (family != NULL)
            *family = families[i];
          return &families[i]->machine_files[j];
        }
  return NULL;
}

char *
dl_machine_file_formats (void)
{
  GString *list
      = g_string_new (_ ("a scenario, which begins with [scenario]; a figure of Dateline"));
  guint n;
  const DlFamily *const *families = dl_families (&n);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < families[i]->n_machine_files; j++)
      g_string_append_printf (list, "; %s", _ (families[i]->machine_files[j].title));
  return g_string_free (list, FALSE);
}

static gboolean
set (DlScenario *scenario, const char *name, const char *value, GError **error)
{
  if (dl_field_set (dl_field_find_name (name), scenario, value, error))
    return TRUE;
  g_prefix_error (error, "%s: ", name);
  return FALSE;
}

static gboolean
set_all (DlScenario *scenario, const DlMachineFile *file, GError **error)
{
  for (guint i = 0; file->sets[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (file->sets[i], "=", 2);

      if (!set (scenario, parts[0], parts[1], error))
        return FALSE;
    }
  return TRUE;
}

/* The row of @family whose key @chosen names. */
static const DlMachineFile *
find_key (const DlFamily *family, const char *chosen)
{
  for (guint i = 0; i < family->n_machine_files; i++)
    {
      const DlMachineFile *file = &family->machine_files[i];
      const gsize length = strlen (file->key);

      if (strncmp (chosen, file->key, length) == 0 && chosen[length] == '=')
        return file;
    }
  return NULL;
}

static gboolean
add_chosen (DlScenario *scenario, const char *chosen, GError **error)
{
  const DlMachineFile *file = find_key (scenario->family, chosen);
  g_autofree char *value = NULL;

  if (file == NULL)
    return TRUE;
  value = g_strdup (chosen + strlen (file->key) + 1);
  return dl_scenario_take_in (dl_field_find_name (file->key), NULL, &value, NULL, error)
         && set (scenario, file->key, value, error) && set_all (scenario, file, error);
}

gboolean
dl_machine_file_is_alone (const DlMachineFile *file, const DlFamily *family,
                          const char *const *chosen)
{
  for (guint i = 0; chosen != NULL && chosen[i] != NULL; i++)
    {
      const DlMachineFile *other = find_key (family, chosen[i]);

      if (other != NULL && !other->is_part)
        return FALSE;
    }
  return file->is_part;
}

static gboolean
add_all_chosen (DlScenario *scenario, const char *const *chosen, GError **error)
{
  for (guint i = 0; chosen != NULL && chosen[i] != NULL; i++)
    if (!add_chosen (scenario, chosen[i], error))
      return FALSE;
  return TRUE;
}

/* The name of the file @name, or of its folder where files of any machine are called so. Free with
 * g_free. */
static char *
machine_title (const char *name)
{
  static const char *const of_any[]
      = { "topology", "topo", "network", "cabling", "interconnect", "ibnetdiscover", NULL };
  g_autofree char *title = g_path_get_basename (name);
  g_autofree char *path = g_canonicalize_filename (name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  char *dot = strrchr (title, '.');
  g_autofree char *small = NULL;

  if (dot != NULL && dot > title)
    *dot = '\0';
  small = g_utf8_strdown (title, -1);
  return g_strv_contains (of_any, small) && !g_str_equal (folder, G_DIR_SEPARATOR_S)
             ? g_path_get_basename (folder)
             : g_steal_pointer (&title);
}

static gboolean
check_not_alone (const DlMachineFile *file, const DlFamily *family, const char *name,
                 const char *const *chosen, GError **error)
{
  if (!dl_machine_file_is_alone (file, family, chosen))
    return TRUE;
  g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
               /* Translators: a file, and what it is, as in “Forwarding tables” */
               _ ("%s: %s belong to a network (open the file of the network, or both together)"),
               name, dl_field_title (dl_field_find_name (file->key)));
  return FALSE;
}

DlScenario *
dl_machine_file_parse (const DlMachineFile *file, const DlFamily *family, const guint8 *data,
                       gsize length, const char *name, const char *const *chosen, GStrv *warnings,
                       GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  const DlField *field = dl_field_find_name (file->key);
  g_autofree char *title = machine_title (name);
  g_autofree char *content = NULL;

  if (!check_not_alone (file, family, name, chosen, error))
    return NULL;
  g_byte_array_append (bytes, data, (guint) length);
  content = field->type->take_in (field, bytes, name, error);
  /* The network first, then its parts. */
  if (content == NULL || !set (scenario, "scenario.kind", family->id, error)
      || (file->is_part && !add_all_chosen (scenario, chosen, error))
      || !set (scenario, file->key, content, error) || !set_all (scenario, file, error)
      || (!file->is_part && !add_all_chosen (scenario, chosen, error)))
    return NULL;
  /* A name that cannot be one is left out. */
  dl_field_set (dl_field_find_name ("scenario.name"), scenario, title, NULL);
  if (!dl_scenario_normalize (scenario, NULL, NULL, error))
    {
      g_prefix_error (error, "%s: ", name);
      return NULL;
    }
  if (warnings != NULL && file->irregular != NULL)
    *warnings = file->irregular (scenario, MAX_IRREGULAR);
  return g_steal_pointer (&scenario);
}

gboolean
dl_machine_file_takes (const DlFamily *family, const char *setting)
{
  return find_key (family, setting) != NULL;
}

gboolean
dl_machine_file_add_edits (const DlMachineFile *file, const char *path, GPtrArray *edits,
                           GError **error)
{
  g_autofree char *value = g_strdup (path);

  if (!dl_scenario_take_in (dl_field_find_name (file->key), NULL, &value, NULL, error))
    return FALSE;
  dl_edits_add (edits, DL_EDIT_SET, file->key, value);
  for (guint i = 0; file->sets[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (file->sets[i], "=", 2);

      dl_edits_add (edits, DL_EDIT_SET, parts[0], parts[1]);
    }
  return TRUE;
}
