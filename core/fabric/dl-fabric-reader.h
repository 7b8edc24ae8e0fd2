/* Files that describe a fabric, one row each, and forwarding tables. Readers take any bytes: what
 * is irregular goes to the report, what makes no fabric at all is an error with its line. */
#pragma once

#include "dl-fabric-report.h"
#include "dl-shared.h"

G_BEGIN_DECLS

#define DL_FABRIC_MAX_BYTES ((gsize) 1024 * 1024 * 1024) /* of a file */

/* How a file is read. A plain value that borrows its names. */
typedef struct
{
  guint hosts_per_switch;           /* of files without any host; 0: an error */
  gboolean service_hosts;           /* aggregation nodes inside switches count as hosts */
  const char *const *service_names; /* (nullable, NULL at the end) globs on descriptions of further
                                       endpoints that are not hosts */
} DlFabricReading;

typedef struct
{
  const char *id;       /* "ibnetdiscover", "anynet", "edges" */
  const char *title;    /* translatable */
  const char *citation; /* of the format */
  /* Does the file begin like this? Only the first kilobytes are looked at. */
  gboolean (*probe) (const char *text, gsize length);
  /* @length -1: to the zero byte. @how: nullable: all zero. @report: nullable. Errors:
   * DL_FABRIC_ERROR, FILE:LINE: first. */
  DlFabric *(*read) (const char *text, gssize length, const char *file_name,
                     const DlFabricReading *how, DlFabricReport *report, GError **error);
} DlFabricFormat;

const DlFabricFormat *const *dl_fabric_formats (guint *n);
/* The first that takes @text to be its own; the last, edge lists, takes what is left. */
const DlFabricFormat *dl_fabric_format_probe (const char *text, gsize length);

extern const DlFabricFormat dl_fabric_ibnetdiscover, dl_fabric_anynet, dl_fabric_edges;

/* Forwarding tables as they were read: who leaves a switch by which port. */
typedef struct
{
  DlShared shared;
  guint n_vertices, n_switches;
  guint8 *port;   /* (n_vertices x n_switches) by destination; DL_FABRIC_NO_PORT: no entry; 0: the
                     switch itself. As read: it may lead to nothing. */
  guint8 *stated; /* (n_switches) gboolean: had a table */
  guint8 *layer;  /* (n_hosts x n_hosts) by destination, then source, of path records; NULL: there
                     were none, and layers are not known */
  guint n_layers; /* of these; else 1 */
} DlFabricTables;

#define DL_FABRIC_NO_PORT 0xff /* as InfiniBand's tables have it */

gboolean dl_fabric_tables_probe (const char *text, gsize length);
/* Is the header of a table anywhere in @text? */
gboolean dl_fabric_tables_contain (const char *text, gsize length);
/* Output of dump_fts (infiniband-diags), matched by the switches' GUIDs, else names, and the
 * destinations' port GUIDs, else LIDs, else names; of OpenSM's own dumps likewise. Path records in
 * the same file state layers (dl-path-records.h). Errors: DL_FABRIC_ERROR_MISMATCH: nothing of it
 * is of @fabric; DL_FABRIC_ERROR_SYNTAX, DL_FABRIC_ERROR_EMPTY. */
DlFabricTables *dl_fabric_tables_read (const DlFabric *fabric, const char *text, gssize length,
                                       const char *file_name, DlFabricReport *report,
                                       GError **error);
DlFabricTables *dl_fabric_tables_new (const DlFabric *fabric); /* without any entry */
DL_SHARED (DlFabricTables, dl_fabric_tables)

/* Tables in the form of dump_fts. LIDs that are not known are the lowest that are free. Free with
 * g_free. */
char *dl_fabric_tables_write (const DlFabric *fabric, const DlFabricTables *tables, gsize *length);
/* Switches and machines as Slurm's topology.conf (topology/tree): a line per switch, by levels,
 * each machine once; machines whose ports lead to the same switches are below one SwitchName.
 * Blanks and what Slurm does not take in names become "_". Free with g_free. @left_out: (nullable)
 * hosts and switches that such a file cannot hold, a line each, which the file has as comments;
 * free with g_strfreev. Errors: DL_FABRIC_ERROR_PARAMETER for a fabric without levels, with what is
 * in the way. */
char *dl_fabric_slurm_write (const DlFabric *fabric, GStrv *left_out, GError **error);

G_END_DECLS
