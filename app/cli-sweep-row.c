/* A point of a sweep as a row. */
#include "cli-sweep.h"

#include <math.h>
#include <string.h>

/* A column behind the keys; of a result's member, if it has an offset. */
typedef struct
{
  const char *name;
  CliCellType type;
  gsize offset;
  gsize size; /* of a whole number */
} Column;

#define AT(member)    G_STRUCT_OFFSET (DlSweepResult, member)
#define WHOLE(member) CLI_CELL_INT, AT (member), sizeof (((DlSweepResult *) NULL)->member)
#define REAL(member)  CLI_CELL_REAL, AT (member), 0

#define POINT_NAME "point"

static const Column torus_columns[] = {
  { "seed", WHOLE (seed) },
  { "offered_load", REAL (offered) },
  { "accepted_load", REAL (accepted) },
  { "latency_mean", REAL (latency_mean) },
  { "latency_sd", REAL (latency_sd) },
  { "latency_p50", REAL (latency_p50) },
  { "latency_p99", REAL (latency_p99) },
  { "latency_max", REAL (latency_max) },
  { "total_latency_mean", REAL (total_latency_mean) },
  { "settled", WHOLE (settled) },
  { "deadlocked", WHOLE (deadlocked) },
  { "cycles", WHOLE (cycles) },
  { "digest", CLI_CELL_TEXT, 0, 0 },
  { "pairs", WHOLE (pairs) },
  { "unreachable_pairs", WHOLE (unreachable_pairs) },
  { "illegal_pairs", WHOLE (illegal_pairs) },
  { "dropped_pairs", WHOLE (dropped_pairs) },
  { "mean_hops", REAL (hops_mean) },
  { "deadlock_free", WHOLE (deadlock_free) },
  { "vc_balance_mean_x", REAL (balance_mean[DL_X]) },
  { "vc_balance_mean_y", REAL (balance_mean[DL_Y]) },
  { "vc_balance_mean_z", REAL (balance_mean[DL_Z]) },
  { "max_load_x", REAL (load_max[DL_X]) },
  { "max_load_y", REAL (load_max[DL_Y]) },
  { "max_load_z", REAL (load_max[DL_Z]) },
  { POINT_NAME, CLI_CELL_TEXT, 0, 0 },
};

static const Column dragonfly_columns[] = {
  { "seed", WHOLE (seed) },
  { "offered_load", REAL (offered) },
  { "accepted_load", REAL (accepted) },
  { "latency_mean", REAL (latency_mean) },
  { "latency_sd", REAL (latency_sd) },
  { "latency_p50", REAL (latency_p50) },
  { "latency_p99", REAL (latency_p99) },
  { "latency_max", REAL (latency_max) },
  { "total_latency_mean", REAL (total_latency_mean) },
  { "minimal_share", REAL (minimal_share) },
  { "bandwidth_GBps_per_node", REAL (bandwidth_GBps) },
  { "settled", WHOLE (settled) },
  { "cycles", WHOLE (cycles) },
  { "digest", CLI_CELL_TEXT, 0, 0 },
  { "pairs", WHOLE (pairs) },
  { "unreachable_pairs", WHOLE (unreachable_pairs) },
  { "mean_hops", REAL (hops_mean) },
  { "deadlock_free", WHOLE (deadlock_free) },
  { "bound_load", REAL (bound_load) },
  { "max_load_green", REAL (class_load_max[DL_LINK_GREEN]) },
  { "max_load_black", REAL (class_load_max[DL_LINK_BLACK]) },
  { "max_load_blue", REAL (class_load_max[DL_LINK_BLUE]) },
  { POINT_NAME, CLI_CELL_TEXT, 0, 0 },
};

static const Column *
columns_of (const DlSweepSpec *spec, guint *n)
{
  const gboolean torus = spec->scenario->kind == DL_KIND_TORUS;

  *n = torus ? G_N_ELEMENTS (torus_columns) : G_N_ELEMENTS (dragonfly_columns);
  return torus ? torus_columns : dragonfly_columns;
}

guint
cli_sweep_n_columns (const DlSweepSpec *spec)
{
  guint n;

  columns_of (spec, &n);
  return spec->keys->len + n;
}

char *
cli_sweep_column (const DlSweepSpec *spec, guint column, CliCellType *type)
{
  const guint n_keys = spec->keys->len;
  const DlSweepKey *key;
  guint n;
  const Column *columns = columns_of (spec, &n);

  if (type != NULL)
    *type = column < n_keys ? CLI_CELL_TEXT : columns[column - n_keys].type;
  if (column >= n_keys)
    return g_strdup (columns[column - n_keys].name);
  key = g_ptr_array_index (spec->keys, column);
  return g_strdup_printf ("%s.%s", key->field->group, key->field->key);
}

static guint64
whole_number (gconstpointer at, gsize size)
{
  return size == sizeof (guint64) ? *(const guint64 *) at : *(const guint32 *) at;
}

void
cli_sweep_row (const DlSweepSpec *spec, const DlSweepResult *result, const char *run_digest,
               const char *digest, CliCell *cells)
{
  guint n;
  const Column *columns = columns_of (spec, &n);

  for (guint key = 0; key < spec->keys->len; key++)
    *cells++ = (CliCell) { CLI_CELL_TEXT, .text = dl_sweep_value (spec, result->point, key) };
  for (guint i = 0; i < n; i++)
    {
      const gconstpointer at = G_STRUCT_MEMBER_P (result, columns[i].offset);
      CliCell *cell = cells++;

      cell->type = columns[i].type;
      switch (cell->type)
        {
        case CLI_CELL_TEXT:
          cell->text = strcmp (columns[i].name, POINT_NAME) == 0 ? digest : run_digest;
          break;
        case CLI_CELL_INT:
          cell->number = whole_number (at, columns[i].size);
          break;
        case CLI_CELL_REAL:
          cell->real = *(const double *) at;
          break;
        }
    }
}
