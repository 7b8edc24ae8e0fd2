/* What a reader found to be irregular, line by line. One type for all readers. */
#pragma once

#include "dl-fabric.h"

G_BEGIN_DECLS

#define DL_FABRIC_REPORT_MAX 100 /* notes that are kept; all are counted */

typedef struct
{
  guint line;    /* from 1; 0: the file as a whole */
  char *problem; /* translated clause */
  char *remedy;  /* translated: what was made of it, or what would be right */
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

G_END_DECLS
