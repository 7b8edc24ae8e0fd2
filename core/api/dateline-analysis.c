#include "dateline-analysis.h"

#include "dateline-private.h"
#include "dl-measure.h"
#include "dl-slow-links.h"

#include <math.h>

/**
 * DatelineAnalysis:
 *
 * What the routes of a scenario do, exactly: expected packets on each link and virtual channel for
 * one packet of each pair of the traffic's pattern, which pairs are cut off, whether packets can
 * deadlock, and the load at which the first link is full. Nothing in it is random.
 *
 * It does not change; several threads may look at it at once.
 */
struct _DatelineAnalysis
{
  GObject parent_instance;

  DlEvaluation *result;
  DatelineNetwork *network;
};

G_DEFINE_FINAL_TYPE (DatelineAnalysis, dateline_analysis, G_TYPE_OBJECT)

static void
dateline_analysis_finalize (GObject *object)
{
  DatelineAnalysis *self = DATELINE_ANALYSIS (object);

  g_clear_object (&self->network);
  dl_evaluation_unref (self->result);
  G_OBJECT_CLASS (dateline_analysis_parent_class)->finalize (object);
}

static void
dateline_analysis_class_init (DatelineAnalysisClass *class)
{
  G_OBJECT_CLASS (class)->finalize = dateline_analysis_finalize;
}

static void
dateline_analysis_init (DatelineAnalysis *self)
{
}

static DatelineAnalysis *
analyze (const DlScenario *scenario, const DlEvaluation *before, GCancellable *cancellable,
         GError **error)
{
  GError *inner = NULL;
  DlEvaluation *result = dl_evaluation_new (scenario, 0, before, cancellable, &inner);
  DatelineAnalysis *self;

  if (result == NULL)
    {
      dl_api_take_error (error, inner);
      return NULL;
    }
  self = g_object_new (DATELINE_TYPE_ANALYSIS, NULL);
  self->result = result;
  self->network = dl_api_network_new_of (scenario->family, &result->net, dl_evaluation_ref (result),
                                         dl_shared_unref);
  return self;
}

/**
 * dateline_analysis_new:
 * @scenario: a scenario
 * @before: (nullable): the analysis of a similar one, from which answers are taken over where they
 *   are the same: where one cable breaks after the other, that is most of them
 * @cancellable: (nullable): to cancel
 * @error: return location for an error
 *
 * Analyzes a scenario.
 *
 * Returns: (transfer full): the analysis; %NULL with a #DatelineError or %G_IO_ERROR_CANCELLED
 */
DatelineAnalysis *
dateline_analysis_new (DatelineScenario *scenario, DatelineAnalysis *before,
                       GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), NULL);
  g_return_val_if_fail (before == NULL || DATELINE_IS_ANALYSIS (before), NULL);

  return analyze (dl_api_scenario_peek (scenario), before != NULL ? before->result : NULL,
                  cancellable, error);
}

/* What a thread needs of the caller's objects, which may change meanwhile. */
typedef struct
{
  DlScenario *scenario;
  DlEvaluation *before;
  guint n_threads;
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  dl_scenario_free (asked->scenario);
  dl_evaluation_unref (asked->before);
  g_free (asked);
}

static GTask *
ask (DatelineScenario *scenario, DatelineAnalysis *before, guint n_threads,
     GCancellable *cancellable, GAsyncReadyCallback callback, gpointer user_data, gpointer tag)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Asked *asked = g_new0 (Asked, 1);

  asked->scenario = dl_scenario_copy (dl_api_scenario_peek (scenario));
  asked->before = before != NULL ? dl_evaluation_ref (before->result) : NULL;
  asked->n_threads = n_threads;
  g_task_set_task_data (task, asked, asked_free);
  g_task_set_source_tag (task, tag);
  return task;
}

static void
analyze_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Asked *asked = data;
  GError *error = NULL;
  DatelineAnalysis *analysis = analyze (asked->scenario, asked->before, cancellable, &error);

  dl_api_answer (task, analysis, error);
}

/**
 * dateline_analysis_new_async:
 * @scenario: a scenario
 * @before: (nullable): as dateline_analysis_new() has it
 * @cancellable: (nullable): to cancel
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * The same as dateline_analysis_new() on another thread.
 */
void
dateline_analysis_new_async (DatelineScenario *scenario, DatelineAnalysis *before,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (DATELINE_IS_SCENARIO (scenario));
  g_return_if_fail (before == NULL || DATELINE_IS_ANALYSIS (before));
  task = ask (scenario, before, 0, cancellable, callback, user_data, dateline_analysis_new_async);
  g_task_run_in_thread (task, analyze_in_thread);
}

/**
 * dateline_analysis_new_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends what dateline_analysis_new_async() began.
 *
 * Returns: (transfer full): as dateline_analysis_new()
 */
DatelineAnalysis *
dateline_analysis_new_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * dateline_analysis_dup_scenario:
 * @self: an analysis
 *
 * Gets the scenario that was analyzed, whatever has become of the original.
 *
 * Returns: (transfer full): a copy of the scenario that it is of
 */
DatelineScenario *
dateline_analysis_dup_scenario (DatelineAnalysis *self)
{
  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);

  return dl_api_scenario_new_take (dl_scenario_copy (self->result->scenario));
}

/**
 * dateline_analysis_get_network:
 * @self: an analysis
 *
 * Gets the network, whose numbers of links are those of the loads.
 *
 * Returns: (transfer none): the network that it is of
 */
DatelineNetwork *
dateline_analysis_get_network (DatelineAnalysis *self)
{
  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);

  return self->network;
}

/* Numbers -------------------------------------------------------------------------------------- */

const DlMeasure *
dl_api_find_measure (const char *id, const DlFamily *family, GError **error)
{
  const DlMeasure *measure = dl_measure_find (id);

  if (measure != NULL && dl_measure_is_for (measure, family))
    return measure;
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_NOT_FOUND,
               "%s: networks of this kind have no such measure (dateline_list_measures lists "
               "them)",
               id);
  return NULL;
}

DatelineTable *
dl_api_measures_table (const DlFamily *family, const DlSweepResult *values, gboolean simulated)
{
  static const DlTableColumn columns[] = {
    { "measure", "measure" },
    { "title", "title" },
    { "unit", "unit" },
    { "value", "value", DL_COLUMN_REAL },
    { "half_width_95", "half width", DL_COLUMN_REAL },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);
  g_autofree const DlMeasure **measures = NULL;
  guint n;

  measures = dl_measures (family, &n);
  for (guint i = 0; i < n; i++)
    {
      if (measures[i]->simulated != simulated)
        continue;
      dl_cells_text (cells, measures[i]->id);
      dl_cells_text (cells, measures[i]->title);
      dl_cells_text (cells, measures[i]->unit);
      dl_cells_real (cells, dl_measure_get (measures[i], values));
      dl_cells_real (cells, dl_measure_half_width (measures[i], values));
    }
  return dl_api_table_new_take (record);
}

/**
 * dateline_analysis_get:
 * @self: an analysis
 * @measure: the name of a measure, such as `mean_hops`
 * @error: return location for an error
 *
 * Gets a measure of the analysis: dateline_list_measures() has their names and units.
 *
 * Returns: its value; NAN where there is none, and with %DATELINE_ERROR_NOT_FOUND
 */
double
dateline_analysis_get (DatelineAnalysis *self, const char *measure, GError **error)
{
  DlSweepResult values;
  const DlMeasure *row;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NAN);
  g_return_val_if_fail (measure != NULL, NAN);
  row = dl_api_find_measure (measure, self->result->scenario->family, error);
  if (row == NULL)
    return NAN;
  dl_scalars_of_result (&values, self->result);
  return dl_measure_get (row, &values);
}

/**
 * dateline_analysis_get_measures:
 * @self: an analysis
 *
 * Gets all measures of the analysis, with their titles and units.
 *
 * Returns: (transfer full): a row for each measure of the analysis: `measure`, `title`, `unit`,
 *   `value`, `half_width_95` (which none of these has)
 */
DatelineTable *
dateline_analysis_get_measures (DatelineAnalysis *self)
{
  DlSweepResult values;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);
  dl_scalars_of_result (&values, self->result);
  return dl_api_measures_table (self->result->scenario->family, &values, FALSE);
}

/**
 * dateline_analysis_get_loads:
 * @self: an analysis
 *
 * Expected packets over the capacity of the link, for one packet of each pair that sends (VC paper,
 * section 4).
 *
 * Returns: (transfer full): (n_links, n_vcs) the load of each virtual channel of each link, as
 *   float64
 */
DatelineArray *
dateline_analysis_get_loads (DatelineAnalysis *self)
{
  const DlNet *net;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);
  net = &self->result->net;
  return dl_api_array_new_of (self->result->findings.vc_load, DATELINE_ELEMENT_FLOAT64,
                              (gsize[]) { net->graph->n_links, net->n_vcs }, 2,
                              dl_evaluation_ref (self->result), dl_shared_unref);
}

/**
 * dateline_analysis_get_group_loads:
 * @self: an analysis
 *
 * Gets the traffic matrix of groups, such as those of a dragonfly, as links carry it.
 *
 * Returns: (transfer full): (n_groups, n_groups) the loads of all links from the routers of one
 *   group to those of another, or of the same, added up, as float64
 */
DatelineArray *
dateline_analysis_get_group_loads (DatelineAnalysis *self)
{
  const DlGraph *graph;
  const DlNet *net;
  double *loads;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);
  net = &self->result->net;
  graph = net->graph;
  loads = g_new0 (double, (gsize) net->n_groups * net->n_groups);
  for (guint link = 0; graph->router_group != NULL && link < graph->n_links; link++)
    if (dl_graph_joins_routers (graph, link))
      {
        double *load = &loads[graph->router_group[graph->link_from[link]] * net->n_groups
                              + graph->router_group[graph->link_to[link]]];

        for (guint vc = 0; vc < net->n_vcs; vc++)
          *load += self->result->findings.vc_load[(gsize) link * net->n_vcs + vc];
      }
  return dl_api_array_new_of (loads, DATELINE_ELEMENT_FLOAT64,
                              (gsize[]) { net->n_groups, net->n_groups }, 2, loads, g_free);
}

/**
 * dateline_analysis_get_busiest_link:
 * @self: an analysis
 * @link: (out): its number
 *
 * Finds the link that is full first as the load rises.
 *
 * Returns: whether there is one
 */
gboolean
dateline_analysis_get_busiest_link (DatelineAnalysis *self, guint *link)
{
  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), FALSE);

  *link = self->result->limit.link;
  return *link != DL_NO_LINK;
}

/**
 * dateline_analysis_get_saturation:
 * @self: an analysis
 * @is_bound: (out) (optional): the network saturates at that load at most, since what packets do
 *   depends on their choices
 *
 * Gets the saturation load, in flits/node/cycle unless the kind of network has a unit of its own.
 *
 * Returns: the offered load at which the first link is full; NAN where it is not known, infinite
 *   without traffic
 */
double
dateline_analysis_get_saturation (DatelineAnalysis *self, gboolean *is_bound)
{
  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NAN);

  if (is_bound != NULL)
    *is_bound = self->result->findings.is_bound;
  return self->result->limit.full_at;
}

/**
 * dateline_analysis_is_deadlock_free:
 * @self: an analysis
 *
 * Gets the verdict on deadlock, of the routes as they are with all faults.
 *
 * Returns: whether the channel dependency graph has no cycle (VC paper, section 2.2.1)
 */
gboolean
dateline_analysis_is_deadlock_free (DatelineAnalysis *self)
{
  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), FALSE);

  return self->result->findings.verdict->deadlock_free;
}

/**
 * dateline_analysis_get_cycle:
 * @self: an analysis
 *
 * Gets a cycle in which packets can wait for each other forever (VC paper, section 2.2.1).
 *
 * Returns: (transfer full) (array zero-terminated=1): the channels of a shortest cycle of the
 *   dependency graph, each of which waits for the next one and the last for the first; none without
 *   a cycle
 */
char **
dateline_analysis_get_cycle (DatelineAnalysis *self)
{
  g_autoptr (GStrvBuilder) channels = g_strv_builder_new ();
  const DlVerdict *verdict;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);
  verdict = self->result->findings.verdict;
  for (guint i = 0; i < verdict->n_cycle; i++)
    {
      g_autofree char *name = dl_family_channel_name (self->result->scenario->family,
                                                      &self->result->net, verdict->cycle[i]);

      g_strv_builder_add (channels, name);
    }
  return g_strv_builder_end (channels);
}

/**
 * dateline_analysis_count_rerouted:
 * @self: an analysis
 * @before: another one of a network with the same nodes
 * @pairs: (out): how many pairs take another path in @self than in @before
 * @cancellable: (nullable): to cancel
 * @error: return location for an error
 *
 * Compares the routes of all pairs of nodes, hop by hop.
 *
 * Returns: %TRUE if they can be compared; %FALSE with %DATELINE_ERROR_CONFLICT or
 *   %G_IO_ERROR_CANCELLED
 */
gboolean
dateline_analysis_count_rerouted (DatelineAnalysis *self, DatelineAnalysis *before, guint64 *pairs,
                                  GCancellable *cancellable, GError **error)
{
  const DlEvaluation *a, *b;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), FALSE);
  g_return_val_if_fail (DATELINE_IS_ANALYSIS (before), FALSE);
  a = before->result;
  b = self->result;
  if (a->scenario->family == b->scenario->family && b->scenario->family->count_rerouted != NULL
      && b->scenario->family->count_rerouted (b->scenario, a->analysis_of_family,
                                              b->analysis_of_family, pairs, cancellable))
    return TRUE;
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_set_error_literal (error, DATELINE_ERROR, DATELINE_ERROR_CONFLICT,
                         "the routes of these networks cannot be compared (they must have the same "
                         "nodes)");
  return FALSE;
}

/* Tables --------------------------------------------------------------------------------------- */

/* Working nodes of that name. */
static gboolean
find_end (DatelineAnalysis *self, const char *name, guint *node, GError **error)
{
  if (!dateline_network_find_node (self->network, name, node, error))
    return FALSE;
  if (self->result->net.graph->node_up[*node])
    return TRUE;
  g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_CONFLICT, "%s: this node is broken", name);
  return FALSE;
}

static DatelineTable *
hops_table (DatelineAnalysis *self, const DlExplained *explained)
{
  static const DlTableColumn columns[] = {
    { "link", "link" }, { "vc", "VC", DL_COLUMN_INTEGER }, { "from", "from" },
    { "rule", "rule" }, { "problem", "problem" },
  };
  const DlNet *net = &self->result->net;
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < explained->n_hops; i++)
    {
      const guint32 channel = explained->channels[i];

      dl_cells_take_text (cells,
                          self->result->scenario->family->name (
                              net->shape, dl_place_link (channel / net->n_vcs), DL_NAME_FILE));
      dl_cells_integer (cells, channel % net->n_vcs);
      dl_cells_text (cells, explained->steps[i].place);
      dl_cells_text (cells, explained->steps[i].detail);
      dl_cells_text (cells, explained->steps[i].problem);
    }
  return dl_api_table_new_take (record);
}

/**
 * dateline_analysis_explain:
 * @self: an analysis
 * @from: the name of a working node
 * @to: the name of another one
 * @which: which packet of the pair, where these take different routes: 0 is the first
 * @summary: (out) (optional) (transfer full): the route in a few words, or why it does not arrive
 * @good: (out) (optional): it arrives, and all of its turns are legal
 * @error: return location for an error
 *
 * Follows a packet hop by hop, with the rules that its router went by.
 *
 * Returns: (transfer full): a row for each hop, as far as it comes: `link`, `vc`, `from`, `rule`
 *   and `problem`; %NULL with %DATELINE_ERROR_SYNTAX, %DATELINE_ERROR_NOT_FOUND or
 *   %DATELINE_ERROR_CONFLICT
 */
DatelineTable *
dateline_analysis_explain (DatelineAnalysis *self, const char *from, const char *to, guint which,
                           char **summary, gboolean *good, GError **error)
{
  g_autoptr (DlExplained) explained = NULL;
  const DlEvaluation *result;
  guint source, dest;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);
  g_return_val_if_fail (from != NULL && to != NULL, NULL);
  result = self->result;
  if (!find_end (self, from, &source, error) || !find_end (self, to, &dest, error))
    return NULL;
  if (source == dest)
    {
      g_set_error (error, DATELINE_ERROR, DATELINE_ERROR_CONFLICT,
                   "%s: a packet does not leave its own node (choose another one)", to);
      return NULL;
    }
  explained = result->scenario->family->explain (result->scenario, result->analysis_of_family,
                                                 source, dest, which);
  if (summary != NULL)
    *summary = g_strdup (explained->summary);
  if (good != NULL)
    *good = explained->good;
  return hops_table (self, explained);
}

/**
 * dateline_analysis_get_flows:
 * @self: an analysis
 * @link: the name of a link
 * @by_source: who sends over it, or else who gets
 * @cancellable: (nullable): to cancel
 * @error: return location for an error
 *
 * Lists who loads a link, by source or by destination.
 *
 * Returns: (transfer full): a row for each node, or router whose nodes are alike, with packets over
 *   the link, the most first: `name`, `packets`, `share`; %NULL with %DATELINE_ERROR_SYNTAX,
 *   %DATELINE_ERROR_NOT_FOUND or %G_IO_ERROR_CANCELLED
 */
DatelineTable *
dateline_analysis_get_flows (DatelineAnalysis *self, const char *link, gboolean by_source,
                             GCancellable *cancellable, GError **error)
{
  static const DlTableColumn columns[] = {
    { "name", "name" },
    { "packets", "packets", DL_COLUMN_REAL },
    { "share", "share", DL_COLUMN_REAL },
  };
  g_autoptr (DlLinkFlows) flows = NULL;
  g_autofree guint32 *ends = NULL;
  const DlScenario *scenario;
  const double *counts;
  DlRecord *record;
  DlCells *cells;
  guint number, n;

  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);
  g_return_val_if_fail (link != NULL, NULL);
  scenario = self->result->scenario;
  if (!dateline_network_find_link (self->network, link, &number, error))
    return NULL;
  flows = scenario->family->flows (scenario, self->result->analysis_of_family, number, cancellable);
  if (flows == NULL)
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  counts = by_source ? flows->by_source : flows->by_dest;
  ends = g_new (guint32, flows->n_ends);
  n = dl_link_flows_top (flows, counts, flows->n_ends, ends);
  record = dl_record_new ();
  cells = DL_RECORD_BEGIN (record, columns);
  for (guint i = 0; i < n; i++)
    {
      dl_cells_take_text (cells, scenario->family->name (self->result->net.shape,
                                                         (DlPlace) { flows->ends, ends[i], 0 },
                                                         DL_NAME_FILE));
      dl_cells_real (cells, counts[ends[i]]);
      dl_cells_real (cells, counts[ends[i]] / flows->packets);
    }
  return dl_api_table_new_take (record);
}

/**
 * dateline_analysis_get_slow_links:
 * @self: an analysis
 *
 * Finds cables whose rate is below that of all cables beside them.
 *
 * Returns: (transfer full): a row for each cable that is slower than its neighbors, with what it
 *   would bring if it were as fast; the columns are those of "dateline-cli slow"
 */
DatelineTable *
dateline_analysis_get_slow_links (DatelineAnalysis *self)
{
  g_return_val_if_fail (DATELINE_IS_ANALYSIS (self), NULL);

  return dl_api_table_new_take (dl_slow_links_record (self->result));
}

/* Critical cables ------------------------------------------------------------------------------ */

static double
known (double value)
{
  return isfinite (value) ? value : NAN;
}

static DatelineTable *
critical_table (const DlCritical *critical)
{
  static const DlTableColumn columns[] = {
    { "rank", "rank", DL_COLUMN_INTEGER },
    { "cable", "cable" },
    { "link", "link", DL_COLUMN_INTEGER },
    { "effect", "effect" },
    { "severity", "severity", DL_COLUMN_REAL },
    { "undelivered_more", "undelivered", DL_COLUMN_INTEGER },
    { "illegal_pairs", "illegal pairs", DL_COLUMN_INTEGER },
    { "deadlock_free", "deadlock-free", DL_COLUMN_FLAG },
    { "bound_load", "saturation load", DL_COLUMN_REAL },
    { "bound_load_lost", "saturation load lost", DL_COLUMN_REAL },
    { "max_load", "maximum load", DL_COLUMN_REAL },
    { "mean_hops", "mean hops", DL_COLUMN_REAL },
  };
  DlRecord *record = dl_record_new ();
  DlCells *cells = DL_RECORD_BEGIN (record, columns);

  for (guint i = 0; i < critical->n_evaluated; i++)
    {
      const DlCriticalCable *cable = &critical->cables[i];
      const DlCriticalFigures *figures = &cable->figures;

      dl_cells_integer (cells, cable->rank);
      dl_cells_take_text (
          cells,
          critical->family->name (critical->net.shape, dl_place_link (cable->link), DL_NAME_FILE));
      dl_cells_integer (cells, cable->link);
      dl_cells_text (cells, dl_critical_class_id (cable->class));
      dl_cells_real (cells, cable->severity);
      dl_cells_integer (cells, cable->undelivered_more);
      dl_cells_integer (cells, figures->illegal_pairs);
      dl_cells_flag (cells, figures->deadlock_free);
      dl_cells_real (cells, known (figures->bound_load));
      dl_cells_real (cells, known (critical->base.bound_load - figures->bound_load));
      dl_cells_real (cells, figures->load_max);
      dl_cells_real (cells, figures->hops_mean);
    }
  return dl_api_table_new_take (record);
}

static DatelineTable *
rank (const DlScenario *scenario, guint n_threads, GCancellable *cancellable,
      DatelineProgressFunc progress, gpointer progress_data, GError **error)
{
  DlCriticalOptions options = dl_critical_options_default ();
  g_autoptr (DlCritical) critical = NULL;
  GError *inner = NULL;

  if (n_threads > 0)
    options.n_threads = n_threads;
  options.progress = progress;
  options.progress_data = progress_data;
  critical = scenario->family->critical (scenario, options, cancellable, &inner);
  if (critical != NULL)
    return critical_table (critical);
  dl_api_take_error (error, inner);
  return NULL;
}

/**
 * dateline_rank_cables:
 * @scenario: a scenario
 * @n_threads: how many threads work; 0: some. The result does not depend on it
 * @cancellable: (nullable): to cancel
 * @progress: (nullable) (scope call) (closure user_data): told how far it is
 * @user_data: data for @progress
 * @error: return location for an error
 *
 * Breaks each cable of the network in turn and ranks them, the worst first.
 *
 * Returns: (transfer full): a row for each cable: `rank`, `cable`, `link` (the number of one
 *   direction), `effect`, `severity` (0 to 1), `undelivered_more`, `illegal_pairs`,
 *   `deadlock_free`, `bound_load`, `bound_load_lost`, `max_load`, `mean_hops`; %NULL with a
 *   #DatelineError or %G_IO_ERROR_CANCELLED
 */
DatelineTable *
dateline_rank_cables (DatelineScenario *scenario, guint n_threads, GCancellable *cancellable,
                      DatelineProgressFunc progress, gpointer user_data, GError **error)
{
  g_return_val_if_fail (DATELINE_IS_SCENARIO (scenario), NULL);

  return rank (dl_api_scenario_peek (scenario), n_threads, cancellable, progress, user_data, error);
}

static void
rank_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Asked *asked = data;
  GError *error = NULL;
  DatelineTable *table = rank (asked->scenario, asked->n_threads, cancellable, NULL, NULL, &error);

  dl_api_answer (task, table, error);
}

/**
 * dateline_rank_cables_async:
 * @scenario: a scenario
 * @n_threads: how many threads work; 0: some
 * @cancellable: (nullable): to cancel
 * @callback: (scope async): called when it is done
 * @user_data: data for @callback
 *
 * The same as dateline_rank_cables() on other threads.
 */
void
dateline_rank_cables_async (DatelineScenario *scenario, guint n_threads, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (DATELINE_IS_SCENARIO (scenario));
  task = ask (scenario, NULL, n_threads, cancellable, callback, user_data,
              dateline_rank_cables_async);
  g_task_run_in_thread (task, rank_in_thread);
}

/**
 * dateline_rank_cables_finish:
 * @result: what the callback got
 * @error: return location for an error
 *
 * Ends what dateline_rank_cables_async() began.
 *
 * Returns: (transfer full): as dateline_rank_cables()
 */
DatelineTable *
dateline_rank_cables_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
