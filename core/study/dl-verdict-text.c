#include "dl-verdict-text.h"

#include <glib/gi18n-lib.h>

/* Takes @part. */
static void
append (GString *text, char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
  g_free (part);
}

char *
dl_pattern_pairs_to_text (const DlPairCounts *all, gulong n, gulong pattern_pairs)
{
  if (all->pairs == pattern_pairs)
    return g_strdup ("");
  /* Translators: after a number of pairs, of all that there are: how many of them the traffic
   * pattern sends to, of how many that it sends to in all. */
  return g_strdup_printf (_ (" (%'lu of the pattern’s %'lu)"), n, pattern_pairs);
}

/* Takes @part, which says something of @n of the pattern's pairs. */
static void
append_part (GString *text, char *part, const DlPairCounts *all, const DlPairCounts *pattern,
             gulong n)
{
  g_autofree char *of_pattern = dl_pattern_pairs_to_text (all, n, pattern->pairs);

  append (text, part);
  g_string_append (text, of_pattern);
}

/* All pairs first, as the verdict on deadlock is about them; beside them those of the traffic. */
static void
append_pairs (GString *text, const DlPairCounts *all, const DlPairCounts *pattern)
{
  const gulong unreachable = all->unreachable, dropped = all->dropped, illegal = all->illegal;

  if (unreachable > 0)
    append_part (text,
                 g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair unreachable",
                                               "%'lu pairs unreachable", unreachable),
                                  unreachable),
                 all, pattern, pattern->unreachable);
  if (dropped > 0)
    append_part (text,
                 g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair dropped at a dateline",
                                               "%'lu pairs dropped at a dateline", dropped),
                                  dropped),
                 all, pattern, pattern->dropped);
  if (illegal > 0)
    append_part (text,
                 g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu pair on illegal turns",
                                               "%'lu pairs on illegal turns", illegal),
                                  illegal),
                 all, pattern, pattern->illegal);
}

const char *
dl_verdict_caution (const DlVerdict *verdict)
{
  return verdict->layers_unknown ? _ ("The tables have a cycle in one layer; whether the machine’s "
                                      "layers break it is not in them")
                                 : NULL;
}

static void
append_deadlock (GString *text, const DlVerdict *verdict)
{
  if (verdict->layers_unknown)
    append (text, g_strdup (dl_verdict_caution (verdict)));
  else if (!verdict->deadlock_free)
    append (text,
            g_strdup_printf (
                g_dngettext (GETTEXT_PACKAGE,
                             "Routes can deadlock: %u cyclic component, shortest cycle of %u "
                             "channels",
                             "Routes can deadlock: %u cyclic components, shortest cycle of %u "
                             "channels",
                             verdict->cyclic_components),
                verdict->cyclic_components, verdict->n_cycle));
}

char *
dl_trouble_to_text (const DlFindings *findings)
{
  GString *text = g_string_new (NULL);

  append_deadlock (text, findings->verdict);
  append_pairs (text, &findings->all, &findings->pattern);
  return g_string_free (text, FALSE);
}

char *
dl_verdict_to_status (const DlVerdict *verdict)
{
  if (verdict->deadlock_free)
    return g_strdup (_ ("✓ deadlock-free"));
  if (verdict->layers_unknown)
    return g_strdup_printf (_ ("? cycle of %u, layers not known"), verdict->n_cycle);

  return g_strdup_printf (_ ("✗ can deadlock: cycle of %u"), verdict->n_cycle);
}

char *
dl_verdict_to_text (const DlFamily *family, const DlFindings *findings)
{
  const DlVerdict *verdict = findings->verdict;
  g_autoptr (GString) pairs = g_string_new (NULL);
  GString *text = g_string_new (NULL);

  if (verdict->deadlock_free && verdict->why != NULL)
    g_string_append (text, _ (verdict->why));
  else if (verdict->deadlock_free)
    g_string_append (text, family->why_deadlock_free != NULL
                               ? _ (family->why_deadlock_free)
                               : _ ("No channel can wait for itself: the channel dependency graph "
                                    "of all routes has no cycle (VC paper 2.2.1)."));
  else if (verdict->layers_unknown)
    g_string_append_printf (
        text,
        g_dngettext (
            GETTEXT_PACKAGE,
            "If all packets are in one layer, the channel dependency graph of all routes has %u "
            "cyclic component (VC paper 2.2.1). The shortest cycle has %u channels.",
            "If all packets are in one layer, the channel dependency graph of all routes has %u "
            "cyclic components (VC paper 2.2.1). The shortest cycle has %u channels.",
            verdict->cyclic_components),
        verdict->cyclic_components, verdict->n_cycle);
  else
    g_string_append_printf (
        text,
        g_dngettext (GETTEXT_PACKAGE,
                     "Packets can wait for each other in a cycle, each for the channel that the "
                     "next one holds. The channel dependency graph of all routes has %u cyclic "
                     "component (VC paper 2.2.1). The shortest cycle has %u channels.",
                     "Packets can wait for each other in a cycle, each for the channel that the "
                     "next one holds. The channel dependency graph of all routes has %u cyclic "
                     "components (VC paper 2.2.1). The shortest cycle has %u channels.",
                     verdict->cyclic_components),
        verdict->cyclic_components, verdict->n_cycle);
  append_pairs (pairs, &findings->all, &findings->pattern);
  if (pairs->len > 0)
    g_string_append_printf (text, "\n%s.", pairs->str);
  if (verdict->deadlock_free && findings->all.illegal > 0)
    g_string_append_printf (text, " %s",
                            _ ("Only chance keeps their routes from forming a cycle."));
  return g_string_free (text, FALSE);
}
