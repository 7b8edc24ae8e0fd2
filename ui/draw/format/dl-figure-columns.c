#include "dl-figure-columns.h"

#include "dl-aging-model.h"
#include "dl-cascade-model.h"
#include "dl-dragonfly.h"
#include "dl-dragonfly-modes.h"
#include "dl-explain.h"
#include "dl-sim-observer.h"
#include "dl-vc-policy.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef const char *(*Word) (const char *field);

struct _DlFigureColumn
{
  const char *name;    /* in the header; a "#" at its end is for a number */
  const char *heading; /* translatable; with "%u" for that number */
  Word word;           /* NULL: fields are numbers or names */
  const char *figure;  /* the one that means something else by this name; NULL: any */
};

/* Words in fields ------------------------------------------------------------------------------ */

typedef struct
{
  const char *id, *title; /* translatable */
} Named;

static const char *
find_word (const Named *words, guint n, const char *field)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (words[i].id, field) == 0)
      return _ (words[i].title);
  return field;
}

static const char *
state_word (const char *field)
{
  static const Named words[]
      = { { "up", N_ ("up") }, { "broken", N_ ("broken") }, { "absent", N_ ("absent") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
flag_word (const char *field)
{
  static const Named words[]
      = { { "0", N_ ("no") }, { "1", N_ ("yes") }, { "false", N_ ("no") }, { "true", N_ ("yes") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
port_word (const char *field)
{
  for (guint port = 0; port < DL_N_NETWORK_PORTS; port++)
    if (strcmp (dl_port_name (port), field) == 0)
      return dl_port_label (port);
  return strcmp (field, dl_port_name (DL_PORT_PROCESSOR)) == 0 ? _ ("Proc.") : field;
}

static const char *
dim_word (const char *field)
{
  static const char *const labels[DL_N_DIMS] = { "X", "Y", "Z" };

  for (guint dim = 0; dim < DL_N_DIMS; dim++)
    if (strcmp (dl_dim_name (dim), field) == 0)
      return labels[dim];
  return field;
}

static const char *
side_word (const char *field)
{
  return strcmp (field, "a") == 0 ? "A" : strcmp (field, "b") == 0 ? "B" : field;
}

static const char *
class_word (const char *field)
{
  for (guint class = 0; class < DL_N_LINK_CLASSES; class ++)
    if (strcmp (dl_link_class_name (class), field) == 0)
      return dl_link_class_title (class);
  return field;
}

/* Of a torus directions, of a dragonfly classes of links. */
static const char *
measured_word (const char *field)
{
  return class_word (port_word (field));
}

static const char *
end_word (const char *field)
{
  static const Named words[] = { { "all", N_ ("all") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
policy_word (const char *field)
{
  const DlVcPolicy *policy = dl_vc_policy_find (field);
  return policy != NULL ? _ (policy->title) : field;
}

/* Files have it untranslated: a title of this program, or a name that the user gave. */
static const char *
series_word (const char *field)
{
  return *field != '\0' ? _ (field) : field;
}

static const char *
mode_word (const char *field)
{
  const DlDragonflyMode *mode = dl_dragonfly_mode_find (field);
  return mode != NULL ? _ (mode->title) : field;
}

static const char *
equation_word (const char *field)
{
  for (guint source = 0; source < DL_AGING_N_SOURCES; source++)
    if (strcmp (dl_aging_source_id (source), field) == 0)
      return _ (dl_aging_source_title (source));
  return field;
}

static const char *
unit_word (const char *field)
{
  return *field != '\0' ? _ (field) : field;
}

static const char *
place_word (const char *field)
{
  static const Named words[] = { { "link", N_ ("link") },
                                 { "input", N_ ("input") },
                                 { "crossbar", N_ ("crossbar") },
                                 { "output", N_ ("output") },
                                 { "ejected", N_ ("ejection") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
latency_word (const char *field)
{
  static const Named words[] = { { "bar", N_ ("range") },
                                 { "p50", N_ ("median") },
                                 { "p99", N_ ("99%") },
                                 { "max", N_ ("maximum") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
inside_word (const char *field)
{
  static const Named words[] = { { "input", N_ ("input buffer") },
                                 { "staged", N_ ("staging buffer") },
                                 { "credits", N_ ("credits") },
                                 { "rival", N_ ("contest") },
                                 { "cycle", N_ ("cycle") },
                                 { "crossbar_packets", N_ ("packets in the crossbar") },
                                 { "timestamp", N_ ("timestamp") },
                                 { "epoch", N_ ("epoch") },
                                 { "epoch_0_packets", N_ ("packets of epoch 0") },
                                 { "epoch_1_packets", N_ ("packets of epoch 1") },
                                 { "inhibited", N_ ("age clock inhibited (1: yes)") },
                                 { "next_tick_cycles", N_ ("cycles to the next tick") },
                                 { "source_packets", N_ ("packets that wait at their source") },
                                 { "vc-allocation", N_ ("VC allocation") },
                                 { "switch-allocation", N_ ("switch allocation") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

/* Of a packet in an input-queued router, or of a request. */
static const char *
inside_state_word (const char *field)
{
  static const Named words[] = { { "routing", N_ ("route computation") },
                                 { "vc-allocation", N_ ("VC allocation") },
                                 { "switch-allocation", N_ ("switch allocation") },
                                 { "switch-traversal", N_ ("switch traversal") },
                                 { "refused", N_ ("taken, no credit") },
                                 { "held-back", N_ ("VC waits its turn") },
                                 { "asked", N_ ("asked") },
                                 { "offered", N_ ("granted, not accepted") },
                                 { "granted", N_ ("granted") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
size_word (const char *field)
{
  static const Named words[] = { { "grown-nodes", N_ ("Nodes") },
                                 { "grown-cables-a-pair", N_ ("Cables per pair of groups") },
                                 { "grown-cables-added", N_ ("Cables to be added") },
                                 { "grown-global-bandwidth", N_ ("Global bandwidth per node") } };
  guint n;
  const DlCascadeQuantity *quantities = dl_cascade_quantities (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (quantities[i].id, field) == 0)
      return _ (quantities[i].title);
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
bias_word (const char *field)
{
  static const Named words[]
      = { { "request_bias", N_ ("Age bias of requests") },
          { "response_bias", N_ ("Age bias of responses") },
          { "recommended_bias", N_ ("Recommended age bias") },
          { "age_clock_period_cycles", N_ ("Age clock period, cycles") },
          { "recommended_age_clock_period_cycles", N_ ("Recommended age clock period, cycles") },
          { "by_age", N_ ("Grant: age-based (1) or round robin (0)") } };
  return find_word (words, G_N_ELEMENTS (words), field);
}

static const char *
sim_state_word (const char *field)
{
  const DlSimState state = dl_sim_state_find (field);

  return state != DL_SIM_STATE_NONE ? dl_sim_state_title (state) : field;
}

static const char *
sim_reason_word (const char *field)
{
  const DlSimReason reason = dl_sim_reason_find (field);

  return reason != DL_SIM_REASON_NONE ? dl_sim_reason_text (reason) : field;
}

static const char *
over_word (const char *field)
{
  static const Named words[]
      = { { "seeds", N_ ("seeds") }, { "batches", N_ ("batches of a run") } };

  return find_word (words, G_N_ELEMENTS (words), field);
}

/* In a context of their own: this switch is the crossbar inside a router, not a router of a
 * fabric. */
static const char *
wait_word (const char *field)
{
  static const Named words[] = { { "vc", NC_ ("what a flit waits for", "VC") },
                                 { "credit", NC_ ("what a flit waits for", "credit") },
                                 { "switch", NC_ ("what a flit waits for", "switch") } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].id, field) == 0)
      return g_dpgettext2 (GETTEXT_PACKAGE, "what a flit waits for", words[i].title);
  return field;
}

/* Columns -------------------------------------------------------------------------------------- */

/* What a figure means by a name stands before what all others mean by it. */
static const DlFigureColumn columns[] = {
  { "vc#", N_ ("VC%u, share of flits"), NULL, "measured" },
  { "measured", N_ ("Measured, share"), NULL, "measured" },
  { "part", N_ ("Links of"), measured_word, "measured" },
  { "links", N_ ("Measured links"), NULL, "measured" },
  { "load", N_ ("Load"), NULL, "load-latency" },
  { "title", N_ ("Series"), NULL, "load-latency" },
  { "settled", N_ ("Converged runs"), NULL, "load-latency" },
  { "deadlocked", N_ ("Deadlocked runs"), NULL, "load-latency" },
  { "state", N_ ("State"), sim_state_word, "load-latency" },
  { "reason", N_ ("Reason"), sim_reason_word, "load-latency" },
  { "over", N_ ("Interval over"), over_word, "load-latency" },
  { "group", N_ ("Bin"), NULL, "age-histogram" },
  { "group_share", N_ ("Share of the bin"), NULL, "age-histogram" },
  { "share", N_ ("Share of the grants"), NULL, "age-histogram" },
  { "what", N_ ("What"), latency_word, "latency" },
  { "what", N_ ("What"), size_word, "sizes" },
  { "what", N_ ("What"), bias_word, "age-bias" },
  { "part", N_ ("Part"), inside_word, "router" },
  { "state", N_ ("State"), inside_state_word, "router" },
  { "flits_here", N_ ("Flits here"), NULL, "router" },
  { "from", N_ ("Balance from"), NULL, "balance-histograms" },
  { "to", N_ ("Balance to"), NULL, "balance-histograms" },
  { "class", N_ ("Class"), class_word, NULL },
  { "id", N_ ("Name in files"), NULL, "equations" },
  { "source", N_ ("Source"), equation_word, "equations" },

  /* Where a link is, and what it carries. */
  { "direction", N_ ("Direction"), port_word, NULL },
  { "dimension", N_ ("Dimension"), dim_word, NULL },
  { "x", "X", NULL, NULL },
  { "y", "Y", NULL, NULL },
  { "z", "Z", NULL, NULL },
  { "state", N_ ("State"), state_word, NULL },
  { "vc#", N_ ("VC%u, packets"), NULL, NULL },
  { "vc_balance", N_ ("VC balance"), NULL, NULL },
  { "vc_balance_signed", N_ ("Signed VC balance"), NULL, NULL },
  { "load", N_ ("Channel load, packets"), NULL, NULL },
  { "severity", N_ ("Severity of a break, 0 to 1"), NULL, NULL },
  { "critical", N_ ("Severity of a break, 0 to 1"), NULL, NULL },
  { "flits_a_cycle", N_ ("Simulated load, flits/cycle"), NULL, NULL },
  { "sim_load", N_ ("Simulated load, flits/cycle"), NULL, NULL },
  { "stalled_cycles_a_packet", N_ ("Simulated stalls, cycles/packet"), NULL, NULL },
  { "sim_stalls", N_ ("Simulated stalls, cycles/packet"), NULL, NULL },
  { "occupancy", N_ ("Simulated buffer occupancy, share"), NULL, NULL },
  { "sim_occupancy", N_ ("Simulated buffer occupancy, share"), NULL, NULL },
  { "measured", N_ ("Measured packets, share of the busiest link’s"), NULL, NULL },
  { "use", N_ ("Link utilization"), NULL, NULL },
  { "vc_share", N_ ("Share of one VC"), NULL, NULL },
  { "measured_flits", N_ ("Measured flits, share of the busiest link’s"), NULL, NULL },
  { "measured_stalls", N_ ("Measured stalls, share of the most stalled link’s"), NULL, NULL },
  { "difference", N_ ("Difference"), NULL, NULL },
  { "outlier", N_ ("Outlier"), flag_word, NULL },
  { "leaves_dateline", N_ ("Leaves the dateline"), flag_word, NULL },
  { "from", N_ ("From"), end_word, NULL },
  { "to", N_ ("To"), end_word, NULL },
  { "index", N_ ("Parallel link"), NULL, NULL },
  { "links", N_ ("Links"), NULL, NULL },
  { "working", N_ ("Working links"), NULL, NULL },
  { "node", N_ ("Node"), NULL, NULL },
  { "job", N_ ("Job"), end_word, NULL },

  /* Charts of the analysis. */
  { "of", N_ ("Of A or B"), side_word, NULL },
  { "series", N_ ("Series"), series_word, NULL },
  { "policy", N_ ("VC policy"), policy_word, NULL },
  { "exactly_zero", N_ ("Exactly zero, links"), NULL, NULL },
  { "vc_balance_mean", N_ ("Mean VC balance"), NULL, NULL },
  { "idle_links", N_ ("Idle links"), NULL, NULL },
  { "links_percent", N_ ("Links up to here, %"), NULL, NULL },
  { "groups", N_ ("Groups"), NULL, NULL },
  { "unit", N_ ("Unit"), unit_word, NULL },
  { "reckoned", N_ ("Calculated"), NULL, NULL },
  { "in_this_network", N_ ("In this network"), NULL, NULL },
  { "equation", N_ ("Equation"), NULL, NULL },
  { "title", N_ ("Title"), NULL, NULL },
  { "section", N_ ("Section"), NULL, NULL },
  { "value", N_ ("Value"), NULL, NULL },
  { "assumptions_hold", N_ ("Assumptions hold"), flag_word, NULL },
  { "port", N_ ("Port"), port_word, NULL },
  { "grant", N_ ("Grant"), NULL, NULL },

  /* Simulation. */
  { "arbitration", N_ ("Arbitration"), NULL, NULL },
  { "age_rr_select", N_ ("Age-based grants, bit by bit"), NULL, NULL },
  { "routing", N_ ("Routing"), mode_word, NULL },
  { "runs", N_ ("Runs"), NULL, NULL },
  { "offered_load", N_ ("Offered load"), NULL, NULL },
  { "accepted_load", N_ ("Accepted throughput"), NULL, NULL },
  { "accepted_reach", N_ ("Accepted throughput, ±"), NULL, NULL },
  { "latency_mean", N_ ("Mean network latency, cycles"), NULL, NULL },
  { "latency_reach", N_ ("Mean network latency, ± cycles"), NULL, NULL },
  { "latency_least", N_ ("Least mean of a run, cycles"), NULL, NULL },
  { "latency_most", N_ ("Largest mean of a run, cycles"), NULL, NULL },
  { "latency_p99", N_ ("p99 network latency, cycles"), NULL, NULL },
  { "total_latency_mean", N_ ("Mean packet latency, cycles"), NULL, NULL },
  { "cycles", N_ ("Cycles"), NULL, NULL },
  { "warmup_cycles", N_ ("Warm-up, cycles"), NULL, NULL },
  { "saturation", N_ ("Saturation load"), NULL, NULL },
  { "total_latency_reach", N_ ("Mean packet latency, ± cycles"), NULL, NULL },
  { "from_cycle", N_ ("From cycle"), NULL, NULL },
  { "to_cycle", N_ ("To cycle"), NULL, NULL },
  { "offered", N_ ("Offered load"), NULL, NULL },
  { "accepted", N_ ("Accepted throughput"), NULL, NULL },
  { "latency_cycles_mean", N_ ("Mean network latency, cycles"), NULL, NULL },
  { "minimal_share", N_ ("Share of minimal packets"), NULL, NULL },
  { "from_cycles", N_ ("Latency from, cycles"), NULL, NULL },
  { "to_cycles", N_ ("Latency to, cycles"), NULL, NULL },
  { "packets", N_ ("Packets"), NULL, NULL },
  { "share", N_ ("Share"), NULL, NULL },
  { "age", N_ ("Age"), NULL, NULL },
  { "grants", N_ ("Grants"), NULL, NULL },
  { "stalled_output_per_packet", N_ ("Output stalled, cycles/packet"), NULL, NULL },
  { "stalled_input_per_packet", N_ ("Input stalled, cycles/packet"), NULL, NULL },
  { "head_wait_per_packet", N_ ("Wait at the head, cycles/packet"), NULL, NULL },
  { "waiting_for", N_ ("Waiting for"), wait_word, NULL },
  { "waiting_per_packet", N_ ("Cycles/packet"), NULL, NULL },

  /* Packets, and a router from inside. */
  { "source", N_ ("From node"), NULL, NULL },
  { "destination", N_ ("To node"), NULL, NULL },
  { "created", N_ ("Created, cycle"), NULL, NULL },
  { "injected", N_ ("Injected, cycle"), NULL, NULL },
  { "flits", N_ ("Flits"), NULL, NULL },
  { "router", N_ ("Router"), NULL, NULL },
  { "place", N_ ("Place"), place_word, NULL },
  { "vc", N_ ("VC"), NULL, NULL },
  { "cycles_left", N_ ("Cycles left"), NULL, NULL },
  { "of_cycles", N_ ("of cycles"), NULL, NULL },
  { "rank", N_ ("Packets before it"), NULL, NULL },
  { "input", N_ ("Input"), port_word, NULL },
  { "input_vc", N_ ("VC of the input"), NULL, NULL },
  { "output", N_ ("Output"), port_word, NULL },
  { "output_vc", N_ ("VC of the output"), NULL, NULL },
  { "position", N_ ("Position"), NULL, NULL },
  { "epoch", N_ ("Epoch"), NULL, NULL },
  { "hops", N_ ("Hops"), NULL, NULL },
  { "has_credits", N_ ("Has credits"), flag_word, NULL },
  { "oldest", N_ ("Oldest"), flag_word, NULL },
  { "wins", N_ ("Wins"), flag_word, NULL },

  /* Counters of a machine beside what is computed: shares of each total. */
  { "machine_links", N_ ("Links of the machine"), NULL, NULL },
  { "counted", N_ ("Counted"), NULL, NULL },
  { "stalled", N_ ("Measured stalls, share"), NULL, NULL },
  { "analysed", N_ ("Analyzed, share"), NULL, NULL },
  { "simulated", N_ ("Simulated, share"), NULL, NULL },
  { "with_analysis", N_ ("Correlation with the analysis"), NULL, NULL },
  { "with_simulation", N_ ("Correlation with the simulation"), NULL, NULL },
  { "analysed_vc#", N_ ("VC%u, analyzed share"), NULL, NULL },
};

/* Without the mark of one of two that are compared: 'A', 'B', or 0. */
static char
side_of (const char *name)
{
  return g_str_has_suffix (name, "_a") ? 'A' : g_str_has_suffix (name, "_b") ? 'B' : '\0';
}

/* Does @name, @length bytes of it, go by the name of @column? */
static gboolean
is_called (const DlFigureColumn *column, const char *name, gsize length)
{
  const gsize fixed = strcspn (column->name, "#");

  if (column->name[fixed] == '\0')
    return length == fixed && strncmp (name, column->name, length) == 0;
  return length > fixed && strncmp (name, column->name, fixed) == 0
         && strspn (name + fixed, "0123456789") >= length - fixed;
}

const DlFigureColumn *
dl_figure_column_find (const char *figure, const char *name)
{
  const gsize length = strlen (name) - (side_of (name) != '\0' ? 2 : 0);

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    if (is_called (&columns[i], name, length)
        && (columns[i].figure == NULL || g_strcmp0 (columns[i].figure, figure) == 0))
      return &columns[i];
  return NULL;
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static char *
numbered (const char *heading, guint number)
{
  return g_strdup_printf (heading, number);
}
#pragma GCC diagnostic pop

char *
dl_figure_column_heading (const DlFigureColumn *column, const char *name)
{
  const gsize fixed = strcspn (column->name, "#");
  const char side = side_of (name);
  g_autofree char *heading
      = column->name[fixed] == '#'
            ? numbered (_ (column->heading), (guint) g_ascii_strtoull (name + fixed, NULL, 10))
            : g_strdup (_ (column->heading));

  return side != '\0' ? g_strdup_printf ("%c: %s", side, heading) : g_steal_pointer (&heading);
}

const char *
dl_figure_column_word (const DlFigureColumn *column, const char *field)
{
  return column->word != NULL ? column->word (field) : field;
}
