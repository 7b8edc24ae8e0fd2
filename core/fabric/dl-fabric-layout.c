/* Boxes of what is folded and what is open, and the bundles of cables between them. */
#include "dl-fabric-layout.h"

#include <stdlib.h>
#include <string.h>

/* Boxes ---------------------------------------------------------------------------------------- */

static void
add_box (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, const DlFabricBox *box)
{
  const gboolean of_hosts = box->kind == DL_FABRIC_BOX_HOST || box->kind == DL_FABRIC_BOX_HOSTS;
  guint first = box->first, end = box->first + box->n;

  if (!of_hosts)
    {
      for (guint i = first; i < end; i++)
        layout->vertex_box[rows->fabric->n_hosts + rows->order[i]] = boxes->len;
      first = rows->host_first[box->first];
      end = rows->by_hosts ? first : rows->host_first[box->first + box->n];
    }
  for (guint i = first; i < end; i++)
    layout->vertex_box[rows->hosts[i]] = boxes->len;
  g_array_append_val (boxes, *box);
}

/* Switches at places @first up to @end. */
static void
add_switches (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, guint first,
              guint end, guint fold)
{
  const DlFabricBox box = {
    .kind = end - first > 1 ? DL_FABRIC_BOX_GROUP : DL_FABRIC_BOX_SWITCH,
    .row = rows->row[rows->order[first]],
    .fold = fold,
    .first = first,
    .n = end - first,
    .n_hosts = rows->host_first[end] - rows->host_first[first],
  };

  add_box (boxes, layout, rows, &box);
}

/* Their hosts, from @first up to @end. */
static void
add_hosts (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, guint first, guint end,
           guint fold, gboolean open)
{
  const gboolean one_each = open || end - first == 1;

  for (guint i = first; i < end; i += one_each ? 1 : end - first)
    {
      const DlFabricBox box = {
        .kind = one_each ? DL_FABRIC_BOX_HOST : DL_FABRIC_BOX_HOSTS,
        .row = rows->n_rows,
        .fold = end - first > 1 ? fold : DL_FABRIC_NONE,
        .first = i,
        .n = one_each ? 1 : end - first,
        .n_hosts = one_each ? 1 : end - first,
      };
      add_box (boxes, layout, rows, &box);
    }
}

/* A row's boxes; of @hosts those of the hosts below it. */
static void
add_row (GArray *boxes, DlFabricLayout *layout, const DlFabricRows *rows, guint row,
         const guint8 *open, gboolean hosts)
{
  for (guint i = rows->row_first[row]; i < rows->row_first[row + 1];)
    {
      const guint group = rows->group[rows->order[i]];
      const guint end = rows->group_first[group + 1];
      const gboolean folded = end - i > 1 && !open[group];

      if (folded && hosts)
        add_hosts (boxes, layout, rows, rows->host_first[i], rows->host_first[end], group, FALSE);
      else if (folded)
        add_switches (boxes, layout, rows, i, end, group);
      for (guint k = i; k < end && !folded; k++)
        if (hosts)
          {
            const guint fold = rows->n_groups + rows->order[k];

            add_hosts (boxes, layout, rows, rows->host_first[k], rows->host_first[k + 1], fold,
                       open[fold]);
          }
        else
          add_switches (boxes, layout, rows, k, k + 1, end - i > 1 ? group : DL_FABRIC_NONE);
      i = end;
    }
}

static void
find_boxes (DlFabricLayout *layout, const DlFabricRows *rows, const guint8 *open)
{
  const guint n_vertices = rows->fabric->n_vertices;
  GArray *boxes = g_array_new (FALSE, FALSE, sizeof (DlFabricBox));

  layout->vertex_box = g_new (guint32, n_vertices);
  for (guint v = 0; v < n_vertices; v++)
    layout->vertex_box[v] = DL_FABRIC_NONE;
  layout->row_first = g_new0 (guint32, rows->n_rows + 2);
  for (guint row = 0; row < rows->n_rows; row++)
    {
      add_row (boxes, layout, rows, row, open, FALSE);
      layout->row_first[row + 1] = boxes->len;
    }
  if (rows->by_hosts)
    add_row (boxes, layout, rows, rows->n_rows - 1, open, TRUE);
  layout->row_first[rows->n_rows + 1] = boxes->len;
  layout->n_boxes = boxes->len;
  layout->boxes = (DlFabricBox *) g_array_free (boxes, FALSE);
}

/* Bundles -------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 b, channel;
  gboolean back;
} End;

static int
compare_ends (gconstpointer a, gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->b != y->b)
    return x->b < y->b ? -1 : 1;
  if (x->back != y->back)
    return x->back ? 1 : -1;
  return x->channel < y->channel ? -1 : x->channel > y->channel;
}

static void
add_bundles (GArray *bundles, DlFabricLayout *layout, guint a, const End *ends, guint n, guint at)
{
  for (guint i = 0; i < n; i++)
    {
      if (i == 0 || ends[i].b != ends[i - 1].b)
        {
          const DlFabricBundle bundle = { a, ends[i].b, at + i, 0, 0 };
          g_array_append_val (bundles, bundle);
        }
      DlFabricBundle *last = &g_array_index (bundles, DlFabricBundle, bundles->len - 1);

      if (ends[i].back)
        last->n_back++;
      else
        last->n_there++;
      layout->channels[at + i] = ends[i].channel;
      layout->channel_bundle[ends[i].channel] = bundles->len - 1;
    }
}

static void
find_bundles (DlFabricLayout *layout, const DlFabric *fabric)
{
  const guint32 *box = layout->vertex_box;
  GArray *bundles = g_array_new (FALSE, FALSE, sizeof (DlFabricBundle));
  g_autofree guint32 *first = g_new0 (guint32, layout->n_boxes + 1);
  g_autofree guint32 *next = g_new (guint32, layout->n_boxes + 1);
  g_autofree End *ends = g_new (End, MAX (1, fabric->n_channels));

  layout->channels = g_new (guint32, MAX (1, fabric->n_channels));
  layout->channel_bundle = g_new (guint32, MAX (1, fabric->n_channels));
  for (guint c = 0; c < fabric->n_channels; c++)
    first[MIN (box[fabric->channel_from[c]], box[fabric->channel_to[c]]) + 1]++;
  for (guint a = 0; a < layout->n_boxes; a++)
    first[a + 1] += first[a];
  memcpy (next, first, (layout->n_boxes + 1) * sizeof *next);
  for (guint c = 0; c < fabric->n_channels; c++)
    {
      const guint32 from = box[fabric->channel_from[c]], to = box[fabric->channel_to[c]];
      const End end = { MAX (from, to), c, from > to };

      ends[next[MIN (from, to)]++] = end;
    }
  for (guint a = 0; a < layout->n_boxes; a++)
    {
      qsort (ends + first[a], first[a + 1] - first[a], sizeof *ends, compare_ends);
      add_bundles (bundles, layout, a, ends + first[a], first[a + 1] - first[a], first[a]);
    }
  layout->n_bundles = bundles->len;
  layout->bundles = (DlFabricBundle *) g_array_free (bundles, FALSE);
}

DlFabricLayout *
dl_fabric_layout_new (const DlFabricRows *rows, const guint8 *open)
{
  DlFabricLayout *layout = g_new0 (DlFabricLayout, 1);

  find_boxes (layout, rows, open);
  find_bundles (layout, rows->fabric);
  return layout;
}

void
dl_fabric_layout_free (DlFabricLayout *layout)
{
  if (layout == NULL)
    return;
  g_free (layout->boxes);
  g_free (layout->row_first);
  g_free (layout->vertex_box);
  g_free (layout->bundles);
  g_free (layout->channels);
  g_free (layout->channel_bundle);
  g_free (layout);
}
