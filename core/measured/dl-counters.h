/* Counters measured on a real machine: what its links carried, or which jobs had its nodes. Three
 * kinds of files, told apart by what is in them:
 *
 * links of a Cascade, as CSV: sg,sr,sc,dg,dr,dc (group, row and column of the routers at both ends)
 * and color (g, k for black, b); flits, stalls, flits_vc_0..7 and stalls_vc_0..7 in any order;
 *
 * jobs of a Cascade, as CSV: g,r,c,n,jobid (or group,row,column,node,job);
 *
 * links of a torus, as a table whose header lists the columns: sx sy sz tx ty tz packets, linkid
 * and code_region.
 *
 * Columns that are not known are left aside; a file of a part of a machine is as good as any. */
#pragma once

#include "dl-jobs.h"

G_BEGIN_DECLS

/* Files beyond are refused, and so are more rows: the largest machine has 925,440 directed links.
 */
#define DL_COUNTERS_MAX_BYTES   (512 * 1024 * 1024)
#define DL_COUNTERS_MAX_ROWS    4194304
#define DL_COUNTERS_MAX_COLUMNS 256
/* Of a count, and of all counts of a kind together. */
#define DL_COUNTERS_MAX G_MAXINT64
/* Virtual channels of an Aries: the first half for requests, the others for responses. */
#define DL_ARIES_VCS 8
/* The code region of the whole program. */
#define DL_COUNTERS_WHOLE (-2)

typedef enum
{
  DL_COUNTERS_ERROR_FORMAT,  /* none of the three kinds, or a column that is missing */
  DL_COUNTERS_ERROR_SYNTAX,  /* a row that is none of its kind */
  DL_COUNTERS_ERROR_OUTSIDE, /* no such link in a machine of this kind */
  DL_COUNTERS_ERROR_TWICE,   /* more rows for the same than there can be */
  DL_COUNTERS_ERROR_LIMIT,   /* more than there can be */
  DL_COUNTERS_ERROR_EMPTY,   /* no row */
  DL_COUNTERS_ERROR_MACHINE  /* of another machine */
} DlCountersError;

#define DL_COUNTERS_ERROR (dl_counters_error_quark ())
GQuark dl_counters_error_quark (void);

typedef enum
{
  DL_COUNTERS_TORUS,
  DL_COUNTERS_CASCADE,
  DL_COUNTERS_JOBS
} DlCountersKind;

/* What rows say of a torus' link in a code region, added up. */
typedef struct
{
  gint32 region;
  guint32 link; /* as in a DlNetwork of that radix */
  guint64 packets;
} DlTorusCount;

/* A directed link of a Cascade; groups by their number on the machine. */
typedef struct
{
  DlRouterAt from, to;
  guint8 class;    /* DlLinkClass */
  guint8 parallel; /* which of those between these routers, in the order of the file */
  guint line;
  guint64 flits, stalls;
  guint64 vc_flits[DL_ARIES_VCS], vc_stalls[DL_ARIES_VCS];
} DlCascadeCount;

/* Read with dl_counters_read, then constant but for its notes; shared by reference. */
typedef struct
{
  gatomicrefcount refs;
  DlCountersKind kind;
  char *file_name;
  guint n_rows;
  guint n_unknown; /* columns */

  guint radix[DL_N_DIMS]; /* torus: the largest coordinates, and one */
  GArray *regions;        /* gint32, sorted */
  GArray *torus;          /* DlTorusCount, each once, by region and link */

  GArray *cascade; /* DlCascadeCount, by from, to and parallel */
  gboolean has_stalls, has_vc_flits, has_vc_stalls;
  GArray *groups; /* guint16, sorted: all that are named, at either end */

  GArray *jobs; /* DlJobNode, by router and node */

  guint n_notes;    /* rows that say what does not fit */
  GPtrArray *notes; /* (up to 100 of them) char, translated, FILE:LINE: first */
} DlCounters;

/* Read @length bytes of @text (-1: to its end); @file_name is for messages, FILE:LINE: first.
 * Errors: DL_COUNTERS_ERROR. */
DlCounters *dl_counters_read (const char *text, gssize length, const char *file_name,
                              GError **error);
DlCounters *dl_counters_ref (DlCounters *counters);
void dl_counters_unref (DlCounters *counters);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (DlCounters, dl_counters_unref)

/* Is @text, or the first @length bytes of a file, the beginning of one of the three kinds? Its
 * columns decide, not its rows. Safe on any bytes. */
gboolean dl_counters_probe (const char *text, gsize length);

/* Of a torus: what each link carried in code region @region, or in all of them together (nullable).
 * @packets and @covered (gboolean) are (n_links) of a DlNetwork of that radix: 6 a node. */
void dl_counters_torus_packets (const DlCounters *counters, const gint32 *region, guint64 *packets,
                                guint8 *covered);
gboolean dl_counters_has_region (const DlCounters *counters, gint32 region);
/* Links that were measured in one direction only. */
guint dl_counters_one_sided (const DlCounters *counters);

/* Of a Cascade's counters: the link of @machine that each row is of, G_MAXUINT32 where it has none
 * of that class. (counters->cascade->len), free with g_free. */
guint32 *dl_counters_find_links (const DlCounters *counters, const DlDragonfly *machine);

/* How much of a Cascade a file is about. */
typedef struct
{
  guint links[DL_N_LINK_CLASSES];   /* covered */
  guint machine[DL_N_LINK_CLASSES]; /* of the machine; of blue ones 0 without it */
  guint nodes, machine_nodes;       /* likewise */
  guint n_outside;                  /* links or nodes that the machine does not have */
} DlCountersCoverage;

/* Of the counters or jobs of a Cascade. @machine is nullable: then of whole groups, those that are
 * named; of their blue links nothing is known. What @machine does not have is noted in @counters.
 * DL_COUNTERS_ERROR_MACHINE if it has none of them. */
gboolean dl_counters_cover (DlCounters *counters, const DlDragonfly *machine,
                            DlCountersCoverage *coverage, GError **error);

G_END_DECLS
