/* Choices between outputs by their queues, and whether they were good ones: those of some packets
 * are looked at again a fixed time later. A simulator keeps those of a block of routers, tells it
 * of each choice as it is made, and judges in each cycle, before anything happens in it, those that
 * are due. Nothing in the simulation depends on it. */
#pragma once

#include "dl-flights.h"
#include "dl-rng.h"
#include "dl-sim-counters.h"
#include "dl-sim-image.h"

G_BEGIN_DECLS

/* Cycles from a choice to its judgment: a little more than the delay of a hop in the Aries, whose
 * 100 ns are 47 cycles (dl-machine.c). Credits and reports take a hop to come back, so that the
 * router then knows how its outputs were when it chose. */
#define DL_SIM_JUDGED_AFTER 50
/* One packet of so many, by chance, has its choices judged: those of all would take a fifth of a
 * simulation's time. */
#define DL_SIM_JUDGED_OF 16

/* An output that a packet may take. Its queue counts as queue x factor + add; the least wins, of
 * equals the first. */
typedef struct
{
  guint32 link;
  guint32 queue; /* flits, as its router estimated it when it chose */
  guint32 later; /* the same when it was judged */
  guint32 add;
  guint16 factor;
  guint16 nonminimal; /* gboolean */
} DlSimCandidate;

typedef struct
{
  guint64 cycle;
  guint32 router;
  guint32 first;  /* of its candidates in the list's */
  guint16 n;      /* of them, at least 2 */
  guint16 taken;  /* below n */
  guint16 later;  /* that the router would take when it is judged, asked again without the packet */
  guint8 flits;   /* of the packet */
  guint8 judged;  /* gboolean: @later is known */
  guint8 counted; /* gboolean: the packet is one of those whose choices count */
  guint8 watched; /* gboolean: the packet is the watched one */
} DlSimChoice;

typedef struct
{
  GArray *choices;    /* DlSimChoice, in the order of cycles */
  GArray *candidates; /* DlSimCandidate */
} DlSimChoiceList;

void dl_sim_choice_list_init (DlSimChoiceList *list);
void dl_sim_choice_list_clear (DlSimChoiceList *list);
/* Copies, of @candidates those of @choice. */
void dl_sim_choice_list_add (DlSimChoiceList *list, const DlSimChoice *choice,
                             const DlSimCandidate *candidates);

static inline const DlSimChoice *
dl_sim_choice_at (const DlSimChoiceList *list, guint i)
{
  return &g_array_index (list->choices, DlSimChoice, i);
}

/* The candidates (n) of @choice, of @list. */
static inline const DlSimCandidate *
dl_sim_choice_candidates (const DlSimChoiceList *list, const DlSimChoice *choice)
{
  return &g_array_index (list->candidates, DlSimCandidate, choice->first);
}

/* Value that @queue flits of a candidate count as. */
static inline guint64
dl_sim_candidate_value (const DlSimCandidate *candidate, guint queue)
{
  return (guint64) queue * candidate->factor + candidate->add;
}

/* The choices of a block of routers, owned by the thread that advances it. */
typedef struct
{
  DlSimChoiceList list;         /* not judged yet, after those of @first that were */
  guint first, first_candidate; /* of it */
  gboolean watches;
  DlFlight packet;      /* that is watched, as dl_flight_compare calls it; if any */
  DlSimChoiceList told; /* its choices that were judged */
} DlSimChoices;

void dl_sim_choices_init (DlSimChoices *choices);
void dl_sim_choices_clear (DlSimChoices *choices);
/* State, but for the watched packet. */
void dl_sim_choices_walk (DlSimChoices *choices, DlSimWalk *walk);
/* No choice made so far is judged: links changed. */
void dl_sim_choices_forget (DlSimChoices *choices);

/* Does it count what becomes of the choices of the packet with these uniform bits? */
static inline gboolean
dl_sim_choices_count (guint64 random)
{
  return dl_rng_mix (random, DL_SIM_JUDGED_OF) % DL_SIM_JUDGED_OF == 0;
}

/* A packet that is counted or watched takes the one of @candidates that @choice says, at least 2.
 */
void dl_sim_choices_add (DlSimChoices *choices, const DlSimChoice *choice,
                         const DlSimCandidate *candidates);

/* DlSimChoice.watched of a simulator's packet. */
#define DL_SIM_CHOICES_WATCH(choices, it)                                                          \
  (G_UNLIKELY ((choices)->watches)                                                                 \
   && dl_flight_compare (&(choices)->packet, &DL_FLIGHT_KNOWN (it)) == 0)

/* Flits that @link's router estimates for it now. */
typedef guint (*DlSimQueueFunc) (gconstpointer data, guint link);

void dl_sim_choices_judge_due (DlSimChoices *choices, guint64 now, DlSimQueueFunc queue,
                               gconstpointer data, DlSimCounters *counters);

static inline void
dl_sim_choices_judge (DlSimChoices *choices, guint64 now, DlSimQueueFunc queue, gconstpointer data,
                      DlSimCounters *counters)
{
  if (choices->first < choices->list.choices->len
      && dl_sim_choice_at (&choices->list, choices->first)->cycle + DL_SIM_JUDGED_AFTER <= now)
    dl_sim_choices_judge_due (choices, now, queue, data, counters);
}

/* From now on keep the choices of @packet (dl_flight_compare); NULL: of none. */
void dl_sim_choices_watch (DlSimChoices *choices, const DlFlight *packet);
/* Add them to @list: judged, and not yet. */
void dl_sim_choices_get_watched (const DlSimChoices *choices, DlSimChoiceList *list);

G_END_DECLS
