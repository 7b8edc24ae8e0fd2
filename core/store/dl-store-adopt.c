/* Which scenario of the library is this one? Names tell scenarios apart, so one whose name is taken
 * by another gets a number. */
#include "dl-store-private.h"

#include <string.h>

#include "dl-scenario-file.h"

static gboolean
set_name (DlScenario *scenario, const char *name, GError **error)
{
  g_autoptr (GPtrArray) edits = dl_edits_new ();

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  return dl_scenario_apply (scenario, edits, NULL, NULL, error);
}

/* Is @text the same scenario as @scenario, by whatever name? One that cannot be read is none. */
static gboolean
is_same (const char *text, gsize length, const DlScenario *scenario)
{
  g_autoptr (DlScenario) other = dl_scenario_parse (text, (gssize) length, "", NULL, NULL);

  return other != NULL && set_name (other, scenario->name, NULL)
         && dl_scenario_equal (other, scenario);
}

/* @taken: there are scenarios of that name; @id: the one that is the same, or 0. */
static gboolean
look_up (DlStore *store, const DlScenario *scenario, const char *name, gboolean *taken, gint64 *id,
         GError **error)
{
  g_autoptr (DlStatement) row
      = dl_database_query (store->db, error,
                           "SELECT scenario.id, text FROM scenario"
                           " LEFT JOIN state ON state.scenario_id = scenario.id"
                           " WHERE name = ? AND removed_us IS NULL",
                           "s", name);
  g_autoptr (GError) local = NULL;

  *taken = FALSE;
  *id = 0;
  if (row == NULL)
    return FALSE;
  while (*id == 0 && dl_statement_next (row, &local))
    {
      gsize length;
      const char *text = dl_statement_text (row, 1, &length);

      *taken = TRUE;
      if (text != NULL && is_same (text, length, scenario))
        *id = dl_statement_int (row, 0);
    }
  if (local == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
dl_store_match (DlStore *store, const DlScenario *scenario, gint64 *id, char **name, GError **error)
{
  g_autoptr (DlScenario) named = dl_scenario_copy (scenario);
  gboolean taken;

  /* That the name is the default's is no difference. */
  if (!set_name (named, scenario->name, error))
    return FALSE;
  *name = g_strdup (scenario->name);
  for (guint n = 2; look_up (store, named, *name, &taken, id, error); n++)
    {
      if (*id != 0 || !taken)
        return TRUE;
      g_free (*name);
      *name = g_strdup_printf ("%s (%u)", scenario->name, n);
    }
  g_clear_pointer (name, g_free);
  return FALSE;
}

static gboolean
adopt (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error)
{
  g_autoptr (DlScenario) renamed = NULL;
  g_autofree char *name = NULL;

  if (!dl_store_match (store, scenario, id, &name, error))
    return FALSE;
  if (*id != 0)
    return TRUE;
  renamed = dl_scenario_copy (scenario);
  return set_name (renamed, name, error) && dl_store_insert (store, renamed, id, error);
}

gboolean
dl_store_adopt (DlStore *store, const DlScenario *scenario, gint64 *id, GError **error)
{
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, adopt (store, scenario, id, error), error);
}

static gboolean
add_unique (DlStore *store, DlScenario *scenario, gint64 *id, GError **error)
{
  g_autofree char *name = g_strdup (scenario->name);
  g_autofree char *base = g_strdup (scenario->name);

  for (guint n = 2; dl_store_is_taken (store, name); n++)
    {
      g_free (name);
      name = g_strdup_printf ("%s (%u)", base, n);
    }
  return (strcmp (name, base) == 0 || set_name (scenario, name, error))
         && dl_store_insert (store, scenario, id, error);
}

gboolean
dl_store_add_unique (DlStore *store, DlScenario *scenario, gint64 *id, GError **error)
{
  return dl_database_begin (store->db, error)
         && dl_database_end (store->db, add_unique (store, scenario, id, error), error);
}
