/* Rates and delays of single links that are set by hand, as values of two keys of a family: lists
 * of items LINK=VALUE, where LINK is as the family's list of broken cables has it. A rate is one
 * that dl_rate_parse reads, or a share of what the link has otherwise as in "50%"; a delay is whole
 * cycles. */
#pragma once

#include "dl-edit.h"
#include "dl-faults.h"
#include "dl-field-type.h"
#include "dl-graph.h"

G_BEGIN_DECLS

#define DL_LINK_MAX_CYCLES 1000
#define DL_LINK_MAX_ITEMS  65536

/* The changes (DlLinkChange) that @rates and @delays, such lists, ask for, appended to @changes.
 * @find: the links of an item (guint32), appended to its array, by its LINK; its errors are handed
 * on, with *@key, "rates" or "delays" in the end of a key's name. */
typedef gboolean (*DlLinkFind) (gconstpointer shape, const char *link, GArray *links,
                                GError **error);
gboolean dl_link_changes_read (const GArray *rates, const GArray *delays, DlLinkFind find,
                               gconstpointer shape, GArray *changes, const char **key,
                               GError **error);
/* Set the rates of @graph to @stated (nullable, n_links) and these changes. @reference in Gb/s, 0:
 * the fastest. Errors: DL_SCENARIO_ERROR_CONFLICT: a rate without others to compare it with, or one
 * that is faster than the reference. */
gboolean dl_link_changes_apply (DlGraph *graph, const DlRate *stated, const GArray *changes,
                                double reference, GError **error);

/* Both in one, of a network that states no rates: nothing if both lists are empty or NULL. */
gboolean dl_link_changes_set (DlGraph *graph, const GArray *rates, const GArray *delays,
                              DlLinkFind find, gconstpointer shape, const char **key,
                              GError **error);
/* Is a link in @list twice? As dl_scenario_check. @name: its key, "group.key". */
gboolean dl_link_changes_check_twins (const DlFaultKind *kind, const GArray *list, const char *name,
                                      const DlField **field, GError **error);
/* @list in canonical form in its place. */
void dl_link_changes_settle (const DlFaultKind *kind, gconstpointer options, GArray **list);

/* The value of @link in the list @key, "group.key", as it is written; NULL: none. Files call the
 * link so, or by @other, its other direction (nullable). Free with g_free. */
char *dl_link_changes_value (const DlScenario *scenario, const char *key, const char *link,
                             const char *other);
/* Edits by which it gets @value there; NULL: none. */
GPtrArray *dl_link_changes_edits (const DlScenario *scenario, const char *key, const char *link,
                                  const char *other, const char *value);
/* The same for links that are gone: items of a list that @find does not know are left out. Adds
 * nothing if there are none. */
void dl_link_changes_drop_lost (GPtrArray *edits, const DlScenario *scenario, const char *key,
                                DlLinkFind find, gconstpointer shape);

/* Parts for DL_LINK_CHANGE_TYPES. Items are interned strings. */
gboolean dl_link_rate_parse (const DlFaultKind *links, const char *text, gpointer item);
gboolean dl_link_delay_parse (const DlFaultKind *links, const char *text, gpointer item);
char *dl_link_item_format (gconstpointer item);
int dl_link_item_compare (gconstpointer a, gconstpointer b);
void dl_link_item_canonize (const DlFaultKind *links, gconstpointer options, gpointer item);
gboolean dl_link_list_parse (const DlFaultKind *kind, gpointer at, const char *text,
                             GError **error);
char *dl_link_list_format (gconstpointer at);

#define DL_LINK_CHANGE_KIND(name, links, parser, how)                                              \
  static gboolean name##_parse (const char *text, gpointer item)                                   \
  {                                                                                                \
    return parser (&(links), text, item);                                                          \
  }                                                                                                \
  static void name##_canonize (gconstpointer options, gpointer item)                               \
  {                                                                                                \
    dl_link_item_canonize (&(links), options, item);                                               \
  }                                                                                                \
  static const DlFaultKind name = { .item_size = sizeof (char *),                                  \
                                    .max_items = DL_LINK_MAX_ITEMS,                                \
                                    .remedy = how,                                                 \
                                    .parse = name##_parse,                                         \
                                    .format = dl_link_item_format,                                 \
                                    .compare = dl_link_item_compare,                               \
                                    .canonize = name##_canonize };                                 \
  static gboolean name##_parse_list (const DlField *field, gpointer at, const char *text,          \
                                     GError **error)                                               \
  {                                                                                                \
    return dl_link_list_parse (&name, at, text, error);                                            \
  }                                                                                                \
  static char *name##_format_list (const DlField *field, gconstpointer at)                         \
  {                                                                                                \
    return dl_link_list_format (at);                                                               \
  }                                                                                                \
  static const DlFieldType type_##name = { .parse = name##_parse_list,                             \
                                           .format = name##_format_list,                           \
                                           .item_size = sizeof (char *) };

/* The kinds link_rates and link_delays, and type_link_rates and type_link_delays, of a family whose
 * cables @links, a DlFaultKind, names. @rate, @delay: how an item is written, translatable. */
#define DL_LINK_CHANGE_TYPES(links, rate, delay)                                                   \
  DL_LINK_CHANGE_KIND (link_rates, links, dl_link_rate_parse, rate)                                \
  DL_LINK_CHANGE_KIND (link_delays, links, dl_link_delay_parse, delay)

G_END_DECLS
