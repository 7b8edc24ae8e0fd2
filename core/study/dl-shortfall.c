#include "dl-shortfall.h"

#include <glib/gi18n-lib.h>

DlShortfall
dl_shortfall_of (const DlSweepResult *result)
{
  DlShortfall shortfall = DL_SHORTFALL_NONE;

  if (result->found.unreachable_pairs > 0 || result->found.dropped_pairs > 0)
    shortfall |= DL_SHORTFALL_PAIRS;
  if (!result->found.deadlock_free || result->deadlocked)
    shortfall |= DL_SHORTFALL_DEADLOCK;
  return shortfall;
}

const char *
dl_shortfall_mark (DlShortfall shortfall)
{
  static const char *const marks[] = { "", "†", "‡", "†‡" };

  return marks[shortfall];
}

char *
dl_shortfall_notes (DlShortfall shortfall)
{
  GString *text = g_string_new (NULL);

  if (shortfall & DL_SHORTFALL_PAIRS)
    g_string_append (text, _ ("† Some pairs are unreachable or dropped."));
  if (shortfall & DL_SHORTFALL_DEADLOCK)
    g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", _ ("‡ Routes can deadlock."));
  if (shortfall != DL_SHORTFALL_NONE)
    g_string_append_printf (text, " %s", _ ("A marked scenario is never the best."));
  return g_string_free (text, FALSE);
}

/* Takes @part. */
static void
append (GString *text, char *part)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
  g_free (part);
}

char *
dl_shortfall_to_text (const DlSweepResult *result)
{
  const gulong unreachable = result->found.unreachable_pairs, dropped = result->found.dropped_pairs;
  GString *text;

  if (dl_shortfall_of (result) == DL_SHORTFALL_NONE)
    return NULL;
  text = g_string_new (NULL);
  if (unreachable > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair unreachable",
                                                "%'lu pairs unreachable", unreachable),
                                   unreachable));
  if (dropped > 0)
    append (text, g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair dropped at a dateline",
                                                "%'lu pairs dropped at a dateline", dropped),
                                   dropped));
  if (result->deadlocked)
    append (text, g_strdup (_ ("deadlocked")));
  else if (!result->found.deadlock_free)
    append (text, g_strdup (_ ("can deadlock")));
  return g_string_free (text, FALSE);
}
