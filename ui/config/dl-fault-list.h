/* What is broken, a row each with a button that restores it. */
#pragma once

#include "dl-families.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct
{
  const DlFaultInfo *info; /* of its list */
  char *item;              /* as in files */
} DlFault;

#define DL_TYPE_FAULT_LIST (dl_fault_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultList, dl_fault_list, DL, FAULT_LIST, GtkWidget)

/* Signals:
 *   restore (const DlFault *fault)  somebody wants it to work again */

/* Show the faults of @scenario: cables, then single directions or links, then nodes or routers. As
 * high as its rows up to six, more scroll. Returns their number. */
guint dl_fault_list_follow (DlFaultList *self, const DlScenario *scenario);

G_END_DECLS
