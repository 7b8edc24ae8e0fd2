/* dateline-cli counters of a Cascade, and its jobs. */
#include "cli-dragonfly.h"

#include "cli-scenario.h"
#include "cli-streams.h"
#include "dl-cabling.h"
#include "dl-cascade-sums.h"
#include "dl-dragonfly-name.h"
#include "dl-text-lines.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include <math.h>

/* Messages about what does not fit. */
#define MAX_WARNINGS 10

typedef struct
{
  DlCounters *counters;
  DlCountersCoverage coverage;
  DlDragonfly *machine; /* nullable: whole groups */
  DlScenario *scenario; /* nullable */
  DlMeasured *measured; /* nullable */
  guint top;
} View;

static void
view_clear (View *view)
{
  dl_dragonfly_unref (view->machine);
  dl_scenario_free (view->scenario);
  dl_measured_unref (view->measured);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

static const DlCascadeCounters *
counts_of (const View *view)
{
  return dl_cascade_counters (view->counters);
}

/* Share of requests, or of responses; NAN if virtual channels were not measured; @vc_flits:
 * (DL_ARIES_VCS). */
static double
half (const View *view, const guint64 *vc_flits, gboolean responses)
{
  const guint64 some = dl_vc_half (vc_flits, responses);
  const guint64 all = some + dl_vc_half (vc_flits, !responses);

  return counts_of (view)->has_vc_flits && all > 0 ? (double) some / all : NAN;
}

/* Whether it is known how many links of @class the machine has: whole groups say nothing of blue
 * ones. */
static gboolean
knows_class (const View *view, DlLinkClass class)
{
  return view->machine != NULL || class != DL_LINK_BLUE;
}

/* @groups (guint16) in one line. Free with g_free. */
static char *
join_groups (const GArray *groups, const char *separator)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < groups->len; i++)
    g_string_append_printf (text, "%s%u", i > 0 ? separator : "",
                            g_array_index (groups, guint16, i));
  return g_string_free (text, FALSE);
}

/* Rows of counters ----------------------------------------------------------------------------- */

/* Where a list is written: text, CSV, or JSON, into @builder. */
typedef struct
{
  const View *view;
  GString *out;
  JsonBuilder *builder; /* NULL: not JSON */
  gboolean csv;
} Writer;

/* In JSON the list @name. */
static void
write_rows (const Writer *writer, const char *name, const DlTable *table)
{
  if (writer->builder != NULL)
    cli_json_rows (writer->builder, name, table);
  else
    cli_append_rows (writer->out, table, writer->csv);
}

/* Rows of @n that are asked for. */
static guint
shown (const View *view, guint n)
{
  return MIN (n, view->top);
}

static const DlTableColumn counts[] = {
  { "flits", N_ ("flits"), DL_COLUMN_INTEGER },
  { "stalls", N_ ("stalls"), DL_COLUMN_INTEGER },
  { "stalls_per_flit", N_ ("stalls/flit"), DL_COLUMN_REAL, 3 },
};

static void
cells_of_counts (DlCells *cells, const View *view, guint64 flits, guint64 stalls)
{
  const gboolean has_stalls = counts_of (view)->has_stalls;

  dl_cells_integer (cells, flits);
  dl_cells_integer_if (cells, has_stalls, stalls);
  dl_cells_real (cells, has_stalls ? dl_stalls_per_flit (flits, stalls) : NAN);
}

static const DlTableColumn of_class[] = {
  { "class", "" },
  { "links", N_ ("links"), DL_COLUMN_INTEGER },
  { "machine_links", N_ ("of"), DL_COLUMN_INTEGER },
  { NULL, N_ ("covered, %"), DL_COLUMN_REAL, 1 },
  { "idle_links", N_ ("idle"), DL_COLUMN_INTEGER },
  DL_TABLE_PART (counts),
};

static void
fill_class (DlCells *cells, gconstpointer data, guint class)
{
  const View *view = data;
  const guint links = view->coverage.links[class], all = view->coverage.machine[class];
  DlCascadeSums sums;

  dl_cascade_sums_of_class (view->counters, class, &sums);
  dl_cells_word (cells, dl_link_class_name (class), dl_link_class_title (class));
  dl_cells_integer (cells, links);
  dl_cells_integer_if (cells, knows_class (view, class), all);
  dl_cells_real (cells, all > 0 ? 100. * links / all : NAN);
  dl_cells_integer (cells, sums.idle_links);
  cells_of_counts (cells, view, sums.flits, sums.stalls);
}

static void
fill_vcs (DlCells *cells, gconstpointer data, guint class)
{
  const View *view = data;
  DlCascadeSums sums;
  guint64 all;

  dl_cascade_sums_of_class (view->counters, class, &sums);
  all = dl_vc_half (sums.vc_flits, FALSE) + dl_vc_half (sums.vc_flits, TRUE);
  dl_cells_text (cells, dl_link_class_title (class));
  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    dl_cells_real (cells, all > 0 ? (double) sums.vc_flits[vc] / all : NAN);
  dl_cells_real (cells, half (view, sums.vc_flits, FALSE));
  dl_cells_real (cells, half (view, sums.vc_flits, TRUE));
  dl_cells_real (cells, dl_cascade_balance (sums.vc_flits));
  dl_cells_real (cells, dl_cascade_sums_balance_mean (&sums));
}

static const DlTableColumn of_vcs[] = {
  { NULL, N_ ("share of flits, %") },
  { NULL, "VC%u", DL_COLUMN_REAL, 1, .n = DL_ARIES_VCS, .percent = TRUE },
  { "requests", N_ ("requests"), DL_COLUMN_REAL, 1, .percent = TRUE },
  { "responses", N_ ("responses"), DL_COLUMN_REAL, 1, .percent = TRUE },
  { "vc_balance", N_ ("balance"), DL_COLUMN_REAL, 4 },
  { "vc_balance_mean", N_ ("mean of links"), DL_COLUMN_REAL, 4 },
};

typedef struct
{
  const View *view;
  guint32 *busiest;
} Busiest;

static void
fill_busiest (DlCells *cells, gconstpointer data, guint row)
{
  const Busiest *list = data;
  const View *view = list->view;
  const DlCascadeCount *count
      = &g_array_index (counts_of (view)->links, DlCascadeCount, list->busiest[row]);

  dl_cells_integer (cells, row + 1);
  dl_cells_take_text (cells, dl_router_at_to_string (count->from));
  dl_cells_take_text (cells, dl_router_at_to_string (count->to));
  dl_cells_integer (cells, count->parallel);
  dl_cells_word (cells, dl_link_class_name (count->class), dl_link_class_title (count->class));
  cells_of_counts (cells, view, count->flits, count->stalls);
  dl_cells_real (cells, half (view, count->vc_flits, FALSE));
  dl_cells_real (cells, half (view, count->vc_flits, TRUE));
  dl_cells_real (cells, dl_cascade_balance (count->vc_flits));
}

static void
write_busiest (const Writer *writer)
{
  static const DlTableColumn columns[] = {
    { "rank", "", DL_COLUMN_INTEGER, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
    { "from", N_ ("from") },
    { "to", N_ ("to") },
    { "index", N_ ("link"), DL_COLUMN_INTEGER },
    { "class", N_ ("class") },
    DL_TABLE_PART (counts),
    { "requests", N_ ("requests, %"), DL_COLUMN_REAL, 1, .percent = TRUE },
    { "responses", NULL, DL_COLUMN_REAL, .in = DL_TABLE_CSV },
    { "vc_balance", NULL, DL_COLUMN_REAL },
  };
  g_autofree guint32 *busiest = dl_cascade_busiest (writer->view->counters);
  const Busiest list = { writer->view, busiest };
  const guint n = shown (writer->view, counts_of (writer->view)->links->len);

  write_rows (writer, "busiest", &DL_TABLE (columns, n, fill_busiest, &list));
}

typedef struct
{
  const View *view;
  const GArray *groups; /* DlGroupSums */
} Groups;

static void
fill_group (DlCells *cells, gconstpointer data, guint row)
{
  const Groups *list = data;
  const DlGroupSums *group = &g_array_index (list->groups, DlGroupSums, row);

  dl_cells_integer (cells, group->group);
  dl_cells_integer (cells, group->sums.links);
  cells_of_counts (cells, list->view, group->sums.flits, group->sums.stalls);
}

/* How many there are. */
static guint
write_groups (const Writer *writer)
{
  static const DlTableColumn columns[] = {
    { "group", N_ ("group"), DL_COLUMN_INTEGER },
    { "links", N_ ("links"), DL_COLUMN_INTEGER },
    DL_TABLE_PART (counts),
  };
  g_autoptr (GArray) groups = dl_group_sums_new (writer->view->counters);
  const Groups list = { writer->view, groups };

  write_rows (writer, "busiest_groups",
              &DL_TABLE (columns, shown (writer->view, groups->len), fill_group, &list));
  return groups->len;
}

/* In CSV with blanks between its groups. */
typedef struct
{
  const GPtrArray *jobs; /* DlJobSums */
  gboolean csv;
} Jobs;

static void
fill_job (DlCells *cells, gconstpointer data, guint row)
{
  const Jobs *list = data;
  const DlJobSums *job = g_ptr_array_index (list->jobs, row);

  dl_cells_integer (cells, row + 1);
  dl_cells_integer (cells, job->job);
  dl_cells_integer (cells, job->nodes);
  dl_cells_integer (cells, job->routers);
  dl_cells_integer (cells, job->shared_routers);
  dl_cells_integer (cells, job->groups->len);
  dl_cells_take_text (cells, join_groups (job->groups, list->csv ? " " : ", "));
}

static void
json_groups (JsonBuilder *builder, const char *name, const GArray *groups)
{
  cli_json_begin_array (builder, name);
  for (guint i = 0; i < groups->len; i++)
    json_builder_add_int_value (builder, g_array_index (groups, guint16, i));
  json_builder_end_array (builder);
}

static void
add_groups (JsonBuilder *builder, gconstpointer data, guint row)
{
  const DlJobSums *job = g_ptr_array_index (((const Jobs *) data)->jobs, row);

  json_groups (builder, "groups", job->groups);
}

static void
write_jobs (const Writer *writer, const GPtrArray *jobs)
{
  static const DlTableColumn columns[] = {
    { "rank", "", DL_COLUMN_INTEGER, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
    { "job", N_ ("job"), DL_COLUMN_INTEGER },
    { "nodes", N_ ("nodes"), DL_COLUMN_INTEGER },
    { "routers", N_ ("routers"), DL_COLUMN_INTEGER },
    { "shared_routers", N_ ("of them shared"), DL_COLUMN_INTEGER },
    { NULL, N_ ("groups"), DL_COLUMN_INTEGER },
    { "groups", "", .in = DL_TABLE_CSV | DL_TABLE_TEXT },
  };
  const Jobs list = { jobs, writer->csv };
  const DlTable table = DL_TABLE (columns, shown (writer->view, jobs->len), fill_job, &list);

  if (writer->builder != NULL)
    cli_json_rows_with (writer->builder, "jobs", &table, add_groups);
  else
    cli_append_rows (writer->out, &table, writer->csv);
}

/* Rows beside computed values ------------------------------------------------------------------ */

static double
share_at (const double *shares, guint i)
{
  return shares != NULL ? shares[i] : NAN;
}

static const DlMeasuredPair *
pair_at (const DlMeasured *measured, guint i)
{
  return &g_array_index (measured->pairs, DlMeasuredPair, i);
}

static const DlTableColumn shares_of_part[] = {
  { "class", "" },
  { "links", N_ ("links"), DL_COLUMN_INTEGER },
  { "measured", N_ ("flits, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
  { "stalled", N_ ("stalls, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
  { "analysed", N_ ("analyzed, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
  { "simulated", N_ ("simulated, %"), DL_COLUMN_REAL, 2, .percent = TRUE },
};

static const DlTableColumn vcs_of_part[] = {
  { "vc_share", N_ ("largest VC, %"), DL_COLUMN_REAL, 1, .percent = TRUE },
  { "analysed_vc_share", N_ ("analyzed, %"), DL_COLUMN_REAL, 1, .percent = TRUE },
  { "%u", NULL, DL_COLUMN_REAL, .n = DL_DRAGONFLY_VCS, .list = "analysed_vcs" },
};

static void
fill_shares_of_part (DlCells *cells, gconstpointer data, guint i)
{
  const DlMeasured *measured = data;
  const DlMeasuredPart *part = &measured->parts[i];

  dl_cells_text (cells, dl_measured_part_name (measured, i));
  dl_cells_integer (cells, part->links);
  dl_cells_real (cells, part->measured);
  dl_cells_real (cells, part->stalled);
  dl_cells_real (cells, part->analyzed);
  dl_cells_real (cells, part->simulated);
}

static void
fill_vcs_of_part (DlCells *cells, gconstpointer data, guint i)
{
  const DlMeasuredPart *part = &((const DlMeasured *) data)->parts[i];

  dl_cells_real (cells, part->vc_share);
  dl_cells_real (cells, part->analyzed_vc_share);
  for (guint vc = 0; vc < DL_DRAGONFLY_VCS; vc++)
    dl_cells_real (cells, part->analyzed_vc[vc]);
}

static void
fill_part (DlCells *cells, gconstpointer data, guint i)
{
  fill_shares_of_part (cells, data, i);
  fill_vcs_of_part (cells, data, i);
}

static void
fill_pair (DlCells *cells, gconstpointer data, guint i)
{
  const DlMeasured *measured = data;
  const DlMeasuredPair *pair = pair_at (measured, i);
  const DlDragonfly *dragonfly = measured->shape;

  dl_cells_integer (cells, dragonfly->group_name[pair->a]);
  dl_cells_integer (cells, dragonfly->group_name[pair->b]);
  dl_cells_integer (cells, pair->links);
  dl_cells_integer (cells, pair->machine);
  dl_cells_integer (cells, pair->count);
  dl_cells_integer_if (cells, measured->stalls != NULL, pair->stalls);
  dl_cells_real (cells, pair->measured);
  dl_cells_real (cells, pair->stalled);
  dl_cells_real (cells, pair->analyzed);
  dl_cells_real (cells, pair->simulated);
}

static void
write_pairs (const Writer *writer)
{
  static const DlTableColumn columns[] = {
    { "from", N_ ("from"), DL_COLUMN_INTEGER },
    { "to", N_ ("to"), DL_COLUMN_INTEGER },
    { "links", N_ ("links"), DL_COLUMN_INTEGER },
    { "machine_links", N_ ("of"), DL_COLUMN_INTEGER },
    { "flits", NULL, DL_COLUMN_INTEGER },
    { "stalls", NULL, DL_COLUMN_INTEGER },
    { "measured", N_ ("flits, %"), DL_COLUMN_REAL, 3, .percent = TRUE },
    { "stalled", N_ ("stalls, %"), DL_COLUMN_REAL, 3, .percent = TRUE },
    { "analysed", N_ ("analyzed, %"), DL_COLUMN_REAL, 3, .percent = TRUE },
    { "simulated", N_ ("simulated, %"), DL_COLUMN_REAL, 3, .percent = TRUE },
  };
  const DlMeasured *measured = writer->view->measured;

  write_rows (writer, "group_pairs",
              &DL_TABLE (columns, shown (writer->view, measured->pairs->len), fill_pair, measured));
}

typedef struct
{
  const DlMeasured *measured;
  const guint32 *order;
} Links;

static void
fill_link (DlCells *cells, gconstpointer data, guint row)
{
  const Links *list = data;
  const DlMeasured *measured = list->measured;
  const guint i = list->order[row];

  dl_cells_integer (cells, row + 1);
  cli_dragonfly_cells_at (cells, measured->shape, measured->link[i]);
  dl_cells_show (cells, dl_measured_part_name (measured, measured->part[i]));
  dl_cells_integer (cells, measured->count[i]);
  dl_cells_integer_if (cells, measured->stalls != NULL,
                       measured->stalls != NULL ? measured->stalls[i] : 0);
  dl_cells_real (cells, measured->measured[i]);
  dl_cells_real (cells, share_at (measured->stalled, i));
  dl_cells_real (cells, measured->analyzed[i]);
  dl_cells_real (cells, share_at (measured->simulated, i));
}

/* The busiest, or the most different. */
static void
write_links (const Writer *writer, const char *name, const guint32 *order)
{
  static const DlTableColumn columns[] = {
    { "rank", "", DL_COLUMN_INTEGER, .in = DL_TABLE_CSV | DL_TABLE_TEXT },
    { "link", N_ ("link"), .in = DL_TABLE_JSON | DL_TABLE_TEXT },
    { "from", .in = DL_TABLE_CSV },
    { "to", .in = DL_TABLE_CSV },
    { "index", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
    { "class", N_ ("class") },
    { "flits", N_ ("flits"), DL_COLUMN_INTEGER },
    { "stalls", NULL, DL_COLUMN_INTEGER, .in = DL_TABLE_CSV },
    { "measured", N_ ("flits, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
    { "stalled", N_ ("stalls, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
    { "analysed", N_ ("analyzed, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
    { "simulated", N_ ("simulated, %"), DL_COLUMN_REAL, 4, .percent = TRUE },
  };
  const DlMeasured *measured = writer->view->measured;
  const Links list = { measured, order };

  write_rows (writer, name,
              &DL_TABLE (columns, shown (writer->view, measured->n), fill_link, &list));
}

/* JSON ----------------------------------------------------------------------------------------- */

static void
json_vcs (JsonBuilder *builder, const char *name, gboolean has, const guint64 *vcs)
{
  if (!has)
    {
      cli_json_null (builder, name);
      return;
    }
  cli_json_begin_array (builder, name);
  for (guint vc = 0; vc < DL_ARIES_VCS; vc++)
    json_builder_add_int_value (builder, vcs[vc]);
  json_builder_end_array (builder);
}

static void
json_classes (JsonBuilder *builder, const View *view)
{
  const DlTable counted = DL_TABLE (of_class, DL_N_LINK_CLASSES, fill_class, view);
  const DlTable shared_out = DL_TABLE (of_vcs, DL_N_LINK_CLASSES, fill_vcs, view);

  cli_json_begin_array (builder, "classes");
  for (guint i = 0; i < DL_N_LINK_CLASSES; i++)
    {
      DlCascadeSums sums;

      dl_cascade_sums_of_class (view->counters, i, &sums);
      json_builder_begin_object (builder);
      cli_json_row (builder, &counted, i);
      json_vcs (builder, "vc_flits", counts_of (view)->has_vc_flits, sums.vc_flits);
      json_vcs (builder, "vc_stalls", counts_of (view)->has_vc_stalls, sums.vc_stalls);
      cli_json_row (builder, &shared_out, i);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
json_correlation (JsonBuilder *builder, const DlMeasured *measured, const DlMeasuredCorrelation *it)
{
  cli_json_correlation (builder, "with_analysis", &it->analysis);
  if (measured->simulated != NULL)
    {
      cli_json_correlation (builder, "with_simulation", &it->simulation);
      cli_json_correlation (builder, "stalls_with_simulation", &it->stalls);
      return;
    }
  cli_json_null (builder, "with_simulation");
  cli_json_null (builder, "stalls_with_simulation");
}

static void
json_parts (JsonBuilder *builder, const DlMeasured *measured)
{
  const DlTable shares
      = DL_TABLE (shares_of_part, measured->n_parts, fill_shares_of_part, measured);
  const DlTable vcs = DL_TABLE (vcs_of_part, measured->n_parts, fill_vcs_of_part, measured);

  cli_json_begin_array (builder, "beside");
  for (guint i = 0; i < measured->n_parts; i++)
    {
      json_builder_begin_object (builder);
      cli_json_row (builder, &shares, i);
      json_correlation (builder, measured, &measured->parts[i].correlation);
      cli_json_row (builder, &vcs, i);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
append_beside_json (const Writer *writer)
{
  const View *view = writer->view;

  cli_json_string (writer->builder, "name", view->scenario->name);
  json_correlation (writer->builder, view->measured, &view->measured->correlation);
  json_parts (writer->builder, view->measured);
  write_pairs (writer);
  write_links (writer, "different", view->measured->different);
}

static void
append_jobs_json (const Writer *writer)
{
  const DlCountersCoverage *coverage = &writer->view->coverage;
  g_autoptr (GPtrArray) jobs = dl_job_sums_new (writer->view->counters);

  cli_json_int (writer->builder, "nodes", coverage->nodes);
  cli_json_int (writer->builder, "machine_nodes", coverage->machine_nodes);
  cli_json_int (writer->builder, "n_jobs", jobs->len);
  write_jobs (writer, jobs);
}

static void
append_links_json (const Writer *writer)
{
  const View *view = writer->view;

  cli_json_int (writer->builder, "links", counts_of (view)->links->len);
  cli_json_int (writer->builder, "one_sided_links", dl_counters_one_sided (view->counters));
  json_classes (writer->builder, view);
  write_busiest (writer);
  write_groups (writer);
  if (view->measured != NULL)
    append_beside_json (writer);
}

static void
append_json (GString *out, const View *view)
{
  const DlCounters *counters = view->counters;
  const gboolean is_jobs = counters->kind == &dl_counters_kind_jobs;
  g_autoptr (JsonBuilder) builder = cli_json_new ();
  const Writer writer = { .view = view, .builder = builder };

  cli_json_string (builder, "kind", is_jobs ? "jobs" : dl_family_dragonfly.id);
  cli_json_string (builder, "file", counters->file_name);
  cli_json_bool (builder, "whole_groups", view->machine == NULL);
  json_groups (builder, "groups", counts_of (view)->groups);
  cli_json_int (builder, "outside", view->coverage.n_outside);
  (is_jobs ? append_jobs_json : append_links_json) (&writer);
  json_builder_end_object (builder);
  cli_json_append (out, builder);
}

/* Text ----------------------------------------------------------------------------------------- */

/* Notes on the machine that the numbers belong to. */
static void
text_machine (GString *out, const View *view)
{
  const guint one_sided = dl_counters_one_sided (view->counters);

  if (one_sided > 0)
    g_string_append_printf (out,
                            ngettext ("%u link was measured in one direction only.\n",
                                      "%u links were measured in one direction only.\n", one_sided),
                            one_sided);
  if (view->coverage.n_outside > 0)
    g_string_append_printf (out,
                            ngettext ("%u row does not belong to a link of the machine.\n",
                                      "%u rows do not belong to a link of the machine.\n",
                                      view->coverage.n_outside),
                            view->coverage.n_outside);
  if (view->machine == NULL)
    g_string_append_printf (out, "%s\n",
                            _ ("The machine is assumed to consist of the named groups, each "
                               "complete\n(for the true shape, give its cabling file as the "
                               "second argument)."));
}

static void
text_vcs (GString *out, const View *view)
{
  if (!counts_of (view)->has_vc_flits)
    return;
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("Virtual channels 0 to 3 are for requests, 4 to 7 for responses;\nthe "
                             "balance is |requests - responses| / (requests + responses)."));
  dl_table_append_text (out, &DL_TABLE (of_vcs, DL_N_LINK_CLASSES, fill_vcs, view));
}

static void
append_links_text (const Writer *writer)
{
  const View *view = writer->view;
  GString *out = writer->out;

  g_string_append_printf (out, _ ("%s: %u links of a Cascade with at least %u groups\n"),
                          view->counters->file_name, counts_of (view)->links->len,
                          counts_of (view)->groups->len);
  text_machine (out, view);
  g_string_append_c (out, '\n');
  dl_table_append_text (out, &DL_TABLE (of_class, DL_N_LINK_CLASSES, fill_class, view));
  text_vcs (out, view);
  g_string_append_printf (out, "\n%s\n\n", _ ("The busiest links"));
  write_busiest (writer);
  cli_append_more (out, counts_of (view)->links->len, view->top);
  g_string_append_printf (out, "\n%s\n\n",
                          _ ("The busiest groups, by the outgoing links of their routers"));
  cli_append_more (out, write_groups (writer), view->top);
}

static void
append_jobs_text (const Writer *writer, const GPtrArray *jobs)
{
  const View *view = writer->view;

  g_string_append_printf (writer->out, _ ("%s: %u jobs on %u of %u nodes of a Cascade\n"),
                          view->counters->file_name, jobs->len, view->coverage.nodes,
                          view->coverage.machine_nodes);
  text_machine (writer->out, view);
  g_string_append_c (writer->out, '\n');
  write_jobs (writer, jobs);
  cli_append_more (writer->out, jobs->len, view->top);
}

/* Row 0: all measured links; the others: a class each. */
static void
fill_correlation (DlCells *cells, gconstpointer data, guint row)
{
  const DlMeasured *measured = data;
  const DlMeasuredCorrelation *it
      = row == 0 ? &measured->correlation : &measured->parts[row - 1].correlation;
  const DlCorrelation *const all[] = { &it->analysis, &it->simulation, &it->stalls };

  dl_cells_text (cells, row == 0 ? _ ("all of them") : dl_measured_part_name (measured, row - 1));
  for (guint i = 0; i < (measured->simulated != NULL ? G_N_ELEMENTS (all) : 1); i++)
    {
      dl_cells_real (cells, all[i]->pearson);
      dl_cells_real (cells, all[i]->rank);
    }
}

static void
text_correlation (GString *out, const DlMeasured *measured)
{
  static const DlTableColumn columns[] = {
    { NULL, N_ ("measured links and") },
    { NULL, N_ ("analysis"), DL_COLUMN_REAL, 4 },
    { NULL, N_ ("of ranks"), DL_COLUMN_REAL, 4 },
    { NULL, N_ ("simulation"), DL_COLUMN_REAL, 4 },
    { NULL, N_ ("of ranks"), DL_COLUMN_REAL, 4 },
    { NULL, N_ ("simulated stalls"), DL_COLUMN_REAL, 4 },
    { NULL, N_ ("of ranks"), DL_COLUMN_REAL, 4 },
  };
  DlTable table = DL_TABLE (columns, 1 + measured->n_parts, fill_correlation, measured);

  if (measured->simulated == NULL)
    table.n_columns = 3;
  dl_table_append_text (out, &table);
}

static void
append_beside_text (const Writer *writer)
{
  static const DlTableColumn columns[]
      = { DL_TABLE_PART (shares_of_part), DL_TABLE_PART (vcs_of_part) };
  const View *view = writer->view;
  const DlMeasured *measured = view->measured;
  const DlScenario *scenario = view->scenario;
  GString *out = writer->out;

  g_string_append_printf (out, _ ("\nCompared with “%s”, traffic %s, routing %s:\n\n"),
                          scenario->name, scenario->traffic.pattern->id,
                          dl_dragonfly_options (scenario)->mode->id);
  text_correlation (out, measured);
  g_string_append_printf (
      out, "\n%s\n\n",
      _ ("Shares are relative to the total of the measured links, measured or computed. Largest "
         "VC: the\nshare of a link’s flits on one of its eight virtual channels; in the analysis, "
         "one of four."));
  dl_table_append_text (out, &DL_TABLE (columns, measured->n_parts, fill_part, measured));
  if (measured->pairs->len > 0)
    {
      g_string_append_printf (out, "\n%s\n\n", _ ("Blue links by pair of groups, busiest first"));
      write_pairs (writer);
      cli_append_more (out, measured->pairs->len, view->top);
    }
  g_string_append_printf (out, "\n%s\n\n", _ ("The links that differ most"));
  write_links (writer, NULL, measured->different);
  cli_append_more (out, measured->n, view->top);
}

/* Options -------------------------------------------------------------------------------------- */

static gboolean
check_options (const CliOptions *options, const DlCounters *counters, GError **error)
{
  if (options->region != NULL)
    return cli_bad_input (error, _ ("%s is for counters of a torus (leave it out)"), "--region");
  if (options->simulate && counters->kind == &dl_counters_kind_jobs)
    return cli_bad_input (error, _ ("%s is for counters of links (leave it out)"), "--simulate");
  return cli_counters_check_options (options, error);
}

/* Warnings on a file, the first of them. */
static void
warn (const char *file_name, const GPtrArray *notes, guint n_notes)
{
  const guint n = MIN (notes->len, MAX_WARNINGS);

  for (guint i = 0; i < n; i++)
    cli_complain (_ ("warning: %s"), (const char *) notes->pdata[i]);
  if (n_notes > n)
    cli_complain (ngettext ("warning: %s: %u more line does not match",
                            "warning: %s: %u more lines do not match", n_notes - n),
                  file_name, n_notes - n);
}

/* The machine ---------------------------------------------------------------------------------- */

static gsize
limit_of (const GByteArray *bytes)
{
  return DL_CABLING_MAX_BYTES;
}

/* A regular file that begins with the name of a cabinet, as no scenario does. */
static gboolean
is_cabling (const char *file_name)
{
  char head[64];
  const gsize length = dl_read_head (file_name, head, sizeof head);
  gsize at = 0;

  while (at < length && g_ascii_isspace (head[at]))
    at++;
  return at + 1 < length && head[at] == 'c' && g_ascii_isdigit (head[at + 1]);
}

static DlDragonfly *
load_cabling (Cli *cli, const char *file_name, GError **error)
{
  g_autofree char *name = cli_display_name (file_name);
  g_autoptr (GByteArray) bytes = cli_read (file_name, limit_of, cli->cancellable, error);
  DlCablingReport report = { 0 };
  DlDragonfly *machine;

  if (bytes == NULL)
    return NULL;
  machine = dl_cabling_read ((const char *) bytes->data, bytes->len, name, &report, error);
  if (machine != NULL)
    warn (name, report.irregular, report.n_irregular);
  dl_cabling_report_clear (&report);
  return machine;
}

/* The scenario, its network, and for counters of links the computed values. */
static gboolean
load_scenario (Cli *cli, const char *name, View *view, GError **error)
{
  g_autoptr (DlDragonflyAnalysis) analysis = NULL;
  g_autoptr (DlSimulation) simulation = NULL;
  DlSimulateOptions options;

  view->scenario = cli_scenario_load (cli, name, error);
  if (view->scenario == NULL)
    return FALSE;
  if (view->scenario->family != &dl_family_dragonfly)
    return cli_bad_input (error,
                          _ ("%s: these are counters of a dragonfly, and %s is not one "
                             "(expected a dragonfly)"),
                          view->counters->file_name, name);
  if (view->counters->kind == &dl_counters_kind_jobs)
    {
      view->machine = dl_scenario_dragonfly (view->scenario, error);
      return view->machine != NULL;
    }
  analysis = dl_dragonfly_evaluate (view->scenario, NULL, cli->cancellable, error);
  if (analysis == NULL)
    return FALSE;
  view->machine = dl_dragonfly_ref (analysis->dragonfly);
  /* A simulation takes its time: not for another machine. */
  view->measured = dl_measured_new (view->counters, NULL, analysis, NULL, error);
  if (view->measured == NULL || !cli->options.simulate)
    return view->measured != NULL;
  options = dl_simulate_options (view->scenario);
  options.routes = analysis->routes;
  simulation = cli_counters_simulate (cli, view->scenario, options, error);
  if (simulation == NULL)
    return FALSE;
  dl_measured_unref (view->measured);
  view->measured = dl_measured_new (view->counters, NULL, analysis, &simulation->links, error);
  return view->measured != NULL;
}

/* The machine whose cabling is in the file @machine_name, or the scenario of that name; NULL:
 * neither. */
static gboolean
load (Cli *cli, const char *machine_name, View *view, GError **error)
{
  if (machine_name == NULL || is_cabling (machine_name))
    {
      if (cli->options.set != NULL || cli->options.simulate)
        return cli_bad_input (error, _ ("%s needs a scenario (add a SCENARIO)"),
                              cli->options.set != NULL ? "--set" : "--simulate");
      if (machine_name != NULL)
        view->machine = load_cabling (cli, machine_name, error);
      return machine_name == NULL || view->machine != NULL;
    }
  return load_scenario (cli, machine_name, view, error);
}

static void
append_links (const Writer *writer)
{
  const DlMeasured *measured = writer->view->measured;

  if (writer->csv && measured != NULL)
    write_links (writer, NULL, measured->busiest);
  else if (writer->csv)
    write_busiest (writer);
  else
    append_links_text (writer);
  if (!writer->csv && measured != NULL)
    append_beside_text (writer);
}

static void
append_jobs (const Writer *writer)
{
  g_autoptr (GPtrArray) jobs = dl_job_sums_new (writer->view->counters);

  (writer->csv ? write_jobs : append_jobs_text) (writer, jobs);
}

CliStatus
cli_dragonfly_counters (Cli *cli, DlCounters *counters, guint top, GError **error)
{
  g_auto (View) view = { .counters = counters, .top = top };
  const Writer writer = { .view = &view, .out = cli->out, .csv = cli->options.csv };

  if (!check_options (&cli->options, counters, error)
      || !load (cli, cli->n_args > 1 ? cli->args[1] : NULL, &view, error)
      || !dl_counters_cover (counters, view.machine, &view.coverage, error))
    return CLI_DONE;
  warn (counters->file_name, counters->notes, counters->n_notes);
  if (cli->options.json)
    append_json (cli->out, &view);
  else
    (counters->kind == &dl_counters_kind_cascade ? append_links : append_jobs) (&writer);
  return CLI_DONE;
}
