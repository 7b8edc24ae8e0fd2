/* Questions to a tape about why: a packet's whole journey, with each wait, what held it, and which
 * packets were granted instead; and where a network changed most after a cycle. They replay what
 * they ask about. */
#pragma once

#include "dl-tape.h"

G_BEGIN_DECLS

typedef enum
{
  DL_STEP_SOURCE,    /* waits at its source until it is injected */
  DL_STEP_ROUTER,    /* goes through the stages of a router */
  DL_STEP_WAIT,      /* stays where it is in a router: @by */
  DL_STEP_CROSSBAR,  /* goes to its output */
  DL_STEP_LINK,      /* on a link */
  DL_STEP_EJECTED,   /* its node takes it in */
  DL_STEP_DELIVERED, /* the end: it has left the network */
  DL_STEP_LOST,      /* likewise, but did not arrive */
  DL_N_STEPS
} DlJourneyStepKind;

typedef struct
{
  DlJourneyStepKind kind;
  DlFlightHeld by;  /* DL_STEP_WAIT only */
  guint64 from, to; /* the cycles @from .. @to - 1; of an end the cycle in which it came */
  guint32 router;   /* that it is in, or has left by a link */
  guint32 out;      /* link that it takes next, DL_FLIGHT_NO_LINK: to its node, or not known yet */
  guint8 vc;        /* of the link or buffer that it is in */
  guint first_other, n_others; /* of DlJourney.others: granted instead, or in its way */
} DlJourneyStep;

/* Another packet that went first. */
typedef struct
{
  guint64 cycle;   /* the first in which it did */
  DlFlight packet; /* only what dl_flight_compare looks at */
} DlJourneyOther;

/* A longer journey is cut. */
#define DL_JOURNEY_MOST_CYCLES 50000

/* A packet's journey as a recording has it; immutable, shared by reference. */
typedef struct
{
  DlShared shared;
  DlFlight packet;         /* where it is in the cycle after its injection */
  guint64 until;           /* cycle up to which it was followed: it left, or the recording ends */
  gboolean left;           /* it was delivered, or lost */
  GArray *steps;           /* DlJourneyStep, in the order of time, without gaps */
  GArray *others;          /* DlJourneyOther */
  DlSimChoiceList choices; /* that it made by queues, in the order of time; those at the end of a
                              recording are not judged */
} DlJourney;

DL_SHARED (DlJourney, dl_journey)

/* The journey of the packet that is called as @packet (dl_flight_compare), up to the last cycle
 * that @tape has seen. NULL without an error: it is not in this run. @tape is moved: ask a copy
 * (dl_tape_copy). Errors: those of dl_tape_seek. */
DlJourney *dl_journey_new (DlTape *tape, const DlFlight *packet, GCancellable *cancellable,
                           GError **error);
/* The step of @cycle; its number of steps: none. */
guint dl_journey_find (const DlJourney *journey, guint64 cycle);

/* Follow it from its cycle until the packet has left the network, or waits forever, for at most
 * @cycles: also past the end of the recording. @left: it has left. Errors: those of dl_tape_go. */
gboolean dl_journey_go_to_end (DlTape *tape, const DlFlight *packet, guint64 cycles, gboolean *left,
                               GCancellable *cancellable, GError **error);

/* Change of a link's utilization at a cycle. */
typedef struct
{
  guint32 link; /* DL_FLIGHT_NO_LINK: none changed, or nothing was simulated before or after */
  guint64 cycle, before, after; /* so many cycles before and after it were compared */
  double from, to;              /* utilization in these */
} DlTapeChange;

/* The link whose utilization in the @window cycles after @cycle differs most from that in those
 * before it, the first of several. Shorter at the ends of the recording. @tape is moved. Errors:
 * those of dl_tape_seek. */
gboolean dl_tape_find_change (DlTape *tape, guint64 cycle, guint64 window, DlTapeChange *change,
                              GCancellable *cancellable, GError **error);

G_END_DECLS
