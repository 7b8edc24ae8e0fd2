#include "dl-link-changes.h"

#include "dl-scenario-check.h"
#include "dl-value.h"

#include <glib/gi18n-lib.h>

#include <string.h>

static const char *
text_of (gconstpointer item)
{
  return *(const char *const *) item;
}

/* Where the value begins; NULL: there is none. */
static const char *
value_of (const char *item)
{
  const char *equals = strrchr (item, '=');

  return equals != NULL && equals != item && equals[1] != '\0' ? equals + 1 : NULL;
}

static char *
link_of (const char *item)
{
  return g_strndup (item, (gsize) (strrchr (item, '=') - item));
}

/* Items ---------------------------------------------------------------------------------------- */

/* "50%" */
static gboolean
parse_share (const char *text, double *share)
{
  const gsize length = strlen (text);
  g_autofree char *number = length > 1 ? g_strndup (text, length - 1) : NULL;

  if (number == NULL || text[length - 1] != '%'
      || !dl_value_parse_double (number, 0.1, 100, share, NULL))
    return FALSE;
  *share /= 100;
  return TRUE;
}

static char *
canonical_rate (const char *value)
{
  DlRate rate;
  double share;

  if (dl_rate_parse (value, &rate))
    return dl_rate_key (rate);
  if (!parse_share (value, &share))
    return NULL;
  g_autofree char *number = dl_value_format_double (share * 100);
  return g_strdup_printf ("%s%%", number);
}

static char *
canonical_delay (const char *value)
{
  guint64 cycles;

  return dl_value_parse_uint (value, 1, DL_LINK_MAX_CYCLES, &cycles, NULL)
             ? g_strdup_printf ("%u", (guint) cycles)
             : NULL;
}

static gboolean
parse_item (const DlFaultKind *links, const char *text, char *(*canonical) (const char *),
            gpointer item)
{
  g_autofree char *value = value_of (text) != NULL ? canonical (value_of (text)) : NULL;
  g_autofree char *link = value != NULL ? link_of (text) : NULL;
  g_autofree char *whole = NULL;
  DlFaultRoom room = { 0 };

  if (link == NULL || !links->parse (g_strstrip (link), &room))
    return FALSE;
  whole = g_strdup_printf ("%s=%s", link, value);
  *(const char **) item = g_intern_string (whole);
  return TRUE;
}

gboolean
dl_link_rate_parse (const DlFaultKind *links, const char *text, gpointer item)
{
  return parse_item (links, text, canonical_rate, item);
}

gboolean
dl_link_delay_parse (const DlFaultKind *links, const char *text, gpointer item)
{
  return parse_item (links, text, canonical_delay, item);
}

char *
dl_link_item_format (gconstpointer item)
{
  return g_strdup (text_of (item));
}

/* Compare by the links alone: a link has one value. */
int
dl_link_item_compare (gconstpointer a, gconstpointer b)
{
  const char *x = text_of (a), *y = text_of (b);
  const gsize m = (gsize) (strrchr (x, '=') - x), n = (gsize) (strrchr (y, '=') - y);
  const int order = memcmp (x, y, MIN (m, n));

  return order != 0 ? order : (m > n) - (m < n);
}

void
dl_link_item_canonize (const DlFaultKind *links, gconstpointer options, gpointer item)
{
  g_autofree char *link = link_of (text_of (item));
  g_autofree char *name = dl_faults_name (links, options, link);
  g_autofree char *whole
      = name != NULL ? g_strdup_printf ("%s=%s", name, value_of (text_of (item))) : NULL;

  if (whole != NULL)
    *(const char **) item = g_intern_string (whole);
}

gboolean
dl_link_list_parse (const DlFaultKind *kind, gpointer at, const char *text, GError **error)
{
  GArray **list = at;
  GArray *read = dl_faults_parse (kind, text, error);

  if (read == NULL)
    return FALSE;
  g_array_unref (*list);
  *list = read;
  return TRUE;
}

char *
dl_link_list_format (gconstpointer at)
{
  const GArray *list = *(GArray *const *) at;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ";" : "", g_array_index (list, char *, i));
  return g_string_free (text, FALSE);
}

/* Applying them -------------------------------------------------------------------------------- */

static DlLinkChange
change_of (const char *item, gboolean rates)
{
  DlLinkChange change = { .share = 1 };

  if (!rates)
    change.cycles = (guint) g_ascii_strtoull (value_of (item), NULL, 10);
  else if (!dl_rate_parse (value_of (item), &change.rate))
    parse_share (value_of (item), &change.share);
  return change;
}

static gboolean
read_list (const GArray *list, gboolean rates, DlLinkFind find, gconstpointer shape,
           GArray *changes, GError **error)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < list->len; i++)
    {
      const char *item = g_array_index (list, const char *, i);
      g_autofree char *link = link_of (item);
      DlLinkChange change = change_of (item, rates);

      g_array_set_size (links, 0);
      if (!find (shape, link, links, error))
        return FALSE;
      for (guint j = 0; j < links->len; j++)
        {
          change.link = g_array_index (links, guint32, j);
          g_array_append_val (changes, change);
        }
    }
  return TRUE;
}

gboolean
dl_link_changes_read (const GArray *rates, const GArray *delays, DlLinkFind find,
                      gconstpointer shape, GArray *changes, const char **key, GError **error)
{
  *key = "rates";
  if (!read_list (rates, TRUE, find, shape, changes, error))
    return FALSE;
  *key = "delays";
  return read_list (delays, FALSE, find, shape, changes, error);
}

static gboolean
any_stated (const DlRate *stated, guint n)
{
  for (guint i = 0; stated != NULL && i < n; i++)
    if (stated[i].gbps > 0)
      return TRUE;
  return FALSE;
}

gboolean
dl_link_changes_apply (DlGraph *graph, const DlRate *stated, const GArray *changes,
                       double reference, GError **error)
{
  const DlLinkChange *all = (const DlLinkChange *) changes->data;
  const gboolean compared = reference > 0 || any_stated (stated, graph->n_links);
  g_autofree char *rate = NULL;
  guint link = 0;

  for (guint i = 0; i < changes->len && !compared; i++)
    if (all[i].rate.gbps > 0)
      {
        rate = dl_rate_text (all[i].rate);
        g_set_error (
            error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
            _ ("the rates of other links are not known, so %s cannot be compared (expected "
               "a share, such as 50%%)"),
            rate);
        return FALSE;
      }
  if (dl_graph_set_rates (graph, stated, all, changes->len, reference, &link))
    return TRUE;
  g_set_error_literal (error, DL_SCENARIO_ERROR, DL_SCENARIO_ERROR_CONFLICT,
                       _ ("a link is faster than the reference rate (expected the fastest rate, or "
                          "a faster one)"));
  return FALSE;
}

gboolean
dl_link_changes_set (DlGraph *graph, const GArray *rates, const GArray *delays, DlLinkFind find,
                     gconstpointer shape, const char **key, GError **error)
{
  g_autoptr (GArray) changes = NULL;

  if (rates == NULL || delays == NULL || rates->len + delays->len == 0)
    return TRUE;
  changes = g_array_new (FALSE, FALSE, sizeof (DlLinkChange));
  if (!dl_link_changes_read (rates, delays, find, shape, changes, key, error))
    return FALSE;
  *key = "rates";
  return dl_link_changes_apply (graph, NULL, changes, 0, error);
}

gboolean
dl_link_changes_check_twins (const DlFaultKind *kind, const GArray *list, const char *name,
                             const DlField **field, GError **error)
{
  const guint twin = dl_faults_find_twin (kind, list);

  return twin == list->len
         || dl_scenario_fail (name, field, error, _ ("%s occurs twice (name it once)"),
                              g_array_index (list, const char *, twin));
}

void
dl_link_changes_settle (const DlFaultKind *kind, gconstpointer options, GArray **list)
{
  GArray *canonical = dl_faults_canonical (kind, options, *list);

  g_array_unref (*list);
  *list = canonical;
}

/* Edits ---------------------------------------------------------------------------------------- */

static gboolean
is_of (const char *item, const char *link)
{
  const gsize n = link != NULL ? strlen (link) : 0;

  return link != NULL && strncmp (item, link, n) == 0 && item[n] == '='
         && strrchr (item, '=') == item + n;
}

char *
dl_link_changes_value (const DlScenario *scenario, const char *key, const char *link,
                       const char *other)
{
  g_autofree char *list = dl_field_get (dl_field_find_name (key), scenario);
  g_auto (GStrv) items = dl_value_items (list);

  for (guint i = 0; items[i] != NULL; i++)
    if (is_of (items[i], link) || is_of (items[i], other))
      return g_strdup (value_of (items[i]));
  return NULL;
}

static void
add_set (GPtrArray *edits, const char *key, const GString *list)
{
  if (list->len > 0)
    dl_edits_add (edits, DL_EDIT_SET, key, list->str);
  else
    dl_edits_add (edits, DL_EDIT_UNSET, key, NULL);
}

GPtrArray *
dl_link_changes_edits (const DlScenario *scenario, const char *key, const char *link,
                       const char *other, const char *value)
{
  g_autofree char *list = dl_field_get (dl_field_find_name (key), scenario);
  g_auto (GStrv) items = dl_value_items (list);
  g_autoptr (GString) changed = g_string_new (NULL);
  GPtrArray *edits = dl_edits_new ();

  for (guint i = 0; items[i] != NULL; i++)
    if (!is_of (items[i], link) && !is_of (items[i], other))
      g_string_append_printf (changed, "%s%s", changed->len > 0 ? ";" : "", items[i]);
  if (value != NULL)
    g_string_append_printf (changed, "%s%s=%s", changed->len > 0 ? ";" : "", link, value);
  add_set (edits, key, changed);
  return edits;
}

void
dl_link_changes_drop_lost (GPtrArray *edits, const DlScenario *scenario, const char *key,
                           DlLinkFind find, gconstpointer shape)
{
  g_autofree char *list = dl_field_get (dl_field_find_name (key), scenario);
  g_auto (GStrv) items = dl_value_items (list);
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GString) kept = g_string_new (NULL);
  gboolean lost = FALSE;

  for (guint i = 0; items[i] != NULL; i++)
    {
      g_autofree char *link = link_of (items[i]);

      if (find (shape, link, links, NULL))
        g_string_append_printf (kept, "%s%s", kept->len > 0 ? ";" : "", items[i]);
      else
        lost = TRUE;
    }
  if (lost)
    add_set (edits, key, kept);
}
