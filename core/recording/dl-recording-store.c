#include "dl-recording-store.h"

#include <glib/gi18n-lib.h>

DlStoreRecording *
dl_recording_to_store (const DlRecording *recording, gint64 scenario_id, guint from)
{
  g_autofree char *text = from == 0 ? dl_scenario_to_text (recording->scenario, FALSE) : NULL;
  DlStoreRecording *kept = dl_store_recording_new (scenario_id, recording->results, text);

  kept->end = recording->end;
  kept->n_edits = recording->edits->len;
  for (guint i = from; i < recording->edits->len; i++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (recording->edits, i);
      g_autofree char *edits = dl_edits_to_text (edit->edits);

      dl_store_recording_add (kept, edit->cycle, edit->label, edits);
    }
  return kept;
}

static gboolean
fail_damaged (const char *name, GError **error)
{
  g_set_error (
      error, DL_STORE_ERROR, DL_STORE_ERROR_DAMAGED,
      _ ("A recording of “%s” in the library is damaged and cannot be played; the scenario "
         "is not affected."),
      name);
  return FALSE;
}

/* Edits are in order, and each applies after those before it. */
static gboolean
add_edits (DlRecording *recording, const DlStoreRecording *kept, const char *name, GError **error)
{
  g_autoptr (DlScenario) scenario = dl_scenario_copy (recording->scenario);
  guint64 before = 0;

  if (kept->edits->len != kept->n_edits || kept->n_edits > DL_RECORDING_MAX_EDITS
      || kept->end > DL_RECORDING_MAX_CYCLES)
    return fail_damaged (name, error);
  for (guint i = 0; i < kept->edits->len; i++)
    {
      const DlStoreRecordedEdit *edit = &g_array_index (kept->edits, DlStoreRecordedEdit, i);
      g_autoptr (GPtrArray) edits = dl_edits_from_text (edit->edits, NULL);

      if (edits == NULL || edits->len == 0 || edit->cycle < before || edit->cycle > kept->end
          || !dl_scenario_apply (scenario, edits, NULL, NULL, NULL))
        return fail_damaged (name, error);
      dl_recording_add (recording, edit->cycle, edit->label, edits);
      before = edit->cycle;
    }
  return TRUE;
}

DlRecording *
dl_recording_from_store (const DlStoreRecording *kept, const char *name, GError **error)
{
  g_autofree char *file_name = g_strconcat ("library:", name, NULL);
  g_autoptr (DlScenario) scenario = dl_scenario_parse (kept->text, -1, file_name, NULL, error);
  g_autoptr (DlRecording) recording = NULL;

  if (scenario == NULL)
    return NULL;
  recording = dl_recording_new (scenario);
  recording->results = kept->results;
  recording->file_name = g_steal_pointer (&file_name);
  if (!add_edits (recording, kept, name, error))
    return NULL;
  recording->end = kept->end;
  return g_steal_pointer (&recording);
}

char *
dl_recording_kept_text (const DlStoreRecording *kept)
{
  if (kept->n_edits == 0 || kept->label == NULL)
    return g_strdup ("");
  if (kept->n_edits == 1)
    return g_strdup (kept->label);
  return g_strdup_printf (
      /* Translators: what was done first while a scenario was simulated */
      g_dngettext (GETTEXT_PACKAGE, "%s, and %u more edit", "%s, and %u more edits",
                   kept->n_edits - 1),
      kept->label, kept->n_edits - 1);
}
