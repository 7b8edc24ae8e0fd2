/* One whole number of the scenario that can be dragged, too: its name, a number field, and what
 * there is to say beside it. */
#pragma once

#include "dl-key-row.h"

G_BEGIN_DECLS

typedef struct
{
  const char *key;  /* "group.key" */
  const char *name; /* translatable, with a mnemonic */
  /* translatable: what it is, its range, where it is from */
  const char *tooltip;
  gint least;
  /* The most there can be, whatever the other keys are. */
  gint most;
  DlKeyScope scope; /* of others the row is hidden; NULL: of all that the key suits */
  /* What stands in @scenario; NULL: the key's value. */
  gint (*get) (const DlScenario *scenario);
  /* The way back: the key's value that stands for @value. Free with g_free. NULL: @value. */
  char *(*text) (const DlScenario *scenario, gint value);
  /* "of 17": free with g_free; may be NULL. */
  char *(*beside) (const DlScenario *scenario);
} DlNumberInfo;

#define DL_TYPE_NUMBER_ROW (dl_number_row_get_type ())
G_DECLARE_FINAL_TYPE (DlNumberRow, dl_number_row, DL, NUMBER_ROW, DlSettings)

/* @info outlives it. The row's widget name is its key. */
GtkWidget *dl_number_row_new (const DlNumberInfo *info);

G_END_DECLS
