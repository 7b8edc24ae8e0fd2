/* A network as most files have it, named nodes and edges between them, until a fabric is made of
 * it; what readers of such files share. Nodes are known by what the file calls them and have a
 * number each, from 0. */
#pragma once

#include "dl-fabric-builder.h"

G_BEGIN_DECLS

typedef enum
{
  DL_SKETCH_UNKNOWN, /* a host by its name, as host1 or H3, or else by its only cable */
  DL_SKETCH_SWITCH,
  DL_SKETCH_HOST
} DlSketchKind;

typedef enum
{
  DL_SKETCH_CABLES,  /* each edge is a cable */
  DL_SKETCH_EITHER,  /* likewise, but where the file has all of them in both directions */
  DL_SKETCH_DIRECTED /* a cable is two edges; one that lacks the other is reported, and taken to
                        have it */
} DlSketchEdges;

typedef struct
{
  guint32 from, to;
  guint16 from_port, to_port; /* 0: not stated */
  guint line;
  DlRate rate; /* of this direction, if the other has an edge of its own */
  double ns;   /* delay, likewise; 0: not stated */
} DlSketchEdge;

typedef struct _DlFabricSketch DlFabricSketch;

/* @report: nullable, borrowed. */
DlFabricSketch *dl_fabric_sketch_new (DlSketchEdges edges, DlFabricReport *report);
void dl_fabric_sketch_free (DlFabricSketch *sketch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFabricSketch, dl_fabric_sketch_free)

/* The number of the node @id, which is added if it is new. */
guint dl_fabric_sketch_node (DlFabricSketch *sketch, const char *id);
/* Likewise, where the file lists its nodes: DL_FABRIC_NONE, with a note, if it was listed before.
 * Nodes of edges that are not listed are reported then. */
guint dl_fabric_sketch_add_node (DlFabricSketch *sketch, const char *id, DlSketchKind kind,
                                 guint line);
void dl_fabric_sketch_set_kind (DlFabricSketch *sketch, guint node, DlSketchKind kind);
/* Name of @node, where that is not its id. */
void dl_fabric_sketch_set_name (DlFabricSketch *sketch, guint node, const char *name);
/* Ports that a switch has, with and without cables. */
void dl_fabric_sketch_set_ports (DlFabricSketch *sketch, guint node, guint n_ports);
/* An edge from a node to itself, without ports, is reported and left out. */
void dl_fabric_sketch_add_edge (DlFabricSketch *sketch, const DlSketchEdge *edge);
guint dl_fabric_sketch_count_edges (const DlFabricSketch *sketch);
/* Edge @i, to be changed before the sketch is finished. */
DlSketchEdge *dl_fabric_sketch_edge (DlFabricSketch *sketch, guint i);
/* The other direction of the same cable, once all edges are there; DL_FABRIC_NONE: there is none.
 */
guint dl_fabric_sketch_mate (DlFabricSketch *sketch, guint i);
/* There are more nodes or edges than a fabric can have: there is no need to read on. */
gboolean dl_fabric_sketch_is_full (const DlFabricSketch *sketch);

/* The fabric, with the line of @lines in front of errors. @machines: a host with several cables is
 * a machine, each of whose ports is a host; else only its first cable counts. Delays become cycles,
 * each of what 64 bytes take at the fastest rate of the file, or at 100 Gb/s; past
 * DL_FABRIC_MAX_CYCLES they are reported. */
DlFabric *dl_fabric_sketch_finish (DlFabricSketch *sketch, gboolean machines,
                                   const DlFabricReading *how, DlTextLines *lines, GError **error);

/* A delay such as "0.0005ms" or "1us", from 0, in nanoseconds, also without a unit. FALSE: @text is
 * no delay. */
gboolean dl_fabric_take_ns (const char *text, double *ns);

G_END_DECLS
