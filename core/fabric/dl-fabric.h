/* Any fabric: a directed multigraph of switches and hosts, generated or read. Immutable once built,
 * shared by reference between threads; with faults it is a copy that shares what does not change.
 *
 * A vertex is a host or a switch: hosts are 0 .. n_hosts - 1, switches follow. Ports are numbered
 * from 1, as InfiniBand numbers them. A channel is one direction of a cable; one-way cables are
 * possible. A host has at most one cable, which leads to a switch, or it has a port that sends to a
 * switch and another that hears one. */
#pragma once

#include "dl-graph.h"
#include "dl-net.h"

#include <gio/gio.h>

G_BEGIN_DECLS

#define DL_FABRIC_MAX_PORTS    254               /* of a switch: a table's entry is a byte */
#define DL_FABRIC_MAX_VERTICES 49151             /* unicast LIDs of InfiniBand, 0x0001..0xbfff */
#define DL_FABRIC_MAX_CHANNELS (4 * 1024 * 1024) /* both directions of each cable */
#define DL_FABRIC_MAX_TABLES   ((guint64) 256 * 1024 * 1024) /* vertices x switches: bytes */
#define DL_FABRIC_MAX_CYCLES   1000                          /* of a channel */
#define DL_FABRIC_NONE         G_MAXUINT32

typedef enum
{
  DL_FABRIC_ERROR_LIMIT,    /* more than there can be */
  DL_FABRIC_ERROR_SYNTAX,   /* a line that is not of this format */
  DL_FABRIC_ERROR_TWICE,    /* a port, GUID or entry that has been stated before */
  DL_FABRIC_ERROR_OUTSIDE,  /* a name that the fabric does not have */
  DL_FABRIC_ERROR_EMPTY,    /* no switch, or no host */
  DL_FABRIC_ERROR_MISMATCH, /* tables of a different fabric */
  DL_FABRIC_ERROR_PARAMETER /* a generator does not have such a fabric */
} DlFabricError;

#define DL_FABRIC_ERROR (dl_fabric_error_quark ())
GQuark dl_fabric_error_quark (void);

/* Regular structure of a generated fabric, which engines with closed forms read. */
typedef enum
{
  DL_FABRIC_IRREGULAR,
  DL_FABRIC_PGFT,   /* switches by level, from the hosts up; ports down first, then up */
  DL_FABRIC_HYPERX, /* switches by coordinates, first dimension fastest; ports by dimension */
  DL_FABRIC_TORUS   /* likewise; ports of hosts first, then up and down of each dimension */
} DlFabricShape;

#define DL_FABRIC_MAX_DIMENSIONS 8

typedef struct
{
  DlFabricShape shape;
  guint n;                                  /* levels, or dimensions */
  guint children[DL_FABRIC_MAX_DIMENSIONS]; /* PGFT: m1..mh; else size of each dimension */
  guint parents[DL_FABRIC_MAX_DIMENSIONS];  /* PGFT: w1..wh; torus: twists (DlFabricSpec) */
  guint cables[DL_FABRIC_MAX_DIMENSIONS];   /* parallel ones, of each level or dimension */
} DlFabricStructure;

typedef struct _DlFabricNames DlFabricNames;       /* of all vertices; private */
typedef struct _DlFabricMachines DlFabricMachines; /* dl-fabric-machines.h */

/* An endpoint that is set apart, since it is not a host: neither a vertex nor a channel. */
typedef struct
{
  const char *name; /* as the file describes it; several may have the same */
  guint64 guid, node_guid;
  guint32 at;           /* vertex of the switch that its cable leads to; DL_FABRIC_NONE: no cable */
  guint16 lid;          /* 0: none */
  guint8 port;          /* of that switch */
  guint8 is_aggregator; /* gboolean: an aggregation node inside the switch; else named by a key */
} DlFabricApart;

/* Arrays of a fabric are only read. */
typedef struct _DlFabric DlFabric;
struct _DlFabric
{
  DlShape head;
  DlFabric *whole; /* of which this is a copy with faults, and whose arrays it borrows; NULL */
  guint n_hosts, n_switches, n_vertices, n_channels;
  guint n_ports; /* the most that a switch has */
  guint n_lanes; /* virtual lanes of each channel, which the layers of routes may use, 1..15 */

  /* Channels, ordered by the vertex that they leave, then by port. */
  const guint32 *channel_from, *channel_to;          /* (n_channels) vertices */
  const guint8 *channel_from_port, *channel_to_port; /* (n_channels) */
  const guint32 *channel_back;   /* (n_channels) the other direction, DL_FABRIC_NONE: one-way */
  const guint16 *channel_cycles; /* (n_channels) what a flit takes, as the file states it, 0: not
                                    stated; NULL: nothing is */
  const guint32 *first;          /* (n_vertices + 1) the channels that leave a vertex */
  const guint32 *arrive_first;   /* (n_vertices + 1) into arrive: */
  const guint32 *arrive;         /* (n_channels) channels that lead to it, by its ports */

  /* Ports: port p of vertex v is slot port_first[v] + p - 1. */
  const guint32 *port_first;                 /* (n_vertices + 1) */
  const guint32 *port_leaves, *port_arrives; /* (port_first[n_vertices]) channels, NONE */

  const guint32 *host_switch; /* (n_hosts) the vertex it sends to, or else hears; NONE: no cable */

  const guint64 *guid;        /* (n_vertices) by which tables know it, 0: none */
  const guint64 *node_guid;   /* (n_vertices) of the adapter with the host's port, or the switch */
  const guint64 *system_guid; /* (n_vertices) of the machine that it is a part of, 0: not stated */
  const guint16 *lid;         /* (n_vertices) 0: none */
  const DlFabricNames *names;

  /* Levels from the hosts up: if @leveled, the hops to the nearest switch with hosts; else the
   * most hops from a root less those from the nearest one. Faults do not change them. */
  const guint8 *level; /* (n_switches) */
  guint n_levels;
  gboolean leveled; /* each cable between switches joins neighboring levels, but @n_level_cables,
                     without which all hosts still reach each other up, then down */
  guint n_level_cables; /* if @leveled: cables between switches of one level, as in a fat tree with
                           one more from leaf to leaf */

  const DlFabricMachines *machines; /* NULL: each host is one */
  const DlFabricStructure *structure;
  const DlFabricApart *apart; /* (n_apart) by switch, then port */
  guint n_apart;

  /* Changed by faults. A node works if it can send and hear. */
  DlGraph *graph;           /* links are channels, a router's ports the switch's, from 0 */
  const guint8 *link_state; /* (n_channels) of it: broken also by a broken end */
  const guint8 *switch_up;  /* (n_switches) of it */
  const guint8 *host_up;    /* (n_hosts) gboolean: not broken itself */
  guint n_broken;           /* channels that do not work */
};

/* Broken parts, by number. A plain value that borrows its arrays. */
typedef struct
{
  const guint32 *channels, *switches, *hosts; /* numbers of channels, switches (from 0), hosts */
  guint n_channels, n_switches, n_hosts;
  gboolean whole_cables; /* a channel breaks with its other direction */
  guint n_lanes;         /* that channels have from now on; 0: as many as before */
} DlFabricFaults;

/* A copy of @fabric, which may have faults already, with those of @faults in their place. Numbers
 * are not checked. */
DlFabric *dl_fabric_new_broken (DlFabric *fabric, const DlFabricFaults *faults);
DL_SHARED (DlFabric, dl_fabric)

static inline gboolean
dl_fabric_is_host (const DlFabric *fabric, guint vertex)
{
  return vertex < fabric->n_hosts;
}

/* The channel that leaves @vertex by @port, DL_FABRIC_NONE if none does or there is no such port;
 * broken or not. */
static inline guint32
dl_fabric_port_channel (const DlFabric *fabric, guint vertex, guint port)
{
  const guint32 slot = fabric->port_first[vertex] + port - 1;

  return port > 0 && slot < fabric->port_first[vertex + 1] ? fabric->port_leaves[slot]
                                                           : DL_FABRIC_NONE;
}

/* The switch that the cable at a port leads to, by the port's place in port_leaves; broken or not.
 * DL_FABRIC_NONE: a host, or no cable. */
static inline guint32
dl_fabric_far_switch (const DlFabric *fabric, guint slot)
{
  const guint32 out = fabric->port_leaves[slot], in = fabric->port_arrives[slot];
  const guint32 vertex = out != DL_FABRIC_NONE  ? fabric->channel_to[out]
                         : in != DL_FABRIC_NONE ? fabric->channel_from[in]
                                                : 0;

  return dl_fabric_is_host (fabric, vertex) ? DL_FABRIC_NONE : vertex - fabric->n_hosts;
}

static inline guint
dl_fabric_count_ports (const DlFabric *fabric, guint vertex)
{
  return fabric->port_first[vertex + 1] - fabric->port_first[vertex];
}

/* The channels that a host sends and receives by, of one cable or of two; DL_FABRIC_NONE without.
 */
static inline guint32
dl_fabric_host_sends (const DlFabric *fabric, guint host)
{
  return fabric->first[host] < fabric->first[host + 1] ? fabric->first[host] : DL_FABRIC_NONE;
}

static inline guint32
dl_fabric_host_receives (const DlFabric *fabric, guint host)
{
  return fabric->arrive_first[host] < fabric->arrive_first[host + 1]
             ? fabric->arrive[fabric->arrive_first[host]]
             : DL_FABRIC_NONE;
}

/* Class of a channel. */
typedef enum
{
  DL_FABRIC_BETWEEN_SWITCHES,
  DL_FABRIC_OF_HOSTS
} DlFabricLinkClass;

static inline DlFabricLinkClass
dl_fabric_link_class (const DlFabric *fabric, guint channel)
{
  return dl_fabric_is_host (fabric, fabric->channel_from[channel])
                 || dl_fabric_is_host (fabric, fabric->channel_to[channel])
             ? DL_FABRIC_OF_HOSTS
             : DL_FABRIC_BETWEEN_SWITCHES;
}

/* Name of a vertex, as the machine or generator gave it; unique in its fabric. Borrowed. */
const char *dl_fabric_name (const DlFabric *fabric, guint vertex);
/* The vertex with this name, "0x" and GUID, or MACHINE:RAIL; DL_FABRIC_NONE if there is none. */
guint dl_fabric_find (const DlFabric *fabric, const char *name);
/* The vertex with that GUID, of a port first, else of a node; DL_FABRIC_NONE if there is none. */
guint dl_fabric_find_guid (const DlFabric *fabric, guint64 guid);

/* Endpoint set apart at a port; NULL: none. */
const DlFabricApart *dl_fabric_apart_at (const DlFabric *fabric, guint vertex, guint port);
/* How many endpoints are set apart at a switch; DL_FABRIC_NONE: of the whole fabric.
 * *@aggregators: how many of these are aggregation nodes. */
guint dl_fabric_count_apart (const DlFabric *fabric, guint vertex, guint *aggregators);
/* These numbers in words for people, "1 aggregation node". Free with g_free. */
char *dl_fabric_apart_text (guint n, guint aggregators);
/* The endpoint with that GUID, of a port first, else of a node, that is set apart: a number past
 * those of vertices. DL_FABRIC_NONE if there is none. */
guint dl_fabric_find_apart (const DlFabric *fabric, guint64 guid);

/* A channel in text: name:port of where it leaves, with a backslash before each ; : and backslash
 * of the name. Free with g_free. */
char *dl_fabric_channel_name (const DlFabric *fabric, guint channel);
/* A name as lists of files have it, escaped. Free with g_free. */
char *dl_fabric_escape (const char *name);
/* The name of an escaped one of @length bytes. Free with g_free. */
char *dl_fabric_unescape (const char *text, gsize length);
/* The channel that leaves by name:port or GUID:port; the last colon splits. Errors:
 * DL_FABRIC_ERROR_SYNTAX without a port, DL_FABRIC_ERROR_OUTSIDE. */
gboolean dl_fabric_parse_channel (const DlFabric *fabric, const char *text, guint *channel,
                                  GError **error);
/* A switch or host by escaped name or GUID. Errors: DL_FABRIC_ERROR_OUTSIDE. */
gboolean dl_fabric_parse_vertex (const DlFabric *fabric, const char *text, guint *vertex,
                                 GError **error);

/* Switches that routes go down from: the top level of a leveled fabric, else the switch whose
 * farthest switch with hosts is nearest, then with the least sum of these distances. Only switches
 * that work and reach a host. Returns how many of @roots (n_switches), numbers of switches. */
guint dl_fabric_find_roots (const DlFabric *fabric, guint32 *roots);

/* Hops between switches over channels that work, to switch @to from each (n_switches), or with
 * @forward from it to each; G_MAXUINT16: not reached. @queue (n_switches): switches in ascending
 * order of it; returns how many. */
guint dl_fabric_distances (const DlFabric *fabric, guint to, gboolean forward, guint16 *hops,
                           guint32 *queue);
/* The most hops between two working switches that reach each other; *@pieces: (nullable) of the
 * working switches, taken as if each cable had both directions. */
guint dl_fabric_diameter (const DlFabric *fabric, guint *pieces);

G_END_DECLS
