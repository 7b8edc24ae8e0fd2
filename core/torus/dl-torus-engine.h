/* Routing engines: who answers "which port next". One engine per file, listed in
 * dl-torus-engine.c. */
#pragma once

#include <gio/gio.h>

#include "dl-torus-routing.h"
#include "dl-torus.h"

G_BEGIN_DECLS

typedef struct _DlTorusRoutes DlTorusRoutes;

/* Why an engine chose a port; the text and the paper's section are in dl_torus_rule_text and
 * dl_torus_rule_section. */
typedef enum
{
  DL_TORUS_RULE_EJECT,            /* here is the destination */
  DL_TORUS_RULE_DIMENSION_ORDER,  /* the minimal direction of the first dimension that differs */
  DL_TORUS_RULE_X_EARLY_DETOUR,   /* Z+ before a node that has neither Y+ nor Z+ */
  DL_TORUS_RULE_X_BROKEN_Y,       /* Y+ around a broken X link */
  DL_TORUS_RULE_X_BROKEN_Z,       /* Z+ around a broken X link without a safe Y+ */
  DL_TORUS_RULE_Y_LOOK_AHEAD,     /* Z+ now, since Z+ is broken at the next node */
  DL_TORUS_RULE_Y_BROKEN_Z,       /* Z+ around a broken Y link */
  DL_TORUS_RULE_Z_LONG_PATH,      /* Z+ up to the destination, since a link along Z- is broken */
  DL_TORUS_RULE_Z_BROKEN_Y_PLUS,  /* Y+ around a broken Z+ link */
  DL_TORUS_RULE_Z_BROKEN_Y_MINUS, /* Y- where there is no Y+ */
  DL_TORUS_RULE_RING_LONG_PATH,   /* the other direction, since the shorter one is broken */
  DL_TORUS_RULE_LEGAL,            /* the shortest path inside the legality relation */
  DL_TORUS_RULE_TREE_UP,          /* up*, down*: towards the root */
  DL_TORUS_RULE_TREE_DOWN,        /* up*, down*: away from it */
  DL_TORUS_RULE_UNREACHABLE,      /* no path that the rules allow */
  DL_TORUS_N_RULES
} DlTorusRule;

/* One sentence, translatable. */
const char *dl_torus_rule_text (DlTorusRule rule);
/* "VC paper 2.2.2" */
const char *dl_torus_rule_section (DlTorusRule rule);

typedef struct
{
  guint8 port; /* DlTorusPort; DL_TORUS_PORT_PROCESSOR at the destination, DL_TORUS_PORT_NONE if
                  unreachable */
  guint8 rule; /* DlTorusRule */
} DlTorusDecision;

/* How a packet stands at a router: all beside its destination that an engine may look at. */
typedef struct
{
  guint8 port; /* DlTorusPort of the hop that brought it; DL_TORUS_PORT_PROCESSOR at its source */
  guint8 crossed; /* gboolean: on that hop's run it has left the dimension's dateline node, so that
                     it is on VC1 whatever the policy */
} DlTorusArrival;

#define DL_TORUS_ARRIVAL_INJECTED ((DlTorusArrival) { DL_TORUS_PORT_PROCESSOR, FALSE })

/* Why a port that would have been better was not taken. */
typedef enum
{
  DL_TORUS_REJECTED_ABSENT,       /* the edge of a mesh: there is no link */
  DL_TORUS_REJECTED_BROKEN,       /* the link, or the downstream node */
  DL_TORUS_REJECTED_UNSAFE,       /* it leaves a dateline node: not for a detour */
  DL_TORUS_REJECTED_BOXED_IN,     /* the downstream node has neither Y+ nor Z+ */
  DL_TORUS_REJECTED_LOOK_AHEAD,   /* the downstream node would need Z+, which is broken there */
  DL_TORUS_REJECTED_BROKEN_AHEAD, /* a link further in that direction is broken */
  DL_TORUS_REJECTED_ILLEGAL,      /* the turn is outside the legality relation */
  DL_TORUS_REJECTED_LONGER,       /* a path that the engine allows, but longer than the one taken */
  DL_TORUS_REJECTED_DEAD_END,     /* no path that the engine allows leads on from there */
  DL_TORUS_N_REJECTED
} DlTorusRejected;

/* One sentence, translatable, and the paper's section for @port, the network port passed over. */
const char *dl_torus_rejected_text (DlTorusRejected reason);
const char *dl_torus_rejected_section (DlTorusRejected reason, guint port);

/* The ports an engine passed over on its way to a decision, in the order in which it did. */
#define DL_TORUS_TRACE_MAX 8
typedef struct
{
  guint n;
  struct
  {
    guint8 port;   /* DlTorusPort */
    guint8 reason; /* DlTorusRejected */
  } rejected[DL_TORUS_TRACE_MAX];
} DlTorusTrace;

/* @trace: (nullable) gets the rejected choice. */
static inline void
dl_torus_trace_reject (DlTorusTrace *trace, guint port, DlTorusRejected reason)
{
  if (trace == NULL || trace->n == DL_TORUS_TRACE_MAX)
    return;
  trace->rejected[trace->n].port = port;
  trace->rejected[trace->n].reason = reason;
  trace->n++;
}

/* How far the suspect links of an engine reach. */
typedef enum
{
  DL_TORUS_SUSPECT_RUN,   /* a run of a route without a suspect link is the dimension-order run */
  DL_TORUS_SUSPECT_ROUTE, /* a dimension-order route without a suspect link is the route; one with
                       any may differ from its source on */
  DL_TORUS_SUSPECT_ALL    /* no route need be in dimension order */
} DlTorusSuspectScope;

struct _DlTorusEngine
{
  const char *id;          /* the name in files */
  const char *title;       /* for people, translatable */
  const char *description; /* one line, translatable */
  DlTorusSuspectScope scope;
  gboolean by_arrival;      /* @next looks at the arrival: it needs a table for each input port;
                               never with DL_TORUS_SUSPECT_RUN */
  gboolean needs_datelines; /* FALSE: safe without, they are switched off */
  gboolean same_everywhere; /* of a place the rules ask only for its links, its datelines and the
                               minimal direction */
  guint8
      unmoved[DL_TORUS_N_DIMS]; /* of engines that are the same everywhere: dimensions (1 <<
                             DlTorusDim) whose runs stay as they are when the only broken cable is
                             in this one, unless a detour takes a hop in them or none is found */
  /* Prepare @routes->engine_data and mark the links whose use in dimension order may be overruled
   * for some destination (@routes->suspect, n_links), as @scope says. @previous (nullable): routes
   * of the same engine on a network of the same shape, from which answers may be taken over. FALSE
   * if @cancellable was canceled; unprepare is called then too. */
  gboolean (*prepare) (DlTorusRoutes *routes, const DlTorusRoutes *previous,
                       GCancellable *cancellable);
  void (*unprepare) (DlTorusRoutes *routes);
  /* R (node, arrival, dest): deterministic; both nodes work. A decision by
   * DL_TORUS_RULE_DIMENSION_ORDER promises the same for the next nodes straight on, up to the
   * destination's coordinate or the first suspect link. @trace (nullable) gets the rejected
   * choices. */
  DlTorusDecision (*next) (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival,
                           guint dest, DlTorusTrace *trace);
};

/* All engines, in the order of the drop-down; the first is the default. */
const DlTorusEngine *const *dl_torus_engines (guint *n_engines);
/* NULL if there is none of that name. */
const DlTorusEngine *dl_torus_engine_find (const char *id);

G_END_DECLS
