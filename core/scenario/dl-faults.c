#include "dl-faults.h"

#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static GArray *
new_array (const DlFaultKind *kind, guint size)
{
  return g_array_sized_new (FALSE, FALSE, kind->item_size, size);
}

static gconstpointer
nth (const GArray *faults, const DlFaultKind *kind, guint i)
{
  return faults->data + (gsize) i * kind->item_size;
}

/* The canonical form of item @i. */
static gconstpointer
canonical (const DlFaultKind *kind, gconstpointer options, const GArray *faults, guint i,
           DlFaultRoom *room)
{
  memcpy (room, nth (faults, kind, i), kind->item_size);
  if (kind->canonize != NULL)
    kind->canonize (options, room);
  return room;
}

GArray *
dl_faults_canonical (const DlFaultKind *kind, gconstpointer options, const GArray *faults)
{
  GArray *set = new_array (kind, faults->len);

  for (guint i = 0; i < faults->len; i++)
    {
      DlFaultRoom room;
      g_array_append_vals (set, canonical (kind, options, faults, i, &room), 1);
    }
  g_array_sort (set, kind->compare);
  return set;
}

static gboolean
set_has (const DlFaultKind *kind, GArray *set, gconstpointer item, guint *index)
{
  return g_array_binary_search (set, item, kind->compare, index);
}

char *
dl_faults_name (const DlFaultKind *kind, gconstpointer options, const char *text)
{
  DlFaultRoom item = { 0 };

  if (!kind->parse (text, &item))
    return NULL;
  if (kind->canonize != NULL)
    kind->canonize (options, &item);
  return kind->format (&item);
}

gboolean
dl_faults_has (const DlFaultKind *kind, const GArray *faults, const char *name)
{
  DlFaultRoom item = { 0 };

  return kind->parse (name, &item) && set_has (kind, (GArray *) faults, &item, NULL);
}

guint
dl_faults_find_twin (const DlFaultKind *kind, const GArray *faults)
{
  for (guint i = 1; i < faults->len; i++)
    if (kind->compare (nth (faults, kind, i - 1), nth (faults, kind, i)) == 0)
      return i - 1;
  return faults->len;
}

GArray *
dl_faults_parse (const DlFaultKind *kind, const char *text, GError **error)
{
  g_auto (GStrv) items = dl_value_split (text, kind->max_items, error);
  g_autoptr (GArray) faults = NULL;

  if (items == NULL)
    return NULL;

  faults = new_array (kind, g_strv_length (items));
  for (guint i = 0; items[i] != NULL; i++)
    {
      DlFaultRoom item = { 0 };
      if (!kind->parse (items[i], &item))
        {
          g_autofree char *quoted = dl_value_quote (items[i]);
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE, _ ("cannot read %s (%s)"),
                       quoted, _ (kind->remedy));
          return NULL;
        }
      g_array_append_vals (faults, &item, 1);
    }
  g_array_sort (faults, kind->compare);

  const guint twin = dl_faults_find_twin (kind, faults);
  if (twin < faults->len)
    {
      g_autofree char *name = kind->format (nth (faults, kind, twin));
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%s occurs twice (name it once)"), name);
      return NULL;
    }
  return g_steal_pointer (&faults);
}

char *
dl_faults_format (const DlFaultKind *kind, const GArray *faults)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < faults->len; i++)
    {
      g_autofree char *item = kind->format (nth (faults, kind, i));
      if (i > 0)
        g_string_append_c (text, ';');
      g_string_append (text, item);
    }
  return g_string_free (text, FALSE);
}

GArray *
dl_faults_add (const DlFaultKind *kind, gconstpointer options, const GArray *faults,
               const char *text, GError **error)
{
  g_autoptr (GArray) added = dl_faults_parse (kind, text, error);
  g_autoptr (GArray) there = NULL;
  g_autoptr (GArray) result = NULL;

  if (added == NULL)
    return NULL;

  there = dl_faults_canonical (kind, options, faults);
  for (guint i = 0; i < added->len; i++)
    {
      DlFaultRoom room;
      if (set_has (kind, there, canonical (kind, options, added, i, &room), NULL))
        {
          g_autofree char *name = kind->format (nth (added, kind, i));
          g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                       _ ("%s is already broken (add one that still works)"), name);
          return NULL;
        }
    }
  if (faults->len + added->len > kind->max_items)
    {
      g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_VALUE,
                   _ ("%u entries are too many (at most %u)"), faults->len + added->len,
                   kind->max_items);
      return NULL;
    }

  result = new_array (kind, faults->len + added->len);
  g_array_append_vals (result, faults->data, faults->len);
  g_array_append_vals (result, added->data, added->len);
  g_array_sort (result, kind->compare);
  return g_steal_pointer (&result);
}

GArray *
dl_faults_remove (const DlFaultKind *kind, gconstpointer options, const GArray *faults,
                  const char *text, GError **error)
{
  g_autoptr (GArray) removed = dl_faults_parse (kind, text, error);
  g_autoptr (GArray) set = NULL;
  g_autoptr (GArray) result = NULL;
  g_autofree guint8 *found = NULL;

  if (removed == NULL)
    return NULL;

  set = dl_faults_canonical (kind, options, removed);
  found = g_new0 (guint8, set->len + 1);
  result = new_array (kind, faults->len);
  for (guint i = 0; i < faults->len; i++)
    {
      DlFaultRoom room;
      guint index;

      if (set_has (kind, set, canonical (kind, options, faults, i, &room), &index))
        found[index] = TRUE;
      else
        g_array_append_vals (result, nth (faults, kind, i), 1);
    }
  for (guint i = 0; i < set->len; i++)
    if (!found[i])
      {
        g_autofree char *name = kind->format (nth (set, kind, i));
        g_set_error (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                     _ ("%s is not in the list (remove one from the list)"), name);
        return NULL;
      }
  return g_steal_pointer (&result);
}

GArray *
dl_faults_minus (const DlFaultKind *kind, const GArray *faults, const GArray *others)
{
  GArray *result = new_array (kind, faults->len);

  /* Both are sorted. */
  for (guint i = 0, j = 0; i < faults->len; i++)
    {
      gint order = -1;

      while (j < others->len
             && (order = kind->compare (nth (others, kind, j), nth (faults, kind, i))) < 0)
        j++;
      if (j == others->len || order != 0)
        g_array_append_vals (result, nth (faults, kind, i), 1);
    }
  return result;
}
