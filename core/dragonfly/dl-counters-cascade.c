#include "dl-counters-cascade.h"

#include "dl-cabling.h"
#include "dl-cascade-sums.h"
#include "dl-counters-reader.h"
#include "dl-dragonfly-name.h"
#include "dl-dragonfly-scenario.h"
#include "dl-edit.h"

#include <glib/gi18n-lib.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUTER(at) ((guint32) (at).group << 16 | (at).chassis << 8 | (at).blade)

enum
{
  LINK_FROM, /* group, row, column */
  LINK_TO = LINK_FROM + 3,
  LINK_COLOR = LINK_TO + 3,
  LINK_FLITS,
  LINK_STALLS,
  LINK_VC_FLITS,
  LINK_VC_STALLS = LINK_VC_FLITS + DL_ARIES_VCS,
  N_LINK_COLUMNS = LINK_VC_STALLS + DL_ARIES_VCS
};

static const DlCountersColumn link_columns[N_LINK_COLUMNS] = {
  { "sg", NULL, TRUE },           { "sr", NULL, TRUE },           { "sc", NULL, TRUE },
  { "dg", NULL, TRUE },           { "dr", NULL, TRUE },           { "dc", NULL, TRUE },
  { "color", "colour", TRUE },    { "flits", NULL, FALSE },       { "stalls", NULL, FALSE },
  { "flits_vc_0", NULL, FALSE },  { "flits_vc_1", NULL, FALSE },  { "flits_vc_2", NULL, FALSE },
  { "flits_vc_3", NULL, FALSE },  { "flits_vc_4", NULL, FALSE },  { "flits_vc_5", NULL, FALSE },
  { "flits_vc_6", NULL, FALSE },  { "flits_vc_7", NULL, FALSE },  { "stalls_vc_0", NULL, FALSE },
  { "stalls_vc_1", NULL, FALSE }, { "stalls_vc_2", NULL, FALSE }, { "stalls_vc_3", NULL, FALSE },
  { "stalls_vc_4", NULL, FALSE }, { "stalls_vc_5", NULL, FALSE }, { "stalls_vc_6", NULL, FALSE },
  { "stalls_vc_7", NULL, FALSE },
};

enum
{
  JOB_ROUTER, /* group, row, column */
  JOB_NODE = JOB_ROUTER + 3,
  JOB_JOB,
  N_JOB_COLUMNS
};

static const DlCountersColumn job_columns[N_JOB_COLUMNS] = {
  { "g", "group", TRUE }, { "r", "row", TRUE },     { "c", "column", TRUE },
  { "n", "node", TRUE },  { "jobid", "job", TRUE },
};

/* A file that is being read. */
typedef struct
{
  DlCountersReader *reader;
  gint at[N_LINK_COLUMNS];
  guint64 flits, stalls; /* of all rows */
} Links;

static void
split (DlCountersReader *reader)
{
  reader->n_fields
      = dl_text_split_commas (reader->line->str, reader->field, DL_COUNTERS_MAX_COLUMNS + 1);
}

/* Group, row (chassis) and column (blade), in this order from column @first on. */
static gboolean
read_router (const DlCountersReader *reader, const DlCountersColumn *columns, const gint *at,
             guint first, DlRouterAt *router, GError **error)
{
  guint64 group, chassis, blade;

  if (!dl_counters_uint (reader, columns[first].name, at[first], G_MAXUINT16, &group, error)
      || !dl_counters_uint (reader, columns[first + 1].name, at[first + 1], DL_CASCADE_CHASSIS - 1,
                            &chassis, error)
      || !dl_counters_uint (reader, columns[first + 2].name, at[first + 2], DL_CASCADE_BLADES - 1,
                            &blade, error))
    return FALSE;
  *router = (DlRouterAt) { group, chassis, blade };
  return TRUE;
}

static DlCascadeCounters *
new_data (DlCountersReader *reader)
{
  DlCascadeCounters *counters = g_new0 (DlCascadeCounters, 1);

  counters->links = g_array_new (FALSE, FALSE, sizeof (DlCascadeCount));
  counters->jobs = g_array_new (FALSE, FALSE, sizeof (DlJobNode));
  counters->groups = g_array_new (FALSE, FALSE, sizeof (guint16));
  reader->counters->data = counters;
  return counters;
}

static void
free_data (gpointer data)
{
  DlCascadeCounters *counters = data;

  g_array_unref (counters->links);
  g_array_unref (counters->jobs);
  g_array_unref (counters->groups);
  g_free (counters);
}

static gboolean
list_groups (DlCountersReader *reader, GError **error)
{
  const DlCascadeCounters *counters = reader->counters->data;
  g_autofree guint8 *named = g_new0 (guint8, G_MAXUINT16 + 1);

  for (guint i = 0; i < counters->links->len; i++)
    {
      named[g_array_index (counters->links, DlCascadeCount, i).from.group] = TRUE;
      named[g_array_index (counters->links, DlCascadeCount, i).to.group] = TRUE;
    }
  for (guint i = 0; i < counters->jobs->len; i++)
    named[g_array_index (counters->jobs, DlJobNode, i).router.group] = TRUE;
  for (guint group = 0; group <= G_MAXUINT16; group++)
    if (named[group])
      {
        const guint16 name = group;
        g_array_append_val (counters->groups, name);
      }
  if (counters->groups->len <= DL_DRAGONFLY_MAX_GROUPS)
    return TRUE;
  g_set_error (error, DL_COUNTERS_ERROR, DL_COUNTERS_ERROR_LIMIT,
               _ ("%s: %u groups are too many (at "
                  "most %u)"),
               reader->counters->file_name, counters->groups->len, DL_DRAGONFLY_MAX_GROUPS);
  return FALSE;
}

/* Links ---------------------------------------------------------------------------------------- */

static gboolean
read_class (const DlCountersReader *reader, gint at, guint8 *class, GError **error)
{
  static const char *const letters[DL_N_LINK_CLASSES] = { "g", "k", "b" };
  const char *text = reader->field[at];
  g_autofree char *excerpt = NULL;

  for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
    if (g_ascii_strcasecmp (text, letters[i]) == 0
        || g_ascii_strcasecmp (text, dl_link_class_name (i)) == 0)
      {
        *class = i;
        return TRUE;
      }
  excerpt = dl_text_excerpt (text);
  dl_counters_fail (reader, error, DL_COUNTERS_ERROR_SYNTAX,
                    _ ("color: “%s” is not a class of links (expected g for green, k for black or "
                       "b for blue)"),
                    excerpt);
  return FALSE;
}

/* Check that the ends match the color (Cascade paper 2). */
static gboolean
check_class (const DlCountersReader *reader, const DlCascadeCount *count, GError **error)
{
  const DlRouterAt *a = &count->from, *b = &count->to;
  const gboolean group = a->group == b->group, chassis = a->chassis == b->chassis,
                 blade = a->blade == b->blade;

  if (count->class == DL_LINK_GREEN && !(group && chassis && !blade))
    dl_counters_fail (reader, error, DL_COUNTERS_ERROR_OUTSIDE,
                      _ ("a green link does not join these two routers (expected the same group "
                         "and row, different columns)"));
  else if (count->class == DL_LINK_BLACK && !(group && !chassis && blade))
    dl_counters_fail (reader, error, DL_COUNTERS_ERROR_OUTSIDE,
                      _ ("a black link does not join these two routers (expected the same group "
                         "and column, different rows)"));
  else if (count->class == DL_LINK_BLUE && group)
    dl_counters_fail (reader, error, DL_COUNTERS_ERROR_OUTSIDE,
                      _ ("a blue link does not join two routers of the same group (expected "
                         "different groups)"));
  else
    return TRUE;
  return FALSE;
}

/* One of the counts, or of its virtual channels; those without a column stay 0. */
static gboolean
read_count (const Links *links, guint column, guint64 *value, GError **error)
{
  return links->at[column] < 0
         || dl_counters_uint (links->reader, link_columns[column].name, links->at[column],
                              DL_COUNTERS_MAX, value, error);
}

static gboolean
read_counts (Links *links, guint total_column, guint vc_column, gboolean has_vcs, guint64 *count,
             guint64 vcs[DL_ARIES_VCS], guint64 *total, GError **error)
{
  DlCountersReader *reader = links->reader;
  const char *name = link_columns[total_column].name;
  guint64 sum = 0;

  if (!read_count (links, total_column, count, error))
    return FALSE;
  for (guint vc = 0; has_vcs && vc < DL_ARIES_VCS; vc++)
    if (!read_count (links, vc_column + vc, &vcs[vc], error)
        || !dl_counters_add (reader, link_columns[vc_column + vc].name, vcs[vc], &sum, error))
      return FALSE;
  if (links->at[total_column] < 0)
    *count = sum;
  else if (has_vcs && sum != *count)
    dl_counters_note (reader->counters, reader->lines.number,
                      /* Translators: flits or stalls */
                      _ ("%s is %lu, but the virtual channels add up to %lu"), name,
                      (gulong) *count, (gulong) sum);
  /* Counts of virtual channels need not add up to it. */
  return dl_counters_add (reader, name, MAX (*count, sum), total, error);
}

static gboolean
read_link (Links *links, GError **error)
{
  DlCountersReader *reader = links->reader;
  const DlCascadeCounters *counters = reader->counters->data;
  DlCascadeCount count = { .line = reader->lines.number };

  if (!dl_counters_begin_row (reader, error)
      || !read_router (reader, link_columns, links->at, LINK_FROM, &count.from, error)
      || !read_router (reader, link_columns, links->at, LINK_TO, &count.to, error)
      || !read_class (reader, links->at[LINK_COLOR], &count.class, error)
      || !check_class (reader, &count, error)
      || !read_counts (links, LINK_FLITS, LINK_VC_FLITS, counters->has_vc_flits, &count.flits,
                       count.vc_flits, &links->flits, error)
      || !read_counts (links, LINK_STALLS, LINK_VC_STALLS, counters->has_vc_stalls, &count.stalls,
                       count.vc_stalls, &links->stalls, error))
    return FALSE;
  g_array_append_val (counters->links, count);
  return TRUE;
}

static gint
compare_ends (const DlCascadeCount *x, const DlCascadeCount *y)
{
  if (ROUTER (x->from) != ROUTER (y->from))
    return ROUTER (x->from) < ROUTER (y->from) ? -1 : 1;
  return ROUTER (x->to) < ROUTER (y->to) ? -1 : ROUTER (x->to) > ROUTER (y->to);
}

static gint
compare_links (gconstpointer a, gconstpointer b)
{
  const DlCascadeCount *x = a, *y = b;
  const gint ends = compare_ends (x, y);

  return ends != 0 ? ends : x->line < y->line ? -1 : x->line > y->line;
}

/* Between two routers, of each class. */
static const guint most_parallel[DL_N_LINK_CLASSES] = { 1, DL_CASCADE_BLACK, DL_CASCADE_BLUE };

static gboolean
number_parallel (DlCountersReader *reader, GError **error)
{
  GArray *all = dl_cascade_counters (reader->counters)->links;

  g_array_sort (all, compare_links);
  for (guint i = 1; i < all->len; i++)
    {
      DlCascadeCount *count = &g_array_index (all, DlCascadeCount, i);

      if (compare_ends (count - 1, count) != 0)
        continue;
      count->parallel = count[-1].parallel + 1;
      if (count->parallel < most_parallel[count->class])
        continue;
      reader->lines.number = count->line;
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_TWICE,
                        /* Translators: green, black or blue */
                        _ ("too many %s links between the same routers (at most %u)"),
                        dl_link_class_title (count->class), most_parallel[count->class]);
      return FALSE;
    }
  return TRUE;
}

static gboolean
has_all (const gint *at, guint first)
{
  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    if (at[first + vc] < 0)
      return FALSE;
  return TRUE;
}

static gboolean
read_links (DlCountersReader *reader, GError **error)
{
  DlCascadeCounters *counters = new_data (reader);
  Links links = { .reader = reader };

  split (reader);
  if (!dl_counters_find_columns (reader, link_columns, N_LINK_COLUMNS, links.at, error))
    return FALSE;
  counters->has_vc_flits = has_all (links.at, LINK_VC_FLITS);
  counters->has_vc_stalls = has_all (links.at, LINK_VC_STALLS);
  counters->has_stalls = links.at[LINK_STALLS] >= 0 || counters->has_vc_stalls;
  if (links.at[LINK_FLITS] < 0 && !counters->has_vc_flits)
    {
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_FORMAT,
                        _ ("column “flits” is missing (expected flits, or flits_vc_0 to "
                           "flits_vc_7)"));
      return FALSE;
    }
  while (dl_counters_next (reader))
    {
      split (reader);
      if (!read_link (&links, error))
        return FALSE;
    }
  return number_parallel (reader, error) && list_groups (reader, error);
}

static guint
count_one_sided (const DlCounters *counters)
{
  const GArray *all = dl_cascade_counters (counters)->links;
  guint n = 0;

  for (guint i = 0; i < all->len; i++)
    {
      const DlCascadeCount *count = &g_array_index (all, DlCascadeCount, i);
      guint low = 0, high = all->len;

      /* The first that is not before the same link the other way. */
      while (low < high)
        {
          const guint middle = (low + high) / 2;
          const DlCascadeCount *other = &g_array_index (all, DlCascadeCount, middle);
          const DlCascadeCount back = { .from = count->to, .to = count->from };
          const gint order = compare_ends (other, &back);

          if (order < 0 || (order == 0 && other->parallel < count->parallel))
            low = middle + 1;
          else
            high = middle;
        }
      if (low == all->len)
        n++;
      else
        {
          const DlCascadeCount *other = &g_array_index (all, DlCascadeCount, low);
          n += ROUTER (other->from) != ROUTER (count->to)
               || ROUTER (other->to) != ROUTER (count->from) || other->parallel != count->parallel;
        }
    }
  return n;
}

/* Jobs ----------------------------------------------------------------------------------------- */

static gboolean
read_job (DlCountersReader *reader, const gint *at, GError **error)
{
  DlJobNode node = { .line = reader->lines.number };
  guint64 number;

  if (!dl_counters_begin_row (reader, error)
      || !read_router (reader, job_columns, at, JOB_ROUTER, &node.router, error)
      || !dl_counters_uint (reader, job_columns[JOB_NODE].name, at[JOB_NODE], DL_CASCADE_NODES - 1,
                            &number, error)
      || !dl_counters_uint (reader, job_columns[JOB_JOB].name, at[JOB_JOB], DL_COUNTERS_MAX,
                            &node.job, error))
    return FALSE;
  node.node = number;
  g_array_append_val (dl_cascade_counters (reader->counters)->jobs, node);
  return TRUE;
}

static gint
compare_nodes (gconstpointer a, gconstpointer b)
{
  const DlJobNode *x = a, *y = b;

  if (ROUTER (x->router) != ROUTER (y->router))
    return ROUTER (x->router) < ROUTER (y->router) ? -1 : 1;
  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static gboolean
check_nodes (DlCountersReader *reader, GError **error)
{
  GArray *all = dl_cascade_counters (reader->counters)->jobs;

  g_array_sort (all, compare_nodes);
  for (guint i = 1; i < all->len; i++)
    {
      const DlJobNode *node = &g_array_index (all, DlJobNode, i), *before = node - 1;

      if (ROUTER (before->router) != ROUTER (node->router) || before->node != node->node)
        continue;
      reader->lines.number = node->line;
      dl_counters_fail (reader, error, DL_COUNTERS_ERROR_TWICE,
                        _ ("this node already has a job on line %u (use one line per node)"),
                        before->line);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_jobs (DlCountersReader *reader, GError **error)
{
  gint at[N_JOB_COLUMNS];

  new_data (reader);
  split (reader);
  if (!dl_counters_find_columns (reader, job_columns, N_JOB_COLUMNS, at, error))
    return FALSE;
  while (dl_counters_next (reader))
    {
      split (reader);
      if (!read_job (reader, at, error))
        return FALSE;
    }
  return check_nodes (reader, error) && list_groups (reader, error);
}

/* Kinds ---------------------------------------------------------------------------------------- */

static gboolean
has_column (const DlCountersReader *reader, const char *name)
{
  for (guint i = 0; i < reader->n_fields; i++)
    if (g_ascii_strcasecmp (reader->field[i], name) == 0)
      return TRUE;
  return FALSE;
}

/* One of @columns that are needed may go by another name. */
static gboolean
has_needed (const DlCountersReader *reader, const DlCountersColumn *columns, guint n)
{
  for (guint i = 0; i < n; i++)
    if (columns[i].needed && !has_column (reader, columns[i].name)
        && (columns[i].other == NULL || !has_column (reader, columns[i].other)))
      return FALSE;
  return TRUE;
}

static gboolean
probe (DlCountersReader *reader, const DlCountersColumn *columns, guint n)
{
  split (reader);
  return reader->n_fields <= DL_COUNTERS_MAX_COLUMNS && has_needed (reader, columns, n);
}

static gboolean
probe_links (DlCountersReader *reader)
{
  return probe (reader, link_columns, N_LINK_COLUMNS);
}

static gboolean
probe_jobs (DlCountersReader *reader)
{
  return probe (reader, job_columns, N_JOB_COLUMNS);
}

/* Does the first line name this column? */
static gboolean
names (const DlCountersReader *reader, const char *column)
{
  g_autofree char *line = g_strdup (reader->line->str);
  g_autofree char **fields = g_new (char *, DL_COUNTERS_MAX_COLUMNS + 1);
  const guint n = dl_text_split_commas (line, fields, DL_COUNTERS_MAX_COLUMNS + 1);

  for (guint i = 0; i < n; i++)
    if (g_ascii_strcasecmp (fields[i], column) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
begins_links (DlCountersReader *reader)
{
  return names (reader, "sg");
}

static gboolean
begins_jobs (DlCountersReader *reader)
{
  return names (reader, "jobid") || names (reader, "job");
}

/* Words ---------------------------------------------------------------------------------------- */

static char *
say_links (const DlCounters *counters)
{
  const DlCascadeCounters *own = counters->data;
  guint64 flits = 0, stalls = 0; /* of all rows, whatever the machine */
  g_autofree char *links
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'u link of a Cascade.",
                                      "%'u links of a Cascade.", own->links->len),
                         own->links->len);
  g_autofree char *ratio = NULL;

  for (guint i = 0; i < own->links->len; i++)
    {
      flits += g_array_index (own->links, DlCascadeCount, i).flits;
      stalls += g_array_index (own->links, DlCascadeCount, i).stalls;
    }
  if (!own->has_stalls || flits == 0)
    return g_steal_pointer (&links);
  ratio = g_strdup_printf (_ ("%.2f stalls/flit."), (double) stalls / flits);
  return g_strconcat (links, " ", ratio, NULL);
}

static char *
say_jobs (const DlCounters *counters)
{
  g_autoptr (GPtrArray) sums = dl_job_sums_new (counters);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s: %'u job on %'u nodes.",
                                       "%s: %'u jobs on %'u nodes.", sums->len),
                          counters->file_name, sums->len,
                          dl_cascade_counters (counters)->jobs->len);
}

/* Edison's, whose groups are numbered up to 15 with one left out; larger ones as they are named. */
static DlScenario *
new_scenario (const DlCounters *counters)
{
  const GArray *names = dl_cascade_counters (counters)->groups;
  g_autoptr (DlScenario) scenario = dl_preset_load ("edison", NULL);
  g_autoptr (GPtrArray) edits = dl_edits_new ();
  const guint most = g_array_index (names, guint16, names->len - 1);
  g_autofree char *groups = g_strdup_printf ("%u", MIN (most + 1, DL_DRAGONFLY_MAX_GROUPS));
  g_autofree char *name = g_strdup_printf (_ ("Cascade of %s groups"), groups);

  if (most <= dl_dragonfly_options (scenario)->spec.groups)
    return g_steal_pointer (&scenario);
  dl_edits_add (edits, DL_EDIT_SET, "scenario.name", name);
  dl_edits_add (edits, DL_EDIT_SET, "dragonfly.groups", groups);
  dl_edits_add (edits, DL_EDIT_SET, "dragonfly.cables-per-pair", "1");
  return dl_scenario_apply (scenario, edits, NULL, NULL, NULL) ? g_steal_pointer (&scenario) : NULL;
}

static const char *
class_name (guint class)
{
  return dl_link_class_name ((DlLinkClass) class);
}

static const char *
class_title (guint class)
{
  return dl_link_class_title ((DlLinkClass) class);
}

const DlCountersKind dl_counters_kind_cascade = {
  .begins = begins_links,
  .probe = probe_links,
  .read = read_links,
  .one_sided = count_one_sided,
  .free_data = free_data,
  .say = say_links,
  .probe_machine = dl_cabling_probe,
  .foreign = N_ ("%s: counters of a dragonfly; the scenario is not one."),
  .measure = dl_cascade_measure,
  .part_name = class_name,
  .part_title = class_title,
  .scenario = new_scenario,
  .link_jobs = dl_cascade_link_jobs,
};

const DlCountersKind dl_counters_kind_jobs = {
  .begins = begins_jobs,
  .probe = probe_jobs,
  .read = read_jobs,
  .free_data = free_data,
  .say = say_jobs,
  .probe_machine = dl_cabling_probe,
  .scenario = new_scenario,
  .jobs = dl_cascade_place_jobs,
};
