/* Routes: the one answer that analysis, simulation and explanation share. */
#pragma once

#include "dl-next.h"
#include "dl-engine.h"
#include "dl-vc-policy.h"

G_BEGIN_DECLS

/* Coins of the dimensions, of which each says plus or minus. */
#define DL_MAX_VARIANTS (1 << DL_N_DIMS)

/* Immutable once built, shared by reference between threads. */
struct _DlRoutes
{
  DlRouted head;
  DlNetwork *network;
  DlRoutingSpec spec;   /* a mesh dimension's dateline is DL_NO_DATELINE here */
  guint8 *suspect;      /* (n_links) gboolean: see DlEngine.prepare */
  guint16 *clean_ahead; /* (n_links) hops straight on, from this link, before a suspect one */
  gpointer engine_data; /* the engine's own */
  /* Of random ties, the routes by the coins of the dimensions that have ties (spec.tie_minus), all
   * equally likely, in rising order; the first are these routes themselves. A packet keeps its
   * coins, and a pair of nodes sends nothing if any variant does not arrive. Otherwise one. */
  guint n_variants;
  DlRoutes *variants[DL_MAX_VARIANTS]; /* (n_variants) */
};

DlRoutes *dl_routes_new (DlNetwork *network, const DlRoutingSpec *spec);
/* The same for engines that take their time: @previous (nullable) is what answers may be taken over
 * from, whatever it is; NULL if @cancellable was canceled. */
DlRoutes *dl_routes_new_from (DlNetwork *network, const DlRoutingSpec *spec,
                              const DlRoutes *previous, GCancellable *cancellable);
DL_SHARED (DlRoutes, dl_routes)

/* Those of @routes whose coins are @coins (1 << DlDim: negative); borrowed. */
DlRoutes *dl_routes_variant (const DlRoutes *routes, guint coins);

/* The direction dimension order takes in @dim from @node towards @dest, both of which differ there
 * (VC paper 2.2; between regions to the nearest edge of the destination's region). */
guint dl_routes_minimal_port (const DlRoutes *routes, guint node, guint dest, guint dim);

/* Where a packet at @node goes next. */
static inline DlDecision
dl_routes_next (const DlRoutes *routes, guint node, DlArrival arrival, guint dest)
{
  return routes->spec.engine->next (routes, node, arrival, dest, NULL);
}

/* Where one that is injected at @node goes. */
static inline DlDecision
dl_routes_first (const DlRoutes *routes, guint node, guint dest)
{
  return dl_routes_next (routes, node, DL_ARRIVAL_INJECTED, dest);
}

static inline gboolean
dl_routes_at_dateline (const DlRoutes *routes, guint node, guint dim)
{
  return routes->network->torus.coord[node].at[dim] == routes->spec.dateline[dim];
}

/* How a route ends. */
typedef enum
{
  DL_ROUTE_DELIVERED,
  DL_ROUTE_UNREACHABLE, /* the engine has no port */
  DL_ROUTE_DROPPED,     /* on VC1 through a dateline (VC paper, section 3): so ends each route that
                           the tables send round a ring with a dateline */
  DL_ROUTE_LOOP         /* they send it round for ever; counted as unreachable */
} DlRouteStatus;

/* One hop of a route. */
typedef struct
{
  guint32 link; /* link slot in the network */
  guint8 vc;
  guint8 rule;    /* DlRule */
  guint8 vc_rule; /* DlVcRule of the leg the hop belongs to */
  gboolean legal; /* after the hop before it (manual, faults, L) */
} DlHop;

/* A route with room for the longest possible; reuse it from walk to walk. */
typedef struct
{
  DlRouteStatus status;
  gboolean legal; /* every consecutive pair of hops is in the legality relation */
  guint n_hops;
  guint size;  /* of @hops */
  DlHop *hops; /* (n_hops) */
} DlRoute;

void dl_route_clear (DlRoute *route);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DlRoute, dl_route_clear)

/* Dimension order in a network without a fault: everyone reaches everyone, in all variants. */
gboolean dl_routes_are_undisturbed (const DlRoutes *routes);
/* There, the leg that begins at @node on the way to @dest, another node: what a walker says. */
void dl_routes_undisturbed_leg (const DlRoutes *routes, guint node, guint dest, DlLeg *leg);
/* How the route between two working nodes ends; of several variants, the first that is not
 * delivered. */
DlRouteStatus dl_routes_status (const DlRoutes *routes, guint source, guint dest);
/* Follow the routes from @source to @dest, both working nodes, by one variant's coins. @route
 * starts zeroed. */
void dl_routes_walk (const DlRoutes *routes, guint source, guint dest, DlRoute *route);
/* What the engine passed over before it chose hop @i of @route, towards @dest (n_hops: at the node
 * where the route ends, @source for a route without hops). */
void dl_routes_trace (const DlRoutes *routes, const DlRoute *route, guint source, guint dest,
                      guint i, DlTrace *trace);

/* Follows a route leg by leg: the same answers as dl_routes_walk without a look at each hop of an
 * undisturbed leg. */
typedef struct
{
  const DlRoutes *routes;
  guint dest;
  guint node;           /* where the next leg begins */
  DlArrival arrival;    /* how the packet comes there */
  DlDecision decision;  /* and goes on */
  guint n_hops;         /* so far */
  DlRouteStatus status; /* once there is no next leg */
} DlWalker;

/* @source and @dest are working nodes. */
void dl_walker_init (DlWalker *walker, const DlRoutes *routes, guint source, guint dest);
/* From the middle of a route: a leg begins at @node. */
void dl_walker_init_at (DlWalker *walker, const DlRoutes *routes, guint node, DlArrival arrival,
                        guint dest);
/* FALSE when the route has ended; a leg on which the packet is dropped or goes round for ever does
 * not count as given, but has the virtual channel that one starts on which is dropped. */
gboolean dl_walker_next (DlWalker *walker, DlLeg *leg);
/* Is the turn from the end of @before into @after, which begins there, in the legality relation?
 * Hops within a leg always are. */
gboolean dl_routes_legal_turn (const DlRoutes *routes, const DlLeg *before, const DlLeg *after);

/* The answers as all families give them. A packet keeps its coins; where a dimension has no halves
 * each hop is on either virtual channel. @routes is borrowed. */
DlNext dl_torus_next (const DlRoutes *routes);

/* What a dependency outside the legality relation breaks. */
typedef enum
{
  DL_LEGAL,
  DL_ILLEGAL_BACK,         /* a turn of 180 degrees */
  DL_ILLEGAL_MINUS_HIGHER, /* from a minus direction to a higher dimension */
  DL_ILLEGAL_VC1_HIGHER,   /* from VC1 to a higher dimension */
  DL_ILLEGAL_VC_CHANGE,    /* to the other VC inside a dimension, away from the dateline */
  DL_ILLEGAL_INTO_VC1,     /* through the dateline node on VC1 */
  DL_ILLEGAL_OUT_OF_VC0,   /* out of the dateline node on VC0 */
  DL_N_ILLEGAL
} DlIllegal;

/* One sentence, translatable, and the paper's section; "legal" too. */
const char *dl_illegal_text (DlIllegal why);
const char *dl_illegal_section (DlIllegal why);

/* Which rule the dependency from channel (@link_a, @vc_a) to (@link_b, @vc_b), which starts where
 * the first ends, breaks of the legality relation L of the manual's page faults, a
 * machine-checkable form of VC paper 2.2.1; DL_LEGAL if it is inside. */
DlIllegal dl_routes_legal_why (const DlRoutes *routes, guint link_a, guint vc_a, guint link_b,
                               guint vc_b);

/* Is it inside? */
static inline gboolean
dl_routes_legal (const DlRoutes *routes, guint link_a, guint vc_a, guint link_b, guint vc_b)
{
  return dl_routes_legal_why (routes, link_a, vc_a, link_b, vc_b) == DL_LEGAL;
}

G_END_DECLS
