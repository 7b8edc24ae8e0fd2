/* Any bytes as a recording: refused with one line, or read; what is read is in order, and writing
 * it and reading it again gives the same. */
#include "dl-recording.h"

#include "fuzz-target.h"

#include <string.h>

static void
check_edits (const DlRecording *recording)
{
  guint64 before = 0;

  for (guint i = 0; i < recording->edits->len; i++)
    {
      const DlRecordedEdit *edit = g_ptr_array_index (recording->edits, i);

      g_assert_cmpuint (edit->cycle, >=, before);
      g_assert_cmpuint (edit->cycle, <=, recording->end);
      g_assert_cmpuint (edit->edits->len, >, 0);
      g_assert_cmpuint (edit->line, >, 0);
      before = edit->cycle;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const DlScenarioFiles none = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (DlRecording) recording
      = dl_recording_parse_in ((const char *) data, (gssize) size, "fuzz", none, NULL, &error);
  g_autoptr (DlRecording) again = NULL;
  g_autoptr (DlScenario) end = NULL;
  g_autofree char *text = NULL, *again_text = NULL, *name = NULL;

  if (recording == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "fuzz:"));
      g_assert_null (strchr (error->message, '\n'));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_no_error (error);
  check_edits (recording);
  name = dl_recording_name (recording);
  end = dl_recording_scenario (recording, recording->edits->len);
  g_assert_true (dl_scenario_check (end, NULL, NULL));
  text = dl_recording_to_text (recording);
  g_assert_true (dl_recording_is (text, strlen (text)));
  again = dl_recording_parse_in (text, -1, "fuzz", none, NULL, &error);
  g_assert_no_error (error);
  again_text = dl_recording_to_text (again);
  g_assert_cmpstr (text, ==, again_text);
  return 0;
}
