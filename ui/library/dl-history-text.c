#include "dl-history-text.h"

#include <glib/gi18n-lib.h>

/* "14:05", and with the day unless it is today. */
static char *
time_text (gint64 time_us)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) then = g_date_time_new_from_unix_local (time_us / G_USEC_PER_SEC);

  if (then == NULL) /* of a damaged library */
    return g_strdup ("—");

  const gboolean today = g_date_time_get_year (now) == g_date_time_get_year (then)
                         && g_date_time_get_day_of_year (now) == g_date_time_get_day_of_year (then);

  /* Translators: the time of a change, as for g_date_time_format: “14:05”, and with its date */
  return g_date_time_format (then, today ? _ ("%H:%M") : _ ("%-e %B %Y, %H:%M"));
}

char *
dl_history_describe (const DlHistory *history, guint position)
{
  const guint n = dl_history_n_steps (history);
  g_autofree char *when = NULL;
  const DlStep *step;

  if (n == 0)
    return g_strdup (_ ("As it began: nothing has been changed yet"));
  if (position == 0)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "As it began, before %u step",
                                         "As it began, before %u steps", n),
                            n);
  step = dl_history_step (history, position - 1);
  when = time_text (step->time_us);
  /* Translators: one of the changes of a scenario, what it did, and when: “Step 12 of 40: Broke the
   * cable X+ of (3,4,5), 14:05” */
  return g_strdup_printf (position <= dl_history_position (history)
                              ? _ ("Step %u of %u: %s, %s")
                              : _ ("Step %u of %u, undone: %s, %s"),
                          position, n, step->label, when);
}
