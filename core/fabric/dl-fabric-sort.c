/* Switches in an order that shows what belongs together: by row, by subtree, by load. */
#include "dl-fabric-layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
add_band (GArray *bands, DlFabricOrder kind, guint number, guint first, guint end)
{
  const DlFabricBand band = { first, end - first, kind, number };

  if (end > first)
    g_array_append_val (bands, band);
}

static void
sort_by_level (const DlFabricRows *rows, GArray *bands, guint32 *order)
{
  memcpy (order, rows->order, rows->fabric->n_switches * sizeof *order);
  for (guint row = 0; row < rows->n_rows; row++)
    add_band (bands, DL_FABRIC_BY_LEVEL, row, rows->row_first[row], rows->row_first[row + 1]);
}

/* Subtrees ------------------------------------------------------------------------------------- */

static guint32
find_root (guint32 *parent, guint32 s)
{
  while (parent[s] != s)
    s = parent[s] = parent[parent[s]];
  return s;
}

/* @part (n_switches): a switch of its part, the least; parts are what cables between rows hold
 * together, from row @top on. Returns how many have more than one switch. */
static guint
find_parts (const DlFabricRows *rows, guint top, guint32 *part)
{
  const DlFabric *fabric = rows->fabric;
  const guint H = fabric->n_hosts, S = fabric->n_switches;
  g_autofree guint32 *size = g_new0 (guint32, S);
  guint n = 0;

  for (guint s = 0; s < S; s++)
    part[s] = s;
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint32 from = fabric->channel_from[c], to = fabric->channel_to[c];

      if (from < H || to < H || rows->row[from - H] == rows->row[to - H]
          || MIN (rows->row[from - H], rows->row[to - H]) < top)
        continue;
      const guint32 a = find_root (part, from - H), b = find_root (part, to - H);

      part[MAX (a, b)] = MIN (a, b);
    }
  for (guint s = 0; s < S; s++)
    n += ++size[part[s] = find_root (part, s)] == 2;
  return n;
}

/* Of a lattice its last dimension's slices. */
static guint
find_slices (const DlFabricRows *rows, guint32 *part)
{
  const DlFabricStructure *structure = rows->fabric->structure;
  guint size = 1;

  if (structure == NULL || structure->shape != DL_FABRIC_HYPERX || structure->n < 2)
    return 0;
  for (guint d = 0; d + 1 < structure->n; d++)
    size *= structure->children[d];
  for (guint s = 0; s < rows->fabric->n_switches; s++)
    part[s] = s / size * size;
  return structure->children[structure->n - 1];
}

typedef struct
{
  guint32 part, place, s; /* part: the place of its first switch, NONE: above all */
} Sorted;

static int
compare_sorted (gconstpointer a, gconstpointer b)
{
  const Sorted *x = a, *y = b;

  if (x->part != y->part)
    return x->part < y->part ? -1 : 1;
  return x->place < y->place ? -1 : 1;
}

/* FALSE: there are none. */
static gboolean
sort_by_subtree (const DlFabricRows *rows, GArray *bands, guint32 *order)
{
  const guint S = rows->fabric->n_switches;
  g_autofree guint32 *part = g_new (guint32, S);
  g_autofree guint32 *first = g_new (guint32, S);
  g_autofree Sorted *sorted = g_new (Sorted, S);
  const gboolean lattice = find_slices (rows, part) > 1;
  guint top = 0, number = 0;

  while (!lattice && top + 1 < rows->n_rows && find_parts (rows, top, part) < 2)
    top++;
  if (!lattice && top + 1 >= rows->n_rows)
    return FALSE;
  for (guint s = 0; s < S; s++)
    first[s] = DL_FABRIC_NONE;
  /* Subtrees from left to right as the lowest row has them. */
  for (guint row = rows->n_rows; row-- > top;)
    for (guint i = rows->row_first[row]; i < rows->row_first[row + 1]; i++)
      if (first[part[rows->order[i]]] == DL_FABRIC_NONE)
        first[part[rows->order[i]]] = (rows->n_rows - row) * S + i;
  for (guint i = 0; i < S; i++)
    {
      const guint s = rows->order[i];

      sorted[i] = (Sorted) { rows->row[s] < top ? DL_FABRIC_NONE : first[part[s]], i, s };
    }
  qsort (sorted, S, sizeof *sorted, compare_sorted);
  for (guint i = 0, end; i < S; i = end)
    {
      for (end = i; end < S && sorted[end].part == sorted[i].part; end++)
        order[end] = sorted[end].s;
      add_band (bands, DL_FABRIC_BY_SUBTREE,
                sorted[i].part == DL_FABRIC_NONE ? DL_FABRIC_NONE : number++, i, end);
    }
  return TRUE;
}

/* Load ----------------------------------------------------------------------------------------- */

typedef struct
{
  double load;
  guint32 s;
} Loaded;

static int
compare_loaded (gconstpointer a, gconstpointer b)
{
  const Loaded *x = a, *y = b;

  if (x->load != y->load)
    return x->load > y->load ? -1 : 1;
  return x->s < y->s ? -1 : 1;
}

static void
sort_by_load (const DlFabric *fabric, const float *load, guint32 *order)
{
  g_autofree Loaded *loaded = g_new (Loaded, fabric->n_switches);

  for (guint s = 0; s < fabric->n_switches; s++)
    {
      const guint v = fabric->n_hosts + s;

      loaded[s] = (Loaded) { 0, s };
      for (guint c = fabric->first[v]; c < fabric->first[v + 1] && load != NULL; c++)
        if (isfinite (load[c]))
          loaded[s].load += load[c];
    }
  qsort (loaded, fabric->n_switches, sizeof *loaded, compare_loaded);
  for (guint i = 0; i < fabric->n_switches; i++)
    order[i] = loaded[i].s;
}

GArray *
dl_fabric_rows_sort (const DlFabricRows *rows, DlFabricOrder by, const float *load, guint32 *order)
{
  GArray *bands = g_array_new (FALSE, FALSE, sizeof (DlFabricBand));

  if (by == DL_FABRIC_BY_LOAD)
    sort_by_load (rows->fabric, load, order);
  else if (by == DL_FABRIC_BY_LEVEL || !sort_by_subtree (rows, bands, order))
    sort_by_level (rows, bands, order);
  return bands;
}
