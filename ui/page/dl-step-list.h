/* The hops of the way that the views show, one below the other: selecting one makes it the step
 * that stands out in the maps, and the other way round. */
#pragma once

#include "dl-view.h"

G_BEGIN_DECLS

typedef void (*DlStepFunc) (guint step, DlStepText *text, gpointer user_data);

#define DL_TYPE_STEP_LIST (dl_step_list_get_type ())
G_DECLARE_FINAL_TYPE (DlStepList, dl_step_list, DL, STEP_LIST, GtkWidget)

/* Of the ways of @kind; one of the cycle, when a row is selected, shows it. @label is for assistive
 * technology; @func writes the rows as they come into sight. */
GtkWidget *dl_step_list_new (DlView *view, DlPathKind kind, const char *label, DlStepFunc func,
                             gpointer user_data);
/* There are other hops now, @n_steps of them. */
void dl_step_list_set_n (DlStepList *self, guint n_steps);
guint dl_step_list_get_n (DlStepList *self);
/* Of the row that is selected, or DL_NO_STEP. */
guint dl_step_list_get_selected (DlStepList *self);
/* What the row of @step says, in one line: for tests and assistive technology. */
char *dl_step_list_describe (DlStepList *self, guint step);

G_END_DECLS
