#include "dl-counters-torus.h"

#include "dl-counters-reader.h"
#include "dl-edit.h"
#include "dl-torus-analysis.h"
#include "dl-torus-scenario.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

enum
{
  COLUMN_SX, /* then y and z */
  COLUMN_TX = COLUMN_SX + DL_TORUS_N_DIMS,
  COLUMN_PACKETS = COLUMN_TX + DL_TORUS_N_DIMS,
  COLUMN_LINK,
  COLUMN_REGION,
  N_COLUMNS
};

static const DlCountersColumn columns[N_COLUMNS] = {
  { "sx", NULL, TRUE },      { "sy", NULL, TRUE },      { "sz", NULL, TRUE },
  { "tx", NULL, TRUE },      { "ty", NULL, TRUE },      { "tz", NULL, TRUE },
  { "packets", NULL, TRUE }, { "linkid", NULL, FALSE }, { "code_region", NULL, FALSE },
};

/* A row, as long as the radices are not known. */
typedef struct
{
  DlTorusCoord from, to;
  gint32 region;
  guint line;
  guint64 packets;
  guint64 id; /* G_MAXUINT64 without one */
} Row;

/* Header --------------------------------------------------------------------------------------- */

/* "- [name, type]": the name, in the line. */
static char *
parse_column (char *line)
{
  char *end = strchr (line, ']'), *comma;

  if (line[0] != '-' || end == NULL || end[1] != '\0')
    return NULL;
  line++;
  line += strspn (line, " \t");
  if (*line++ != '[')
    return NULL;
  *end = '\0';
  comma = strchr (line, ',');
  if (comma != NULL)
    *comma = '\0';
  g_strstrip (line);
  return *line != '\0' ? line : NULL;
}

/* Keys between "---" and "---", which say nothing here; columns until "...". */
static gboolean
read_header (DlCountersReader *reader, gint at[N_COLUMNS], GError **error)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean keys = TRUE;

  while (dl_counters_next (reader))
    {
      const char *name;

      if (keys)
        {
          keys = strcmp (reader->line->str, "---") != 0;
          continue;
        }
      if (strcmp (reader->line->str, "...") == 0)
        {
          reader->n_fields = names->len;
          for (guint i = 0; i < names->len; i++)
            reader->field[i] = names->pdata[i];
          return dl_counters_find_columns (reader, columns, N_COLUMNS, at, error);
        }
      name = parse_column (reader->line->str);
      if (name == NULL || names->len == DL_COUNTERS_MAX_COLUMNS)
        {
          dl_counters_fail (reader, error, DL_COUNTERS_ERROR_SYNTAX,
                            name == NULL ? _ ("not a column of a table (expected - [name, type], "
                                              "until ...)")
                                         : _ ("too many columns"));
          return FALSE;
        }
      g_ptr_array_add (names, g_strdup (name));
    }
  dl_counters_fail (reader, error, DL_COUNTERS_ERROR_FORMAT,
                    _ ("the file ends in its header (expected --- keys --- columns ... rows)"));
  return FALSE;
}

static gboolean
probe (DlCountersReader *reader)
{
  gboolean found[N_COLUMNS] = { FALSE }, keys = TRUE;

  while (dl_counters_next (reader))
    {
      const char *name = keys ? NULL : parse_column (reader->line->str);

      if (!keys && name == NULL)
        break; /* the rows, or the end of a truncated file */
      if (keys)
        keys = strcmp (reader->line->str, "---") != 0;
      for (guint i = 0; name != NULL && i < N_COLUMNS; i++)
        found[i] |= g_ascii_strcasecmp (name, columns[i].name) == 0;
    }
  for (guint i = 0; i < N_COLUMNS; i++)
    if (columns[i].needed && !found[i])
      return FALSE;
  return TRUE;
}

/* Rows ----------------------------------------------------------------------------------------- */

static gboolean
read_coord (const DlCountersReader *reader, const gint *at, guint first, DlTorusCoord *coord,
            GError **error)
{
  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      guint64 value;

      if (!dl_counters_uint (reader, columns[first + dim].name, at[first + dim],
                             DL_TORUS_MAX_NODES - 1, &value, error))
        return FALSE;
      coord->at[dim] = value;
    }
  return TRUE;
}

static gboolean
read_region (const DlCountersReader *reader, gint at, gint32 *region, GError **error)
{
  const char *text = reader->field[at];
  const gboolean minus = text[0] == '-';
  g_autofree char *excerpt = NULL;
  guint64 value;

  if (dl_text_to_uint (text + minus, G_MAXINT32, &value))
    {
      *region = minus ? -(gint32) value : (gint32) value;
      return TRUE;
    }
  excerpt = dl_text_excerpt (text);
  dl_counters_fail (reader, error, DL_COUNTERS_ERROR_SYNTAX,
                    _ ("code_region: “%s” is not a code region (expected a whole number)"),
                    excerpt);
  return FALSE;
}

static gboolean
read_rows (DlCountersReader *reader, const gint at[N_COLUMNS], GArray *rows, GError **error)
{
  DlTorusCounters *counters = reader->counters->data;
  guint64 total = 0;

  while (dl_counters_next (reader))
    {
      Row row = { .line = reader->lines.number, .region = DL_COUNTERS_WHOLE, .id = G_MAXUINT64 };

      reader->n_fields
          = dl_text_split_blanks (reader->line->str, reader->field, DL_COUNTERS_MAX_COLUMNS + 1);
      if (!dl_counters_begin_row (reader, error)
          || !read_coord (reader, at, COLUMN_SX, &row.from, error)
          || !read_coord (reader, at, COLUMN_TX, &row.to, error)
          || !dl_counters_uint (reader, columns[COLUMN_PACKETS].name, at[COLUMN_PACKETS],
                                DL_COUNTERS_MAX, &row.packets, error)
          || !dl_counters_add (reader, columns[COLUMN_PACKETS].name, row.packets, &total, error)
          || (at[COLUMN_REGION] >= 0
              && !read_region (reader, at[COLUMN_REGION], &row.region, error))
          || (at[COLUMN_LINK] >= 0
              && !dl_counters_uint (reader, columns[COLUMN_LINK].name, at[COLUMN_LINK], G_MAXINT64,
                                    &row.id, error)))
        return FALSE;
      for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
        counters->radix[dim]
            = MAX (counters->radix[dim], 1u + MAX (row.from.at[dim], row.to.at[dim]));
      g_array_append_val (rows, row);
    }
  return TRUE;
}

/* Links ---------------------------------------------------------------------------------------- */

/* The port of @from that leads to @to, DL_TORUS_PORT_NONE if none does. Two rings of two are one
 * cable (VC paper 2.2). */
static guint
port_between (const guint radix[DL_TORUS_N_DIMS], DlTorusCoord from, DlTorusCoord to)
{
  guint port = DL_TORUS_PORT_NONE;

  for (guint dim = 0; dim < DL_TORUS_N_DIMS; dim++)
    {
      const guint a = from.at[dim], b = to.at[dim];

      if (a == b)
        continue;
      if (port != DL_TORUS_PORT_NONE)
        return DL_TORUS_PORT_NONE;
      if (b == a + 1 || (radix[dim] > 2 && b == 0 && a == radix[dim] - 1))
        port = 2 * dim;
      else if (a == b + 1 || (radix[dim] > 2 && a == 0 && b == radix[dim] - 1))
        port = 2 * dim + 1;
      else
        return DL_TORUS_PORT_NONE;
    }
  return port;
}

static guint32
node_at (const guint radix[DL_TORUS_N_DIMS], DlTorusCoord at)
{
  return (at.at[DL_X] * radix[DL_Y] + at.at[DL_Y]) * radix[DL_Z] + at.at[DL_Z];
}

static gboolean
check_radix (const DlCountersReader *reader, GError **error)
{
  g_autoptr (GError) why = NULL;
  DlTorusSpec spec;
  gboolean fits;

  dl_torus_spec_init (&spec);
  memcpy (spec.radix, dl_torus_counters (reader->counters)->radix, sizeof spec.radix);
  fits = dl_torus_spec_check_shape (&spec, &why);
  dl_torus_spec_clear (&spec);
  if (!fits)
    g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_LIMIT, "%s: %s",
                 reader->counters->file_name, why->message);
  return fits;
}

static gint
compare_ids (gconstpointer a, gconstpointer b)
{
  const Row *x = a, *y = b;

  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* A number means the same link in every row, whose order is lost here. */
static gboolean
check_ids (DlCountersReader *reader, GArray *rows, GError **error)
{
  g_array_sort (rows, compare_ids);
  for (guint i = 1; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i), *before = row - 1;

      if (row->id == G_MAXUINT64 || row->id != before->id
          || (dl_torus_coord_compare (&row->from, &before->from) == 0
              && dl_torus_coord_compare (&row->to, &before->to) == 0))
        continue;
      reader->lines.number = row->line;
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_TWICE,
                        _ ("linkid: %lu is a different link on line %u (use one number per link)"),
                        (gulong) row->id, before->line);
      return FALSE;
    }
  return TRUE;
}

static gint
compare_counts (gconstpointer a, gconstpointer b)
{
  const DlTorusCount *x = a, *y = b;

  if (x->region != y->region)
    return x->region < y->region ? -1 : 1;
  return x->link < y->link ? -1 : x->link > y->link;
}

static gboolean
list_counts (DlCountersReader *reader, GArray *rows, GError **error)
{
  const DlTorusCounters *counters = reader->counters->data;
  const guint *radix = counters->radix;

  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);
      const guint port = port_between (radix, row->from, row->to);
      const DlTorusCount count
          = { row->region, node_at (radix, row->from) * DL_TORUS_N_NETWORK_PORTS + port,
              row->packets };

      if (port == DL_TORUS_PORT_NONE)
        {
          g_autofree char *from = dl_torus_coord_to_string (row->from);
          g_autofree char *to = dl_torus_coord_to_string (row->to);

          reader->lines.number = row->line;
          dl_counters_fail (reader, error, DL_COUNTERS_ERROR_OUTSIDE,
                            _ ("%s and %s are not neighbors in a %ux%ux%u torus (its radices are "
                               "from the largest coordinates)"),
                            from, to, radix[DL_X], radix[DL_Y], radix[DL_Z]);
          return FALSE;
        }
      g_array_append_val (counters->links, count);
    }
  return TRUE;
}

static void
add_up (const DlTorusCounters *counters)
{
  GArray *all = counters->links;
  guint n = 0;

  g_array_sort (all, compare_counts);
  for (guint i = 0; i < all->len; i++)
    {
      const DlTorusCount count = g_array_index (all, DlTorusCount, i);
      DlTorusCount *last = n > 0 ? &g_array_index (all, DlTorusCount, n - 1) : NULL;

      if (last == NULL || last->region != count.region)
        g_array_append_val (counters->regions, count.region);
      if (last != NULL && compare_counts (last, &count) == 0)
        last->packets += count.packets;
      else
        g_array_index (all, DlTorusCount, n++) = count;
    }
  g_array_set_size (all, n);
}

static gboolean
read_table (DlCountersReader *reader, GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (Row));
  gint at[N_COLUMNS];

  DlTorusCounters *counters = g_new0 (DlTorusCounters, 1);

  counters->regions = g_array_new (FALSE, FALSE, sizeof (gint32));
  counters->links = g_array_new (FALSE, FALSE, sizeof (DlTorusCount));
  reader->counters->data = counters;
  if (!read_header (reader, at, error) || !read_rows (reader, at, rows, error))
    return FALSE;
  if (rows->len == 0)
    return TRUE;
  if (!check_radix (reader, error) || !list_counts (reader, rows, error)
      || !check_ids (reader, rows, error))
    return FALSE;
  add_up (counters);
  return TRUE;
}

/* Measured counts ----------------------------------------------------------------------------- */

void
dl_counters_torus_packets (const DlCounters *counters, const gint32 *region, guint64 *packets,
                           guint8 *covered)
{
  const DlTorusCounters *data = dl_torus_counters (counters);
  const guint *radix = data->radix;
  const guint n_links = radix[DL_X] * radix[DL_Y] * radix[DL_Z] * DL_TORUS_N_NETWORK_PORTS;

  memset (packets, 0, n_links * sizeof *packets);
  memset (covered, 0, n_links * sizeof *covered);
  for (guint i = 0; i < data->links->len; i++)
    {
      const DlTorusCount *count = &g_array_index (data->links, DlTorusCount, i);

      if (region != NULL && count->region != *region)
        continue;
      packets[count->link] += count->packets;
      covered[count->link] = TRUE;
    }
}

/* The same link the other way. */
static guint32
link_back (const guint radix[DL_TORUS_N_DIMS], guint32 link)
{
  const guint port = link % DL_TORUS_N_NETWORK_PORTS, dim = dl_torus_port_dim (port),
              k = radix[dim];
  const guint stride[DL_TORUS_N_DIMS] = { radix[DL_Y] * radix[DL_Z], radix[DL_Z], 1 };
  const guint node = link / DL_TORUS_N_NETWORK_PORTS, at = node / stride[dim] % k;
  const guint to = dl_torus_port_is_minus (port) ? (at + k - 1) % k : (at + 1) % k;

  return (node - at * stride[dim] + to * stride[dim]) * DL_TORUS_N_NETWORK_PORTS
         + dl_torus_port_opposite (port);
}

static guint
count_one_sided (const DlCounters *counters)
{
  const guint *radix = dl_torus_counters (counters)->radix;
  const guint n_links = radix[DL_X] * radix[DL_Y] * radix[DL_Z] * DL_TORUS_N_NETWORK_PORTS;
  g_autofree guint64 *packets = g_new (guint64, n_links);
  g_autofree guint8 *covered = g_new (guint8, n_links);
  guint n = 0;

  dl_counters_torus_packets (counters, NULL, packets, covered);
  for (guint link = 0; link < n_links; link++)
    n += covered[link] && !covered[link_back (radix, link)];
  return n;
}

static gboolean
begins (DlCountersReader *reader)
{
  return strcmp (reader->line->str, "---") == 0;
}

static void
free_data (gpointer data)
{
  DlTorusCounters *counters = data;

  g_array_unref (counters->regions);
  g_array_unref (counters->links);
  g_free (counters);
}

/* Measured and computed ------------------------------------------------------------------------ */

static gboolean
fail_radix (const DlCounters *counters, const DlTorusNetwork *network, GError **error)
{
  const guint *file = dl_torus_counters (counters)->radix, *radix = network->torus.radix;

  g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
               _ ("%s: counters of a %ux%ux%u torus, but the scenario has %ux%ux%u (use the same "
                  "radices)"),
               counters->file_name, file[DL_X], file[DL_Y], file[DL_Z], radix[DL_X], radix[DL_Y],
               radix[DL_Z]);
  return FALSE;
}

gboolean
dl_counters_torus_check (const DlCounters *counters, const DlTorusNetwork *network, GError **error)
{
  g_assert (counters->kind == &dl_counters_kind_torus);
  if (memcmp (dl_torus_counters (counters)->radix, network->torus.radix,
              sizeof dl_torus_counters (counters)->radix)
      != 0)
    return fail_radix (counters, network, error);
  for (guint i = 0; i < dl_torus_counters (counters)->links->len; i++)
    {
      const guint link = g_array_index (dl_torus_counters (counters)->links, DlTorusCount, i).link;
      g_autofree char *name = NULL;

      if (network->link_state[link] != DL_LINK_ABSENT)
        continue;
      name = dl_torus_link_at_to_string (dl_torus_network_link_at (network, link));
      g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_MACHINE,
                   _ ("%s: counters of link %s, which the scenario does not have (make this "
                      "dimension a torus: torus.wrap)"),
                   counters->file_name, name);
      return FALSE;
    }
  return TRUE;
}

/* The direction of @link. */
static guint
direction (gconstpointer shape, guint link)
{
  return link % ((const DlTorusNetwork *) shape)->n_ports;
}

static DlMeasured *
measure (const DlCounters *counters, const gint32 *region, gconstpointer own,
         const DlLinkUse *simulated, GError **error)
{
  const DlTorusAnalysis *analysis = own;
  const DlTorusNetwork *network = analysis->network;
  const guint n = network->n_links;
  g_autofree guint64 *packets = NULL;
  g_autofree guint8 *covered = NULL;
  g_autofree double *loads = NULL;
  DlMeasured *measured;

  if (!dl_counters_torus_check (counters, network, error))
    return NULL;
  g_assert (simulated == NULL || simulated->n_links == n);
  packets = g_new (guint64, n);
  covered = g_new (guint8, n);
  loads = g_new (double, n);
  dl_counters_torus_packets (counters, region, packets, covered);
  measured = dl_measured_alloc (counters, &dl_family_torus, network);
  measured->n_parts = DL_TORUS_N_NETWORK_PORTS;
  for (guint link = 0; link < n; link++)
    {
      const gboolean there = network->link_state[link] != DL_LINK_ABSENT;

      measured->n_machine += there;
      measured->parts[link % network->n_ports].machine += there;
      loads[link] = dl_torus_analysis_link_load (analysis, link);
    }
  dl_measured_fill (measured, &(DlMeasuredLinks) { .n = n,
                                                   .covered = covered,
                                                   .counts = packets,
                                                   .loads = loads,
                                                   .simulated = simulated,
                                                   .part = direction });
  return measured;
}

/* Words ---------------------------------------------------------------------------------------- */

static char *
say (const DlCounters *counters)
{
  const DlTorusCounters *own = counters->data;

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE,
                                       /* Translators: routers in x, y and z */
                                       "A torus of %u×%u×%u, %'u code region.",
                                       "A torus of %u×%u×%u, %'u code regions.", own->regions->len),
                          own->radix[DL_X], own->radix[DL_Y], own->radix[DL_Z], own->regions->len);
}

static const char *
port_title (guint port)
{
  static const char *const titles[DL_TORUS_N_NETWORK_PORTS]
      = { "X+", "X−", "Y+", "Y−", "Z+", "Z−" };

  return titles[port];
}

static const GArray *
get_regions (const DlCounters *counters)
{
  return dl_torus_counters (counters)->regions;
}

static DlScenario *
new_scenario (const DlCounters *counters)
{
  const guint *radix = dl_torus_counters (counters)->radix;
  g_autoptr (DlScenario) scenario = dl_scenario_new ();
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  /* Translators: three numbers, as in 8x8x8 */
  g_autofree char *name
      = g_strdup_printf (_ ("Torus %ux%ux%u"), radix[DL_X], radix[DL_Y], radix[DL_Z]);
  g_autofree char *size = g_strdup_printf ("%u;%u;%u", radix[DL_X], radix[DL_Y], radix[DL_Z]);

  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  dl_edits_add (edits, DL_EDIT_SET, "torus.radix", size);
  return dl_scenario_apply (scenario, edits, NULL, NULL, NULL) ? g_steal_pointer (&scenario) : NULL;
}

const DlCountersKind dl_counters_kind_torus = {
  .begins = begins,
  .probe = probe,
  .read = read_table,
  .one_sided = count_one_sided,
  .free_data = free_data,
  .foreign = N_ ("%s: counters of a torus; the scenario is not one."),
  .counts = DL_COUNTS_PACKETS,
  .measure = measure,
  .part_name = dl_torus_port_name,
  .part_title = port_title,
  .say = say,
  .regions = get_regions,
  .scenario = new_scenario,
};
