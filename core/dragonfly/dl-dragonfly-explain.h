/* A dragonfly packet's route explained: its candidates at each hop, the rules that gave the link
 * and its virtual channel and their place in the paper, and the rejected choices (Cascade paper 3,
 * manual, dragonfly). The same words in the window and on the command line.
 *
 * A route in one line is the class and the virtual channel of each link: "green.0 black.0 blue.0
 * green.1". */
#pragma once

#include "dl-dragonfly-choice.h"

G_BEGIN_DECLS

/* Purpose of a part of the route. */
typedef enum
{
  DL_PHASE_MINIMAL,     /* towards the destination */
  DL_PHASE_UP,          /* to the root that was drawn */
  DL_PHASE_DOWN,        /* from there to the destination */
  DL_PHASE_DETOUR_UP,   /* around damage: to a root of the packet's own group */
  DL_PHASE_DETOUR_DOWN, /* on from there */
  DL_PHASE_THIRD_UP,    /* around damage: to a root of a third group */
  DL_PHASE_THIRD_DOWN,  /* on from there */
  DL_N_PHASES
} DlDragonflyPhase;

typedef enum
{
  DL_DRAGONFLY_GREEN,       /* first, to the blade of where the phase leaves the group, or ends */
  DL_DRAGONFLY_BLACK,       /* then, to its chassis */
  DL_DRAGONFLY_BLUE,        /* to the other group: one that the rule allows */
  DL_DRAGONFLY_BLUE_DAMAGE, /* likewise, one that it allows only because of damage */
  DL_N_DRAGONFLY_RULES
} DlDragonflyRule;

/* A plain value; @routes and @mode are borrowed. */
typedef struct
{
  const DlDragonflyRoutes *routes;
  const DlDragonflyMode *mode;
  guint source, dest; /* routers */
  DlDragonflyRoute route;
  DlDragonflyChoice choices[DL_DRAGONFLY_MAX_HOPS]; /* (route.n_steps) */
  guint8 phases[DL_DRAGONFLY_MAX_HOPS];             /* (n_steps) DlDragonflyPhase */
  guint8 rules[DL_DRAGONFLY_MAX_HOPS];              /* (n_steps) DlDragonflyRule */
  guint32 phase_from[DL_DRAGONFLY_MAX_HOPS];        /* (n_steps) router where the phase begins */
  guint32 phase_to[DL_DRAGONFLY_MAX_HOPS];          /* (n_steps) router where it ends */
} DlDragonflyTraced;

/* Follow the packet that @hash stands for, choosing at each hop by @load (NULL: an idle network).
 * Under a mode that does not look at the load, the route of dl_dragonfly_walk. */
void dl_dragonfly_traced_take (DlDragonflyTraced *traced, const DlDragonflyRoutes *routes,
                               const DlDragonflyMode *mode, guint source, guint dest, guint64 hash,
                               DlDragonflyLoadFunc load, gpointer data);

/* The router that hop @i leaves; n_steps: where the route ends. */
guint dl_dragonfly_traced_router (const DlDragonflyTraced *traced, guint i);
/* The root that was drawn for it at the source and taken; DL_NO_NODE if it goes minimally. */
guint dl_dragonfly_traced_root (const DlDragonflyTraced *traced);

/* In words, translated. Free with g_free unless it is const. */

/* "black to 0.3.4 #1" */
char *dl_dragonfly_traced_port (const DlDragonflyTraced *traced, guint i);
/* Purpose of hop @i's phase: "up to the root 5.2.3". */
char *dl_dragonfly_traced_phase (const DlDragonflyTraced *traced, guint i);
/* "green first, to blade 4" */
char *dl_dragonfly_traced_rule (const DlDragonflyTraced *traced, guint i);
/* Where both stand. */
const char *dl_dragonfly_traced_section (const DlDragonflyTraced *traced, guint i);
/* Why its virtual channel: "blue links crossed: 1, roots passed: 0; a response takes
 * VC5"; and where that stands. */
char *dl_dragonfly_traced_vc_rule (const DlDragonflyTraced *traced, guint i);
const char *dl_dragonfly_traced_vc_section (void);
/* Choices rejected before hop @i, or where no link leads on (n_steps): "not 2 links of 36 ... :
 * broken"; empty if none. */
char *dl_dragonfly_traced_rejected (const DlDragonflyTraced *traced, guint i);
/* The same without candidates that lost, for where all of them are listed. */
char *dl_dragonfly_traced_no_candidates (const DlDragonflyTraced *traced, guint i);

/* "green.0 black.0 blue.0 green.1", not translated. */
char *dl_dragonfly_traced_to_line (const DlDragonflyTraced *traced);
/* Why it does not arrive; NULL if it does. */
char *dl_dragonfly_traced_reason (const DlDragonflyTraced *traced);
/* One line: "5 hops, 1 of them blue, up to VC1, minimal, delivered". */
char *dl_dragonfly_traced_summary (const DlDragonflyTraced *traced);
/* All of it: the line, or why there is none, a line per hop, the choice at the source. */
char *dl_dragonfly_traced_to_text (const DlDragonflyTraced *traced);

/* Choices a dragonfly packet rejected where a phase of its route begins, and at each hop (Cascade
 * paper 3 and 5). */

typedef enum
{
  DL_PASSED_BROKEN,  /* does not work */
  DL_PASSED_CUT_OFF, /* a blue link that works: damage leaves no plain path to it, or from there */
  DL_PASSED_FARTHER, /* a blue link: more hops to it, which the rule counts */
  DL_PASSED_LONGER,  /* a blue link: more hops in all, which the rule counts */
  DL_PASSED_HEAVIER, /* a candidate: it counts more than the one that was taken */
  DL_PASSED_LATER,   /* a candidate: it counts the same, but was drawn later */
  DL_PASSED_UNFIT,   /* a root that was drawn: damage leaves no plain paths to or from it */
  DL_N_PASSED
} DlDragonflyPassed;

typedef struct
{
  guint32 link; /* the first of them; G_MAXUINT32 of roots */
  guint n;      /* links, or roots */
  guint8 why;   /* DlDragonflyPassed */
  double value; /* of a candidate: what it counts as, flits */
} DlDragonflyRejected;

#define DL_DRAGONFLY_MAX_REJECTED 12

/* Choices rejected before hop @i, or where the packet is stuck (n_steps). Returns how many of
 * @rejected (DL_DRAGONFLY_MAX_REJECTED) there are. */
guint dl_dragonfly_traced_passed (const DlDragonflyTraced *traced, guint i,
                                  DlDragonflyRejected *rejected);

/* "the link is broken", translated, and where that stands. */
const char *dl_dragonfly_passed_text (DlDragonflyPassed why);
const char *dl_dragonfly_passed_section (DlDragonflyPassed why);

G_END_DECLS
