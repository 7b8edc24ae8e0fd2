/* Files of a fabric as a scenario carries them: topology and tables, compressed. Immutable, shared
 * by reference. */
#pragma once

#include "dl-fabric.h"
#include "dl-shared.h"

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  DlShared shared;
  char *text;          /* a line: "zlib:" and the file, compressed, in base64; or a file's name */
  GBytes *bytes;       /* its content; NULL: only the name is known, the file was not read */
  gboolean is_records; /* path records, without the tables that they belong to */
} DlFabricFile;

/* A file with @content, which is copied. */
DlFabricFile *dl_fabric_file_new (const char *content, gsize length);
/* Parse @text as above. Errors: G_IO_ERROR for other compressions, DL_FABRIC_ERROR_LIMIT. */
DlFabricFile *dl_fabric_file_parse (const char *text, GError **error);
/* Tables with path records of a file of their own, which come first: of a pair that both have, the
 * newer one counts. @tables itself if it begins with @records. Errors: DL_FABRIC_ERROR_LIMIT. */
DlFabricFile *dl_fabric_file_join (DlFabricFile *records, DlFabricFile *tables, GError **error);
/* Is @text a file's content and not its name? */
gboolean dl_fabric_file_is_content (const char *text);
DL_SHARED (DlFabricFile, dl_fabric_file)

/* Fast look at a line, for readers of a million of them. */

static inline void
dl_skip_blanks (const char **at)
{
  while (**at == ' ' || **at == '\t')
    ++*at;
}

/* The literal @word at *@at, which moves past it. */
static inline gboolean
dl_skip_word (const char **at, const char *word)
{
  const char *p = *at;

  while (*word != '\0' && *p == *word)
    p++, word++;
  if (*word != '\0')
    return FALSE;
  *at = p;
  return TRUE;
}

/* A number to base 10 or 16 without sign or prefix, at most @max; at least one digit. */
static inline gboolean
dl_take_number (const char **at, guint base, guint64 max, guint64 *value)
{
  const char *start = *at;

  *value = 0;
  for (;; ++*at)
    {
      const gint digit = base == 16 ? g_ascii_xdigit_value (**at) : g_ascii_digit_value (**at);

      if (digit < 0)
        return *at > start;
      if (*value > (max - (guint64) digit) / base)
        return FALSE;
      *value = *value * base + (guint64) digit;
    }
}

/* For tables whose keys are two numbers in a guint64 *, which g_int64_hash does not tell apart. */
static inline guint
dl_pair_hash (gconstpointer key)
{
  return (guint) (*(const guint64 *) key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 32);
}

/* Irregularities that a reader found, line by line. One type for all readers. */

#define DL_FABRIC_REPORT_MAX 100 /* notes that are kept; all are counted */

typedef struct
{
  guint line;    /* from 1; 0: the file as a whole */
  char *problem; /* translated clause */
  char *remedy;  /* translated: how it was read, or the expected form */
} DlFabricNote;

/* Start zeroed. */
typedef struct
{
  guint n_notes;
  GArray *notes;        /* (up to DL_FABRIC_REPORT_MAX) DlFabricNote, NULL without any */
  gboolean gives_hosts; /* the file has none: its switches have those of hosts-per-switch */
} DlFabricReport;

void dl_fabric_report_clear (DlFabricReport *report);
/* @remedy is translated; @format makes the problem. @report: nullable. */
void dl_fabric_report_add (DlFabricReport *report, guint line, const char *remedy,
                           const char *format, ...) G_GNUC_PRINTF (4, 5);
/* The notes by their lines, those of the whole file last. */
void dl_fabric_report_sort (DlFabricReport *report);
/* FILE:LINE: problem (remedy), as messages have it. Free with g_free. */
char *dl_fabric_report_line (const DlFabricReport *report, guint i, const char *file_name);

/* Files that describe a fabric, one row each, and forwarding tables. Readers take any bytes:
 * irregular lines go to the report; a file that is not a fabric is an error with its line. */

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
  const char *id;       /* "ibnetdiscover" */
  const char *title;    /* translatable */
  const char *citation; /* of the format */
  /* Does the file begin like this? Only the first kilobytes are looked at. */
  gboolean (*probe) (const char *text, gsize length);
  /* @length -1: to the zero byte. @how: nullable: all zero. @report: nullable. Errors:
   * DL_FABRIC_ERROR, FILE:LINE: first. */
  DlFabric *(*read) (const char *text, gssize length, const char *file_name,
                     const DlFabricReading *how, DlFabricReport *report, GError **error);
} DlFabricFormat;

/* The first that takes @text to be its own; the last, edge lists, takes the rest. */
const DlFabricFormat *dl_fabric_format_probe (const char *text, gsize length);

extern const DlFabricFormat dl_fabric_ibnetdiscover, dl_fabric_ibsim, dl_fabric_anynet,
    dl_fabric_htsim, dl_fabric_ns3, dl_fabric_node_link, dl_fabric_graphml, dl_fabric_edges;
/* All of them, for messages; translatable. */
extern const char dl_fabric_formats[];

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
/* Switches and machines as Slurm's topology.conf (topology/tree), or with @yaml as its
 * topology.yaml, a tree and blocks: a line per switch, by levels, each machine once; machines whose
 * ports lead to the same switches are below one SwitchName. Blanks and characters that Slurm does
 * not allow in names become "_". Free with g_free. @left_out: (nullable) hosts and switches that
 * such a file cannot hold, a line each, which the file has as comments; free with g_strfreev.
 * Errors: DL_FABRIC_ERROR_PARAMETER for a fabric without levels, with the obstacle. */
char *dl_fabric_slurm_write (const DlFabric *fabric, gboolean yaml, GStrv *left_out,
                             GError **error);

G_END_DECLS
