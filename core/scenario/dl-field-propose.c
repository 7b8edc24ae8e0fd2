#include "dl-field-propose.h"

#include "dl-edit.h"
#include "dl-field-type.h"

void
dl_proposal_add (DlProposal *proposal, const char *text)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (proposal->scenario);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  g_autofree char *value = NULL;

  dl_edits_add_field (edits, DL_EDIT_SET, proposal->field, text);
  if (!dl_scenario_apply (scenario, edits, NULL, NULL, NULL))
    return;
  value = dl_field_get (proposal->field, scenario);
  if (g_hash_table_add (proposal->taken, g_steal_pointer (&value)))
    g_ptr_array_add (proposal->texts, g_strdup (text));
}

static void
propose (DlProposal *proposal, guint part)
{
  const DlField *field = proposal->field;
  const DlFieldType *type = field->type;
  g_autofree char *now = dl_field_get (field, proposal->scenario);
  g_auto (GStrv) words = dl_field_words (field);

  for (guint i = 0; words != NULL && words[i] != NULL; i++)
    dl_proposal_add (proposal, words[i]);
  if (words == NULL && type->propose != NULL)
    type->propose (proposal, part, now);
  if (type->faults != NULL)
    {
      /* Without the faults, and with them. */
      dl_proposal_add (proposal, "");
      dl_proposal_add (proposal, now);
    }
}

static char *
join (const GPtrArray *texts)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < texts->len; i++)
    {
      if (i > 0)
        g_string_append_c (all, ',');
      for (const char *at = g_ptr_array_index (texts, i); *at != '\0'; at++)
        {
          if (*at == ',')
            g_string_append_c (all, '\\');
          g_string_append_c (all, *at);
        }
    }
  return g_string_free (all, FALSE);
}

char *
dl_field_propose (const DlField *field, const DlScenario *scenario, guint part)
{
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  DlProposal proposal = { field, scenario, texts, taken };

  if (field->fixed)
    return NULL;
  if (field->proposal != NULL)
    return g_strdup (field->proposal);
  propose (&proposal, part);
  return texts->len >= 2 ? join (texts) : NULL;
}
