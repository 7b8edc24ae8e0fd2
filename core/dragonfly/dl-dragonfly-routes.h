/* Routes of a dragonfly (Cascade paper 3): the one answer that analysis, simulation and explanation
 * share. Between routers; the nodes of a router share its routes.
 *
 * Minimal is at most one green and one black hop inside a group, green first, and exactly one blue
 * hop between groups, over those blue links between the two groups that the rule allows
 * (dl-dragonfly-modes.h). Non-minimal is minimal to a root, then minimal to the destination. The
 * virtual channel of a hop is the number of blue links and roots passed before.
 *
 * A path is plain if it needs no detour. Where damage leaves none, one begins with a root in the
 * packet's own group, the one with the lowest cost (so black first), in the group where it starts,
 * where it ends, or in both; a plain path by another blue link is preferred. Without these a packet
 * goes through a root of a third group that has plain paths. A longer detour would need a virtual
 * channel that is not there: such a pair is unreachable. */
#pragma once

#include "dl-dragonfly-modes.h"
#include "dl-dragonfly.h"
#include "dl-next.h"

G_BEGIN_DECLS

#define DL_DRAGONFLY_MAX_HOPS 10 /* of a route; 4 of them inside a group */

/* Links side by side from one router to another. */
typedef struct
{
  guint32 first; /* link */
  guint16 n;     /* 0: the routers are not neighbors */
  guint16 up;    /* working */
} DlLinkBundle;

/* Blue links from a router to another, at least one of which works. */
typedef struct
{
  guint32 from, to; /* routers */
  guint16 cable;    /* of its first link */
  DlLinkBundle links;
} DlBlueBundle;

/* Immutable once built, shared by reference between threads. */
typedef struct
{
  DlRouted head;
  DlDragonfly *dragonfly;
  const DlDragonflyMinimal *minimal;
  guint n_chassis, n_blades; /* of the largest group: its places are chassis and blade */
  guint max_candidates;      /* room that dl_dragonfly_next needs */
  guint black_parallel;      /* links from a router to one it has black links to */
  DlLinkBundle *green;       /* (n_routers x n_blades) to that blade of the chassis */
  DlLinkBundle *black;       /* (n_routers x n_chassis) to the same blade of that chassis */
  guint8 *whole;             /* (n_groups) gboolean: nothing is missing or broken inside it */
  guint8 **local_cost;       /* (n_groups) NULL of a whole one; else (routers x routers) */
  guint32 *working;          /* (working_first[n_groups]) routers */
  guint32 *working_first;    /* (n_groups + 1) */
  guint32 *working_index;    /* (n_routers) in @working; of a broken one, of the next */
  guint32 *pair_first;       /* (n_groups x n_groups + 1) */
  DlBlueBundle *blue;        /* by pair of groups, then cable */
  guint words;               /* of a set of the blue bundles of a pair */
  guint64 *near;             /* (n_groups x n_groups x (n_chassis + n_blades) x words): bundles that
                                begin in a chassis, and at a blade; NULL if it would be too large */
  guint64 *far;              /* the same for where they end */
} DlDragonflyRoutes;

/* @minimal NULL: the default. */
DlDragonflyRoutes *dl_dragonfly_routes_new (DlDragonfly *dragonfly,
                                            const DlDragonflyMinimal *minimal);
DL_SHARED (DlDragonflyRoutes, dl_dragonfly_routes)

/* Turn of a packet in its group: it decides which links are open. */
typedef enum
{
  DL_TURN_NONE,  /* injected here, or in by a blue link */
  DL_TURN_ROOT,  /* this was its root: it takes no other one in this group */
  DL_TURN_GREEN, /* since then */
  DL_TURN_BLACK
} DlDragonflyTurn;

/* Is a link of @class open to a packet after @turn? In a group at most a green one and then a black
 * one; a blue one always. All paths obey it: the verdict on deadlock rests on that. */
static inline gboolean
dl_dragonfly_open (DlDragonflyTurn turn, DlLinkClass class)
{
  return class == DL_LINK_BLUE || turn < (class == DL_LINK_GREEN ? DL_TURN_GREEN : DL_TURN_BLACK);
}

/* How a packet stands at a router: all that its routes look at. */
typedef struct
{
  guint32 dest; /* router */
  guint32 root; /* router it goes to first; DL_NO_NODE: none, or it has passed it */
  guint8 vc;    /* of its next hop */
  guint8 turn;  /* DlDragonflyTurn */
} DlDragonflyPacket;

typedef struct
{
  guint32 link;
  guint32 root; /* the packet's from here on */
} DlDragonflyHop;

/* One of the next hops; those over parallel links follow each other. Its probability is @behind /
 * @beside, of dl_dragonfly_sum_behind: so all blue links that a packet may take are equally likely,
 * wherever they begin. */
typedef struct
{
  DlDragonflyHop hop;
  guint32 behind; /* blue links that all of them lead to; inside a group these links themselves */
  guint32 beside; /* of them, itself included */
} DlDragonflyNextHop;

/* Where a packet at @router can go next: all links that minimal routes to its root, or else its
 * destination, begin with. @ways has room for max_candidates. Returns how many; 0 at the
 * destination, and where there is no path. */
guint dl_dragonfly_next (const DlDragonflyRoutes *routes, guint router,
                         const DlDragonflyPacket *packet, DlDragonflyNextHop *ways);
/* The number of one of @n ways, at least one, by a uniform @random. @without is left out; @n leaves
 * out none. */
guint dl_dragonfly_pick (const DlDragonflyNextHop *ways, guint n, guint without, guint64 random);
guint64 dl_dragonfly_sum_behind (const DlDragonflyNextHop *ways, guint n);
/* State of @packet at the far end of @hop. */
void dl_dragonfly_move (const DlDragonflyRoutes *routes, DlDragonflyHop hop,
                        DlDragonflyPacket *packet);

/* A packet at its source: minimal, or with @nonminimal through a root drawn by @random. One whose
 * root does not fit goes minimally. FALSE if @dest is unreachable. */
gboolean dl_dragonfly_inject (const DlDragonflyRoutes *routes, guint source, guint dest,
                              gboolean nonminimal, guint64 random, DlDragonflyPacket *packet);

/* Is there any route, as dl_dragonfly_inject answers it? */
gboolean dl_dragonfly_reachable (const DlDragonflyRoutes *routes, guint source, guint dest);

/* Candidate roots of non-minimal routes: all working routers of the system, or for a packet inside
 * a group all of that, other than both ends (Cascade paper 3). */
guint dl_dragonfly_n_roots (const DlDragonflyRoutes *routes, guint source, guint dest);
guint dl_dragonfly_root (const DlDragonflyRoutes *routes, guint source, guint dest, guint i);

/* Is there a plain path from @source to @dest? */
gboolean dl_dragonfly_plain (const DlDragonflyRoutes *routes, guint source, guint dest);
/* Are there for all pairs of working routers of groups @a and @b, as a look at these groups tells?
 */
gboolean dl_dragonfly_plain_groups (const DlDragonflyRoutes *routes, guint a, guint b);
/* Are both paths plain, to and from @root? */
static inline gboolean
dl_dragonfly_root_fits (const DlDragonflyRoutes *routes, guint source, guint root, guint dest)
{
  return dl_dragonfly_plain (routes, source, root) && dl_dragonfly_plain (routes, root, dest);
}

/* The cost of the longest minimal route without a third group: DL_DRAGONFLY_DETOUR for each root,
 * and 1 for each hop; DL_DRAGONFLY_FAR if there is none. */
#define DL_DRAGONFLY_DETOUR 16
#define DL_DRAGONFLY_FAR    0xff
guint dl_dragonfly_cost (const DlDragonflyRoutes *routes, guint source, guint dest);

/* The set (words) of the blue bundles, by their place among those of the groups, that the plain
 * minimal routes between routers of two groups take. Returns the hops of the longest of them;
 * DL_DRAGONFLY_FAR if there is no plain path. */
guint dl_dragonfly_blue (const DlDragonflyRoutes *routes, guint source, guint dest, guint64 *set);

/* The same in parts, for many pairs: the bundles to group @to with 0, 1 and 2 hops from @router to
 * them, those from group @from with as many from them to @router (each 3 x words; none for a broken
 * router), and those of the lowest rank of both, as dl_dragonfly_blue. */
void dl_dragonfly_near_sets (const DlDragonflyRoutes *routes, guint router, guint to,
                             guint64 *sets);
void dl_dragonfly_far_sets (const DlDragonflyRoutes *routes, guint from, guint router,
                            guint64 *sets);
guint dl_dragonfly_join_sets (const DlDragonflyRoutes *routes, const guint64 *near,
                              const guint64 *far, guint64 *set);

static inline const DlBlueBundle *
dl_dragonfly_blue_bundles (const DlDragonflyRoutes *routes, guint a, guint b, guint *n)
{
  const guint pair = a * routes->dragonfly->n_groups + b;

  *n = routes->pair_first[pair + 1] - routes->pair_first[pair];
  return &routes->blue[routes->pair_first[pair]];
}

static inline guint
dl_dragonfly_group (const DlDragonflyRoutes *routes, guint router)
{
  return routes->dragonfly->router[router].group;
}

/* Links to a blade of the own chassis, and to the own blade of a chassis. */
static inline const DlLinkBundle *
dl_dragonfly_green (const DlDragonflyRoutes *routes, guint router, guint blade)
{
  return &routes->green[router * routes->n_blades + blade];
}

static inline const DlLinkBundle *
dl_dragonfly_black (const DlDragonflyRoutes *routes, guint router, guint chassis)
{
  return &routes->black[router * routes->n_chassis + chassis];
}

/* The links that a plain path inside a group begins with; NULL if there is no such path, or @from
 * is @to. */
const DlLinkBundle *dl_dragonfly_toward (const DlDragonflyRoutes *routes, guint from, guint to);

/* The answers as all families give them, of @mode. Where it chooses between minimal and other
 * routes by load, queues decide at the source. @routes is borrowed. */
DlNext dl_dragonfly_next_of (const DlDragonflyRoutes *routes, const DlDragonflyMode *mode);

/* Whole routes --------------------------------------------------------------------------------- */

typedef struct
{
  guint32 link;
  guint32 root; /* that the packet goes to; DL_NO_NODE: none, or it has passed it */
  guint8 vc;
} DlDragonflyStep;

typedef struct
{
  gboolean delivered;
  guint n_steps;
  DlDragonflyStep steps[DL_DRAGONFLY_MAX_HOPS];
} DlDragonflyRoute;

/* Follow the packet that @hash stands for; the same one takes the same route. */
void dl_dragonfly_walk (const DlDragonflyRoutes *routes, guint source, guint dest,
                        gboolean nonminimal, guint64 hash, DlDragonflyRoute *route);

typedef void (*DlDragonflyPathFunc) (const DlDragonflyRoute *route, double probability,
                                     gpointer data);

/* All routes of a pair, with their probabilities where no choice depends on another one. @root: of
 * a non-minimal route, drawn beforehand; DL_NO_NODE for the minimal ones. FALSE if the pair is
 * unreachable. */
gboolean dl_dragonfly_paths (const DlDragonflyRoutes *routes, guint source, guint dest, guint root,
                             DlDragonflyPathFunc func, gpointer data);

G_END_DECLS
