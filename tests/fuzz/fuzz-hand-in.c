/* Any bytes as what was handed in: refused with one line, or read, and then written and read back
 * the same. It is replayed elsewhere: that takes its time. */
#include "dl-hand-in.h"

#include "fuzz-target.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (DlHandIn) hand_in
      = dl_hand_in_parse ((const char *) data, (gssize) size, "fuzz", &error);
  g_autoptr (DlHandIn) again = NULL;
  g_autofree char *text = NULL;
  g_autofree char *again_text = NULL;

  if (hand_in == NULL)
    {
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, "fuzz"));
      g_assert_null (strchr (error->message, '\n'));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  g_assert_no_error (error);
  g_assert_cmpuint (hand_in->events->len, <=, DL_LESSON_MAX_EVENTS);
  text = dl_hand_in_to_text (hand_in);
  again = dl_hand_in_parse (text, -1, "fuzz", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (again->events->len, ==, hand_in->events->len);
  g_assert_true (again->complete == hand_in->complete);
  g_assert_true (dl_scenario_equal (again->start, hand_in->start));
  again_text = dl_hand_in_to_text (again);
  g_assert_cmpstr (text, ==, again_text);
  return 0;
}
