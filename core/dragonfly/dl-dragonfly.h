/* The Cray Cascade dragonfly and the generic one: groups of routers, and the links between them
 * (Cascade paper 2). Immutable once built, shared by reference between threads. */
#pragma once

#include "dl-graph.h"
#include "dl-net.h"

G_BEGIN_DECLS

typedef enum
{
  DL_LINK_GREEN, /* routers of one chassis; of a generic group: of one group */
  DL_LINK_BLACK, /* the same slot of the group's other chassis */
  DL_LINK_BLUE,  /* other groups */
  DL_N_LINK_CLASSES
} DlLinkClass;

/* "green", "black", "blue" */
const char *dl_link_class_name (DlLinkClass class);
/* The same for people, translated. */
const char *dl_link_class_title (DlLinkClass class);

typedef enum
{
  DL_DRAGONFLY_ARIES,  /* a group is chassis x blades, one Aries each */
  DL_DRAGONFLY_GENERIC /* a group is a routers that all know each other */
} DlDragonflyShape;

/* Cascade paper 2: of a whole group, and an Aries' ports. */
#define DL_CASCADE_CHASSIS      6
#define DL_CASCADE_BLADES       16
#define DL_CASCADE_NODES        4  /* an Aries */
#define DL_CASCADE_BLACK        3  /* links to each of the other chassis */
#define DL_CASCADE_BLUE         10 /* ports an Aries */
#define DL_CASCADE_CABLE        4  /* links a blue cable */
#define DL_CASCADE_GREEN_PORTS  15 /* an Aries */
#define DL_CASCADE_BLACK_PORTS  15
#define DL_DRAGONFLY_MAX_GROUPS 241

/* A router by its place; in a generic dragonfly the chassis is 0. */
typedef struct
{
  guint16 group;
  guint8 chassis, blade;
} DlRouterAt;

/* One of the parallel links between two routers, both directions. */
typedef struct
{
  DlRouterAt a, b;
  guint8 parallel; /* from 0 */
} DlDragonflyLinkAt;

/* A blue cable of the pair of groups @a and @b. */
typedef struct
{
  guint16 a, b;
  guint16 cable; /* from 0 */
} DlCableAt;

/* Dragonfly that the user asks for. A plain value but for the arrays, which the embedding struct
 * owns (dl_dragonfly_spec_clear). */
typedef struct
{
  DlDragonflyShape shape;
  guint groups;                     /* 1..241; generic: 1..a h + 1 */
  guint chassis;                    /* aries: 1..6 a group */
  guint last_chassis;               /* aries: of the last group; 0: like the others */
  guint blades;                     /* aries: 1..16 a chassis */
  guint cables_per_pair;            /* aries: of each pair of groups, up to what ports there are */
  guint routers;                    /* generic: a, of a group */
  guint nodes;                      /* generic: p, of a router */
  guint globals;                    /* generic: h, of a router */
  GArray *broken_links;             /* DlDragonflyLinkAt */
  GArray *broken_routers;           /* DlRouterAt */
  GArray *broken_cables;            /* DlCableAt */
  GArray *link_rates, *link_delays; /* links=VALUE (dl-link-changes.h); nullable */
} DlDragonflySpec;

/* 15 groups of whole size with 6 cables per pair, as in Edison; nothing broken. */
void dl_dragonfly_spec_init (DlDragonflySpec *spec);
void dl_dragonfly_spec_clear (DlDragonflySpec *spec);
/* Cables that each pair of groups can have at most: floor (240 / (groups - 1)) for whole groups
 * (manual, dragonfly); 0 for one group. */
guint dl_dragonfly_spec_max_cables (const DlDragonflySpec *spec);
/* The shape within its limits; faults are not looked at. Errors: DL_NETWORK_ERROR. */
gboolean dl_dragonfly_spec_check (const DlDragonflySpec *spec, GError **error);
/* The links (guint32), both directions, of a link as files call it. A DlLinkFind. */
gboolean dl_dragonfly_parse_link_pair (gconstpointer dragonfly, const char *text, GArray *links,
                                       GError **error);
/* Without building it: is there such a router, how many links are there side by side from @a to @b,
 * and how many blue cables from group @a to @b? Of a shape that was checked; anything may be asked.
 */
gboolean dl_dragonfly_spec_has_router (const DlDragonflySpec *spec, DlRouterAt at);
guint dl_dragonfly_spec_links (const DlDragonflySpec *spec, DlRouterAt a, DlRouterAt b);
guint dl_dragonfly_spec_cables (const DlDragonflySpec *spec, guint a, guint b);

#define DL_DRAGONFLY_VCS 4 /* of requests; responses use as many the same way */

/* Links are directed and numbered by the router that they leave: green ones first, then black, then
 * blue, each by the router they lead to, parallel ones side by side. */
typedef struct
{
  DlShape head;
  DlDragonflyShape shape;
  guint n_groups, n_routers, n_nodes, n_links; /* broken ones included */
  guint nodes_per_router;
  guint32 *group_first;  /* (n_groups + 1) a group's first router */
  guint16 *group_name;   /* (n_groups) its number on the machine, which may leave some out */
  DlRouterAt *router;    /* (n_routers) its place, groups numbered from 0 without a gap */
  guint32 *link_back;    /* (n_links) the other direction of the same link */
  guint8 *link_parallel; /* (n_links) which of those between these routers */
  guint16 *link_cable;   /* (n_links) blue: which of the cables between its groups; else 0 */

  DlGraph *graph; /* no link is absent; a router's ports: nodes, then links in their order */
  /* Arrays of it. */
  guint8 *router_up;   /* (n_routers) gboolean */
  guint32 *first_link; /* (n_routers + 1) */
  guint32 *link_from;  /* (n_links) router */
  guint32 *link_to;    /* (n_links) router */
  guint8 *link_class;  /* (n_links) DlLinkClass */
  guint8 *link_state;  /* (n_links) DlLinkState */
} DlDragonfly;

/* A network by the wiring rule (manual, dragonfly). Errors: those of dl_dragonfly_spec_check, and
 * DL_NETWORK_ERROR_OUTSIDE for a fault that is not in it. */
DlDragonfly *dl_dragonfly_new (const DlDragonflySpec *spec, GError **error);
/* A copy of @whole with the faults of @spec, whose groups are named as on the machine (group_name).
 * The shape of @spec does not matter. Errors: DL_NETWORK_ERROR_OUTSIDE. */
DlDragonfly *dl_dragonfly_new_broken (const DlDragonfly *whole, const DlDragonflySpec *spec,
                                      GError **error);
/* A dragonfly's routers and nodes without links, which is fast: for callers that need only the
 * places and states of nodes. They are those of @machine, as above, or if that is NULL of @spec.
 * Faults of links are not looked at. Errors: those of dl_dragonfly_spec_check,
 * DL_NETWORK_ERROR_OUTSIDE. */
DlDragonfly *dl_dragonfly_new_nodes (const DlDragonfly *machine, const DlDragonflySpec *spec,
                                     GError **error);
DL_SHARED (DlDragonfly, dl_dragonfly)

/* The group with that number on the machine; G_MAXUINT if there is none. */
guint dl_dragonfly_group_named (const DlDragonfly *dragonfly, guint name);
/* The router at @at, its group numbered from 0, or DL_NO_NODE. */
guint dl_dragonfly_router_at (const DlDragonfly *dragonfly, DlRouterAt at);
/* The link from @from to @to with that number among the parallel ones; G_MAXUINT32 if there is
 * none. */
guint dl_dragonfly_find_link (const DlDragonfly *dragonfly, guint from, guint to, guint parallel);

/* The same wires between the same routers of the same groups. */
gboolean dl_dragonfly_same_links (const DlDragonfly *a, const DlDragonfly *b);

/* Building one from any list of links. */
typedef struct
{
  guint32 a, b; /* routers */
  guint8 class; /* DlLinkClass */
  guint16 cable;
} DlDragonflyWire;

/* @routers (n_routers) by group, then chassis, then blade; @group_names (n_groups). No wire leads
 * from a router to itself. The first @nodes_per_router nodes are the first router's. */
DlDragonfly *dl_dragonfly_new_wired (DlDragonflyShape shape, const DlRouterAt *routers,
                                     guint n_routers, const guint16 *group_names, guint n_groups,
                                     guint nodes_per_router, const DlDragonflyWire *wires,
                                     guint n_wires);

G_END_DECLS
