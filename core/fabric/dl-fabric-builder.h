/* Builds a fabric piece by piece; used by generators and readers alike. */
#pragma once

#include "dl-fabric-file.h"
#include "dl-text-lines.h"

G_BEGIN_DECLS

typedef struct _DlFabricBuilder DlFabricBuilder;

DlFabricBuilder *dl_fabric_builder_new (void);
void dl_fabric_builder_free (DlFabricBuilder *builder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlFabricBuilder, dl_fabric_builder_free)

/* An end of a cable: switch or host number @index, in the order in which they were added. @port 0:
 * the first one of a switch past those in use, and of a host its first one. */
typedef struct
{
  guint32 index;
  gboolean host;
  guint port;
} DlFabricEnd;

/* One direction of a cable: its cycles, at most DL_FABRIC_MAX_CYCLES, and rate; 0: not stated. */
typedef struct
{
  guint cycles;
  DlRate rate;
} DlFabricWire;

/* Add one of them; @name is copied; NULL or taken: a different one is made of it. @guid 0: none.
 * @n_ports: those of the switch, if it has more than cables. Returns its number. */
guint dl_fabric_builder_add_switch (DlFabricBuilder *builder, const char *name, guint64 guid,
                                    guint n_ports);
guint dl_fabric_builder_add_host (DlFabricBuilder *builder, const char *name, guint64 guid);
/* A host that may hear another switch than it sends to: its port 1 sends, its port 2 hears. */
guint dl_fabric_builder_add_parted_host (DlFabricBuilder *builder);
void dl_fabric_builder_set_node_guid (DlFabricBuilder *builder, DlFabricEnd end, guint64 guid);
void dl_fabric_builder_set_system_guid (DlFabricBuilder *builder, DlFabricEnd end, guint64 guid);
void dl_fabric_builder_set_lid (DlFabricBuilder *builder, DlFabricEnd end, guint lid);

/* Lay a cable, or one direction of it. The same direction of a cable twice counts once; two
 * opposite directions between the same ports are one cable. Errors: DL_FABRIC_ERROR_LIMIT for a
 * port past DL_FABRIC_MAX_PORTS, DL_FABRIC_ERROR_TWICE for a port that has a different cable, or a
 * host with a second one, DL_FABRIC_ERROR_SYNTAX between two hosts. Nothing is laid then. */
gboolean dl_fabric_builder_add_cable (DlFabricBuilder *builder, DlFabricEnd a, DlFabricEnd b,
                                      GError **error);
/* The same with the cycles and rates of both directions. */
gboolean dl_fabric_builder_add_wired_cable (DlFabricBuilder *builder, DlFabricEnd a, DlFabricEnd b,
                                            DlFabricWire to_b, DlFabricWire to_a, GError **error);
/* The rate of what leaves by a port that has a cable. */
void dl_fabric_builder_set_rate (DlFabricBuilder *builder, DlFabricEnd end, DlRate rate);
gboolean dl_fabric_builder_add_channel (DlFabricBuilder *builder, DlFabricEnd from, DlFabricEnd to,
                                        GError **error);

guint dl_fabric_builder_count_switches (const DlFabricBuilder *builder);
guint dl_fabric_builder_count_hosts (const DlFabricBuilder *builder);
/* The end that a cable leads to from here; FALSE if none does. */
gboolean dl_fabric_builder_far_end (const DlFabricBuilder *builder, DlFabricEnd end,
                                    DlFabricEnd *far);

/* The fabric, whole; @structure: (nullable) what it is built as. The builder is empty then. Errors:
 * DL_FABRIC_ERROR_LIMIT, DL_FABRIC_ERROR_EMPTY. */
DlFabric *dl_fabric_builder_finish (DlFabricBuilder *builder, const DlFabricStructure *structure,
                                    GError **error);

/* For readers of files, at the end of @lines: dl_fabric_builder_finish without the endpoints that
 * are not hosts, which the fabric has apart; with the line in front of its errors. An aggregation
 * node inside a switch is one adapter with this description, at the last port of its switch
 * (NVIDIA's SHARP: Graham et al., COM-HPC 2016). @how, @report: nullable. */
DlFabric *dl_fabric_finish_read (DlFabricBuilder *builder, const DlFabricReading *how,
                                 DlFabricReport *report, DlTextLines *lines, GError **error);

G_END_DECLS
