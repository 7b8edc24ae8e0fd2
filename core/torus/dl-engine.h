/* Routing engines: who answers "which port next". One engine a file, listed in dl-engine.c. */
#pragma once

#include <gio/gio.h>

#include "dl-network.h"
#include "dl-routing-spec.h"

G_BEGIN_DECLS

typedef struct _DlRoutes DlRoutes;

/* Why an engine chose a port; the text and the paper's section are in dl_rule_text and
 * dl_rule_section. */
typedef enum
{
  DL_RULE_EJECT,            /* here is the destination */
  DL_RULE_DIMENSION_ORDER,  /* the minimal direction of the first dimension that differs */
  DL_RULE_X_EARLY_DETOUR,   /* Z+ before a node that has neither Y+ nor Z+ */
  DL_RULE_X_BROKEN_Y,       /* Y+ around a broken X link */
  DL_RULE_X_BROKEN_Z,       /* Z+ around a broken X link without a safe Y+ */
  DL_RULE_Y_LOOK_AHEAD,     /* Z+ now, since Z+ is broken at the next node */
  DL_RULE_Y_BROKEN_Z,       /* Z+ around a broken Y link */
  DL_RULE_Z_LONG_WAY,       /* Z+ all the way, since the way along Z- is broken */
  DL_RULE_Z_BROKEN_Y_PLUS,  /* Y+ around a broken Z+ link */
  DL_RULE_Z_BROKEN_Y_MINUS, /* Y- where there is no Y+ */
  DL_RULE_RING_LONG_WAY,    /* the other way round the ring, since the shorter one is broken */
  DL_RULE_LEGAL,            /* the shortest way inside the legality relation */
  DL_RULE_TREE_UP,          /* up*, down*: towards the root */
  DL_RULE_TREE_DOWN,        /* up*, down*: away from it */
  DL_RULE_UNREACHABLE,      /* no way that the rules allow */
  DL_N_RULES
} DlRule;

/* One sentence, translatable. */
const char *dl_rule_text (DlRule rule);
/* "VC paper 2.2.2" */
const char *dl_rule_section (DlRule rule);

typedef struct
{
  guint8 port; /* DlPort; DL_PORT_PROCESSOR at the destination, DL_PORT_NONE if unreachable */
  guint8 rule; /* DlRule */
} DlDecision;

/* How a packet stands at a router: all beside its destination that an engine may look at. */
typedef struct
{
  guint8 port;    /* DlPort of the hop that brought it; DL_PORT_PROCESSOR at its source */
  guint8 crossed; /* gboolean: on that hop's run it has left the dimension's dateline node, so that
                     it is on VC1 whatever the policy */
} DlArrival;

#define DL_ARRIVAL_INJECTED ((DlArrival) { DL_PORT_PROCESSOR, FALSE })

/* Why a port that would have been better was not taken. */
typedef enum
{
  DL_REJECTED_ABSENT,     /* the edge of a mesh: there is no link */
  DL_REJECTED_BROKEN,     /* the link, or the node behind it */
  DL_REJECTED_UNSAFE,     /* it leaves a dateline node: not for a detour */
  DL_REJECTED_BOXED_IN,   /* the node behind it has neither Y+ nor Z+ */
  DL_REJECTED_LOOK_AHEAD, /* the node behind it would need Z+, which is broken there */
  DL_REJECTED_WAY_BROKEN, /* a link further on that way is broken */
  DL_REJECTED_ILLEGAL,    /* the turn is outside the legality relation */
  DL_REJECTED_LONGER,     /* a way that the engine allows, but longer than the one taken */
  DL_REJECTED_NO_WAY,     /* no way that the engine allows leads on from there */
  DL_N_REJECTED
} DlRejected;

/* One sentence, translatable, and the paper's section for @port, the network port passed over. */
const char *dl_rejected_text (DlRejected reason);
const char *dl_rejected_section (DlRejected reason, guint port);

/* The ports an engine passed over on its way to a decision, in the order in which it did. */
#define DL_TRACE_MAX 8
typedef struct
{
  guint n;
  struct
  {
    guint8 port;   /* DlPort */
    guint8 reason; /* DlRejected */
  } rejected[DL_TRACE_MAX];
} DlTrace;

/* @trace NULL: nobody asks. */
static inline void
dl_trace_reject (DlTrace *trace, guint port, DlRejected reason)
{
  if (trace == NULL || trace->n == DL_TRACE_MAX)
    return;
  trace->rejected[trace->n].port = port;
  trace->rejected[trace->n].reason = reason;
  trace->n++;
}

/* How far the suspect links of an engine reach. */
typedef enum
{
  DL_SUSPECT_RUN,   /* a run of a route without a suspect link is the dimension-order run */
  DL_SUSPECT_ROUTE, /* a dimension-order route without a suspect link is the route; one with any may
                       differ from its source on */
  DL_SUSPECT_ALL    /* no route need be in dimension order */
} DlSuspectScope;

struct _DlEngine
{
  const char *id;          /* the name in files */
  const char *title;       /* for people, translatable */
  const char *description; /* one line, translatable */
  DlSuspectScope scope;
  gboolean by_arrival;       /* @next looks at the arrival: it needs a table for each input port;
                                never with DL_SUSPECT_RUN */
  gboolean needs_datelines;  /* FALSE: safe without, they are switched off */
  gboolean same_everywhere;  /* of a place the rules ask only for its links, its datelines and the
                                minimal direction */
  guint8 unmoved[DL_N_DIMS]; /* of engines that are the same everywhere: dimensions (1 << DlDim)
                                whose runs stay as they are when the only broken cable is in this
                                one, unless a detour takes a hop in them or none is found */
  /* Prepare @routes->engine_data and mark the links whose use in dimension order may be overruled
   * for some destination (@routes->suspect, n_links), as @scope says. @previous (nullable): routes
   * of the same engine on a network of the same shape, from which answers may be taken over. FALSE
   * if @cancellable was canceled; unprepare is called then too. */
  gboolean (*prepare) (DlRoutes *routes, const DlRoutes *previous, GCancellable *cancellable);
  void (*unprepare) (DlRoutes *routes);
  /* R (node, arrival, dest): deterministic; both nodes work. A decision by
   * DL_RULE_DIMENSION_ORDER promises the same for the next nodes straight on, up to the
   * destination's coordinate or the first suspect link. @trace (nullable) gets what was passed
   * over. */
  DlDecision (*next) (const DlRoutes *routes, guint node, DlArrival arrival, guint dest,
                      DlTrace *trace);
};

/* All engines, in the order of the drop-down; the first is the default. */
const DlEngine *const *dl_engines (guint *n_engines);
/* NULL if there is none of that name. */
const DlEngine *dl_engine_find (const char *id);

G_END_DECLS
