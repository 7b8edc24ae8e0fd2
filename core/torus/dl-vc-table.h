/* The virtual channels that policy `optimized` looks up: a bit for each run that no rule binds,
 * kept as the hardware would hold them (VC paper 2.1, 3.6). Inside a region a run's bit is found by
 * entry node and destination, as in a router's local table; towards another region by entry node,
 * region and bottom bit of the destination's NID, as in its global table. */
#pragma once

#include "dl-shared.h"
#include "dl-torus.h"

G_BEGIN_DECLS

typedef enum
{
  DL_VC_TABLE_ERROR_SYNTAX,  /* not base64, or not a table */
  DL_VC_TABLE_ERROR_VERSION, /* of a newer program */
  DL_VC_TABLE_ERROR_DAMAGED  /* cut short, or its sum does not match */
} DlVcTableError;

#define DL_VC_TABLE_ERROR (dl_vc_table_error_quark ())
GQuark dl_vc_table_error_quark (void);

/* Immutable once built, shared by reference between threads. */
typedef struct _DlVcTable
{
  DlShared shared;
  /* The shape that it was made for. */
  guint radix[DL_TORUS_N_DIMS];
  gboolean ring[DL_TORUS_N_DIMS];
  guint region_planes;
  /* Derived values. */
  guint n_nodes;
  guint n_regions;
  guint plane_nodes; /* of a YZ plane */
  guint row_words;   /* 64-bit words of a row of @local */
  guint8 *region_of_x;
  guint64 *local;  /* (n_nodes x row_words, and one to spare) bits by entry node, then
                      destination's place in the entry's region */
  guint16 *global; /* (n_nodes) bits 2 * region + bottom bit of the destination's NID */
  char *text;      /* see dl_vc_table_text */
} DlVcTable;

/* A table in the making: set bits, then dl_vc_table_finish. All 0 at first. */
DlVcTable *dl_vc_table_new (const DlTorusNetwork *network);
/* Make the text; no bit may change after it. */
void dl_vc_table_finish (DlVcTable *table);
DL_SHARED (DlVcTable, dl_vc_table)

/* Text of a finished table in files: base64 of a version, the shape, a checksum and the bits,
 * compressed. */
const char *dl_vc_table_text (const DlVcTable *table);
/* Never crashes, whatever @text holds, nor takes more memory than the largest table.
 * Errors: DL_VC_TABLE_ERROR. */
DlVcTable *dl_vc_table_parse (const char *text, GError **error);

/* Was it made for a network of this shape? Faults and datelines do not matter: the bits are looked
 * at only for runs that they leave free. */
gboolean dl_vc_table_fits (const DlVcTable *table, const DlTorusNetwork *network);
gboolean dl_vc_table_fits_spec (const DlVcTable *table, const DlTorusSpec *spec);

/* The VC, 0 or 1, for free runs that start at @entry towards @dest, whose NID is @dest_nid. */
static inline guint
dl_vc_table_get (const DlVcTable *table, guint entry, guint dest, guint dest_nid)
{
  const guint region = table->region_of_x[dest / table->plane_nodes];

  if (table->region_of_x[entry / table->plane_nodes] == region)
    {
      const guint place = dest - region * table->region_planes * table->plane_nodes;
      return table->local[(gsize) entry * table->row_words + place / 64] >> place % 64 & 1;
    }
  return table->global[entry] >> (2 * region + (dest_nid & 1)) & 1;
}

/* Let that answer be @vc (0 or 1); @dest_nid: the identifier of @dest. Only before
 * dl_vc_table_finish. */
void dl_vc_table_set (DlVcTable *table, guint entry, guint dest, guint dest_nid, guint vc);

/* The bits of 64 destinations from @first on, for the entry's region, to which those past its end
 * do not belong. */
static inline guint64
dl_vc_table_bits (const DlVcTable *table, guint entry, guint first)
{
  const guint region = table->region_of_x[entry / table->plane_nodes];
  const guint place = first - region * table->region_planes * table->plane_nodes;
  const guint64 *row = table->local + (gsize) entry * table->row_words + place / 64;
  const guint shift = place % 64;

  /* The row after the last one has a word. */
  return shift == 0 ? row[0] : row[0] >> shift | row[1] << (64 - shift);
}

G_END_DECLS
