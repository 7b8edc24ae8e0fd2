/* Counters of a torus' links, as a table whose header lists the columns: sx sy sz tx ty tz packets,
 * linkid and code_region. */
#pragma once

#include "dl-counters.h"
#include "dl-torus.h"

G_BEGIN_DECLS

/* Sum of the rows of a link in a code region. */
typedef struct
{
  gint32 region;
  guint32 link; /* as in a DlTorusNetwork of that radix */
  guint64 packets;
} DlTorusCount;

typedef struct
{
  guint radix[DL_TORUS_N_DIMS]; /* the largest coordinates, and one */
  GArray *regions;              /* gint32, sorted */
  GArray *links;                /* DlTorusCount, each once, by region and link */
} DlTorusCounters;

extern const DlCountersKind dl_counters_kind_torus;

/* Data of @counters of that kind. */
static inline const DlTorusCounters *
dl_torus_counters (const DlCounters *counters)
{
  g_assert (counters->kind == &dl_counters_kind_torus);
  return counters->data;
}

/* Packets of each link in code region @region, or in all of them together (nullable). @packets and
 * @covered (gboolean) are (n_links) of a DlTorusNetwork of that radix: 6 per node. */
void dl_counters_torus_packets (const DlCounters *counters, const gint32 *region, guint64 *packets,
                                guint8 *covered);
/* Has @network the links of @counters? DL_COUNTERS_ERROR_MACHINE if it is of another radix, or a
 * mesh where the file has links around the ring. */
gboolean dl_counters_torus_check (const DlCounters *counters, const DlTorusNetwork *network,
                                  GError **error);

G_END_DECLS
