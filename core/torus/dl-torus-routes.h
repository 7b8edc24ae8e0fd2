/* Routes: the one answer that analysis, simulation and explanation share. */
#pragma once

#include "dl-next.h"
#include "dl-torus-engine.h"
#include "dl-vc-policy.h"

G_BEGIN_DECLS

/* Coins of the dimensions, of which each says plus or minus. */
#define DL_MAX_VARIANTS (1 << DL_TORUS_N_DIMS)

/* Immutable once built, shared by reference between threads. */
struct _DlTorusRoutes
{
  DlRouted head;
  DlTorusNetwork *network;
  DlTorusRouting spec;  /* a mesh dimension's dateline is DL_NO_DATELINE here */
  guint8 *suspect;      /* (n_links) gboolean: see DlTorusEngine.prepare */
  guint16 *clean_ahead; /* (n_links) hops straight on, from this link, before a suspect one */
  gpointer engine_data; /* the engine's own */
  /* Variants for random ties: the routes by the coins of the dimensions that have ties
   * (spec.tie_minus), all equally likely, in rising order; the first are these routes themselves. A
   * packet keeps its coins, and a pair of nodes sends nothing if any variant does not arrive.
   * Without random ties there is one. */
  guint n_variants;
  DlTorusRoutes *variants[DL_MAX_VARIANTS]; /* (n_variants) */
};

DlTorusRoutes *dl_torus_routes_new (DlTorusNetwork *network, const DlTorusRouting *spec);
/* The same for engines that take their time: @previous (nullable) is what answers may be taken over
 * from, whatever it is; NULL if @cancellable was canceled. */
DlTorusRoutes *dl_torus_routes_new_from (DlTorusNetwork *network, const DlTorusRouting *spec,
                                         const DlTorusRoutes *previous, GCancellable *cancellable);
DL_SHARED (DlTorusRoutes, dl_torus_routes)

/* Variant of @routes with coins @coins (1 << DlTorusDim: negative); borrowed. */
DlTorusRoutes *dl_torus_routes_variant (const DlTorusRoutes *routes, guint coins);

/* The direction dimension order takes in @dim from @node towards @dest, both of which differ there
 * (VC paper 2.2; between regions to the nearest edge of the destination's region). */
guint dl_torus_routes_minimal_port (const DlTorusRoutes *routes, guint node, guint dest, guint dim);

/* Where a packet at @node goes next. */
static inline DlTorusDecision
dl_torus_routes_next (const DlTorusRoutes *routes, guint node, DlTorusArrival arrival, guint dest)
{
  return routes->spec.engine->next (routes, node, arrival, dest, NULL);
}

/* Where one that is injected at @node goes. */
static inline DlTorusDecision
dl_torus_routes_first (const DlTorusRoutes *routes, guint node, guint dest)
{
  return dl_torus_routes_next (routes, node, DL_TORUS_ARRIVAL_INJECTED, dest);
}

static inline gboolean
dl_torus_routes_at_dateline (const DlTorusRoutes *routes, guint node, guint dim)
{
  return routes->network->torus.coord[node].at[dim] == routes->spec.dateline[dim];
}

/* How a route ends. */
typedef enum
{
  DL_TORUS_ROUTE_DELIVERED,
  DL_TORUS_ROUTE_UNREACHABLE, /* the engine has no port */
  DL_TORUS_ROUTE_DROPPED,     /* on VC1 through a dateline (VC paper, section 3): so ends each route
                                 that the tables send around a ring with a dateline */
  DL_TORUS_ROUTE_LOOP         /* they send it round for ever; counted as unreachable */
} DlTorusRouteStatus;

/* One hop of a route. */
typedef struct
{
  guint32 link; /* link slot in the network */
  guint8 vc;
  guint8 rule;    /* DlTorusRule */
  guint8 vc_rule; /* DlVcRule of the leg the hop belongs to */
  gboolean legal; /* after the hop before it (manual, faults, L) */
} DlTorusHop;

/* A route with room for the longest possible; reuse it from walk to walk. */
typedef struct
{
  DlTorusRouteStatus status;
  gboolean legal; /* every consecutive pair of hops is in the legality relation */
  guint n_hops;
  guint size;       /* of @hops */
  DlTorusHop *hops; /* (n_hops) */
} DlTorusRoute;

void dl_torus_route_clear (DlTorusRoute *route);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlTorusRoute, dl_torus_route_clear)

/* Dimension order in a network without a fault: everyone reaches everyone, in all variants. */
gboolean dl_torus_routes_are_undisturbed (const DlTorusRoutes *routes);
/* There, the leg that begins at @node on the way to @dest, another node: what a walker says. */
void dl_torus_routes_undisturbed_leg (const DlTorusRoutes *routes, guint node, guint dest,
                                      DlTorusLeg *leg);
/* How the route between two working nodes ends; of several variants, the first that is not
 * delivered. */
DlTorusRouteStatus dl_torus_routes_status (const DlTorusRoutes *routes, guint source, guint dest);
/* Follow the routes from @source to @dest, both working nodes, by one variant's coins. @route
 * starts zeroed. */
void dl_torus_routes_walk (const DlTorusRoutes *routes, guint source, guint dest,
                           DlTorusRoute *route);
/* Choices rejected before the engine chose hop @i of @route, towards @dest (n_hops: at the node
 * where the route ends, @source for a route without hops). */
void dl_torus_routes_trace (const DlTorusRoutes *routes, const DlTorusRoute *route, guint source,
                            guint dest, guint i, DlTorusTrace *trace);

/* Follows a route leg by leg: the same answers as dl_torus_routes_walk without a look at each hop
 * of an undisturbed leg. */
typedef struct
{
  const DlTorusRoutes *routes;
  guint dest;
  guint node;                /* where the next leg begins */
  DlTorusArrival arrival;    /* how the packet comes there */
  DlTorusDecision decision;  /* and continues */
  guint n_hops;              /* so far */
  DlTorusRouteStatus status; /* once there is no next leg */
} DlTorusWalker;

/* @source and @dest are working nodes. */
void dl_torus_walker_init (DlTorusWalker *walker, const DlTorusRoutes *routes, guint source,
                           guint dest);
/* Start a walk in the middle of a route: a leg begins at @node. */
void dl_torus_walker_init_at (DlTorusWalker *walker, const DlTorusRoutes *routes, guint node,
                              DlTorusArrival arrival, guint dest);
/* FALSE when the route has ended; a leg on which the packet is dropped or goes round for ever does
 * not count as given, but has the virtual channel that one starts on which is dropped. */
gboolean dl_torus_walker_next (DlTorusWalker *walker, DlTorusLeg *leg);
/* Is the turn from the end of @before into @after, which begins there, in the legality relation?
 * Hops within a leg always are. */
gboolean dl_torus_routes_legal_turn (const DlTorusRoutes *routes, const DlTorusLeg *before,
                                     const DlTorusLeg *after);

/* The answers as all families give them. A packet keeps its coins; where a dimension has no halves
 * each hop is on either virtual channel. @routes is borrowed. */
DlNext dl_torus_next (const DlTorusRoutes *routes);

/* Legality rule that a dependency breaks. */
typedef enum
{
  DL_TORUS_LEGAL,
  DL_TORUS_ILLEGAL_BACK,         /* a turn of 180 degrees */
  DL_TORUS_ILLEGAL_MINUS_HIGHER, /* from a minus direction to a higher dimension */
  DL_TORUS_ILLEGAL_VC1_HIGHER,   /* from VC1 to a higher dimension */
  DL_TORUS_ILLEGAL_VC_CHANGE,    /* to the other VC inside a dimension, away from the dateline */
  DL_TORUS_ILLEGAL_INTO_VC1,     /* through the dateline node on VC1 */
  DL_TORUS_ILLEGAL_OUT_OF_VC0,   /* out of the dateline node on VC0 */
  DL_TORUS_N_ILLEGAL
} DlTorusIllegal;

/* One sentence, translatable, and the paper's section; "legal" too. */
const char *dl_torus_illegal_text (DlTorusIllegal why);
const char *dl_torus_illegal_section (DlTorusIllegal why);

/* The rule that the dependency from channel (@link_a, @vc_a) to (@link_b, @vc_b), which starts
 * where the first ends, breaks of the legality relation L of the manual's page faults, a
 * machine-checkable form of VC paper 2.2.1; DL_TORUS_LEGAL if it is inside. */
DlTorusIllegal dl_torus_routes_legal_why (const DlTorusRoutes *routes, guint link_a, guint vc_a,
                                          guint link_b, guint vc_b);

/* Is it inside? */
static inline gboolean
dl_torus_routes_legal (const DlTorusRoutes *routes, guint link_a, guint vc_a, guint link_b,
                       guint vc_b)
{
  return dl_torus_routes_legal_why (routes, link_a, vc_a, link_b, vc_b) == DL_TORUS_LEGAL;
}

/* The different routes of one pair of nodes: several with random ties. */

typedef struct
{
  guint n;                         /* at least 1 */
  guint n_coins;                   /* of the routes, all equally likely */
  guint coins[DL_MAX_VARIANTS];    /* (n) of them that take the route */
  guint variant[DL_MAX_VARIANTS];  /* (n) the first one that does */
  guint of_coins[DL_MAX_VARIANTS]; /* (n_coins) the route of each variant */
  guint failed;                    /* the first route that is not delivered, so that the pair sends
                                      nothing; n if there is none */
} DlTorusRouteChoices;

/* Between two working nodes. Routes differ in their links, their virtual channels or their end. */
void dl_torus_route_choices (const DlTorusRoutes *routes, guint source, guint dest,
                             DlTorusRouteChoices *choices);

/* The route to show as the @which-th: 0 is by the coins that @seed stands for, but one that is not
 * delivered goes first; then the others in turn. */
guint dl_torus_route_choices_pick (const DlTorusRouteChoices *choices, guint64 seed, guint which);

/* Virtual channels of a port that packets may take: those of their class (requests or responses),
 * and of these the half that their leg is on (VC0 and VC1 of the analysis), where a dimension has
 * halves. The SeaStar has one virtual channel in each half; an input-queued router has any number,
 * and a packet takes any of them (model of Dally & Towles 2004; BookSim 2, routefunc.cpp). */

/* Virtual channels from @first on. */
typedef struct
{
  guint8 first, n;
} DlVcRange;

/* Virtual channels per port. */
static inline guint
dl_vc_count (const DlTorusRouting *spec)
{
  if (spec->vcs > 0)
    return spec->vcs;
  return spec->response_share > 0 ? 2 * DL_TORUS_VCS : DL_TORUS_VCS;
}

/* Do legs in a ring keep to halves? Not where nothing is asked of virtual channels, and not where a
 * bubble keeps the ring going. */
static inline gboolean
dl_vc_needs_halves (const DlTorusRouting *spec)
{
  return !spec->vc_policy->bubble
         && (spec->engine->needs_datelines || spec->vc_policy->wrap_partition);
}

/* Do legs in dimension @dim? Those of the SeaStar do in a mesh dimension too. */
static inline gboolean
dl_vc_has_halves (const DlTorusRoutes *routes, guint dim)
{
  return routes->spec.vcs == 0
         || (routes->network->torus.ring[dim] && dl_vc_needs_halves (&routes->spec));
}

/* Virtual channels of requests (@class 0) or responses (1). */
static inline DlVcRange
dl_vc_range (const DlTorusRouting *spec, guint class)
{
  const guint vcs = dl_vc_count (spec);

  if (spec->response_share == 0)
    return (DlVcRange) { 0, vcs };
  return class == 1 ? (DlVcRange) { vcs - vcs / 2, vcs / 2 } : (DlVcRange) { 0, vcs - vcs / 2 };
}

/* The first half of @range, which is the larger one, or the second. */
static inline DlVcRange
dl_vc_range_half (DlVcRange range, guint half)
{
  const guint first = range.n - range.n / 2;

  return half == 1 ? (DlVcRange) { range.first + first, range.n - first }
                   : (DlVcRange) { range.first, first };
}

/* The half that virtual channel @vc of an output in dimension @dim is in, 0 where that has none. */
static inline guint
dl_vc_half_of (const DlTorusRoutes *routes, guint dim, guint vc)
{
  const DlVcRange requests = dl_vc_range (&routes->spec, 0);
  const DlVcRange of
      = vc < (guint) requests.first + requests.n ? requests : dl_vc_range (&routes->spec, 1);

  return dl_vc_has_halves (routes, dim) && vc >= dl_vc_range_half (of, 1).first;
}

G_END_DECLS
