/* What is broken, a row each with a button that restores it. */
#pragma once

#include "dl-families.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  DL_FAULT_CABLE,
  DL_FAULT_CHANNEL, /* one direction of a cable */
  DL_FAULT_NODE,
  /* Of a dragonfly. */
  DL_FAULT_BLUE, /* a blue cable */
  DL_FAULT_LINK,
  DL_FAULT_ROUTER
} DlFaultWhat;

typedef struct
{
  DlFaultWhat kind;
  union
  {
    DlLinkAt at; /* a node: port 0 */
    DlCableAt blue;
    DlDragonflyLinkAt link;
    DlRouterAt router;
  };
} DlFault;

#define DL_TYPE_FAULT_LIST (dl_fault_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultList, dl_fault_list, DL, FAULT_LIST, GtkWidget)

/* Signals:
 *   restore (const DlFault *fault)  somebody wants it to work again */

/* Show the faults of @scenario: cables, then single directions or links, then nodes or routers. As
 * high as its rows up to six, more scroll. Returns their number. */
guint dl_fault_list_follow (DlFaultList *self, const DlScenario *scenario);

G_END_DECLS
