/* Path records among forwarding tables: the service level that the subnet manager gives to the
 * packets of each pair of hosts. Engines with layers (LASH, DFSSSP) give each layer a service
 * level, which switches map to the virtual lane of the same number. */
#pragma once

#include "dl-fabric-file.h"

G_BEGIN_DECLS

/* While a file is read. Start with dl_path_records_init. */
typedef struct
{
  const DlFabric *fabric; /* borrowed, like the next two */
  const guint32 *by_lid;  /* (65536) vertex + 1; past the vertices: a node set apart; 0: none */
  DlFabricReport *report; /* nullable */
  guint8 *layer;          /* (n_hosts x n_hosts) by destination, then source; DL_PATH_NO_LAYER; NULL
                             until there is a record */
  guint n_layers;         /* the highest one + 1 */
  guint n_records, n_unknown;

  /* State of the open record or block: */
  gboolean in_record, in_block;
  guint line;
  guint32 source, dest; /* vertices, or past them; DL_FABRIC_NONE */
  guint sl;             /* DL_PATH_NO_LAYER: not stated yet */
} DlPathRecords;

#define DL_PATH_NO_LAYER   0xff
#define DL_PATH_MAX_LAYERS 15 /* data lanes of InfiniBand */
#define DL_PATH_MAX_HOSTS  16384

void dl_path_records_init (DlPathRecords *records, const DlFabric *fabric, const guint32 *by_lid,
                           DlFabricReport *report);
/* A line that saquery (infiniband-diags) prints of a PathRecord, or one of
 * opensm-path-records.dump, which a plugin of OpenSM writes. FALSE if it is neither; the line is
 * then of something else, and the open record ends. */
gboolean dl_path_records_take (DlPathRecords *records, const char *line, guint number);
/* At the end: missing records go to the report. The layers, whose owner the caller is, with 0 where
 * a pair does not have a record; NULL without any record. */
guint8 *dl_path_records_finish (DlPathRecords *records);

/* Does @text have a path record? */
gboolean dl_path_records_probe (const char *text, gsize length);
/* Path records and no forwarding tables? */
gboolean dl_path_records_alone (const char *text, gsize length);
/* Does a file begin with path records? */
gboolean dl_path_records_begin (const char *text, gsize length);

G_END_DECLS
