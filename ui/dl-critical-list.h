/* The cables of a DlCritical as a list to show: a GListModel of rows, made as they are looked at.
 */
#pragma once

#include <gio/gio.h>

#include "dl-critical.h"

G_BEGIN_DECLS

#define DL_TYPE_CRITICAL_ROW (dl_critical_row_get_type ())
G_DECLARE_FINAL_TYPE (DlCriticalRow, dl_critical_row, DL, CRITICAL_ROW, GObject)

const DlCritical *dl_critical_row_get_critical (DlCriticalRow *self);
const DlCriticalCable *dl_critical_row_get_cable (DlCriticalRow *self);

#define DL_TYPE_CRITICAL_LIST (dl_critical_list_get_type ())
G_DECLARE_FINAL_TYPE (DlCriticalList, dl_critical_list, DL, CRITICAL_LIST, GObject)

DlCriticalList *dl_critical_list_new (void);
/* The worst first, as they are ranked; @critical NULL: none. */
void dl_critical_list_set (DlCriticalList *self, DlCritical *critical);
/* Where the cable is that @link is a direction of; G_MAXUINT if it is not listed. */
guint dl_critical_list_find (DlCriticalList *self, guint link);

G_END_DECLS
