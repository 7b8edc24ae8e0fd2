/* What is broken, a row each with a button that restores it. */
#pragma once

#include "dl-torus.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef enum
{
  DL_FAULT_CABLE,
  DL_FAULT_CHANNEL, /* one direction of a cable */
  DL_FAULT_NODE
} DlFaultKind;

typedef struct
{
  DlFaultKind kind;
  DlLinkAt at; /* a node: port 0 */
} DlFault;

#define DL_TYPE_FAULT_LIST (dl_fault_list_get_type ())
G_DECLARE_FINAL_TYPE (DlFaultList, dl_fault_list, DL, FAULT_LIST, GtkWidget)

/* Signals:
 *   restore (const DlFault *fault)  somebody wants it to work again */

/* Show the faults of @torus: cables, then single directions, then nodes. As high as its rows up to
 * six, more scroll. Returns their number. */
guint dl_fault_list_follow (DlFaultList *self, const DlTorusSpec *torus);

G_END_DECLS
