#include "dl-jobs.h"

#include "dl-output.h"
#include "dl-rng.h"
#include "dl-text-lines.h"

#include <glib/gi18n-lib.h>

#include <string.h>

/* Between items, beside the ends of lines. */
#define DL_JOBS_SEPARATORS " \t\r;"

/* Says that there is no job, where an empty text would be one of all nodes. */
#define NO_JOBS "# no jobs\n"

static void
jobs_free (gpointer data)
{
  DlJobs *jobs = data;

  for (guint i = 0; i < jobs->n_jobs; i++)
    g_free (jobs->jobs[i].name);
  g_free (jobs->jobs);
  g_free (jobs->job);
  g_free (jobs);
}

DlJobs *
dl_jobs_new_take (GPtrArray *names, guint32 *job, guint n_nodes)
{
  DlJobs *jobs = g_new0 (DlJobs, 1);
  g_autofree guint *count = g_new0 (guint, names->len + 1);
  g_autofree guint32 *to = g_new (guint32, names->len + 1);

  dl_shared_init (&jobs->shared, jobs_free);
  jobs->n_nodes = n_nodes;
  jobs->job = job;
  jobs->jobs = g_new0 (DlJobEntry, names->len + 1);
  for (guint node = 0; node < n_nodes; node++)
    if (job[node] != DL_NO_SET)
      count[job[node]]++;
  for (guint i = 0; i < names->len; i++)
    {
      to[i] = jobs->n_jobs;
      if (count[i] > 0)
        jobs->jobs[jobs->n_jobs++] = (DlJobEntry) { g_strdup (names->pdata[i]), count[i] };
    }
  for (guint node = 0; node < n_nodes; node++)
    if (job[node] != DL_NO_SET)
      job[node] = to[job[node]];
  g_ptr_array_unref (names);
  return jobs;
}

guint32
dl_jobs_find (const DlJobs *jobs, const char *name)
{
  for (guint i = 0; i < jobs->n_jobs; i++)
    if (strcmp (jobs->jobs[i].name, name) == 0)
      return i;
  return DL_NO_SET;
}

char *
dl_jobs_new_name (const DlJobs *jobs)
{
  for (guint i = jobs->n_jobs + 1;; i++)
    {
      g_autofree char *name = g_strdup_printf ("job-%u", i);

      if (dl_jobs_find (jobs, name) == DL_NO_SET)
        return g_steal_pointer (&name);
    }
}

/* The nodes of each group, rising: those of group g are (*node)[(*first)[g]] up to first[g + 1].
 * Free both with g_free. */
static void
list_groups (const DlSites *sites, guint32 **first, guint32 **node)
{
  g_autofree guint32 *next = NULL;

  *first = g_new0 (guint32, sites->n_groups + 1);
  *node = g_new (guint32, sites->n_nodes);
  for (guint i = 0; sites->n_groups > 0 && i < sites->n_nodes; i++)
    if (sites->group (sites->network, i) != DL_NO_GROUP)
      (*first)[sites->group (sites->network, i) + 1]++;
  for (guint group = 0; group < sites->n_groups; group++)
    (*first)[group + 1] += (*first)[group];
  next = g_memdup2 (*first, (sites->n_groups + 1) * sizeof **first);
  for (guint i = 0; sites->n_groups > 0 && i < sites->n_nodes; i++)
    if (sites->group (sites->network, i) != DL_NO_GROUP)
      (*node)[next[sites->group (sites->network, i)]++] = i;
}

guint *
dl_jobs_count_groups (const DlJobs *jobs, const DlSites *sites)
{
  guint *n_groups = g_new0 (guint, jobs->n_jobs + 1);
  g_autofree guint *last = g_new (guint, jobs->n_jobs + 1);
  g_autofree guint32 *first = NULL, *node = NULL;

  g_assert (jobs->n_nodes == sites->n_nodes);
  list_groups (sites, &first, &node);
  for (guint i = 0; i < jobs->n_jobs; i++)
    last[i] = G_MAXUINT;
  for (guint group = 0; group < sites->n_groups; group++)
    for (guint i = first[group]; i < first[group + 1]; i++)
      {
        const guint32 job = jobs->job[node[i]];

        if (job != DL_NO_SET && last[job] != group)
          {
            last[job] = group;
            n_groups[job]++;
          }
      }
  return n_groups;
}

/* Nodes of each job as "@0-3,7,9-10". */
static void
append_range (GString *text, guint first, guint last, gboolean is_first)
{
  g_string_append_c (text, is_first ? '@' : ',');
  g_string_append_printf (text, first == last ? "%u" : "%u-%u", first, last);
}

char *
dl_jobs_to_text (const DlJobs *jobs)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  GString *text = g_string_new (jobs->n_jobs == 0 ? NO_JOBS : NULL);

  for (guint i = 0; i < jobs->n_jobs; i++)
    g_ptr_array_add (items, g_string_new (NULL));
  for (guint first = 0, last; first < jobs->n_nodes; first = last + 1)
    {
      GString *item;

      for (last = first; last + 1 < jobs->n_nodes && jobs->job[last + 1] == jobs->job[first];)
        last++;
      if (jobs->job[first] == DL_NO_SET)
        continue;
      item = items->pdata[jobs->job[first]];
      append_range (item, first, last, item->len == 0);
    }
  for (guint i = 0; i < jobs->n_jobs; i++)
    {
      GString *item = items->pdata[i];

      g_string_append_printf (text, "%s%s\n", jobs->jobs[i].name, item->str);
      g_string_free (item, TRUE);
    }
  return g_string_free (text, FALSE);
}

static GPtrArray *
copy_names (const DlJobs *jobs)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < jobs->n_jobs; i++)
    g_ptr_array_add (names, g_strdup (jobs->jobs[i].name));
  return names;
}

DlJobs *
dl_jobs_painted (const DlJobs *jobs, const guint32 *nodes, guint n, guint32 job, const char *name)
{
  GPtrArray *names = copy_names (jobs);
  guint32 *painted = g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job);

  g_assert (n > 0);
  g_assert (job == DL_NO_SET || job <= jobs->n_jobs);
  if (job == jobs->n_jobs)
    {
      g_assert (dl_jobs_find (jobs, name) == DL_NO_SET);
      g_ptr_array_add (names, g_strdup (name));
    }
  for (guint i = 0; i < n; i++)
    {
      g_assert (nodes[i] < jobs->n_nodes);
      painted[nodes[i]] = job;
    }
  return dl_jobs_new_take (names, painted, jobs->n_nodes);
}

DlJobs *
dl_jobs_without (const DlJobs *jobs, guint32 job)
{
  guint32 *left = g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job);

  g_assert (job < jobs->n_jobs);
  for (guint node = 0; node < jobs->n_nodes; node++)
    if (left[node] == job)
      left[node] = DL_NO_SET;
  return dl_jobs_new_take (copy_names (jobs), left, jobs->n_nodes);
}

DlDemand *
dl_jobs_demand (const DlJobs *jobs, const DlSites *sites)
{
  guint32 *set = g_memdup2 (jobs->job, jobs->n_nodes * sizeof *jobs->job);

  g_assert (jobs->n_nodes == sites->n_nodes);
  for (guint node = 0; node < jobs->n_nodes; node++)
    if (!sites->is_up (sites->network, node))
      set[node] = DL_NO_SET;
  return dl_demand_new_sets (set, jobs->n_nodes, jobs->n_jobs, 1);
}

/* Reading jobs: items of four kinds. */

#define EVERY_NODE_JOB "all"

G_DEFINE_QUARK (dl - jobs - error - quark, dl_jobs_error)

typedef struct
{
  const DlSites *sites;
  guint64 seed;
  DlTextLines lines;
  const char *file_name; /* nullable */
  GPtrArray *names;
  GHashTable *taken; /* names */
  guint32 *job;      /* (n_nodes) */
  guint n_free;      /* working nodes without a job */
  guint n_groups;    /* with nodes */
  guint32 *first;    /* (sites->n_groups + 1) where each group's nodes begin in @node */
  guint32 *node;     /* (n_nodes) by group */
  /* Nothing is free before these, of all nodes and, as places in @node, of each group's. */
  guint next_free;
  guint *group_next; /* (sites->n_groups) */
  guint *group_free; /* (sites->n_groups) */
  guint *group_used; /* (sites->n_groups) nodes with a job */
} Reader;

static gboolean
fail_text (const Reader *reader, GError **error, DlJobsError code, const char *message)
{
  if (reader->file_name != NULL)
    dl_text_lines_error (&reader->lines, error, DL_JOBS_ERROR, code, "%s", message);
  else
    g_set_error_literal (error, DL_JOBS_ERROR, code, message);
  return FALSE;
}

/* @format: translatable, most often one of the sites' words, which says its arguments. */
static gboolean
fail (const Reader *reader, GError **error, DlJobsError code, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (_ (format), args);
  va_end (args);
  return fail_text (reader, error, code, message);
}

static gboolean
fail_syntax (const Reader *reader, const char *item, GError **error)
{
  g_autofree char *excerpt = dl_text_excerpt (item);

  return fail (reader, error, DL_JOBS_ERROR_SYNTAX, reader->sites->words->syntax, excerpt);
}

static guint32
group_of (const Reader *reader, guint node)
{
  const DlSites *sites = reader->sites;

  return sites->n_groups > 0 ? sites->group (sites->network, node) : DL_NO_GROUP;
}

static gboolean
is_up (const Reader *reader, guint node)
{
  return reader->sites->is_up (reader->sites->network, node);
}

static gboolean
is_free (const Reader *reader, guint node)
{
  return reader->job[node] == DL_NO_SET && is_up (reader, node);
}

/* Gives @node, which has no job, to the last one. */
static void
give (Reader *reader, guint node)
{
  const guint32 group = group_of (reader, node);
  const guint free = is_up (reader, node) ? 1 : 0;

  reader->n_free -= free;
  if (group != DL_NO_GROUP)
    {
      reader->group_free[group] -= free;
      reader->group_used[group]++;
    }
  reader->job[node] = reader->names->len - 1;
}

static gboolean
begin_job (Reader *reader, const char *name, GError **error)
{
  char *copy = dl_text_printable (name, -1, FALSE);

  if (g_hash_table_contains (reader->taken, copy))
    {
      g_autofree char *excerpt = dl_text_excerpt (copy);

      g_free (copy);

      return fail (reader, error, DL_JOBS_ERROR_TWICE,
                   N_ ("two jobs are called “%s” (give each job its own name)"), excerpt);
    }
  g_ptr_array_add (reader->names, copy);
  g_hash_table_add (reader->taken, copy);
  return TRUE;
}

/* By rule */

/* The next @n free nodes at or after *@next, in the order of @order (NULL: their own). */
static void
give_next (Reader *reader, guint n, guint *next, const guint32 *order)
{
  for (; n > 0; (*next)++)
    {
      const guint node = order != NULL ? order[*next] : *next;

      if (is_free (reader, node))
        {
          give (reader, node);
          n--;
        }
    }
}

static void
give_random (Reader *reader, guint n)
{
  const guint64 key = dl_random_order_key (reader->seed, reader->names->len - 1);

  for (guint i = 0; n > 0; i++)
    {
      const guint node = dl_random_order_at (reader->sites->n_nodes, key, i);

      if (is_free (reader, node))
        {
          give (reader, node);
          n--;
        }
    }
}

/* The least used first. */
static gint
compare_used (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint *x = a, *y = b;
  const Reader *reader = data;

  if (reader->group_used[*x] != reader->group_used[*y])
    return reader->group_used[*x] < reader->group_used[*y] ? -1 : 1;
  return *x < *y ? -1 : 1;
}

/* Groups with fewest free nodes first. */
static gint
compare_free (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint *x = a, *y = b;
  const Reader *reader = data;

  if (reader->group_free[*x] != reader->group_free[*y])
    return reader->group_free[*x] < reader->group_free[*y] ? -1 : 1;
  return *x < *y ? -1 : 1;
}

/* The @n groups for a job of @n_nodes: the least used ones that have room for an even share; where
 * there are not as many of those, the ones with most room. By free nodes, fewest first. Free with
 * g_free. */
static guint *
choose_groups (Reader *reader, guint n_nodes, guint n)
{
  const guint n_groups = reader->sites->n_groups;
  const guint share = (n_nodes + n - 1) / n;
  guint *group = g_new (guint, n_groups);
  guint n_room = 0;

  for (guint i = 0; i < n_groups; i++)
    if (reader->group_free[i] >= share)
      group[n_room++] = i;
  if (n_room >= n)
    g_qsort_with_data (group, n_room, sizeof *group, compare_used, reader);
  else
    {
      for (guint i = 0; i < n_groups; i++)
        group[i] = i;
      g_qsort_with_data (group, n_groups, sizeof *group, compare_free, reader);
      memmove (group, group + n_groups - n, n * sizeof *group);
    }
  g_qsort_with_data (group, n, sizeof *group, compare_free, reader);
  return group;
}

static gboolean
give_spread (Reader *reader, guint n_nodes, guint n, GError **error)
{
  g_autofree guint *group = choose_groups (reader, n_nodes, n);
  guint room = 0;

  for (guint i = 0; i < n; i++)
    room += reader->group_free[group[i]];
  if (room < n_nodes)
    return fail (reader, error, DL_JOBS_ERROR_COUNT, reader->sites->words->few_in_groups, n_nodes,
                 n, room);
  /* Groups that are too small for their share come first, and leave the rest to the others. */
  for (guint i = 0; i < n; i++)
    {
      const guint share = MIN (n_nodes / (n - i), reader->group_free[group[i]]);

      give_next (reader, share, &reader->group_next[group[i]], reader->node);
      n_nodes -= share;
    }
  return TRUE;
}

/* JOB:NODES:WHERE, cut at its colons. */
static gboolean
read_rule (Reader *reader, const char *item, char **part, GError **error)
{
  const guint n_groups = reader->n_groups;
  const DlSiteWords *words = reader->sites->words;
  guint64 n, over = 0;
  const gboolean linear = strcmp (part[2], "linear") == 0;
  const gboolean random = strcmp (part[2], "random") == 0;

  if (!dl_text_to_uint (part[1], G_MAXUINT32, &n) || n == 0
      || !(linear || random || (dl_text_to_uint (part[2], G_MAXUINT32, &over) && over > 0)))
    return fail_syntax (reader, item, error);
  if (n > reader->n_free)
    return fail (reader, error, DL_JOBS_ERROR_COUNT, words->few_nodes, part[0], (gulong) n,
                 reader->n_free);
  if (over > n_groups)
    return fail (reader, error, DL_JOBS_ERROR_COUNT, words->few_groups, part[0], (gulong) over,
                 n_groups);
  if (over > n)
    return fail (reader, error, DL_JOBS_ERROR_COUNT, words->many_groups, part[0], (gulong) over,
                 (gulong) n);
  if (!begin_job (reader, part[0], error))
    return FALSE;
  if (linear)
    give_next (reader, n, &reader->next_free, NULL);
  else if (random)
    give_random (reader, n);
  else
    return give_spread (reader, n, over, error);
  return TRUE;
}

/* By name */

static gboolean
give_named (Reader *reader, guint node, GError **error)
{
  g_autofree char *name = NULL;

  if (reader->job[node] == DL_NO_SET)
    {
      give (reader, node);
      return TRUE;
    }
  name = reader->sites->name (reader->sites->network, node);
  return fail (reader, error, DL_JOBS_ERROR_TWICE, reader->sites->words->taken, node, name,
               (char *) reader->names->pdata[reader->job[node]]);
}

/* Up to the first of @ends, or the end of @text. */
static gsize
length_to (const DlSites *sites, const char *text, const char *ends)
{
  gsize n = 0;

  while (text[n] != '\0' && strchr (ends, text[n]) == NULL)
    n += sites->free_names && text[n] == '\\' && text[n + 1] != '\0' ? 2 : 1;
  return n;
}

/* N or N-N, which a name is not. */
static gboolean
is_range (const char *text)
{
  const gsize first = strspn (text, G_CSET_DIGITS);
  const char *rest = text + first;

  if (first > 0 && *rest == '-')
    rest += 1 + strspn (rest + 1, G_CSET_DIGITS);
  return first > 0 && *rest == '\0';
}

/* FIRST-LAST or NODE. */
static gboolean
read_range (Reader *reader, const char *item, char *range, GError **error)
{
  const guint n_nodes = reader->sites->n_nodes;
  char *dash = strchr (range, '-');
  guint64 first, last;

  if (dash != NULL)
    *dash = '\0';
  if (!dl_text_to_uint (range, G_MAXUINT32, &first)
      || !dl_text_to_uint (dash != NULL ? dash + 1 : range, G_MAXUINT32, &last) || last < first)
    return fail_syntax (reader, item, error);
  if (last >= n_nodes)
    return fail (reader, error, DL_JOBS_ERROR_OUTSIDE, reader->sites->words->outside, (gulong) last,
                 n_nodes - 1);
  for (guint node = first; node <= last; node++)
    if (!give_named (reader, node, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_named (Reader *reader, const char *name, GError **error)
{
  const DlSites *sites = reader->sites;
  g_autoptr (GError) why = NULL;
  guint node;

  return sites->parse (sites->network, name, &node, &why)
             ? give_named (reader, node, error)
             : fail_text (reader, error, DL_JOBS_ERROR_OUTSIDE, why->message);
}

/* JOB@NODES, cut there. */
static gboolean
read_nodes (Reader *reader, const char *item, const char *name, const char *nodes, GError **error)
{
  gboolean more;

  if (*nodes == '\0')
    return fail_syntax (reader, item, error);
  if (!begin_job (reader, name, error))
    return FALSE;
  do
    {
      const gsize length = length_to (reader->sites, nodes, ",");
      g_autofree char *range = g_strndup (nodes, length);
      const gboolean is_name = reader->sites->free_names && length > 0 && !is_range (range);

      if (!(is_name ? read_named (reader, range, error) : read_range (reader, item, range, error)))
        return FALSE;
      more = nodes[length] == ',';
      nodes += length + 1;
    }
  while (more);
  return TRUE;
}

static gboolean
is_name (const Reader *reader, const char *text)
{
  return *text != '\0' && *text != '#'
         && strpbrk (text, reader->sites->free_names ? ":@,\\" : ":@,") == NULL
         && g_utf8_validate (text, -1, NULL);
}

static gboolean
read_item (Reader *reader, const char *item, GError **error)
{
  const char *at = strchr (item, '@');
  g_auto (GStrv) part = NULL;

  if (at != NULL)
    {
      g_autofree char *name = g_strndup (item, at - item);

      return is_name (reader, name) ? read_nodes (reader, item, name, at + 1, error)
                                    : fail_syntax (reader, item, error);
    }
  part = g_strsplit (item, ":", 4);
  return g_strv_length (part) == 3 && is_name (reader, part[0])
             ? read_rule (reader, item, part, error)
             : fail_syntax (reader, item, error);
}

static gboolean
read_line (Reader *reader, char *line, GError **error)
{
  while (*line != '\0')
    {
      const gsize length = length_to (reader->sites, line, DL_JOBS_SEPARATORS);
      const gboolean is_last = line[length] == '\0';

      line[length] = '\0';
      if (length > 0 && !read_item (reader, line, error))
        return FALSE;
      if (is_last)
        break;
      line += length + 1;
    }
  return TRUE;
}

/* All */

static void
reader_init (Reader *reader, const DlSites *sites, const char *text, guint64 seed,
             const char *file_name)
{
  *reader = (Reader) {
    .sites = sites,
    .seed = seed,
    .file_name = file_name,
    .names = g_ptr_array_new_with_free_func (g_free),
    .taken = g_hash_table_new (g_str_hash, g_str_equal),
    .job = g_new (guint32, sites->n_nodes),
    .group_next = g_new (guint, sites->n_groups),
    .group_free = g_new0 (guint, sites->n_groups),
    .group_used = g_new0 (guint, sites->n_groups),
  };
  dl_text_lines_init (&reader->lines, text, -1, file_name);
  list_groups (sites, &reader->first, &reader->node);
  for (guint group = 0; group < sites->n_groups; group++)
    {
      reader->group_next[group] = reader->first[group];
      reader->n_groups += reader->first[group] < reader->first[group + 1];
    }
  for (guint node = 0; node < sites->n_nodes; node++)
    {
      reader->job[node] = DL_NO_SET;
      if (!is_up (reader, node))
        continue;
      reader->n_free++;
      if (group_of (reader, node) != DL_NO_GROUP)
        reader->group_free[group_of (reader, node)]++;
    }
}

static void
reader_clear (Reader *reader)
{
  g_hash_table_unref (reader->taken);
  g_clear_pointer (&reader->names, g_ptr_array_unref);
  g_free (reader->job);
  g_free (reader->first);
  g_free (reader->node);
  g_free (reader->group_next);
  g_free (reader->group_free);
  g_free (reader->group_used);
}

static gboolean
read_all (Reader *reader, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);

  while (dl_text_lines_next (&reader->lines, line))
    {
      if (line->str[0] == '#')
        continue;
      if (!read_line (reader, line->str, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_blank (const char *text)
{
  return text[strspn (text, DL_JOBS_SEPARATORS "\n")] == '\0';
}

DlJobs *
dl_jobs_parse (const DlSites *sites, const char *text, guint64 seed, const char *file_name,
               GError **error)
{
  DlJobs *jobs = NULL;
  gboolean done = TRUE;
  Reader reader;

  reader_init (&reader, sites, text, seed, file_name);
  if (is_blank (text))
    {
      begin_job (&reader, EVERY_NODE_JOB, NULL);
      give_next (&reader, reader.n_free, &reader.next_free, NULL);
    }
  else
    done = read_all (&reader, error);
  if (done)
    jobs = dl_jobs_new_take (g_ptr_array_ref (reader.names), g_steal_pointer (&reader.job),
                             sites->n_nodes);
  reader_clear (&reader);
  return jobs;
}

/* Items have one of two signs that neither rules nor names of nodes have, unless jobs are called
 * anything; a text of blanks is one job, and one that only says that there are no jobs has no
 * line. */
gboolean
dl_jobs_are_ranks (const DlSites *sites, const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);
  DlTextLines lines;
  guint node;

  dl_text_lines_init (&lines, text, -1, NULL);
  while (dl_text_lines_next (&lines, line))
    if (line->str[0] != '#' && line->str[strspn (line->str, DL_JOBS_SEPARATORS)] != '\0')
      return (sites->free_names && sites->parse (sites->network, line->str, &node, NULL))
             || line->str[length_to (sites, line->str, ":@")] == '\0';
  return FALSE;
}
