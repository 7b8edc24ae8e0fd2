/* Counters of InfiniBand's ports: output of perfquery and ibqueryerrors (infiniband-diags), and the
 * table PM_INFO of ibdiagnet's db_csv. Any of them may follow each other in one file. */
#pragma once

#include "dl-counters-reader.h"
#include "dl-fabric.h"

G_BEGIN_DECLS

/* A port as one place of the file states it. */
typedef struct
{
  guint64 guid; /* of the node, or of the port; 0: the LID says it */
  guint64 data; /* sent: PortXmitData, of 4 bytes each */
  guint64 wait; /* PortXmitWait: ticks in which something waited to be sent */
  guint32 line;
  guint16 lid; /* 0: the GUID says it */
  guint8 port;
  guint8 has_data, has_wait; /* gboolean */
} DlPortCount;

typedef struct
{
  GArray *ports; /* DlPortCount, in the order of the file */
  gboolean has_wait;
} DlPortCounters;

static inline const DlPortCounters *
dl_port_counters (const DlCounters *counters)
{
  return (const DlPortCounters *) counters->data;
}

/* Per channel of @fabric (n_channels each) whether it was measured, what was sent and what waited;
 * *@outside: ports that sent and are not of @fabric. FALSE: none of the ports is. */
gboolean dl_port_counters_sum (const DlCounters *counters, const DlFabric *fabric, guint8 *covered,
                               guint64 *data, guint64 *wait, guint *outside);

extern const DlCountersKind dl_counters_kind_ports;

G_END_DECLS
