/* One key of the scenario, typed: its name, an entry, and below what is wrong with it. */
#pragma once

#include "dl-settings.h"

G_BEGIN_DECLS

typedef struct
{
  const char *key;     /* "group.key" of a number */
  const char *name;    /* translatable, with a mnemonic */
  const char *tooltip; /* translatable: what it is, its unit, its default, where it is from */
  double step;         /* of the arrow keys; 0: none. Page Up doubles what counts by ones */
  guint width_chars;
} DlKeyInfo;

#define DL_TYPE_KEY_ROW (dl_key_row_get_type ())
G_DECLARE_FINAL_TYPE (DlKeyRow, dl_key_row, DL, KEY_ROW, DlSettings)

/* @info outlives it. */
GtkWidget *dl_key_row_new (const DlKeyInfo *info);

G_END_DECLS
