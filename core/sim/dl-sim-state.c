/* Names of states of a run and of their reasons. */
#include "dl-sim-observer.h"

#include <glib/gi18n-lib.h>

#include <string.h>

typedef struct
{
  const char *id;   /* in files */
  const char *text; /* translatable */
} Word;

static const Word states[] = {
  [DL_SIM_STATE_NONE] = { NULL, "–" },
  [DL_SIM_NOT_CONVERGED] = { "not-converged", N_ ("not converged") },
  [DL_SIM_CONVERGED] = { "converged", N_ ("converged") },
  [DL_SIM_SATURATED] = { "saturated", N_ ("saturated") },
};

static const Word reasons[] = {
  [DL_SIM_REASON_NONE] = { NULL, "" },
  [DL_SIM_REASON_PRECISE]
  = { "precise", /* xgettext:no-c-format */ N_ (
          "The 95% confidence intervals of mean packet latency and accepted throughput "
          "are as narrow as asked for.") },
  [DL_SIM_REASON_SATURATED_LOAD]
  = { "saturated-load", N_ ("The offered load is “saturated”: each source always has another "
                            "packet, and packet latency grows without limit.") },
  [DL_SIM_REASON_QUEUES_GROW]
  = { "queues-grow", /* xgettext:no-c-format */ N_ (
          "Source queues grow by more than 1% of the offered load: packet latency "
          "grows without limit.") },
  [DL_SIM_REASON_DEADLOCK] = { "deadlock", N_ ("Packets wait for each other forever.") },
  [DL_SIM_REASON_TOO_SHORT]
  = { "too-short",
      N_ ("The run is too short to find its warm-up and, after it, 100 mean latencies, or 30 of 16 "
          "batches.") },
  [DL_SIM_REASON_NOTHING_DELIVERED]
  = { "nothing-delivered", N_ ("No packet was delivered after the warm-up.") },
  [DL_SIM_REASON_WARM_UP]
  = { "warm-up", N_ ("Latency or throughput still change: MSER-5 finds no end of the warm-up in "
                     "the first half of the run.") },
  [DL_SIM_REASON_DELIVERY] = { "delivery", /* xgettext:no-c-format */ N_ (
                                   "Delivered and created packets differ by more than 1% after the "
                                   "warm-up.") },
  [DL_SIM_REASON_CORRELATED]
  = { "correlated", N_ ("The run is too short for what is correlated in it: it has fewer than 5 "
                        "batches.") },
  [DL_SIM_REASON_LATENCY]
  = { "latency-interval", /* xgettext:no-c-format */ N_ (
          "The 95% confidence interval of mean packet latency is wider than "
          "asked for.") },
  [DL_SIM_REASON_THROUGHPUT]
  = { "throughput-interval", /* xgettext:no-c-format */ N_ (
          "The 95% confidence interval of accepted throughput is wider than "
          "asked for.") },
  [DL_SIM_REASON_RUNS_DIFFER] = { "runs-differ", N_ ("The runs are not all in the same state.") },
};

const char *
dl_sim_state_id (DlSimState state)
{
  return states[state].id;
}

const char *
dl_sim_state_title (DlSimState state)
{
  return _ (states[state].text);
}

const char *
dl_sim_reason_id (DlSimReason reason)
{
  return reasons[reason].id;
}

const char *
dl_sim_reason_text (DlSimReason reason)
{
  return reason != DL_SIM_REASON_NONE ? _ (reasons[reason].text) : "";
}

static guint
find (const Word *words, guint n, const char *id)
{
  for (guint i = 1; id != NULL && i < n; i++)
    if (strcmp (words[i].id, id) == 0)
      return i;
  return 0;
}

DlSimState
dl_sim_state_find (const char *id)
{
  return find (states, G_N_ELEMENTS (states), id);
}

DlSimReason
dl_sim_reason_find (const char *id)
{
  return find (reasons, G_N_ELEMENTS (reasons), id);
}
