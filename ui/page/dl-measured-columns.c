#include "dl-measured-columns.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Counts from here on are told in powers of ten: there is no room for fifteen digits. */
#define MOST_COUNT 1e7

static const DlHeatRow *
row_of (gconstpointer heat, guint i)
{
  return &((const DlHeat *) heat)->rows[i];
}

static double
get_number (gconstpointer source, guint i)
{
  return row_of (source, i)->number;
}

char *
dl_measured_place_text (gconstpointer source, guint i)
{
  const DlHeat *heat = source;

  return heat->measured->family->name (heat->measured->shape, dl_heat_place (heat, i),
                                       DL_NAME_PEOPLE);
}

static double
get_ratio (gconstpointer source, guint i)
{
  return dl_heat_ratio (source, i);
}

static double
get_count (gconstpointer source, guint i)
{
  return row_of (source, i)->count;
}

/* "1,204", "6.83×10¹¹" */
static char *
count_text (gconstpointer source, guint i)
{
  static const char *const digits[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  const double count = get_count (source, i);
  const guint power = count > 0 ? (guint) floor (log10 (count)) : 0;
  g_autofree char *mantissa = NULL;

  if (count < MOST_COUNT)
    return dl_number_text (count, 0);
  mantissa = dl_number_text (count / pow (10, power), 2);
  return g_strconcat (mantissa, "×10", power >= 10 ? digits[power / 10] : "", digits[power % 10],
                      NULL);
}

static double
get_nodes (gconstpointer source, guint i)
{
  return row_of (source, i)->nodes;
}

static double
get_groups (gconstpointer source, guint i)
{
  return row_of (source, i)->n_groups;
}

static char *
job_text (gconstpointer source, guint i)
{
  const DlHeat *heat = source;

  return g_strdup (heat->jobs->jobs[row_of (source, i)->number].name);
}

/* The one with most nodes, and its share of the nodes there. */
static char *
main_job_text (gconstpointer source, guint i)
{
  const DlHeat *heat = source;
  const DlHeatRow *row = row_of (source, i);

  if (row->job == DL_NO_SET)
    return g_strdup ("–");
  /* Translators: a job, and its share of the nodes there: “3619487 (32%)” */
  return g_strdup_printf (_ ("%s (%.0f%%)"), heat->jobs->jobs[row->job].name,
                          100. * row->job_nodes / row->nodes);
}

static double
get_main_job (gconstpointer source, guint i)
{
  const DlHeatRow *row = row_of (source, i);

  return row->job != DL_NO_SET ? (double) row->job_nodes / row->nodes : NAN;
}

/* Of links: shares, of all that was measured. */
static double
percent (gconstpointer source, const double *shares, guint i)
{
  return shares != NULL ? 100 * shares[row_of (source, i)->number] : NAN;
}

static double
get_measured (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->measured, i);
}

static double
get_analyzed (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->analyzed, i);
}

static double
get_simulated (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->simulated, i);
}

static double
get_stalled (gconstpointer source, guint i)
{
  return percent (source, ((const DlHeat *) source)->measured->stalled, i);
}

static double
get_difference (gconstpointer source, guint i)
{
  return 100
         * dl_measured_difference (((const DlHeat *) source)->measured, row_of (source, i)->number);
}

static char *
difference_text (gconstpointer source, guint i)
{
  const double difference = get_difference (source, i);

  return isnan (difference) ? g_strdup ("–") : g_strdup_printf ("%+.4f", difference);
}

#define RATIO                                                                                      \
  {                                                                                                \
    NULL, N_ ("Stalls/flit"), DL_COLUMN_REAL, 2, .value = get_ratio, .min_chars = 6                \
  }
#define COUNT                                                                                      \
  {                                                                                                \
    NULL, N_ ("Counted"), DL_COLUMN_REAL, .value = get_count, .text = count_text, .min_chars = 8   \
  }
#define MAIN_JOB                                                                                   \
  {                                                                                                \
    NULL, N_ ("Largest job"), .value = get_main_job, .text = main_job_text, .min_chars = 14        \
  }

static const DlTableColumn group_columns[]
    = { { NULL, N_ ("Group"), .value = get_number, .text = dl_measured_place_text, .min_chars = 4 },
        RATIO,
        MAIN_JOB,
        COUNT };
static const DlTableColumn router_columns[] = { { NULL, N_ ("Router"), .value = get_number,
                                                  .text = dl_measured_place_text, .min_chars = 7 },
                                                RATIO,
                                                MAIN_JOB,
                                                COUNT };
static const DlTableColumn link_columns[] = {
  { NULL, N_ ("Link"), .value = get_number, .text = dl_measured_place_text, .min_chars = 15 },
  RATIO,
  COUNT,
  { NULL, N_ ("Differs, %"), DL_COLUMN_REAL, .value = get_difference, .text = difference_text,
    .min_chars = 7 },
  { NULL, N_ ("Measured, %"), DL_COLUMN_REAL, 4, .value = get_measured, .min_chars = 6 },
  { NULL, N_ ("Analyzed, %"), DL_COLUMN_REAL, 4, .value = get_analyzed, .min_chars = 6 },
  { NULL, N_ ("Simulated, %"), DL_COLUMN_REAL, 4, .value = get_simulated, .min_chars = 6 },
  { NULL, N_ ("Stalls, %"), DL_COLUMN_REAL, 4, .value = get_stalled, .min_chars = 6 },
};
static const DlTableColumn job_columns[] = {
  { NULL, N_ ("Job"), .value = get_number, .text = job_text, .min_chars = 8 },
  RATIO,
  { NULL, N_ ("Nodes"), DL_COLUMN_REAL, .value = get_nodes, .min_chars = 5 },
  { NULL, N_ ("Groups"), DL_COLUMN_REAL, .value = get_groups, .min_chars = 5 },
  COUNT,
};

const DlMeasuredLevel dl_measured_levels[DL_N_HEAT_LEVELS] = {
  [DL_HEAT_GROUPS]
  = { N_ ("Group"), N_ ("Sums over the links that leave a group’s routers"),
      N_ ("Groups, the hottest first"), group_columns, G_N_ELEMENTS (group_columns) },
  [DL_HEAT_ROUTERS]
  = { N_ ("Router"), N_ ("Sums over the links that leave a router"),
      N_ ("Routers, the hottest first"), router_columns, G_N_ELEMENTS (router_columns) },
  [DL_HEAT_LINKS] = { N_ ("Link"), N_ ("Each link in its direction"),
                      N_ ("Links, the hottest first"), link_columns, G_N_ELEMENTS (link_columns) },
  [DL_HEAT_JOBS] = { N_ ("Job"),
                     N_ ("Sums over the links that leave the routers on which a job has nodes; "
                         "needs a file of jobs"),
                     N_ ("Jobs, the hottest first"), job_columns, G_N_ELEMENTS (job_columns) },
};

gboolean
dl_measured_knows_column (const DlHeat *heat, guint i)
{
  const DlTableColumn *column = &dl_measured_levels[heat->level].columns[i];

  if (column->value == get_ratio || column->value == get_stalled)
    return heat->measured->stalls != NULL;
  if (column->value == get_main_job)
    return heat->jobs != NULL;
  return column->value != get_simulated || heat->measured->simulated != NULL;
}
